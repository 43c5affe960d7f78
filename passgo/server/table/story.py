"""The story of a game: what happened, for whoever missed it.

The last events are at hand. Older ones are read from the log when somebody asks for them, once for all who ask, and are
kept only while people ask.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence

import msgspec

from passgo.notation.events import RawEvent
from passgo.server.config import Host
from passgo.server.table.draft import KEPT_EVENTS, replay_log
from passgo.server.table.state import GameState

MOST_EVENTS = 400
"""The most events in a welcome."""

Happened = Iterable[tuple[int, list[RawEvent]]]
"""The number of each entry, and its events."""


class Story:
    """The events of one game, entry by entry, packed."""

    __slots__ = ("_game", "_host", "_old", "_reading", "asked", "recent")

    def __init__(self, host: Host, game: str) -> None:
        self._host, self._game = host, game
        self.recent: list[bytes] = []  # not a deque: an empty one weighs as much as a full list
        self._old: list[bytes] = []
        """The last events that a welcome may hold; empty while nobody asks."""
        self._reading: asyncio.Task[None] | None = None
        """The one who reads them from the log."""
        self.asked = 0
        """When somebody was told of old events."""

    def recent_with(self, happened: Happened, until: int | None = None) -> list[bytes]:
        """The recent events when this has happened too; after an undo only those up to entry `until` stand."""
        standing = self.recent if until is None else [entry for entry in self.recent if unpack(entry)[0] <= until]
        return [*standing, *(pack(seq, events) for seq, events in happened if events)][-KEPT_EVENTS:]

    def since(self, last: int, state: GameState) -> tuple[list[tuple[int, RawEvent]], bool] | None:
        """The events after entry `last`; and whether older ones were left out. None if the log must be read."""
        if last >= state.position_seq or not state.started_at:
            return [], False
        at_hand = [unpack(entry) for entry in self.recent] if last else []
        if not at_hand or at_hand[0][0] > last + 1:
            if not self._catch_up():
                return None
            at_hand = [unpack(entry) for entry in self._old]
        found = [(seq, event) for seq, events in at_hand if seq > last for event in events]
        return found[-MOST_EVENTS:], len(found) > MOST_EVENTS

    def _catch_up(self) -> bool:
        """Add to the old events what happened since; False if there are none, or they are not those of this game.

        If the last of them is among the recent ones, then it stands, and so does all before it.
        """
        if not self._old or self._old[-1] not in self.recent:
            self._old = []
            return False
        self.asked = self._host.clock.lived()
        new = self.recent[self.recent.index(self._old[-1]) + 1 :]
        if new:
            self._old = last_events([*self._old, *new])
        return True

    async def read(self, last_seq: Callable[[], int], urgent: bool) -> None:
        """Read the log: once for all who ask meanwhile, and after those who are urgent."""
        name = f"story of {self._game}"
        if self._reading is None:
            self._reading = asyncio.create_task(self._read(name, last_seq, urgent))
            self._reading.add_done_callback(lambda task: task.cancelled() or task.exception())  # who asked may be gone
        elif urgent:
            self._host.gate.hurry(name)
        await asyncio.shield(self._reading)

    async def _read(self, name: str, last_seq: Callable[[], int], urgent: bool) -> None:
        try:
            async with self._host.gate.place(name, urgent):
                seq = last_seq()  # not later: what is played meanwhile need not be in the log that comes back
                log = await self._host.store.entries(self._game)
                story = deque[bytes](maxlen=MOST_EVENTS + 1)  # every entry has an event at least
                async for n, events in replay_log(GameState(self._game), [entry for entry in log if entry.seq <= seq]):
                    story.append(pack(n, events))
            self._old = last_events(story)
            if seq == last_seq():
                self.recent = list(story)[-KEPT_EVENTS:]  # the same, unless less was kept
        finally:
            self._reading = None

    def forget_old(self) -> None:
        """Nobody has asked for a while."""
        self._old = []


def last_events(packed: Sequence[bytes]) -> list[bytes]:
    """The last entries that together have more events than a welcome, or all."""
    count, kept = 0, list[bytes]()
    for entry in reversed(packed):
        if count > MOST_EVENTS:
            break
        count += len(unpack(entry)[1])
        kept.append(entry)
    return kept[::-1]


# Events are kept as bytes: as tuples they would take most of a table's memory.

PACKED = msgspec.msgpack.Decoder(tuple[int, list[RawEvent]])
PACK = msgspec.msgpack.Encoder()


def pack(seq: int, events: Sequence[RawEvent]) -> bytes:
    """The events of an entry, as bytes."""
    return PACK.encode((seq, events))


def unpack(packed: bytes) -> tuple[int, list[RawEvent]]:
    """The number of an entry, and its events.

    >>> unpack(pack(7, [tuple(range(15))]))[1][0][:3]
    (0, 1, 2)
    """
    return PACKED.decode(packed)
