"""Setting up: rulebook section 1."""

from typing import Any

import pytest

from passgo import Game, UnlawfulPosition
from passgo.editions import ruleset as board
from passgo.game.engine import Engine
from passgo.rules import ids
from passgo.rules.step import setup
from tests.rules.by_rule import rule
from tests.rules.table import cash, landed, payments, play, refused, table, told

SEATS = ["Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gil", "Hal", "Ida"]
FEWEST_AND_MOST = {"1935": (3, 7), "classic": (2, 8), "speed-die": (2, 8), "modern": (2, 6)}
CASH = {"1935": 1500, "classic": 1500, "speed-die": 2500, "modern": 1500}
BILLS = {
    "1935": ((1, 500), (6, 100), (4, 50), (3, 20), (10, 10), (7, 5), (5, 1)),
    "classic": ((2, 500), (2, 100), (2, 50), (6, 20), (5, 10), (5, 5), (5, 1)),
    "speed-die": ((4, 500), (2, 100), (2, 50), (6, 20), (5, 10), (5, 5), (5, 1)),
    "modern": ((2, 500), (4, 100), (1, 50), (1, 20), (2, 10), (1, 5), (5, 1)),
}


def new_game(edition: str, players: int = 3, **options: Any) -> Game:
    return Game(edition, players=SEATS[:players], dealer="typed", **options)


@rule("setup.players")
def test_as_many_may_play_as_the_edition_says(edition: str) -> None:
    fewest, most = FEWEST_AND_MOST[edition]
    for players in range(fewest, most + 1):
        assert len(new_game(edition, players).players) == players


@rule("setup.players")
def test_one_player_too_few_or_too_many_is_refused(edition: str) -> None:
    fewest, most = FEWEST_AND_MOST[edition]
    for players in (0, 1, fewest - 1, most + 1):
        with pytest.raises(UnlawfulPosition) as refusal:
            new_game(edition, players)
        assert refusal.value.rule == "setup.players"


@rule("setup.players")
def test_the_engine_itself_refuses_a_wrong_number_and_writes_nothing(edition: str) -> None:
    fewest, most = FEWEST_AND_MOST[edition]
    for players in (fewest - 1, most + 1):
        engine = Engine(board(edition))
        refusal = setup(engine._games, 0, engine._editions, 0, engine._logs, 0, players)
        assert refusal == ids.SETUP_PLAYERS
        assert not any(engine.position)
        with pytest.raises(ValueError, match=r"setup\.players"):
            engine.setup(players)
        assert not any(engine.position)


@rule("setup.cash")
def test_each_player_starts_with_the_cash_of_the_edition(edition: str) -> None:
    game = new_game(edition)
    assert cash(game) == (CASH[edition],) * 3
    assert payments(game.events) == [("Bank", name, CASH[edition], "setup.cash") for name in ("Ann", "Ben", "Cy")]


@rule("setup.cash")
def test_a_table_may_start_with_other_cash(edition: str) -> None:
    assert cash(new_game(edition, setup_cash=900)) == (900, 900, 900)


@rule("setup.bills")
def test_the_starting_cash_is_shown_in_the_bills_of_the_edition(edition: str) -> None:
    for player in new_game(edition).players:
        assert tuple(player.bills) == BILLS[edition]
    assert sum(count * value for count, value in BILLS[edition]) == CASH[edition]


@rule("setup.bills")
def test_later_any_bills_that_make_the_amount_will_do(edition: str) -> None:
    bills = table(edition, Ann={"cash": 1388})["Ann"].bills
    assert sum(count * value for count, value in bills) == 1388


@rule("setup.bills", editions=("1935",))
def test_with_seven_players_the_last_seat_takes_any_bills(edition: str) -> None:
    players = new_game(edition, 7).players
    assert all(tuple(player.bills) == BILLS["1935"] for player in players[:6])
    assert tuple(players[6].bills) != BILLS["1935"]
    assert sum(count * value for count, value in players[6].bills) == 1500


@rule("setup.bills", editions=("1935",))
def test_with_six_players_the_bills_suffice_for_the_last_seat_too(edition: str) -> None:
    assert tuple(new_game(edition, 6).players[5].bills) == BILLS["1935"]


@rule("setup.start")
def test_tokens_start_on_go_without_a_salary(edition: str) -> None:
    game = new_game(edition)
    assert [player.square for player in game.players] == ["GO", "GO", "GO"]
    assert {rule_id for *_, rule_id in payments(game.events)} == {"setup.cash"}


@rule("setup.start", "move.salary")
def test_the_first_throw_from_go_pays_nothing(edition: str) -> None:
    game = new_game(edition, setup_first_player="first-seat")
    events = game.throw(1, 2)
    assert game["Ann"].square == "Baltic Avenue"
    assert payments(events) == []


@rule("setup.tokens")
def test_each_player_has_a_different_token(edition: str) -> None:
    most = FEWEST_AND_MOST[edition][1]
    assert len({player.token for player in new_game(edition, most).players}) == most


@rule("setup.tokens")
def test_players_pick_their_tokens(edition: str) -> None:
    picked = list(reversed(board(edition).tokens[:3]))
    game = Game(edition, players=SEATS[:3], dealer="typed", tokens=picked)
    assert [player.token for player in game.players] == picked


@rule("setup.tokens")
def test_two_players_cannot_pick_the_same_token(edition: str) -> None:
    kite, moon = board(edition).tokens[0], board(edition).tokens[1]
    with pytest.raises(UnlawfulPosition) as refusal:
        Game(edition, players=SEATS[:3], dealer="typed", tokens=[kite, moon, kite])
    assert refusal.value.rule == "setup.tokens"


@rule("setup.bank")
def test_the_bank_holds_28_deeds_32_houses_and_12_hotels(edition: str) -> None:
    bank = new_game(edition).bank
    assert (len(bank.deeds), bank.houses, bank.hotels) == (28, 32, 12)


@rule("setup.bank")
def test_the_stock_of_buildings_may_be_another(edition: str) -> None:
    bank = new_game(edition, setup_houses=40, setup_hotels=3).bank
    assert (bank.houses, bank.hotels) == (40, 3)


@rule("setup.bank")
def test_nobody_sits_out_as_banker_or_auctioneer(edition: str) -> None:
    game = landed(edition, "Baltic Avenue")
    game.play("decline")
    assert game.to_act == ("Ann", "Ben", "Cy")


@rule("setup.bank")
def test_a_deed_has_one_owner_and_there_are_no_more_houses_than_32(edition: str) -> None:
    with pytest.raises(UnlawfulPosition) as twice:
        table(edition, Ann={"deeds": ["boardwalk"]}, Ben={"deeds": ["boardwalk"]})
    assert twice.value.rule == "setup.bank"
    lots = ["oriental", "vermont", "connecticut", "st_charles", "states", "virginia", "kentucky", "indiana", "illinois"]
    with pytest.raises(UnlawfulPosition) as many:
        table(edition, Ann={"deeds": dict.fromkeys(lots, 4)})  # 36 houses
    assert many.value.rule == "setup.bank"


@rule("setup.bank-till")
def test_prices_taxes_fines_and_interest_go_to_the_bank(edition: str) -> None:
    game = landed(edition, "Baltic Avenue", Ann={"deeds": {"reading_railroad": "mortgaged"}})
    bought = game.play("buy")
    lifted = game.play("lift reading_railroad")
    tax = {"modern": 100}.get(edition, 75)
    taxed = landed(edition, "Luxury Tax").events
    jailed = table(edition, Ann={"jail": 1}).play("pay fine")
    assert payments(bought) == [("Ann", "Bank", 60, "buy.option")]
    assert payments(lifted) == [("Ann", "Bank", 110, "mortgage.lift")]
    assert payments(taxed) == [("Ann", "Bank", tax, "tax.luxury")]
    assert payments(jailed) == [("Ann", "Bank", 50, "jail.fine-before")]


@rule("setup.bank-till")
def test_the_bank_pays_salaries_bonuses_and_loans_on_mortgage(edition: str) -> None:
    salaried = landed(edition, "GO").events
    game = landed(edition, "chance_7", Ann={"deeds": ["boardwalk"]})
    bonus = game.draw("bank_dividend")
    loan = game.play("Ann: mortgage boardwalk")
    assert payments(salaried) == [("Bank", "Ann", 200, "move.salary")]
    assert payments(bonus) == [("Bank", "Ann", 50, "cards.draw")]
    assert payments(loan) == [("Bank", "Ann", 200, "mortgage.value")]


@rule("setup.bank-never-broke")
def test_the_bank_can_pay_whatever_it_has_paid_out_before(edition: str) -> None:
    game = landed(edition, "GO", Ann={"cash": 5_000_000}, Ben={"cash": 90_000_000})
    assert cash(game)[:2] == (5_000_200, 90_000_000)


@rule("setup.decks")
def test_each_deck_has_sixteen_cards_and_any_may_lie_on_top(edition: str) -> None:
    for square, deck in (("chance_7", 0), ("chest_17", 1)):
        cards = [action.card for action in landed(edition, square).legal_actions()]
        assert sorted(map(str, cards)) == sorted(card.id for card in board(edition).cards[deck])
        assert len(set(cards)) == 16


@rule("setup.decks")
def test_nothing_of_the_order_of_the_decks_is_in_a_new_game(edition: str) -> None:
    assert "seen" not in new_game(edition).to_dict()


@rule("setup.first-player")
def test_the_highest_throw_starts(edition: str) -> None:
    game = new_game(edition)
    game.throw(3, 4)
    game.throw(6, 5)
    events = game.throw(6, 4)
    assert [(e.player, e.amount) for e in told(events, "FirstPlayerFound")] == [("Ben", 11)]
    assert (game.on_turn, game.phase, game.turn) == ("Ben", "before-throw", 1)
    assert [player.square for player in game.players] == ["GO", "GO", "GO"]


@rule("setup.first-player")
def test_seat_0_throws_first_and_the_others_follow_to_the_left(edition: str) -> None:
    game = new_game(edition)
    throwers = [game.throw(*dice)[0].player for dice in ((1, 2), (1, 3), (1, 1))]
    assert throwers == ["Ann", "Ben", "Cy"]


@rule("setup.first-player")
def test_tied_highest_throw_again_among_themselves(edition: str) -> None:
    game = new_game(edition)
    for dice in ((4, 4), (1, 2), (5, 3)):
        game.throw(*dice)
    assert (game.phase, game.on_turn) == ("throw-for-first", "Ann")
    again = game.throw(1, 1) + game.throw(2, 1)
    assert [event.player for event in told(again, "DiceThrown")] == ["Ann", "Cy"]
    assert (game.phase, game.on_turn) == ("before-throw", "Cy")


@rule("setup.first-player")
def test_those_tied_a_second_time_throw_a_third_time(edition: str) -> None:
    game = new_game(edition)
    for dice in ((6, 6), (6, 6), (6, 6), (2, 3), (3, 2), (1, 3)):
        game.throw(*dice)
    third = game.throw(1, 2) + game.throw(6, 1)
    assert [event.player for event in told(third, "DiceThrown")] == ["Ann", "Ben"]
    assert game.on_turn == "Ben"


@rule("setup.first-player")
def test_a_table_may_let_the_first_seat_start(edition: str) -> None:
    game = new_game(edition, setup_first_player="first-seat")
    assert (game.on_turn, game.phase, game.turn) == ("Ann", "before-throw", 1)


@rule("setup.turn-order")
def test_play_passes_to_the_left_and_round_again(edition: str) -> None:
    game = table(edition, Ann={"square": "jail"}, Ben={"square": "jail"}, Cy={"square": "jail"})
    order = []
    for _ in range(3):
        order.append(game.on_turn)
        game.throw(4, 6)  # from a visit in Jail to Free Parking
        game.play("end turn")
    order.append(game.on_turn)
    assert order == ["Ann", "Ben", "Cy", "Ann"]


@rule("setup.turn-order")
def test_seats_that_have_left_are_passed_over(edition: str) -> None:
    game = table(edition, Ann={"square": "jail"}, Ben={"out": True}, Cy={"square": "jail"}, Dee={"out": True})
    game.throw(4, 6)
    game.play("end turn")
    assert game.on_turn == "Cy"
    game.throw(4, 6)
    game.play("end turn")
    assert game.on_turn == "Ann"


@rule("setup.turn-order")
def test_nobody_plays_out_of_turn(edition: str) -> None:
    game = table(edition)
    assert refused(game, "Ben: throw") == "setup.turn-order"
    game = landed(edition, "Baltic Avenue")
    assert refused(game, "Ben: buy") == "setup.turn-order"
    play(game, "buy")
    assert refused(game, "Cy: end turn") == "setup.turn-order"
