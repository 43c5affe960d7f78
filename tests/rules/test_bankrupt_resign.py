"""Leaving by resigning."""

import pytest

from passgo import Game
from passgo.game.views import Auction, Debt, KeepOrLift
from tests.rules.by_rule import rule
from tests.rules.estates import ann_owes_ben, declined, leave_unsold, lots, sell_to
from tests.rules.table import cash, is_out, landed, may, outcome, payments, play, refused, table, told


def ann_resigns_on_the_way_to_bens_boardwalk(edition: str, ann_cash: int) -> Game:
    """Ann resigns while her dice roll; they lead her to Boardwalk, where she owes Ben $50."""
    game = table(edition, Ann={"cash": ann_cash, "square": "chance_36"}, Ben={"cash": 0, "deeds": ["boardwalk"]})
    play(game, "Ann: throw", "Ann: resign")
    game.throw(1, 2)
    return game


@rule("bankrupt.resign")
def test_a_debtor_who_resigns_leaves_at_once_to_the_creditor_though_able_to_pay(edition: str) -> None:
    game = ann_owes_ben(edition, ben_cash=1000)
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
    game = declined(edition, "baltic", Ann={"cash": 300}, Ben={"cash": 300, "deeds": ["oriental"]}, Cy={"cash": 300})
    play(game, "Ben: resign")
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
    game = declined(edition, "baltic", Ann={"cash": 300}, Ben={"cash": 300}, Cy={"cash": 300})
    play(game, "Ben: bid 50", "Ben: resign", "Ann: withdraw", "Cy: withdraw")
    assert ("Ben", "Bank", 50, "auction.cash") in payments(game.events)
    assert is_out(game, "Ben")
    assert lots(game) == ["Baltic Avenue", "Baltic Avenue"]
    assert game.matters[-1] == Auction("Baltic Avenue", ("Ann", "Cy"), None, 0)


@rule("bankrupt.resign")
def test_a_creditor_who_resigns_waits_for_the_money_first(edition: str) -> None:
    game = ann_owes_ben(edition)
    game.play("Ben: resign")
    assert game.matters == [Debt("Ann", "Ben", 50, "rent.deed")]
    game.play("Ann: mortgage reading railroad")
    assert game["Ann"].cash == 70
    assert is_out(game, "Ben")
    assert lots(game) == ["Boardwalk"]


@rule("bankrupt.resign")
def test_a_bystander_who_resigns_waits_for_the_debt_of_another(edition: str) -> None:
    game = ann_owes_ben(edition)
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
    game = ann_resigns_on_the_way_to_bens_boardwalk(edition, 300)
    assert payments(game.events)[:2] == [
        ("Ann", "Ben", 50, "rent.deed"),
        ("Ann", "Bank", 250, "bankrupt.to-bank"),
    ]
    assert game.on_turn == "Ben"


@rule("bankrupt.resign", "bankrupt.to-player")
def test_a_debt_that_arises_after_the_resignation_makes_its_creditor_the_heir(edition: str) -> None:
    game = ann_resigns_on_the_way_to_bens_boardwalk(edition, 30)
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
    game = declined(edition, "baltic", Ann={"cash": 300})
    play(game, "Ben: resign")
    assert refused(game, "Ben: resign") == "bankrupt.resign"
    assert "Resign" not in may(game, "Ben")


@rule("bankrupt.resign")
def test_two_who_resign_in_one_auction_leave_one_after_the_other(edition: str) -> None:
    game = declined(
        edition,
        "baltic",
        Ann={"cash": 300, "deeds": ["oriental"]},
        Ben={"cash": 300, "deeds": ["vermont"]},
        Cy={"cash": 300},
        Dee={"cash": 300},
    )
    play(game, "Ben: resign", "Ann: resign")
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
    game = declined(edition, "boardwalk")
    play(game, "Cy: resign", "Ben: resign", "Ann: resign")
    events = leave_unsold(game)
    assert [event.player for event in told(events, "WentBankrupt", "GameWon")] == ["Cy", "Ben", "Ann"]


@rule("bankrupt.resign", "bankrupt.turn")
def test_who_resigned_leaves_before_the_dice_pass_to_them(edition: str) -> None:
    game = declined(edition, "boardwalk", Ann={}, Ben={}, Cy={}, Dee={})
    play(game, "Ann: resign", "Ben: resign")
    events = leave_unsold(game)
    assert [(event.kind, event.player) for event in told(events, "WentBankrupt", "TurnEnded", "TurnBegan")] == [
        ("WentBankrupt", "Ann"),
        ("TurnEnded", "Ann"),
        ("WentBankrupt", "Ben"),
        ("TurnBegan", "Cy"),
    ]


@rule("bankrupt.resign", "bankrupt.last-wins")
def test_when_all_others_resign_the_last_one_wins(edition: str) -> None:
    game = table(edition, Ann={"cash": 10}, Ben={"cash": 20}, Cy={"cash": 30})
    game.play("Cy: resign")
    game.play("Ann: resign")
    assert (game.phase, outcome(game).winners) == ("game-over", ("Ben",))
    assert refused(game, "Ben: resign") == "bankrupt.last-wins"


@rule("bankrupt.resign", "bankrupt.last-wins")
def test_the_last_one_wins_though_they_had_resigned_too(edition: str) -> None:
    game = declined(edition, "baltic", Ann={"cash": 300}, Ben={"cash": 300}, Cy={"out": True})
    play(game, "Ann: resign", "Ben: resign")
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
    game = declined(edition, "boardwalk")
    play(game, "Cy: resign")
    assert game.position.split("resigning=")[1].split()[0] == "0*2,1"
    game.play("Ann: resign")
    assert game.position.split("resigning=")[1].split()[0] == "2,0,1"


@rule("bankrupt.resign", "deal.offers")
def test_an_offer_of_cash_falls_away_with_its_proposer(edition: str) -> None:
    game = table(edition, Ann={"cash": 100}, Ben={"deeds": ["baltic"]})
    play(game, "Ann: offer Ben: $10 for baltic", "Ann: resign")
    assert game.offers == []
