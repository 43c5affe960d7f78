"""The Speed Die: doubles, triples and Jail."""

import pytest

from passgo import rulebook
from tests.rules.by_rule import rule
from tests.rules.speeding import BUS, MR_M, moves, speeding
from tests.rules.table import may, play, refused, table, told

# Doubles and triples


@rule("speed.doubles-white")
def test_a_white_die_that_equals_the_speed_die_is_no_double(edition: str) -> None:
    game = speeding(edition)
    game.throw(3, 4, 3)
    assert (game["Ann"].square, game.phase) == ("Jail / Just Visiting", "end-turn")


@rule("speed.doubles-white")
def test_white_doubles_give_another_throw_whatever_the_speed_die_shows(edition: str) -> None:
    game = speeding(edition)
    game.throw(4, 4, 2)
    assert (game["Ann"].square, game.phase) == ("Jail / Just Visiting", "before-throw")


@rule("speed.doubles-white", "move.three-doubles")
def test_third_white_doubles_send_to_jail_without_the_bus_or_mr_m(edition: str) -> None:
    for face in (2, BUS, MR_M):
        game = speeding(edition, doubles=2, throws=2)
        game.throw(4, 4, face)
        assert (game["Ann"].in_jail, moves(game), game.on_turn) == (True, [], "Ben")


@rule("speed.triple")
def test_a_triple_leads_to_any_square_one_likes(edition: str) -> None:
    game = speeding(edition)
    game.throw(2, 2, 2)
    assert (game.phase, game.to_act) == ("choose-square", ("Ann",))
    squares = [action.square for action in game.legal_actions("Ann") if action.kind == "ChooseSquare"]
    assert len(squares) == 39
    assert "GO" not in squares  # any but one's own
    game.play("Ann: go to boardwalk")
    assert (game["Ann"].square, game.phase) == ("Boardwalk", "buy")
    game.play("Ann: buy")
    assert (game.on_turn, game.phase) == ("Ann", "before-throw")  # a triple is white doubles too


@rule("speed.triple", "move.salary")
def test_a_triple_moves_forward_so_passing_go_pays(edition: str) -> None:
    game = speeding(edition, "boardwalk", Ann={"cash": 0})
    game.throw(1, 1, 1)
    game.play("Ann: go to park place")
    assert moves(game) == [("Park Place", 38, "speed.triple")]
    assert game["Ann"].cash == 200


@rule("speed.triple", "move.salary")
def test_a_triple_can_lead_to_go_itself(edition: str) -> None:
    game = speeding(edition, "boardwalk", Ann={"cash": 0})
    game.throw(3, 3, 3)
    game.play("Ann: go to GO")
    assert (game["Ann"].square, game["Ann"].cash, game.phase) == ("GO", 200, "before-throw")


@rule("speed.triple")
def test_a_triple_does_not_let_one_stay(edition: str) -> None:
    game = speeding(edition, "boardwalk")
    game.throw(1, 1, 1)
    assert refused(game, "Ann: go to boardwalk") == "speed.triple"
    assert refused(game, "Ben: go to GO") == "setup.turn-order"
    assert refused(game, "Ann: throw") == "move.throw"


@rule("speed.triple", "speed.jail-ends")
def test_a_triple_to_go_to_jail_jails_and_ends_the_turn(edition: str) -> None:
    game = speeding(edition)
    game.throw(1, 1, 1)
    game.play("Ann: go to go to jail")
    assert (game["Ann"].in_jail, game["Ann"].square, game.on_turn) == (True, "Jail / Just Visiting", "Ben")


@rule("speed.triple", "move.just-visiting")
def test_a_triple_to_the_jail_square_is_a_visit(edition: str) -> None:
    game = speeding(edition)
    game.throw(1, 1, 1)
    game.play("Ann: go to jail")
    assert (game["Ann"].in_jail, game["Ann"].square, game.phase) == (False, "Jail / Just Visiting", "before-throw")


@rule("speed.triple", "move.three-doubles")
def test_a_triple_as_third_doubles_is_jail_instead(edition: str) -> None:
    game = speeding(edition, doubles=2, throws=2)
    game.throw(2, 2, 2)
    assert (game["Ann"].in_jail, game.on_turn, moves(game)) == (True, "Ben", [])
    [sent] = told(game.events, "SentToJail")
    assert sent.rule == "move.three-doubles"


@rule("speed.triple")
def test_a_triple_counts_as_a_double_of_the_turn(edition: str) -> None:
    game = speeding(edition, doubles=1, throws=1)
    game.throw(2, 2, 2)
    game.play("Ann: go to free parking")
    game.throw(5, 5, 1)
    assert (game["Ann"].in_jail, game.on_turn) == (True, "Ben")


@rule("speed.triple")
@pytest.mark.parametrize("square", ["free parking", "water works"])
def test_option_after_a_triple_the_turn_is_over_once_the_square_has_taken_effect(edition: str, square: str) -> None:
    game = speeding(edition, Ben={"cash": 0, "deeds": ["water works"]}, options={"speed_triple_again": False})
    assert rulebook.house_rules(game.ruleset) == ()  # a ruling of ours, so another reading is as good
    game.throw(3, 3, 3)
    game.play(f"Ann: go to {square}")
    assert (game.on_turn, game.phase) == ("Ann", "end-turn")
    assert game["Ben"].cash == (36 if square == "water works" else 0)
    assert refused(game, "Ann: throw") == "move.throw"


@rule("speed.triple", "move.doubles-again")
def test_option_other_doubles_still_give_another_throw(edition: str) -> None:
    game = speeding(edition, options={"speed_triple_again": False})
    game.throw(5, 5, 1)
    game.play("Ann: buy")
    assert (game.on_turn, game.phase) == ("Ann", "before-throw")


@rule("speed.triple", "move.three-doubles")
def test_option_a_triple_as_third_doubles_is_jail_all_the_same(edition: str) -> None:
    game = speeding(edition, doubles=2, throws=2, options={"speed_triple_again": False})
    game.throw(2, 2, 2)
    assert (game["Ann"].in_jail, game.on_turn, moves(game)) == (True, "Ben", [])


@rule("speed.triple", "rent.utility")
def test_a_utility_reached_by_a_triple_earns_by_all_three_dice(edition: str) -> None:
    game = speeding(edition, Ben={"cash": 0, "deeds": ["water works"]})
    game.throw(3, 3, 3)
    game.play("Ann: go to water works")
    assert game["Ben"].cash == 4 * 9


@rule("speed.triple")
def test_two_white_fours_and_a_number_are_no_triple(edition: str) -> None:
    game = speeding(edition)
    game.throw(4, 4, 3)
    assert (game["Ann"].square, game.phase) == ("St. Charles Place", "buy")
    assert refused(game, "Ann: go to boardwalk") == "speed.triple"


# Jail


@rule("speed.jail-ends")
def test_sent_to_jail_by_the_square_mr_m_does_nothing_more(edition: str) -> None:
    game = speeding(edition, "indiana")
    game.throw(3, 4, MR_M)
    assert moves(game) == [("Go To Jail", 7, "move.throw")]
    assert (game["Ann"].in_jail, game.on_turn, game.phase) == (True, "Ben", "before-throw")


@rule("speed.jail-ends")
def test_sent_to_jail_by_a_card_mr_m_does_nothing_more(edition: str) -> None:
    game = speeding(edition)
    game.throw(3, 4, MR_M)
    game.draw("go_to_jail")
    assert [square for square, _, _ in moves(game)] == ["chance_7"]
    assert (game["Ann"].in_jail, game.on_turn) == (True, "Ben")
    game.throw(1, 3)
    assert game["Ben"].square == "Income Tax"  # Mr. M does not wait for the next player either


@rule("speed.jail-ends")
def test_sent_to_jail_with_doubles_there_is_no_other_throw(edition: str) -> None:
    game = speeding(edition, "illinois")
    game.throw(2, 2, 2)
    game.play("Ann: go to go to jail")
    assert game.on_turn == "Ben"
    game = speeding(edition, "b&o")
    game.throw(2, 2, 1)
    assert (game["Ann"].in_jail, game.on_turn) == (True, "Ben")


@rule("speed.jail-white")
def test_throwing_to_leave_jail_is_done_with_the_white_dice_only(edition: str) -> None:
    game = table(edition, Ann={"cash": 500, "jail": 1, "speeding": True})
    game.play("Ann: throw")
    assert len(game.legal_actions()) == 36
    assert refused(game, "dice 2 2 1") == "speed.jail-white"
    game.play("dice 2 2")
    assert (game["Ann"].square, game["Ann"].in_jail) == ("Virginia Avenue", False)
    game.play("Ann: buy")
    assert game.phase == "end-turn"  # doubles out of Jail: the turn is over


@rule("speed.jail-white")
def test_on_the_third_turn_the_white_throw_is_moved(edition: str) -> None:
    game = table(edition, Ann={"cash": 500, "jail": 3, "speeding": True})
    game.throw(1, 3)
    assert (game["Ann"].square, game["Ann"].cash) == ("Virginia Avenue", 450)


@rule("speed.jail-white")
def test_after_the_fine_the_throw_is_an_ordinary_one_with_the_die(edition: str) -> None:
    game = table(edition, Ann={"cash": 500, "jail": 1, "speeding": True})
    play(game, "Ann: pay fine", "Ann: throw")
    assert len(game.legal_actions()) == 216
    game.play("dice 1 2 1")
    assert (game["Ann"].square, game["Ann"].cash) == ("Virginia Avenue", 450)


@rule("speed.jail-white")
def test_after_the_card_the_throw_is_an_ordinary_one_with_the_die(edition: str) -> None:
    game = table(edition, Ann={"cash": 500, "jail": 3, "speeding": True, "jail_cards": ["chest"]})
    play(game, "Ann: use card", "Ann: throw")
    assert len(game.legal_actions()) == 216
    game.play("dice 1 3 bus")
    assert [action.amount for action in game.legal_actions("Ann") if action.kind == "ChooseSteps"] == [1, 3, 4]


@rule("rent.utility-by-card", editions=("speed-die",))
def test_a_throw_that_measures_rent_uses_all_three_dice_of_a_speed_die_player(edition: str) -> None:
    game = speeding(edition, Ben={"cash": 0, "deeds": ["electric company"]})
    game.throw(2, 4, 1)
    game.draw("nearest_utility")
    assert refused(game, "dice 2 2") == "speed.faces"
    game.throw(2, 2, 3)
    assert game["Ben"].cash == 10 * 7
    assert game.phase == "end-turn"  # a rent throw is never doubles
    assert "Throw" not in may(game, "Ann")
