"""Houses and hotels: building evenly, and selling back to the Bank. Shortages are in `test_build_shortage`."""

from typing import Any

import pytest

from passgo import Game
from passgo.editions import ruleset as board
from tests.rules.by_rule import rule
from tests.rules.lots import BROWN, DARK_BLUE, LIGHT_BLUE, ORANGE, PINK, bank_with, built, levels, standing
from tests.rules.table import cash, may, payments, play, refused, table, told

H = "hotel"


def brown(edition: str, *state: int | str, **position: Any) -> Game:
    """Ann owns the brown group in this state; everybody has $500."""
    ann = {"deeds": built(BROWN, *state), **position.pop("Ann", {})}
    return table(edition, each=500, Ann=ann, **position)


# Where one may build


@rule("build.group")
def test_one_lot_of_a_group_is_not_enough_to_build(edition: str) -> None:
    game = table(edition, each=500, Ann={"deeds": ["baltic avenue"]}, Ben={"deeds": ["mediterranean avenue"]})
    assert "Build" not in may(game, "Ann")
    assert refused(game, "Ann: build baltic avenue") == "build.group"


@rule("build.group")
@pytest.mark.parametrize("missing", range(22))
def test_every_lot_of_every_group_is_needed_to_build_on_the_others(edition: str, missing: int) -> None:
    streets = [deed for deed in board(edition).deeds if deed.kind == "street"]
    lacking = streets[missing]
    game = table(
        edition,
        each=500,
        Ann={"deeds": [deed.name for deed in streets if deed is not lacking]},
        Ben={"deeds": [lacking.name]},
    )
    for deed in streets:
        if deed.group == lacking.group:
            assert refused(game, f"Ann: build {deed.name}") == "build.group"
    assert {action.square for action in game.legal_actions("Ann") if action.kind == "Build"} == {
        deed.name for deed in streets if deed.group != lacking.group
    }


@rule("build.group")
@pytest.mark.parametrize("square", ["short line", "water works", "GO", "boardwalk"])
def test_nothing_is_built_on_railroads_utilities_other_squares_or_another_players_lot(
    edition: str, square: str
) -> None:
    railroads = ["reading railroad", "pennsylvania railroad", "b&o railroad", "short line"]
    utilities = ["electric company", "water works"]
    ben = {"deeds": built(DARK_BLUE, 0, 0)}
    game = table(edition, each=500, Ann={"deeds": railroads + utilities}, Ben=ben)
    assert refused(game, f"Ann: build {square}") == "build.group"


@rule("build.group", "build.price")
@pytest.mark.parametrize(
    ("names", "price"), [(BROWN, 50), (LIGHT_BLUE, 50), (PINK, 100), (ORANGE, 100), (DARK_BLUE, 200)]
)
def test_the_owner_of_a_complete_group_builds_at_the_price_on_the_deed(
    edition: str, names: tuple[str, ...], price: int
) -> None:
    game = table(edition, each=500, Ann={"deeds": list(names)})
    events = game.play(f"Ann: build {names[-1]}")
    assert payments(events) == [("Ann", "Bank", price, "build.price")]
    assert [(e.square, e.amount, e.level, e.rule) for e in told(events, "Built")] == [
        (names[-1], price, 1, "build.price")
    ]  # fmt: skip
    assert game["Ann"].deeds[names[-1]] == 1
    assert (cash(game), game.bank.houses) == ((500 - price, 500, 500), 31)


@rule("build.price")
def test_the_price_is_paid_in_cash_to_the_last_dollar(edition: str) -> None:
    game = brown(edition, 0, 0, Ann={"cash": 49})
    assert "Build" not in may(game, "Ann")
    assert refused(game, "Ann: build baltic avenue") == "build.price"
    game = brown(edition, 0, 0, Ann={"cash": 50})
    game.play("Ann: build baltic avenue")
    assert game["Ann"].cash == 0


@rule("build.price", "build.four-then-hotel")
def test_a_hotel_costs_its_price_and_gives_four_houses_back(edition: str) -> None:
    game = brown(edition, 4, 4)
    assert (game.bank.houses, game.bank.hotels) == (24, 12)
    events = game.play("Ann: build baltic avenue")
    assert levels(game, "Ann", BROWN) == (4, H)
    assert told(events, "Built")[0].level == 5
    assert game["Ann"].cash == 450
    assert (game.bank.houses, game.bank.hotels) == (28, 11)


# When


@rule("build.any-time")
def test_one_builds_in_anothers_turn_before_and_after_the_throw(edition: str) -> None:
    game = brown(edition, 0, 0, on_turn="Ben")
    game.play("Ann: build baltic avenue")
    game.throw(4, 6)  # a visit to Jail
    assert (game.on_turn, game.phase) == ("Ben", "end-turn")
    game.play("Ann: build mediterranean avenue")
    assert (levels(game, "Ann", BROWN), game["Ann"].cash) == ((1, 1), 400)


@rule("build.any-time", "table.any-time")
def test_nobody_builds_while_the_dice_are_in_the_air(edition: str) -> None:
    game = brown(edition, 0, 0, on_turn="Ben")
    game.play("Ben: throw")
    assert refused(game, "Ann: build baltic avenue") == "table.any-time"


@rule("build.any-time")
def test_one_builds_while_another_decides_or_an_auction_or_a_debt_is_open(edition: str) -> None:
    game = brown(edition, 0, 0, on_turn="Ben", Ben={"square": "GO", "cash": 500})
    game.throw(2, 4)
    assert game.phase == "buy"
    game.play("Ann: build baltic avenue")
    game.play("Ben: decline")
    game.play("Ann: build mediterranean avenue")
    assert levels(game, "Ann", BROWN) == (1, 1)
    game = brown(
        edition, 0, 0, on_turn="Ben", Ben={"square": "GO", "cash": 1}, Cy={"cash": 500, "deeds": ["vermont avenue"]}
    )
    game.throw(3, 5)
    assert game.to_act == ("Ben",)  # owes $6
    game.play("Ann: build baltic avenue")
    assert levels(game, "Ann", BROWN) == (0, 1)


@rule("build.any-time", "auction.reserve")
def test_the_highest_bidder_cannot_build_with_the_money_bid(edition: str) -> None:
    game = brown(edition, 0, 0, on_turn="Ben")
    game.throw(2, 4)
    play(game, "Ben: decline", "Ann: bid 451")
    assert refused(game, "Ann: build baltic avenue") == "auction.reserve"
    game.play("Ben: bid 452")
    game.play("Ann: build baltic avenue")
    assert game["Ann"].cash == 450


@rule("build.any-time", "debt.limits")
def test_a_debtor_may_not_build(edition: str) -> None:
    ann = {"cash": 60, "deeds": list(BROWN)}
    game = table(edition, each=500, Ann=ann, Ben={"deeds": ["reading railroad", "short line", "b&o railroad"]})
    game.throw(2, 3)  # owes $100, and a house would cost $50
    assert "Build" not in may(game, "Ann")
    assert refused(game, "Ann: build baltic avenue") == "debt.limits"


# Evenly, and in what order


@rule("build.evenly")
def test_a_second_house_waits_for_the_first_on_every_other_lot(edition: str) -> None:
    game = table(edition, each=500, Ann={"deeds": list(LIGHT_BLUE)})
    game.play("Ann: build oriental avenue")
    assert refused(game, "Ann: build oriental avenue") == "build.evenly"
    game.play("Ann: build connecticut avenue")
    assert refused(game, "Ann: build connecticut avenue") == "build.evenly"
    game.play("Ann: build vermont avenue")
    game.play("Ann: build oriental avenue")
    assert levels(game, "Ann", LIGHT_BLUE) == (2, 1, 1)
    assert (game["Ann"].cash, game.bank.houses) == (300, 28)


@rule("build.four-then-hotel")
def test_a_hotel_waits_until_every_lot_has_four_houses(edition: str) -> None:
    game = table(edition, each=500, Ann={"deeds": built(LIGHT_BLUE, 4, 4, 3)})
    assert refused(game, "Ann: build oriental avenue") == "build.four-then-hotel"
    play(game, "Ann: build connecticut avenue", "Ann: build oriental avenue")
    assert levels(game, "Ann", LIGHT_BLUE) == (H, 4, 4)
    game.play("Ann: build vermont avenue")
    assert levels(game, "Ann", LIGHT_BLUE) == (H, H, 4)
    assert (game.bank.houses, game.bank.hotels) == (28, 10)


@rule("build.four-then-hotel")
def test_nothing_follows_a_hotel(edition: str) -> None:
    game = brown(edition, H, H)
    assert "Build" not in may(game, "Ann")
    assert refused(game, "Ann: build baltic avenue") == "build.four-then-hotel"


@rule("build.evenly", "build.four-then-hotel", "setup.bank")
def test_no_house_leaks_from_the_stock_from_bare_lots_to_hotels_and_back(edition: str) -> None:
    game = table(edition, each=2000, Ann={"deeds": list(LIGHT_BLUE)})
    for level in range(1, 6):
        for lot in LIGHT_BLUE:
            game.play(f"Ann: build {lot}")
            assert standing(game) == (32, 12)
        assert levels(game, "Ann", LIGHT_BLUE) == (H if level == 5 else level,) * 3
    assert (game["Ann"].cash, game.bank.houses, game.bank.hotels) == (2000 - 15 * 50, 32, 9)
    while "SellBuilding" in may(game, "Ann"):
        game.play(next(a for a in game.legal_actions("Ann") if a.kind == "SellBuilding"), "Ann")
        assert standing(game) == (32, 12)
    assert (game["Ann"].cash, game.bank.houses, game.bank.hotels) == (2000 - 15 * 25, 32, 12)
    assert levels(game, "Ann", LIGHT_BLUE) == (0, 0, 0)


# Mortgages beside it


@rule("build.not-mortgaged", editions=("classic", "speed-die", "modern"))
def test_nothing_is_built_beside_a_mortgaged_lot(edition: str) -> None:
    game = brown(edition, "mortgaged", 0)
    assert "Build" not in may(game, "Ann")
    assert refused(game, "Ann: build baltic avenue") == "build.not-mortgaged"
    assert refused(game, "Ann: build mediterranean avenue") == "build.not-mortgaged"
    play(game, "Ann: lift mediterranean avenue", "Ann: build baltic avenue")
    assert game["Ann"].cash == 500 - 33 - 50


@rule("build.not-mortgaged", editions=("1935",))
def test_in_1935_only_the_mortgaged_lot_itself_is_barred(edition: str) -> None:
    game = brown(edition, "mortgaged", 0)
    assert refused(game, "Ann: build mediterranean avenue") == "build.not-mortgaged"
    game.play("Ann: build baltic avenue")
    assert game["Ann"].deeds == {"Mediterranean Avenue": "mortgaged", "Baltic Avenue": 1}
    assert refused(game, "Ann: build baltic avenue") == "build.evenly"  # the bare lot has the fewest


@rule("build.not-mortgaged")
def test_the_table_can_choose_how_far_a_mortgage_bars_building(edition: str) -> None:
    other = "group" if edition == "1935" else "lot"
    game = brown(edition, "mortgaged", 0, options={"build_not_mortgaged": other})
    if other == "group":
        assert refused(game, "Ann: build baltic avenue") == "build.not-mortgaged"
    else:
        game.play("Ann: build baltic avenue")
        assert levels(game, "Ann", BROWN) == ("mortgaged", 1)


# When the Bank has none


@rule("build.none-left")
def test_without_houses_in_the_bank_one_waits_until_some_come_back(edition: str) -> None:
    ann = {"deeds": {**built(BROWN, 4, 4), **built(LIGHT_BLUE, 4, 4, 4), **built(PINK, 4, 4, 4)}}
    game = table(edition, each=500, Ann=ann, Ben={"deeds": list(DARK_BLUE)})
    assert game.bank.houses == 0
    assert "Build" not in may(game, "Ben")
    assert refused(game, "Ben: build boardwalk") == "build.none-left"
    game.play("Ann: build baltic avenue")  # a hotel: four houses come back
    assert game.bank.houses == 4
    play(game, "Ben: build boardwalk")
    assert levels(game, "Ben", DARK_BLUE) == (0, 1)
    assert (game.bank.houses, game["Ben"].cash) == (3, 300)


@rule("build.none-left")
def test_without_hotels_in_the_bank_one_waits(edition: str) -> None:
    deeds = {**built(BROWN, H, H), **built(LIGHT_BLUE, H, H, H), **built(PINK, H, H, H), **built(ORANGE, H, H, H)}
    game = table(edition, each=500, Ann={"deeds": deeds}, Ben={"deeds": built(DARK_BLUE, 4, H)})
    assert (game.bank.houses, game.bank.hotels) == (28, 0)
    assert refused(game, "Ben: build park place") == "build.none-left"
    play(game, "Ann: sell baltic avenue", "Ben: build park place")
    if edition != "1935":  # there Ann's lot is bare now; elsewhere it could take the hotel again, so she is asked
        game.play("Ann: pass")
    assert levels(game, "Ben", DARK_BLUE) == (H, H)
    assert game.bank.hotels == 0


@rule("build.none-left")
def test_no_hotel_means_no_fifth_house_either(edition: str) -> None:
    game = bank_with(edition, hotels=0, Ann={"deeds": built(BROWN, 4, 4)})
    assert refused(game, "Ann: build baltic avenue") == "build.none-left"


# Selling


@rule("build.sell-half")
@pytest.mark.parametrize(("names", "half"), [(BROWN, 25), (PINK, 50), (DARK_BLUE, 100)])
def test_the_bank_takes_a_house_back_for_half_its_price(edition: str, names: tuple[str, ...], half: int) -> None:
    game = table(edition, each=500, Ann={"deeds": dict.fromkeys(names, 2)}, on_turn="Ben")
    stock = game.bank.houses
    events = game.play(f"Ann: sell {names[0]}")
    assert payments(events) == [("Bank", "Ann", half, "build.sell-half")]
    assert [(e.square, e.amount, e.level) for e in told(events, "BuildingSold")] == [(names[0], half, 1)]
    assert (game["Ann"].cash, game.bank.houses) == (500 + half, stock + 1)


@rule("build.sell-half")
def test_one_sells_ones_own_buildings_only_and_not_what_is_not_there(edition: str) -> None:
    game = brown(edition, 1, 1, Ben={"deeds": built(DARK_BLUE, 0, 0)})
    assert refused(game, "Ben: sell baltic avenue") == "build.sell-half"
    assert refused(game, "Ben: sell boardwalk") == "build.sell-half"
    assert refused(game, "Ben: sell GO") == "build.sell-half"


@rule("build.sell-half", "table.any-time")
def test_one_sells_in_an_auction_and_in_debt_but_not_while_the_dice_are_in_the_air(edition: str) -> None:
    game = brown(edition, 1, 1, on_turn="Ben")
    game.throw(2, 4)
    play(game, "Ben: decline", "Ann: sell baltic avenue")
    assert game["Ann"].cash == 525
    game = brown(edition, 1, 1, on_turn="Ben")
    game.play("Ben: throw")
    assert refused(game, "Ann: sell baltic avenue") == "table.any-time"
    game = brown(edition, 1, 1, Ann={"cash": 1}, Cy={"deeds": ["vermont avenue"]})
    game.throw(3, 5)  # owes $6
    game.play("Ann: sell baltic avenue")
    assert (game["Ann"].cash, game.matters) == (1 + 25 - 6, [])


@rule("build.sell-evenly", editions=("classic", "speed-die", "modern"))
def test_buildings_are_sold_from_the_lot_with_the_most(edition: str) -> None:
    game = table(edition, each=500, Ann={"deeds": built(LIGHT_BLUE, 2, 1, 2)})
    assert refused(game, "Ann: sell vermont avenue") == "build.sell-evenly"
    play(game, "Ann: sell oriental avenue", "Ann: sell connecticut avenue", "Ann: sell vermont avenue")
    assert levels(game, "Ann", LIGHT_BLUE) == (1, 0, 1)
    game = brown(edition, 4, H)
    assert refused(game, "Ann: sell mediterranean avenue") == "build.sell-evenly"


@rule("build.sell-evenly", editions=("1935",))
def test_in_1935_buildings_are_sold_from_any_lot(edition: str) -> None:
    game = brown(edition, 2, 2)
    play(game, "Ann: sell baltic avenue", "Ann: sell baltic avenue")
    assert levels(game, "Ann", BROWN) == (2, 0)
    assert game["Ann"].cash == 550
    assert refused(game, "Ann: build mediterranean avenue") == "build.evenly"  # building stays even
    game.play("Ann: build baltic avenue")
    assert levels(game, "Ann", BROWN) == (2, 1)


@rule("build.sell-evenly")
def test_the_table_can_choose_whether_selling_is_even(edition: str) -> None:
    game = brown(edition, 2, 2, options={"build_sell_evenly": edition == "1935"})
    game.play("Ann: sell baltic avenue")
    if edition == "1935":
        assert refused(game, "Ann: sell baltic avenue") == "build.sell-evenly"
    else:
        game.play("Ann: sell baltic avenue")
        assert levels(game, "Ann", BROWN) == (2, 0)


# Selling hotels


@rule("build.sell-hotel", editions=("1935",))
@pytest.mark.parametrize("houses", [0, 3, 32])
def test_in_1935_a_hotel_is_sold_whole_for_half_of_five_houses_whatever_the_bank_has(edition: str, houses: int) -> None:
    game = bank_with(edition, houses=houses, Ann={"deeds": built(BROWN, H, H)})
    events = game.play("Ann: sell baltic avenue")
    assert payments(events) == [("Bank", "Ann", 125, "build.sell-hotel")]
    assert levels(game, "Ann", BROWN) == (H, 0)
    assert (game.bank.houses, game.bank.hotels) == (houses, 11)
    assert refused(game, "Ann: sell hotels mediterranean avenue") == "build.sell-hotel"


@rule("build.sell-hotel", editions=("classic", "speed-die", "modern"))
@pytest.mark.parametrize(("names", "half"), [(BROWN, 25), (DARK_BLUE, 100)])
def test_a_hotel_is_sold_for_half_its_price_and_four_houses(edition: str, names: tuple[str, ...], half: int) -> None:
    game = table(edition, each=500, Ann={"deeds": built(names, H, H)})
    events = game.play(f"Ann: sell {names[0]}")
    assert payments(events) == [("Bank", "Ann", half, "build.sell-hotel")]
    assert levels(game, "Ann", names) == (4, H)
    assert (game.bank.houses, game.bank.hotels) == (28, 11)


@rule("build.sell-hotel", editions=("classic", "speed-die"))
@pytest.mark.parametrize("houses", [0, 3, 32])
def test_all_hotels_of_a_group_may_go_at_once_for_half_of_five_houses_each(edition: str, houses: int) -> None:
    game = bank_with(edition, houses=houses, Ann={"deeds": built(LIGHT_BLUE, H, H, H)})
    events = game.play("Ann: sell hotels vermont avenue")
    assert payments(events) == [("Bank", "Ann", 125, "build.sell-hotel")] * 3
    assert levels(game, "Ann", LIGHT_BLUE) == (0, 0, 0)
    assert (game["Ann"].cash, game.bank.houses, game.bank.hotels) == (875, houses, 12)


@rule("build.sell-hotel", editions=("classic", "speed-die"))
def test_hotels_go_all_at_once_only_if_every_lot_of_the_own_group_has_one(edition: str) -> None:
    game = table(edition, each=500, Ann={"deeds": built(LIGHT_BLUE, H, 4, H)}, Ben={"deeds": built(BROWN, H, H)})
    assert refused(game, "Ann: sell hotels oriental avenue") == "build.sell-hotel"
    assert refused(game, "Ann: sell hotels baltic avenue") == "build.sell-hotel"
    assert refused(game, "Ann: sell hotels short line") == "build.sell-hotel"


@rule("build.sell-hotel", editions=("modern",))
def test_modern_sells_hotels_one_by_one(edition: str) -> None:
    game = brown(edition, H, H)
    assert "SellHotels" not in may(game, "Ann")
    assert refused(game, "Ann: sell hotels baltic avenue") == "build.sell-hotel"


@rule("build.sell-hotel", editions=("1935", "classic", "speed-die", "modern"))
def test_the_table_can_choose_how_hotels_are_sold(edition: str) -> None:
    game = brown(edition, H, H, options={"build_sell_hotel": "whole"})
    game.play("Ann: sell baltic avenue")
    assert (levels(game, "Ann", BROWN), game["Ann"].cash) == ((H, 0), 625)
    game = brown(edition, H, H, options={"build_sell_hotel": "level"})
    game.play("Ann: sell baltic avenue")
    assert (levels(game, "Ann", BROWN), game["Ann"].cash) == ((H, 4), 525)
    game = brown(edition, H, H, options={"build_sell_hotel": "level-or-all"})
    game.play("Ann: sell hotels baltic avenue")
    assert (levels(game, "Ann", BROWN), game["Ann"].cash) == ((0, 0), 750)


# Selling a hotel when the Bank lacks four houses. Levels given up are paid at half price: $25 here.


@rule("build.sell-hotel-short")
@pytest.mark.parametrize(
    ("houses", "state", "sold", "left", "levels_given_up"),
    [
        (0, (H, H), "baltic avenue", (0, 0), 10),
        (1, (H, H), "baltic avenue", (0, 1), 9),  # equal prices: the later lot keeps the odd house
        (2, (H, H), "baltic avenue", (1, 1), 8),
        (3, (H, H), "mediterranean avenue", (1, 2), 7),
        (0, (H, 4), "mediterranean avenue", (2, 2), 5),  # the four houses of the other lot are shared
        (1, (H, 4), "mediterranean avenue", (2, 3), 4),
        (2, (4, H), "baltic avenue", (3, 3), 3),
        (3, (4, H), "baltic avenue", (3, 4), 2),
        (3, (H, 4), "mediterranean avenue", (3, 4), 2),
    ],
)
def test_a_hotel_of_two_lots_is_sold_though_houses_are_short(
    edition: str, houses: int, state: tuple[int | str, ...], sold: str, left: tuple[int, ...], levels_given_up: int
) -> None:
    game = bank_with(edition, houses=houses, Ann={"deeds": built(BROWN, *state)})
    before = standing(game)
    events = game.play(f"Ann: sell {sold}")
    assert levels(game, "Ann", BROWN) == left
    assert {(payer, payee, rule_id) for payer, payee, _, rule_id in payments(events)} == {
        ("Bank", "Ann", "build.sell-hotel-short")
    }
    assert sum(amount for _, _, amount, _ in payments(events)) == 25 * levels_given_up
    assert (game["Ann"].cash, game.bank.houses, game.bank.hotels) == (500 + 25 * levels_given_up, 0, 12)
    assert standing(game) == before


@rule("build.sell-hotel-short")
@pytest.mark.parametrize(
    ("houses", "state", "sold", "left", "levels_given_up"),
    [
        (0, (H, H, H), "oriental avenue", (0, 0, 0), 15),
        (1, (H, H, H), "oriental avenue", (0, 0, 1), 14),  # Connecticut is the dearest
        (2, (H, H, H), "connecticut avenue", (0, 1, 1), 13),  # then the later of two equal lots
        (3, (H, H, H), "vermont avenue", (1, 1, 1), 12),
        (0, (H, H, 4), "oriental avenue", (1, 1, 2), 10),  # 4 houses in all
        (1, (H, H, 4), "oriental avenue", (1, 2, 2), 9),
        (2, (4, H, H), "vermont avenue", (2, 2, 2), 8),
        (3, (H, H, 4), "vermont avenue", (2, 2, 3), 7),
        (0, (H, 4, 4), "oriental avenue", (2, 3, 3), 5),  # 8 houses in all
        (1, (H, 4, 4), "oriental avenue", (3, 3, 3), 4),
        (2, (4, 4, H), "connecticut avenue", (3, 3, 4), 3),
        (3, (H, 4, 4), "oriental avenue", (3, 4, 4), 2),
    ],
)
def test_a_hotel_of_three_lots_is_sold_though_houses_are_short(
    edition: str, houses: int, state: tuple[int | str, ...], sold: str, left: tuple[int, ...], levels_given_up: int
) -> None:
    game = bank_with(edition, houses=houses, Ann={"deeds": built(LIGHT_BLUE, *state)})
    before = standing(game)
    events = game.play(f"Ann: sell {sold}")
    assert levels(game, "Ann", LIGHT_BLUE) == left
    assert {(payer, payee, rule_id) for payer, payee, _, rule_id in payments(events)} == {
        ("Bank", "Ann", "build.sell-hotel-short")
    }
    assert sum(amount for _, _, amount, _ in payments(events)) == 25 * levels_given_up
    assert (game.bank.houses, game.bank.hotels) == (0, 12)
    assert standing(game) == before


@rule("build.sell-hotel-short")
def test_the_dearest_lot_keeps_the_odd_house_when_ben_has_most_of_the_thirty_two(edition: str) -> None:
    ben = {"deeds": {**built(LIGHT_BLUE, 4, 4, 4), **built(PINK, 4, 4, 4), **built(ORANGE, 1, 2, 2)}}
    game = table(edition, each=500, Ann={"deeds": built(DARK_BLUE, H, H)}, Ben=ben)
    assert game.bank.houses == 3
    game.play("Ann: sell park place")
    assert levels(game, "Ann", DARK_BLUE) == (1, 2)
    assert (game["Ann"].cash, game.bank.houses, game.bank.hotels) == (500 + 7 * 100, 0, 12)
    assert standing(game) == (32, 12)


@rule("build.sell-hotel-short")
def test_with_four_houses_in_the_bank_nothing_is_short(edition: str) -> None:
    game = bank_with(edition, houses=4, Ann={"deeds": built(BROWN, H, H)})
    events = game.play("Ann: sell baltic avenue")
    assert payments(events) == [("Bank", "Ann", 25, "build.sell-hotel")]
    assert levels(game, "Ann", BROWN) == (H, 4)
    assert (game["Ann"].cash, game.bank.houses, game.bank.hotels) == (525, 0, 11)


@rule("build.sell-hotel-short", "build.sell-evenly")
@pytest.mark.parametrize("other", [0, 4, "mortgaged"])
def test_where_selling_need_not_be_even_only_the_hotels_own_lot_comes_down(edition: str, other: int | str) -> None:
    uneven = {"build_sell_evenly": False, "mortgage_buildings_first": "lot", "build_not_mortgaged": "lot"}
    deeds = {"deeds": built(BROWN, H, other)}
    game = bank_with(edition, houses=3, Ann=deeds, options=uneven)
    sold = {event.rule for event in game.play("Ann: sell mediterranean avenue")}
    assert sold == {"build.sell-hotel" if edition == "1935" else "build.sell-hotel-short"}
    assert levels(game, "Ann", BROWN) == (3, other)
    assert (game["Ann"].cash, game.bank.houses) == (550, 0)


@rule("build.sell-hotel", editions=("classic", "speed-die"))
@pytest.mark.parametrize("group", [BROWN, LIGHT_BLUE, PINK, ORANGE, DARK_BLUE])
def test_no_hotel_of_a_group_is_forgotten_when_all_are_sold_at_once(edition: str, group: tuple[str, ...]) -> None:
    game = table(edition, each=500, Ann={"deeds": built(group, *[H] * len(group))})
    game.play(f"Ann: sell hotels {group[0]}")
    assert levels(game, "Ann", group) == (0,) * len(group)


@rule("build.sell-evenly", editions=("classic", "speed-die", "modern"))
@pytest.mark.parametrize("group", [BROWN, LIGHT_BLUE, PINK, ORANGE, DARK_BLUE])
def test_a_lot_with_fewer_buildings_than_any_other_of_its_group_keeps_them(
    edition: str, group: tuple[str, ...]
) -> None:
    for full in group:
        game = table(edition, each=500, Ann={"deeds": {lot: 2 if lot == full else 1 for lot in group}})
        for lot in group:
            if lot != full:
                assert refused(game, f"Ann: sell {lot}") == "build.sell-evenly"
                assert refused(game, f"Ann: mortgage {lot}") == "mortgage.buildings-first"
        game.play(f"Ann: sell {full}")


def even(group: tuple[str, ...], total: int) -> tuple[int, ...]:
    """So many levels spread evenly over a group: the dearest, among equals the later on the board, have more."""
    low, odd = divmod(total, len(group))
    return tuple(low + (n >= len(group) - odd) for n in range(len(group)))


@rule("build.sell-hotel-short", editions=("classic", "speed-die"))
@pytest.mark.parametrize("group", [BROWN, LIGHT_BLUE, PINK, ORANGE, DARK_BLUE])
@pytest.mark.parametrize("houses", range(4))
def test_short_of_houses_a_group_goes_down_to_the_highest_even_state_there_are_houses_for(
    edition: str, houses: int, group: tuple[str, ...]
) -> None:
    for lot in range(len(group)):
        game = bank_with(edition, houses=houses, Ann={"deeds": built(group, *[H] * len(group))})
        events = game.play(f"Ann: sell {group[lot]}")
        assert all(event.amount > 0 for event in told(events, "BuildingSold"))
        states = [even(group, total) for total in range(5 * len(group))]
        best = max(state for state in states if sum(level for level in state if level < 5) <= houses)
        assert levels(game, "Ann", group) == tuple(H if level == 5 else level for level in best)


@rule("build.sell-hotel-short", editions=("classic", "speed-die"))
@pytest.mark.parametrize("group", [BROWN, DARK_BLUE])
def test_the_groups_own_houses_help_when_the_bank_has_too_few(edition: str, group: tuple[str, ...]) -> None:
    game = bank_with(edition, houses=3, Ann={"deeds": built(group, 4, H)})
    game.play(f"Ann: sell {group[1]}")
    assert levels(game, "Ann", group) == (3, 4)


@rule("build.sell-hotel-short")
def test_of_a_lot_that_keeps_its_houses_no_sale_is_told(edition: str) -> None:
    game = bank_with(edition, houses=3, Ann={"deeds": built(BROWN, H, 4)})
    events = game.play("Ann: sell mediterranean avenue")
    assert levels(game, "Ann", BROWN) == (3, 4)
    assert [(e.square, e.level, e.amount) for e in told(events, "BuildingSold")] == [("Mediterranean Avenue", 3, 50)]
