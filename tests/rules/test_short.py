"""The short game: dealt deeds, an agreed end, and the richest wins."""

from random import Random
from typing import Any

import pytest

from passgo import Game, editions
from passgo.dev.fuzz.checked_game import Match
from passgo.dev.fuzz.tables import begin_first_turn
from passgo.game.views import Auction, Debt
from passgo.rules import codes, ids
from tests.rules.by_rule import rule
from tests.rules.table import cash, landed, may, outcome, payments, play, refused, table, told

CASH = {"1935": 1500, "classic": 1500, "speed-die": 2500, "modern": 1500}
DEALT = ("baltic", "boardwalk", "reading railroad", "oriental", "water works", "illinois")


def dealing(edition: str, **options: Any) -> Game:
    """A short game of three at its very beginning."""
    return Game(edition, players=["Ann", "Ben", "Cy"], dealer="typed", **{"short_game": True, **options})


def short(edition: str, **position: Any) -> Game:
    """A short game in the middle of play."""
    options = {"short_game": True, **position.pop("options", {})}
    for name in ("Ann", "Ben", "Cy"):
        position.setdefault(name, {"cash": 1000})
    return table(edition, options=options, **position)


def short_landed(edition: str, square: str, **position: Any) -> Game:
    """A short game in which Ann's throw has just carried her to the square."""
    for name in ("Ann", "Ben", "Cy"):
        position.setdefault(name, {"cash": 1000})
    return landed(edition, square, options={"short_game": True, **position.pop("options", {})}, **position)


# The deal


@rule("short.deal")
def test_two_deeds_are_dealt_to_each_in_turn_and_paid_at_once(edition: str) -> None:
    game = dealing(edition)
    assert (game.phase, game.to_act) == ("deal-deeds", ("Chance",))
    first = game.deal_deed("baltic")
    assert [(event.player, event.square, event.rule) for event in told(first, "DeedDealt")] == [
        ("Ann", "Baltic Avenue", "short.deal")
    ]
    assert payments(first) == [("Ann", "Bank", 60, "short.deal")]
    for deed in DEALT[1:]:
        game.deal_deed(deed)
    start = CASH[edition]
    assert cash(game) == (start - 60 - 100, start - 400 - 150, start - 200 - 240)
    assert [list(player.deeds) for player in game.players] == [
        ["Baltic Avenue", "Oriental Avenue"],
        ["Water Works", "Boardwalk"],
        ["Reading Railroad", "Illinois Avenue"],
    ]
    assert "cursor=" not in game.position
    assert game.phase == "throw-for-first"


@rule("short.deal")
def test_any_of_the_deeds_still_in_the_bank_can_be_dealt(edition: str) -> None:
    game = dealing(edition)
    assert len(game.legal_actions()) == 28
    game.deal_deed("baltic")
    assert len(game.legal_actions()) == 27
    assert refused(game, "deed baltic") == "short.deal"
    assert refused(game, "deed free parking") == "short.deal"
    assert refused(game, "dice 3 4") == "move.throw"


@rule("short.deal")
def test_no_deeds_are_dealt_in_the_full_game_nor_later(edition: str) -> None:
    game = Game(edition, players=["Ann", "Ben", "Cy"], dealer="typed")
    assert game.phase == "throw-for-first"
    assert refused(game, "deed baltic") == "short.deal"
    assert refused(short(edition), "deed baltic") == "short.deal"


@rule("short.deal")
def test_option_three_deeds_each(edition: str) -> None:
    game = dealing(edition, short_deal=3, setup_first_player="first-seat")
    for deed in (*DEALT, "vermont", "connecticut", "states"):
        assert game.phase == "deal-deeds"
        game.deal_deed(deed)
    assert [len(player.deeds) for player in game.players] == [3, 3, 3]
    assert (game.on_turn, game.phase) == ("Ann", "before-throw")


@rule("short.deal")
def test_option_no_deeds_are_dealt(edition: str) -> None:
    assert dealing(edition, short_deal=0).phase == "throw-for-first"


@rule("short.deal", "table.no-house-rules")
def test_option_dealt_deeds_are_free_by_house_rule(edition: str) -> None:
    game = dealing(edition, short_deal_paid=False)
    for deed in DEALT:
        game.deal_deed(deed)
    assert cash(game) == (CASH[edition],) * 3


@rule("short.deal")
def test_a_table_at_which_dealt_deeds_might_not_be_paid_is_refused(edition: str) -> None:
    """Two deeds cost at most $400 and $350."""
    with pytest.raises(ValueError, match=r"short\.deal"):
        dealing(edition, setup_cash=749)
    game = dealing(edition, setup_cash=750)
    for deed in ("boardwalk", "baltic", "oriental", "park place", "vermont", "connecticut"):
        game.deal_deed(deed)
    assert cash(game) == (0, 590, 530)
    assert game.matters == []


# The end, by rounds


def quiet_turn(game: Game) -> None:
    """A turn that leads from GO to Just Visiting and leaves nothing behind."""
    game.throw(4, 6)
    game.play("end turn")


@rule("short.end")
def test_after_the_agreed_rounds_the_game_ends_without_a_further_throw(edition: str) -> None:
    game = short(edition, options={"short_rounds": 1}, Cy={"cash": 1001})
    quiet_turn(game)
    quiet_turn(game)
    assert game.outcome is None
    quiet_turn(game)
    assert (game.phase, outcome(game).winners) == ("game-over", ("Cy",))
    assert [event.rule for event in told(game.events, "HourStruck")] == ["short.end"]
    assert told(game.events, "TurnBegan")[-1].player == "Cy"  # Ann's second turn never begins


@rule("short.end")
def test_two_rounds_are_two_turns_of_each(edition: str) -> None:
    game = short(edition, options={"short_rounds": 2}, Ann={"cash": 1002})
    for _ in range(3):
        quiet_turn(game)
    assert game.outcome is None
    for _ in range(3):
        game.throw(4, 6)  # to Free Parking
        game.play("end turn")
    assert outcome(game).winners == ("Ann",)


@rule("short.end")
def test_a_round_ends_with_the_seat_right_of_who_began(edition: str) -> None:
    game = short(edition, options={"short_rounds": 1}, first="Cy", on_turn="Cy")
    for name in ("Cy", "Ann", "Ben"):
        assert game.on_turn == name
        quiet_turn(game)
    assert game.phase == "game-over"


@rule("short.end", "bankrupt.turn")
def test_a_round_is_complete_though_a_player_left_in_it(edition: str) -> None:
    game = short(edition, options={"short_rounds": 1})
    quiet_turn(game)
    game.play("Ben: resign")
    assert (game.on_turn, game.outcome) == ("Cy", None)
    quiet_turn(game)
    assert outcome(game).winners == ("Ann", "Cy")


@rule("short.end", "bankrupt.turn")
def test_a_round_is_complete_though_the_first_seat_left(edition: str) -> None:
    game = short(edition, options={"short_rounds": 1})
    game.play("Ann: resign")
    quiet_turn(game)
    assert game.outcome is None
    quiet_turn(game)
    assert outcome(game).winners == ("Ben", "Cy")


@rule("short.end", "jail.sent")
def test_being_sent_to_jail_as_the_last_act_of_the_last_round_ends_the_game(edition: str) -> None:
    game = short(edition, options={"short_rounds": 1}, on_turn="Cy", Cy={"cash": 0, "square": "water works"})
    game.throw(1, 1)
    assert (game["Cy"].in_jail, game.phase) == (True, "game-over")
    assert [event.amount for event in told(game.events, "HourStruck")] == [1]


@rule("short.end", "jail.sent")
def test_the_last_round_does_not_strike_the_hour_a_second_time(edition: str) -> None:
    game = short(edition, options={"short_rounds": 1}, on_turn="Cy", Cy={"cash": 0, "square": "water works"})
    game.play("Cy: throw")
    game.strike_hour()
    game.throw(1, 1)
    assert (game["Cy"].in_jail, game.phase) == (True, "game-over")
    assert len(told(game.events, "HourStruck")) == 1


@rule("short.end")
def test_without_rounds_or_hour_a_short_game_goes_on(edition: str) -> None:
    game = short(edition)
    for _ in range(3):
        quiet_turn(game)
    assert (game.outcome, game.on_turn, game.phase) == (None, "Ann", "before-throw")


@rule("short.end")
def test_rounds_need_a_short_game(edition: str) -> None:
    with pytest.raises(ValueError, match="short"):
        Game(edition, players=3, short_rounds=5)


# The end, by the hour


@rule("short.end")
def test_before_a_throw_the_hour_ends_the_game_at_once(edition: str) -> None:
    game = short(edition, Ben={"cash": 1001})
    happened = game.strike_hour()
    assert [event.kind for event in happened] == ["HourStruck", *["WorthCounted"] * 3, "GameWon"]
    assert {event.rule for event in happened} == {"short.end", "short.worth"}
    assert outcome(game).winners == ("Ben",)
    assert refused(game, "Ann: throw") == "short.end"


@rule("short.end")
def test_after_a_throw_is_settled_the_hour_ends_the_game_at_once(edition: str) -> None:
    game = short_landed(edition, "free parking")
    assert game.phase == "end-turn"
    game.strike_hour()
    assert game.phase == "game-over"


@rule("short.end")
def test_dice_in_the_air_are_played_out(edition: str) -> None:
    game = short(edition, Ann={"cash": 1000, "square": "chance_36"}, Ben={"cash": 1000, "deeds": ["boardwalk"]})
    game.play("Ann: throw")
    game.strike_hour()
    assert game.outcome is None
    game.throw(1, 2)
    assert cash(game) == (950, 1050, 1000)
    assert outcome(game).winners == ("Ben",)


@rule("short.end")
def test_a_card_being_drawn_is_followed(edition: str) -> None:
    game = short_landed(edition, "chance_7")
    game.strike_hour()
    game.draw("advance_to_boardwalk")
    assert (game.outcome, game.phase) == (None, "buy")
    game.play("Ann: buy")
    assert game["Ann"].deeds == {"Boardwalk": 0}
    assert game.phase == "game-over"


@rule("short.end")
def test_a_purchase_is_decided_and_its_auction_completed(edition: str) -> None:
    game = short_landed(edition, "baltic")
    game.strike_hour()
    assert (game.phase, game.to_act) == ("buy", ("Ann",))
    game.play("Ann: decline")
    assert game.matters == [Auction("Baltic Avenue", ("Ann", "Ben", "Cy"), None, 0)]
    play(game, "Ben: bid 20", "Cy: withdraw")
    assert game.outcome is None
    game.play("Ann: withdraw")
    assert outcome(game).winners == ("Ben",)
    assert outcome(game).worth == {"Ann": 1000, "Ben": 1040, "Cy": 1000}


@rule("short.end")
def test_an_auction_that_the_hour_interrupts_is_completed(edition: str) -> None:
    game = short_landed(edition, "baltic")
    play(game, "Ann: decline", "Cy: bid 100")
    game.strike_hour()
    assert game.matters == [Auction("Baltic Avenue", ("Ann", "Ben", "Cy"), "Cy", 100)]
    play(game, "Ann: withdraw", "Ben: bid 101", "Cy: withdraw")
    assert game["Ben"].cash == 899
    assert outcome(game).winners == ("Ann", "Cy")


@rule("short.end", "debt.raise")
def test_a_debt_of_the_throw_in_play_is_settled_first(edition: str) -> None:
    game = short_landed(
        edition, "boardwalk", Ann={"cash": 20, "deeds": ["short line"]}, Ben={"cash": 0, "deeds": ["boardwalk"]}
    )
    game.strike_hour()
    assert game.matters == [Debt("Ann", "Ben", 50, "rent.deed")]
    game.play("Ann: mortgage short line")
    assert outcome(game).worth == {"Ann": 70 + 100, "Ben": 50 + 400, "Cy": 1000}


@rule("short.end", "bankrupt.to-bank")
def test_a_bankruptcy_of_the_throw_in_play_is_completed_with_its_auctions(edition: str) -> None:
    game = short_landed(edition, "luxury tax", Ann={"cash": 0, "deeds": {"baltic": "mortgaged"}})
    game.strike_hour()
    game.play("Ann: bankrupt")
    assert game.outcome is None
    play(game, "Ben: bid 10", "Cy: withdraw")
    assert outcome(game).winners == ("Ben",)
    assert outcome(game).worth == {"Ann": 0, "Ben": 1050, "Cy": 1000}


@rule("short.end", "bankrupt.last-wins")
def test_the_last_player_left_wins_a_short_game_before_its_hour(edition: str) -> None:
    game = short(edition, Ann={"cash": 0})
    play(game, "Ben: resign", "Cy: resign")
    assert (game.phase, outcome(game).winners) == ("game-over", ("Ann",))


@rule("short.end", "move.doubles-again")
def test_doubles_give_no_further_throw_after_the_hour(edition: str) -> None:
    game = short(edition)
    game.play("Ann: throw")
    game.strike_hour()
    game.throw(5, 5)
    assert (game["Ann"].square, game.phase) == ("Jail / Just Visiting", "game-over")


@rule("short.end")
def test_after_the_hour_there_are_no_deals(edition: str) -> None:
    game = short_landed(edition, "baltic", Ben={"cash": 1000, "deeds": ["boardwalk"]})
    game.play("Ben: offer Cy: boardwalk for $500")
    happened = game.strike_hour()
    assert [event.player for event in told(happened, "OfferLapsed")] == ["Ben"]
    assert refused(game, "Ben: offer Cy: boardwalk for $500") == "short.end"
    assert may(game, "Ben") == {"Mortgage", "Resign"}


@rule("short.end")
def test_after_the_hour_there_is_no_building(edition: str) -> None:
    ben = {"cash": 1000, "deeds": {"park place": 1, "boardwalk": 1}}
    game = short_landed(edition, "baltic", Ben=ben)
    assert game.check("Ben: build boardwalk") is None
    game.strike_hour()
    assert refused(game, "Ben: build boardwalk") == "short.end"
    game.play("Ben: sell boardwalk")  # what raises cash stays open
    assert game["Ben"].cash == 1100


@rule("short.end")
def test_the_hour_strikes_once_and_only_in_a_short_game_under_way(edition: str) -> None:
    game = short_landed(edition, "baltic")
    game.strike_hour()
    assert refused(game, "hour") == "short.end"
    assert refused(table(edition), "hour") == "short.end"
    assert refused(dealing(edition), "hour") == "short.end"


@rule("short.end")
def test_only_the_clock_strikes_the_hour(edition: str) -> None:
    match = Match(editions.ruleset(edition, short_game=True), 3)
    begin_first_turn(Random(1), match)
    match.a.kind, match.a.player = codes.STRIKE_HOUR, 0
    assert ids.NAMES[match.play()] == "short.end"
    match.a.player = codes.CLOCK
    assert match.play() == ids.LAWFUL


@rule("short.end", "bankrupt.resign")
def test_who_resigned_leaves_before_the_worth_is_counted(edition: str) -> None:
    game = short_landed(edition, "baltic", Ben={"cash": 5000})
    play(game, "Ann: decline", "Ben: resign")
    game.strike_hour()
    play(game, "Ben: withdraw", "Ann: withdraw", "Cy: withdraw")
    assert game["Ben"].out
    assert outcome(game).winners == ("Ann", "Cy")


@rule("short.end", "bankrupt.resign")
def test_who_resigned_while_the_last_dice_fell_leaves_before_the_worth_is_counted(edition: str) -> None:
    game = short(edition, Ann={"cash": 1000, "square": "jail"}, Ben={"cash": 5000})
    play(game, "Ann: throw", "Ben: resign")
    game.strike_hour()
    game.throw(4, 6)
    assert (game["Ann"].square, game["Ben"].out) == ("Free Parking", True)
    assert outcome(game).winners == ("Ann", "Cy")


@rule("short.end", "speed.mr-m", editions=("speed-die",))
def test_mr_m_belongs_to_the_throw_in_play(edition: str) -> None:
    game = short(edition, Ann={"cash": 1000, "speeding": True})
    game.play("Ann: throw")
    game.strike_hour()
    game.throw(2, 4, "mr. m")
    game.play("Ann: buy")
    assert (game["Ann"].square, game.phase) == ("Vermont Avenue", "buy")
    game.play("Ann: buy")
    assert outcome(game).worth["Ann"] == 1000
    assert outcome(game).winners == ("Ann", "Ben", "Cy")


@rule("short.end", "jail.third-turn")
def test_a_throw_from_jail_is_completed_after_the_hour(edition: str) -> None:
    game = short(edition, Ann={"cash": 50, "jail": 3})
    game.play("Ann: throw")
    game.strike_hour()
    game.throw(4, 6)
    assert (game["Ann"].square, game["Ann"].cash, game.phase) == ("Free Parking", 0, "game-over")


# The worth


@rule("short.worth")
def test_worth_is_cash_property_half_of_mortgaged_property_and_buildings_at_cost(edition: str) -> None:
    deeds = {
        "baltic": "hotel",  # 60 + 5 houses of 50
        "mediterranean": 4,  # 60 + 4 houses of 50
        "boardwalk": "mortgaged",  # 200
        "water works": 0,  # 150
        "park place": "mortgaged",  # 175
    }
    game = short(edition, Ann={"cash": 77, "deeds": deeds, "jail_cards": ["chance", "chest"]})
    happened = game.strike_hour()
    worth = 77 + (60 + 250) + (60 + 200) + 200 + 150 + 175
    assert outcome(game).worth == {"Ann": worth, "Ben": 1000, "Cy": 1000}
    assert [(e.player, e.amount, e.rule) for e in told(happened, "WorthCounted")] == [
        ("Ann", worth, "short.worth"),
        ("Ben", 1000, "short.worth"),
        ("Cy", 1000, "short.worth"),
    ]
    [won] = told(happened, "GameWon")
    assert (won.player, won.amount, won.rule) == ("Ann", worth, "short.worth")


@rule("short.worth")
def test_the_richest_wins_not_the_one_with_the_most_cash(edition: str) -> None:
    game = short(edition, Ann={"cash": 1399}, Ben={"cash": 1000, "deeds": ["boardwalk"]})
    game.strike_hour()
    assert outcome(game).winners == ("Ben",)


@rule("short.worth")
def test_a_tie_is_shared(edition: str) -> None:
    game = short(edition, Ann={"cash": 1200}, Ben={"cash": 900}, Cy={"cash": 800, "deeds": ["boardwalk"]})
    happened = game.strike_hour()
    assert outcome(game).winners == ("Ann", "Cy")
    assert [(event.player, event.amount) for event in told(happened, "GameWon")] == [("Ann", 1200), ("Cy", 1200)]


@rule("short.worth")
def test_the_winner_may_have_nothing_if_nobody_has_more(edition: str) -> None:
    game = short(edition, Ann={"cash": 0}, Ben={"cash": 0}, Cy={"out": True})
    game.strike_hour()
    assert outcome(game).winners == ("Ann", "Ben")


@rule("short.worth")
def test_who_has_left_wins_nothing(edition: str) -> None:
    game = short(edition, Cy={"out": True})
    happened = game.strike_hour()
    assert outcome(game).winners == ("Ann", "Ben")
    assert [event.player for event in told(happened, "WorthCounted")] == ["Ann", "Ben"]


@rule("short.worth", "rent.claim-holder", editions=("1935", "classic", "speed-die"))
def test_rents_not_yet_claimed_count_nothing(edition: str) -> None:
    game = short(
        edition,
        Ben={"cash": 600, "deeds": ["boardwalk"]},
        phase="end-turn",
        claims=[{"lander": "Ann", "owner": "Ben", "square": "boardwalk", "amount": 50}],
        options={"rent_claims": "manual"},
    )
    happened = game.strike_hour()
    assert [event.rule for event in told(happened, "ClaimLapsed")] == ["rent.claim-holder"]
    assert game.claims == []
    assert outcome(game).winners == ("Ann", "Ben", "Cy")
