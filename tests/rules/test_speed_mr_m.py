"""The Speed Die: Mr. M, while the Bank has deeds to sell and afterwards."""

import pytest

from passgo.game.views import Auction
from tests.rules.by_rule import rule
from tests.rules.speeding import MR_M, all_but, moves, speeding
from tests.rules.table import cash, payments, play

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
