"""Bankruptcy among several debts, and among several who pay."""

from typing import Any

from passgo import Game
from passgo.game.views import Debt, KeepOrLift
from tests.rules.by_rule import rule
from tests.rules.estates import leave_all_unsold, lots
from tests.rules.table import cash, landed, open_auction, outcome, payments, play, table, told

# Several debts


def ann_pays_each(edition: str, ann: dict[str, Any]) -> Game:
    """Ann draws the card that makes her pay $50 to each of three players without cash."""
    game = landed(edition, "chance_7", Ann=ann, Ben={"cash": 0}, Cy={"cash": 0}, Dee={"cash": 0})
    game.draw("chairman_of_the_board")
    return game


def two_claims(edition: str, ann: dict[str, Any]) -> Game:
    """Ann has landed on Ben's Boardwalk and on Cy's Short Line; $50 and $25 can be claimed."""
    return table(
        edition,
        Ann=ann,
        Ben={"cash": 0, "deeds": ["boardwalk"]},
        Cy={"cash": 0, "deeds": ["short line"]},
        phase="end-turn",
        claims=[
            {"lander": "Ann", "owner": "Ben", "square": "boardwalk", "amount": 50},
            {"lander": "Ann", "owner": "Cy", "square": "short line", "amount": 25},
        ],
        options={"rent_claims": "manual"},
    )


@rule("bankrupt.several", editions=("classic", "speed-die", "modern"))
def test_the_bankruptcy_is_to_the_first_who_cannot_be_paid_in_full(edition: str) -> None:
    game = ann_pays_each(edition, {"cash": 70})
    assert cash(game) == (20, 50, 0, 0)
    assert game.matters == [Debt("Ann", "Cy", 50, "cards.each-player")]
    game.play("Ann: bankrupt")
    assert cash(game) == (0, 50, 20, 0)  # what was paid stays paid; Dee's share falls away
    assert (game.matters, game.on_turn, game.phase) == ([], "Ben", "before-throw")


@rule("bankrupt.several", "debt.raise", editions=("classic", "speed-die", "modern"))
def test_a_second_debt_from_one_card_does_not_overwrite_the_first(edition: str) -> None:
    game = ann_pays_each(edition, {"cash": 25, "deeds": ["baltic", "oriental"]})
    assert game.matters == [Debt("Ann", "Ben", 50, "cards.each-player")]
    game.play("Ann: mortgage baltic")
    assert cash(game) == (5, 50, 0, 0)
    assert game.matters == [Debt("Ann", "Cy", 50, "cards.each-player")]
    game.play("Ann: mortgage oriental")
    assert cash(game) == (5, 50, 50, 0)
    assert game.matters == [Debt("Ann", "Dee", 50, "cards.each-player")]
    game.play("Ann: bankrupt")
    assert game["Dee"].cash == 5
    assert game.matters == [KeepOrLift(("Baltic Avenue", "Oriental Avenue"))]
    game.play("Dee: keep baltic")
    assert game["Dee"].cash == 2


@rule("bankrupt.several", editions=("1935", "classic", "speed-die"))
def test_rents_claimed_by_two_owners_are_settled_one_by_one(edition: str) -> None:
    game = two_claims(edition, {"cash": 60})
    game.play("Ben: claim Ann boardwalk")
    game.play("Cy: claim Ann short line")
    assert game.matters == [Debt("Ann", "Cy", 25, "rent.claim")]
    game.play("Ann: bankrupt")
    assert cash(game) == (0, 50, 10)


@rule("bankrupt.several", "table.one-matter", editions=("1935", "classic", "speed-die"))
def test_a_second_claim_waits_until_the_first_debt_is_settled(edition: str) -> None:
    game = two_claims(edition, {"cash": 0, "deeds": ["reading railroad"]})
    game.play("Ben: claim Ann boardwalk")
    assert payments(game.play("Cy: claim Ann short line")) == []
    events = game.play("Ann: mortgage reading railroad")
    assert payments(events)[1:] == [("Ann", "Ben", 50, "rent.claim"), ("Ann", "Cy", 25, "rent.claim")]
    assert cash(game) == (25, 50, 25)


@rule("bankrupt.several", "rent.claim-holder", editions=("1935", "classic", "speed-die"))
def test_the_claims_of_others_fall_away_with_the_bankrupt(edition: str) -> None:
    game = two_claims(edition, {"cash": 0})
    play(game, "Ben: claim Ann boardwalk", "Ann: bankrupt")
    assert game.claims == []
    [lapsed] = told(game.events, "ClaimLapsed")
    assert (lapsed.player, lapsed.other, lapsed.amount, lapsed.rule) == ("Cy", "Ann", 25, "rent.claim-holder")


# Collecting from each


def ann_collects(edition: str, **players: Any) -> tuple[Game, int]:
    """Ann draws the card by which each player pays her; the game, and how much."""
    card, amount = ("birthday", 10) if edition == "modern" else ("grand_opera", 50)
    game = landed(edition, "chest_17", **players)
    game.draw(card)
    return game, amount


@rule("bankrupt.collect", editions=("classic", "speed-die", "modern"))
def test_one_players_bankruptcy_is_completed_before_the_next_pays(edition: str) -> None:
    game, amount = ann_collects(
        edition,
        Ann={"cash": 100},
        Ben={"cash": 5, "deeds": {"reading railroad": "mortgaged"}},
        Cy={"cash": 500},
    )
    assert game.matters == [Debt("Ben", "Ann", amount, "cards.each-player")]
    game.play("Ben: bankrupt")
    assert cash(game) == (105, 0, 500)  # Cy has not paid yet
    assert game.matters == [KeepOrLift(("Reading Railroad",))]
    game.play("Ann: keep reading railroad")
    assert cash(game) == (105 - 10 + amount, 0, 500 - amount)
    assert (game.matters, game.on_turn, game.phase) == ([], "Ann", "end-turn")


@rule("bankrupt.collect", "bankrupt.turn", editions=("classic", "speed-die", "modern"))
def test_a_collector_ruined_by_the_inheritance_collects_no_more(edition: str) -> None:
    """Ben leaves Ann mortgages with interest of $46; Ann has only Ben's $5."""
    estate = {"boardwalk": "mortgaged", "pacific": "mortgaged", "illinois": "mortgaged"}
    game, _ = ann_collects(
        edition, Ann={"cash": 0}, Ben={"cash": 5, "deeds": estate}, Cy={"cash": 500}, Dee={"cash": 500}
    )
    play(game, "Ben: bankrupt", "Ann: keep illinois")
    assert game.matters == [KeepOrLift(("Pacific Avenue", "Boardwalk")), Debt("Ann", "Bank", 12, "bankrupt.interest")]
    game.play("Ann: bankrupt")
    assert lots(game) == ["Illinois Avenue"]
    assert open_auction(game).bidders == ("Cy", "Dee")
    leave_all_unsold(game)
    assert lots(game) == ["Illinois Avenue", "Pacific Avenue", "Boardwalk"]
    assert cash(game) == (0, 0, 500, 500)  # Cy and Dee never paid
    assert (game.on_turn, game.phase) == ("Cy", "before-throw")


@rule("bankrupt.collect", "bankrupt.last-wins", editions=("classic", "speed-die", "modern"))
def test_when_everyone_fails_to_pay_the_collector_wins(edition: str) -> None:
    game, _ = ann_collects(edition, Ann={"cash": 100}, Ben={"cash": 5}, Cy={"cash": 6})
    play(game, "Ben: bankrupt", "Cy: bankrupt")
    assert (game.phase, outcome(game).winners) == ("game-over", ("Ann",))
    assert game["Ann"].cash == 111


@rule("bankrupt.collect", editions=("classic", "speed-die", "modern"))
def test_players_who_left_are_not_asked_to_pay(edition: str) -> None:
    game, amount = ann_collects(edition, Ann={"cash": 0}, Ben={"out": True}, Cy={"cash": 500}, Dee={"cash": 500})
    assert cash(game) == (2 * amount, 0, 500 - amount, 500 - amount)
