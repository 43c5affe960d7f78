"""What happened in the game that is being played, for bots that are told of it.

The rules write the events of a step into a log, and the next step writes over them. Where a bot of plain Python sits at
the table, the loop adds them to pages behind that log (`loop.keep_events`), and a seat that is asked takes them here.
"""

from typing import Any

from passgo.machine.records import new, plain
from passgo.notation.events import COLUMNS, RawEvent
from passgo.rules import codes
from passgo.rules.state import Log

PAGES = 16
"""Pages behind the log, of as many events as one step can have; what does not fit between two questions is lost."""


class History:
    """The log of a batch with its pages, and the events of the game that is being played.

    >>> History(keeps=False).logs.shape, History(keeps=True).logs.shape
    ((1,), (18,))
    """

    def __init__(self, keeps: bool) -> None:
        self.logs = new(Log, 1 + (PAGES + 1 if keeps else 0))
        self.events: list[RawEvent] = []
        self.opening: list[RawEvent] = []
        """How a game begins: what the Bank pays to everybody."""
        self.asked = [0] * codes.PLAYERS
        """How many events there had been when each seat was last asked."""
        self._pages: list[Any] = [plain(Log, self.logs[n : n + 1]) for n in range(1, len(self.logs))]
        self._columns = [columns_of(page) for page in self._pages]
        self._game = -1

    def listen(self) -> None:
        """Have the rules write events."""
        self.logs[0]["listening"] = 1

    def open(self, from_start: bool) -> None:
        """The position of the beginning was set up; if not by hand, everybody saw how."""
        written = columns_of(plain(Log, self.logs))
        self.opening = raw_events(written, int(self.logs[0]["count"])) if from_start else []

    def begin(self, game: int) -> None:
        """Somebody is asked for the first time in this game."""
        if game != self._game:
            self._game, self.events = game, self.opening[:]
            self.asked = [0] * codes.PLAYERS

    def show(self, events: list[RawEvent]) -> None:
        """Take the events of a game that is played elsewhere instead."""
        self._game, self.events = 0, events

    def take(self) -> None:
        """Take in what the pages hold. Whatever stands on the last one did not fit."""
        for page, columns in zip(self._pages, self._columns, strict=True):
            if page.count == 0:
                break
            if page is not self._pages[-1]:
                self.events += raw_events(columns, page.count)
        for page in self._pages:
            page.count = 0


def columns_of(log: Any) -> list[list[int]]:
    """The arrays of a log, one for each number of an event. They stay the same while the log is filled anew."""
    return [getattr(log, name) for name in COLUMNS]


def raw_events(columns: list[list[int]], count: int) -> list[RawEvent]:
    """The first events of a log, as numbers. A page has any count of them, too many to keep a reader for each."""
    return list(zip(*[column[:count] for column in columns], strict=True)) if count else []
