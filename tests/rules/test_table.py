"""At the table: one matter after the other, what is open at any time, what is secret, and no house rules."""

from typing import Any

import pytest

from passgo import Action, Game, VerifiableDealer, editions, rulebook
from passgo.game.views import Auction, Debt, Estate, KeepOrLift, Shortage
from passgo.rules import codes, ids
from passgo.terminal.table import may_see
from tests.rules.by_rule import rule
from tests.rules.table import cash, landed, may, payments, play, refused, table, to_act, told


def ann_in_debt(edition: str, **position: Any) -> Game:
    """Ann owes Ben $50 for Boardwalk."""
    position.setdefault("Ann", {"cash": 20, "deeds": ["reading railroad"]})
    position.setdefault("Ben", {"cash": 1000, "deeds": ["boardwalk"]})
    position.setdefault("Cy", {"cash": 1000})
    return landed(edition, "boardwalk", **position)


def auction(edition: str, **position: Any) -> Game:
    """Ann has declined Baltic."""
    for name in ("Ann", "Ben", "Cy"):
        position.setdefault(name, {"cash": 1000})
    game = landed(edition, "baltic", **position)
    game.play("Ann: decline")
    return game


def shortage(edition: str) -> Game:
    """Ben asks for the last house; Cy, who could build too, is asked."""
    light_blue = {"oriental": 4, "vermont": 4, "connecticut": 4}
    pink = {"st. charles": 4, "states": 4, "virginia": 4}
    orange = {"st. james": 3, "tennessee": 2, "new york": 2}
    game = table(
        edition,
        Ann={"cash": 1000, "deeds": light_blue | pink},
        Ben={"cash": 1000, "deeds": orange},
        Cy={"cash": 1000, "deeds": {"mediterranean": 0, "baltic": 0}},
        options={"setup_houses": 32},
    )
    assert game.bank.houses == 1
    game.play("Ben: build new york")
    assert game.matters == [Shortage("house", ("Cy",), ("Ben",), None)]
    return game


# One matter after the other


@rule("table.one-matter")
def test_no_token_moves_and_no_turn_ends_while_a_matter_is_open(edition: str) -> None:
    keep = table(edition, Ann={"cash": 300, "deeds": {"reading railroad": "mortgaged"}}, Ben={"cash": 300})
    play(keep, "Ann: offer Ben: reading railroad for $60", "Ben: accept Ann")
    assert keep.matters == [KeepOrLift(("Reading Railroad",))]
    for game in (ann_in_debt(edition), auction(edition), keep, shortage(edition)):
        for action in ("Ann: throw", "Ann: end turn", "Ann: buy", "Ben: throw"):
            assert refused(game, action) == "table.one-matter"


@rule("table.one-matter")
def test_there_is_no_bidding_while_a_debt_is_open(edition: str) -> None:
    assert refused(ann_in_debt(edition), "Ben: bid 10") == "table.one-matter"


@rule("table.one-matter")
def test_keep_or_lift_of_a_deal_made_to_pay_a_debt_is_settled_before_the_debt(edition: str) -> None:
    game = ann_in_debt(edition, Ann={"cash": 20, "deeds": {"reading railroad": "mortgaged"}})
    play(game, "Ann: offer Cy: reading railroad for $40", "Cy: accept Ann")
    assert game.matters == [Debt("Ann", "Ben", 50, "rent.deed"), KeepOrLift(("Reading Railroad",))]
    assert cash(game) == (60, 1000, 960)  # Ann could pay now, but Cy's choice comes first
    assert to_act(game) == ("Cy",)
    game.play("Cy: keep reading railroad")
    assert game.matters == []
    assert cash(game) == (10, 1050, 950)


@rule("table.one-matter")
def test_a_deal_during_an_auction_is_settled_inside_it(edition: str) -> None:
    game = auction(edition, Ann={"cash": 1000, "deeds": {"short line": "mortgaged"}})
    play(game, "Ann: offer Cy: short line for $40", "Cy: accept Ann")
    assert game.matters == [Auction("Baltic Avenue", ("Ann", "Ben", "Cy"), None, 0), KeepOrLift(("Short Line",))]
    assert refused(game, "Ben: bid 10") == "table.one-matter"
    game.play("Cy: lift short line")
    game.play("Ben: bid 10")
    assert game.matters == [Auction("Baltic Avenue", ("Ann", "Ben", "Cy"), "Ben", 10)]


@rule("table.one-matter")
def test_the_lots_of_an_estate_queue_behind_each_other(edition: str) -> None:
    game = table(edition, Ann={"cash": 0, "deeds": ["baltic", "boardwalk"]})
    game.play("Ann: resign")
    assert game.matters == [Estate("Ann", ("Boardwalk",), ()), Auction("Baltic Avenue", ("Ben", "Cy"), None, 0)]
    play(game, "Ben: withdraw", "Cy: withdraw")
    assert game.matters[-1] == Auction("Boardwalk", ("Ben", "Cy"), None, 0)
    play(game, "Ben: withdraw", "Cy: withdraw")
    assert (game.matters, game.on_turn) == ([], "Ben")


@rule("table.one-matter")
def test_two_debts_on_the_table_are_both_paid_the_later_one_first(edition: str) -> None:
    game = table(
        edition,
        Ann={"cash": 0, "deeds": ["baltic", "reading railroad"]},
        Ben={"cash": 0},
        phase="square-done",
        matters=[
            {"kind": "debt", "player": "Ann", "other": "Ben", "amount": 90, "rule": "rent.deed"},
            {"kind": "debt", "player": "Ann", "other": "Bank", "amount": 20, "rule": "mortgage.transfer"},
        ],
    )
    game.play("Ann: mortgage baltic")
    assert game.matters == [Debt("Ann", "Ben", 90, "rent.deed")]
    assert game["Ann"].cash == 10
    game.play("Ann: mortgage reading railroad")
    assert (game["Ann"].cash, game["Ben"].cash, game.matters) == (20, 90, [])


@rule("table.one-matter")
def test_only_those_whom_the_matter_asks_are_waited_for(edition: str) -> None:
    assert ann_in_debt(edition).to_act == ("Ann",)
    assert shortage(edition).to_act == ("Cy",)
    game = auction(edition)
    assert to_act(game) == ("Ann", "Ben", "Cy")
    game.play("Ben: bid 20")
    assert to_act(game) == ("Ann", "Cy")


# At any time


ANY_TIME = (
    ("mortgage boardwalk", "Mortgage"),
    ("build baltic", "Build"),
    ("sell oriental", "SellBuilding"),
    ("lift short line", "LiftMortgage"),
    ("offer Cy: boardwalk for $300", "Offer"),
)
BEN_HAS = {
    "cash": 1000,
    "deeds": {
        "boardwalk": 0,
        "mediterranean": 0,
        "baltic": 0,
        "oriental": 1,
        "vermont": 1,
        "connecticut": 1,
        "short line": "mortgaged",
    },
}
"""Ben's property here, with which everything can be done that is open at any time."""


def waiting(edition: str, moment: str) -> Game:
    """A game in which everybody waits for somebody else than Ben."""
    ben = BEN_HAS | ({"jail": 1} if moment == "in Jail" else {})
    players: dict[str, Any] = {"Ann": {"cash": 1000}, "Ben": ben, "Cy": {"cash": 1000}}
    if moment in ("before a throw", "in Jail"):
        return table(edition, **players)
    if moment == "a purchase":
        return landed(edition, "illinois", **players)
    if moment == "an auction":
        game = landed(edition, "illinois", **players)
        game.play("Ann: decline")
        return game
    if moment == "a debt":
        players["Ann"] = {"cash": 0, "deeds": ["reading railroad"]}
        players["Cy"] = {"cash": 1000, "deeds": ["illinois"]}
        return landed(edition, "illinois", **players)
    return landed(edition, "free parking", **players)


MOMENTS = ("before a throw", "a purchase", "an auction", "a debt", "the end of a turn", "in Jail")


@pytest.mark.parametrize("moment", MOMENTS)
@rule("table.any-time")
def test_building_selling_mortgaging_and_dealing_are_open_whenever_anybody_decides(edition: str, moment: str) -> None:
    for action, kind in ANY_TIME:
        game = waiting(edition, moment)
        assert kind in may(game, "Ben")
        before = (game.phase, game.matters, game.to_act)
        game.play(f"Ben: {action}")
        assert (game.phase, game.matters, game.to_act) == before  # and nothing else goes on by it


@pytest.mark.parametrize("moment", MOMENTS)
@rule("table.any-time")
def test_offers_are_answered_whenever_anybody_decides(edition: str, moment: str) -> None:
    for answer in ("accept", "refuse"):
        game = waiting(edition, moment)
        game.play("Cy: offer Ben: $300 for boardwalk")
        game.play(f"Ben: {answer} Cy")
        assert game.offers == []
        assert game["Ben"].cash == (1300 if answer == "accept" else 1000)


@rule("table.any-time")
def test_nothing_is_built_mortgaged_or_dealt_while_the_dice_roll(edition: str) -> None:
    game = table(edition, Ann={"cash": 1000}, Ben=BEN_HAS, Cy={"cash": 1000})
    play(game, "Cy: offer Ben: $300 for boardwalk", "Ann: throw")
    assert to_act(game) == ("Chance",)
    for action, _ in ANY_TIME:
        assert refused(game, f"Ben: {action}") == "table.any-time"
    assert refused(game, "Ben: accept Cy") == "table.any-time"
    assert refused(game, "Cy: withdraw offer") == "table.any-time"
    assert may(game, "Ben") == {"Resign"}


@rule("table.any-time")
def test_nor_between_the_throw_and_the_card_it_leads_to(edition: str) -> None:
    game = landed(edition, "chance_7", Ann={"cash": 1000}, Ben=BEN_HAS)
    assert (game.phase, game.to_act) == ("draw", ("Chance",))
    for action, _ in ANY_TIME:
        assert refused(game, f"Ben: {action}") == "table.any-time"


@rule("table.any-time", "rent.utility", editions=("modern",))
def test_nor_between_the_landing_and_the_throw_that_measures_the_rent(edition: str) -> None:
    game = landed(
        edition, "electric company", Ann={"cash": 1000}, Ben=BEN_HAS, Cy={"cash": 0, "deeds": ["electric company"]}
    )
    assert (game.phase, game.to_act) == ("throw-for-rent", ("Chance",))
    assert refused(game, "Ann: offer Cy: $10 for electric company") == "table.any-time"


@rule("table.any-time", "auction.meanwhile")
def test_a_shortage_bars_everything_but_its_answers(edition: str) -> None:
    game = shortage(edition)
    for action in (
        "Ann: sell virginia",
        "Cy: mortgage baltic",
        "Ann: offer Ben: $10 for st. james",
        "Ben: build tennessee",
    ):
        assert refused(game, action) == "auction.meanwhile"


@rule("table.any-time", "auction.reserve")
def test_the_highest_bidder_may_not_spend_the_bid_meanwhile(edition: str) -> None:
    game = waiting(edition, "an auction")
    game.play("Ben: bid 951")
    assert refused(game, "Ben: build baltic") == "auction.reserve"  # $50, and $49 are left
    game.play("Ben: mortgage boardwalk")
    game.play("Ben: build baltic")
    assert game["Ben"].cash == 1000 + 200 - 50


@rule("table.any-time", "debt.limits")
def test_a_debtor_may_not_build_meanwhile(edition: str) -> None:
    game = ann_in_debt(edition, Ann={"cash": 49, "deeds": ["mediterranean", "baltic"]})
    assert refused(game, "Ann: build baltic") == "debt.limits"


# What is secret, and what is public

SAYINGS = (
    "offer Ben: $400 for boardwalk",
    "offer Ben: baltic for $5000",
    "offer Ben: baltic for boardwalk + $700",
    "offer Ben: $10 for short line",
    "offer Cy: baltic for $100",
    "accept Ben",
    "bid 120",
    "bid 900",
    "withdraw",
    "buy",
    "decline",
    "throw",
    "mortgage baltic",
    "build baltic",
    "bankrupt",
)


@pytest.mark.parametrize("moment", ["before a throw", "a purchase", "an auction", "a bid", "an offer", "a debt"])
@rule("table.cash-private")
def test_nothing_a_player_may_or_may_not_do_tells_what_cash_another_has(edition: str, moment: str) -> None:
    def told_to_ann(ben_cash: int) -> list[object]:
        players: dict[str, Any] = {
            "Ann": {"cash": 500, "deeds": ["baltic"]},
            "Ben": {"cash": ben_cash, "deeds": {"boardwalk": 0, "short line": "mortgaged"}},
            "Cy": {"cash": 500},
        }
        if moment == "a debt":  # Ben's own, with nothing left but his secret cash
            ben = {"cash": ben_cash, "square": "water works", "deeds": {"boardwalk": 0, "short line": "mortgaged"}}
            pacific = {"pacific": 4, "north carolina": 4, "pennsylvania avenue": 4}
            game = table(edition, Ann={"cash": 500, "deeds": pacific}, Ben=ben, on_turn="Ben")
            game.throw(1, 2)
        elif moment in ("before a throw", "an offer"):
            game = table(edition, **players)
        else:
            game = landed(edition, "illinois", **players)
        if moment in ("an auction", "a bid"):
            game.play("Ann: decline")
        if moment == "a bid":
            game.play("Ben: bid 100")
        if moment == "an offer":
            game.play("Ben: offer Ann: boardwalk for $400")
        refusals = [getattr(game.check(f"Ann: {saying}"), "rule", None) for saying in SAYINGS]
        return [refusals, game.legal_actions("Ann"), game.to_act, game.next_to_decide, game.phase]

    assert told_to_ann(150) == told_to_ann(999)


@rule("table.cash-private", "deal.offers")
def test_an_offer_is_not_refused_because_the_partner_could_not_pay(edition: str) -> None:
    game = table(edition, Ann={"cash": 100, "deeds": ["boardwalk"]}, Ben={"cash": 1})
    game.play("Ann: offer Ben: boardwalk for $400")
    assert refused(game, "Ben: accept Ann") == "deal.private"  # the partner knows what the partner has


@rule("table.cash-private", "deal.offers")
def test_accepting_an_offer_whose_maker_cannot_pay_any_more_only_makes_it_lapse(edition: str) -> None:
    game = table(
        edition, Ann={"cash": 400, "deeds": ["mediterranean", "baltic"]}, Ben={"cash": 1, "deeds": ["boardwalk"]}
    )
    play(game, "Ann: offer Ben: $400 for boardwalk", "Ann: build baltic")
    happened = game.play("Ben: accept Ann")
    assert [event.kind for event in happened] == ["OfferLapsed"]
    assert list(game["Ben"].deeds) == ["Boardwalk"]


@rule("table.cash-private")
def test_cash_is_a_secret_until_the_game_is_over(edition: str) -> None:
    game = table(edition, Cy={"out": True})
    assert may_see(game, viewer="Ann", name="Ann")
    assert not may_see(game, viewer="Ann", name="Ben")
    game.play("Ann: resign")
    assert may_see(game, viewer="Ann", name="Ben")


@rule("table.cash-private")
def test_option_cash_lies_open_and_that_is_no_house_rule(edition: str) -> None:
    game = table(edition, options={"table_cash_private": False})
    assert may_see(game, viewer="Ann", name="Ben")
    assert rulebook.house_rules(game.ruleset) == ()


@rule("table.deeds-public")
def test_everyone_sees_property_mortgages_buildings_and_held_cards(edition: str) -> None:
    deeds = {"mediterranean": 1, "baltic": 1, "boardwalk": "mortgaged"}
    game = table(edition, Ben={"deeds": deeds, "jail_cards": ["chest"]})
    assert game["Ben"].deeds == {"Mediterranean Avenue": 1, "Baltic Avenue": 1, "Boardwalk": "mortgaged"}
    assert game["Ben"].jail_cards == ("chest",)
    assert (game.bank.houses, len(game.bank.deeds)) == (30, 25)


@rule("table.deeds-public", "deal.private")
def test_an_offer_is_refused_at_once_for_what_everyone_can_see(edition: str) -> None:
    game = table(
        edition,
        Ann={"cash": 500},
        Ben={"deeds": {"mediterranean": 1, "baltic": 1}, "jail_cards": ["chest"]},
        Cy={"deeds": ["boardwalk"]},
    )
    assert refused(game, "Ann: offer Ben: $10 for boardwalk") == "deal.private"
    assert refused(game, "Ann: offer Ben: $10 for baltic") == "deal.no-buildings"
    assert refused(game, "Ann: offer Ben: $10 for chance card") == "cards.jail-free-sold"
    game.play("Ann: offer Ben: $10 for chest card")


# What is to come


@rule("table.decks-hidden")
def test_the_position_holds_no_seed_and_no_order_of_the_decks(edition: str) -> None:
    """Games of different dice are the same game until the dice fall."""
    one, other = (Game(edition, players=3, seed=seed, setup_first_player="first-seat", short_deal=0) for seed in (1, 2))
    assert one._engine.position == other._engine.position
    assert one.to_dict() == other.to_dict()
    assert "seed" not in one.position


@rule("table.decks-hidden", "setup.decks")
def test_every_card_not_seen_yet_may_come_next(edition: str) -> None:
    game = landed(edition, "chance_7", seen={"chance": ["go_back_three", "advance_to_go"]})
    cards = [action.card for action in game.legal_actions()]
    assert len(cards) == 14
    assert not {"go_back_three", "advance_to_go"} & set(cards)
    assert refused(game, "card go_back_three") == "cards.draw"


@rule("table.decks-hidden")
def test_no_player_throws_the_dice_or_turns_the_cards_by_hand(edition: str) -> None:
    game = table(edition)
    game.play("Ann: throw")
    before = game._engine.position
    for kind in (codes.DICE, codes.CARD, codes.DEED):
        action = game._engine.action
        action.kind, action.player, action.dice[:] = kind, 0, (3, 4, 0)
        assert ids.NAMES[game._engine.step()] == "table.decks-hidden"
        assert game._engine.position == before


@rule("table.decks-hidden")
def test_a_player_is_shown_no_chance_to_come(edition: str) -> None:
    game = table(edition)
    game.play("Ann: throw")
    for name in game.names:
        assert not may(game, name) & {"Dice", "Card", "Deed"}


@rule("table.decks-hidden")
def test_the_secret_of_verifiable_dice_stands_in_no_record_before_the_end(edition: str) -> None:
    secret = bytes(range(32))
    game = Game(edition, players=3, dealer=VerifiableDealer(secret))
    game.play("throw")
    assert secret.hex() not in game.record()
    assert secret.hex() not in game.position


# House rules


@rule("table.no-house-rules")
def test_no_edition_has_a_house_rule_by_itself(edition: str) -> None:
    record = editions.ruleset(edition).record[0]
    assert rulebook.house_rules(editions.ruleset(edition)) == ()
    assert (record["free_parking_pot"], record["double_salary_on_go"], record["short_deal"]) == (0, 0, 0)
    assert (record["auction_declined"], record["short_deal_paid"]) == (1, 1)


@rule("table.no-house-rules")
def test_house_rules_are_always_marked_as_such(edition: str) -> None:
    chosen = {"free_parking_pot": True, "double_salary_on_go": True, "auction_declined": False, "short_deal": 2}
    assert set(rulebook.house_rules(editions.ruleset(edition, **chosen))) == set(chosen)


@rule("table.no-house-rules", "move.free-parking")
def test_taxes_go_to_the_bank_and_free_parking_pays_nothing(edition: str) -> None:
    tax = 100 if edition == "modern" else 75
    game = landed(edition, "luxury tax", Ann={"cash": 1000}, Ben={"cash": 1000, "square": "jail"})
    assert payments(game.events) == [("Ann", "Bank", tax, "tax.luxury")]
    game.play("Ann: end turn")
    game.throw(4, 6)
    assert (game["Ben"].square, game["Ben"].cash, game.bank.pot) == ("Free Parking", 1000, 0)


@rule("table.no-house-rules")
def test_house_rule_taxes_gather_on_free_parking_for_whoever_lands_there(edition: str) -> None:
    tax = 100 if edition == "modern" else 75
    game = landed(
        edition,
        "luxury tax",
        Ann={"cash": 1000},
        Ben={"cash": 1000, "square": "jail"},
        options={"free_parking_pot": True},
    )
    assert payments(game.events) == [("Ann", "Pot", tax, "tax.luxury")]
    assert game.bank.pot == tax
    game.play("Ann: end turn")
    game.throw(4, 6)
    assert (game["Ben"].cash, game.bank.pot) == (1000 + tax, 0)
    assert payments(game.events)[-1] == ("Pot", "Ben", tax, "table.no-house-rules")


@rule("table.no-house-rules", "jail.fine-before")
def test_house_rule_fines_and_card_fees_gather_there_too(edition: str) -> None:
    game = table(edition, Ann={"cash": 1000, "jail": 1}, options={"free_parking_pot": True})
    game.play("Ann: pay fine")
    game.throw(3, 4)  # Community Chest 17
    game.draw("doctors_fee")
    assert game.bank.pot == 50 + 50


@rule("table.no-house-rules", "buy.option")
def test_house_rule_prices_still_go_to_the_bank(edition: str) -> None:
    game = landed(edition, "baltic", Ann={"cash": 1000}, options={"free_parking_pot": True})
    game.play("Ann: buy")
    assert payments(game.events) == [("Ann", "Bank", 60, "buy.option")]


@rule("table.no-house-rules", "bankrupt.to-bank")
def test_house_rule_a_bankruptcy_to_the_pot_is_one_to_the_bank(edition: str) -> None:
    game = landed(
        edition, "luxury tax", Ann={"cash": 40, "deeds": {"baltic": "mortgaged"}}, options={"free_parking_pot": True}
    )
    game.play("Ann: bankrupt")
    assert game["Ann"].out
    assert game.matters[-1] == Auction("Baltic Avenue", ("Ben", "Cy"), None, 0)
    assert [event.rule for event in told(game.events, "WentBankrupt")] == ["bankrupt.to-bank"]


@rule("table.no-house-rules", "bankrupt.to-bank")
def test_house_rule_the_pot_gets_a_bankrupts_cash_and_nothing_for_the_buildings(edition: str) -> None:
    deeds = {"mediterranean": 1, "baltic": 1}
    game = landed(edition, "luxury tax", Ann={"cash": 5, "deeds": deeds}, options={"free_parking_pot": True})
    game.play("Ann: resign")
    assert game["Ann"].out
    assert payments(game.events)[-1] == ("Ann", "Pot", 5, "bankrupt.to-bank")


@rule("table.no-house-rules", "move.salary")
def test_arriving_exactly_on_go_pays_one_salary(edition: str) -> None:
    assert landed(edition, "GO", Ann={"cash": 0})["Ann"].cash == 200


@rule("table.no-house-rules", "move.salary")
def test_house_rule_arriving_exactly_on_go_pays_twice_and_passing_it_once(edition: str) -> None:
    options = {"double_salary_on_go": True}
    assert landed(edition, "GO", Ann={"cash": 0}, options=options)["Ann"].cash == 400
    assert landed(edition, "mediterranean", Ann={"cash": 0}, options=options)["Ann"].cash == 200


@rule("table.no-house-rules", "auction.declined")
def test_house_rule_without_auctions_what_is_declined_stays_with_the_bank(edition: str) -> None:
    game = landed(edition, "baltic", Ann={"cash": 1000}, options={"auction_declined": False})
    game.play("Ann: decline")
    assert (game.matters, game.phase) == ([], "end-turn")
    assert "Baltic Avenue" in game.bank.deeds
    assert told(game.events, "AuctionOpened") == []


@rule("table.no-house-rules", "short.deal")
def test_house_rule_a_full_game_can_start_with_dealt_deeds(edition: str) -> None:
    game = Game(
        edition,
        players=["Ann", "Ben", "Cy"],
        dealer="typed",
        short_deal=1,
        short_deal_paid=False,
        setup_first_player="first-seat",
    )
    for deed in ("baltic", "boardwalk", "short line"):
        game.deal_deed(deed)
    assert [list(player.deeds) for player in game.players] == [["Baltic Avenue"], ["Boardwalk"], ["Short Line"]]
    assert refused(game, "hour") == "short.end"  # it is no short game
    assert Action("Throw") in game.legal_actions("Ann")


@rule("table.any-time", "deal.offers")
def test_dice_in_the_air_come_before_an_open_offer(edition: str) -> None:
    game = table(edition, Ann={"cash": 500, "deeds": ["baltic"]})
    play(game, "Ann: offer Ben: baltic for $10", "Ann: throw")
    assert game.next_to_decide == "Chance"
