"""Too few houses or hotels for all who could build: the others are asked, and single buildings are auctioned."""

from pathlib import Path
from typing import Any

import pytest

from passgo import Game, editions
from passgo.editions.template import write_template
from tests.rules.by_rule import rule
from tests.rules.lots import BROWN, DARK_BLUE, LIGHT_BLUE, ORANGE, bank_with, built, levels, standing
from tests.rules.table import cash, may, open_auction, payments, play, refused, to_act, told

H = "hotel"
OPENING = {"1935": 1, "classic": 1, "speed-die": 1, "modern": 10}


def short(edition: str, houses: int, **position: Any) -> Game:
    """Ann has the brown group, Ben the light blue, Cy the orange one, all bare; the Bank has so many houses left."""
    ann = {"deeds": built(BROWN, 0, 0), **position.pop("Ann", {})}
    ben = {"deeds": built(LIGHT_BLUE, 0, 0, 0), **position.pop("Ben", {})}
    cy = {"deeds": built(ORANGE, 0, 0, 0), **position.pop("Cy", {})}
    return bank_with(edition, houses=houses, Ann=ann, Ben=ben, Cy=cy, **position)


def without_cy(edition: str, houses: int, **position: Any) -> Game:
    """The same, but Cy has nothing to build on."""
    return short(edition, houses, Cy={"deeds": {}}, **position)


# Who is asked, and when


@rule("build.shortage-asked")
def test_who_alone_could_build_is_not_held_up_by_a_small_stock(edition: str) -> None:
    game = short(edition, 1, Ben={"deeds": {}}, Cy={"deeds": {}})
    game.play("Ann: build baltic avenue")
    assert (levels(game, "Ann", BROWN), game["Ann"].cash, game.matters) == ((0, 1), 450, [])


@rule("build.shortage-asked")
def test_others_are_asked_only_if_one_house_and_all_they_could_take_exceed_the_stock(edition: str) -> None:
    game = without_cy(edition, 13)  # Ben's three bare lots could take twelve
    game.play("Ann: build baltic avenue")
    assert (levels(game, "Ann", BROWN), game.matters) == ((0, 1), [])
    game = without_cy(edition, 12)
    events = game.play("Ann: build baltic avenue")
    assert [(e.square, e.asked, e.rule) for e in told(events, "ShortageAsked")] == [
        ("house", ("Ben",), "build.shortage-asked")
    ]  # fmt: skip
    assert (levels(game, "Ann", BROWN), game["Ann"].cash) == ((0, 0), 500)
    assert to_act(game) == ("Ben",)


@rule("build.shortage-asked")
def test_lots_that_are_built_on_take_fewer(edition: str) -> None:
    lots = built(LIGHT_BLUE, 3, 3, 4)  # room for two
    game = without_cy(edition, 3, Ben={"deeds": lots})
    game.play("Ann: build baltic avenue")
    assert game.matters == []
    game = without_cy(edition, 2, Ben={"deeds": lots})
    game.play("Ann: build baltic avenue")
    assert to_act(game) == ("Ben",)


@rule("build.shortage-asked", "table.cash-private")
def test_others_are_asked_whatever_cash_they_have(edition: str) -> None:
    game = without_cy(edition, 1, Ben={"cash": 0})
    game.play("Ann: build baltic avenue")
    assert to_act(game) == ("Ben",)
    game.play("Ben: want")
    assert refused(game, f"Ben: bid {OPENING[edition]}") == "auction.cash"
    play(game, "Ben: withdraw", "Ann: bid 10")
    assert to_act(game) == ("Ann",)


@rule("build.shortage-asked", "build.not-mortgaged")
def test_lots_barred_by_a_mortgage_are_not_counted(edition: str) -> None:
    lots = built(LIGHT_BLUE, "mortgaged", 0, 0)
    game = without_cy(edition, 2, Ben={"deeds": lots})
    game.play("Ann: build baltic avenue")
    if edition == "1935":  # one house on each of the two lots beside it: 1 + 2 > 2
        assert to_act(game) == ("Ben",)
        game = without_cy(edition, 3, Ben={"deeds": lots})
        game.play("Ann: build baltic avenue")
    assert (levels(game, "Ann", BROWN), game.matters) == ((0, 1), [])


@rule("build.shortage-asked", "build.group")
def test_who_lacks_a_lot_of_the_group_is_not_asked(edition: str) -> None:
    game = short(edition, 1, Ben={"deeds": {"oriental avenue": 0, "vermont avenue": 0}}, Cy={"deeds": {}})
    game.play("Ann: build baltic avenue")
    assert (levels(game, "Ann", BROWN), game.matters) == ((0, 1), [])


@rule("build.shortage-asked", "build.group", editions=("classic",))
def test_the_streets_of_the_last_group_of_an_own_board_count_too(edition: str, tmp_path: Path) -> None:
    mine, board, _ = write_template(tmp_path / "my")
    told_first, _, told_last = board.read_text(encoding="utf-8").partition('dark_blue = "Dark blue"\n')
    told_last = told_last.replace('utility = "Utilities"\n', 'utility = "Utilities"\ndark_blue = "Dark blue"\n')
    board.write_text(told_first + told_last, encoding="utf-8")
    game = short(str(mine), 8, Ben={"deeds": built(DARK_BLUE, 0, 0)}, Cy={"deeds": {}})  # the two lots could take eight
    assert told(game.play("Ann: build baltic avenue"), "ShortageAsked")[0].asked == ("Ben",)
    assert editions.ruleset(mine).groups[-1].key == "dark_blue"
    assert to_act(game) == ("Ben",)


@rule("build.shortage-asked", "debt.limits")
def test_a_debtor_who_may_not_build_is_not_asked(edition: str) -> None:
    ben = {"cash": 0, "square": "GO"}
    game = short(edition, 1, Ben=ben, Cy={"deeds": {"reading railroad": 0}}, on_turn="Ben")
    game.throw(2, 3)  # owes Cy $25
    game.play("Ann: build baltic avenue")
    assert (levels(game, "Ann", BROWN), len(game.matters)) == ((0, 1), 1)


@rule("build.shortage-asked")
def test_only_those_asked_answer_and_each_once(edition: str) -> None:
    game = short(edition, 1)
    game.play("Ann: build baltic avenue")
    assert to_act(game) == ("Ben", "Cy")
    assert may(game, "Ben") >= {"WantBuilding", "PassBuilding"}
    assert refused(game, "Ann: want") == "build.shortage-asked"
    assert refused(game, "Ann: pass") == "build.shortage-asked"
    game.play("Cy: pass")  # in any order
    assert refused(game, "Cy: want") == "build.shortage-asked"
    assert to_act(game) == ("Ben",)


@rule("build.shortage-asked", "auction.meanwhile")
def test_nothing_else_happens_until_all_have_answered(edition: str) -> None:
    game = short(edition, 1, Ann={"deeds": {**built(BROWN, 0, 0), "short line": 0}})
    game.play("Ann: build baltic avenue")
    for action in (
        "Ann: build mediterranean avenue",
        "Ann: mortgage short line",
        "Ann: offer Ben: short line for $10",
        "Ben: build vermont avenue",
    ):
        assert refused(game, action) == "auction.meanwhile"
    assert refused(game, "Ann: throw") == "table.one-matter"
    assert refused(game, "Ann: place baltic avenue") == "build.shortage-auction"  # nobody has won it yet
    play(game, "Ben: want", "Cy: pass")
    assert refused(game, "Ann: mortgage short line") == "auction.meanwhile"  # nor in the auction


# What follows the answers


@rule("build.shortage-asked", "build.price")
def test_if_none_wants_it_the_asker_pays_the_printed_price_for_the_lot_asked_for(edition: str) -> None:
    game = short(edition, 2)
    game.play("Ann: build baltic avenue")
    events = play(game, "Ben: pass", "Cy: pass")
    assert [event.player for event in told(events, "BuildingPassed")] == ["Ben", "Cy"]
    assert payments(events)[-1] == ("Ann", "Bank", 50, "build.price")
    assert [(e.player, e.square, e.amount, e.level) for e in told(events, "Built")] == [("Ann", "Baltic Avenue", 50, 1)]
    assert (cash(game), game.bank.houses, game.matters) == ((450, 500, 500), 1, [])
    assert (game.on_turn, game.phase) == ("Ann", "before-throw")


@rule("build.shortage-auction")
def test_if_another_wants_it_the_highest_bid_wins_and_the_winner_chooses_the_lot(edition: str) -> None:
    game = without_cy(edition, 1)
    game.play("Ann: build baltic avenue")
    events = game.play("Ben: want")
    assert [(e.square, e.rule) for e in told(events, "AuctionOpened")] == [("house", "build.shortage-auction")]
    assert to_act(game) == ("Ann", "Ben")
    play(game, "Ann: bid 20", "Ben: bid 60", "Ann: withdraw")
    assert (to_act(game), cash(game)) == (("Ben",), (500, 500, 500))
    events = game.play("Ben: place vermont avenue")
    assert payments(events) == [("Ben", "Bank", 60, "build.shortage-auction")]
    assert (levels(game, "Ben", LIGHT_BLUE), levels(game, "Ann", BROWN)) == ((0, 1, 0), (0, 0))
    assert (cash(game), game.bank.houses, game.matters) == ((500, 440, 500), 0, [])  # the stock has ended


@rule("build.shortage-auction", "build.sell-half")
def test_a_building_bid_for_is_sold_at_half_the_printed_price(edition: str) -> None:
    game = without_cy(edition, 1)
    play(game, "Ann: build baltic avenue", "Ben: want", "Ann: bid 200", "Ben: withdraw", "Ann: place baltic avenue")
    assert game["Ann"].cash == 300
    game.play("Ann: sell baltic avenue")
    assert game["Ann"].cash == 325


@rule("build.shortage-auction")
def test_the_opening_bid_and_the_raise(edition: str) -> None:
    game = without_cy(edition, 1)
    play(game, "Ann: build baltic avenue", "Ben: want")
    lowest = OPENING[edition]
    assert [a.amount for a in game.legal_actions("Ben") if a.kind == "Bid"] == [lowest]
    assert refused(game, f"Ben: bid {lowest - 1}") == "build.shortage-auction"
    game.play(f"Ben: bid {lowest}")
    assert refused(game, f"Ann: bid {lowest}") == "auction.raise"
    game.play(f"Ann: bid {lowest + 1}")
    assert refused(game, "Ann: withdraw") == "auction.reserve"


@rule("build.shortage-auction")
def test_the_table_can_change_the_opening_bid_for_a_building(edition: str) -> None:
    game = without_cy(edition, 1, options={"build_shortage_auction": 40})
    play(game, "Ann: build baltic avenue", "Ben: want")
    assert refused(game, "Ben: bid 39") == "build.shortage-auction"
    game.play("Ben: bid 40")


@rule("build.shortage-auction", "build.shortage-asked")
def test_who_did_not_want_it_does_not_bid(edition: str) -> None:
    game = short(edition, 1)
    play(game, "Ann: build baltic avenue", "Ben: want", "Cy: pass")
    assert refused(game, "Cy: bid 100") == "build.shortage-auction"
    assert refused(game, "Cy: withdraw") == "build.shortage-auction"


@rule("build.shortage-auction", "build.evenly", "build.group")
def test_the_winner_may_build_only_where_anybody_may(edition: str) -> None:
    ben = {"deeds": {**built(LIGHT_BLUE, 0, 1, 0), **built(DARK_BLUE, 4, 4), "short line": 0}}
    game = without_cy(edition, 1, Ben=ben)
    play(game, "Ann: build baltic avenue", "Ben: want", "Ben: bid 30", "Ann: withdraw")
    assert refused(game, "Ann: place baltic avenue") == "build.shortage-auction"
    assert refused(game, "Ben: place vermont avenue") == "build.evenly"
    assert refused(game, "Ben: place baltic avenue") == "build.group"
    assert refused(game, "Ben: place short line") == "build.group"
    assert refused(game, "Ben: place boardwalk") == "build.four-then-hotel"  # this is a house
    assert refused(game, "Ben: pass") == "build.shortage-asked"  # a bid binds
    assert {a.square for a in game.legal_actions("Ben") if a.kind == "PlaceBuilding"} == {
        "Oriental Avenue", "Connecticut Avenue"
    }  # fmt: skip
    game.play("Ben: place oriental avenue")
    assert levels(game, "Ben", LIGHT_BLUE) == (1, 1, 0)


@rule("build.shortage-auction", "build.not-mortgaged")
def test_the_winner_may_not_build_where_a_mortgage_bars_it(edition: str) -> None:
    ben = {"deeds": {**built(LIGHT_BLUE, 0, 0, 0), **built(DARK_BLUE, "mortgaged", 0)}}
    game = without_cy(edition, 1, Ben=ben)
    play(game, "Ann: build baltic avenue", "Ben: want", "Ben: bid 30", "Ann: withdraw")
    assert refused(game, "Ben: place park place") == "build.not-mortgaged"
    if edition == "1935":
        game.play("Ben: place boardwalk")
        assert levels(game, "Ben", DARK_BLUE) == ("mortgaged", 1)
    else:
        assert refused(game, "Ben: place boardwalk") == "build.not-mortgaged"


@rule("build.shortage-auction", "build.shortage-asked")
def test_three_bid_house_by_house_and_are_asked_again_until_the_stock_ends(edition: str) -> None:
    game = short(edition, 2)
    play(game, "Ann: build baltic avenue", "Ben: want", "Cy: want")
    assert to_act(game) == ("Ann", "Ben", "Cy")
    play(game, "Cy: bid 30", "Ann: bid 55", "Ben: withdraw", "Cy: withdraw")
    game.play("Ann: place mediterranean avenue")  # another lot than she had asked for
    assert (levels(game, "Ann", BROWN), game.bank.houses) == ((1, 0), 1)
    assert to_act(game) == ("Ann", "Ben", "Cy")  # all three still can
    play(game, "Cy: want", "Ann: pass", "Ben: want")
    assert to_act(game) == ("Ben", "Cy")
    play(game, "Ben: bid 120", "Cy: bid 130", "Ben: withdraw", "Cy: place tennessee avenue")
    assert levels(game, "Cy", ORANGE) == (0, 1, 0)
    assert (cash(game), game.bank.houses, game.matters) == ((445, 500, 370), 0, [])
    assert standing(game) == (2, 12)


@rule("build.shortage-asked")
def test_the_only_one_left_buys_at_the_printed_price_lot_by_lot_until_the_stock_ends(edition: str) -> None:
    game = without_cy(edition, 3)
    play(game, "Ann: build baltic avenue", "Ben: want", "Ben: bid 70", "Ann: withdraw", "Ben: place vermont avenue")
    assert to_act(game) == ("Ann", "Ben")
    play(game, "Ben: pass", "Ann: want")
    assert (to_act(game), cash(game)) == (("Ann",), (500, 430, 500))
    events = game.play("Ann: place mediterranean avenue")
    assert payments(events)[0][:3] == ("Ann", "Bank", 50)
    assert (levels(game, "Ann", BROWN), to_act(game)) == ((1, 0), ("Ann",))  # asked again
    game.play("Ann: want")
    assert refused(game, "Ann: place mediterranean avenue") == "build.evenly"
    game.play("Ann: place baltic avenue")
    assert (levels(game, "Ann", BROWN), game["Ann"].cash) == ((1, 1), 400)
    assert (game.bank.houses, game.matters) == (0, [])


@rule("build.shortage-asked")
def test_the_only_one_left_may_still_pass(edition: str) -> None:
    game = without_cy(edition, 2)
    play(game, "Ann: build baltic avenue", "Ben: want", "Ben: bid 70", "Ann: withdraw", "Ben: place vermont avenue")
    play(game, "Ben: pass", "Ann: want")
    assert refused(game, "Ben: pass") == "build.shortage-asked"
    game.play("Ann: pass")
    assert (levels(game, "Ann", BROWN), cash(game), game.bank.houses) == ((0, 0), (500, 430, 500), 1)
    assert game.matters == []


@rule("build.shortage-asked", "build.price")
def test_the_only_one_left_cannot_place_what_the_cash_does_not_pay(edition: str) -> None:
    game = without_cy(edition, 2, Ann={"cash": 90})
    play(game, "Ann: build baltic avenue", "Ben: want", "Ann: bid 60", "Ben: withdraw", "Ann: place baltic avenue")
    play(game, "Ann: want", "Ben: pass")
    assert refused(game, "Ann: place mediterranean avenue") == "build.price"  # $30 left
    game.play("Ann: pass")
    assert (game["Ann"].cash, game.bank.houses, game.matters) == (30, 1, [])


@rule("build.shortage-asked", "build.price")
def test_the_last_fifty_dollars_buy_the_house_that_nobody_else_wants(edition: str) -> None:
    game = without_cy(edition, 2, Ann={"cash": 110})
    play(game, "Ann: build baltic avenue", "Ben: want", "Ann: bid 60", "Ben: withdraw", "Ann: place baltic avenue")
    play(game, "Ann: want", "Ben: pass", "Ann: place mediterranean avenue")
    assert (levels(game, "Ann", BROWN), game["Ann"].cash, game.matters) == ((1, 1), 0, [])


@rule("build.shortage-asked")
def test_when_nobody_wants_another_it_is_over(edition: str) -> None:
    game = without_cy(edition, 2)
    play(game, "Ann: build baltic avenue", "Ben: want", "Ben: bid 70", "Ann: withdraw", "Ben: place vermont avenue")
    play(game, "Ann: pass", "Ben: pass")
    assert (game.bank.houses, game.matters, game.phase) == (1, [], "before-throw")


@rule("build.shortage-asked")
def test_who_has_no_room_left_is_not_asked_again(edition: str) -> None:
    game = without_cy(edition, 2, Ann={"deeds": built(BROWN, 4, 3)}, Ben={"deeds": built(LIGHT_BLUE, 3, 3, 3)})
    play(game, "Ann: build baltic avenue", "Ben: want", "Ann: bid 30", "Ben: withdraw", "Ann: place baltic avenue")
    assert levels(game, "Ann", BROWN) == (4, 4)
    assert to_act(game) == ("Ben",)


@rule("build.shortage-asked")
def test_if_nobody_has_room_left_it_is_over_though_the_bank_has_a_house(edition: str) -> None:
    game = without_cy(edition, 3, Ann={"deeds": built(BROWN, 4, 3)}, Ben={"deeds": built(LIGHT_BLUE, 3, 3, 3)})
    play(game, "Ann: build baltic avenue", "Ben: want", "Ben: bid 30", "Ann: withdraw", "Ben: place vermont avenue")
    play(game, "Ben: pass", "Ann: want")
    events = game.play("Ann: place baltic avenue")
    assert told(events, "ShortageAsked") == []
    assert (game.bank.houses, game.matters) == (1, [])


@rule("build.shortage-auction", "auction.no-bid")
def test_if_nobody_bids_the_bank_keeps_the_house(edition: str) -> None:
    game = without_cy(edition, 1)
    events = play(game, "Ann: build baltic avenue", "Ben: want", "Ann: withdraw", "Ben: withdraw")
    assert told(events, "AuctionUnsold")[0].square == "house"
    assert (levels(game, "Ann", BROWN), cash(game), game.bank.houses) == ((0, 0), (500, 500, 500), 1)
    assert game.matters == []


@rule("build.shortage-auction", "build.shortage-asked")
def test_a_shortage_of_hotels(edition: str) -> None:
    game = bank_with(
        edition,
        hotels=1,
        Ann={"deeds": built(BROWN, 4, 4)},
        Ben={"deeds": built(LIGHT_BLUE, 4, 4, 4)},
    )
    events = game.play("Ann: build baltic avenue")
    assert [(e.square, e.asked) for e in told(events, "ShortageAsked")] == [("hotel", ("Ben",))]
    play(game, "Ben: want", "Ann: bid 80", "Ben: bid 90", "Ann: withdraw", "Ben: place connecticut avenue")
    assert (levels(game, "Ben", LIGHT_BLUE), levels(game, "Ann", BROWN)) == ((4, 4, H), (4, 4))
    assert (game.bank.houses, game.bank.hotels) == (12 + 4, 0)
    assert (game["Ben"].cash, game.matters) == (410, [])
    assert refused(game, "Ann: build baltic avenue") == "build.none-left"


@rule("build.shortage-asked", "build.four-then-hotel")
def test_only_lots_that_are_ready_for_a_hotel_count_in_a_shortage_of_hotels(edition: str) -> None:
    ann = {"deeds": built(BROWN, 4, 4)}
    game = bank_with(edition, hotels=1, Ann=ann, Ben={"deeds": built(LIGHT_BLUE, 4, 4, 3)})
    game.play("Ann: build baltic avenue")
    assert (levels(game, "Ann", BROWN), game.matters) == ((4, H), [])
    game = bank_with(edition, hotels=3, Ann=ann, Ben={"deeds": built(LIGHT_BLUE, H, 4, 4)})
    game.play("Ann: build baltic avenue")  # 1 + 2 are no more than 3
    assert (levels(game, "Ann", BROWN), game.matters) == ((4, H), [])
    game = bank_with(edition, hotels=2, Ann=ann, Ben={"deeds": built(LIGHT_BLUE, H, 4, 4)})
    game.play("Ann: build baltic avenue")
    assert to_act(game) == ("Ben",)


@rule("build.shortage-auction", "build.four-then-hotel")
def test_a_hotel_won_goes_onto_a_lot_with_four_houses(edition: str) -> None:
    ben = {"deeds": {**built(LIGHT_BLUE, 4, 4, 4), **built(DARK_BLUE, 0, 0)}}
    game = bank_with(edition, hotels=1, Ann={"deeds": built(BROWN, 4, 4)}, Ben=ben)
    play(game, "Ann: build baltic avenue", "Ben: want", "Ben: bid 30", "Ann: withdraw")
    assert refused(game, "Ben: place boardwalk") == "build.four-then-hotel"
    game.play("Ben: place oriental avenue")
    assert levels(game, "Ben", LIGHT_BLUE) == (H, 4, 4)


@rule("build.shortage-asked")
def test_a_table_may_let_the_first_comer_have_the_last_house(edition: str) -> None:
    game = short(edition, 1, options={"build_shortage_asked": False})
    game.play("Ann: build baltic avenue")
    assert (levels(game, "Ann", BROWN), game["Ann"].cash, game.matters) == ((0, 1), 450, [])


@rule("build.shortage-asked", "build.any-time")
def test_a_shortage_may_arise_out_of_turn_and_the_turn_goes_on_after_it(edition: str) -> None:
    game = without_cy(edition, 1, on_turn="Cy")
    game.throw(4, 6)
    play(game, "Ben: build vermont avenue", "Ann: want", "Ann: bid 20", "Ben: withdraw", "Ann: place baltic avenue")
    assert levels(game, "Ann", BROWN) == (0, 1)
    assert (game.on_turn, game.phase, game.matters) == ("Cy", "end-turn", [])


@rule("build.shortage-asked", "auction.reserve")
def test_a_shortage_inside_another_auction_keeps_that_bid_safe(edition: str) -> None:
    game = without_cy(edition, 1, on_turn="Cy")
    game.throw(2, 3)
    play(game, "Cy: decline", "Ben: bid 460", "Ann: build baltic avenue", "Ben: want")
    assert refused(game, "Ben: bid 41") == "auction.cash"  # $460 of his $500 are bid
    play(game, "Ben: bid 40", "Ann: withdraw", "Ben: place vermont avenue")
    assert game["Ben"].cash == 460
    play(game, "Ann: withdraw", "Cy: withdraw")
    assert (game["Ben"].cash, game["Ben"].deeds["Reading Railroad"]) == (0, 0)


@rule("build.shortage-asked")
def test_thirty_two_houses_are_short_when_two_groups_want_the_last_ones(edition: str) -> None:
    pink = built(("St. Charles Place", "States Avenue", "Virginia Avenue"), 4, 4, 4)
    ann = {"deeds": {**built(BROWN, 2, 2), **pink}}  # 16 houses
    cy = {"deeds": built(ORANGE, 4, 4, 4)}  # 12: the Bank has 4, Ben's lots could take 12
    game = short(edition, 4, Ann=ann, Cy=cy)
    assert standing(game) == (32, 12)
    game.play("Ann: build baltic avenue")
    assert to_act(game) == ("Ben",)
    game.play("Ben: pass")
    assert (levels(game, "Ann", BROWN), game.bank.houses) == ((2, 3), 3)


@pytest.mark.parametrize("answers", [("want", "want"), ("want", "pass"), ("pass", "want"), ("pass", "pass")])
@rule("build.shortage-asked")
def test_no_house_is_lost_whatever_the_answers(edition: str, answers: tuple[str, str]) -> None:
    game = short(edition, 1)
    play(game, "Ann: build baltic avenue", f"Ben: {answers[0]}", f"Cy: {answers[1]}")
    while game.matters and to_act(game) != ():
        name = to_act(game)[0]
        kinds = may(game, name)
        if "PlaceBuilding" in kinds:
            game.play(next(a for a in game.legal_actions(name) if a.kind == "PlaceBuilding"), name)
        else:
            bids = [a for a in game.legal_actions(name) if a.kind == "Bid"]
            game.play(bids[0] if bids and bids[0].amount < 30 else "withdraw", name)
    assert standing(game) == (1, 12)
    assert game.bank.houses == 0


@rule("build.shortage-asked", "auction.order")
def test_the_second_auction_too_is_called_by_the_one_who_asked_to_build(edition: str) -> None:
    game = short(edition, 2)
    play(game, "Ann: build baltic", "Ben: want", "Cy: want")
    play(game, f"Ben: bid {OPENING[edition]}", "Cy: withdraw", "Ann: withdraw")
    events = play(game, "Ben: place oriental")
    assert [(event.player, event.rule) for event in told(events, "ShortageAsked")] == [("Ann", "build.shortage-asked")]
    events = play(game, "Ann: want", "Ben: want", "Cy: want")
    assert [event.player for event in told(events, "AuctionOpened")] == ["Ann"]
    assert game.next_to_decide == "Ben"


@rule("build.shortage-auction", "build.price")
def test_a_house_bid_for_with_one_dollar_costs_one_dollar(edition: str) -> None:
    game = without_cy(edition, 1, options={"build_shortage_auction": 1})
    play(game, "Ann: build baltic avenue", "Ben: want", "Ben: bid 1", "Ann: withdraw", "Ben: place vermont avenue")
    assert game["Ben"].cash == 499


@rule("build.shortage-asked")
@pytest.mark.parametrize(("houses", "asked"), [(8, True), (9, False)])
def test_the_last_lot_of_the_board_is_counted_among_those_that_could_take_a_house(
    edition: str, houses: int, asked: bool
) -> None:
    game = short(edition, houses, Ben={"deeds": {"park place": 0, "boardwalk": 0}}, Cy={"deeds": {}})
    game.play("Ann: build baltic avenue")
    assert bool(game.matters) == asked


@rule("build.shortage-asked", "build.group")
def test_who_has_all_railroads_and_utilities_has_no_lot_for_a_house(edition: str) -> None:
    lines = ("reading railroad", "pennsylvania railroad", "b. & o. railroad", "short line")
    deeds = dict.fromkeys((*lines, "electric company", "water works"), 0)
    game = without_cy(edition, 1, Ben={"deeds": deeds})
    game.play("Ann: build baltic avenue")
    assert (levels(game, "Ann", BROWN), game.matters) == ((0, 1), [])


@rule("build.shortage-asked", "build.evenly", editions=("1935",))
@pytest.mark.parametrize(("lots", "room"), [((0, 0), 2), ((1, 0), 1), ((1, 1), 0), ((3, 0), 1), ((4, 2), 0)])
def test_beside_a_mortgaged_lot_only_bare_lots_could_take_a_house(
    edition: str, lots: tuple[int, int], room: int
) -> None:
    deeds = built(LIGHT_BLUE, *lots, "mortgaged")
    for houses in range(1, 5):
        game = without_cy(edition, houses, Ben={"deeds": deeds})
        game.play("Ann: build baltic avenue")
        assert to_act(game) == (("Ben",) if room > 0 and 1 + room > houses else ("Ann",))


@rule("build.shortage-asked", "build.not-mortgaged", editions=("classic", "speed-die", "modern"))
def test_beside_a_mortgaged_lot_no_lot_could_take_a_house_where_the_whole_group_is_barred(edition: str) -> None:
    game = without_cy(edition, 1, Ben={"deeds": built(LIGHT_BLUE, 0, 0, "mortgaged")})
    game.play("Ann: build baltic avenue")
    assert (levels(game, "Ann", BROWN), game.matters) == ((0, 1), [])


@rule("build.shortage-auction", "build.price")
def test_what_is_paid_and_built_cites_the_auction_or_the_printed_price(edition: str) -> None:
    game = without_cy(edition, 2)
    play(game, "Ann: build baltic avenue", "Ben: want", "Ben: bid 70", "Ann: withdraw")
    events = game.play("Ben: place vermont avenue")
    assert [(e.player, e.square, e.amount, e.level, e.rule) for e in told(events, "Built")] == [
        ("Ben", "Vermont Avenue", 70, 1, "build.shortage-auction")
    ]
    assert payments(events) == [("Ben", "Bank", 70, "build.shortage-auction")]
    play(game, "Ben: pass", "Ann: want")
    events = game.play("Ann: place mediterranean avenue")
    assert [(e.player, e.square, e.amount, e.level, e.rule) for e in told(events, "Built")] == [
        ("Ann", "Mediterranean Avenue", 50, 1, "build.price")
    ]
    assert payments(events) == [("Ann", "Bank", 50, "build.price")]


@rule("build.shortage-asked")
def test_who_is_asked_again_and_for_what_is_told(edition: str) -> None:
    game = short(edition, 3)
    play(game, "Ann: build baltic avenue", "Ben: want", "Cy: pass", "Ben: bid 70", "Ann: withdraw")
    events = game.play("Ben: place vermont avenue")
    assert [(e.player, e.square, e.asked, e.rule) for e in told(events, "ShortageAsked")] == [
        ("Ann", "house", ("Ann", "Ben"), "build.shortage-asked")
    ]
    game = bank_with(
        edition, hotels=2, Ann={"deeds": built(BROWN, 4, 4)}, Ben={"deeds": built(LIGHT_BLUE, 4, 4, 4)}
    )  # fmt: skip
    play(game, "Ann: build baltic avenue", "Ben: want", "Ann: bid 80", "Ben: withdraw")
    events = game.play("Ann: place baltic avenue")
    assert [(e.player, e.square, e.asked) for e in told(events, "ShortageAsked")] == [("Ann", "hotel", ("Ann", "Ben"))]


@rule("build.shortage-asked", "build.four-then-hotel")
@pytest.mark.parametrize(("houses", "asked"), [(12, True), (13, False)])
def test_hotels_of_another_group_take_no_house_and_make_no_room_less(edition: str, houses: int, asked: bool) -> None:
    ben = {"deeds": {**built(LIGHT_BLUE, 0, 0, 0), **built(DARK_BLUE, H, H)}}  # room for twelve
    game = without_cy(edition, houses, Ben=ben)
    game.play("Ann: build baltic avenue")
    assert to_act(game) == (("Ben",) if asked else ("Ann",))


@rule("build.shortage-auction", "table.one-matter")
def test_a_shortage_without_a_bid_ends_alone_and_what_it_lay_on_goes_on(edition: str) -> None:
    game = without_cy(edition, 1, on_turn="Cy")
    game.throw(2, 3)
    play(game, "Cy: decline", "Ben: bid 60", "Ann: build baltic avenue", "Ben: want", "Ann: withdraw", "Ben: withdraw")
    assert (open_auction(game).lot, len(game.matters)) == ("Reading Railroad", 1)
    play(game, "Ann: withdraw", "Cy: withdraw")
    assert (game["Ben"].cash, game["Ben"].deeds["Reading Railroad"]) == (440, 0)


@rule("auction.order", "build.shortage-asked")
@pytest.mark.parametrize(("asker", "lot", "order"), [
    ("Ann", "baltic avenue", ["Ben", "Cy"]),
    ("Ben", "oriental avenue", ["Cy", "Ann"]),
    ("Cy", "new york avenue", ["Ann", "Ben"]),
])  # fmt: skip
def test_the_others_are_asked_from_the_askers_left_and_again_with_the_asker_last(
    edition: str, asker: str, lot: str, order: list[str]
) -> None:
    game = short(edition, 2)
    game.play(f"{asker}: build {lot}")
    asked = []
    for _ in order:
        asked.append(game.next_to_decide)
        game.play("want")
    assert asked == order
    play(game, f"{order[0]}: bid 20", f"{order[1]}: withdraw", f"{asker}: withdraw")
    assert game.next_to_decide == order[0]  # who places the building
    game.play(next(action for action in game.legal_actions() if action.kind == "PlaceBuilding"))
    again = []
    for _ in (*order, asker):
        again.append(game.next_to_decide)
        game.play("pass")
    assert again == [*order, asker]
    assert game.matters == []
