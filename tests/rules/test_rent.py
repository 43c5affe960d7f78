"""Rent: rulebook section 4."""

from typing import Any

import pytest

from passgo import Event, Game
from tests.rules.by_rule import rule
from tests.rules.table import cash, draws, landed, may, open_debts, pair, payments, play, refused, table, told

RAILROADS = ["reading_railroad", "pennsylvania_railroad", "b_o_railroad", "short_line"]
UTILITIES = ["electric_company", "water_works"]
MANUAL = {"rent_claims": "manual"}


def rents(events: list[Event]) -> list[tuple[str | None, str | None, int, str]]:
    """Who owes whom how much rent, and by which rule."""
    return [(e.player, e.other, e.amount, e.rule) for e in told(events, "RentCharged")]


# What a street earns


@rule("rent.deed")
def test_the_owner_collects_the_rent_of_the_deed(edition: str) -> None:
    game = landed(edition, "Virginia Avenue", Ann={"cash": 1500}, Ben={"cash": 1500, "deeds": ["virginia"]})
    assert rents(game.events) == [("Ann", "Ben", 12, "rent.deed")]
    assert payments(game.events) == [("Ann", "Ben", 12, "rent.deed")]
    assert (cash(game)[:2], game.phase) == ((1488, 1512), "end-turn")


@rule("rent.deed")
def test_the_rent_is_that_of_the_buildings_on_the_lot(edition: str) -> None:
    for level, rent in ((1, 200), (2, 600), (3, 1400), (4, 1700), ("hotel", 2000)):
        ben = {"cash": 0, "deeds": {"park_place": level, "boardwalk": level}}
        game = landed(edition, "Boardwalk", Ann={"cash": 2500}, Ben=ben)
        assert payments(game.events) == [("Ann", "Ben", rent, "rent.deed")]


@rule("rent.deed")
def test_each_lot_earns_by_its_own_buildings(edition: str) -> None:
    ben = {"cash": 0, "deeds": {"kentucky": 2, "indiana": 3, "illinois": 2}}
    for square, rent in (("Kentucky Avenue", 250), ("Indiana Avenue", 700), ("Illinois Avenue", 300)):
        game = landed(edition, square, Ann={"cash": 2500}, Ben=ben)
        assert payments(game.events) == [("Ann", "Ben", rent, "rent.deed")]


@rule("rent.deed")
def test_ones_own_property_costs_nothing(edition: str) -> None:
    game = landed(edition, "Boardwalk", Ann={"cash": 1500, "deeds": {"park_place": 4, "boardwalk": "hotel"}})
    assert payments(game.events) == rents(game.events) == []
    assert (game["Ann"].cash, game.phase) == (1500, "end-turn")


@rule("rent.deed", "debt.raise")
def test_rent_that_cash_does_not_cover_becomes_a_debt_to_the_owner(edition: str) -> None:
    game = landed(edition, "Boardwalk", Ann={"cash": 49, "deeds": ["baltic"]}, Ben={"cash": 0, "deeds": ["boardwalk"]})
    [debt] = open_debts(game)
    assert (debt.debtor, debt.creditor, debt.amount, debt.rule) == ("Ann", "Ben", 50, "rent.deed")
    game.play("Ann: mortgage baltic")
    assert cash(game)[:2] == (29, 50)


@rule("rent.group-double")
def test_an_unimproved_street_of_a_complete_group_earns_double(edition: str) -> None:
    game = landed(edition, "Virginia Avenue", Ben={"deeds": ["st_charles", "states", "virginia"]})
    assert rents(game.events) == [("Ann", "Ben", 24, "rent.group-double")]


@rule("rent.group-double")
def test_an_incomplete_group_earns_the_single_rent(edition: str) -> None:
    game = landed(edition, "Virginia Avenue", Ben={"deeds": ["states", "virginia"]}, Cy={"deeds": ["st_charles"]})
    assert rents(game.events) == [("Ann", "Ben", 12, "rent.deed")]
    game = landed(edition, "Virginia Avenue", Ben={"deeds": ["states", "virginia"]})  # the Bank has the third
    assert rents(game.events) == [("Ann", "Ben", 12, "rent.deed")]


@rule("rent.group-double")
def test_double_also_when_another_lot_of_the_group_is_built_on(edition: str) -> None:
    ben = {"deeds": {"st_charles": 1, "states": 0, "virginia": 0}}
    assert rents(landed(edition, "Virginia Avenue", Ben=ben).events) == [("Ann", "Ben", 24, "rent.group-double")]
    # The house itself earns the deed's rent, not doubled.
    assert rents(landed(edition, "St. Charles Place", Ben=ben).events) == [("Ann", "Ben", 50, "rent.deed")]


@rule("rent.group-double")
def test_double_also_when_another_lot_of_the_group_is_mortgaged(edition: str) -> None:
    ben = {"deeds": {"st_charles": "mortgaged", "states": 0, "virginia": 0}}
    assert rents(landed(edition, "Virginia Avenue", Ben=ben).events) == [("Ann", "Ben", 24, "rent.group-double")]


@rule("rent.group-double")
def test_a_table_may_double_only_while_nothing_is_built_or_mortgaged(edition: str) -> None:
    options = {"rent_group_double": False}
    for st_charles, rent, by in ((0, 24, "rent.group-double"), (1, 12, "rent.deed"), ("mortgaged", 12, "rent.deed")):
        ben = {"deeds": {"st_charles": st_charles, "states": 0, "virginia": 0}}
        game = landed(edition, "Virginia Avenue", Ben=ben, options=options)
        assert rents(game.events) == [("Ann", "Ben", rent, by)]


# Railroads


@rule("rent.railroad")
def test_a_railroad_earns_by_railroads_owned(edition: str) -> None:
    for count, rent in ((1, 25), (2, 50), (3, 100), (4, 200)):
        game = landed(edition, "Reading Railroad", Ben={"deeds": RAILROADS[:count]})
        assert payments(game.events) == [("Ann", "Ben", rent, "rent.railroad")]


@rule("rent.railroad")
def test_railroads_of_others_do_not_count(edition: str) -> None:
    game = landed(edition, "Reading Railroad", Ben={"deeds": RAILROADS[:2]}, Cy={"deeds": RAILROADS[2:]})
    assert rents(game.events) == [("Ann", "Ben", 50, "rent.railroad")]


@rule("rent.railroad")
def test_mortgaged_railroads_count_for_the_others(edition: str) -> None:
    ben = {"deeds": {"reading_railroad": 0, "short_line": "mortgaged", "b_o_railroad": "mortgaged"}}
    assert rents(landed(edition, "Reading Railroad", Ben=ben).events) == [("Ann", "Ben", 100, "rent.railroad")]
    game = landed(edition, "Reading Railroad", Ben=ben, options={"rent_railroad_mortgaged": False})
    assert rents(game.events) == [("Ann", "Ben", 25, "rent.railroad")]


# Utilities


@rule("rent.utility", editions=("1935", "classic", "speed-die"))
def test_a_utility_earns_four_times_the_throw_that_moved_the_token(edition: str) -> None:
    game = landed(edition, "Electric Company", dice=(6, 3), Ben={"deeds": ["electric_company"]})
    assert payments(game.events) == [("Ann", "Ben", 36, "rent.utility")]
    assert game.phase == "end-turn"


@rule("rent.utility", editions=("1935", "classic", "speed-die"))
def test_both_utilities_earn_ten_times_the_throw(edition: str) -> None:
    game = landed(edition, "Water Works", dice=(6, 3), Ben={"deeds": UTILITIES})
    assert payments(game.events) == [("Ann", "Ben", 90, "rent.utility")]


@rule("rent.utility", editions=("modern",))
def test_in_the_modern_edition_a_new_throw_decides(edition: str) -> None:
    for deeds, rent in (([UTILITIES[0]], 4 * 11), (UTILITIES, 10 * 11)):
        game = landed(edition, "Electric Company", dice=(1, 2), Ben={"deeds": deeds})
        assert (game.phase, game.to_act, payments(game.events)) == ("throw-for-rent", ("Chance",), [])
        assert payments(game.throw(5, 6)) == [("Ann", "Ben", rent, "rent.utility")]


@rule("rent.utility", editions=("speed-die",))
def test_all_three_dice_count_where_the_speed_die_was_thrown(edition: str) -> None:
    game = table(edition, Ann={"square": "oriental", "speeding": True}, Ben={"deeds": ["electric_company"]})
    assert rents(game.throw(2, 3, 1)) == [("Ann", "Ben", 24, "rent.utility")]


@rule("rent.utility", editions=("speed-die",))
def test_the_bus_counts_nothing_and_both_white_dice_count_though_one_moved(edition: str) -> None:
    game = table(edition, Ann={"square": "vermont", "speeding": True}, Ben={"deeds": ["electric_company"]})
    game.throw(4, 2, "bus")
    assert rents(game.play("move 4")) == [("Ann", "Ben", 24, "rent.utility")]


@rule("rent.utility", editions=("speed-die",))
def test_mr_m_counts_nothing(edition: str) -> None:
    game = table(edition, Ann={"square": "chance_7", "speeding": True}, Ben={"deeds": ["electric_company"]})
    assert rents(game.throw(2, 3, "mr. m")) == [("Ann", "Ben", 20, "rent.utility")]


@rule("rent.utility", "speed.mr-m-sold-out", editions=("speed-die",))
def test_where_mr_m_leads_the_dice_that_were_thrown_decide(edition: str) -> None:
    others = sorted(set(table(edition).bank.deeds) - {"Electric Company"})
    game = table(edition, Ann={"speeding": True, "deeds": others}, Ben={"deeds": ["electric_company"]})
    assert rents(game.throw(1, 2, "mr. m")) == [("Ann", "Ben", 12, "rent.utility")]
    assert (game["Ann"].square, game.phase) == ("Electric Company", "end-turn")


@rule("rent.utility")
def test_a_mortgaged_utility_counts_for_the_other(edition: str) -> None:
    ben = {"deeds": {"electric_company": 0, "water_works": "mortgaged"}}
    for options, factor in (({}, 10), ({"rent_utility_mortgaged": False}, 4)):
        game = landed(edition, "Electric Company", dice=(3, 4), Ben=ben, options=options)
        if edition == "modern":
            game.throw(3, 4)
        assert rents(game.events) == [("Ann", "Ben", factor * 7, "rent.utility")]


@rule("rent.utility")
def test_a_table_may_measure_by_the_other_throw(edition: str) -> None:
    choice = "moving-throw" if edition == "modern" else "new-throw"
    options, ben = {"rent_utility": choice}, {"deeds": ["electric_company"]}
    game = landed(edition, "Electric Company", dice=(1, 2), Ben=ben, options=options)
    if choice == "new-throw":
        assert rents(game.events) == []
        game.throw(5, 6)
    assert rents(game.events) == [("Ann", "Ben", 12 if edition == "modern" else 44, "rent.utility")]


@rule("rent.utility-by-card")
def test_sent_to_the_nearest_utility_one_pays_ten_times_a_new_throw_though_one_is_owned(edition: str) -> None:
    game = draws(edition, "chance_7", "nearest_utility", Ben={"deeds": ["electric_company"]})
    assert (game["Ann"].square, game.phase) == ("Electric Company", "throw-for-rent")
    events = game.throw(2, 4)
    assert payments(events) == [("Ann", "Ben", 60, "rent.utility-by-card")]
    assert [(e.dice, e.rule) for e in told(events, "DiceThrown")] == [((2, 4), "rent.throw")]


@rule("rent.utility-by-card")
def test_the_nearest_utility_lies_ahead(edition: str) -> None:
    nearest_of = {"chance_7": "Electric Company", "chance_22": "Water Works", "chance_36": "Electric Company"}
    for square, nearest in nearest_of.items():
        game = draws(edition, square, "nearest_utility", Ann={"cash": 1500})
        assert (game["Ann"].square, game.phase) == (nearest, "buy")
        assert game["Ann"].cash == (1700 if square == "chance_36" else 1500)  # past GO


@rule("rent.utility-by-card")
def test_ones_own_or_a_mortgaged_utility_asks_for_no_throw(edition: str) -> None:
    for position in ({"Ann": {"deeds": ["water_works"]}}, {"Ben": {"deeds": {"water_works": "mortgaged"}}}):
        game = draws(edition, "chance_22", "nearest_utility", **position)
        assert (game["Ann"].square, game.phase, payments(game.events)) == ("Water Works", "end-turn", [])


@rule("rent.utility-by-card", editions=("speed-die",))
def test_a_speed_die_player_throws_all_three_to_measure(edition: str) -> None:
    game = table(edition, Ann={"square": "go", "speeding": True}, Ben={"deeds": ["electric_company"]})
    game.throw(2, 4, 1)
    game.draw("nearest_utility")
    assert refused(game, "dice 2 3") == "speed.faces"
    assert rents(game.throw(2, 3, 3)) == [("Ann", "Ben", 80, "rent.utility-by-card")]


@rule("rent.utility-by-card", editions=("speed-die",))
def test_mr_m_and_the_bus_measure_nothing(edition: str) -> None:
    for face in ("bus", "mr. m"):
        game = table(edition, Ann={"square": "go", "speeding": True}, Ben={"deeds": ["electric_company"]})
        game.throw(2, 4, 1)
        game.draw("nearest_utility")
        assert rents(game.throw(2, 3, face)) == [("Ann", "Ben", 50, "rent.utility-by-card")]
        assert (game["Ann"].square, game.phase) == ("Electric Company", "end-turn")


@rule("rent.throw")
def test_a_throw_that_measures_rent_moves_nothing_and_is_never_doubles(edition: str) -> None:
    options = {"rent_utility": "new-throw"}
    game = landed(edition, "Electric Company", dice=(1, 2), Ben={"deeds": ["electric_company"]}, options=options)
    events = game.throw(4, 4)
    assert [(e.player, e.dice, e.rule) for e in told(events, "DiceThrown")] == [("Ann", (4, 4), "rent.throw")]
    assert rents(events) == [("Ann", "Ben", 32, "rent.utility")]
    assert (game["Ann"].square, game.phase) == ("Electric Company", "end-turn")


@rule("rent.throw", "move.doubles-again")
def test_doubles_that_moved_the_token_still_give_another_throw_after_it(edition: str) -> None:
    options = {"rent_utility": "new-throw"}
    game = landed(edition, "Electric Company", dice=(3, 3), Ben={"deeds": ["electric_company"]}, options=options)
    game.throw(1, 2)
    assert (game.on_turn, game.phase) == ("Ann", "before-throw")


@rule("rent.throw", "move.three-doubles")
def test_a_measuring_throw_is_not_the_third_doubles(edition: str) -> None:
    options = {"rent_utility": "new-throw"}
    position: dict[str, Any] = {
        "Ann": {"square": "0"},
        "Ben": {"deeds": ["electric_company"]},
        "Cy": {"deeds": ["oriental"]},
    }
    game = table(edition, **position, options=options)
    game.throw(3, 3)
    game.throw(3, 3)
    game.throw(5, 5)  # measures
    assert (game["Ann"].in_jail, game.phase) == (False, "before-throw")
    game.throw(1, 1)
    assert game["Ann"].in_jail


# When none is due


@rule("rent.mortgaged")
def test_a_mortgaged_street_railroad_or_utility_earns_nothing(edition: str) -> None:
    for square in ("Virginia Avenue", "Pennsylvania Railroad", "Water Works"):
        game = landed(edition, square, Ann={"cash": 1500}, Ben={"cash": 1500, "deeds": {square: "mortgaged"}})
        assert rents(game.events) == payments(game.events) == []
        assert (cash(game)[:2], game.phase) == ((1500, 1500), "end-turn")


@rule("rent.mortgaged")
def test_the_others_of_its_group_still_earn(edition: str) -> None:
    ben = {"deeds": {"reading_railroad": "mortgaged", "short_line": 0, "states": "mortgaged", "virginia": 0}}
    assert rents(landed(edition, "Short Line", Ben=ben).events) == [("Ann", "Ben", 50, "rent.railroad")]
    assert rents(landed(edition, "Virginia Avenue", Ben=ben).events) == [("Ann", "Ben", 12, "rent.deed")]


@rule("rent.in-jail", "jail.business")
def test_the_owner_collects_while_in_jail(edition: str) -> None:
    ben = {"jail": 2, "cash": 1500, "deeds": ["virginia"]}
    game = landed(edition, "Virginia Avenue", Ben=ben)
    assert payments(game.events) == [("Ann", "Ben", 12, "rent.deed")]
    game = landed(edition, "Virginia Avenue", Ben=ben, options={"rent_in_jail": False})
    assert payments(game.events) == []


# Asking for it


@rule("rent.claim")
def test_by_default_the_owner_always_asks(edition: str) -> None:
    game = landed(edition, "Virginia Avenue", Ben={"deeds": ["virginia"]})
    assert payments(game.events) == [("Ann", "Ben", 12, "rent.deed")]
    assert game.claims == []
    assert refused(game, "Ben: claim Ann virginia") == "rent.claim"


@rule("rent.claim", editions=("modern",))
def test_the_modern_edition_is_automatic_only(edition: str) -> None:
    with pytest.raises(ValueError, match="rent"):
        table(edition, options=MANUAL)


def unclaimed(edition: str, **position: Any) -> Game:
    """Claims are manual; Ann, with $1500, has landed on Ben's Virginia Avenue, and nobody has asked for the $12.

    Everyone else visits the Jail, ten squares before Free Parking, where nothing happens.
    """
    told: dict[str, Any] = {"Ann": {}, "Ben": {"square": "jail"}, "Cy": {"square": "jail"}}
    for name, said in position.items():
        told[name] = {**told.get(name, {}), **said}
    told["Ann"] = {"cash": 1500, **told["Ann"]}
    told["Ben"] = {"cash": 1500, **told["Ben"], "deeds": {"virginia": 0, **told["Ben"].get("deeds", {})}}
    return landed(edition, "Virginia Avenue", options=MANUAL, **told)


def passes(game: Game) -> None:
    """The player on turn throws from the Jail square to Free Parking, and passes the dice."""
    game.throw(4, 6)
    game.play("end turn")


@rule("rent.claim", editions=("1935", "classic", "speed-die"))
def test_manual_rent_is_not_paid_until_the_owner_asks(edition: str) -> None:
    game = unclaimed(edition)
    assert payments(game.events) == []
    [claim] = game.claims
    assert (claim.owner, claim.lander, claim.square, claim.amount) == ("Ben", "Ann", "Virginia Avenue", 12)
    events = game.play("Ben: claim Ann virginia")
    claimed = told(events, "RentClaimed")
    assert [(e.player, e.other, e.amount, e.rule) for e in claimed] == [("Ben", "Ann", 12, "rent.claim")]
    assert payments(events) == [("Ann", "Ben", 12, "rent.claim")]
    assert (cash(game)[:2], game.claims) == ((1488, 1512), [])
    assert refused(game, "Ben: claim Ann virginia") == "rent.claim-window"  # once only


@rule("rent.claim", "rent.claim-holder", editions=("1935", "classic", "speed-die"))
def test_only_the_owner_may_ask(edition: str) -> None:
    game = unclaimed(edition)
    assert refused(game, "Cy: claim Ann virginia") == "rent.claim-holder"
    assert refused(game, "Cy: claim Ann baltic") == "rent.claim-window"
    assert refused(game, "Ben: claim Cy virginia") == "rent.claim-window"
    assert refused(game, "Ben: claim Ann baltic") == "rent.claim-window"
    assert "ClaimRent" in may(game, "Ben")
    assert "ClaimRent" not in may(game, "Cy")


@rule("rent.claim", editions=("1935", "classic", "speed-die"))
def test_a_claim_that_cash_does_not_cover_is_a_debt(edition: str) -> None:
    game = unclaimed(edition, Ann={"cash": 5, "deeds": ["baltic"]})
    game.play("Ben: claim Ann virginia")
    [debt] = open_debts(game)
    assert (debt.debtor, debt.creditor, debt.amount, debt.rule) == ("Ann", "Ben", 12, "rent.claim")
    game.play("Ann: mortgage baltic")
    assert cash(game)[:2] == (23, 1512)


@rule("rent.claim-window")
def test_the_rent_may_be_claimed_until_the_second_following_player_throws(edition: str) -> None:
    game = unclaimed(edition)
    game.play("end turn")
    passes(game)  # Ben, the first following player
    assert (game.on_turn, game.phase) == ("Cy", "before-throw")
    assert payments(game.play("Ben: claim Ann virginia")) == [("Ann", "Ben", 12, "rent.claim")]


@rule("rent.claim-window")
def test_it_is_lost_exactly_when_the_second_following_player_throws(edition: str) -> None:
    game = unclaimed(edition)
    game.play("end turn")
    passes(game)
    events = game.throw(4, 6)  # Cy
    lapsed = told(events, "ClaimLapsed")
    assert [(e.player, e.other, e.amount, e.rule) for e in lapsed] == [("Ben", "Ann", 12, "rent.claim-window")]
    assert refused(game, "Ben: claim Ann virginia") == "rent.claim-window"
    assert (game.claims, game["Ann"].cash) == ([], 1500)


@rule("rent.claim-window", editions=("classic", "speed-die"))
def test_with_two_players_it_is_lost_when_the_lander_throws_next(edition: str) -> None:
    position: dict[str, Any] = {"Ann": {"square": "st_charles"}, "Ben": {"square": "jail", "deeds": ["virginia"]}}
    game = pair(edition, **position, options=MANUAL)
    game.throw(1, 2)
    game.play("end turn")
    passes(game)  # Ben
    assert (game.on_turn, len(game.claims)) == ("Ann", 1)
    late = game.copy()
    game.play("Ben: claim Ann virginia")
    assert game.claims == []
    assert [e.rule for e in told(late.throw(2, 4), "ClaimLapsed")] == ["rent.claim-window"]  # to Free Parking
    assert refused(late, "Ben: claim Ann virginia") == "rent.claim-window"


@rule("rent.claim-window")
def test_with_two_of_three_left_it_is_lost_when_the_lander_throws_next(edition: str) -> None:
    game = unclaimed(edition, Cy={"out": True, "square": "go"})
    game.play("end turn")
    passes(game)
    assert (game.on_turn, len(game.claims)) == ("Ann", 1)
    assert len(told(game.throw(2, 4), "ClaimLapsed")) == 1


@rule("rent.claim-window")
def test_extra_throws_of_the_lander_do_not_count(edition: str) -> None:
    position: dict[str, Any] = {
        "Ann": {"square": "jail", "cash": 1500},
        "Ben": {"deeds": ["virginia"]},
        "Cy": {"deeds": ["tennessee"]},
    }
    game = table(edition, **position, options=MANUAL)
    game.throw(2, 2)  # Virginia Avenue
    game.throw(2, 2)  # Tennessee Avenue
    game.throw(1, 1)  # Jail
    assert [(claim.owner, claim.amount) for claim in game.claims] == [("Ben", 12), ("Cy", 14)]


@rule("rent.claim-window")
def test_extra_throws_of_the_next_player_do_not_count(edition: str) -> None:
    game = unclaimed(edition, Ben={"deeds": {"illinois": 0}})
    game.play("end turn")
    game.throw(5, 5)  # Ben: Free Parking
    game.throw(2, 2)  # his own Illinois Avenue
    game.throw(4, 2)  # Go To Jail
    assert (game.on_turn, game.phase) == ("Cy", "before-throw")
    assert payments(game.play("Ben: claim Ann virginia")) == [("Ann", "Ben", 12, "rent.claim")]


@rule("rent.claim-window")
def test_a_throw_in_jail_counts_like_any_other(edition: str) -> None:
    game = unclaimed(edition, Cy={"jail": 1})
    game.play("end turn")
    passes(game)
    assert len(told(game.throw(1, 2), "ClaimLapsed")) == 1  # Cy stays in Jail


@rule("rent.claim-window")
def test_a_player_who_left_before_does_not_count(edition: str) -> None:
    game = unclaimed(edition, Cy={"out": True, "square": "go"}, Dee={"square": "jail"})
    game.play("end turn")
    passes(game)  # Ben
    assert (game.on_turn, len(game.claims)) == ("Dee", 1)
    assert len(told(game.throw(4, 6), "ClaimLapsed")) == 1


@rule("rent.claim-window", "bankrupt.resign")
def test_a_player_who_leaves_instead_of_throwing_does_not_count(edition: str) -> None:
    game = unclaimed(edition, Dee={"square": "jail"})
    game.play("end turn")
    passes(game)  # Ben
    game.play("Cy: resign")
    assert (game.on_turn, game["Cy"].out, len(game.claims)) == ("Dee", True, 1)
    assert len(told(game.throw(4, 6), "ClaimLapsed")) == 1


@rule("rent.claim-window")
def test_each_rent_has_its_own_window(edition: str) -> None:
    game = unclaimed(edition, Dee={"deeds": ["states"]})
    game.play("end turn")
    game.throw(1, 2)  # Ben lands on Dee's States Avenue
    game.play("end turn")
    game.throw(4, 6)  # Cy: too late for Virginia Avenue, not for States Avenue
    assert [(claim.owner, claim.lander, claim.square) for claim in game.claims] == [("Dee", "Ben", "States Avenue")]


@rule("rent.claim", "table.any-time", editions=("1935", "classic", "speed-die"))
def test_no_claim_is_heard_while_the_dice_fall(edition: str) -> None:
    game = unclaimed(edition)
    play(game, "end turn", "Ben: throw")
    assert refused(game, "Ben: claim Ann virginia") == "table.any-time"


@rule("rent.claim", "table.one-matter", editions=("1935", "classic", "speed-die"))
def test_a_claim_waits_for_a_debt_to_be_settled(edition: str) -> None:
    position: dict[str, Any] = {"Ben": {"deeds": ["virginia"]}, "Cy": {"deeds": ["tennessee"]}, "options": MANUAL}
    game = table(edition, Ann={"square": "jail", "cash": 5, "deeds": ["baltic"]}, **position)
    game.throw(2, 2)
    game.throw(3, 1)
    game.play("Cy: claim Ann tennessee")
    assert payments(game.play("Ben: claim Ann virginia")) == []
    game.play("Ann: mortgage baltic")
    assert game["Ann"].cash == 5 + 30 - 14 - 12


@rule("rent.claim-holder")
def test_the_claim_stays_with_the_owner_at_the_landing_when_the_deed_is_sold(edition: str) -> None:
    game = unclaimed(edition)
    play(game, "Ben: offer Cy: virginia for $200", "Cy: accept Ben")
    assert refused(game, "Cy: claim Ann virginia") == "rent.claim-holder"
    assert payments(game.play("Ben: claim Ann virginia")) == [("Ann", "Ben", 12, "rent.claim")]


@rule("rent.claim-holder")
def test_a_claim_on_a_tenant_who_left_is_nobodys(edition: str) -> None:
    game = unclaimed(edition)
    game.play("Ann: resign")
    for player in ("Ben", "Cy"):
        assert refused(game, f"{player}: claim Ann virginia") == "rent.claim-holder"
    assert refused(game, "Ben: claim Cy virginia") == "rent.claim-window"


@rule("rent.claim-holder")
def test_the_claim_is_for_the_rent_at_the_landing(edition: str) -> None:
    game = unclaimed(edition, Ben={"deeds": {"st_charles": 0, "states": 0}})
    play(game, "Ben: build virginia")
    assert payments(game.play("Ben: claim Ann virginia")) == [("Ann", "Ben", 24, "rent.claim")]
    game = unclaimed(edition)
    play(game, "Ben: mortgage virginia")
    assert payments(game.play("Ben: claim Ann virginia")) == [("Ann", "Ben", 12, "rent.claim")]


@rule("rent.claim-holder", "bankrupt.resign")
def test_the_claim_lapses_when_the_owner_or_the_lander_leaves(edition: str) -> None:
    for leaver in ("Ann", "Ben"):
        game = unclaimed(edition)
        lapsed = told(game.play(f"{leaver}: resign"), "ClaimLapsed")
        assert [(e.player, e.other, e.rule) for e in lapsed] == [("Ben", "Ann", "rent.claim-holder")]
        assert game.claims == []


@rule("rent.claim-holder", "bankrupt.resign")
def test_only_the_claims_of_who_leaves_lapse_wherever_they_stand(edition: str) -> None:
    game = unclaimed(edition, Cy={"deeds": {"states": 0}, "cash": 1500})
    game.play("end turn")
    game.throw(1, 2)  # Ben, from the Jail that he visits, to Cy's States Avenue
    assert [(claim.owner, claim.lander) for claim in game.claims] == [("Ben", "Ann"), ("Cy", "Ben")]
    game.play("Cy: resign")
    assert [(claim.owner, claim.lander) for claim in game.claims] == [("Ben", "Ann")]


@rule("rent.claim-holder", "bankrupt.resign")
def test_the_claim_stays_when_somebody_else_leaves(edition: str) -> None:
    game = unclaimed(edition)
    game.play("Cy: resign")
    assert payments(game.play("Ben: claim Ann virginia")) == [("Ann", "Ben", 12, "rent.claim")]


@rule("rent.claim-holder", "short.end")
def test_the_claim_lapses_when_the_short_game_ends(edition: str) -> None:
    options = {**MANUAL, "short_game": True, "short_deal": 0}
    game = landed(edition, "Virginia Avenue", Ann={"cash": 1500}, Ben={"deeds": ["virginia"]}, options=options)
    game.play("end turn")
    events = game.strike_hour()
    assert [e.rule for e in told(events, "ClaimLapsed")] == ["rent.claim-holder"]
    assert (game["Ann"].cash, game.phase) == (1500, "game-over")


@rule("rent.claim", editions=("classic",))
def test_a_claim_is_listed_once_though_the_square_was_reached_twice(edition: str) -> None:
    game = landed(edition, "illinois", dice=(1, 1), Ben={"deeds": ["illinois"]}, options=MANUAL)
    game.throw(6, 6)
    game.draw("advance_to_illinois")
    assert [action.kind for action in game.legal_actions("Ben")].count("ClaimRent") == 1
    first = payments(game.play("Ben: claim Ann illinois"))
    assert payments(game.play("Ben: claim Ann illinois")) == first == [("Ann", "Ben", 20, "rent.claim")]


@rule("rent.railroad")
def test_a_mortgaged_railroad_of_another_owner_lowers_nobodys_rent(edition: str) -> None:
    game = landed(
        edition,
        "reading railroad",
        Ann={"cash": 100},
        Ben={"cash": 0, "deeds": ["reading railroad", "short line"]},
        Cy={"cash": 0, "deeds": {"b&o railroad": "mortgaged"}},
        options={"rent_railroad_mortgaged": False},
    )
    assert game["Ben"].cash == 50


@rule("rent.claim", editions=("1935", "classic", "speed-die"))
def test_every_open_claim_of_an_owner_is_listed(edition: str) -> None:
    ben = {"deeds": ["st charles place", "virginia avenue"]}
    game = landed(edition, "St. Charles Place", dice=(1, 1), Ann={"cash": 1500}, Ben=ben, options=MANUAL)
    game.throw(2, 1)
    listed = [action.square for action in game.legal_actions("Ben") if action.kind == "ClaimRent"]
    assert listed == ["St. Charles Place", "Virginia Avenue"]
