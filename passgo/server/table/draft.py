"""A draft: changes to a game that are not stored yet.

All that one request changes is one draft, and a draft is stored by one commit. So a crash leaves the whole of it or
nothing.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Sequence

from msgspec import Struct

from passgo.notation.events import RawEvent
from passgo.server.store import Entry
from passgo.server.table import entries
from passgo.server.table.deadlines import deadline_for
from passgo.server.table.entries import Body, Deadline, Requested, entry_of
from passgo.server.table.state import GameState, Move, without_undone

KEPT_EVENTS = 24
"""Entries whose events stay in memory for clients that reconnect soon."""
READ_AT_ONCE = 50
"""Entries of a log that are replayed before other tasks get their turn."""


class RequestKey(Struct, frozen=True):
    """A request as the log knows it: its id, unique within the game, and what tells it from another with that id."""

    id: str
    mark: str


NO_REQUEST = RequestKey("", "")
"""Nobody asked: the clock, a bot, or a part of what somebody asked for."""


class Draft:
    """Entries to append, and a copy of the state to which they lead.

    A later change of a draft may depend on an earlier one, because the copy has absorbed it.
    """

    def __init__(self, state: GameState, at: int) -> None:
        self.state, self._at = state.copy(), at
        self.batch: list[Entry] = []
        self.events: list[tuple[int, list[RawEvent]]] = []
        """What happened, by entry."""
        self.stands_until: int | None = None
        """Moves after this entry are taken back: `events` are those of the others after it."""

    def add(self, body: Body, move: Move | None = None, request: RequestKey = NO_REQUEST) -> None:
        """A further change; `move` if it is played already, `request` is the one that asked for it."""
        events = self.state.absorb(self._append(body, request), body, move)
        if events:
            self.events.append((self.state.seq, events))

    async def take_back(
        self,
        past: GameState,
        log: Sequence[Entry],
        seat: int,
        back_to: int,
        request: RequestKey = NO_REQUEST,
        reason: str = "",
    ) -> None:
        """Take back every move after entry `back_to`. What chance revealed by them does not come again.

        `past` is how the game stood then or earlier, and `log` is what came after that. The log may hold more than the
        state has absorbed, if another process was faster: then the commit fails anyway.
        """
        known = [entry for entry in log if entry.seq <= self.state.seq - len(self.batch)]
        self._append(entries.Undone(seat, back_to, self.state.next_chance, reason), request)
        state, recent = past.copy(), deque[tuple[int, list[RawEvent]]](maxlen=KEPT_EVENTS)
        async for seq, events in replay_log(state, [*known, *self.batch]):
            recent.append((seq, events))
        self.state, self.events, self.stands_until = state, list(recent), past.seq

    def deadline_after(self, move: Move) -> Deadline | None:
        """The deadline after a move that is about to be added."""
        if move.over:
            return None
        assert move.situation is not None, "a move of the log has its deadline there"
        return deadline_for(self.state, move.situation, self._at, move.same_question)

    def set_clock(self, same: bool) -> None:
        """Set the deadline of the position; `same`: the game asks what it asked before, so that the time runs on.

        If it asks something else of somebody for whom a bot plays, the time that was left of before is forgotten.
        """
        state = self.state
        if state.status == "playing":
            deadline = deadline_for(state, state.situation, self._at, same)
            if deadline != state.deadline or not (same or deadline or state.set_aside is None):
                self.add(entries.ClockSet(deadline))

    def _append(self, body: Body, request: RequestKey) -> Entry:
        if request.id and isinstance(body, Requested):
            body.mark = request.mark
        # Moments never fall within a log, whatever the clocks of the processes that write it say.
        entry = entry_of(self.state.seq + 1, max(self._at, self.state.at), body, request.id)
        self.batch.append(entry)
        return entry


async def replay_log(state: GameState, log: Sequence[Entry]) -> AsyncIterator[tuple[int, list[RawEvent]]]:
    """Absorb a log, and yield the events of each entry. Other tasks get their turn in between, as a log may be long."""
    for n, (entry, body) in enumerate(without_undone(log), start=1):
        events = state.absorb(entry, body)
        if events:
            yield entry.seq, events
        if n % READ_AT_ONCE == 0:
            await asyncio.sleep(0)
