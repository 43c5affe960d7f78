"""What is said during a matter: rent claims and resignations are kept, and take effect in order when none is open."""

from collections.abc import Callable
from typing import Any

import pytest

from passgo import Event, Game
from tests.rules.by_rule import rule
from tests.rules.lots import BROWN, ORANGE, bank_with, built
from tests.rules.table import cash, draws, may, outcome, payments, play, refused, table, told

MANUAL = {"rent_claims": "manual"}


def claim(owner: str, lander: str, square: str = "virginia", amount: int = 12) -> dict[str, Any]:
    """A rent that its owner may claim."""
    return {"owner": owner, "lander": lander, "square": square, "amount": amount}


def claiming(edition: str, *claims: dict[str, Any], **position: Any) -> Game:
    """A game of players with $500 in which these rents may be claimed."""
    options = MANUAL | position.pop("options", {})
    return table(edition, each=500, claims=list(claims), options=options, **position)


def happened(events: list[Event], *kinds: str) -> list[tuple[str, str | None]]:
    """What kinds of these happened, and to whom."""
    return [(event.kind, event.player) for event in told(events, *kinds)]


# What is kept, and until when


def in_debt(edition: str) -> Game:
    debt = {"kind": "debt", "player": "Ann", "other": "Cy", "amount": 550, "rule": "rent.claim"}
    ann = {"deeds": ["reading railroad"]}
    return claiming(edition, claim("Ben", "Cy"), Ann=ann, phase="end-turn", matters=[debt])


def in_auction(edition: str) -> Game:
    game = claiming(edition, claim("Ben", "Cy"), Ann={"square": "baltic"}, phase="buy")
    play(game, "Ann: decline", "Ben: withdraw", "Cy: withdraw")
    return game


def in_keep_or_lift(edition: str) -> Game:
    game = claiming(edition, claim("Ben", "Cy"), Cy={"deeds": {"reading railroad": "mortgaged"}})
    play(game, "Cy: offer Ann: reading railroad for $1", "Ann: accept Cy")
    return game


def in_shortage(edition: str) -> Game:
    game = bank_with(
        edition, houses=1, Ann={"deeds": built(BROWN, 0, 0)}, Ben={"deeds": built(ORANGE, 0, 0, 0)},
        claims=[claim("Ben", "Cy")], options=MANUAL,
    )  # fmt: skip
    game.play("Ben: build new york avenue")
    return game


def in_shortage_auction(edition: str) -> Game:
    game = in_shortage(edition)
    play(game, "Ann: want", "Ben: bid 300")
    return game


def in_placing(edition: str) -> Game:
    game = in_shortage_auction(edition)
    game.play("Ann: withdraw")
    return game


def in_estate(edition: str) -> Game:
    game = claiming(edition, claim("Ben", "Cy"), Ann={"deeds": ["baltic", "boardwalk"]})
    play(game, "Ann: resign", "Ben: withdraw", "Cy: withdraw", "Ben: withdraw")
    return game


MOMENTS: dict[str, tuple[Callable[[str], Game], str]] = {
    "debt": (in_debt, "Ann: mortgage reading railroad"),
    "auction": (in_auction, "Ann: withdraw"),
    "keep-or-lift": (in_keep_or_lift, "Ann: keep reading railroad"),
    "shortage": (in_shortage, "Ann: pass"),
    "shortage auction": (in_shortage_auction, "Ann: withdraw"),
    "placing": (in_placing, "Ben: place new york avenue"),
    "estate": (in_estate, "Cy: withdraw"),
}
"""A game with each kind of matter open, and what ends it."""


@rule("auction.meanwhile", editions=("1935", "classic", "speed-die"))
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_rent_claimed_during_a_matter_is_paid_when_it_ends(edition: str, moment: str) -> None:
    begin, end = MOMENTS[moment]
    game = begin(edition)
    assert "ClaimRent" in may(game, "Ben")
    [kept] = game.play("Ben: claim Cy virginia")
    assert (kept.kind, kept.player, kept.other, kept.amount) == ("ClaimKept", "Ben", "Cy", 12)
    assert (kept.square, kept.rule) == ("Virginia Avenue", "auction.meanwhile")
    events = game.play(end)
    if moment == "shortage auction":
        assert told(events, "RentClaimed") == []  # the building is still to be placed
        events = game.play("Ben: place new york avenue")
    assert happened(events, "RentClaimed") == [("RentClaimed", "Ben")]
    assert payments(events)[-1] == ("Cy", "Ben", 12, "rent.claim")
    assert game.claims == []


@rule("auction.meanwhile", "bankrupt.resign", editions=("1935", "classic", "speed-die"))
@pytest.mark.parametrize("moment", MOMENTS)
def test_who_resigns_during_a_matter_leaves_when_it_ends(edition: str, moment: str) -> None:
    begin, end = MOMENTS[moment]
    game = begin(edition)
    game.play("Cy: resign")
    assert not game["Cy"].out
    events = game.play(end)
    if moment == "shortage auction":
        assert not game["Cy"].out
        events = game.play("Ben: place new york avenue")
    assert happened(events, "WentBankrupt") == [("WentBankrupt", "Cy")]


@rule("auction.meanwhile", editions=("1935", "classic", "speed-die"))
def test_what_was_asked_for_is_not_asked_for_again(edition: str) -> None:
    game = claiming(edition, claim("Ben", "Cy"), claim("Ben", "Cy", amount=99), Ann={"square": "baltic"}, phase="buy")
    game.play("Ann: decline")
    assert [event.amount for event in game.play("Ben: claim Cy virginia")] == [12]  # the older one first
    assert [(claim.amount, claim.said) for claim in game.claims] == [(12, True), (99, False)]
    assert [event.amount for event in game.play("Ben: claim Cy virginia")] == [99]
    assert refused(game, "Ben: claim Cy virginia") == "auction.meanwhile"
    assert refused(game, "Ann: claim Cy virginia") == "rent.claim-holder"
    assert refused(game, "Ben: claim Ann virginia") == "rent.claim-window"
    assert "ClaimRent" not in may(game, "Ben")
    events = play(game, "Ann: withdraw", "Ben: withdraw", "Cy: withdraw")
    assert [event.amount for event in told(events, "RentClaimed")] == [12, 99]


@rule("auction.meanwhile", "table.any-time", editions=("1935", "classic", "speed-die"))
def test_while_chance_acts_no_claim_is_heard_and_none_is_kept(edition: str) -> None:
    game = claiming(edition, claim("Ben", "Cy"))
    game.play("Ann: throw")
    assert refused(game, "Ben: claim Cy virginia") == "table.any-time"
    assert "ClaimRent" not in may(game, "Ben")


@rule("auction.meanwhile", "bankrupt.resign", editions=("1935", "classic", "speed-die"))
def test_claims_and_resignations_take_effect_in_the_order_said(edition: str) -> None:
    rents = [claim("Ann", "Ben", "baltic"), claim("Cy", "Ben", "boardwalk"), claim("Dee", "Ann")]
    game = claiming(edition, *rents, Ann={"square": "baltic"}, Dee={}, phase="buy")
    play(game, "Ann: decline", "Cy: claim Ben boardwalk", "Ben: resign")
    play(game, "Ann: claim Ben baltic", "Dee: claim Ann virginia")
    events = play(game, "Ann: withdraw", "Ben: withdraw", "Cy: withdraw", "Dee: withdraw")
    assert happened(events, "RentClaimed", "WentBankrupt", "ClaimLapsed") == [
        ("RentClaimed", "Cy"),
        ("WentBankrupt", "Ben"),
        ("ClaimLapsed", "Ann"),  # Ben is gone when its turn comes
        ("RentClaimed", "Dee"),
    ]
    assert (game.on_turn, game.phase) == ("Ann", "end-turn")


@rule("auction.meanwhile", "bankrupt.resign", editions=("1935", "classic", "speed-die"))
def test_a_resignation_said_before_a_claim_comes_before_it(edition: str) -> None:
    game = claiming(edition, claim("Ben", "Cy"), claim("Ann", "Cy"), Ann={"square": "baltic"}, phase="buy")
    play(game, "Ann: decline", "Ben: resign", "Ann: claim Cy virginia", "Ben: claim Cy virginia")
    events = play(game, "Ann: withdraw", "Ben: withdraw", "Cy: withdraw")
    assert happened(events, "RentClaimed", "WentBankrupt", "ClaimLapsed") == [
        ("WentBankrupt", "Ben"),
        ("ClaimLapsed", "Ben"),
        ("RentClaimed", "Ann"),
    ]


@rule("auction.meanwhile", "bankrupt.resign", "rent.claim-holder", editions=("1935", "classic", "speed-die"))
def test_the_claims_on_a_debtor_who_leaves_lapse_though_they_were_said(edition: str) -> None:
    game = in_debt(edition)
    game.play("Ben: claim Cy virginia")
    events = play(game, "Cy: resign", "Ann: resign")  # Ann in her own debt, at once
    assert happened(events, "WentBankrupt", "RentClaimed") == [
        ("WentBankrupt", "Ann"),
        ("RentClaimed", "Ben"),
        ("WentBankrupt", "Cy"),
    ]


@rule("auction.meanwhile", "table.one-matter", editions=("1935", "classic", "speed-die"))
def test_a_debt_that_a_kept_claim_makes_is_a_matter_and_the_rest_waits_for_it(edition: str) -> None:
    rents = [claim("Ben", "Ann", amount=600), claim("Cy", "Ben", amount=20)]
    ann = {"square": "baltic", "deeds": ["reading railroad"]}
    game = claiming(edition, *rents, Ann=ann, phase="buy")
    play(game, "Ann: decline", "Ben: claim Ann virginia", "Cy: claim Ben virginia")
    events = play(game, "Ann: withdraw", "Ben: withdraw", "Cy: withdraw")
    assert happened(events, "RentClaimed", "DebtArose") == [("RentClaimed", "Ben"), ("DebtArose", "Ann")]
    events = game.play("Ann: mortgage reading railroad")
    assert happened(events, "DebtSettled", "RentClaimed") == [("DebtSettled", "Ann"), ("RentClaimed", "Cy")]
    assert cash(game) == (0, 500 + 600 - 20, 520)


@rule("auction.meanwhile", "bankrupt.resign", editions=("1935", "classic", "speed-die"))
def test_what_is_said_during_such_a_debt_comes_after_what_was_said_before(edition: str) -> None:
    rents = [claim("Ben", "Ann", amount=600), claim("Cy", "Ben", amount=20), claim("Ann", "Cy", amount=30)]
    ann = {"square": "baltic", "deeds": ["reading railroad"]}
    game = claiming(edition, *rents, Ann=ann, phase="buy")
    play(game, "Ann: decline", "Ben: claim Ann virginia", "Cy: resign")
    play(game, "Ann: withdraw", "Ben: withdraw", "Cy: withdraw", "Ann: claim Cy virginia")
    events = game.play("Ann: mortgage reading railroad")
    assert happened(events, "RentClaimed", "WentBankrupt") == [("WentBankrupt", "Cy")]


# Before the turn goes on


def before_mr_m(edition: str, **position: Any) -> Game:
    """Ann's first move has led to the luxury tax, which she cannot pay; Mr. M has still to move her on."""
    ann = {"cash": 20, "square": "short line", "speeding": True, "deeds": ["reading railroad"]}
    game = table(edition, each=500, Ann=ann, options=MANUAL, **position)
    game.throw(1, 2, "mr. m")
    return game


@rule("auction.meanwhile", "speed.mr-m")
def test_a_kept_claim_is_paid_before_mr_m_moves_on(edition: str) -> None:
    game = before_mr_m(edition, claims=[claim("Ben", "Cy")])
    game.play("Ben: claim Cy virginia")
    events = game.play("Ann: mortgage reading railroad")
    assert happened(events, "RentClaimed", "Moved") == [("RentClaimed", "Ben"), ("Moved", "Ann")]


@rule("auction.meanwhile", "bankrupt.resign", "speed.mr-m")
def test_who_resigned_during_the_debt_leaves_before_mr_m_moves_on(edition: str) -> None:
    game = before_mr_m(edition, Cy={"deeds": ["boardwalk"]})
    play(game, "Cy: resign", "Ann: mortgage reading railroad")
    assert (game["Cy"].out, game["Ann"].square) == (True, "Luxury Tax")
    events = play(game, "Ann: withdraw", "Ben: withdraw")
    assert [event.square for event in told(events, "Moved")] == ["Boardwalk"]  # the Bank's again


@rule("bankrupt.resign", "speed.mr-m")
def test_who_resigned_while_the_dice_fell_leaves_at_the_next_decision(edition: str) -> None:
    game = table(edition, Ann={"square": "boardwalk", "speeding": True}, Cy={"deeds": ["oriental avenue"]})
    play(game, "Ann: throw", "Cy: resign")
    game.throw(1, 1, "mr. m")  # by Mr. M on from Mediterranean Avenue, which she must first buy or not
    assert (game["Cy"].out, game["Ann"].square) == (True, "Mediterranean Avenue")
    game = table(edition, Ann={"square": "short line", "speeding": True}, Cy={"deeds": ["oriental avenue"]})
    play(game, "Ann: throw", "Cy: resign")
    events = game.throw(2, 3, "mr. m")  # by GO, where nothing is to be decided
    assert happened(events, "Moved", "WentBankrupt") == [("Moved", "Ann"), ("Moved", "Ann"), ("WentBankrupt", "Cy")]
    assert game["Ann"].square == "Mediterranean Avenue"


@rule("auction.meanwhile", "jail.third-turn", editions=("1935", "classic", "speed-die"))
def test_what_was_said_takes_effect_before_the_move_after_the_fine(edition: str) -> None:
    ann = {"cash": 20, "jail": 3, "deeds": ["reading railroad"]}
    game = table(edition, each=500, Ann=ann, claims=[claim("Ben", "Cy")], options=MANUAL)
    game.throw(4, 6)
    play(game, "Ben: claim Cy virginia", "Cy: resign")
    events = game.play("Ann: mortgage reading railroad")
    assert happened(events, "DebtSettled", "RentClaimed", "WentBankrupt", "LeftJail", "Moved") == [
        ("DebtSettled", "Ann"),
        ("RentClaimed", "Ben"),
        ("WentBankrupt", "Cy"),
        ("LeftJail", "Ann"),
        ("Moved", "Ann"),
    ]


@rule("auction.meanwhile", "short.end", editions=("1935", "classic", "speed-die"))
def test_what_was_said_takes_effect_after_the_hour_and_before_the_worth_is_counted(edition: str) -> None:
    rents = [claim("Ben", "Cy", amount=100), claim("Ann", "Cy", amount=7)]
    options = {"short_game": True, "short_deal": 0}
    game = claiming(edition, *rents, Ann={"square": "baltic"}, phase="buy", options=options)
    game.play("Ann: decline")
    game.strike_hour()
    game.play("Ben: claim Cy virginia")
    events = play(game, "Ann: withdraw", "Ben: withdraw", "Cy: withdraw")
    assert happened(events, "RentClaimed", "ClaimLapsed") == [("RentClaimed", "Ben"), ("ClaimLapsed", "Ann")]
    assert outcome(game).worth == {"Ann": 500, "Ben": 600, "Cy": 400}


@rule("auction.meanwhile", "cards.each-player", "bankrupt.resign")
def test_what_is_said_waits_until_the_debts_of_one_card_are_all_settled(edition: str) -> None:
    card = {"modern": "birthday"}.get(edition, "grand_opera")
    broke = {"cash": 0, "deeds": ["reading railroad"]}
    cy = {"cash": 0, "deeds": ["short line"]}
    game = draws(edition, "chest_2", card, Ben=broke, Cy=cy, Dee={"cash": 900})
    play(game, "Dee: resign", "Ben: mortgage reading railroad")
    assert not game["Dee"].out
    assert game.to_act == ("Cy",)
    events = game.play("Cy: mortgage short line")
    assert [event.player for event in told(events, "Paid", "WentBankrupt")][-4:] == ["Cy", "Dee", "Dee", "Dee"]
    assert game["Dee"].out


@rule("auction.meanwhile", "cards.each-player", "speed.mr-m")
def test_after_the_last_of_them_it_takes_effect_before_mr_m_moves_on(edition: str) -> None:
    ann = {"cash": 500, "square": "boardwalk", "speeding": True}
    game = table(edition, Ann=ann, Ben={"cash": 0, "deeds": ["reading railroad"]}, Cy={"cash": 900})
    game.throw(1, 2, "mr. m")
    game.draw("grand_opera")
    game.play("Cy: resign")
    events = game.play("Ben: mortgage reading railroad")
    assert happened(events, "WentBankrupt", "Moved") == [("WentBankrupt", "Cy"), ("Moved", "Ann")]


@rule("auction.meanwhile", "bankrupt.resign")
def test_the_dice_pass_only_when_everything_said_has_taken_effect(edition: str) -> None:
    game = table(edition, Ann={"square": "baltic"}, phase="buy", Dee={})
    play(game, "Ann: decline", "Cy: resign", "Ann: resign", "Ann: withdraw", "Ben: withdraw", "Dee: withdraw")
    events = game.play("Cy: withdraw")
    assert happened(events, "WentBankrupt", "TurnEnded", "TurnBegan") == [
        ("WentBankrupt", "Cy"),
        ("WentBankrupt", "Ann"),
        ("TurnEnded", "Ann"),
        ("TurnBegan", "Ben"),
    ]


@rule("bankrupt.resign", "bankrupt.turn")
def test_who_resigned_while_the_dice_fell_leaves_before_they_pass_from_a_bankrupt(edition: str) -> None:
    game = table(edition, Ann={"cash": 10, "square": "short line"}, Dee={})
    play(game, "Ann: throw", "Ann: resign", "Cy: resign")
    events = game.throw(1, 2)  # the luxury tax, which Ann cannot pay: she leaves at once
    assert happened(events, "WentBankrupt", "TurnBegan") == [
        ("WentBankrupt", "Ann"),
        ("WentBankrupt", "Cy"),
        ("TurnBegan", "Ben"),
    ]


@rule("auction.meanwhile", "bankrupt.resign", editions=("classic", "speed-die"))
def test_the_last_of_eight_seats_leaves_first_if_it_said_so_first(edition: str) -> None:
    others: dict[str, Any] = {name: {} for name in ("Dee", "Eve", "Flo", "Gus", "Hal")}
    game = table(edition, Ann={"square": "baltic"}, phase="buy", **others)
    play(game, "Ann: decline", "Hal: resign", "Ben: resign")
    events = play(game, *(f"{name}: withdraw" for name in ("Ann", "Ben", "Cy", *others)))
    assert happened(events, "WentBankrupt") == [("WentBankrupt", "Hal"), ("WentBankrupt", "Ben")]
