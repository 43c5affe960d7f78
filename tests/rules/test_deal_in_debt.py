"""Deals during auctions and debts and in Jail, and those that settle a debt."""

from typing import Any

from passgo import Game
from passgo.game.views import KeepOrLift
from tests.rules.by_rule import rule
from tests.rules.dealers import dealers
from tests.rules.lots import DARK_BLUE, built
from tests.rules.table import cash, may, open_debts, payments, play, refused, table, told

# During auctions, debts, and in Jail


@rule("deal.private", "auction.reserve")
def test_deals_go_on_in_an_auction_but_the_money_bid_stays(edition: str) -> None:
    game = dealers(edition)
    game.throw(2, 4)
    play(game, "Cy: decline", "Ben: bid 400")
    assert refused(game, "Ben: offer Ann: $101 for boardwalk") == "auction.reserve"
    game.play("Ann: offer Ben: boardwalk for $101")
    assert refused(game, "Ben: accept Ann") == "auction.reserve"
    play(game, "Ann: offer Ben: boardwalk for $100", "Ben: accept Ann")
    assert cash(game) == (600, 400, 500)
    play(game, "Ann: offer Cy: baltic avenue for $50", "Cy: accept Ann")  # two who do not lead
    assert cash(game) == (650, 400, 450)
    play(game, "Ann: withdraw", "Cy: withdraw")
    assert (game["Ben"].cash, "Oriental Avenue" in game["Ben"].deeds) == (0, True)


@rule("deal.private", "jail.business")
def test_two_prisoners_deal(edition: str) -> None:
    game = dealers(edition, Ann={"jail": 1}, Ben={"jail": 3})
    play(game, "Ben: offer Ann: short line + $50 for boardwalk", "Ann: accept Ben")
    assert (cash(game), game["Ben"].deeds) == ((550, 450, 500), {"Boardwalk": 0})


def ann_owes_cy(edition: str, **position: Any) -> Game:
    """Ann has $5, Baltic Avenue and Boardwalk, and owes Cy $25 for Reading Railroad."""
    ann = {"cash": 5, **position.pop("Ann", {})}
    game = dealers(edition, Ann=ann, Cy={"deeds": ["reading railroad"]}, on_turn="Ann", **position)
    game.throw(2, 3)
    assert [(debt.debtor, debt.creditor, debt.amount) for debt in open_debts(game)] == [("Ann", "Cy", 25)]
    return game


@rule("deal.private", "debt.raise")
def test_a_debtor_sells_property_to_pay(edition: str) -> None:
    game = ann_owes_cy(edition)
    play(game, "Ann: offer Ben: boardwalk for $250", "Ben: accept Ann")
    assert (cash(game), game.matters) == ((230, 250, 525), [])


@rule("deal.private", "debt.limits")
def test_no_deal_lowers_what_a_debtor_could_raise(edition: str) -> None:
    game = ann_owes_cy(edition)
    assert refused(game, "Ann: offer Ben: boardwalk for $199") == "debt.limits"  # its mortgage brings $200
    assert refused(game, "Ben: offer Ann: $199 for boardwalk") == "debt.limits"
    assert refused(game, "Ann: offer Ben: boardwalk for short line + $99") == "debt.limits"
    play(game, "Ben: offer Ann: short line + $100 for boardwalk", "Ann: accept Ben")
    assert (cash(game), game.matters) == ((80, 400, 525), [])


@rule("deal.private", "debt.limits")
def test_others_deal_as_they_like_during_anothers_debt(edition: str) -> None:
    game = ann_owes_cy(edition)
    play(game, "Ben: offer Cy: short line for $1", "Cy: accept Ben")
    assert (cash(game), len(game.matters)) == ((5, 501, 499), 1)


# Settling a debt


def ann_owes_ben_2000(edition: str, **options: Any) -> Game:
    """Ann has $300, Water Works and the mortgaged Reading Railroad, and owes Ben $2,000 for his hotel on Boardwalk."""
    ann = {"cash": 300, "square": "short line", "deeds": {"water works": 0, "reading railroad": "mortgaged"}}
    ben = {"deeds": built(DARK_BLUE, "hotel", "hotel")}
    game = table(edition, each=500, Ann=ann, Ben=ben, options=options)
    game.throw(1, 3)
    assert [(debt.debtor, debt.creditor, debt.amount) for debt in open_debts(game)] == [("Ann", "Ben", 2000)]
    return game


def on(edition: str) -> dict[str, bool]:
    """The option that allows settlements, where they are not allowed anyway."""
    return {} if edition == "1935" else {"deal_settlement": True}


@rule("deal.settlement", editions=("classic", "speed-die", "modern"))
def test_without_the_option_no_debt_is_settled_by_less(edition: str) -> None:
    game = ann_owes_ben_2000(edition)
    assert "OfferSettlement" not in may(game, "Ann")
    assert refused(game, "Ann: settle Ben: water works + $100") == "deal.settlement"


@rule("deal.settlement", editions=("1935",))
def test_the_table_can_forbid_settlements_in_1935(edition: str) -> None:
    game = ann_owes_ben_2000(edition, deal_settlement=False)
    assert refused(game, "Ann: settle Ben: water works + $100") == "deal.settlement"


@rule("deal.settlement")
def test_a_creditor_may_take_part_cash_part_property_for_the_whole_debt(edition: str) -> None:
    game = ann_owes_ben_2000(edition, **on(edition))
    events = play(game, "Ann: settle Ben: water works + $100", "Ben: accept Ann")
    (settled,) = told(events, "DebtSettled")
    assert (settled.rule, settled.amount) == ("deal.settlement", 2000)
    assert told(events, "OfferMade")[0].rule == "deal.settlement"
    assert (cash(game), game.matters, game.offers) == ((200, 600, 500), [], [])
    assert game["Ben"].deeds == {"Water Works": 0, "Park Place": "hotel", "Boardwalk": "hotel"}
    assert (game.on_turn, game.phase) == ("Ann", "end-turn")


@rule("deal.settlement", "mortgage.transfer")
def test_a_creditor_who_takes_mortgaged_property_keeps_or_lifts_it(edition: str) -> None:
    game = ann_owes_ben_2000(edition, **on(edition))
    play(game, "Ann: settle Ben: reading railroad", "Ben: accept Ann")
    assert game.to_act == ("Ben",)
    game.play("Ben: keep reading railroad")
    assert (cash(game), game.matters) == ((300, 490, 500), [])


@rule("deal.settlement")
def test_a_creditor_may_refuse_and_the_debt_stands(edition: str) -> None:
    game = ann_owes_ben_2000(edition, **on(edition))
    before = set(game.position.split())
    play(game, "Ann: settle Ben: water works + $300", "Ben: refuse Ann")
    assert set(game.position.split()) - before == {"offers_made=1"}
    assert (len(game.matters), game.offers, cash(game)) == (1, [], (300, 500, 500))
    game.play("Ann: bankrupt")
    assert game["Ann"].out


@rule("deal.settlement")
def test_only_a_debtor_offers_a_settlement_and_only_to_the_creditor(edition: str) -> None:
    game = ann_owes_ben_2000(edition, **on(edition))
    assert refused(game, "Ann: settle Cy: water works") == "deal.settlement"
    assert refused(game, "Ben: settle Ann: park place") == "deal.settlement"
    assert refused(game, "Cy: settle Ben: $100") == "deal.settlement"
    assert refused(game, "Ann: settle Ben: $301 + water works") == "deal.private"
    assert refused(game, "Ann: settle Ben: $300") == "deal.settlement"  # part cash, part property
    assert refused(game, "Ann: settle Ben: nothing") == "deal.settlement"
    assert refused(game, "Ann: settle Ben: water works for $10") == "deal.settlement"  # the debt is what is given
    assert refused(game, "Ann: settle Ben: water works for boardwalk") == "deal.settlement"


@rule("deal.settlement", "mortgage.choice", "table.one-matter")
def test_a_settlement_takes_the_debt_away_from_under_the_choices_made_meanwhile(edition: str) -> None:
    ann = {"cash": 300, "square": "short line", "deeds": ["water works"]}
    mortgaged = {"short line": "mortgaged", "reading railroad": "mortgaged"}
    ben = {"deeds": {**built(DARK_BLUE, "hotel", "hotel"), **mortgaged}}
    game = table(edition, each=500, Ann=ann, Ben=ben, options=on(edition))
    game.throw(1, 3)
    play(game, "Ann: settle Ben: water works + $100")
    play(game, "Ben: offer Cy: short line for $10", "Cy: accept Ben")
    play(game, "Cy: offer Ben: $20 for reading railroad", "Ben: accept Cy", "Ben: accept Ann")
    assert game.matters == [KeepOrLift(("Short Line",)), KeepOrLift(("Reading Railroad",))]
    events = play(game, "Cy: keep reading railroad", "Cy: keep short line")
    assert payments(events) == [("Cy", "Bank", 10, "mortgage.transfer")] * 2
    assert (cash(game), game.matters, game.to_act) == ((200, 630, 450), [], ("Ann",))


@rule("deal.settlement", "deal.offers")
def test_a_settlement_offered_lapses_when_the_debt_is_paid(edition: str) -> None:
    game = dealers(edition, Ann={"cash": 5}, Cy={"deeds": ["reading railroad"]}, on_turn="Ann", options=on(edition))
    game.throw(2, 3)
    game.play("Ann: settle Cy: baltic avenue")
    events = game.play("Ann: mortgage boardwalk")
    assert [e.kind for e in told(events, "DebtSettled", "OfferLapsed")] == ["DebtSettled", "OfferLapsed"]
    assert (cash(game), game.offers) == ((180, 500, 525), [])
