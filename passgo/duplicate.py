"""The dealer of duplicate matches: a seat has the same luck in every game of a match, whichever bot sits in it.

The dealer of ordinary games counts chance events. As soon as one game has one event more than another, all later dice
differ. Here every chance event has a number that says what the event is: the throw of this seat, in this round, the
first or second of its turn; the fifth card that is drawn from this deck. What chance does depends only on the match and
on that number. So the games of a match stay comparable after the bots have played differently.

The number of an event is computed from the record of the game. The exception are the throws for first player and the
dealt deeds before the first turn. No player decides anything before those, so the dealer counts them, in the low bits
of the counter.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from passgo.dealer import ALL_BITS, STRIDE, Word, Words, below, word
from passgo.machine.decorators import entry, inner, part
from passgo.rules import codes
from passgo.rules.chance import outcomes, write_outcome
from passgo.rules.sets import count_of
from passgo.rules.state import Action, Actions, Edition, Editions, Games, State

OPENING = word(0xFF)
"""The bits of a counter that count the chance events before the first turn."""

ONE = word(1)
WHITE_DICE, THIRD_DIE, RENT_DICE, CARDS = range(4)
KINDS = 4
THROWS = 8
"""More throws than a turn can have."""

WHITE_THROWS, SPEED_FACES = 36, 6


@part
def is_opening(g: State) -> bool:
    """Has the first turn not begun?"""
    return g.phase == codes.PHASE_THROW_FOR_FIRST or g.phase == codes.PHASE_DEAL_DEEDS


@part
def event_number(g: State) -> int:
    """The number of the chance event that the game waits for. No other event of the game has the same number.

    A seat has one turn in a round. A deck is drawn once in unknown order, so the number of its unseen cards says which
    draw this is; later draws have one possible outcome. For dice that are thrown for rent the square is part of the
    number too.
    """
    if g.phase == codes.PHASE_DRAW:
        return (g.deck * 32 + count_of(g.unseen[g.deck])) * KINDS + CARDS
    throw = (g.round * codes.PLAYERS + g.on_turn) * THROWS + g.throws
    if g.phase == codes.PHASE_THROW_FOR_RENT:
        return (throw * codes.SQUARES + g.square[g.on_turn]) * KINDS + RENT_DICE
    return throw * KINDS + WHITE_DICE


@part
def event_counter(base: Word, number: int) -> Word:
    """The counter of a chance event."""
    counter: int = (base + STRIDE * word(number)) & ALL_BITS
    return counter


@inner(within="deal_duplicate")
def deal_duplicate_once(g: State, e: Edition, counter: Word, a: Action) -> Word:
    """Write what chance does; returns the next counter. For the same event and counter it is the same in every game."""
    base = counter & (ALL_BITS ^ OPENING)
    number, following = KINDS - 1, counter
    if is_opening(g):
        following = base | ((counter + ONE) & OPENING)
        base = counter
    else:
        number = event_number(g)
    count = outcomes(g, e)
    n = below(event_counter(base, number), word(min(count, WHITE_THROWS)))
    if count > WHITE_THROWS:  # with the Speed Die the white dice fall as they would without it
        n += WHITE_THROWS * below(event_counter(base, number + THIRD_DIE), word(SPEED_FACES))
    write_outcome(g, e, n, a)
    return following


@entry
def deal_duplicate(
    games: Games, i: int, editions: Editions, e: int, counters: Words, s: int, actions: Actions, j: int
) -> None:
    """Write what chance does to action `j`, as `deal` does."""
    counters[s] = deal_duplicate_once(games[i], editions[e], word(counters[s]), actions[j])


def match_counter(seed: int, number: int) -> int:
    """The counter of a match.

    >>> match_counter(1, 0) % 256, match_counter(1, 0) == match_counter(1, 1)
    (0, False)
    """
    digest = hashlib.sha256(f"passgo match {seed} {number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") & ~int(OPENING)


def match_counters(seed: int, numbers: Sequence[int]) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """The counter with which the dealer begins each of these matches. It is the same for all seatings."""
    return np.array([match_counter(seed, number) for number in numbers], np.uint64)


class DuplicateDealer:
    """Deals a match of a tournament to a `Game`, so that any game of a tournament can be played again and looked at."""

    waits = False

    def __init__(self, seed: int, number: int) -> None:
        self.seed, self.number = seed, number
        self._counter = match_counter(seed, number)

    def deal(self, games: Any, i: int, editions: Any, e: int, number: int, actions: Any, j: int) -> None:
        """Write what chance does, as chance event `number` of the game, to action `j`."""
        counters = np.array([self._counter + number % (int(OPENING) + 1)], np.uint64)
        deal_duplicate(games, i, editions, e, counters, 0, actions, j)

    def __str__(self) -> str:
        return f"duplicate {self.seed} {self.number}"

    def __repr__(self) -> str:
        return f"DuplicateDealer({self.seed}, {self.number})"
