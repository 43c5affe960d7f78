"""What went wrong with bots in a run, by name: how often, and the first time in full."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

RAISED, TOO_SLOW, NO_ACTION, UNLAWFUL = "raised", "too slow", "no action", "unlawful"
"""The bot's code failed; it took too long; what it answered is no action; the rules refuse what it answered."""

MOST_KINDS = 50
"""Different faults that are told apart for one bot; further ones are counted together."""

OTHERS = "others"


@dataclass
class Fault:
    """One thing that a bot does wrong."""

    bot: str
    kind: str
    what: str
    """In a line: the error and where it arose, or the rule."""
    count: int
    game: int
    """The number of the first game it occurred in."""
    first: str
    """The first time in full: a traceback, or what the bot wanted to play."""


class Faults:
    """Faults, counted and merged.

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
        """It happened once more."""
        self.add(Fault(bot, kind, what, 1, game, first))

    def add(self, fault: Fault) -> None:
        """Count a fault that was found elsewhere, later than those known here."""
        key = (fault.bot, fault.kind, fault.what)
        if key not in self._found and sum(bot == fault.bot for bot, _, _ in self._found) >= MOST_KINDS:
            key = (fault.bot, fault.kind, OTHERS)
        if key in self._found:
            self._found[key].count += fault.count
        else:
            self._found[key] = Fault(fault.bot, fault.kind, key[2], fault.count, fault.game, fault.first)

    def merge(self, others: "Faults") -> None:
        """Count those of games that were played later."""
        for fault in others.all():
            self.add(fault)

    def all(self) -> list[Fault]:
        """Each fault, in the order in which they first occurred."""
        return list(self._found.values())

    def to_list(self) -> list[dict[str, Any]]:
        """For programs."""
        return [asdict(fault) for fault in self.all()]

    def __bool__(self) -> bool:
        return bool(self._found)
