"""The Speed Die: its faces, when a player begins to throw it, numbers and the Bus."""

from collections import Counter

import pytest

from passgo import Game
from tests.rules.by_rule import rule
from tests.rules.speeding import BUS, MR_M, all_but, moves, speeding
from tests.rules.table import cash, play, refused, table, told

# The faces


@rule("speed.faces")
def test_the_die_has_a_one_a_two_a_three_one_bus_and_two_of_mr_m(edition: str) -> None:
    """Six equally likely faces, of which Mr. M has two: not five equal ones."""
    game = speeding(edition)
    game.play("Ann: throw")
    throws = game.legal_actions()
    assert len(throws) == 6 * 6 * 6
    faces = Counter(
        "Mr. M" if throw.dice[2] >= 5 else "Bus" if throw.dice[2] == 4 else throw.dice[2] for throw in throws
    )
    assert faces == {1: 36, 2: 36, 3: 36, "Bus": 36, "Mr. M": 72}


@rule("speed.faces")
def test_both_faces_of_mr_m_do_the_same(edition: str) -> None:
    ends = []
    for face in (MR_M, "mr. m again"):
        game = speeding(edition)
        game.throw(4, 6, face)
        ends.append((game["Ann"].square, game.phase))
    assert ends == [("St. Charles Place", "buy")] * 2


@rule("speed.faces")
def test_who_uses_the_die_must_throw_it(edition: str) -> None:
    game = speeding(edition)
    game.play("Ann: throw")
    assert refused(game, "dice 3 4") == "speed.faces"


@rule("speed.faces")
def test_the_die_is_an_edition_and_no_option(edition: str) -> None:
    with pytest.raises(ValueError, match="speed"):
        Game("classic", players=2, speed_die=True)
    with pytest.raises(ValueError, match="speed"):
        Game(edition, players=2, speed_die=False)


# When it begins


@rule("speed.from-first-salary")
def test_a_new_player_throws_two_dice(edition: str) -> None:
    game = Game(edition, players=["Ann", "Ben"], dealer="typed", setup_first_player="first-seat")
    game.play("throw")
    assert not game["Ann"].throws_speed_die
    assert len(game.legal_actions()) == 36
    assert refused(game, "dice 1 2 bus") == "speed.from-first-salary"


@rule("speed.from-first-salary")
def test_the_throw_that_earns_the_first_salary_is_without_it_and_the_next_turns_throw_with_it(edition: str) -> None:
    game = table(edition, Ann={"cash": 0, "square": "short line"}, Ben={"cash": 500}, Cy={"cash": 500})
    happened = game.throw(2, 3)  # onto GO
    assert game["Ann"].cash == 200
    [gained] = told(happened, "SpeedDieGained")
    assert (gained.player, gained.rule) == ("Ann", "speed.from-first-salary")
    assert not game["Ann"].throws_speed_die
    game.play("Ann: end turn")
    game.throw(1, 3)  # Ben, onto income tax, still with two dice
    play(game, "Ben: pay flat tax", "Ben: end turn")
    game.throw(1, 3)
    play(game, "Cy: pay flat tax", "Cy: end turn", "Ann: throw")
    ann = game["Ann"]
    assert ann.throws_speed_die
    assert refused(game, "dice 1 3") == "speed.faces"
    game.play("dice 1 3 2")
    assert ann.square == "Oriental Avenue"


@rule("speed.from-first-salary", "move.doubles-again")
def test_after_doubles_past_go_the_same_turns_next_throw_has_it(edition: str) -> None:
    game = table(edition, Ann={"cash": 0, "square": "luxury tax"})
    game.throw(1, 1)  # onto GO
    assert game.phase == "before-throw"
    game.play("Ann: throw")
    assert game["Ann"].throws_speed_die
    assert len(game.legal_actions()) == 216


@rule("speed.from-first-salary")
def test_a_card_that_earns_the_first_salary_gives_it_from_the_next_throw_only(edition: str) -> None:
    """The card leads past GO onto a utility: even the throw that measures the rent is still without the Speed Die."""
    game = table(
        edition,
        Ann={"cash": 500, "square": "pacific"},
        Ben={"cash": 0, "deeds": ["electric company"]},
        Cy={"cash": 0},
    )
    game.throw(2, 3)
    game.draw("nearest_utility")
    assert (game["Ann"].cash, game["Ann"].square) == (700, "Electric Company")
    assert game.phase == "throw-for-rent"
    assert refused(game, "dice 2 3 3") == "speed.from-first-salary"
    game.throw(2, 3)
    assert cash(game) == (650, 50, 0)


@rule("speed.from-first-salary")
def test_it_is_gained_once_and_kept(edition: str) -> None:
    game = speeding(edition, "short line", Ann={"cash": 0})
    happened = game.throw(1, 3, 1)  # onto GO again
    assert game["Ann"].cash == 200
    assert told(happened, "SpeedDieGained") == []
    assert game["Ann"].throws_speed_die


@rule("speed.from-first-salary")
def test_being_sent_to_jail_past_go_earns_neither_salary_nor_die(edition: str) -> None:
    game = table(edition, Ann={"cash": 0, "square": "marvin gardens", "deeds": []})
    game.throw(3, 4)  # onto Chance 36
    game.draw("go_to_jail")
    assert told(game.events, "SpeedDieGained") == []
    assert game["Ann"].cash == 0


@rule("speed.from-first-salary")
def test_option_the_die_can_be_thrown_from_the_first_throw(edition: str) -> None:
    game = Game(edition, players=2, dealer="typed", setup_first_player="first-seat", speed_from_first_salary=False)
    assert [player.throws_speed_die for player in game.players] == [True, True]
    game.play("throw")
    assert len(game.legal_actions()) == 216
    game.play("dice 1 2 3")
    assert game.players[0].square == "Oriental Avenue"


@rule("speed.from-first-salary")
def test_the_throw_for_the_first_turn_is_always_without_it(edition: str) -> None:
    game = Game(edition, players=2, dealer="typed", speed_from_first_salary=False)
    assert len(game.legal_actions()) == 36
    assert refused(game, "dice 1 2 3") == "speed.from-first-salary"


@rule("speed.mr-m")
def test_mr_m_finds_the_last_deed_of_the_board_while_the_bank_holds_only_that(edition: str) -> None:
    game = speeding(edition, "GO", Ben={"cash": 1000, "deeds": all_but("boardwalk")})
    game.throw(4, 6, MR_M)
    assert moves(game)[-1] == ("Boardwalk", 29, "speed.mr-m")


# Numbers


@pytest.mark.parametrize(("face", "square"), [(1, "Vermont Avenue"), (2, "Connecticut Avenue"), (3, "jail")])
@rule("speed.number")
def test_a_number_is_added_to_the_white_dice(edition: str, face: int, square: str) -> None:
    game = speeding(edition)
    game.throw(3, 4, face)
    assert moves(game) == [(game["Ann"].square, 7 + face, "speed.number")]
    assert told(game.events, "DiceThrown")[-1].amount == 7 + face
    assert game["Ann"].square == ("Jail / Just Visiting" if square == "jail" else square)


@rule("speed.number", "move.salary")
def test_a_number_can_carry_the_token_past_go(edition: str) -> None:
    game = speeding(edition, "park place", Ann={"cash": 0})
    game.throw(1, 2, 2)  # three would stop on GO, five pass it
    assert (game["Ann"].square, game["Ann"].cash) == ("chest_2", 200)


@rule("speed.number", "rent.utility")
def test_a_number_counts_for_the_rent_of_a_utility(edition: str) -> None:
    game = speeding(edition, "income tax", Ben={"cash": 0, "deeds": ["electric company"]})
    game.throw(2, 3, 3)
    assert (game["Ann"].square, game["Ben"].cash) == ("Electric Company", 4 * 8)


# The Bus


@pytest.mark.parametrize(
    ("steps", "square"), [(1, "Mediterranean Avenue"), (5, "Reading Railroad"), (6, "Oriental Avenue")]
)
@rule("speed.bus")
def test_the_bus_takes_one_to_either_die_or_to_both(edition: str, steps: int, square: str) -> None:
    game = speeding(edition)
    game.throw(1, 5, BUS)
    assert (game.phase, game.to_act) == ("choose-bus", ("Ann",))
    assert [action.amount for action in game.legal_actions("Ann") if action.kind == "ChooseSteps"] == [1, 5, 6]
    game.play(f"Ann: move {steps}")
    assert moves(game) == [(square, steps, "speed.bus")]


@rule("speed.bus")
def test_the_bus_stops_nowhere_else(edition: str) -> None:
    game = speeding(edition)
    game.throw(1, 5, BUS)
    for steps in (0, 2, 4, 7, 10):
        assert refused(game, f"Ann: move {steps}") == "speed.bus"
    assert refused(game, "Ann: throw") == "move.throw"
    assert refused(game, "Ben: move 1") == "setup.turn-order"


@rule("speed.bus")
def test_nobody_boards_the_bus_who_has_not_thrown_it(edition: str) -> None:
    game = speeding(edition)
    assert refused(game, "Ann: move 3") == "speed.bus"


@rule("speed.bus", "speed.doubles-white")
def test_three_and_three_with_the_bus_offers_three_or_six_and_another_throw(edition: str) -> None:
    game = speeding(edition)
    game.throw(3, 3, BUS)
    assert [action.amount for action in game.legal_actions("Ann") if action.kind == "ChooseSteps"] == [3, 6]
    game.play("Ann: move 3")
    assert (game["Ann"].square, game.phase) == ("Baltic Avenue", "buy")
    game.play("Ann: buy")
    assert (game.on_turn, game.phase) == ("Ann", "before-throw")  # white doubles


@rule("speed.bus", "rent.utility")
def test_a_utility_reached_by_one_die_earns_by_all_dice_and_the_bus_counts_nothing(edition: str) -> None:
    game = speeding(edition, "connecticut", Ben={"cash": 0, "deeds": ["electric company"]})
    game.throw(3, 6, BUS)
    game.play("Ann: move 3")
    assert (game["Ann"].square, game["Ben"].cash) == ("Electric Company", 4 * 9)


@rule("speed.bus", "table.any-time")
def test_while_the_bus_waits_everyone_may_mortgage_and_deal(edition: str) -> None:
    game = speeding(edition, Ben={"cash": 0, "deeds": ["boardwalk"]})
    game.throw(1, 5, BUS)
    game.play("Ben: mortgage boardwalk")
    assert (game["Ben"].cash, game.phase) == (200, "choose-bus")


@rule("speed.bus")
def test_the_bus_can_be_taken_to_go_to_jail(edition: str) -> None:
    game = speeding(edition, "atlantic")
    game.throw(4, 5, BUS)
    game.play("Ann: move 4")
    assert (game["Ann"].in_jail, game.on_turn) == (True, "Ben")
