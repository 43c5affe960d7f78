"""The checks of `rules/checks.py` themselves: each lets pass what may be, and finds what may not, at its very edge."""

from collections.abc import Callable
from typing import Any

import pytest

from passgo.dev.fuzz.checked_game import GAME, Match
from passgo.machine.records import STORED, fields_of
from passgo.rules import checks, codes
from passgo.rules.state import State
from tests.properties.matches import begun, jail_card_out, put, ruled

ALL_DEEDS = (1 << codes.DEEDS) - 1
Change = Callable[[Any], object]


RANGES = {
    "players": (None, 2, codes.PLAYERS),
    "on_turn": (None, 0, 2),
    "first": (None, 0, 2),
    "phase": (None, 0, codes.PHASE_GAME_OVER),
    "matters": (None, 0, codes.MATTERS),
    "claims": (None, 0, codes.CLAIMS),
    "houses": (None, 0, 127),
    "hotels": (None, 0, 127),
    "mortgaged": (None, 0, ALL_DEEDS),
    "deck": (None, 0, 1),
    "doubles": (None, 0, 3),
    "square": (codes.PLAYERS, 0, codes.SQUARES - 1),
    "jail": (codes.PLAYERS, 0, 3),
    "out": (codes.PLAYERS, 0, 1),
    "offer_to": (codes.PLAYERS, codes.NOBODY, 2),
    "speeding": (codes.PLAYERS, 0, 2),
    "resigning": (codes.PLAYERS, 0, codes.SAYINGS),
    "claim_said": (codes.CLAIMS, 0, codes.SAYINGS),
    "owner": (codes.DEEDS, 0, codes.BANK),
    "level": (codes.DEEDS, 0, codes.HOTEL),
    "seen_count": (2, 0, codes.DECK),
    "jail_card": (2, 0, codes.BANK),
    "unseen": (2, 0, (1 << codes.DECK) - 1),
    "seen": (2 * codes.DECK, 0, codes.DECK - 1),
    "matter_kind": (codes.MATTERS, 0, codes.MATTER_ESTATE),
    "matter_player": (codes.MATTERS, 0, codes.PLAYERS - 1),
    "matter_set": (codes.MATTERS, 0, ALL_DEEDS),
    "matter_square": (codes.MATTERS, 0, codes.LOT_HOTEL),
    "claim_owner": (codes.CLAIMS, 0, 2),
    "claim_lander": (codes.CLAIMS, 0, 2),
}


@pytest.mark.parametrize("field", RANGES)
def test_what_is_used_as_an_index_or_a_count_is_one(field: str) -> None:
    count, least, most = RANGES[field]
    for index in (0, count // 2, count - 1) if count else (None,):
        for value, fine in ((least, True), (most, True), (least - 1, False), (most + 1, False)):
            g = begun().g
            put(g, field, value, index)
            stored = getattr(g, field) if index is None else getattr(g, field)[index]
            if stored == value:  # a byte has no 128
                assert checks.indices_are_in_range(g) == fine, (index, value)


def test_every_field_is_judged_by_its_declared_range_and_by_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "BOUNDS", {bits: checks.bounds(bits) for bits in STORED})  # as when it was imported
    match = begun()
    for name, field in fields_of(State).items():
        for value, wrong in ((field.least, []), (field.most, []), (field.least - 1, [name]), (field.most + 1, [name])):
            if -(2 ** (field.bits - 1)) <= value < 2 ** (field.bits - 1):
                for index in (0, field.count - 1) if field.count > 1 else (None,):
                    before = match.position(GAME)
                    put(match.g, name, value, index)
                    assert checks.out_of_range(match.position(GAME)) == wrong
                    match.set_position(GAME, before)


def test_several_fields_out_of_range_are_all_named() -> None:
    match = begun()
    match.g.phase, match.g.jail[7], match.g.steps, match.g.turn = 99, 4, 41, -1
    assert checks.out_of_range(match.position(GAME)) == ["phase", "jail", "steps", "turn"]


@pytest.mark.parametrize(
    ("account", "fine"), [(0, False), (codes.PLAYERS - 1, False), (codes.POT, False), (codes.BANK, True)]
)
def test_only_the_bank_may_owe(account: int, fine: bool) -> None:
    g = begun().g
    for number in range(codes.ACCOUNTS):
        g.cash[number] = 0
    g.cash[account], g.cash[1] = -1, 1
    assert checks.money_is_conserved(g) == fine


def test_no_dollar_is_made_or_lost() -> None:
    g = begun().g
    for account, change in ((0, 1), (codes.BANK, -1), (codes.POT, 1)):
        g.cash[account] += change
        assert not checks.money_is_conserved(g)
        g.cash[account] -= change
    g.cash[1], g.cash[codes.BANK] = 0, g.cash[codes.BANK] + g.cash[1]
    assert checks.money_is_conserved(g)


@pytest.mark.parametrize("account", range(codes.ACCOUNTS))
def test_payments_tell_every_account(account: int) -> None:
    g = begun().g
    assert checks.ledger_is_true(g)
    g.ledger[account] += 1
    assert not checks.ledger_is_true(g)


@pytest.mark.parametrize("deed", [0, codes.DEEDS - 1])
def test_houses_and_hotels_on_any_lot_are_counted(deed: int) -> None:
    match = begun()
    g, e = match.g, match.e
    g.level[deed] = 4
    assert not checks.houses_are_conserved(g, e)
    g.houses -= 4
    assert checks.houses_are_conserved(g, e)
    assert checks.hotels_are_conserved(g, e)
    g.level[deed], g.houses = codes.HOTEL, g.houses + 4
    assert checks.houses_are_conserved(g, e)
    assert not checks.hotels_are_conserved(g, e)
    g.hotels -= 1
    assert checks.hotels_are_conserved(g, e)
    g.hotels -= 1
    assert not checks.hotels_are_conserved(g, e)


@pytest.mark.parametrize("deck", [0, 1])
def test_each_card_is_unseen_seen_or_held_once(deck: int) -> None:
    match = begun()
    g, e = match.g, match.e
    g.unseen[deck] &= ~0b110
    assert not checks.cards_are_conserved(g, e)
    g.seen[deck * codes.DECK], g.seen[deck * codes.DECK + 1], g.seen_count[deck] = 2, 1, 2
    assert checks.cards_are_conserved(g, e)
    g.seen[deck * codes.DECK + 2], g.seen_count[deck] = 2, 3
    assert not checks.cards_are_conserved(g, e)  # twice
    g.seen[deck * codes.DECK + 2], g.seen_count[deck] = 3, 3
    assert not checks.cards_are_conserved(g, e)  # seen, and unseen


@pytest.mark.parametrize("deck", [0, 1])
def test_the_jail_card_is_in_its_deck_or_held_or_under_the_hammer(deck: int) -> None:
    match = begun()
    g, e = match.g, match.e
    g.jail_card[deck] = 0
    assert not checks.cards_are_conserved(g, e)  # held, and in the deck
    jail_card_out(match, deck)
    assert checks.cards_are_conserved(g, e)
    g.jail_card[deck] = codes.BANK
    assert not checks.cards_are_conserved(g, e)  # nowhere
    g.matters = 1
    for kind, wants, lot, fine in (
        (codes.MATTER_AUCTION, 0, codes.LOT_CHANCE_CARD + deck, True),
        (codes.MATTER_AUCTION, 0, codes.LOT_CHEST_CARD - deck, False),
        (codes.MATTER_AUCTION, 1 << deck, 1, False),
        (codes.MATTER_ESTATE, 1 << deck, 0, True),
        (codes.MATTER_ESTATE, 1 << (1 - deck), codes.LOT_CHANCE_CARD + deck, False),
        (codes.MATTER_DEBT, 1 << deck, codes.LOT_CHANCE_CARD + deck, False),
    ):
        g.matter_kind[0], g.matter_wants[0], g.matter_square[0] = kind, wants, lot
        assert checks.is_under_the_hammer(g, deck) == fine
        assert checks.cards_are_conserved(g, e) == fine
    g.matter_kind[1], g.matter_wants[1] = codes.MATTER_ESTATE, 1 << deck
    assert not checks.is_under_the_hammer(g, deck)  # beyond what is open
    g.matters = 2
    assert checks.is_under_the_hammer(g, deck)


def test_no_card_is_held_that_the_decks_do_not_have() -> None:
    match = begun()
    card = jail_card_out(match, 0)
    e = ruled(match)
    match.g.jail_card[0] = 0
    assert checks.cards_are_conserved(match.g, e)
    e.card_effect[card] = codes.PAY
    assert not checks.cards_are_conserved(match.g, e)


BROWN, DARK_BLUE, RAILROADS = (0, 1), (codes.DEEDS - 2, codes.DEEDS - 1), (2, 10, 17, 25)


def built(match: Match, lots: tuple[int, ...], levels: tuple[int, ...], owner: int = 0, mortgaged: int = 0) -> Any:
    """The record with the whole group sold to one player, and built upon."""
    for lot, level in zip(lots, levels, strict=True):
        match.g.owner[lot], match.g.level[lot] = owner, level
    match.g.mortgaged = mortgaged
    return match.g


@pytest.mark.parametrize("lots", [BROWN, DARK_BLUE])
def test_buildings_stand_evenly_on_a_whole_group_of_one_player(lots: tuple[int, int]) -> None:
    cases = {(0, 0): True, (1, 0): True, (0, 1): True, (1, 1): True, (2, 0): False, (0, 2): False, (1, 3): False,
             (4, 5): True, (5, 5): True, (5, 3): False, (0, 5): False}  # fmt: skip
    for levels, even in cases.items():
        match = begun()
        g = built(match, lots, levels)
        assert checks.buildings_stand_well(g, match.e) == even, levels
        assert checks.buildings_stand_well(g, ruled(match, build_sell_evenly=0))
        assert checks.buildings_stand_well(g, ruled(match, build_sell_hotel=0))
        assert checks.buildings_stand_well(g, ruled(match, build_sell_hotel=2)) == even
        g.owner[lots[1]] = 1
        assert checks.buildings_stand_well(g, match.e) == (max(levels) == 0)


@pytest.mark.parametrize("lots", [BROWN, DARK_BLUE])
def test_nothing_is_built_on_the_banks_lots_on_railroads_or_on_mortgages(lots: tuple[int, int]) -> None:
    match = begun()
    assert not checks.buildings_stand_well(built(match, lots, (1, 1), owner=codes.BANK), match.e)
    assert checks.buildings_stand_well(built(match, lots, (1, 1)), match.e)
    pledged = built(match, lots, (1, 1), mortgaged=1 << lots[0])
    assert not checks.buildings_stand_well(pledged, match.e)
    assert not checks.buildings_stand_well(pledged, ruled(match, build_not_mortgaged=0)), "not even beside a mortgage"
    match = begun()
    railroads = tuple(d for d in range(codes.DEEDS) if match.e.kind[d] == codes.RAILROAD)
    assert checks.buildings_stand_well(built(match, railroads, (0, 0, 0, 0)), match.e)
    assert not checks.buildings_stand_well(built(match, railroads, (1, 1, 1, 1)), match.e)


@pytest.mark.parametrize("lots", [BROWN, DARK_BLUE])
def test_a_group_with_a_mortgage_is_bare_where_both_rules_say_so(lots: tuple[int, int]) -> None:
    match = begun()
    g = built(match, lots, (1, 0), mortgaged=1 << lots[1])
    for beside, first in ((0, 0), (0, 1), (1, 0), (1, 1)):
        e = ruled(match, build_not_mortgaged=beside, mortgage_buildings_first=first)
        assert checks.buildings_stand_well(g, e) == (not (beside and first))
    g = built(match, lots, (0, 0), mortgaged=1 << lots[1])
    assert checks.buildings_stand_well(g, match.e)
    g = built(match, lots, (1, 1), mortgaged=1 << 5)  # a mortgage elsewhere
    assert checks.buildings_stand_well(g, match.e)


GONE: dict[str, Change] = {
    "cash": lambda g: put(g, "cash", 1, codes.PLAYERS - 1),
    "a place in Jail": lambda g: put(g, "jail", 1, codes.PLAYERS - 1),
    "a resignation": lambda g: put(g, "resigning", 1, codes.PLAYERS - 1),
    "an offer": lambda g: put(g, "offer_to", 0, codes.PLAYERS - 1),
    "a deed": lambda g: put(g, "owner", 3, 0),
    "the last deed": lambda g: put(g, "owner", codes.PLAYERS - 1, codes.DEEDS - 1),
    "a card": lambda g: put(g, "jail_card", 3, 0),
    "a card of the other deck": lambda g: put(g, "jail_card", 3, 1),
    "a seat": lambda g: put(g, "out", 1, 0),
    "a mortgage of the Bank's": lambda g: put(g, "mortgaged", 1 << (codes.DEEDS - 1)),
}


@pytest.mark.parametrize("what", GONE)
def test_who_is_not_in_the_game_has_nothing(what: str) -> None:
    match = begun()
    assert checks.the_gone_have_nothing(match.g, match.e)
    GONE[what](match.g)
    assert not checks.the_gone_have_nothing(match.g, match.e)


def test_who_is_in_the_game_may_have_all_of_it() -> None:
    match = begun()
    g = match.g
    g.jail[2], g.resigning[1], g.offer_to[0], g.owner[0], g.owner[codes.DEEDS - 1] = 1, 1, 1, 2, 0
    g.jail_card[0], g.jail_card[1], g.mortgaged = 0, 2, 1 << 0
    assert checks.the_gone_have_nothing(g, match.e)
    g.mortgaged = 1 << 5
    assert not checks.the_gone_have_nothing(g, match.e)
    assert checks.the_gone_have_nothing(g, ruled(match, bankrupt_mortgages_cancelled=0))


def test_prisoners_stand_in_jail_and_only_some_editions_have_the_rest() -> None:
    match = begun()
    g, e = match.g, match.e
    assert checks.places_fit(g, e)
    g.jail[2] = 1
    assert not checks.places_fit(g, e)
    g.square[2] = e.jail_square
    assert checks.places_fit(g, e)
    for field, index, option in (
        ("speeding", 2, "speed_die"),
        ("cash", codes.POT, "free_parking_pot"),
        ("hour_struck", None, "short_game"),
        ("claims", None, "rent_claims"),
    ):
        put(g, field, 1, index)
        assert not checks.places_fit(g, e), field
        assert checks.places_fit(g, ruled(match, **{option: 1})), field
        put(g, field, 0, index)


CHOOSING = {"BEFORE_THROW", "CHOOSE_BUS", "CHOOSE_SQUARE", "BUY", "FINE_OR_CHANCE", "CHOOSE_TAX", "END_TURN"}
CHANCE_ACTS = {"THROW", "DRAW", "THROW_FOR_RENT", "THROW_FOR_FIRST", "DEAL_DEEDS"}


@pytest.mark.parametrize("phase", codes.PHASES)
def test_the_turn_stands_where_somebody_must_act(phase: str) -> None:
    g = begun().g
    g.phase = getattr(codes, phase)
    over = phase == "PHASE_GAME_OVER"
    waits = phase.removeprefix("PHASE_") in CHOOSING | CHANCE_ACTS or over
    assert checks.turn_waits(g) == waits
    g.out[0] = 1
    assert checks.turn_waits(g) == over
    g.matters = 1
    assert checks.turn_waits(g)
    g.out[0] = 0
    assert checks.turn_waits(g)


def over(match: Match) -> Any:
    """The record of a game that player 1 has won."""
    g = match.g
    g.phase, g.winners, g.out[0], g.out[2] = codes.PHASE_GAME_OVER, 0b010, 1, 1
    return g


def test_there_are_winners_when_the_game_is_over_and_only_then() -> None:
    g = begun().g
    assert checks.end_is_clean(g)
    for winners in (1, 2):
        g.winners = winners
        assert not checks.end_is_clean(g)
    g.winners, g.out[0], g.out[1] = 0, 1, 1
    assert not checks.end_is_clean(g)  # one is left: it should be over
    g.out[1] = 0
    assert checks.end_is_clean(g)
    g.out[0], g.out[1], g.out[2] = 0, 1, 1
    assert not checks.end_is_clean(g)


@pytest.mark.parametrize(
    ("field", "value", "index"),
    [("winners", 0, None), ("winners", 0b011, None), ("matters", 1, None), ("claims", 1, None), ("offer_to", 0, 0),
     ("offer_to", 0, codes.PLAYERS - 1), ("resigning", 1, 0), ("resigning", 1, codes.PLAYERS - 1)],
)  # fmt: skip
def test_nothing_is_pending_when_the_game_is_over(field: str, value: int, index: int | None) -> None:
    g = over(begun())
    assert checks.end_is_clean(g)
    put(g, field, value, index)
    assert not checks.end_is_clean(g)


LISTS = {"matter_": ("matters", codes.MATTERS), "claim_": ("claims", codes.CLAIMS), "offer_": (None, codes.PLAYERS)}


@pytest.mark.parametrize(
    "field", [name for name in fields_of(State) if name.startswith(tuple(LISTS)) and name != "offer_to"]
)
def test_beyond_what_is_open_the_lists_are_zero(field: str) -> None:
    counter, length = LISTS[field.split("_")[0] + "_"]
    for index in (0, 1, length - 1):
        g = begun().g
        put(g, field, 1, index)
        assert not checks.nothing_settled_remains(g)
        if counter:
            put(g, counter, index)
            assert not checks.nothing_settled_remains(g)
            put(g, counter, index + 1)
        else:
            g.offer_to[index] = 0
        assert checks.nothing_settled_remains(g)


@pytest.mark.parametrize(("index", "deck"), [(0, 0), (codes.DECK - 1, 0), (codes.DECK, 1), (2 * codes.DECK - 1, 1)])
def test_beyond_the_seen_cards_the_list_is_zero(index: int, deck: int) -> None:
    g = begun().g
    g.seen[index] = 1
    assert not checks.nothing_settled_remains(g)
    g.seen_count[deck] = index % codes.DECK
    assert not checks.nothing_settled_remains(g)
    g.seen_count[deck] = index % codes.DECK + 1
    assert checks.nothing_settled_remains(g)


def test_somebody_in_the_game_is_waited_for_until_it_is_over() -> None:
    g = begun().g
    assert checks.somebody_is_waited_for(g)
    g.phase = codes.PHASE_THROW
    assert checks.somebody_is_waited_for(g)
    g.phase, g.out[0] = codes.PHASE_BEFORE_THROW, 1
    assert not checks.somebody_is_waited_for(g)
    g.out[0], g.matters, g.matter_kind[0] = 0, 1, codes.MATTER_AUCTION
    g.matter_set[0], g.matter_other[0] = 0, codes.NOBODY
    assert not checks.somebody_is_waited_for(g)  # nobody left to ask
    g.matter_set[0] = 0b010
    assert checks.somebody_is_waited_for(g)
    g.matter_set[0] = 0b1010
    assert not checks.somebody_is_waited_for(g)  # one of them never sat down
    assert checks.somebody_is_waited_for(over(begun()))


def test_an_offer_to_one_who_is_gone_asks_nobody() -> None:
    g = begun().g
    g.offer_to[0], g.offer_number[0], g.out[2] = 2, 1, 1
    assert not checks.somebody_is_waited_for(g)


def test_nothing_is_built_on_utilities_and_no_lot_between_is_anothers() -> None:
    match = begun()
    utilities = tuple(d for d in range(codes.DEEDS) if match.e.kind[d] == codes.UTILITY)
    assert not checks.buildings_stand_well(built(match, utilities, (1, 1)), match.e)
    match = begun()
    g = built(match, (3, 4, 5), (1, 1, 1))
    assert checks.buildings_stand_well(g, match.e)
    g.owner[4] = 1
    assert not checks.buildings_stand_well(g, match.e)


# All of them together

NUMBERS = {
    "indices_are_in_range": checks.RANGE,
    "money_is_conserved": checks.MONEY,
    "ledger_is_true": checks.LEDGER,
    "houses_are_conserved": checks.HOUSES,
    "hotels_are_conserved": checks.HOTELS,
    "cards_are_conserved": checks.CARDS,
    "buildings_stand_well": checks.BUILDINGS,
    "the_gone_have_nothing": checks.GONE,
    "places_fit": checks.PLACES,
    "turn_waits": checks.TURN,
    "end_is_clean": checks.OVER,
    "offers_are_between_players": checks.OFFER,
    "claims_are_between_players": checks.CLAIM,
    "sayings_wait_in_order": checks.KEPT,
    "nothing_settled_remains": checks.REMAINS,
    "somebody_is_waited_for": checks.WAITING,
}
MATTERS = {
    codes.NOBODY: 0,
    codes.MATTER_DEBT: checks.DEBT,
    codes.MATTER_AUCTION: checks.AUCTION,
    codes.MATTER_KEEP_OR_LIFT: checks.CHOICE,
    codes.MATTER_SHORTAGE: checks.SHORTAGE,
    codes.MATTER_ESTATE: checks.ESTATE,
}


def named(match: Match) -> int:
    """What is broken, by the plain source: only that can be changed here."""
    broken: Any = getattr(checks.broken, "py_func", checks.broken)
    return int(broken([match.g], 0, [match.e], 0))


@pytest.mark.parametrize("check", NUMBERS)
def test_whatever_one_check_finds_is_told_by_its_number(check: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun()
    assert named(match) == 0
    monkeypatch.setattr(checks, check, lambda *_: False)
    assert named(match) == NUMBERS[check]


@pytest.mark.parametrize("kind", MATTERS)
def test_a_matter_that_is_broken_is_told_by_its_kind(kind: int, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun()
    monkeypatch.setattr(checks, "broken_matter", lambda *_: kind)
    assert named(match) == MATTERS[kind]
