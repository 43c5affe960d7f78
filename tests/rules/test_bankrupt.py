"""Bankruptcy: to a player, to the Bank, in chains, by resigning, and down to the last player left."""

from typing import Any

import pytest

from passgo import Event, Game
from passgo.game.views import Auction, Debt, Estate, KeepOrLift
from passgo.machine.records import STRUCTURES
from passgo.rules.state import State
from tests.rules.by_rule import rule
from tests.rules.table import (
    cash,
    is_out,
    landed,
    may,
    open_auction,
    outcome,
    pair,
    payments,
    play,
    refused,
    table,
    told,
)

DARK_BLUE = {"park place": 1, "boardwalk": 1}  # Boardwalk with a house: $200


def ann_fails_ben(edition: str, ann: dict[str, Any], **position: Any) -> Game:
    """Ann owes Ben $200 for Boardwalk and gives up."""
    position.setdefault("Ben", {"cash": 1000, "deeds": DARK_BLUE})
    position.setdefault("Cy", {"cash": 500})
    game = landed(edition, "boardwalk", Ann=ann, **position)
    game.play("Ann: bankrupt")
    return game


def ann_fails_the_bank(edition: str, ann: dict[str, Any], **position: Any) -> Game:
    """Ann owes $200 income tax and gives up."""
    position.setdefault("Ben", {"cash": 1000})
    position.setdefault("Cy", {"cash": 500})
    game = landed(edition, "income tax", Ann=ann, **position)
    if game.phase == "choose-tax":
        game.play("Ann: pay flat tax")
    game.play("Ann: bankrupt")
    return game


def lots(game: Game) -> list[str | None]:
    """Everything that was put up for auction so far, in order."""
    return [event.square for event in told(game.events, "AuctionOpened")]


def sell_to(game: Game, winner: str, price: int) -> None:
    """The winner opens at the price; all others withdraw."""
    game.play(f"{winner}: bid {price}")
    for other in game.to_act:
        game.play(f"{other}: withdraw")


def leave_unsold(game: Game) -> list[Event]:
    """Nobody bids; what happened."""
    return [event for bidder in game.to_act for event in game.play(f"{bidder}: withdraw")]


# To a player

ESTATE = {"mediterranean": 1, "baltic": 1, "reading railroad": "mortgaged"}


@rule("bankrupt.to-player", editions=("1935", "classic", "speed-die"))
def test_buildings_are_sold_at_half_and_everything_passes_to_the_creditor_as_it_is(edition: str) -> None:
    game = ann_fails_ben(edition, {"cash": 7, "deeds": ESTATE, "jail_cards": ["chance"]})
    assert (game["Ann"].cash, game["Ann"].deeds, game["Ann"].jail_cards, game["Ann"].out) == (0, {}, (), True)
    assert game["Ben"].cash == 1000 + 7 + 2 * 25
    assert game["Ben"].deeds == {
        "Mediterranean Avenue": 0,
        "Baltic Avenue": 0,
        "Reading Railroad": "mortgaged",
        "Park Place": 1,
        "Boardwalk": 1,
    }
    assert game["Ben"].jail_cards == ("chance",)
    assert game.bank.houses == 32 - 2  # Ben's own two
    assert game.matters == [KeepOrLift(("Reading Railroad",))]


@rule("bankrupt.to-player", editions=("modern",))
def test_every_deed_is_mortgaged_first_and_that_cash_passes_too(edition: str) -> None:
    game = ann_fails_ben(edition, {"cash": 7, "deeds": ESTATE, "jail_cards": ["chance"]})
    assert game["Ben"].cash == 1000 + 7 + 2 * 25 + 2 * 30
    assert [game["Ben"].deeds[name] for name in ("Mediterranean Avenue", "Baltic Avenue")] == ["mortgaged"] * 2
    assert game["Ben"].jail_cards == ("chance",)
    assert game.matters == [KeepOrLift(("Mediterranean Avenue", "Baltic Avenue", "Reading Railroad"))]
    assert game.bank.houses == 32 - 2


@rule("bankrupt.to-player")
def test_the_creditor_gets_no_more_than_the_debtor_had(edition: str) -> None:
    game = ann_fails_ben(edition, {"cash": 199})
    assert cash(game) == (0, 1199, 500)  # not the $200 that Ann owed
    [paid] = told(game.events, "WentBankrupt")
    assert (paid.player, paid.other, paid.rule) == ("Ann", "Ben", "bankrupt.to-player")


@rule("bankrupt.to-player")
def test_a_debtor_with_nothing_leaves_the_creditor_nothing(edition: str) -> None:
    game = ann_fails_ben(edition, {"cash": 0})
    assert cash(game) == (0, 1000, 500)
    assert (game.matters, game.on_turn, game.phase) == ([], "Ben", "before-throw")


@rule("bankrupt.to-player")
def test_hotels_bring_half_of_five_houses_each(edition: str) -> None:
    ann = {"cash": 10, "deeds": {"mediterranean": "hotel", "baltic": "hotel"}}
    ben = {"cash": 0, "deeds": {"park place": 3, "boardwalk": 3}}  # $1,400
    game = ann_fails_ben(edition, ann, Ben=ben)
    raised = 10 + 2 * 5 * 25 + (60 if edition == "modern" else 0)
    assert game["Ben"].cash == raised
    assert (game.bank.hotels, game.bank.houses) == (12, 32 - 6)


@rule("bankrupt.to-player")
def test_nothing_is_auctioned_when_a_player_is_the_creditor(edition: str) -> None:
    game = ann_fails_ben(edition, {"cash": 7, "deeds": ESTATE, "jail_cards": ["chest"]})
    assert lots(game) == []


@rule("bankrupt.to-player", editions=("1935", "classic", "speed-die"))
def test_option_deeds_can_pass_mortgaged_as_in_the_modern_book(edition: str) -> None:
    game = ann_fails_ben(edition, {"cash": 0, "deeds": ["baltic"]}, options={"bankrupt_to_player": "mortgaged"})
    assert game["Ben"].cash == 1030
    assert game.matters == [KeepOrLift(("Baltic Avenue",))]


@rule("bankrupt.to-player", editions=("modern",))
def test_option_deeds_can_pass_as_they_are_as_in_the_older_books(edition: str) -> None:
    game = ann_fails_ben(edition, {"cash": 0, "deeds": ["baltic"]}, options={"bankrupt_to_player": "as-they-are"})
    assert game["Ben"].cash == 1000
    assert game["Ben"].deeds["Baltic Avenue"] == 0
    assert game.matters == []


# Interest on inherited mortgages


@rule("bankrupt.interest")
def test_the_creditor_pays_ten_percent_of_each_inherited_mortgage(edition: str) -> None:
    """Park Place is mortgaged for $175: $17.50 rounds up to $18. Reading for $100: $10, not 10 % of its price."""
    estate = {"reading railroad": "mortgaged", "pennsylvania avenue": "mortgaged", "water works": "mortgaged"}
    game = ann_fails_ben(edition, {"cash": 30, "deeds": estate})
    assert game.matters == [KeepOrLift(("Reading Railroad", "Water Works", "Pennsylvania Avenue"))]
    happened = play(game, "Ben: keep reading", "Ben: keep water works", "Ben: keep pennsylvania avenue")
    assert payments(happened) == [
        ("Ben", "Bank", 10, "bankrupt.interest"),
        ("Ben", "Bank", 8, "bankrupt.interest"),  # a tenth of $75, rounded up
        ("Ben", "Bank", 16, "bankrupt.interest"),
    ]
    assert game["Ben"].cash == 1000 + 30 - 34
    assert game["Ben"].deeds["Water Works"] == "mortgaged"
    assert (game.matters, game.on_turn, game.phase) == ([], "Ben", "before-throw")


@rule("bankrupt.interest")
def test_the_creditor_may_lift_an_inherited_mortgage_then_and_pays_the_interest_once(edition: str) -> None:
    game = ann_fails_ben(edition, {"cash": 30, "deeds": {"reading railroad": "mortgaged"}})
    game.play("Ben: lift reading railroad")
    assert game["Ben"].cash == 1000 + 30 - 110
    assert game["Ben"].deeds["Reading Railroad"] == 0
    assert game.matters == []


@rule("bankrupt.interest")
def test_who_kept_an_inherited_mortgage_pays_interest_again_when_lifting_it_later(edition: str) -> None:
    game = ann_fails_ben(edition, {"cash": 0, "deeds": {"reading railroad": "mortgaged"}})
    play(game, "Ben: keep reading railroad", "Ben: lift reading railroad")
    assert game["Ben"].cash == 1000 - 10 - 110


@rule("bankrupt.interest", "mortgage.choice")
def test_inherited_mortgages_are_decided_in_board_order_by_the_creditor(edition: str) -> None:
    estate = {"reading railroad": "mortgaged", "short line": "mortgaged"}
    game = ann_fails_ben(edition, {"cash": 30, "deeds": estate})
    assert refused(game, "Ben: keep short line") == "mortgage.choice"
    assert refused(game, "Ben: lift short line") == "mortgage.choice"
    assert refused(game, "Cy: keep reading railroad") == "mortgage.choice"
    assert refused(game, "Ben: throw") == "table.one-matter"
    assert game.to_act == ("Ben",)


@rule("bankrupt.interest")
def test_interest_that_the_creditor_lacks_is_a_debt_to_the_bank(edition: str) -> None:
    game = ann_fails_ben(
        edition, {"cash": 0, "deeds": {"reading railroad": "mortgaged"}}, Ben={"cash": 9, "deeds": DARK_BLUE}
    )
    game.play("Ben: keep reading railroad")
    assert game.matters[-1] == Debt("Ben", "Bank", 10, "bankrupt.interest")
    assert refused(game, "Ben: bankrupt") == "debt.no-easy-out"
    game.play("Ben: sell boardwalk")
    assert game["Ben"].cash == 9 + 100 - 10
    assert (game.matters, game.on_turn, game.phase) == ([], "Ben", "before-throw")


@rule("bankrupt.interest")
def test_a_second_debt_of_interest_does_not_overwrite_the_first(edition: str) -> None:
    estate = {"reading railroad": "mortgaged", "short line": "mortgaged"}
    game = ann_fails_ben(edition, {"cash": 0, "deeds": estate}, Ben={"cash": 0, "deeds": DARK_BLUE})
    game.play("Ben: keep reading railroad")
    assert game.matters == [KeepOrLift(("Short Line",)), Debt("Ben", "Bank", 10, "bankrupt.interest")]
    assert refused(game, "Ben: keep short line") == "mortgage.choice"  # one matter after the other
    game.play("Ben: sell boardwalk")
    assert game.matters == [KeepOrLift(("Short Line",))]
    game.play("Ben: keep short line")
    assert game["Ben"].cash == 100 - 10 - 10


# Chains


def chain(edition: str) -> Game:
    """Ann owes Ben $4 for Baltic and has nothing but two mortgages, whose interest Ben cannot pay either."""
    game = landed(
        edition,
        "baltic",
        Ann={"cash": 0, "deeds": {"park place": "mortgaged", "boardwalk": "mortgaged"}},
        Ben={"cash": 0, "deeds": ["baltic"], "jail_cards": ["chest"]},
        Cy={"cash": 500},
        Dee={"cash": 600},
    )
    play(game, "Ann: bankrupt", "Ben: keep park place")
    assert game.matters == [KeepOrLift(("Boardwalk",)), Debt("Ben", "Bank", 18, "bankrupt.interest")]
    play(game, "Ben: mortgage baltic", "Ben: keep boardwalk")
    assert game["Ben"].cash == 12
    assert game.matters[-1] == Debt("Ben", "Bank", 20, "bankrupt.interest")
    return game


@rule("bankrupt.interest", "bankrupt.to-bank")
def test_a_creditor_who_cannot_pay_the_interest_goes_bankrupt_to_the_bank(edition: str) -> None:
    game = chain(edition)
    game.play("Ben: bankrupt")
    assert [(e.player, e.other, e.rule) for e in told(game.events, "WentBankrupt")] == [
        ("Ann", "Ben", "bankrupt.to-player"),
        ("Ben", "Bank", "bankrupt.to-bank"),
    ]
    assert (game["Ann"].out, game["Ben"].out, cash(game)) == (True, True, (0, 0, 500, 600))
    assert game.matters[-1] == Auction("Baltic Avenue", ("Cy", "Dee"), None, 0)
    sell_to(game, "Cy", 10)
    sell_to(game, "Dee", 30)
    sell_to(game, "Cy", 40)
    assert lots(game)[:3] == ["Baltic Avenue", "Park Place", "Boardwalk"]
    assert game["Cy"].deeds == {"Baltic Avenue": 0, "Boardwalk": 0}
    assert game["Dee"].deeds == {"Park Place": 0}
    assert cash(game) == (0, 0, 450, 570)


@rule("bankrupt.interest")
def test_a_position_in_the_middle_of_a_chain_can_be_set_up_again(edition: str) -> None:
    game = chain(edition)
    assert Game.from_dict(game.to_dict()).position == game.position
    game.play("Ben: bankrupt")
    assert Game.from_dict(game.to_dict()).position == game.position


@rule("bankrupt.interest", "bankrupt.turn")
def test_after_a_chain_of_bankruptcies_the_next_seat_still_in_plays(edition: str) -> None:
    game = chain(edition)
    game.play("Ben: bankrupt")
    while game.matters:
        leave_unsold(game)
    assert (game.on_turn, game.phase) == ("Cy", "before-throw")
    assert {"Baltic Avenue", "Park Place", "Boardwalk"} <= set(game.bank.deeds)
    assert cash(game) == (0, 0, 500, 600)


@rule("bankrupt.interest", "bankrupt.last-wins")
def test_a_chain_that_leaves_one_player_ends_the_game_without_an_auction(edition: str) -> None:
    game = landed(
        edition,
        "baltic",
        Ann={"cash": 0, "deeds": {"boardwalk": "mortgaged"}},
        Ben={"cash": 0, "deeds": ["baltic", "mediterranean"]},  # $8 as a pair
        Cy={"cash": 500},
    )
    game.play("Ann: bankrupt")
    game.play("Ben: keep boardwalk")
    assert game.matters[-1] == Debt("Ben", "Bank", 20, "bankrupt.interest")
    game.play("Ben: resign")
    assert (game.phase, outcome(game).winners) == ("game-over", ("Cy",))
    assert lots(game) == []


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


# Mortgages of an estate


@rule("bankrupt.mortgages-cancelled")
def test_deeds_auctioned_by_the_bank_come_free_of_mortgage(edition: str) -> None:
    game = ann_fails_the_bank(edition, {"cash": 0, "deeds": {"boardwalk": "mortgaged"}})
    sell_to(game, "Cy", 70)
    assert game["Cy"].deeds == {"Boardwalk": 0}
    assert game["Cy"].cash == 430  # and no interest
    assert game.matters == []


@rule("bankrupt.mortgages-cancelled")
def test_a_deed_nobody_bid_for_is_unowned_and_free_of_mortgage(edition: str) -> None:
    game = ann_fails_the_bank(edition, {"cash": 0, "deeds": {"baltic": "mortgaged"}})
    leave_unsold(game)
    game.throw(1, 2)
    game.play("Ben: buy")
    assert game["Ben"].deeds == {"Baltic Avenue": 0}
    assert game["Ben"].cash == 940


@rule("bankrupt.mortgages-cancelled")
def test_option_mortgages_stay_on_auctioned_deeds_and_the_winner_keeps_or_lifts(edition: str) -> None:
    game = ann_fails_the_bank(
        edition,
        {"cash": 0, "deeds": {"boardwalk": "mortgaged"}},
        options={"bankrupt_mortgages_cancelled": False},
    )
    sell_to(game, "Cy", 70)
    assert game.matters[-1] == KeepOrLift(("Boardwalk",))
    game.play("Cy: keep boardwalk")
    assert game["Cy"].deeds == {"Boardwalk": "mortgaged"}
    assert game["Cy"].cash == 500 - 70 - 20


@rule("bankrupt.mortgages-cancelled")
def test_option_a_mortgaged_deed_nobody_bid_for_is_unowned_again_and_sold_whole(edition: str) -> None:
    game = ann_fails_the_bank(
        edition,
        {"cash": 0, "deeds": {"baltic": "mortgaged"}},
        options={"bankrupt_mortgages_cancelled": False},
    )
    leave_unsold(game)
    game.throw(1, 2)
    game.play("Ben: buy")
    assert game["Ben"].deeds == {"Baltic Avenue": 0}
    assert game["Ben"].cash == 940


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


# Several debts


def ann_pays_each(edition: str, ann: dict[str, Any], **others: Any) -> Game:
    """Ann draws the card that makes her pay each player $50."""
    game = landed(edition, "chance_7", Ann=ann, **others)
    game.draw("chairman_of_the_board")
    return game


@rule("bankrupt.several", editions=("classic", "speed-die", "modern"))
def test_the_bankruptcy_is_to_the_first_who_cannot_be_paid_in_full(edition: str) -> None:
    game = ann_pays_each(edition, {"cash": 70}, Ben={"cash": 0}, Cy={"cash": 0}, Dee={"cash": 0})
    assert cash(game) == (20, 50, 0, 0)
    assert game.matters == [Debt("Ann", "Cy", 50, "cards.each-player")]
    game.play("Ann: bankrupt")
    assert cash(game) == (0, 50, 20, 0)  # what was paid stays paid; Dee's share falls away
    assert (game.matters, game.on_turn, game.phase) == ([], "Ben", "before-throw")


@rule("bankrupt.several", "debt.raise", editions=("classic", "speed-die", "modern"))
def test_a_second_debt_from_one_card_does_not_overwrite_the_first(edition: str) -> None:
    game = ann_pays_each(
        edition, {"cash": 25, "deeds": ["baltic", "oriental"]}, Ben={"cash": 0}, Cy={"cash": 0}, Dee={"cash": 0}
    )
    assert game.matters == [Debt("Ann", "Ben", 50, "cards.each-player")]
    game.play("Ann: mortgage baltic")
    assert cash(game) == (5, 50, 0, 0)
    assert game.matters == [Debt("Ann", "Cy", 50, "cards.each-player")]
    game.play("Ann: mortgage oriental")
    assert cash(game) == (5, 50, 50, 0)
    assert game.matters == [Debt("Ann", "Dee", 50, "cards.each-player")]
    game.play("Ann: bankrupt")
    assert game["Dee"].cash == 5
    assert game.matters == [KeepOrLift(("Baltic Avenue", "Oriental Avenue"))]
    game.play("Dee: keep baltic")
    assert game["Dee"].cash == 2


@rule("bankrupt.several", editions=("1935", "classic", "speed-die"))
def test_rents_claimed_by_two_owners_are_settled_one_by_one(edition: str) -> None:
    claims = [
        {"lander": "Ann", "owner": "Ben", "square": "boardwalk", "amount": 50},
        {"lander": "Ann", "owner": "Cy", "square": "short line", "amount": 25},
    ]
    game = table(
        edition,
        Ann={"cash": 60},
        Ben={"cash": 0, "deeds": ["boardwalk"]},
        Cy={"cash": 0, "deeds": ["short line"]},
        phase="end-turn",
        claims=claims,
        options={"rent_claims": "manual"},
    )
    game.play("Ben: claim Ann boardwalk")
    game.play("Cy: claim Ann short line")
    assert game.matters == [Debt("Ann", "Cy", 25, "rent.claim")]
    game.play("Ann: bankrupt")
    assert cash(game) == (0, 50, 10)


@rule("bankrupt.several", "table.one-matter", editions=("1935", "classic", "speed-die"))
def test_a_second_claim_waits_until_the_first_debt_is_settled(edition: str) -> None:
    claims = [
        {"lander": "Ann", "owner": "Ben", "square": "boardwalk", "amount": 50},
        {"lander": "Ann", "owner": "Cy", "square": "short line", "amount": 25},
    ]
    game = table(
        edition,
        Ann={"cash": 0, "deeds": ["reading railroad"]},
        Ben={"cash": 0, "deeds": ["boardwalk"]},
        Cy={"cash": 0, "deeds": ["short line"]},
        phase="end-turn",
        claims=claims,
        options={"rent_claims": "manual"},
    )
    game.play("Ben: claim Ann boardwalk")
    assert payments(game.play("Cy: claim Ann short line")) == []
    events = game.play("Ann: mortgage reading railroad")
    assert payments(events)[1:] == [("Ann", "Ben", 50, "rent.claim"), ("Ann", "Cy", 25, "rent.claim")]
    assert cash(game) == (25, 50, 25)


@rule("bankrupt.several", "rent.claim-holder", editions=("1935", "classic", "speed-die"))
def test_the_claims_of_others_fall_away_with_the_bankrupt(edition: str) -> None:
    game = table(
        edition,
        Ann={"cash": 0},
        Ben={"cash": 0, "deeds": ["boardwalk"]},
        Cy={"cash": 0, "deeds": ["short line"]},
        phase="end-turn",
        claims=[
            {"lander": "Ann", "owner": "Ben", "square": "boardwalk", "amount": 50},
            {"lander": "Ann", "owner": "Cy", "square": "short line", "amount": 25},
        ],
        options={"rent_claims": "manual"},
    )
    play(game, "Ben: claim Ann boardwalk", "Ann: bankrupt")
    assert game.claims == []
    [lapsed] = told(game.events, "ClaimLapsed")
    assert (lapsed.player, lapsed.other, lapsed.amount, lapsed.rule) == ("Cy", "Ann", 25, "rent.claim-holder")


# Collecting from each


def ann_collects(edition: str, **players: Any) -> tuple[Game, int]:
    """Ann draws the card by which each player pays her; the game, and how much."""
    card, amount = ("birthday", 10) if edition == "modern" else ("grand_opera", 50)
    game = landed(edition, "chest_17", **players)
    game.draw(card)
    return game, amount


@rule("bankrupt.collect", editions=("classic", "speed-die", "modern"))
def test_one_players_bankruptcy_is_completed_before_the_next_pays(edition: str) -> None:
    game, amount = ann_collects(
        edition,
        Ann={"cash": 100},
        Ben={"cash": 5, "deeds": {"reading railroad": "mortgaged"}},
        Cy={"cash": 500},
    )
    assert game.matters == [Debt("Ben", "Ann", amount, "cards.each-player")]
    game.play("Ben: bankrupt")
    assert cash(game) == (105, 0, 500)  # Cy has not paid yet
    assert game.matters == [KeepOrLift(("Reading Railroad",))]
    game.play("Ann: keep reading railroad")
    assert cash(game) == (105 - 10 + amount, 0, 500 - amount)
    assert (game.matters, game.on_turn, game.phase) == ([], "Ann", "end-turn")


@rule("bankrupt.collect", "bankrupt.turn", editions=("classic", "speed-die", "modern"))
def test_a_collector_ruined_by_the_inheritance_collects_no_more(edition: str) -> None:
    """Ben leaves Ann mortgages with interest of $46; Ann has only Ben's $5."""
    estate = {"boardwalk": "mortgaged", "pacific": "mortgaged", "illinois": "mortgaged"}
    game, _ = ann_collects(
        edition, Ann={"cash": 0}, Ben={"cash": 5, "deeds": estate}, Cy={"cash": 500}, Dee={"cash": 500}
    )
    play(game, "Ben: bankrupt", "Ann: keep illinois")
    assert game.matters == [KeepOrLift(("Pacific Avenue", "Boardwalk")), Debt("Ann", "Bank", 12, "bankrupt.interest")]
    game.play("Ann: bankrupt")
    assert lots(game) == ["Illinois Avenue"]
    assert open_auction(game).bidders == ("Cy", "Dee")
    while game.matters:
        leave_unsold(game)
    assert lots(game) == ["Illinois Avenue", "Pacific Avenue", "Boardwalk"]
    assert cash(game) == (0, 0, 500, 500)  # Cy and Dee never paid
    assert (game.on_turn, game.phase) == ("Cy", "before-throw")


@rule("bankrupt.collect", "bankrupt.last-wins", editions=("classic", "speed-die", "modern"))
def test_when_everyone_fails_to_pay_the_collector_wins(edition: str) -> None:
    game, _ = ann_collects(edition, Ann={"cash": 100}, Ben={"cash": 5}, Cy={"cash": 6})
    play(game, "Ben: bankrupt", "Cy: bankrupt")
    assert (game.phase, outcome(game).winners) == ("game-over", ("Ann",))
    assert game["Ann"].cash == 111


@rule("bankrupt.collect", editions=("classic", "speed-die", "modern"))
def test_players_who_left_are_not_asked_to_pay(edition: str) -> None:
    game, amount = ann_collects(edition, Ann={"cash": 0}, Ben={"out": True}, Cy={"cash": 500}, Dee={"cash": 500})
    assert cash(game) == (2 * amount, 0, 500 - amount, 500 - amount)


# The turn


@rule("bankrupt.turn")
def test_a_bankruptcy_in_ones_own_turn_ends_it_though_doubles_were_thrown(edition: str) -> None:
    game = landed(
        edition, "boardwalk", dice=(2, 2), Ann={"cash": 0}, Ben={"cash": 0, "deeds": ["boardwalk"]}, Cy={"cash": 0}
    )
    game.play("Ann: bankrupt")
    assert (game.on_turn, game.phase) == ("Ben", "before-throw")
    [ended, began] = told(game.events, "TurnEnded", "TurnBegan")
    assert (ended.kind, ended.player, ended.rule) == ("TurnEnded", "Ann", "bankrupt.turn")
    assert began.player == "Ben"


@rule("bankrupt.turn", "setup.turn-order")
def test_the_next_seat_to_the_left_plays_and_seats_that_left_are_passed_over(edition: str) -> None:
    game = ann_fails_the_bank(edition, {"cash": 0}, Ben={"out": True}, Dee={"cash": 0})
    assert game.on_turn == "Cy"


@rule("bankrupt.turn", "bankrupt.resign")
def test_a_player_who_leaves_in_anothers_turn_does_not_end_it(edition: str) -> None:
    game = landed(edition, "baltic", Ann={"cash": 500}, Ben={"cash": 10, "deeds": ["oriental"]}, Cy={"cash": 500})
    assert game.phase == "buy"
    game.play("Ben: resign")
    leave_unsold(game)  # Ben's estate comes first
    assert (game.on_turn, game.phase, game.to_act) == ("Ann", "buy", ("Ann",))
    game.play("Ann: buy")
    assert game["Ann"].cash == 440


@rule("bankrupt.turn", "bankrupt.resign")
def test_doubles_still_give_another_throw_after_somebody_else_left(edition: str) -> None:
    game = landed(edition, "jail", dice=(2, 2), Ann={"cash": 500}, Ben={"cash": 10})
    assert game.phase == "before-throw"
    game.play("Ben: resign")
    assert (game.on_turn, game.phase) == ("Ann", "before-throw")
    game.throw(1, 1)
    assert game["Ann"].square == "Electric Company"


@rule("bankrupt.turn", "rent.claim", editions=("1935", "classic", "speed-die"))
def test_who_fails_a_rent_claimed_in_anothers_turn_does_not_end_that_turn(edition: str) -> None:
    game = table(
        edition,
        Ann={"cash": 10},
        Ben={"cash": 0, "deeds": ["boardwalk"]},
        Cy={"cash": 500},
        on_turn="Cy",
        phase="end-turn",
        claims=[{"lander": "Ann", "owner": "Ben", "square": "boardwalk", "amount": 50}],
        options={"rent_claims": "manual"},
    )
    play(game, "Ben: claim Ann boardwalk", "Ann: bankrupt")
    assert cash(game) == (0, 10, 500)
    assert (game.on_turn, game.phase) == ("Cy", "end-turn")


# The last player


@rule("bankrupt.last-wins")
def test_the_last_player_left_wins_at_once(edition: str) -> None:
    game = ann_fails_ben(edition, {"cash": 5}, Cy={"out": True})
    assert (game.phase, game.to_act, game.next_to_decide) == ("game-over", (), None)
    assert outcome(game).winners == ("Ben",)
    [won] = told(game.events, "GameWon")
    assert (won.player, won.amount, won.rule) == ("Ben", 1005, "bankrupt.last-wins")


@rule("bankrupt.last-wins")
def test_what_is_pending_falls_away_with_the_victory(edition: str) -> None:
    """Interest on an inherited mortgage that the winner could not pay is never asked for."""
    game = ann_fails_ben(
        edition,
        {"cash": 0, "deeds": {"reading railroad": "mortgaged"}},
        Ben={"cash": 0, "deeds": DARK_BLUE},
        Cy={"out": True},
    )
    assert (game.matters, game.phase) == ([], "game-over")
    assert outcome(game).winners == ("Ben",)
    assert game["Ben"].deeds["Reading Railroad"] == "mortgaged"


@rule("bankrupt.last-wins")
def test_no_estate_is_auctioned_when_only_one_player_is_left(edition: str) -> None:
    game = ann_fails_the_bank(edition, {"cash": 0, "deeds": ["baltic"], "jail_cards": ["chance"]}, Cy={"out": True})
    assert (lots(game), game.matters, game.phase) == ([], [], "game-over")
    assert outcome(game).winners == ("Ben",)
    assert "Baltic Avenue" in game.bank.deeds


@rule("bankrupt.last-wins")
def test_open_offers_fall_away_with_the_victory(edition: str) -> None:
    game = landed(
        edition,
        "boardwalk",
        Ann={"cash": 0},
        Ben={"cash": 900, "deeds": {"boardwalk": 0, "baltic": 0}},
        Cy={"out": True},
    )
    game.play("Ben: offer Ann: baltic for $30")
    game.play("Ann: bankrupt")
    assert game.offers == []
    assert [event.player for event in told(game.events, "OfferLapsed")] == ["Ben"]


@rule("bankrupt.last-wins")
def test_nothing_can_be_played_after_the_victory(edition: str) -> None:
    game = ann_fails_ben(edition, {"cash": 5}, Cy={"out": True})
    for action in ("Ben: throw", "Ben: end turn", "Ben: resign", "Ben: sell boardwalk", "Ann: throw", "dice 1 2"):
        assert refused(game, action) == "bankrupt.last-wins"
    assert [game.legal_actions(name) for name in game.names] == [[], [], []]


@rule("bankrupt.last-wins", editions=("classic", "speed-die", "modern"))
def test_with_two_players_the_first_bankruptcy_decides(edition: str) -> None:
    game = pair(edition, Ann={"cash": 24, "square": "chance_7"}, Ben={"cash": 0, "deeds": ["pennsylvania railroad"]})
    game.throw(5, 3)
    game.play("Ann: bankrupt")
    assert outcome(game).winners == ("Ben",)
    assert outcome(game).worth == {"Ann": 0, "Ben": 224}


# Resigning


@rule("bankrupt.resign")
def test_a_debtor_who_resigns_leaves_at_once_to_the_creditor_though_able_to_pay(edition: str) -> None:
    game = landed(
        edition,
        "boardwalk",
        Ann={"cash": 20, "deeds": ["reading railroad"]},
        Ben={"cash": 1000, "deeds": ["boardwalk"]},
        Cy={"cash": 500},
    )
    assert refused(game, "Ann: bankrupt") == "debt.no-easy-out"
    game.play("Ann: resign")
    assert [event.other for event in told(game.events, "WentBankrupt")] == ["Ben"]
    assert is_out(game, "Ann")
    assert "Reading Railroad" in game["Ben"].deeds
    assert game["Ben"].cash == 1020 + (100 if edition == "modern" else 0)


@rule("bankrupt.resign")
def test_a_debtor_of_the_bank_who_resigns_leaves_to_the_bank(edition: str) -> None:
    game = landed(edition, "luxury tax", Ann={"cash": 20, "deeds": ["boardwalk"]})
    game.play("Ann: resign")
    assert lots(game) == ["Boardwalk"]
    assert is_out(game, "Ann")


@rule("bankrupt.resign")
def test_resigning_before_ones_throw_passes_the_dice_and_auctions_the_estate(edition: str) -> None:
    game = table(edition, Ann={"cash": 300, "deeds": ["baltic"]}, Ben={"cash": 100}, Cy={"cash": 100})
    game.play("Ann: resign")
    [gone] = told(game.events, "WentBankrupt")
    assert (gone.player, gone.other, gone.rule) == ("Ann", "Bank", "bankrupt.to-bank")
    assert game.matters[-1] == Auction("Baltic Avenue", ("Ben", "Cy"), None, 0)
    sell_to(game, "Cy", 100)
    assert (game.on_turn, game.phase) == ("Ben", "before-throw")
    assert cash(game) == (0, 100, 0)


@rule("bankrupt.resign", "bankrupt.turn")
def test_resigning_with_a_purchase_undecided_leaves_the_property_with_the_bank(edition: str) -> None:
    game = landed(edition, "baltic", Ann={"cash": 300})
    assert game.phase == "buy"
    game.play("Ann: resign")
    assert lots(game) == []
    assert "Baltic Avenue" in game.bank.deeds
    assert (game.on_turn, game.phase) == ("Ben", "before-throw")


@rule("bankrupt.resign", "auction.meanwhile")
def test_a_resignation_during_an_auction_is_kept_until_it_ends(edition: str) -> None:
    game = landed(edition, "baltic", Ann={"cash": 300}, Ben={"cash": 300, "deeds": ["oriental"]}, Cy={"cash": 300})
    play(game, "Ann: decline", "Ben: resign")
    assert [event.rule for event in told(game.events, "Resigned")] == ["bankrupt.resign"]
    assert not is_out(game, "Ben")
    play(game, "Ann: withdraw", "Cy: bid 10")
    assert not is_out(game, "Ben")
    game.play("Ben: withdraw")
    assert is_out(game, "Ben")
    assert game["Cy"].deeds == {"Baltic Avenue": 0}
    assert game.matters[-1] == Auction("Oriental Avenue", ("Ann", "Cy"), None, 0)
    leave_unsold(game)
    assert (game.on_turn, game.phase) == ("Ann", "end-turn")


@rule("bankrupt.resign", "auction.reserve")
def test_a_highest_bidder_who_resigns_still_pays_and_the_lot_joins_the_estate(edition: str) -> None:
    game = landed(edition, "baltic", Ann={"cash": 300}, Ben={"cash": 300}, Cy={"cash": 300})
    play(game, "Ann: decline", "Ben: bid 50", "Ben: resign", "Ann: withdraw", "Cy: withdraw")
    assert ("Ben", "Bank", 50, "auction.cash") in payments(game.events)
    assert is_out(game, "Ben")
    assert lots(game) == ["Baltic Avenue", "Baltic Avenue"]
    assert game.matters[-1] == Auction("Baltic Avenue", ("Ann", "Cy"), None, 0)


@rule("bankrupt.resign")
def test_a_creditor_who_resigns_waits_for_the_money_first(edition: str) -> None:
    game = landed(
        edition,
        "boardwalk",
        Ann={"cash": 20, "deeds": ["reading railroad"]},
        Ben={"cash": 0, "deeds": ["boardwalk"]},
        Cy={"cash": 500},
    )
    game.play("Ben: resign")
    assert game.matters == [Debt("Ann", "Ben", 50, "rent.deed")]
    game.play("Ann: mortgage reading railroad")
    assert game["Ann"].cash == 70
    assert is_out(game, "Ben")
    assert lots(game) == ["Boardwalk"]


@rule("bankrupt.resign")
def test_a_bystander_who_resigns_waits_for_the_debt_of_another(edition: str) -> None:
    game = landed(
        edition,
        "boardwalk",
        Ann={"cash": 20, "deeds": ["reading railroad"]},
        Ben={"cash": 0, "deeds": ["boardwalk"]},
        Cy={"cash": 500},
    )
    game.play("Cy: resign")
    assert not is_out(game, "Cy")
    game.play("Ann: mortgage reading railroad")
    assert is_out(game, "Cy")
    assert (game.on_turn, game.phase) == ("Ann", "end-turn")


@rule("bankrupt.resign")
def test_nobody_leaves_while_dice_are_in_the_air(edition: str) -> None:
    game = table(edition, Ann={"cash": 300}, Ben={"cash": 300}, Cy={"cash": 300})
    play(game, "Ann: throw", "Ben: resign")
    assert (game.to_act, game["Ben"].out) == (("Chance",), False)
    game.throw(1, 2)
    assert is_out(game, "Ben")
    assert (game.on_turn, game.phase) == ("Ann", "buy")


@rule("bankrupt.resign")
def test_the_player_on_turn_who_resigns_with_dice_in_the_air_completes_the_throw_first(edition: str) -> None:
    game = table(edition, Ann={"cash": 300, "square": "chance_36"}, Ben={"cash": 0, "deeds": ["boardwalk"]})
    play(game, "Ann: throw", "Ann: resign")
    game.throw(1, 2)
    assert payments(game.events)[:2] == [
        ("Ann", "Ben", 50, "rent.deed"),
        ("Ann", "Bank", 250, "bankrupt.to-bank"),
    ]
    assert game.on_turn == "Ben"


@rule("bankrupt.resign", "bankrupt.to-player")
def test_a_debt_that_arises_after_the_resignation_makes_its_creditor_the_heir(edition: str) -> None:
    game = table(edition, Ann={"cash": 30, "square": "chance_36"}, Ben={"cash": 0, "deeds": ["boardwalk"]})
    play(game, "Ann: throw", "Ann: resign")
    game.throw(1, 2)
    assert game["Ben"].cash == 30
    assert [event.other for event in told(game.events, "WentBankrupt")] == ["Ben"]


@rule("bankrupt.resign", "mortgage.choice")
def test_a_resignation_waits_for_keep_or_lift(edition: str) -> None:
    game = table(edition, Ann={"cash": 300, "deeds": {"reading railroad": "mortgaged"}}, Ben={"cash": 300})
    play(game, "Ann: offer Ben: reading railroad for $60", "Ben: accept Ann", "Ben: resign")
    assert game.matters == [KeepOrLift(("Reading Railroad",))]
    game.play("Ben: keep reading railroad")
    assert ("Ben", "Bank", 10, "mortgage.transfer") in payments(game.events)
    assert is_out(game, "Ben")
    assert lots(game) == ["Reading Railroad"]


@rule("bankrupt.resign")
def test_one_resigns_once(edition: str) -> None:
    game = landed(edition, "baltic", Ann={"cash": 300})
    play(game, "Ann: decline", "Ben: resign")
    assert refused(game, "Ben: resign") == "bankrupt.resign"
    assert "Resign" not in may(game, "Ben")


@rule("bankrupt.resign")
def test_two_who_resign_in_one_auction_leave_one_after_the_other(edition: str) -> None:
    game = landed(
        edition,
        "baltic",
        Ann={"cash": 300, "deeds": ["oriental"]},
        Ben={"cash": 300, "deeds": ["vermont"]},
        Cy={"cash": 300},
        Dee={"cash": 300},
    )
    play(game, "Ann: decline", "Ben: resign", "Ann: resign")
    leave_unsold(game)
    assert (game["Ann"].out, game["Ben"].out) == (False, True)  # Ben's estate first: he resigned first
    assert game.matters[-1] == Auction("Vermont Avenue", ("Ann", "Cy", "Dee"), None, 0)
    leave_unsold(game)
    assert is_out(game, "Ann")
    assert game.matters[-1] == Auction("Oriental Avenue", ("Cy", "Dee"), None, 0)
    leave_unsold(game)
    assert (game.on_turn, game.phase) == ("Cy", "before-throw")


@rule("bankrupt.resign", "table.one-matter")
def test_of_all_who_resign_the_last_to_do_so_wins(edition: str) -> None:
    game = landed(edition, "boardwalk")
    play(game, "Ann: decline", "Cy: resign", "Ben: resign", "Ann: resign")
    events = leave_unsold(game)
    assert [event.player for event in told(events, "WentBankrupt", "GameWon")] == ["Cy", "Ben", "Ann"]


@rule("bankrupt.resign", "bankrupt.turn")
def test_who_resigned_leaves_before_the_dice_pass_to_them(edition: str) -> None:
    game = landed(edition, "boardwalk", Ann={}, Ben={}, Cy={}, Dee={})
    play(game, "Ann: decline", "Ann: resign", "Ben: resign")
    events = leave_unsold(game)
    assert [(event.kind, event.player) for event in told(events, "WentBankrupt", "TurnEnded", "TurnBegan")] == [
        ("WentBankrupt", "Ann"),
        ("TurnEnded", "Ann"),
        ("WentBankrupt", "Ben"),
        ("TurnBegan", "Cy"),
    ]


@rule("bankrupt.interest", "debt.raise")
def test_who_is_short_of_the_interest_on_an_estate_may_deal_to_raise_it(edition: str) -> None:
    mortgaged = ("mediterranean", "reading railroad", "pennsylvania railroad", "b&o railroad")
    game = landed(
        edition,
        "boardwalk",
        Ann={"cash": 0, "deeds": dict.fromkeys(mortgaged, "mortgaged")},
        Ben={"cash": 5, "deeds": {"boardwalk": 0, "oriental": 0}},
        Cy={"cash": 500},
    )
    play(game, "Ann: bankrupt", "Cy: offer Ben: $300 for oriental", "Ben: accept Cy")
    assert (game["Ben"].cash, game["Cy"].cash) == (305, 200)


@rule("bankrupt.last-wins", "short.end")
def test_after_the_last_player_has_won_a_short_game_that_rule_refuses_all_else(edition: str) -> None:
    game = table(edition, options={"short_game": True})
    play(game, "Ann: resign", "Ben: resign")
    assert refused(game, "Cy: throw") == "bankrupt.last-wins"


@rule("bankrupt.resign", "bankrupt.last-wins")
def test_when_all_others_resign_the_last_one_wins(edition: str) -> None:
    game = table(edition, Ann={"cash": 10}, Ben={"cash": 20}, Cy={"cash": 30})
    game.play("Cy: resign")
    game.play("Ann: resign")
    assert (game.phase, outcome(game).winners) == ("game-over", ("Ben",))
    assert refused(game, "Ben: resign") == "bankrupt.last-wins"


@rule("bankrupt.resign", "bankrupt.last-wins")
def test_the_last_one_wins_though_they_had_resigned_too(edition: str) -> None:
    game = landed(edition, "baltic", Ann={"cash": 300}, Ben={"cash": 300}, Cy={"out": True})
    play(game, "Ann: decline", "Ann: resign", "Ben: resign")
    leave_unsold(game)
    assert (game.phase, outcome(game).winners) == ("game-over", ("Ben",))
    assert "resigning" not in game.position  # the winner stays


@rule("bankrupt.resign")
def test_a_player_in_jail_may_resign(edition: str) -> None:
    game = table(edition, Ann={"cash": 300, "jail": 2}, Ben={"cash": 300})
    game.play("Ann: resign")
    assert (game["Ann"].out, game["Ann"].in_jail, game.on_turn) == (True, False, "Ben")


@rule("bankrupt.resign", "deal.offers")
def test_offers_of_and_to_who_resigned_fall_away(edition: str) -> None:
    game = table(
        edition, Ann={"cash": 300}, Ben={"cash": 300, "deeds": ["baltic"]}, Cy={"cash": 9, "deeds": ["vermont"]}
    )
    play(game, "Ben: offer Ann: baltic for $10", "Cy: offer Ben: vermont for $10", "Ann: offer Cy: $5 for vermont")
    game.play("Ben: resign")
    assert [event.player for event in told(game.events, "OfferLapsed")] == ["Ben", "Cy"]
    assert [offer.player for offer in game.offers] == ["Ann"]


@pytest.mark.parametrize("deals", [0, 1])
@rule("bankrupt.resign", "short.deal")
def test_resigning_while_deeds_are_dealt_takes_effect_at_the_first_turn(edition: str, deals: int) -> None:
    game = Game(edition, players=["Ann", "Ben", "Cy"], dealer="typed", short_game=True, setup_first_player="first-seat")
    deeds = ("baltic", "oriental", "vermont", "connecticut", "states", "virginia")
    for deed in deeds[:deals]:
        game.deal_deed(deed)
    game.play("Ben: resign")
    for deed in deeds[deals:]:
        assert not is_out(game, "Ben")
        game.deal_deed(deed)
    assert is_out(game, "Ben")
    assert lots(game) == ["Oriental Avenue"]
    assert game.on_turn == "Ann"


@rule("bankrupt.interest", "debt.raise")
def test_the_last_choice_is_made_though_its_interest_becomes_a_debt(edition: str) -> None:
    game = ann_fails_ben(
        edition, {"cash": 0, "deeds": {"reading railroad": "mortgaged"}}, Ben={"cash": 5, "deeds": DARK_BLUE}
    )
    game.play("Ben: keep reading railroad")
    assert game.matters == [Debt("Ben", "Bank", 10, "bankrupt.interest")]


@rule("bankrupt.last-wins", "bankrupt.cards", editions=("1935",))
def test_a_card_still_to_be_auctioned_returns_to_its_deck_with_the_victory(edition: str) -> None:
    """Ben buys the mortgaged railroad of Ann's estate with his last dollar, and fails its interest; Cy is left."""
    ann = {"cash": 0, "deeds": {"reading railroad": "mortgaged"}, "jail_cards": ["chance", "chest"]}
    kept = {"bankrupt_mortgages_cancelled": False}
    game = ann_fails_the_bank(edition, ann, Ben={"cash": 1}, Cy={"cash": 500}, options=kept)
    play(game, "Ben: bid 1", "Cy: withdraw", "Ben: keep reading railroad")
    assert game.matters == [
        Estate("Ann", (), ("chance", "chest")),
        Debt("Ben", "Bank", 10, "mortgage.transfer"),
    ]
    events = game.play("Ben: bankrupt")
    assert (game.phase, outcome(game).winners, game.matters) == ("game-over", ("Cy",), [])
    assert [(e.player, e.deck, e.rule) for e in told(events, "CardReturned")] == [
        ("Ann", "chance", "bankrupt.cards"),
        ("Ann", "chest", "bankrupt.cards"),
    ]


@rule("bankrupt.resign", "bankrupt.to-bank")
def test_the_buildings_of_every_group_come_off_unpaid_when_a_player_leaves_to_the_bank(edition: str) -> None:
    game = table(edition, Ann={"cash": 0, "deeds": {"mediterranean": 1, "baltic": 0, "park place": 1, "boardwalk": 2}})
    houses = game.bank.houses
    events = game.play("Ann: resign")
    assert [(e.square, e.amount) for e in told(events, "BuildingSold")] == [
        ("Mediterranean Avenue", 0),
        ("Park Place", 0),
        ("Boardwalk", 0),
    ]
    assert game.bank.houses == houses + 4


@rule("bankrupt.resign")
def test_resignations_are_numbered_in_the_order_in_which_they_were_made(edition: str) -> None:
    game = landed(edition, "boardwalk")
    play(game, "Ann: decline", "Cy: resign")
    assert game.position.split("resigning=")[1].split()[0] == "0*2,1"
    game.play("Ann: resign")
    assert game.position.split("resigning=")[1].split()[0] == "2,0,1"


@rule("auction.no-bid", "bankrupt.to-bank")
@pytest.mark.parametrize("deed", ["mediterranean avenue", "boardwalk"])
def test_what_nobody_buys_of_an_estate_is_as_unowned_as_at_the_start(edition: str, deed: str) -> None:
    kept = {"bankrupt_mortgages_cancelled": False}
    game = ann_fails_the_bank(edition, {"cash": 0, "deeds": {deed: "mortgaged"}}, options=kept)
    assert "mortgaged=" in game.position
    leave_unsold(game)
    assert "mortgaged=" not in game.position
    assert (game.matters, len(game.bank.deeds)) == ([], 28)


@rule("bankrupt.to-bank", "bankrupt.to-player", editions=("modern",))
def test_deeds_are_mortgaged_first_only_for_another_player(edition: str) -> None:
    game = ann_fails_the_bank(edition, {"cash": 0, "deeds": ["baltic"]})
    assert told(game.events, "Mortgaged") == []
    assert payments(game.events) == []


@rule("bankrupt.turn", "jail.third-turn")
def test_who_fails_the_fine_of_the_third_turn_does_not_move(edition: str) -> None:
    game = table(edition, Ann={"cash": 0, "jail": 3})
    game.throw(1, 2)
    assert "steps=3" in game.position
    game.play("Ann: bankrupt")
    assert "steps=" not in game.position
    assert (game.on_turn, game.phase) == ("Ben", "before-throw")


@rule("bankrupt.to-player", "mortgage.choice")
def test_the_first_deed_of_the_board_is_kept_or_lifted_too(edition: str) -> None:
    game = ann_fails_ben(edition, {"cash": 0, "deeds": {"mediterranean": "mortgaged"}})
    assert game.matters == [KeepOrLift(("Mediterranean Avenue",))]


@rule("bankrupt.to-player", editions=("modern",))
def test_every_deed_up_to_the_last_of_the_board_is_mortgaged_first(edition: str) -> None:
    game = landed(edition, "reading railroad", Ann={"cash": 0, "deeds": ["mediterranean", "boardwalk"]},
                  Ben={"cash": 0, "deeds": ["reading railroad"]})  # fmt: skip
    game.play("Ann: resign")
    assert game["Ben"].deeds == {"Mediterranean Avenue": "mortgaged", "Reading Railroad": 0, "Boardwalk": "mortgaged"}
    assert game["Ben"].cash == 30 + 200


@rule("bankrupt.resign", "deal.offers")
def test_an_offer_of_cash_falls_away_with_its_proposer(edition: str) -> None:
    game = table(edition, Ann={"cash": 100}, Ben={"deeds": ["baltic"]})
    play(game, "Ann: offer Ben: $10 for baltic", "Ann: resign")
    assert game.offers == []


def remaining(game: Game) -> tuple[int, int]:
    """Of a turn, what the record still holds: is there a further throw, or a move by Mr. M?"""
    record = STRUCTURES[State].from_buffer_copy(game._engine.position)
    return record.again, record.mr_m


@rule("bankrupt.last-wins", editions=("classic", "speed-die", "modern"))
def test_no_further_throw_remains_when_doubles_led_to_the_last_bankruptcy(edition: str) -> None:
    game = pair(edition, Ann={"cash": 0, "square": "33"}, Ben={"deeds": {"boardwalk": 0}})
    game.throw(3, 3)
    game.play("Ann: bankrupt")
    assert (game.phase, remaining(game)) == ("game-over", (0, 0))


@rule("bankrupt.last-wins", "jail.sent", editions=("classic", "speed-die", "modern"))
def test_no_further_throw_remains_when_the_other_has_resigned_while_doubles_led_to_jail(edition: str) -> None:
    game = pair(edition, Ann={"square": "24"})
    events = play(game, "Ann: throw", "Ben: resign", "dice 3 3")
    assert len(told(events, "SentToJail")) == 1
    assert (game.phase, remaining(game)) == ("game-over", (0, 0))


@rule("bankrupt.last-wins", "speed.jail-ends")
def test_no_move_of_mr_m_remains_when_the_other_has_resigned_while_the_dice_led_to_jail(edition: str) -> None:
    game = pair(edition, Ann={"square": "24", "speeding": True})
    events = play(game, "Ann: throw", "Ben: resign", "dice 2 4 mr. m")
    assert len(told(events, "SentToJail")) == 1
    assert (game.phase, remaining(game)) == ("game-over", (0, 0))
