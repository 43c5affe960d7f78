"""What bots did wrong in a run.

There are two kinds. The compiled loop counts *misplays* of every bot: refused actions by seat and reason, and turns
that were cut short. *Faults* are described in words, and only of users' bots (`passgo.strategies`): the code failed,
took too long, answered something that is no action, or answered an unlawful action.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from passgo.rules import codes
from passgo.simulate.runs.counts import REASON_NAMES, REASONS, REFUSALS, STALLS, Array

RAISED, TOO_SLOW, NO_ACTION, UNLAWFUL, DIED = "raised", "too slow", "no action", "unlawful", "died"
"""The kinds of fault: the bot's code raised an exception; it took too long; its answer is no action; the rules refuse
its action; its program ended."""

MOST_KINDS = 50
"""Different faults that are listed for one bot. Further ones are counted together, as `OTHERS`."""

OTHERS = "others"


def refusals_in(tally: Array) -> Array:
    """Refused actions, by seat and reason."""
    return tally[REFUSALS:STALLS].reshape(codes.PLAYERS, REASONS)


def stalls_in(tally: Array) -> Array:
    """Turns that were cut short, by seat."""
    return tally[STALLS : STALLS + codes.PLAYERS]


def misplays(players: Sequence[dict[str, Any]], refusals: Array, stalls: Array) -> list[dict[str, Any]]:
    """What each of these players did wrong, and how often. Players without a misplay are left out.

    >>> refusals = np.zeros((2, REASONS), np.int64)
    >>> refusals[1, REASON_NAMES.index("build.evenly")] = 3
    >>> misplays([{"bot": "a"}, {"bot": "b"}], refusals, np.zeros(2, np.int64))
    [{'bot': 'b', 'refused': 3, 'by_rule': {'build.evenly': 3}, 'stalled_turns': 0}]
    """
    return [
        {
            **player,
            "refused": int(refused.sum()),
            "by_rule": {REASON_NAMES[reason]: int(refused[reason]) for reason in np.flatnonzero(refused)},
            "stalled_turns": int(stalled),
        }
        for player, refused, stalled in zip(players, refusals, stalls, strict=False)  # empty seats have rows too
        if refused.any() or stalled
    ]


@dataclass
class Fault:
    """One thing that a bot does wrong."""

    bot: str
    kind: str
    what: str
    """In a line: the error and where it arose, or the rule."""
    count: int
    game: int
    """The number of the first game in which it occurred."""
    first: str
    """The first time in full: a traceback, or the action that the bot wanted to play."""


class Faults:
    """The faults of a run, each with its count.

    >>> faults = Faults()
    >>> faults.note("mine", RAISED, "KeyError at mine.py, line 3", 17, "Traceback ...")
    >>> faults.note("mine", RAISED, "KeyError at mine.py, line 3", 20, "Traceback ...")
    >>> [(fault.count, fault.game) for fault in faults.all()]
    [(2, 17)]
    """

    def __init__(self, faults: Iterable[Fault] = ()) -> None:
        self._found: dict[tuple[str, str, str], Fault] = {}
        for fault in faults:
            self.add(fault)

    def note(self, bot: str, kind: str, what: str, game: int, first: str) -> None:
        """Count a fault that occurred once."""
        self.add(Fault(bot, kind, what, 1, game, first))

    def add(self, fault: Fault) -> None:
        """Count a fault that occurred later than the faults counted so far."""
        key = (fault.bot, fault.kind, fault.what)
        if key not in self._found and sum(bot == fault.bot for bot, _, _ in self._found) >= MOST_KINDS:
            key = (fault.bot, fault.kind, OTHERS)
        if key in self._found:
            self._found[key].count += fault.count
        else:
            self._found[key] = Fault(fault.bot, fault.kind, key[2], fault.count, fault.game, fault.first)

    def merge(self, others: "Faults") -> None:
        """Count the faults of games that were played later."""
        for fault in others.all():
            self.add(fault)

    def all(self) -> list[Fault]:
        """The faults, in the order in which they first occurred."""
        return list(self._found.values())

    def to_list(self) -> list[dict[str, Any]]:
        """The faults, for programs."""
        return [asdict(fault) for fault in self.all()]

    def __bool__(self) -> bool:
        return bool(self._found)
