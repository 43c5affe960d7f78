"""Deals between players: offers made, countered, withdrawn, refused, accepted."""

from dataclasses import fields

import pytest

from passgo import Action, Game
from tests.rules.by_rule import rule
from tests.rules.dealers import dealers
from tests.rules.lots import BROWN, DARK_BLUE, LIGHT_BLUE, built
from tests.rules.table import cash, landed, may, payments, play, refused, table, told


def open_offers(game: Game) -> list[tuple[str | None, str | None]]:
    """Who has an open offer to whom, the oldest first."""
    return [(offer.player, offer.other) for offer in game.offers]


# What may change hands


@rule("deal.private")
def test_property_is_sold_for_cash_between_any_two_players_at_any_time(edition: str) -> None:
    game = dealers(edition)
    game.play("Ann: offer Ben: boardwalk for $450")
    events = game.play("Ben: accept Ann")
    assert payments(events) == [("Ben", "Ann", 450, "deal.private")]
    assert [(e.player, e.other, e.square, e.rule) for e in told(events, "DeedPassed")] == [
        ("Ann", "Ben", "Boardwalk", "deal.private")
    ]  # fmt: skip
    assert (cash(game), game.offers, game.matters) == ((950, 50, 500), [], [])
    assert (game["Ann"].deeds, game["Ben"].deeds) == ({"Baltic Avenue": 0}, {"Short Line": 0, "Boardwalk": 0})
    assert (game.on_turn, game.phase) == ("Cy", "before-throw")


@rule("deal.private")
def test_property_cash_and_cards_are_exchanged_in_any_combination(edition: str) -> None:
    game = dealers(edition, Ann={"jail_cards": ["chance"]}, Ben={"jail_cards": ["chest"]})
    play(
        game,
        "Ann: offer Ben: baltic avenue + boardwalk + chance card for short line + chest card + $300",
        "Ben: accept Ann",
    )
    assert (game["Ann"].deeds, game["Ann"].jail_cards) == ({"Short Line": 0}, ("chest",))
    assert (game["Ben"].deeds, game["Ben"].jail_cards) == ({"Baltic Avenue": 0, "Boardwalk": 0}, ("chance",))
    assert cash(game) == (800, 200, 500)


@rule("deal.private", "cards.jail-free-sold")
def test_a_card_is_sold_for_cash_or_property(edition: str) -> None:
    game = dealers(edition, Cy={"jail_cards": ["chance", "chest"], "deeds": []})
    events = play(game, "Ben: offer Cy: $40 for chest card", "Cy: accept Ben")
    assert [(e.deck, e.rule) for e in told(events, "CardPassed")] == [("chest", "cards.jail-free-sold")]
    play(game, "Cy: offer Ann: chance card for baltic avenue", "Ann: accept Cy")
    assert (game["Ann"].jail_cards, game["Ben"].jail_cards, game["Cy"].jail_cards) == (("chance",), ("chest",), ())
    assert (game["Cy"].deeds, cash(game)) == ({"Baltic Avenue": 0}, (500, 460, 540))


@rule("deal.private")
def test_nobody_gives_or_asks_for_what_is_not_there(edition: str) -> None:
    game = dealers(edition, Ben={"jail_cards": ["chance"]})
    assert refused(game, "Ann: offer Ben: short line for $10") == "deal.private"
    assert refused(game, "Ann: offer Ben: boardwalk for water works") == "deal.private"
    assert refused(game, "Ann: offer Ben: boardwalk for park place") == "deal.private"  # still the Bank's
    assert refused(game, "Ann: offer Ben: chance card for $10") == "cards.jail-free-sold"
    assert refused(game, "Ann: offer Ben: boardwalk for chest card") == "cards.jail-free-sold"
    assert refused(game, "Ann: offer Ben: $501 for short line") == "deal.private"
    assert refused(game, "Ann: offer Ann: boardwalk for $10") == "deal.private"


@rule("deal.offers")
def test_cash_goes_one_way(edition: str) -> None:
    game = dealers(edition)
    assert refused(game, "Ann: offer Ben: boardwalk + $100 for $200") == "deal.offers"
    assert refused(game, "Ann: offer Ben: $-100 for short line") == "deal.private"  # nobody has less than nothing


@rule("deal.private")
def test_nobody_deals_with_who_has_left(edition: str) -> None:
    game = dealers(edition, Dave={"out": True, "cash": 0})
    assert refused(game, "Ann: offer Dave: boardwalk for $10") == "deal.private"
    assert "Dave" not in {a.other for a in game.legal_actions("Ann") if a.kind == "Offer"}


@rule("deal.private", "table.any-time")
def test_nobody_deals_while_the_dice_are_in_the_air(edition: str) -> None:
    game = dealers(edition)
    game.play("Ann: offer Ben: boardwalk for $100")
    game.play("Cy: throw")
    for action in (
        "Ann: offer Ben: boardwalk for $90",
        "Ben: accept Ann",
        "Ben: refuse Ann",
        "Ben: counter Ann: $1 for boardwalk",
        "Ann: withdraw offer",
    ):
        assert refused(game, action) == "table.any-time"
    game.play("dice 4 6")
    game.play("Ben: accept Ann")  # it stood through the throw
    assert game["Ben"].cash == 400


@rule("deal.private")
def test_a_table_may_allow_sales_for_cash_only(edition: str) -> None:
    game = dealers(edition, options={"deal_swaps": False})
    assert refused(game, "Ann: offer Ben: boardwalk for short line") == "deal.private"
    assert refused(game, "Ann: offer Ben: boardwalk for short line + $200") == "deal.private"
    play(game, "Ann: offer Ben: boardwalk for $200", "Ben: accept Ann")
    assert game["Ben"].cash == 300


@rule("deal.private")
def test_where_only_sales_for_cash_are_allowed_the_buyer_may_offer_the_cash(edition: str) -> None:
    game = dealers(edition, options={"deal_swaps": False})
    play(game, "Ann: offer Ben: $200 for short line", "Ben: accept Ann")
    assert cash(game) == (300, 700, 500)


# Offers


@rule("deal.offers")
def test_an_offer_changes_nothing_until_it_is_accepted_and_may_be_refused(edition: str) -> None:
    game = dealers(edition)
    events = game.play("Ann: offer Ben: boardwalk for $100")
    assert [(e.player, e.other, e.give, e.take_cash, e.rule) for e in told(events, "OfferMade")] == [
        ("Ann", "Ben", ("Boardwalk",), 100, "deal.offers")
    ]  # fmt: skip
    assert (cash(game), open_offers(game)) == ((500, 500, 500), [("Ann", "Ben")])
    events = game.play("Ben: refuse Ann")
    assert [(e.kind, e.rule) for e in events] == [("OfferRefused", "deal.offers")]
    assert (game.offers, "Boardwalk" in game["Ann"].deeds) == ([], True)
    assert refused(game, "Ben: accept Ann") == "deal.offers"


@rule("deal.offers")
def test_only_the_one_addressed_answers_an_offer(edition: str) -> None:
    game = dealers(edition)
    game.play("Ann: offer Ben: boardwalk for $100")
    assert refused(game, "Cy: accept Ann") == "deal.offers"
    assert refused(game, "Cy: refuse Ann") == "deal.offers"
    assert refused(game, "Cy: counter Ann: water works for boardwalk") == "deal.offers"
    assert refused(game, "Ann: accept Ben") == "deal.offers"
    assert refused(game, "Ben: withdraw offer") == "deal.offers"


@rule("deal.offers")
def test_an_offer_may_be_withdrawn(edition: str) -> None:
    game = dealers(edition)
    game.play("Ann: offer Ben: boardwalk for $100")
    events = game.play("Ann: withdraw offer")
    assert [(e.kind, e.rule) for e in events] == [("OfferWithdrawn", "deal.offers")]
    assert game.offers == []
    assert refused(game, "Ann: withdraw offer") == "deal.offers"
    assert refused(game, "Ben: accept Ann") == "deal.offers"


@rule("deal.offers")
@pytest.mark.parametrize(("goods", "end"), [
    ("boardwalk + chance card + $50 for short line + chest card", "Ann: withdraw offer"),
    ("boardwalk + chance card for short line + chest card + $50", "Ben: refuse Ann"),
])  # fmt: skip
def test_nothing_is_left_of_an_offer_that_was_not_accepted(edition: str, goods: str, end: str) -> None:
    game = dealers(edition, Ann={"jail_cards": ["chance"]}, Ben={"jail_cards": ["chest"]})
    before = set(game.position.split())
    play(game, f"Ann: offer Ben: {goods}", end)
    assert set(game.position.split()) - before == {"offers_made=1"}


@rule("deal.offers")
def test_each_proposer_has_one_open_offer_and_a_new_one_replaces_it(edition: str) -> None:
    game = dealers(edition)
    game.play("Ann: offer Ben: boardwalk for $100")
    events = game.play("Ann: offer Cy: baltic avenue for $90")
    assert [e.kind for e in events] == ["OfferWithdrawn", "OfferMade"]
    assert open_offers(game) == [("Ann", "Cy")]
    assert refused(game, "Ben: accept Ann") == "deal.offers"
    game.play("Cy: accept Ann")
    assert cash(game) == (590, 500, 410)


@rule("deal.offers")
def test_several_players_may_have_offers_open_to_the_same_one(edition: str) -> None:
    game = dealers(edition)
    play(game, "Ben: offer Ann: $300 for boardwalk", "Cy: offer Ann: $350 for boardwalk")
    assert open_offers(game) == [("Ben", "Ann"), ("Cy", "Ann")]
    events = game.play("Ann: accept Cy")
    assert [(e.player, e.rule) for e in told(events, "OfferLapsed")] == [("Ben", "deal.offers")]  # it is gone
    assert (game.offers, cash(game)) == ([], (850, 500, 150))


@rule("deal.offers")
def test_a_counter_offer_answers_the_one_it_counters(edition: str) -> None:
    game = dealers(edition)
    game.play("Ann: offer Ben: boardwalk for $450")
    events = game.play("Ben: counter Ann: $300 for boardwalk")
    assert [(e.kind, e.player) for e in events] == [("OfferRefused", "Ann"), ("OfferMade", "Ben")]
    assert open_offers(game) == [("Ben", "Ann")]
    events = game.play("Ann: counter Ben: boardwalk for $400")
    assert open_offers(game) == [("Ann", "Ben")]
    game.play("Ben: accept Ann")
    assert cash(game) == (900, 100, 500)


@rule("deal.offers")
def test_a_counter_offer_replaces_ones_own_old_offer_too(edition: str) -> None:
    game = dealers(edition)
    play(game, "Ben: offer Cy: short line for $100", "Ann: offer Ben: boardwalk for $450")
    game.play("Ben: counter Ann: $300 for boardwalk")
    assert open_offers(game) == [("Ben", "Ann")]


@rule("deal.offers")
def test_a_counter_offer_that_is_refused_leaves_the_offer_open(edition: str) -> None:
    game = dealers(edition)
    game.play("Ann: offer Ben: boardwalk for $450")
    assert refused(game, "Ben: counter Ann: $501 for boardwalk") == "deal.private"
    assert open_offers(game) == [("Ann", "Ben")]


@rule("deal.offers")
@pytest.mark.parametrize(
    "goods", ["boardwalk for nothing", "nothing for short line", "nothing for nothing", "$100 for nothing"]
)
def test_there_are_no_gifts(edition: str, goods: str) -> None:
    game = dealers(edition)
    assert refused(game, f"Ann: offer Ben: {goods}") == "deal.offers"


@rule("deal.offers", "table.cash-private")
@pytest.mark.parametrize("partner_cash", [0, 449, 450, 5000])
def test_the_partners_cash_is_judged_only_when_they_accept(edition: str, partner_cash: int) -> None:
    game = dealers(edition, Ben={"cash": partner_cash})
    game.play("Ann: offer Ben: boardwalk for $450")
    if partner_cash < 450:
        assert "Accept" not in may(game, "Ben")
        assert refused(game, "Ben: accept Ann") == "deal.private"
        assert open_offers(game) == [("Ann", "Ben")]  # it still stands
    else:
        game.play("Ben: accept Ann")
        assert game["Ben"].cash == partner_cash - 450


@rule("deal.offers", "table.cash-private")
def test_an_offer_whose_proposer_has_spent_the_money_lapses_without_a_refusal(edition: str) -> None:
    game = dealers(edition, on_turn="Ann")
    game.play("Ann: offer Ben: $450 for short line")
    game.throw(1, 5)
    game.play("Ann: buy")  # $100
    assert "Accept" in may(game, "Ben")
    events = game.play("Ben: accept Ann")
    assert [(e.kind, e.rule) for e in events] == [("OfferLapsed", "deal.offers")]
    assert (cash(game), game.offers, game["Ben"].deeds) == ((400, 500, 500), [], {"Short Line": 0})


@rule("deal.offers")
def test_an_offer_lapses_when_its_property_is_sold_elsewhere(edition: str) -> None:
    game = dealers(edition)
    play(game, "Ann: offer Ben: boardwalk for $450", "Cy: offer Ann: $100 for boardwalk")
    events = game.play("Ann: accept Cy")
    assert [(e.player, e.other) for e in told(events, "OfferLapsed")] == [("Ann", "Ben")]
    assert game.offers == []


@rule("deal.offers", "deal.no-buildings")
def test_an_offer_lapses_when_its_group_is_built_on(edition: str) -> None:
    game = dealers(edition, Ann={"deeds": list(BROWN)})
    game.play("Ann: offer Ben: baltic avenue for $100")
    events = game.play("Ann: build mediterranean avenue")
    assert told(events, "OfferLapsed")[0].rule == "deal.offers"
    assert game.offers == []


@rule("deal.offers")
@pytest.mark.parametrize("leaver", ["Ann", "Ben"])
def test_an_offer_lapses_when_either_side_leaves(edition: str, leaver: str) -> None:
    game = dealers(edition, Ann={"jail_cards": ["chance"], "deeds": []})
    game.play("Ann: offer Ben: chance card for $10")
    events = game.play(f"{leaver}: resign")
    assert len(told(events, "OfferLapsed")) == 1
    assert game.offers == []


@rule("deal.offers", "debt.limits")
def test_an_offer_lapses_when_a_debt_makes_it_unlawful(edition: str) -> None:
    game = dealers(edition, Ann={"cash": 5}, Cy={"deeds": ["reading railroad"]}, on_turn="Ann")
    game.play("Ben: offer Ann: $199 for boardwalk")  # less than its mortgage
    events = game.throw(2, 3)
    assert [e.kind for e in told(events, "DebtArose", "OfferLapsed")] == ["DebtArose", "OfferLapsed"]
    assert game.offers == []


@rule("deal.offers")
def test_players_asked_one_by_one_answer_the_oldest_offer_first(edition: str) -> None:
    game = dealers(edition)
    play(game, "Cy: offer Ben: water works for $10", "Ben: offer Ann: short line for $10")
    assert game.next_to_decide == "Ben"
    game.play("refuse Cy")
    assert game.next_to_decide == "Ann"
    game.play("accept Ben")
    assert game.next_to_decide == "Cy"  # on turn


@rule("deal.offers")
def test_an_offer_stands_through_turns_and_a_mortgage_of_another_deed(edition: str) -> None:
    game = dealers(edition, Ann={"deeds": ["boardwalk", "reading railroad"]})
    game.play("Ann: offer Ben: boardwalk for $100")
    game.throw(4, 6)
    play(game, "Cy: end turn", "Ann: mortgage reading railroad")
    assert open_offers(game) == [("Ann", "Ben")]
    game.play("Ben: accept Ann")
    assert cash(game) == (500 + 100 + 100, 500 - 100, 500)


@rule("deal.offers")
@pytest.mark.parametrize(
    ("offer", "act"),
    [
        ("Ann: offer Ben: boardwalk for $300", "Ann: mortgage boardwalk"),
        ("Ben: offer Ann: $300 for boardwalk", "Ann: mortgage boardwalk"),
        ("Ann: offer Ben: boardwalk + park place for $300", "Ann: lift park place"),
        ("Ben: offer Ann: $300 for boardwalk + park place", "Ann: lift park place"),
        ("Ann: offer Ben: boardwalk for short line", "Ben: mortgage short line"),
        ("Ann: offer Ben: boardwalk for water works", "Ben: lift water works"),
    ],
)
def test_an_offer_names_its_goods_as_they_stood(edition: str, offer: str, act: str) -> None:
    ann, ben = {"boardwalk": 0, "park place": "mortgaged"}, {"short line": 0, "water works": "mortgaged"}
    game = dealers(edition, Ann={"deeds": ann}, Ben={"deeds": ben}, Cy={"deeds": []})
    game.play(offer)
    events = told(game.play(act), "OfferLapsed")
    assert [(e.player, e.rule) for e in events] == [(offer[:3], "deal.offers")]
    assert open_offers(game) == []
    game.play(offer)  # as the goods stand now
    assert open_offers(game) == [(offer[:3], "Ben" if offer[:3] == "Ann" else "Ann")]


@rule("deal.offers", "deal.settlement")
def test_a_settlement_lapses_too_when_its_deed_is_mortgaged(edition: str) -> None:
    game = landed(
        edition, "boardwalk", Ann={"cash": 20, "deeds": ["reading railroad", "short line"]},
        Ben={"cash": 0, "deeds": {"boardwalk": 2, "park place": 2}}, options={"deal_settlement": True},
    )  # fmt: skip
    game.play("Ann: settle: reading railroad")
    assert told(game.play("Ann: mortgage short line"), "OfferLapsed") == []
    assert len(told(game.play("Ann: mortgage reading railroad"), "OfferLapsed")) == 1
    assert [type(matter).__name__ for matter in game.matters] == ["Debt"]


@rule("deal.offers", "table.any-time")
def test_of_two_open_offers_the_older_is_answered_first(edition: str) -> None:
    game = table(edition, each=500, Ann={"deeds": ["baltic"]}, Ben={"deeds": ["short line"]})
    play(game, "Ann: offer Ben: baltic for $1", "Ben: offer Cy: short line for $1")
    assert game.next_to_decide == "Ben"
    game = table(edition, each=500, Ann={"deeds": ["baltic"]}, Ben={"deeds": ["short line"]})
    play(game, "Ben: offer Cy: short line for $1", "Ann: offer Ben: baltic for $1")
    assert game.next_to_decide == "Cy"


# Buildings


@rule("deal.no-buildings")
@pytest.mark.parametrize("lot", ["oriental avenue", "vermont avenue", "connecticut avenue"])
def test_nothing_of_a_group_changes_hands_while_a_building_stands_on_it(edition: str, lot: str) -> None:
    game = dealers(edition, Ann={"deeds": {**built(LIGHT_BLUE, 0, 1, 0), "boardwalk": 0}})
    assert refused(game, f"Ann: offer Ben: {lot} for $100") == "deal.no-buildings"
    assert refused(game, f"Ben: offer Ann: $100 for {lot}") == "deal.no-buildings"
    assert refused(game, f"Ann: offer Ben: boardwalk + {lot} for $100") == "deal.no-buildings"
    play(game, "Ann: sell vermont avenue", f"Ann: offer Ben: {lot} for $100", "Ben: accept Ann")
    assert cash(game) == (625, 400, 500)


@rule("deal.no-buildings")
def test_buildings_themselves_are_no_goods(edition: str) -> None:
    game = dealers(edition, Ann={"deeds": built(DARK_BLUE, 1, 1)})
    before = game.position
    with pytest.raises(ValueError, match="house"):
        game.play("Ann: offer Ben: house for $100")
    assert game.position == before
    assert not {"houses", "buildings", "give_houses", "hotels"} & {field.name for field in fields(Action)}


# Mortgaged property


@rule("deal.mortgaged")
def test_a_partner_who_could_not_pay_the_interest_cannot_accept(edition: str) -> None:
    ann = {"deeds": {"boardwalk": "mortgaged"}}  # interest $20
    game = dealers(edition, Ann=ann, Ben={"cash": 119})
    game.play("Ann: offer Ben: boardwalk for $100")
    assert refused(game, "Ben: accept Ann") == "deal.mortgaged"
    game = dealers(edition, Ann=ann, Ben={"cash": 120})
    play(game, "Ann: offer Ben: boardwalk for $100", "Ben: accept Ann", "Ben: keep boardwalk")
    assert cash(game) == (600, 0, 500)


@rule("deal.mortgaged")
def test_a_proposer_who_could_not_pay_the_interest_cannot_offer(edition: str) -> None:
    ben = {"deeds": {"boardwalk": "mortgaged", "baltic avenue": "mortgaged"}}  # interest $20 and $3
    game = dealers(edition, Ann={"cash": 122, "deeds": []}, Ben=ben)
    assert refused(game, "Ann: offer Ben: $100 for boardwalk + baltic avenue") == "deal.mortgaged"
    game.play("Ann: offer Ben: $99 for boardwalk + baltic avenue")
    play(game, "Ben: accept Ann", "Ann: keep baltic avenue", "Ann: keep boardwalk")
    assert cash(game) == (0, 599, 500)


@rule("deal.mortgaged")
def test_cash_received_in_the_deal_may_pay_the_interest(edition: str) -> None:
    ann = {"cash": 0, "deeds": ["short line"]}
    game = dealers(edition, Ann=ann, Ben={"deeds": {"boardwalk": "mortgaged"}})
    assert refused(game, "Ann: offer Ben: short line for boardwalk + $19") == "deal.mortgaged"
    play(game, "Ann: offer Ben: short line for boardwalk + $20", "Ben: accept Ann", "Ann: keep boardwalk")
    assert (cash(game), game["Ann"].deeds) == ((0, 480, 500), {"Boardwalk": "mortgaged"})


# No loans


@rule("deal.no-loans")
@pytest.mark.parametrize("promise", ["free rent", "a loan of $100", "$100 later", "$-100"])
def test_a_deal_has_no_words_for_loans_or_promises(edition: str, promise: str) -> None:
    game = dealers(edition)
    before = game.position
    with pytest.raises(ValueError, match=r"offer|loan|free rent"):
        game.play(f"Ann: offer Ben: boardwalk for {promise}")
    assert game.position == before


@rule("deal.no-loans")
def test_a_deal_has_only_goods_that_change_hands_at_once(edition: str) -> None:
    goods = {"give", "take", "give_cash", "take_cash", "give_cards", "take_cards"}
    others = {"kind", "player", "square", "amount", "most", "other", "card", "dice"}
    assert {field.name for field in fields(Action)} == goods | others
    game = dealers(edition)
    game.play("Ann: offer Ben: boardwalk for $100")
    game.play("Ben: accept Ann")
    assert (game.matters, game.offers, game.claims) == ([], [], [])  # nothing is left owing


@rule("deal.no-loans")
def test_nobody_borrows_what_cash_does_not_cover(edition: str) -> None:
    game = dealers(edition, Ben={"cash": 99})
    game.play("Ann: offer Ben: boardwalk for $100")
    assert refused(game, "Ben: accept Ann") == "deal.private"
    assert refused(game, "Ann: offer Ben: $501 for short line") == "deal.private"
