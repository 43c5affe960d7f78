"""The checks of `rules/checks_open.py` themselves: debts, auctions, choices, shortages, offers and rent claims."""

from typing import Any

import pytest

from passgo.rules import checks_matters as checks
from passgo.rules import codes
from tests.properties.matches import begun, put

HERE = 0b111
"""Three players sit at the table."""


def opened(kind: int, **fields: int) -> Any:
    """A record with one matter on the table."""
    g = begun().g
    g.matters, g.matter_kind[0] = 1, kind
    for name, value in fields.items():
        put(g, f"matter_{name}", value, 0)
    return g


def covered(g: Any, kind: int = codes.MATTER_AUCTION) -> Any:
    """The same with another matter on top of it."""
    g.matters, g.matter_kind[1] = 2, kind
    return g


@pytest.mark.parametrize("creditor", [1, 2, codes.BANK, codes.POT])
def test_a_debt_is_owed_to_a_player_the_bank_or_the_pot(creditor: int) -> None:
    g = opened(codes.MATTER_DEBT, player=0, other=creditor, amount=1501)
    g.cash[0] = 1500
    assert checks.debt_is_owed(g, 0, HERE)
    g.cash[0] = 1501
    assert not checks.debt_is_owed(g, 0, HERE)  # it would have been paid
    assert checks.debt_is_owed(covered(g), 0, HERE)  # but not while something lies on top
    g.matter_amount[0] = 0
    assert not checks.debt_is_owed(g, 0, HERE)


def test_a_debt_of_one_dollar_is_a_debt_and_player_0_may_be_the_creditor() -> None:
    g = opened(codes.MATTER_DEBT, player=1, other=0, amount=1)
    g.cash[1] = 0
    assert checks.debt_is_owed(g, 0, HERE)


@pytest.mark.parametrize(
    ("debtor", "creditor"), [(0, 0), (3, 0), (0, 3), (0, codes.NOBODY), (0, codes.POT + 1), (7, codes.BANK)]
)
def test_no_debt_is_owed_to_oneself_or_by_or_to_somebody_who_is_not_there(debtor: int, creditor: int) -> None:
    g = opened(codes.MATTER_DEBT, player=debtor, other=creditor, amount=5000)
    assert not checks.debt_is_owed(g, 0, HERE)


@pytest.mark.parametrize(
    ("bidders", "highest", "amount", "fine"),
    [
        (0b111, codes.NOBODY, 0, True),
        (0b001, codes.NOBODY, 0, True),
        (0b111, codes.NOBODY, 1, False),
        (0b000, codes.NOBODY, 0, False),
        (0b1111, codes.NOBODY, 0, False),
        (0b011, 0, 1, True),
        (0b011, 1, 1500, True),
        (0b011, 1, 1501, False),
        (0b011, 1, 0, False),
        (0b010, 1, 10, False),
        (0b011, 2, 10, False),
        (0b011, codes.BANK, 10, False),
        (0b011, -2, 10, False),
    ],
)
def test_an_auction_has_bidders_and_the_highest_has_the_money(
    bidders: int, highest: int, amount: int, fine: bool
) -> None:
    g = opened(codes.MATTER_AUCTION, set=bidders, other=highest, amount=amount)
    g.cash[0] = g.cash[1] = g.cash[2] = 1500
    g.cash[codes.BANK] = 9999
    assert checks.auction_goes_on(g, 0, HERE) == fine


@pytest.mark.parametrize("deed", [0, codes.DEEDS - 1])
def test_a_choice_is_about_mortgaged_deeds_of_players(deed: int) -> None:
    g = opened(codes.MATTER_KEEP_OR_LIFT, set=1 << deed)
    g.owner[deed], g.mortgaged = 1, 1 << deed
    assert checks.choice_is_open(g, 0)
    g.mortgaged = 0
    assert not checks.choice_is_open(g, 0)
    g.owner[deed], g.mortgaged = codes.BANK, 1 << deed
    assert not checks.choice_is_open(g, 0)
    g.matter_set[0] = 0
    assert not checks.choice_is_open(g, 0)  # all have been made
    assert checks.choice_is_open(covered(g), 0)


def shortage(stage: int, **fields: int) -> Any:
    return opened(codes.MATTER_SHORTAGE, stage=stage, **{"other": codes.LOT_HOUSE, **fields})


@pytest.mark.parametrize("stage", [codes.STAGE_ASKING, codes.STAGE_ASKING_AGAIN])
@pytest.mark.parametrize("kind", [codes.LOT_HOUSE, codes.LOT_HOTEL])
def test_a_shortage_asks_somebody(stage: int, kind: int) -> None:
    g = shortage(stage, set=0b010, wants=0b101, other=kind)
    assert checks.shortage_goes_on(g, 0, HERE)
    assert not checks.shortage_goes_on(covered(g), 0, HERE)
    assert not checks.shortage_goes_on(shortage(stage, wants=0b101, other=kind), 0, HERE)
    assert not checks.shortage_goes_on(shortage(stage, set=0b1010, other=kind), 0, HERE)
    assert not checks.shortage_goes_on(shortage(stage, set=0b010, wants=0b1000, other=kind), 0, HERE)


@pytest.mark.parametrize("kind", [codes.LOT_CHEST_CARD, codes.LOT_HOTEL + 1, codes.NOBODY])
def test_only_houses_and_hotels_are_short(kind: int) -> None:
    assert not checks.shortage_goes_on(shortage(codes.STAGE_ASKING, set=0b010, other=kind), 0, HERE)


def test_no_shortage_has_a_stage_without_a_name() -> None:
    assert not checks.shortage_goes_on(shortage(codes.STAGE_ASKING_AGAIN + 1, set=0b010), 0, HERE)


def test_a_shortages_auction_lies_on_top_of_it() -> None:
    g = shortage(codes.STAGE_AUCTION)
    assert not checks.shortage_goes_on(g, 0, HERE)
    g = covered(g)
    g.matter_square[1] = codes.LOT_HOUSE
    assert checks.shortage_goes_on(g, 0, HERE)
    g.matter_square[1] = codes.LOT_HOTEL
    assert not checks.shortage_goes_on(g, 0, HERE)
    g.matter_square[1], g.matter_kind[1] = codes.LOT_HOUSE, codes.MATTER_DEBT
    assert not checks.shortage_goes_on(g, 0, HERE)
    g.matter_kind[1], g.matters = codes.MATTER_AUCTION, 1
    assert not checks.shortage_goes_on(g, 0, HERE)  # beyond what is open


def test_who_places_a_building_is_there() -> None:
    assert checks.shortage_goes_on(shortage(codes.STAGE_PLACING, last=2), 0, HERE)
    assert not checks.shortage_goes_on(shortage(codes.STAGE_PLACING, last=3), 0, HERE)
    assert not checks.shortage_goes_on(covered(shortage(codes.STAGE_PLACING, last=2)), 0, HERE)


def test_an_estate_always_has_something_on_top() -> None:
    g = opened(codes.MATTER_ESTATE, set=1)
    assert not checks.matter_is_open(g, 0, HERE)
    assert checks.matter_is_open(covered(g), 0, HERE)


def test_the_kind_of_the_first_matter_that_is_not_open_is_told() -> None:
    g = opened(codes.MATTER_DEBT, player=0, other=codes.BANK, amount=5000)
    assert checks.broken_matter(g) == codes.NOBODY
    g.matters, g.matter_kind[1], g.matter_other[1] = 2, codes.MATTER_AUCTION, codes.NOBODY
    assert checks.broken_matter(g) == codes.MATTER_AUCTION
    g.matter_set[1] = 0b011
    assert checks.broken_matter(g) == codes.NOBODY
    g.out[1] = 1
    assert checks.broken_matter(g) == codes.MATTER_AUCTION
    g.matter_kind[1] = codes.MATTER_KEEP_OR_LIFT
    assert checks.broken_matter(g) == codes.MATTER_KEEP_OR_LIFT
    g.matter_kind[1] = codes.MATTER_SHORTAGE
    assert checks.broken_matter(g) == codes.MATTER_SHORTAGE
    g.matter_kind[0], g.matters = codes.MATTER_ESTATE, 1
    assert checks.broken_matter(g) == codes.MATTER_ESTATE


def offering() -> Any:
    """Player 0 offers player 2 the first deed and a card for the last deed and the other card."""
    g = begun().g
    g.owner[0], g.owner[codes.DEEDS - 1], g.jail_card[0], g.jail_card[1] = 0, 2, 0, 2
    g.offer_to[0], g.offer_number[0], g.offers_made = 2, 1, 1
    g.offer_give_deeds[0], g.offer_take_deeds[0] = 1, 1 << (codes.DEEDS - 1)
    g.offer_give_cards[0], g.offer_take_cards[0] = 1, 2
    return g


@pytest.mark.parametrize(
    ("field", "index", "value"),
    [
        ("offer_to", 0, 0),
        ("offer_to", 0, 3),
        ("out", 2, 1),
        ("offer_number", 0, 0),
        ("offer_number", 0, 2),
        ("owner", 0, 2),
        ("owner", codes.DEEDS - 1, 0),
        ("jail_card", 0, 2),
        ("jail_card", 1, 0),
        ("offer_give_cards", 0, 3),
        ("offer_take_cards", 0, 3),
    ],
)
def test_an_offer_is_one_between_two_players_of_what_they_have(field: str, index: int, value: int) -> None:
    g = offering()
    assert checks.offers_are_between_players(g)
    put(g, field, value, index)
    assert not checks.offers_are_between_players(g)


def test_the_offer_of_the_last_seat_is_looked_at_too_and_after_an_empty_one() -> None:
    g = begun().g
    g.offer_to[2], g.offer_number[2], g.offers_made = 0, 1, 1
    assert checks.offers_are_between_players(g)
    g.offers_made = 2
    assert checks.offers_are_between_players(g)
    g.offer_give_deeds[2] = 1
    assert not checks.offers_are_between_players(g)


@pytest.mark.parametrize("deed", [0, codes.DEEDS - 1])
def test_the_goods_of_an_offer_are_as_they_stood(deed: int) -> None:
    g = offering()
    g.mortgaged = 1 << 5  # which is no part of it
    assert checks.offers_are_between_players(g)
    g.mortgaged |= 1 << deed
    assert not checks.offers_are_between_players(g)
    g.offer_mortgaged[0] = 1 << deed
    assert checks.offers_are_between_players(g)
    g.mortgaged = 0
    assert not checks.offers_are_between_players(g)


def test_what_is_said_waits_for_a_matter_and_a_resignation_for_chance_too() -> None:
    match = begun(rent_claims="manual")
    g = match.g
    g.claims, g.claim_owner[0], g.claim_owner[1] = 2, 1, 1
    for field, waits_for_chance in (("resigning", True), ("claim_said", False)):
        for index in (0, 1):
            assert checks.sayings_wait_in_order(g)
            put(g, field, 1, index)
            assert not checks.sayings_wait_in_order(g)
            g.phase = codes.PHASE_THROW
            assert checks.sayings_wait_in_order(g) == waits_for_chance
            g.phase, g.matters = codes.PHASE_BEFORE_THROW, 1
            assert checks.sayings_wait_in_order(g)
            put(g, field, 0, index)
            g.matters = 0


def test_no_two_things_said_have_the_same_number() -> None:
    g = begun(rent_claims="manual").g
    g.claims, g.matters = 2, 1
    places = (("resigning", 0), ("resigning", 2), ("claim_said", 0), ("claim_said", 1))
    for n, (field, index) in enumerate(places):
        put(g, field, codes.SAYINGS - n, index)
    assert checks.sayings_wait_in_order(g)
    for n, (field, index) in enumerate(places):
        for other in range(len(places)):
            put(g, field, codes.SAYINGS - other, index)
            assert checks.sayings_wait_in_order(g) == (other == n)
        put(g, field, codes.SAYINGS - n, index)


def test_a_rent_claim_is_one_between_two_players() -> None:
    g = begun(rent_claims="manual").g
    g.claims, g.claim_owner[0], g.claim_lander[0], g.claim_owner[1], g.claim_lander[1] = 2, 0, 1, 2, 0
    for index in (0, 1):
        assert checks.claims_are_between_players(g)
        for field, value in (("claim_owner", 3), ("claim_lander", 3), ("claim_age", 2), ("claim_age", -1)):
            before = getattr(g, field)[index]
            put(g, field, value, index)
            assert not checks.claims_are_between_players(g), (index, field)
            put(g, field, before, index)
        g.claim_age[index] = 1
    g.claim_lander[1] = g.claim_owner[1]
    assert not checks.claims_are_between_players(g)
    g.claims = 1
    assert checks.claims_are_between_players(g)


def test_nobody_makes_an_offer_to_themselves() -> None:
    g = begun().g
    g.offer_to[0], g.offer_number[0], g.offers_made = 0, 1, 1
    assert not checks.offers_are_between_players(g)
