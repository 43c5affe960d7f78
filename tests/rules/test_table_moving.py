"""While a throw's movement is unfinished: nobody builds or lifts, and every deal has the player on turn as a party."""

from typing import Any

import pytest

from passgo import Game
from passgo.game.views import Debt, KeepOrLift
from tests.rules.by_rule import rule
from tests.rules.table import cash, may, play, refused, table

BEN = {"cash": 900, "deeds": {"park place": 1, "boardwalk": 1, "short line": "mortgaged", "water works": 0}}
CY = {"cash": 900, "deeds": {"electric company": 0, "oriental avenue": "mortgaged"}}
THROWS = {"bus": (2, 3, "bus"), "triple": (2, 2, 2), "mr. m": (1, 2, "mr. m")}


def moving(edition: str, moment: str, *before: str, **position: Any) -> Game:
    """Ann's throw has a movement that is not finished; `before` was played before she threw."""
    ann = {"cash": 20, "deeds": {"reading railroad": 0, "b&o railroad": "mortgaged"}}
    ann |= {"jail": 3} if moment == "fine" else {"speeding": True}
    game = table(edition, Ann=ann | position.pop("Ann", {}), Ben=BEN, Cy=CY, **position)
    play(game, *before)
    game.throw(*THROWS.get(moment, (4, 6)))
    return game


def finish(game: Game, moment: str) -> None:
    """Let the movement come to its end, on a property to be bought or on Free Parking."""
    actions = {
        "bus": ["Ann: move 3"],
        "triple": ["Ann: go to baltic avenue"],
        "mr. m": ["Ann: decline", "Ann: withdraw", "Ben: withdraw", "Cy: withdraw"],
        "fine": ["Ann: mortgage reading railroad"],
    }
    play(game, *actions[moment])


IN_SPEED = pytest.mark.parametrize("moment", THROWS)


def check_that_nobody_builds_or_lifts(edition: str, moment: str) -> None:
    game = moving(edition, moment)
    for action in (
        "Ben: build boardwalk",
        "Ben: lift short line",
        "Ben: lift GO",  # there is no deed of it
        "Cy: lift oriental avenue",
        "Ann: lift b&o railroad",
    ):
        assert refused(game, action) == "table.any-time"
    for player in ("Ann", "Ben", "Cy"):
        assert may(game, player).isdisjoint(("Build", "LiftMortgage"))
    play(game, "Ben: sell boardwalk", "Ben: mortgage water works")  # raising money stays open
    finish(game, moment)
    play(game, "Ben: build boardwalk", "Ben: lift short line")
    assert game["Ben"].deeds["Boardwalk"] == 1


def check_that_every_deal_is_with_the_player_on_turn(edition: str, moment: str) -> None:
    game = moving(edition, moment, "Ben: offer Cy: water works for $100")
    assert [offer.player for offer in game.offers] == ["Ben"]
    assert game.next_to_decide == "Ann"
    assert refused(game, "Cy: accept Ben") == "table.any-time"
    assert refused(game, "Cy: counter Ben: electric company for $1") == "table.any-time"
    assert refused(game, "Ben: offer Cy: water works for $1") == "table.any-time"
    assert may(game, "Cy").isdisjoint(("Accept", "Counter"))
    play(game, "Cy: offer Ann: electric company for $5")
    assert game.next_to_decide == "Ann"
    play(game, "Ann: counter Cy: $5 for electric company")
    assert game.next_to_decide == "Cy"  # not to answer Ben, whose older offer waits
    game.play("Cy: accept Ann")
    assert "Electric Company" in game["Ann"].deeds
    finish(game, moment)
    assert game.next_to_decide == "Cy"
    game.play("Cy: accept Ben")
    assert cash(game)[1:] == (1000, 805)


def check_that_waiting_offers_may_be_withdrawn_and_refused(edition: str, moment: str) -> None:
    for answer in ("Ben: withdraw offer", "Cy: refuse Ben"):
        game = moving(edition, moment, "Ben: offer Cy: water works for $100")
        game.play(answer)
        assert game.offers == []


@rule("table.any-time", "speed.bus", "speed.triple", "speed.mr-m")
@IN_SPEED
def test_nobody_builds_or_lifts_before_the_speed_die_has_done_its_work(edition: str, moment: str) -> None:
    check_that_nobody_builds_or_lifts(edition, moment)


@rule("table.any-time", "jail.third-turn")
def test_nobody_builds_or_lifts_while_the_fine_of_the_third_turn_is_unpaid(edition: str) -> None:
    check_that_nobody_builds_or_lifts(edition, "fine")


@rule("table.any-time", "deal.private", "speed.bus", "speed.triple", "speed.mr-m")
@IN_SPEED
def test_only_the_player_on_turn_deals_before_the_speed_die_has_done_its_work(edition: str, moment: str) -> None:
    check_that_every_deal_is_with_the_player_on_turn(edition, moment)


@rule("table.any-time", "deal.private", "jail.third-turn")
def test_only_the_player_on_turn_deals_while_the_fine_of_the_third_turn_is_unpaid(edition: str) -> None:
    check_that_every_deal_is_with_the_player_on_turn(edition, "fine")


@rule("table.any-time", "deal.offers", "speed.bus", "speed.triple", "speed.mr-m")
@IN_SPEED
def test_an_offer_that_waits_for_the_speed_die_may_be_withdrawn_or_refused(edition: str, moment: str) -> None:
    check_that_waiting_offers_may_be_withdrawn_and_refused(edition, moment)


@rule("table.any-time", "deal.offers", "jail.third-turn")
def test_an_offer_that_waits_for_the_fine_may_be_withdrawn_or_refused(edition: str) -> None:
    check_that_waiting_offers_may_be_withdrawn_and_refused(edition, "fine")


@rule("table.any-time", "speed.mr-m")
def test_an_auction_after_the_first_of_two_moves_belongs_to_the_movement(edition: str) -> None:
    game = moving(edition, "mr. m")
    game.play("Ann: decline")
    assert refused(game, "Ben: build boardwalk") == "table.any-time"
    assert refused(game, "Ben: offer Cy: water works for $1") == "table.any-time"


@rule("table.any-time", "speed.mr-m")
def test_after_the_second_move_everything_is_open_again(edition: str) -> None:
    game = moving(edition, "mr. m")
    finish(game, "mr. m")
    assert game.phase == "buy"  # of the second square
    play(game, "Ben: build boardwalk", "Ben: offer Cy: water works for $1", "Cy: accept Ben")


@rule("table.any-time", "mortgage.choice", "speed.mr-m")
def test_keep_or_lift_is_answered_also_during_a_movement(edition: str) -> None:
    game = moving(edition, "mr. m")
    play(game, "Ann: offer Cy: b&o railroad for $50", "Cy: accept Ann")
    assert game.matters == [KeepOrLift(("B&O Railroad",))]
    assert refused(game, "Cy: lift oriental avenue") == "table.any-time"  # that was not asked
    assert refused(game, "Ben: lift short line") == "table.any-time"
    game.play("Cy: lift b&o railroad")
    assert game["Cy"].deeds["B&O Railroad"] == 0


@rule("table.any-time", "mortgage.choice", "jail.third-turn")
def test_keep_or_lift_is_answered_also_before_the_fine_is_paid(edition: str) -> None:
    game = moving(edition, "fine")
    play(game, "Ann: offer Cy: b&o railroad for $25", "Cy: accept Ann")
    assert game.matters[-1] == KeepOrLift(("B&O Railroad",))
    assert refused(game, "Ben: lift b&o railroad") == "table.any-time"
    game.play("Cy: lift b&o railroad")
    assert game.matters == [Debt("Ann", "Bank", 50, "jail.third-turn")]


@rule("table.any-time")
def test_an_ordinary_landing_ends_the_movement(edition: str) -> None:
    game = table(edition, Ann={"square": "GO"}, Ben=BEN, Cy=CY)
    game.throw(1, 2)
    assert game.phase == "buy"
    play(
        game, "Ben: build boardwalk", "Cy: lift oriental avenue", "Ben: offer Cy: water works for $1", "Cy: accept Ben"
    )
