"""The log of events keeps its contract (`docs/events.md`) in random games of every edition."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from passgo import editions
from passgo.dev.contract.events import BY_NAME
from passgo.dev.fuzz import Report, move
from passgo.dev.fuzz.checked_game import Match
from passgo.dev.fuzz.player import Temper
from passgo.dev.fuzz.tables import random_match, random_ruleset
from passgo.rules import codes
from tests.properties.blank_events import BLANK, FIELDS

USED = {name: set(kind.uses) for name, kind in BY_NAME.items()}
STEPS = 120


def stepped(edition: str, seed: int) -> Iterator[tuple[Match, list[int]]]:
    """A random game after every step, and the accounts before it."""
    dice = Random(f"{edition} {seed}")
    match = random_match(dice, random_ruleset(dice, edition))
    temper = Temper(dice)
    for _ in range(STEPS):
        player = match.next_to_decide()
        if player == codes.NOBODY:
            return
        before, played = list(match.g.cash), len(match.played)
        move(dice, match, temper, player, Report())
        if len(match.played) > played:
            yield match, before


def is_blank(match: Match, n: int) -> bool:
    """Does event n hold nothing but what its kind uses?"""
    used = USED[codes.EVENT_KINDS[match.log.kind[n]]]
    return all(name in used or getattr(match.log, name)[n] == BLANK[name] for name in FIELDS)


@pytest.mark.parametrize("edition", editions.NAMES)
@pytest.mark.parametrize("seed", range(5))
def test_fields_that_a_kind_of_event_does_not_use_are_blank(edition: str, seed: int) -> None:
    for match, _ in stepped(edition, seed):
        log = match.log
        for n in range(log.count):
            assert is_blank(match, n), match.transcript()
            assert log.rule[n] > 0


@pytest.mark.parametrize("edition", editions.NAMES)
@pytest.mark.parametrize("seed", range(2))
def test_the_log_alone_balances_the_accounts(edition: str, seed: int) -> None:
    for match, before in stepped(edition, seed):
        log = match.log
        for n in range(log.count):
            if log.kind[n] == codes.PAID:
                before[log.player[n]] -= log.amount[n]
                before[log.other[n]] += log.amount[n]
        assert before == [match.g.cash[account] for account in range(codes.ACCOUNTS)], match.transcript()


@pytest.mark.parametrize("edition", editions.NAMES)
def test_the_same_holds_while_the_deeds_of_a_short_game_are_dealt(edition: str) -> None:
    match = Match(editions.ruleset(edition, short_game=True), 3)
    assert all(is_blank(match, n) for n in range(match.log.count))
    for square in (1, 3, 5, 6, 8, 9):
        match.a.kind, match.a.player, match.a.square = codes.DEED, codes.CHANCE, square
        assert match.play() == 0
        assert match.log.count == 2  # the deed, and its price
        assert all(is_blank(match, n) for n in range(match.log.count))


def test_no_event_keeps_anything_of_one_that_stood_there_before() -> None:
    match = Match(editions.ruleset("classic", setup_first_player="first-seat"), 3)
    log = match.log
    for name in FIELDS:
        for n in range(len(getattr(log, name))):
            getattr(log, name)[n] = 1
    log.dressed = codes.EVENTS
    match.a.kind, match.a.player = codes.RESIGN, 1
    assert match.play() == 0
    assert log.count >= 2
    assert all(is_blank(match, n) for n in range(log.count))


def told_blank(match: Match, *actions: tuple[int, int, dict[str, Any]]) -> None:
    """Play these; every event on the way must hold only what its kind uses."""
    for kind, player, fields in actions:
        match.a.kind, match.a.player = kind, player
        for name in ("square", "card", "other", "amount"):
            setattr(match.a, name, fields.get(name, 0))
        for n, die in enumerate(fields.get("dice", (0, 0, 0))):
            match.a.dice[n] = die
        assert match.play() == 0
        assert all(is_blank(match, n) for n in range(match.log.count))


def test_the_same_holds_for_what_random_games_seldom_meet() -> None:
    """Throws for the first turn, the hour, a choice of tax, a shortage, the first salary with a Speed Die."""
    thrown = [(codes.DICE, codes.CHANCE, {"dice": dice}) for dice in ((1, 2, 0), (6, 6, 0), (3, 4, 0))]
    match = Match(editions.ruleset("classic", short_game=True, short_deal=0), 3)
    told_blank(match, *thrown)
    assert (match.g.on_turn, match.g.contenders, any(match.g.first_throw)) == (1, 0, False)
    told_blank(match, (codes.STRIKE_HOUR, codes.CLOCK, {}))
    taxed = Match(editions.ruleset("classic", setup_first_player="first-seat"), 3)
    dice = (codes.DICE, codes.CHANCE, {"dice": (1, 3, 0)})
    told_blank(taxed, (codes.THROW, 0, {}), dice, (codes.PAY_WORTH_TAX, 0, {}))
    short = Match(editions.ruleset("classic", setup_first_player="first-seat", setup_houses=1), 3)
    for deed, owner in ((0, 0), (1, 0), (3, 1), (4, 1), (5, 1)):
        short.g.owner[deed] = owner
    told_blank(short, (codes.BUILD, 0, {"square": 1}), (codes.WANT_BUILDING, 1, {}))
    rich = Match(editions.ruleset("speed-die", setup_first_player="first-seat"), 3)
    rich.g.square[0] = 38
    told_blank(rich, (codes.THROW, 0, {}), dice)


def test_each_of_eight_who_share_a_short_game_is_told_to_have_won() -> None:
    match = Match(editions.ruleset("classic", short_game=True, short_deal=0, setup_first_player="first-seat"), 8)
    told_blank(match, (codes.STRIKE_HOUR, codes.CLOCK, {}))
    log = match.log
    winners = [log.player[n] for n in range(log.count) if log.kind[n] == codes.GAME_WON]
    assert winners == list(range(8))
