"""The value of positions of one game: each player's chance to win, if all play like trader from there.

The net judges where dice are about to be thrown. Other positions are first played on to there, by trader in every seat
with a fresh notebook; where a card is to be drawn, or dice measure a rent, every outcome is gone through and weighted.
Until that throw nobody offers anything, and offers on the table are left out, unless they are asked for: so an offer
changes nothing, and a deal all at once, where it is struck.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, cast

import numpy as np

from passgo.analysis.table import TO_CHANCE, Array, Field, Floats, Table, all_alike
from passgo.dealer import counter_of
from passgo.duplicate import deal_duplicate
from passgo.editions import Ruleset
from passgo.game.engine import Engine
from passgo.rules import codes
from passgo.rules.state import STATE

MODEL = "trader"
"""Whom all play like."""
TOGETHER = 512
"""Positions that are played on at a time: each has notebooks of 14 KB."""
THROWS = 64
"""Throws of a look ahead. With half of them the judgement errs by a third more."""
OWN_DICE = 0x5EE
"""Where the seeds of our own dice begin, so that they are not those of a game that somebody seeded with 1."""

BETWEEN = (codes.PHASE_DRAW, codes.PHASE_THROW_FOR_RENT)
"""Where chance acts between two throws: every outcome is gone through."""
PHASE: int = cast(Any, STATE.fields)["phase"][1]
"""Where the phase stands in the bytes of a position."""
OPENING = (codes.PHASE_DEAL_DEEDS, codes.PHASE_THROW_FOR_FIRST)
"""Before the first turn: all have the same chance."""


OFFER_FIELDS = tuple(name for name in STATE.names or () if name.startswith("offer"))
"""What a position says about offers."""


class Judge:
    """Judges positions of a game under these rules."""

    def __init__(self, ruleset: Ruleset, players: int, net: Floats | None = None) -> None:
        self.ruleset, self.players, self.net = ruleset, players, net

    @cached_property
    def field(self) -> Field:
        """Who plays on."""
        return all_alike(self.ruleset, self.players, MODEL)

    @cached_property
    def engine(self) -> Engine:
        """Where positions are stepped on."""
        return Engine(self.ruleset)

    def values(self, positions: Sequence[bytes], *, offers: bool = False) -> Array:
        """Each player's chance in each position, by the net; `offers`: those on the table are answered by trader."""
        leaves: list[bytes] = []
        of: list[int] = []
        weights: list[float] = []
        for number, position in enumerate(positions):
            for leaf, weight in self._leaves(position, 1.0):
                leaves.append(leaf)
                of.append(number)
                weights.append(weight)
        found = np.zeros((len(positions), self.players))
        if not leaves:
            return found
        np.add.at(found, of, self._judge(leaves, offers) * np.array(weights)[:, None])
        return found

    def outcomes(self, position: bytes) -> list[bytes]:
        """What chance may make of a position in which it is to act, each equally likely."""
        engine = self.engine
        engine.position = position
        after = []
        for action in engine.legal(codes.CHANCE):
            engine.position, engine.played = position, action
            if engine.step():
                raise AssertionError("an outcome of chance was refused")
            after.append(engine.position)
        return after

    def looks(self, position: bytes, count: int, throws: int = THROWS, *, offers: bool = False) -> Array:
        """So many looks ahead from a position, each by dice of its own: the chances after some throws.

        Look k has the same dice from every position, as far as the same things happen, so looks from two positions can
        be compared one by one.
        """
        found = []
        for first in range(0, count, TOGETHER):
            numbers = range(first, min(first + TOGETHER, count))
            states = taken_off([position] * len(numbers), offers)
            counters = [counter_of(OWN_DICE + number) & ~0xFF for number in numbers]
            table = Table(self.field, states, counters)
            table.offer_nothing_now()
            table.play_on(0, dealer=deal_duplicate)
            table.play_on(throws, dealer=deal_duplicate)
            found.append(table.values(self.net)[:, : self.players])
        return np.concatenate(found).astype(np.float64)

    def closely(
        self, positions: Sequence[bytes], count: int, tell: Callable[[int, int], None] = lambda done, of: None
    ) -> Array:
        """Each player's chance in each position, as so many looks ahead find it; `tell` hears how far it is.

        Positions from which traders come to the same throw, or the same card to be drawn, are one: whoever does what
        a trader does changes no chance.
        """
        states = taken_off(positions, offers=False)
        table = Table(self.field, states, [counter_of(OWN_DICE)] * len(states))
        table.offer_nothing_now()
        table.play_on(TO_CHANCE)
        ends = [table.states[number].tobytes() for number in range(len(states))]
        found = dict.fromkeys(ends, np.full(self.players, 1 / self.players))
        for done, end in enumerate(found):
            tell(done, len(found))
            if phase_of(end) not in OPENING:
                found[end] = self.looks(end, count).mean(0)
        return np.array([found[end] for end in ends]).reshape(-1, self.players)

    def _leaves(self, position: bytes, weight: float) -> Iterator[tuple[bytes, float]]:
        """The position itself, or what a card or a throw for rent makes of it before somebody decides or throws."""
        engine = self.engine
        engine.position = position
        if engine.g.matters or engine.g.phase not in BETWEEN:
            yield position, weight
            return
        after = self.outcomes(position)
        for each in after:
            yield from self._leaves(each, weight / len(after))

    def _judge(self, leaves: Sequence[bytes], offers: bool) -> Array:
        found = []
        for first in range(0, len(leaves), TOGETHER):
            some = leaves[first : first + TOGETHER]
            table = Table(self.field, taken_off(some, offers), [counter_of(OWN_DICE)] * len(some))
            opening = np.isin(table.states["phase"], OPENING)
            table.offer_nothing_now()
            table.play_on(0)
            found.append(table.values(self.net)[:, : self.players])
            found[-1][opening] = 1 / self.players
        return np.concatenate(found)


def phase_of(position: bytes) -> int:
    """The phase of a position."""
    return position[PHASE]


def taken_off(positions: Sequence[bytes], offers: bool) -> Array:
    """The positions as records, without the offers on the table unless they are to stay."""
    states: np.ndarray[Any, Any] = np.frombuffer(b"".join(positions), STATE).copy()
    if not offers:
        for name in OFFER_FIELDS:
            states[name] = 0
        states["offer_to"] = codes.NOBODY
    return states
