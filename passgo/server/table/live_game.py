"""A live game: its state, its listeners, and the one way in which it changes: append, absorb, broadcast.

Whoever changes a table holds its lock. So moves are judged one by one, and nobody hears of a move before it is stored.
If storing fails, or another process was faster, the table reads its log again.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from typing import NamedTuple, Protocol

import msgspec

from passgo.dealer import VerifiableDealer
from passgo.notation.events import RawEvent
from passgo.server.config import Host
from passgo.server.store import Entry, Taken, Unavailable
from passgo.server.table import entries
from passgo.server.table.clock import deadline_for, now
from passgo.server.table.entries import Body, Deadline, entry_of
from passgo.server.table.state import GameState, Move, Situation, without_undone
from passgo.server.wire import protocol, updates
from passgo.server.wire.views import SEATS

logger = logging.getLogger(__name__)
KEPT_EVENTS = 24
"""Entries whose events stay in memory for clients that reconnect soon."""
MOST_EVENTS = 400
"""The most events in a welcome."""
READ_AT_ONCE = 50
"""Entries of a log that are replayed before other tasks get their turn."""
TRIES = 5
"""How often something is tried again because another process was first."""


class Listener(Protocol):
    """Somebody who is connected: the seats they hold, and a way to send them something without waiting."""

    seats: tuple[int, ...]

    def recheck(self, state: GameState) -> None:
        """Seats have changed: keep only those whose keys still fit."""

    def send(self, message: bytes) -> None:
        """Put a message into their queue."""


class Change(NamedTuple):
    """A change to append: the body of its entry, the move if it is one, the id of the request that asked for it."""

    body: Body
    move: Move | None = None
    request: str = ""


class Overtaken(Exception):
    """Another process was first. The table has read what it wrote, and the request must be judged again."""


class LiveGame:
    """One game in memory."""

    def __init__(self, host: Host, game: str, seed: bytes) -> None:
        self.host, self.game, self.seed = host, game, seed
        self.dealer = VerifiableDealer(seed)
        self.state = GameState(game)
        self.lock = asyncio.Lock()
        self.audience: set[Listener] = set()
        self.recent: list[bytes] = []  # not a deque: an empty one weighs as much as a full list
        self.doubtful = False
        """The store may hold entries that the state has not absorbed."""
        self.broken = False
        """Absorbing an entry failed half way."""
        self.announced = 0
        """The last entry that the listeners know of."""
        self.used = time.monotonic()

    # Reading the log

    @classmethod
    async def load(cls, host: Host, game: str) -> "LiveGame | None":
        """The table of a game in the store, or None."""
        row = await host.store.row(game)
        if row is None:
            return None
        table = cls(host, game, row.seed)
        await table.refold()
        return table

    async def refold(self) -> None:
        """Read the whole log again, as after an undo. The lock must be held."""
        state = GameState(self.game)
        recent: deque[tuple[int, list[RawEvent]]] = deque(maxlen=KEPT_EVENTS)
        try:
            async for seq, events in replay_log(state, await self.host.store.entries(self.game)):
                recent.append((seq, events))
        except (RuntimeError, ValueError) as problem:  # a log that the rules refuse, or that nobody can read
            logger.error("a game cannot be read", extra={"game": self.game}, exc_info=problem)
            raise Unavailable(f"the log of game {self.game} cannot be read") from problem
        self.state, self.recent = state, [pack(seq, events) for seq, events in recent]
        self.doubtful = self.broken = False
        self._recheck()

    def _recheck(self) -> None:
        for listener in self.audience:
            listener.recheck(self.state)

    def _absorb(self, entry: Entry, body: Body, move: Move | None = None) -> list[tuple[int, RawEvent]]:
        self.broken = True
        events = self.state.absorb(entry, body, move)
        self.broken = False
        if isinstance(body, entries.Seated | entries.Started):
            self._recheck()
        if events:
            self.recent = [*self.recent[-KEPT_EVENTS + 1 :], pack(entry.seq, events)]
        return [(entry.seq, event) for event in events]

    async def catch_up(self) -> None:
        """Read what other processes appended, and send it to the listeners. The lock must be held."""
        after = self.state.seq
        news = await self.host.store.entries(self.game, after)
        self.doubtful = False
        if not news:
            return
        read = [(entry, entries.body_of(entry)) for entry in news]
        undone = any(isinstance(body, entries.Undone) for _, body in read)
        events: list[tuple[int, RawEvent]] = []
        if undone:
            await self.refold()
        else:
            for entry, body in read:
                events += self._absorb(entry, body)
        self._broadcast_news(after, events, [body for _, body in read], undone)

    def _broadcast_news(
        self, after: int, events: list[tuple[int, RawEvent]], bodies: Sequence[Body], undone: bool
    ) -> None:
        if any(isinstance(body, entries.Moved | entries.Started | entries.Undone) for body in bodies):
            self.broadcast_update(events, undone)
        for line in list(self.state.chat):
            if line.seq > after:
                self.broadcast(protocol.ChatSaid(seq=line.seq, said=line))
        if self.state.over or any(not isinstance(body, entries.Moved | entries.Chatted) for body in bodies):
            self.broadcast_table()

    async def settle(self) -> None:
        """Bring the state up to date with the log. The lock must be held."""
        self.used = time.monotonic()
        if self.broken:
            await self.refold()
        if self.doubtful:
            await self.catch_up()

    # Changing

    async def commit(self, *changes: Change) -> list[tuple[int, RawEvent]]:
        """Append changes, absorb them when they are durable, and return the events. The lock must be held."""
        at, first = now(), self.state.seq + 1
        batch = [entry_of(first + n, at, change.body, change.request) for n, change in enumerate(changes)]
        status, summary = self._row_after(changes)
        began = time.perf_counter()
        try:
            await self.host.store.append(self.game, batch, status=status, summary=summary)
        except Taken:
            self.doubtful = True
            await self.catch_up()
            raise Overtaken from None
        except BaseException:  # cancelled, or the store is in trouble: it may have been kept
            self.doubtful = True
            raise
        self.host.metrics.observe_append(time.perf_counter() - began)
        events: list[tuple[int, RawEvent]] = []
        for entry, change in zip(batch, changes, strict=True):
            events += self._absorb(entry, change.body, change.move)
        return events

    def _row_after(self, changes: Sequence[Change]) -> tuple[str | None, bytes | None]:
        """The new status and summary of the game's row; None for what does not change."""
        status, seats, winners, changed = None, list(self.state.seats), list[int](), False
        for body, move, _ in changes:
            if isinstance(body, entries.Seated):
                seats[body.seat], changed = body.body, True
            elif isinstance(body, entries.Started):
                seats, status, changed = body.seats, "playing", True
            elif isinstance(body, entries.Abandoned):
                status = "abandoned"
            if move is not None and move.over:
                status, winners, changed = "finished", SEATS[move.winners], True
        return status, updates.summary_of(self.state, seats, winners) if changed else None

    async def entry_of_request(self, request: str, look: bool) -> int | None:
        """The entry that already did a request, or None. With `look`, the stored log is searched too."""
        known = self.state.requests.get(request)
        return await self.host.store.done(self.game, request) if known is None and look else known

    def new_deadline(self, same: bool, situation: Situation | None = None) -> Deadline | None:
        """The deadline of the position, or of a situation to come; `same`: the game asks what it asked before."""
        return deadline_for(self.state, situation or self.state.situation, now(), same)

    # Sending

    def broadcast(self, message: object) -> None:
        """Send everybody the same message."""
        if self.audience:
            encoded = updates.JSON.encode(message)
            for listener in list(self.audience):
                listener.send(encoded)

    def broadcast_update(self, events: Sequence[tuple[int, RawEvent]], undone: bool = False) -> None:
        """Send everybody the position, each as they may see it."""
        if self.audience:
            update = updates.Update(self.state, self.announced, events, undone)
            for listener in list(self.audience):
                listener.send(update.encode_for(listener.seats))
        self.announced = self.state.seq

    def broadcast_table(self) -> None:
        """Send everybody the seats and the clock."""
        if self.audience:
            state = self.state
            table = updates.table_info(state, self.seed)
            self.broadcast(protocol.TableChanged(seq=state.seq, table=table, clock=updates.clock_of(state)))
        self.announced = self.state.seq

    # Coming and going

    async def attach(self, listener: Listener, last: int) -> bytes:
        """Add a listener. Returns its welcome, with the events since entry `last`."""
        async with self.lock:
            await self.settle()
            await self._insist(lambda: self._arrive(listener.seats))
            events, gap = await self._missed(last)
            self.broadcast_table()
            self.audience.add(listener)
            return updates.welcome(self.state, self.seed, listener.seats, events, gap)

    async def detach(self, listener: Listener) -> None:
        """Remove a listener."""
        self.audience.discard(listener)
        async with self.lock:
            await self.settle()
            await self._insist(lambda: self._depart(listener.seats))

    async def _insist(self, do: Callable[[], Awaitable[None]]) -> None:
        """Try something again while other processes are first."""
        for _ in range(TRIES):
            with suppress(Overtaken):
                return await do()
        raise Unavailable("too much is going on at this table at once")

    @property
    def lost_seats(self) -> list[int]:
        """Seats that the log calls connected to this process though they are not: their leaving could not be stored."""
        still = {seat for listener in self.audience for seat in listener.seats}
        return [seat for process, seat in self.state.present if process == self.host.process and seat not in still]

    async def disconnect_lost_seats(self) -> None:
        """Store that they are disconnected. The lock must be held."""
        if self.lost_seats:
            await self._depart(self.lost_seats)

    async def _depart(self, seats: Sequence[int]) -> None:
        """Store that these seats are disconnected, unless another connection holds them."""
        left = [seat for seat in self.lost_seats if seat in seats]
        if left:
            await self.commit(*(Change(entries.Disconnected(seat, self.host.process, now())) for seat in left))
        await self._reset_clock()
        self.broadcast_table()

    async def _arrive(self, seats: Sequence[int]) -> None:
        """Store that these seats are connected. A player who comes back gets the seat back from the bot."""
        process, state = self.host.process, self.state
        changes = [Change(entries.Connected(seat, process)) for seat in seats if (process, seat) not in state.present]
        changes += [Change(entries.Returned(seat, state.deadline)) for seat in seats if seat in state.away]
        if changes:
            await self.commit(*changes)
        await self._reset_clock()

    async def disconnect_dead_processes(self, lived: dict[str, int]) -> None:
        """Disconnect the seats of dead processes, since each last lived. The lock must be held."""
        gone = [
            Change(entries.Disconnected(seat, process, lived[process]))
            for process, seat in sorted(self.state.present)
            if process in lived
        ]
        if gone:
            await self.commit(*gone)

    async def _reset_clock(self) -> None:
        """Begin or end a grace after somebody has come or gone."""
        state = self.state
        if state.status == "playing":
            deadline = self.new_deadline(same=True)
            if deadline != state.deadline:
                await self.commit(Change(entries.ClockSet(deadline)))

    async def _missed(self, last: int) -> tuple[list[tuple[int, RawEvent]], bool]:
        """The events after entry `last`; and whether older ones were left out."""
        if last >= self.state.position_seq or not self.state.started_at:
            return [], False
        at_hand = [unpack(entry) for entry in self.recent] if last else []
        if at_hand and at_hand[0][0] <= last + 1:
            return [(seq, event) for seq, events in at_hand if seq > last for event in events], False
        past = GameState(self.game)
        found: deque[tuple[int, RawEvent]] = deque(maxlen=MOST_EVENTS + 1)
        log = [entry for entry in await self.host.store.entries(self.game) if entry.seq <= self.state.seq]
        async for seq, events in replay_log(past, log):
            found.extend((seq, event) for event in events if seq > last)
        return list(found)[-MOST_EVENTS:], len(found) > MOST_EVENTS


async def replay_log(state: GameState, log: Sequence[Entry]) -> AsyncIterator[tuple[int, list[RawEvent]]]:
    """Absorb a log, and yield the events of each entry. Other tasks get their turn in between, as a log may be long."""
    for n, (entry, body) in enumerate(without_undone(log), start=1):
        events = state.absorb(entry, body)
        if events:
            yield entry.seq, events
        if n % READ_AT_ONCE == 0:
            await asyncio.sleep(0)


# Recent events are stored as bytes: as tuples they would take most of a table's memory.

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
