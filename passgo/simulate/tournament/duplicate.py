"""The dealer of duplicate matches: each throw and each card has a place of its own, whoever sits where.

The dealer of ordinary games counts chance events. As soon as one seating sees an event more than another, all later
dice differ. Here what chance does depends on the match and on what the event is: the throw of this seat, in this
round, the first or second of its turn; the fifth card that is turned up from this deck. So the seatings of a match stay
comparable after play diverges: a seat has the same luck, whichever bot sits in it.

Everything that names an event stands in the record of the game, but for the throws and deeds before the first turn. No
player decides anything before those, so they are simply counted, in the low bits of the counter.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from passgo.dealer import ALL_BITS, STRIDE, Word, Words, below, word
from passgo.machine.decorators import entry, part
from passgo.rules.chance import outcomes, write_outcome
from passgo.rules.codes import (
    PHASE_DEAL_DEEDS,
    PHASE_DRAW,
    PHASE_THROW_FOR_FIRST,
    PHASE_THROW_FOR_RENT,
    PLAYERS,
    SQUARES,
)
from passgo.rules.sets import count_of
from passgo.rules.state import Actions, Editions, Games, State

OPENING = word(0xFF)
"""The bits of a counter that count what happens before the first turn."""

ONE = word(1)
WHITE_DICE, THIRD_DIE, RENT_DICE, CARDS = range(4)
KINDS = 4
THROWS = 8
"""More throws than a turn can have."""

WHITE_THROWS, SPEED_FACES = 36, 6


@part
def is_opening(g: State) -> bool:
    """Has the first turn not begun?"""
    return g.phase == PHASE_THROW_FOR_FIRST or g.phase == PHASE_DEAL_DEEDS


@part
def place_of(g: State) -> int:
    """The chance event that the game waits for as a number, which no other event of the game has.

    A seat has one turn in a round. A deck is gone through once in unknown order, so that the number of its unseen
    cards says which draw this is; later draws have one possible outcome. Dice for rent are told apart by the square,
    too.
    """
    if g.phase == PHASE_DRAW:
        return (g.deck * 32 + count_of(g.unseen[g.deck])) * KINDS + CARDS
    throw = (g.round * PLAYERS + g.on_turn) * THROWS + g.throws
    if g.phase == PHASE_THROW_FOR_RENT:
        return (throw * SQUARES + g.square[g.on_turn]) * KINDS + RENT_DICE
    return throw * KINDS + WHITE_DICE


@part
def stream(base: Word, place: int) -> Word:
    """The counter of a chance event."""
    counter: int = (base + STRIDE * word(place)) & ALL_BITS
    return counter


@entry
def deal_duplicate(
    games: Games, i: int, editions: Editions, e: int, counters: Words, s: int, actions: Actions, j: int
) -> None:
    """Write what chance does to action `j`: the same in every game with this counter in which the event occurs."""
    g = games[i]
    counter = word(counters[s])
    base = counter & (ALL_BITS ^ OPENING)
    place = KINDS - 1
    if is_opening(g):
        counters[s] = base | ((counter + ONE) & OPENING)
        base = counter
    else:
        place = place_of(g)
    count = outcomes(g, editions[e])
    n = below(stream(base, place), word(min(count, WHITE_THROWS)))
    if count > WHITE_THROWS:  # with the Speed Die the white dice fall as they would without it
        n += WHITE_THROWS * below(stream(base, place + THIRD_DIE), word(SPEED_FACES))
    write_outcome(g, editions[e], n, actions[j])


def match_counter(seed: int, number: int) -> int:
    """The counter of a match.

    >>> match_counter(1, 0) % 256, match_counter(1, 0) == match_counter(1, 1)
    (0, False)
    """
    digest = hashlib.sha256(f"passgo match {seed} {number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") & ~int(OPENING)


def match_counters(seed: int, numbers: Sequence[int]) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """The counters with which the dealer begins these matches, in whichever seating."""
    return np.array([match_counter(seed, number) for number in numbers], np.uint64)


class DuplicateDealer:
    """Deals a match of a tournament to a `Game`, so that any of its games can be played and looked at again."""

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
