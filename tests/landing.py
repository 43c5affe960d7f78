"""Where tokens land when nobody buys: a compiled run of the engine, and the same as an exact Markov chain.

A state is where a token is before a throw: on a square with none, one or two doubles thrown in this turn, or in Jail
before the first, second or third try. The engine's decks are drawn without replacement, so that a card tells about
the next one; the run puts every card back and shuffles before each draw. Then each throw and card is independent of
all before, and the chain is exactly what the rules say.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from passgo import editions
from passgo.dealer import Words, counter_of, deal
from passgo.dev.bench.loops import Deal
from passgo.machine.decorators import entry, part
from passgo.machine.records import arrays, new
from passgo.machine.switches import PLAIN
from passgo.rules import codes, ids
from passgo.rules.chance import blank
from passgo.rules.pointers import NextToDecide, Step
from passgo.rules.state import Action, Actions, Edition, Editions, Games, Log, Logs, State
from passgo.rules.step import setup, step
from passgo.rules.waiting import next_to_decide

if TYPE_CHECKING:
    Counts = np.ndarray[Any, np.dtype[np.int64]]
elif PLAIN:
    Counts = Any
else:
    from numba.core import types

    Counts = types.Array(types.int64, 1, "C")

PLAYERS = 2
BATCH = 10_000
STATES = 3 * codes.SQUARES + 3
IN_JAIL = 3 * codes.SQUARES

# The run


@part
def reshuffle(g: State) -> None:
    """Put every card back and shuffle."""
    for deck in range(2):
        g.unseen[deck] = (1 << codes.DECK) - 1
        g.jail_card[deck] = codes.BANK
        g.seen_count[deck] = 0
    for k in range(2 * codes.DECK):
        g.seen[k] = 0


@part
def state_of(g: State, player: int) -> int:
    """Where the token of the player who is about to throw is, as a number."""
    return IN_JAIL + g.jail[player] - 1 if g.jail[player] > 0 else g.doubles * codes.SQUARES + g.square[player]


@entry
def land(
    step: Step, deal: Deal, next_to_decide: NextToDecide,
    games: Games, editions: Editions, logs: Logs, actions: Actions, counters: Words, throws: int, found: Counts,
) -> None:  # fmt: skip
    """In every game, count where each player is after so many throws. Nobody buys, and Jail is left by throwing."""
    for i in range(len(games)):
        g = games[i]
        thrown_0, thrown_1 = 0, 0
        while thrown_0 <= throws or thrown_1 <= throws:
            player = next_to_decide(games, i)
            if player == codes.CHANCE:
                if g.phase == codes.PHASE_DRAW:
                    reshuffle(g)
                deal(games, i, editions, 0, counters, i, actions, 0)
            elif g.phase == codes.PHASE_BEFORE_THROW:
                thrown = thrown_0 if player == 0 else thrown_1
                if thrown == throws:
                    found[state_of(g, player)] += 1
                if player == 0:
                    thrown_0 += 1
                else:
                    thrown_1 += 1
                blank(actions[0], codes.THROW, player)
            elif g.phase == codes.PHASE_BUY:
                blank(actions[0], codes.DECLINE, player)
            elif g.phase == codes.PHASE_CHOOSE_TAX:
                blank(actions[0], codes.PAY_FLAT_TAX, player)
            else:
                blank(actions[0], codes.END_TURN, player)
            refused = step(games, i, editions, 0, logs, 0, actions, 0)
            assert refused == ids.LAWFUL


def landed(edition: str, games: int, throws: int) -> Counts:
    """How often the engine's players were in each state after so many throws."""
    record: Any = table(edition).record
    states = new(State, BATCH)
    editions_, logs, actions = (
        arrays(Edition, record),
        arrays(Log, new(Log)),
        arrays(Action, new(Action, codes.ACTIONS)),
    )
    found = np.zeros(STATES, np.int64)
    for first in range(0, games, BATCH):
        states[:] = new(State)
        assert setup(arrays(State, states[:1]), 0, editions_, 0, logs, 0, PLAYERS) == ids.LAWFUL
        states[1:] = states[0]
        counters = np.array([counter_of(seed) for seed in range(first, first + BATCH)], np.uint64)
        land(step, deal, next_to_decide, arrays(State, states), editions_, logs, actions, counters, throws, found)
    return found


def table(edition: str) -> editions.Ruleset:
    """The edition without auctions, seat 0 first, and with money enough that no debt ever interrupts."""
    return editions.ruleset(edition, auction_declined=False, setup_cash=100_000, setup_first_player="first-seat")


# The chain

Spread = dict[int, Fraction]
"""Where one may be, and how likely; JAILED for Jail."""

JAILED = -1


class Chain:
    """The chain of an edition, from its board and cards alone."""

    def __init__(self, edition: str, doubles_to_jail: int = 3, tries: int = 3) -> None:
        self.e: Any = table(edition).record[0]
        self.doubles_to_jail, self.tries = doubles_to_jail, tries
        self.again = bool(self.e["jail_doubles_then"])

    def after_card(self, square: int, card: int) -> Spread:
        """Where a card leaves the token; what it finds there takes effect too."""
        effect, target = int(self.e["card_effect"][card]), int(self.e["card_target"][card])
        if effect == codes.CARD_TO_JAIL:
            return {JAILED: Fraction(1)}
        if effect == codes.ADVANCE_TO:
            return self.landing(target)
        if effect == codes.BACK_3:
            return self.landing((square - 3) % codes.SQUARES)
        if effect in (codes.NEAREST_RAILROAD_DOUBLE, codes.NEAREST_UTILITY_10X):
            kind = codes.RAILROAD if effect == codes.NEAREST_RAILROAD_DOUBLE else codes.UTILITY
            ahead = (n % codes.SQUARES for n in range(square + 1, square + codes.SQUARES + 1))
            return self.landing(next(n for n in ahead if self.e["square_kind"][n] == kind))
        return {square: Fraction(1)}

    def landing(self, square: int) -> Spread:
        """Where the token ends that comes to a square."""
        kind = int(self.e["square_kind"][square])
        if kind == codes.GO_TO_JAIL:
            return {JAILED: Fraction(1)}
        if kind not in (codes.CHANCE_SQUARE, codes.CHEST_SQUARE):
            return {square: Fraction(1)}
        first = 0 if kind == codes.CHANCE_SQUARE else codes.DECK
        spread: Spread = {}
        for card in range(first, first + codes.DECK):
            for end, share in self.after_card(square, card).items():
                spread[end] = spread.get(end, Fraction(0)) + share / codes.DECK
        return spread

    def after_throw(self, state: int, a: int, b: int) -> Iterator[tuple[int, Fraction]]:
        """Where a throw of these dice leads from a state."""
        double, jail = a == b, self.e["jail_square"]
        if state >= IN_JAIL:
            attempt = state - IN_JAIL + 1
            if not double and attempt < self.tries:
                yield state + 1, Fraction(1)
                return
            square, doubles = int(jail), 1 if double and self.again else 0
        else:
            square, doubles = state % codes.SQUARES, state // codes.SQUARES + 1 if double else 0
        if doubles >= self.doubles_to_jail:
            yield IN_JAIL, Fraction(1)
            return
        for end, share in self.landing((square + a + b) % codes.SQUARES).items():
            yield (IN_JAIL if end == JAILED else min(doubles, 2) * codes.SQUARES + end), share

    def matrix(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """The chance to go from each state to each."""
        matrix = np.zeros((STATES, STATES))
        for state in range(STATES):
            for a in range(1, 7):
                for b in range(1, 7):
                    for end, share in self.after_throw(state, a, b):
                        matrix[state, end] += float(share) / 36
        return matrix

    def after(self, throws: int) -> np.ndarray[Any, np.dtype[np.float64]]:
        """How likely each state is after so many throws from GO."""
        likely = np.zeros(STATES)
        likely[0] = 1
        later: np.ndarray[Any, np.dtype[np.float64]] = likely @ np.linalg.matrix_power(self.matrix(), throws)
        return later
