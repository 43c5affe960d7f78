"""Bankruptcy to the Bank: the estate, its mortgages and its cards."""

from typing import Any

import pytest

from passgo import Game
from passgo.game.views import Auction, Debt, Estate, KeepOrLift
from tests.rules.by_rule import rule
from tests.rules.estates import ESTATE, ann_fails_ben, ann_fails_the_bank, leave_unsold, lots, sell_to
from tests.rules.table import cash, payments, refused, table, told

# To the Bank


@rule("bankrupt.to-bank")
def test_the_estate_is_auctioned_deed_by_deed_in_board_order_without_its_buildings(edition: str) -> None:
    game = ann_fails_the_bank(edition, {"cash": 10, "deeds": ESTATE})
    assert (game["Ann"].out, game["Ann"].cash, game["Ann"].deeds) == (True, 0, {})
    assert game.bank.houses == 32
    assert game.matters == [
        Estate("Ann", ("Baltic Avenue", "Reading Railroad"), ()),
        Auction("Mediterranean Avenue", ("Ben", "Cy"), None, 0),
    ]
    [opened] = told(game.events, "AuctionOpened")
    assert (opened.square, opened.rule) == ("Mediterranean Avenue", "bankrupt.to-bank")
    sell_to(game, "Ben", 10)
    leave_unsold(game)
    sell_to(game, "Cy", 55)
    assert lots(game) == ["Mediterranean Avenue", "Baltic Avenue", "Reading Railroad"]
    assert game["Ben"].deeds == {"Mediterranean Avenue": 0}
    assert game["Cy"].deeds == {"Reading Railroad": 0}
    assert "Baltic Avenue" in game.bank.deeds
    assert cash(game) == (0, 990, 445)
    assert (game.matters, game.on_turn, game.phase) == ([], "Ben", "before-throw")


@rule("bankrupt.to-bank")
def test_the_estate_is_auctioned_before_the_next_throw(edition: str) -> None:
    game = ann_fails_the_bank(edition, {"cash": 10, "deeds": ["baltic"]})
    assert refused(game, "Ben: throw") == "table.one-matter"
    leave_unsold(game)
    game.throw(1, 2)
    assert game["Ben"].square == "Baltic Avenue"
    assert (game.phase, game.to_act) == ("buy", ("Ben",))  # unsold at the auction: unowned again


@rule("bankrupt.to-bank")
def test_the_bankrupt_player_bids_no_more(edition: str) -> None:
    game = ann_fails_the_bank(edition, {"cash": 10, "deeds": ["baltic"]})
    assert refused(game, "Ann: bid 10") == "bankrupt.last-wins"
    assert game.legal_actions("Ann") == []


@rule("bankrupt.to-bank")
def test_cash_goes_to_the_bank_and_an_empty_estate_is_not_auctioned(edition: str) -> None:
    game = ann_fails_the_bank(edition, {"cash": 199})
    assert payments(game.events)[-1] == ("Ann", "Bank", 199, "bankrupt.to-bank")
    assert lots(game) == []
    assert (game.matters, game.on_turn, game.phase) == ([], "Ben", "before-throw")


@rule("bankrupt.to-bank")
def test_nothing_is_mortgaged_on_the_way_to_the_bank(edition: str) -> None:
    """In the modern book deeds are mortgaged for a player's sake only."""
    game = ann_fails_the_bank(edition, {"cash": 9, "deeds": {"baltic": 1, "mediterranean": 0}})
    assert told(game.events, "Mortgaged") == []
    assert payments(game.events) == [("Ann", "Bank", 9, "bankrupt.to-bank")]


@rule("bankrupt.to-bank", "setup.bank")
def test_buildings_come_off_unpaid_on_the_way_to_the_bank(edition: str) -> None:
    """They are sold at half price for a creditor who plays; the Bank takes them as they stand."""
    game = ann_fails_the_bank(edition, {"cash": 9, "deeds": {"baltic": 1, "mediterranean": 1}})
    off = [(event.square, event.amount, event.rule) for event in told(game.events, "BuildingSold")]
    assert off == [("Mediterranean Avenue", 0, "bankrupt.to-bank"), ("Baltic Avenue", 0, "bankrupt.to-bank")]
    assert payments(game.events) == [("Ann", "Bank", 9, "bankrupt.to-bank")]
    assert game.bank.houses == 32


@rule("bankrupt.to-bank", "jail.third-turn")
def test_the_third_turns_fine_that_cannot_be_raised_is_bankruptcy_without_moving(edition: str) -> None:
    game = table(edition, Ann={"cash": 49, "jail": 3})
    game.throw(1, 2)
    assert game.matters == [Debt("Ann", "Bank", 50, "jail.third-turn")]
    game.play("Ann: bankrupt")
    assert told(game.events, "Moved", "LeftJail") == []
    assert (game["Ann"].out, game["Ann"].in_jail, game.on_turn) == (True, False, "Ben")


@rule("bankrupt.to-bank", "auction.order")
def test_bidders_of_an_estate_are_asked_from_the_left_of_the_bankrupt(edition: str) -> None:
    game = ann_fails_the_bank(edition, {"cash": 0, "deeds": ["baltic"]}, Dee={"cash": 50})
    asked = [game.next_to_decide]
    for _ in range(2):
        game.play("withdraw")
        asked.append(game.next_to_decide)
    assert asked == ["Ben", "Cy", "Dee"]


@rule("bankrupt.to-bank", "auction.reserve")
def test_an_heir_of_the_auction_can_spend_what_is_left_on_the_next_lot(edition: str) -> None:
    game = ann_fails_the_bank(edition, {"cash": 0, "deeds": ["baltic", "oriental"]}, Ben={"cash": 100})
    sell_to(game, "Ben", 60)
    assert refused(game, "Ben: bid 41") == "auction.cash"
    game.play("Ben: bid 40")
    game.play("Cy: withdraw")
    assert game["Ben"].cash == 0
    assert game["Ben"].deeds == {"Baltic Avenue": 0, "Oriental Avenue": 0}


@rule("bankrupt.to-bank", "bankrupt.to-player", editions=("modern",))
def test_deeds_are_mortgaged_first_only_for_another_player(edition: str) -> None:
    game = ann_fails_the_bank(edition, {"cash": 0, "deeds": ["baltic"]})
    assert told(game.events, "Mortgaged") == []
    assert payments(game.events) == []


# Mortgages of an estate


def ann_leaves_the_bank_a_mortgage(edition: str, deed: str, **options: Any) -> Game:
    """The Bank auctions the mortgaged deed, Ann's only possession."""
    return ann_fails_the_bank(edition, {"cash": 0, "deeds": {deed: "mortgaged"}}, options=options)


def what_ben_buys_next(game: Game) -> tuple[dict[str, int | str], int]:
    """Ben throws a three from GO and buys; his deeds and his cash then."""
    game.throw(1, 2)
    game.play("Ben: buy")
    return game["Ben"].deeds, game["Ben"].cash


@rule("bankrupt.mortgages-cancelled")
def test_deeds_auctioned_by_the_bank_come_free_of_mortgage(edition: str) -> None:
    game = ann_leaves_the_bank_a_mortgage(edition, "boardwalk")
    sell_to(game, "Cy", 70)
    assert game["Cy"].deeds == {"Boardwalk": 0}
    assert game["Cy"].cash == 430  # and no interest
    assert game.matters == []


@rule("bankrupt.mortgages-cancelled")
def test_a_deed_nobody_bid_for_is_unowned_and_free_of_mortgage(edition: str) -> None:
    game = ann_leaves_the_bank_a_mortgage(edition, "baltic")
    leave_unsold(game)
    assert what_ben_buys_next(game) == ({"Baltic Avenue": 0}, 940)


@rule("bankrupt.mortgages-cancelled")
def test_option_mortgages_stay_on_auctioned_deeds_and_the_winner_keeps_or_lifts(edition: str) -> None:
    game = ann_leaves_the_bank_a_mortgage(edition, "boardwalk", bankrupt_mortgages_cancelled=False)
    sell_to(game, "Cy", 70)
    assert game.matters[-1] == KeepOrLift(("Boardwalk",))
    game.play("Cy: keep boardwalk")
    assert game["Cy"].deeds == {"Boardwalk": "mortgaged"}
    assert game["Cy"].cash == 500 - 70 - 20


@rule("bankrupt.mortgages-cancelled")
def test_option_a_mortgaged_deed_nobody_bid_for_is_unowned_again_and_sold_whole(edition: str) -> None:
    game = ann_leaves_the_bank_a_mortgage(edition, "baltic", bankrupt_mortgages_cancelled=False)
    leave_unsold(game)
    assert what_ben_buys_next(game) == ({"Baltic Avenue": 0}, 940)


@rule("auction.no-bid", "bankrupt.to-bank")
@pytest.mark.parametrize("deed", ["mediterranean avenue", "boardwalk"])
def test_what_nobody_buys_of_an_estate_is_as_unowned_as_at_the_start(edition: str, deed: str) -> None:
    game = ann_leaves_the_bank_a_mortgage(edition, deed, bankrupt_mortgages_cancelled=False)
    assert "mortgaged=" in game.position
    leave_unsold(game)
    assert "mortgaged=" not in game.position
    assert (game.matters, len(game.bank.deeds)) == ([], 28)


# Cards of an estate


@rule("bankrupt.cards")
def test_jail_cards_pass_to_a_creditor(edition: str) -> None:
    game = ann_fails_ben(edition, {"cash": 0, "jail_cards": ["chance", "chest"]})
    assert game["Ben"].jail_cards == ("chance", "chest")
    assert [(e.player, e.other, e.deck, e.rule) for e in told(game.events, "CardPassed")] == [
        ("Ann", "Ben", "chance", "bankrupt.cards"),
        ("Ann", "Ben", "chest", "bankrupt.cards"),
    ]


@rule("bankrupt.cards", editions=("1935",))
def test_jail_cards_are_auctioned_after_the_deeds(edition: str) -> None:
    game = ann_fails_the_bank(edition, {"cash": 0, "deeds": ["baltic"], "jail_cards": ["chance", "chest"]})
    passed = [(e.player, e.other, e.deck, e.rule) for e in told(game.events, "CardPassed")]
    assert passed == [("Ann", "Bank", deck, "bankrupt.cards") for deck in ("chance", "chest")]
    leave_unsold(game)
    assert game.matters[-1] == Auction("chance card", ("Ben", "Cy"), None, 0)
    sell_to(game, "Cy", 20)
    assert (game["Cy"].jail_cards, game["Cy"].cash) == (("chance",), 480)
    assert game.matters[-1] == Auction("chest card", ("Ben", "Cy"), None, 0)
    leave_unsold(game)
    assert lots(game) == ["Baltic Avenue", "chance card", "chest card"]
    assert game.to_dict()["seen"] == {"chest": ["get_out_of_jail_free"]}  # no bid: bottom of its deck
    assert (game.matters, game.on_turn) == ([], "Ben")


@rule("bankrupt.cards", editions=("classic", "speed-die", "modern"))
def test_jail_cards_owed_to_the_bank_go_to_the_bottom_of_their_decks(edition: str) -> None:
    seen = {"chance": ["bank_dividend"]}
    game = ann_fails_the_bank(edition, {"cash": 0, "jail_cards": ["chance", "chest"]}, seen=seen)
    assert lots(game) == []
    assert [(e.deck, e.rule) for e in told(game.events, "CardReturned")] == [
        ("chance", "bankrupt.cards"),
        ("chest", "bankrupt.cards"),
    ]
    assert game.to_dict()["seen"] == {
        "chance": ["bank_dividend", "get_out_of_jail_free"],
        "chest": ["get_out_of_jail_free"],
    }


@rule("bankrupt.cards", editions=("1935",))
def test_option_jail_cards_return_to_their_decks_though_the_sheet_auctions_them(edition: str) -> None:
    game = ann_fails_the_bank(edition, {"cash": 0, "jail_cards": ["chest"]}, options={"bankrupt_cards": "deck"})
    assert lots(game) == []
    assert game.to_dict()["seen"] == {"chest": ["get_out_of_jail_free"]}


@rule("bankrupt.cards", editions=("classic", "speed-die", "modern"))
def test_option_jail_cards_are_auctioned_as_in_1935(edition: str) -> None:
    game = ann_fails_the_bank(edition, {"cash": 0, "jail_cards": ["chest"]}, options={"bankrupt_cards": "auction"})
    sell_to(game, "Ben", 45)
    assert (game["Ben"].jail_cards, game["Ben"].cash) == (("chest",), 955)
