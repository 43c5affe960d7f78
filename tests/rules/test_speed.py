"""The Speed Die: numbers, the Bus, Mr. M, triples, and when a player begins to throw it."""

from collections import Counter
from typing import Any

import pytest

from passgo import Game, rulebook
from passgo.editions import ruleset as board
from passgo.game.views import Auction
from tests.rules.by_rule import rule
from tests.rules.table import cash, may, payments, play, refused, table, told

BUS, MR_M = "bus", "mr. m"
STREETS_AND_MORE = [deed.name for deed in board("speed-die").deeds]


def speeding(edition: str, square: str = "GO", **position: Any) -> Game:
    """Ann throws the Speed Die from this square."""
    ann = {"cash": 1000, "square": square, "speeding": True, **position.pop("Ann", {})}
    position.setdefault("Ben", {"cash": 1000})
    position.setdefault("Cy", {"cash": 1000})
    return table(edition, Ann=ann, **position)


def moves(game: Game) -> list[tuple[str | None, int, str]]:
    """Where the token went, how far, and by which rule."""
    return [(event.square, event.amount, event.rule) for event in told(game.events, "Moved")]


def all_but(*left: str, state: Any = 0) -> dict[str, Any]:
    """Every deed except these."""
    return {name: state for name in STREETS_AND_MORE if not any(name.lower().startswith(each) for each in left)}


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
    assert game["Ann"].throws_speed_die
    assert refused(game, "dice 1 3") == "speed.faces"
    game.play("dice 1 3 2")
    assert game["Ann"].square == "Oriental Avenue"


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


# Mr. M


@rule("speed.mr-m")
def test_mr_m_resolves_the_first_square_and_then_leads_to_the_next_unsold_property(edition: str) -> None:
    game = speeding(edition, Ben={"cash": 0, "deeds": ["oriental"]})
    game.throw(2, 4, MR_M)
    assert payments(game.events) == [("Ann", "Ben", 6, "rent.deed")]
    assert moves(game) == [("Oriental Avenue", 6, "move.throw"), ("Vermont Avenue", 2, "speed.mr-m")]
    assert (game.phase, game.to_act) == ("buy", ("Ann",))
    game.play("Ann: buy")
    assert game["Ann"].cash == 1000 - 6 - 100
    assert (game.on_turn, game.phase) == ("Ann", "end-turn")


@rule("speed.mr-m")
def test_both_properties_of_a_mr_m_throw_can_be_bought(edition: str) -> None:
    game = speeding(edition)
    game.throw(2, 4, MR_M)
    game.play("Ann: buy")
    assert game["Ann"].square == "Vermont Avenue"
    game.play("Ann: buy")
    assert list(game["Ann"].deeds) == ["Oriental Avenue", "Vermont Avenue"]
    assert game.phase == "end-turn"


@rule("speed.mr-m", "auction.declined")
def test_what_one_does_not_buy_of_mr_m_is_auctioned(edition: str) -> None:
    game = speeding(edition)
    game.throw(2, 2, MR_M)  # income tax
    play(game, "Ann: pay flat tax")
    assert game["Ann"].square == "Reading Railroad"
    game.play("Ann: decline")
    assert game.matters == [Auction("Reading Railroad", ("Ann", "Ben", "Cy"), None, 0)]
    play(game, "Ben: bid 1", "Cy: withdraw", "Ann: withdraw")
    assert list(game["Ben"].deeds) == ["Reading Railroad"]
    assert game.phase == "before-throw"  # it was a double


@rule("speed.mr-m")
def test_an_unsold_property_under_the_token_does_not_count(edition: str) -> None:
    """Declined and left with the Bank, Oriental is behind Mr. M already."""
    game = speeding(edition)
    game.throw(2, 4, MR_M)
    play(game, "Ann: decline", "Ann: withdraw", "Ben: withdraw", "Cy: withdraw")
    assert "Oriental Avenue" in game.bank.deeds
    assert game["Ann"].square == "Vermont Avenue"


@rule("speed.mr-m")
def test_if_the_property_under_the_token_alone_is_unsold_one_stays(edition: str) -> None:
    game = speeding(edition, Ben={"cash": 1000, "deeds": all_but("oriental")})
    game.throw(2, 4, MR_M)
    play(game, "Ann: decline", "Ann: withdraw", "Ben: withdraw", "Cy: withdraw")
    assert moves(game) == [("Oriental Avenue", 6, "move.throw")]
    assert (game["Ann"].square, game.phase) == ("Oriental Avenue", "end-turn")
    assert game["Ann"].cash == 1000  # and nobody is visited instead


@rule("speed.mr-m")
def test_the_stock_of_the_bank_is_judged_after_the_first_square(edition: str) -> None:
    """Ann buys the last unsold property with the first half of the throw: then the Bank is sold out."""
    game = speeding(edition, Ben={"cash": 0, "deeds": all_but("oriental")})
    game.throw(2, 4, MR_M)
    game.play("Ann: buy")
    assert moves(game)[-1] == ("Vermont Avenue", 2, "speed.mr-m-sold-out")
    assert payments(game.events)[-1] == ("Ann", "Ben", 6, "rent.deed")


@rule("speed.mr-m", "move.salary")
def test_mr_m_past_go_pays_the_salary(edition: str) -> None:
    game = speeding(edition, "pacific", Ann={"cash": 100}, Ben={"cash": 0, "deeds": all_but("mediterranean")})
    game.throw(3, 4, MR_M)
    assert moves(game) == [("Luxury Tax", 7, "move.throw"), ("Mediterranean Avenue", 3, "speed.mr-m")]
    assert payments(game.events) == [("Ann", "Bank", 75, "tax.luxury"), ("Bank", "Ann", 200, "move.salary")]
    assert game.phase == "buy"


@rule("speed.mr-m", "cards.draw")
def test_mr_m_counts_from_where_a_card_has_led(edition: str) -> None:
    game = speeding(edition, Ben={"cash": 0, "deeds": ["illinois"]})
    game.throw(3, 4, MR_M)
    game.draw("advance_to_illinois")
    assert [square for square, _, _ in moves(game)] == ["chance_7", "Illinois Avenue", "B&O Railroad"]
    assert payments(game.events) == [("Ann", "Ben", 20, "rent.deed")]


@rule("speed.mr-m", "cards.nearest-railroad")
def test_the_double_rent_of_a_railroad_card_does_not_reach_mr_m(edition: str) -> None:
    """Ann pays Ben double for Pennsylvania Railroad; then, sold out, Mr. M leads to Cy's St. James for plain rent."""
    game = speeding(
        edition,
        Ben={"cash": 0, "deeds": all_but("st. james", "tennessee", "new york")},
        Cy={"cash": 0, "deeds": ["st. james", "tennessee"]},
        Ann={"deeds": ["new york"]},
    )
    game.throw(3, 4, MR_M)
    game.draw("nearest_railroad_a")
    assert payments(game.events) == [
        ("Ann", "Ben", 400, "cards.nearest-railroad"),
        ("Ann", "Cy", 14, "rent.deed"),
    ]


@rule("speed.mr-m", "debt.raise")
def test_mr_m_waits_until_the_debt_of_the_first_square_is_paid(edition: str) -> None:
    game = speeding(edition, "chance_36", Ann={"cash": 0, "deeds": ["reading railroad"]}, Ben={"deeds": ["boardwalk"]})
    game.throw(1, 2, MR_M)
    assert game["Ann"].square == "Boardwalk"
    game.play("Ann: mortgage reading railroad")
    assert (game["Ann"].square, game.phase) == ("Mediterranean Avenue", "buy")
    assert game["Ann"].cash == 100 - 50 + 200


@rule("speed.mr-m", "bankrupt.turn")
def test_mr_m_moves_nobody_who_went_bankrupt_on_the_first_square(edition: str) -> None:
    game = speeding(edition, "chance_36", Ann={"cash": 0}, Ben={"deeds": ["boardwalk"]})
    game.throw(1, 2, MR_M)
    game.play("Ann: bankrupt")
    assert moves(game) == [("Boardwalk", 3, "move.throw")]
    assert (game.on_turn, game.phase) == ("Ben", "before-throw")


@rule("speed.mr-m", "speed.doubles-white")
def test_doubles_with_mr_m_give_another_throw_after_both_squares(edition: str) -> None:
    game = speeding(edition)
    game.throw(3, 3, MR_M)
    play(game, "Ann: buy", "Ann: buy")
    assert list(game["Ann"].deeds) == ["Oriental Avenue", "Vermont Avenue"]
    assert (game.on_turn, game.phase) == ("Ann", "before-throw")


# Mr. M, sold out


@rule("speed.mr-m-sold-out")
def test_sold_out_mr_m_leads_to_the_next_property_on_which_rent_is_owed(edition: str) -> None:
    """From Just Visiting: St. Charles and States are Ann's own, Electric is mortgaged, Virginia costs $12."""
    deeds = all_but("st. charles", "states", "electric")
    game = speeding(
        edition,
        Ann={"deeds": ["st. charles", "states"]},
        Ben={"cash": 0, "deeds": deeds | {"electric company": "mortgaged"}},
    )
    game.throw(4, 6, MR_M)
    assert moves(game) == [("Jail / Just Visiting", 10, "move.throw"), ("Virginia Avenue", 4, "speed.mr-m-sold-out")]
    assert payments(game.events) == [("Ann", "Ben", 12, "rent.deed")]
    assert game.phase == "end-turn"


@rule("speed.mr-m-sold-out", "rent.utility")
def test_sold_out_mr_m_on_a_utility_costs_the_ordinary_rent_of_the_white_dice(edition: str) -> None:
    game = speeding(
        edition,
        Ann={"deeds": ["st. charles", "water works"]},
        Ben={"cash": 0, "deeds": all_but("st. charles", "water")},
    )
    game.throw(4, 6, MR_M)
    assert game["Ann"].square == "Electric Company"
    assert payments(game.events) == [("Ann", "Ben", 40, "rent.utility")]


@rule("speed.mr-m-sold-out")
def test_sold_out_mr_m_stays_if_one_owes_nobody_anywhere(edition: str) -> None:
    game = speeding(edition, Ben={"cash": 0, "deeds": all_but(state="mortgaged")})
    game.throw(4, 6, MR_M)
    assert moves(game) == [("Jail / Just Visiting", 10, "move.throw")]
    assert (game["Ann"].cash, game.phase) == (1000, "end-turn")


@rule("speed.mr-m-sold-out", "move.salary")
def test_sold_out_mr_m_may_pass_go(edition: str) -> None:
    game = speeding(
        edition,
        "pacific",
        Ann={"cash": 75, "deeds": ["boardwalk"]},
        Ben={"cash": 0, "deeds": all_but("boardwalk", "mediterranean")},
        Cy={"cash": 0, "deeds": ["mediterranean"]},
    )
    game.throw(3, 4, MR_M)  # luxury tax first
    assert moves(game)[-1] == ("Mediterranean Avenue", 3, "speed.mr-m-sold-out")
    assert cash(game) == (200 - 2, 0, 2)


@rule("speed.mr-m-sold-out", "rent.in-jail")
def test_sold_out_mr_m_passes_by_owners_who_by_house_rule_earn_nothing_in_jail(edition: str) -> None:
    game = speeding(
        edition,
        Ben={"cash": 0, "jail": 1, "deeds": all_but("virginia")},
        Cy={"cash": 0, "deeds": ["virginia"]},
        options={"rent_in_jail": False},
    )
    game.throw(4, 6, MR_M)
    assert game["Ann"].square == "Virginia Avenue"
    assert cash(game) == (988, 0, 12)


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


@rule("speed.mr-m")
def test_mr_m_goes_all_the_way_round_to_the_property_just_passed(edition: str) -> None:
    game = speeding(edition, "chance_36", Ben={"cash": 1000, "deeds": all_but("boardwalk")})
    game.throw(1, 3, MR_M)
    assert moves(game) == [("GO", 4, "move.throw"), ("Boardwalk", 39, "speed.mr-m")]


@rule("speed.mr-m", "move.salary-twice")
@pytest.mark.parametrize(("twice", "salaries"), [(True, 2), (False, 1)])
def test_mr_m_who_passes_go_again_in_one_throw_pays_as_the_table_says(edition: str, twice: bool, salaries: int) -> None:
    deeds = all_but("baltic")
    game = speeding(edition, "luxury tax", Ben={"cash": 0, "deeds": deeds}, options={"move_salary_twice": twice})
    game.throw(3, 4, MR_M)
    assert moves(game) == [("Reading Railroad", 7, "move.throw"), ("Baltic Avenue", 38, "speed.mr-m")]
    assert len([p for p in payments(game.events) if p[3].startswith("move.salary")]) == salaries
