"""Auctions: rulebook section 3, `auction`."""

from typing import Any

from passgo import Bid, Game
from tests.rules.by_rule import rule
from tests.rules.table import cash, is_out, landed, may, open_auction, payments, play, refused, table, told

OPENING = {"1935": 1, "classic": 1, "speed-die": 1, "modern": 10}


def auction(edition: str, square: str = "Virginia Avenue", **position: Any) -> Game:
    """Ann has arrived on the square and declined it; everyone not described has $1500."""
    for name in ("Ann", "Ben", "Cy"):
        position[name] = {"cash": 1500, **position.get(name, {})}
    game = landed(edition, square, **position)
    game.play("Ann: decline")
    return game


def calling(game: Game, calls: str) -> list[str | None]:
    """Who is asked one by one, while each answers with the next call: a number is a bid, `-` a withdrawal."""
    asked = []
    for call in calls.split():
        asked.append(game.next_to_decide)
        game.play("withdraw" if call == "-" else f"bid {call}")
    return asked


@rule("auction.declined")
def test_what_is_not_bought_is_auctioned_at_once(edition: str) -> None:
    game = landed(edition, "Virginia Avenue")
    events = game.play("decline")
    opened = told(events, "AuctionOpened")
    assert [(e.player, e.square, e.rule) for e in opened] == [("Ann", "Virginia Avenue", "auction.declined")]
    lot = open_auction(game)
    assert game.matters == [lot]
    assert (lot.lot, lot.bidders, lot.highest_bidder, lot.bid) == ("Virginia Avenue", ("Ann", "Ben", "Cy"), None, 0)


@rule("auction.declined")
def test_the_turn_waits_for_the_auction_and_then_goes_on(edition: str) -> None:
    game = auction(edition)
    assert refused(game, "Ann: end turn") == "table.one-matter"
    play(game, "Ben: bid 20", "Ann: withdraw", "Cy: withdraw")
    assert (game.on_turn, game.phase, game.matters) == ("Ann", "end-turn", [])


@rule("auction.declined", "move.doubles-again")
def test_after_doubles_the_player_throws_again_when_the_auction_is_over(edition: str) -> None:
    game = landed(edition, "Virginia Avenue", dice=(2, 2))
    play(game, "Ann: decline", "Ann: withdraw", "Ben: withdraw", "Cy: withdraw")
    assert (game.on_turn, game.phase) == ("Ann", "before-throw")


@rule("auction.declined", "table.no-house-rules")
def test_under_a_house_rule_there_is_no_auction(edition: str) -> None:
    game = landed(edition, "Virginia Avenue", options={"auction_declined": False})
    events = game.play("decline")
    assert told(events, "AuctionOpened") == []
    assert (game.phase, game.matters, "Virginia Avenue" in game.bank.deeds) == ("end-turn", [], True)


@rule("auction.declined")
def test_there_is_nothing_to_bid_for_without_an_auction(edition: str) -> None:
    game = table(edition)
    assert refused(game, "Ben: bid 20") == "auction.declined"
    assert refused(game, "Ben: withdraw") == "auction.declined"


@rule("auction.anyone")
def test_the_one_who_declined_may_bid_and_win(edition: str) -> None:
    game = auction(edition)
    play(game, "Ann: bid 20", "Ben: withdraw", "Cy: withdraw")
    assert (game["Ann"].deeds, game["Ann"].cash) == ({"Virginia Avenue": 0}, 1480)


@rule("auction.anyone", "jail.business")
def test_who_is_in_jail_may_bid_and_win(edition: str) -> None:
    game = auction(edition, Cy={"jail": 2})
    assert game.to_act == ("Ann", "Ben", "Cy")
    play(game, "Cy: bid 20", "Ben: withdraw", "Ann: withdraw")
    assert (game["Cy"].deeds, game["Cy"].cash, game["Cy"].in_jail) == ({"Virginia Avenue": 0}, 1480, True)


@rule("auction.anyone")
def test_who_has_left_the_game_is_no_bidder(edition: str) -> None:
    game = auction(edition, Dee={"out": True})
    assert game.to_act == ("Ann", "Ben", "Cy")
    assert refused(game, "Dee: bid 20") == "bankrupt.last-wins"


@rule("auction.opening")
def test_the_lowest_opening_bid(edition: str) -> None:
    game = auction(edition)
    lowest = OPENING[edition]
    assert Bid(lowest) in [Bid(a.amount) for a in game.legal_actions("Cy") if a.kind == "Bid"]
    assert refused(game, f"Cy: bid {lowest - 1}") == "auction.opening"
    assert refused(game, "Cy: bid 0") == "auction.opening"
    events = game.play(f"Cy: bid {lowest}")
    assert [(e.player, e.amount, e.square) for e in told(events, "BidMade")] == [("Cy", lowest, "Virginia Avenue")]


@rule("auction.opening")
def test_a_table_may_open_higher(edition: str) -> None:
    game = auction(edition, options={"auction_opening": 80})
    assert refused(game, "Ben: bid 79") == "auction.opening"
    game.play("Ben: bid 80")
    assert open_auction(game).bid == 80


@rule("auction.opening", "auction.cash")
def test_who_has_less_than_the_opening_bid_cannot_bid(edition: str) -> None:
    game = auction(edition, Cy={"cash": OPENING[edition] - 1})
    assert "Bid" not in may(game, "Cy")
    assert refused(game, f"Cy: bid {OPENING[edition]}") == "auction.cash"


@rule("auction.raise")
def test_the_smallest_raise_is_one_dollar(edition: str) -> None:
    game = auction(edition)
    game.play("Ben: bid 20")
    assert refused(game, "Cy: bid 20") == "auction.raise"
    assert refused(game, "Cy: bid 1") == "auction.raise"
    game.play("Cy: bid 21")
    assert (open_auction(game).highest_bidder, open_auction(game).bid) == ("Cy", 21)


@rule("auction.raise")
def test_a_table_may_want_larger_raises(edition: str) -> None:
    game = auction(edition, options={"auction_raise": 10})
    game.play("Ben: bid 20")
    assert refused(game, "Cy: bid 29") == "auction.raise"
    game.play("Cy: bid 30")
    assert open_auction(game).bid == 30


@rule("auction.cash")
def test_the_winner_pays_the_bank_in_cash_what_was_bid(edition: str) -> None:
    game = auction(edition)
    play(game, "Ben: bid 20", "Cy: bid 45", "Ann: withdraw")
    events = game.play("Ben: withdraw")
    assert payments(events) == [("Cy", "Bank", 45, "auction.cash")]
    won = told(events, "AuctionWon")
    assert [(e.player, e.square, e.amount, e.rule) for e in won] == [("Cy", "Virginia Avenue", 45, "auction.cash")]
    assert cash(game) == (1500, 1500, 1455)
    assert game["Cy"].deeds == {"Virginia Avenue": 0}


@rule("auction.cash")
def test_no_bid_is_above_the_bidders_cash(edition: str) -> None:
    game = auction(edition, Ben={"cash": 70})
    [bid] = [action for action in game.legal_actions("Ben") if action.kind == "Bid"]
    assert (bid.amount, bid.most) == (OPENING[edition], 70)
    assert refused(game, "Ben: bid 71") == "auction.cash"
    game.play("Ben: bid 70")
    assert open_auction(game).highest_bidder == "Ben"


@rule("auction.cash", "table.any-time")
def test_cash_may_be_raised_by_a_mortgage_in_the_middle_of_an_auction(edition: str) -> None:
    game = auction(edition, Ben={"cash": 70, "deeds": ["boardwalk"]})
    game.play("Cy: bid 100")
    assert refused(game, "Ben: bid 101") == "auction.cash"
    play(game, "Ben: mortgage boardwalk", "Ben: bid 270", "Cy: withdraw", "Ann: withdraw")
    assert (game["Ben"].cash, game["Ben"].deeds) == (0, {"Virginia Avenue": 0, "Boardwalk": "mortgaged"})


@rule("auction.cash", "table.any-time")
def test_cash_may_be_raised_by_selling_buildings_and_by_a_deal_in_the_middle_of_an_auction(edition: str) -> None:
    game = auction(edition, Ben={"cash": 0, "deeds": {"mediterranean": 1, "baltic": 1, "reading_railroad": 0}})
    play(game, "Ben: sell baltic", "Ben: offer Ann: reading_railroad for $60", "Ann: accept Ben")
    assert cash(game) == (1440, 85, 1500)
    assert refused(game, "Ben: bid 86") == "auction.cash"
    play(game, "Ben: bid 85", "Ann: withdraw", "Cy: withdraw")
    assert (game["Ben"].cash, game["Ben"].deeds["Virginia Avenue"]) == (0, 0)


@rule("auction.no-bid")
def test_without_a_bid_nobody_pays_and_the_bank_keeps_it(edition: str) -> None:
    game = auction(edition)
    play(game, "Cy: withdraw", "Ann: withdraw")
    events = game.play("Ben: withdraw")
    assert [(e.square, e.rule) for e in told(events, "AuctionUnsold")] == [("Virginia Avenue", "auction.no-bid")]
    assert payments(events) == []
    assert cash(game) == (1500, 1500, 1500)
    assert ("Virginia Avenue" in game.bank.deeds, game.phase) == (True, "end-turn")


@rule("auction.no-bid", "buy.option")
def test_the_next_to_arrive_may_buy_what_nobody_bid_for(edition: str) -> None:
    game = auction(edition, Ben={"square": "st_charles"})
    play(game, "Cy: withdraw", "Ann: withdraw", "Ben: withdraw", "Ann: end turn")
    game.throw(1, 2)
    game.play("buy")
    assert (game["Ben"].cash, game["Ben"].deeds) == (1340, {"Virginia Avenue": 0})


@rule("auction.open-outcry")
def test_bidders_call_in_any_order_and_the_same_may_call_again(edition: str) -> None:
    game = auction(edition)
    play(game, "Cy: bid 20", "Ann: bid 30", "Cy: bid 31", "Ben: bid 50", "Cy: bid 51", "Ben: bid 52")
    assert (open_auction(game).highest_bidder, open_auction(game).bid) == ("Ben", 52)


@rule("auction.open-outcry")
def test_who_withdrew_stays_out(edition: str) -> None:
    game = auction(edition)
    events = game.play("Cy: withdraw")
    assert [(e.player, e.rule) for e in told(events, "Withdrew")] == [("Cy", "auction.open-outcry")]
    assert refused(game, "Cy: bid 20") == "auction.open-outcry"
    assert refused(game, "Cy: withdraw") == "auction.open-outcry"
    assert not {"Bid", "Withdraw"} & may(game, "Cy")
    assert game.to_act == ("Ann", "Ben")


@rule("auction.open-outcry")
def test_it_ends_when_all_but_the_highest_bidder_have_withdrawn(edition: str) -> None:
    game = auction(edition)
    play(game, "Ben: bid 20", "Ann: withdraw")
    assert len(game.matters) == 1
    game.play("Cy: withdraw")
    assert (game.matters, game["Ben"].deeds) == ([], {"Virginia Avenue": 0})


@rule("auction.open-outcry")
def test_the_last_one_left_without_a_bid_may_still_bid_and_has_won_then(edition: str) -> None:
    game = auction(edition)
    play(game, "Ann: withdraw", "Ben: withdraw")
    assert game.to_act == ("Cy",)
    game.play("Cy: bid 20")
    assert (game.matters, game["Cy"].cash, game["Cy"].deeds) == ([], 1480, {"Virginia Avenue": 0})


@rule("auction.order")
def test_asked_one_by_one_the_left_neighbour_calls_first_and_who_caused_it_last(edition: str) -> None:
    game = auction(edition)
    assert calling(game, "20 30 40") == ["Ben", "Cy", "Ann"]
    assert game.next_to_decide == "Ben"


@rule("auction.order")
def test_the_order_begins_at_the_left_of_whoever_caused_it(edition: str) -> None:
    game = table(edition, Cy={"square": "st_charles"}, on_turn="Cy")
    game.throw(1, 2)
    game.play("decline")
    assert calling(game, "20 30 40") == ["Ann", "Ben", "Cy"]


@rule("auction.order")
def test_the_highest_bidder_and_those_who_withdrew_are_not_asked(edition: str) -> None:
    game = auction(edition)
    assert calling(game, "20 - 40 50 -") == ["Ben", "Cy", "Ann", "Ben", "Ann"]
    assert (game.matters, game["Ben"].deeds) == ([], {"Virginia Avenue": 0})


@rule("auction.order")
def test_the_order_binds_nobody_who_calls_out(edition: str) -> None:
    game = auction(edition)
    assert game.next_to_decide == "Ben"
    game.play("Ann: bid 20")
    assert open_auction(game).highest_bidder == "Ann"


@rule("auction.order")
def test_the_highest_bidder_is_passed_over_after_somebody_called_out_of_order(edition: str) -> None:
    game = auction(edition)
    play(game, "Cy: bid 20", "Ben: withdraw")  # Cy sits left of Ben, and leads
    assert game.next_to_decide == "Ann"


@rule("auction.reserve")
def test_the_highest_bidder_cannot_withdraw_or_raise_themselves(edition: str) -> None:
    game = auction(edition)
    game.play("Ben: bid 20")
    assert refused(game, "Ben: withdraw") == "auction.reserve"
    assert refused(game, "Ben: bid 30") == "auction.reserve"
    assert not {"Bid", "Withdraw"} & may(game, "Ben")
    assert game.to_act == ("Ann", "Cy")


@rule("auction.reserve")
def test_who_is_outbid_is_free_again(edition: str) -> None:
    game = auction(edition)
    play(game, "Ben: bid 20", "Cy: bid 21", "Ben: withdraw")
    assert game.to_act == ("Ann",)


@rule("auction.reserve")
def test_the_highest_bidder_cannot_build_the_bid_away(edition: str) -> None:
    game = auction(edition, Ben={"cash": 149, "deeds": ["mediterranean", "baltic"]})
    game.play("Ben: bid 100")
    assert refused(game, "Ben: build baltic") == "auction.reserve"
    play(game, "Cy: bid 101", "Ben: build baltic")
    assert game["Ben"].cash == 99


@rule("auction.reserve")
def test_the_highest_bidder_may_spend_what_the_bid_leaves(edition: str) -> None:
    game = auction(edition, Ben={"cash": 150, "deeds": ["mediterranean", "baltic"]})
    play(game, "Ben: bid 100", "Ben: build baltic", "Ann: withdraw", "Cy: withdraw")
    assert (game["Ben"].cash, game["Ben"].deeds["Virginia Avenue"]) == (0, 0)


@rule("auction.reserve")
def test_the_highest_bidder_cannot_lift_a_mortgage_with_the_bid(edition: str) -> None:
    game = auction(edition, Ben={"cash": 200, "deeds": {"reading_railroad": "mortgaged"}})
    game.play("Ben: bid 91")  # lifting costs 110
    assert refused(game, "Ben: lift reading_railroad") == "auction.reserve"


@rule("auction.reserve")
def test_the_highest_bidder_cannot_deal_the_bid_away(edition: str) -> None:
    game = auction(edition, Ben={"cash": 200}, Cy={"deeds": ["boardwalk", "park_place"]})
    play(game, "Cy: offer Ben: boardwalk for $60", "Ben: bid 150")
    assert refused(game, "Ben: offer Cy: $51 for park_place") == "auction.reserve"
    assert refused(game, "Ben: accept Cy") == "auction.reserve"
    play(game, "Ben: offer Cy: $50 for park_place", "Cy: accept Ben")
    assert (game["Ben"].cash, game["Ben"].deeds) == (150, {"Park Place": 0})


@rule("auction.reserve", "deal.offers")
def test_an_open_offer_of_the_highest_bidder_cannot_take_the_bid_either(edition: str) -> None:
    game = auction(edition, Ben={"cash": 200}, Cy={"deeds": ["boardwalk"]})
    play(game, "Ben: offer Cy: $100 for boardwalk", "Ben: bid 150")
    events = game.play("Cy: accept Ben")
    assert [event.kind for event in events] == ["OfferLapsed"]
    assert cash(game) == (1500, 200, 1500)


@rule("auction.meanwhile", editions=("1935", "classic", "speed-die"))
def test_a_rent_claim_is_kept_until_the_auction_ends(edition: str) -> None:
    game = landed(
        edition, "St. Charles Place", dice=(2, 2),
        Ann={"cash": 1500}, Ben={"cash": 1500, "deeds": ["st_charles"]}, options={"rent_claims": "manual"},
    )  # fmt: skip
    game.throw(1, 2)  # on to Virginia Avenue
    game.play("decline")
    [kept] = game.play("Ben: claim Ann st_charles")
    assert (kept.kind, kept.player, kept.other, kept.square, kept.amount, kept.rule) == (
        "ClaimKept", "Ben", "Ann", "St. Charles Place", 10, "auction.meanwhile",
    )  # fmt: skip
    play(game, "Ann: withdraw", "Ben: withdraw")
    assert cash(game)[:2] == (1500, 1500)
    assert payments(game.play("Cy: withdraw")) == [("Ann", "Ben", 10, "rent.claim")]
    assert game.phase == "end-turn"


@rule("auction.meanwhile", "bankrupt.resign")
def test_a_resignation_is_kept_until_the_auction_ends(edition: str) -> None:
    game = auction(edition, Ben={"deeds": ["boardwalk"]})
    game.play("Ben: resign")
    assert not is_out(game, "Ben")
    assert game["Ben"].deeds == {"Boardwalk": 0}
    play(game, "Cy: bid 20", "Ann: withdraw")
    assert not is_out(game, "Ben")
    game.play("Ben: withdraw")
    assert is_out(game, "Ben")
    assert game["Cy"].deeds == {"Virginia Avenue": 0}
    assert [matter.lot for matter in game.matters if hasattr(matter, "lot")] == ["Boardwalk"]  # the estate


@rule("auction.meanwhile", "build.shortage-auction")
def test_in_a_shortage_auction_there_is_only_bidding_and_withdrawing(edition: str) -> None:
    ann, ben = {"deeds": ["mediterranean", "baltic"]}, {"deeds": ["boardwalk", "park_place", "reading_railroad"]}
    game = table(edition, Ann=ann, Ben=ben, Cy={"deeds": ["short_line"]}, options={"setup_houses": 1})
    play(game, "Ann: build baltic", "Ben: want")
    assert open_auction(game).lot == "house"
    for act in ("Ben: mortgage reading_railroad", "Cy: mortgage short_line", "Cy: offer Ben: short_line for $10"):
        assert refused(game, act) == "auction.meanwhile"
    assert may(game, "Cy") <= {"Resign"}
    assert may(game, "Ben") <= {"Bid", "Withdraw", "Resign"}
    play(game, f"Ben: bid {OPENING[edition]}", "Ann: withdraw")
    assert refused(game, "Cy: mortgage short_line") == "auction.meanwhile"  # until the house is placed
    play(game, "Ben: place boardwalk", "Cy: mortgage short_line")
    assert game["Ben"].deeds["Boardwalk"] == 1


@rule("auction.order")
def test_who_withdraws_out_of_order_is_the_one_from_whom_it_goes_on(edition: str) -> None:
    game = landed(edition, "boardwalk", Dee={})
    play(game, "Ann: decline", "Ben: bid 10", "Dee: withdraw")
    assert game.next_to_decide == "Ann"
    game.play("Ann: bid 20")
    assert game.next_to_decide == "Ben"


@rule("auction.reserve", "deal.mortgaged")
def test_only_the_highest_bidder_is_told_that_the_bid_is_set_aside(edition: str) -> None:
    cy = {"deeds": {"short line": "mortgaged", "water works": 0}}
    game = landed(edition, "reading railroad", each=100, Cy=cy)
    play(game, "Ann: decline", "Ben: bid 20", "Cy: offer Ann: short line for $5", "Ann: accept Cy")
    assert game.to_act == ("Ann",)  # to keep or lift; $10 of her $95 are set aside for that
    assert refused(game, "Ann: offer Cy: $90 for water works") == "deal.private"
    assert refused(game, "Ben: offer Cy: $90 for water works") == "auction.reserve"
    game.play("Ann: offer Cy: $85 for water works")
