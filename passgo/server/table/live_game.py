"""A live game: its standing, those who listen, and the one way in which anything changes: append, take in, tell.

Whoever wants something of a table holds its lock, so that moves are judged one by one and nobody is told of what is not
kept yet. If keeping fails, or somebody else was faster (another process), the table reads its log anew.
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
from passgo.server.table.state import GameState, Played, without_undone
from passgo.server.wire import protocol, updates
from passgo.server.wire.views import SEATS

logger = logging.getLogger(__name__)
KEPT_EVENTS = 24
"""Entries whose events are kept at hand for those who come back soon."""
MOST_EVENTS = 400
"""Events in a welcome."""
READ_AT_ONCE = 50
"""Entries of a log that are read before others get their turn."""
TRIES = 5
"""How often something is judged again because another process was first."""


class Listener(Protocol):
    """Somebody who is connected: the seats they hold, and a way to tell them something without waiting."""

    seats: tuple[int, ...]

    def recheck(self, standing: GameState) -> None:
        """Somebody stood up or sat down: keep only the seats whose keys still fit."""

    def send(self, message: bytes) -> None:
        """Put a message into their queue."""


class Change(NamedTuple):
    """Something to be appended: what it says, what it was played to, the request it does."""

    body: Body
    played: Played | None = None
    move: str = ""


class Overtaken(Exception):
    """Another process was first; the table has read what that one wrote, and the request is to be judged again."""


class LiveGame:
    """One game in memory."""

    def __init__(self, host: Host, game: str, seed: bytes) -> None:
        self.host, self.game, self.seed = host, game, seed
        self.dealer = VerifiableDealer(seed)
        self.standing = GameState(game)
        self.lock = asyncio.Lock()
        self.audience: set[Listener] = set()
        self.recent: list[bytes] = []  # not a deque: an empty one weighs as much as a full list
        self.doubtful = False
        """Something may have been kept that the standing does not know of."""
        self.broken = False
        """Taking an entry in failed half way."""
        self.told = 0
        """The last entry that those who listen know of."""
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
        """Read the whole log anew, as after an undo. The lock must be held."""
        standing = GameState(self.game)
        recent: deque[tuple[int, list[RawEvent]]] = deque(maxlen=KEPT_EVENTS)
        try:
            async for seq, events in replayed(standing, await self.host.store.entries(self.game)):
                recent.append((seq, events))
        except (RuntimeError, ValueError) as problem:  # a log that the rules refuse, or that nobody can read
            logger.error("a game cannot be read", extra={"game": self.game}, exc_info=problem)
            raise Unavailable(f"the log of game {self.game} cannot be read") from problem
        self.standing, self.recent = standing, [packed(seq, events) for seq, events in recent]
        self.doubtful = self.broken = False
        self._recheck()

    def _recheck(self) -> None:
        for listener in self.audience:
            listener.recheck(self.standing)

    def _absorb(self, entry: Entry, body: Body, played: Played | None = None) -> list[tuple[int, RawEvent]]:
        self.broken = True
        events = self.standing.absorb(entry, body, played)
        self.broken = False
        if isinstance(body, entries.Seated | entries.Started):
            self._recheck()
        if events:
            self.recent = [*self.recent[-KEPT_EVENTS + 1 :], packed(entry.seq, events)]
        return [(entry.seq, event) for event in events]

    async def catch_up(self) -> None:
        """Read what others appended, and tell those who listen. The lock must be held."""
        after = self.standing.seq
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
        self._tell_news(after, events, [body for _, body in read], undone)

    def _tell_news(self, after: int, events: list[tuple[int, RawEvent]], bodies: Sequence[Body], undone: bool) -> None:
        if any(isinstance(body, entries.Moved | entries.Started | entries.Undone) for body in bodies):
            self.tell_update(events, undone)
        for said in list(self.standing.chat):
            if said.seq > after:
                self.tell(protocol.ChatSaid(seq=said.seq, said=said))
        if self.standing.over or any(not isinstance(body, entries.Moved | entries.Chatted) for body in bodies):
            self.tell_table()

    async def settle(self) -> None:
        """Make sure that the standing is that of the log. The lock must be held."""
        self.used = time.monotonic()
        if self.broken:
            await self.refold()
        if self.doubtful:
            await self.catch_up()

    # Changing

    async def commit(self, *changes: Change) -> list[tuple[int, RawEvent]]:
        """Append changes, and when they are durable take them in; what happened. The lock must be held."""
        at, first = now(), self.standing.seq + 1
        batch = [entry_of(first + n, at, change.body, change.move) for n, change in enumerate(changes)]
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
        self.host.metrics.kept(time.perf_counter() - began)
        events: list[tuple[int, RawEvent]] = []
        for entry, change in zip(batch, changes, strict=True):
            events += self._absorb(entry, change.body, change.played)
        return events

    def _row_after(self, changes: Sequence[Change]) -> tuple[str | None, bytes | None]:
        """The status and summary of the game's row, where the changes change them."""
        status, seats, winners, told = None, list(self.standing.seats), list[int](), False
        for body, played, _ in changes:
            if isinstance(body, entries.Seated):
                seats[body.seat], told = body.body, True
            elif isinstance(body, entries.Started):
                seats, status, told = body.seats, "playing", True
            elif isinstance(body, entries.Abandoned):
                status = "abandoned"
            if played is not None and played.over:
                self.standing.here.engine.position = played.position
                status, winners, told = "finished", SEATS[self.standing.here.g.winners], True
        return status, updates.summary_of(self.standing, seats, winners) if told else None

    async def request_done(self, move: str, look: bool) -> int | None:
        """The entry that did a request already; with `look`, the log is asked too."""
        known = self.standing.requests.get(move)
        return await self.host.store.done(self.game, move) if known is None and look else known

    def new_deadline(self, same: bool) -> Deadline | None:
        """The deadline of the position now in the engine."""
        return deadline_for(self.standing, now(), same)

    # Telling

    def tell(self, message: object) -> None:
        """Tell everybody the same."""
        if self.audience:
            encoded = updates.JSON.encode(message)
            for listener in list(self.audience):
                listener.send(encoded)

    def tell_update(self, events: Sequence[tuple[int, RawEvent]], undone: bool = False) -> None:
        """Tell everybody how the game stands, each as they may see it."""
        if self.audience:
            update = updates.Update(self.standing, self.told, events, undone)
            for listener in list(self.audience):
                listener.send(update.told_to(listener.seats))
        self.told = self.standing.seq

    def tell_table(self) -> None:
        """Tell everybody who sits where, and what the clock says."""
        if self.audience:
            standing = self.standing
            told = updates.table_of(standing, self.seed)
            self.tell(protocol.TableChanged(seq=standing.seq, table=told, clock=updates.clock_of(standing)))
        self.told = self.standing.seq

    # Coming and going

    async def attach(self, listener: Listener, last: int) -> bytes:
        """Somebody connects; the welcome for them, with what they missed since `last`. They hear all that follows."""
        async with self.lock:
            await self.settle()
            await self._insist(lambda: self._arrive(listener.seats))
            events, gap = await self._missed(last)
            self.tell_table()
            self.audience.add(listener)
            return updates.welcome(self.standing, self.seed, listener.seats, events, gap)

    async def detach(self, listener: Listener) -> None:
        """Somebody's connection ended."""
        self.audience.discard(listener)
        async with self.lock:
            await self.settle()
            await self._insist(lambda: self._depart(listener.seats))

    async def _insist(self, do: Callable[[], Awaitable[None]]) -> None:
        """Do something again as often as another process was first."""
        for _ in range(TRIES):
            with suppress(Overtaken):
                return await do()
        raise Unavailable("too much is going on at this table at once")

    @property
    def ghosts(self) -> list[int]:
        """Seats that are said to be connected to this process, and are not: their leaving could not be kept."""
        still = {seat for listener in self.audience for seat in listener.seats}
        return [seat for process, seat in self.standing.present if process == self.host.process and seat not in still]

    async def lay_ghosts(self) -> None:
        """Note that they are gone. The lock must be held."""
        if self.ghosts:
            await self._depart(self.ghosts)

    async def _depart(self, seats: Sequence[int]) -> None:
        """Note that these seats are gone, unless another connection holds them."""
        left = [seat for seat in self.ghosts if seat in seats]
        if left:
            await self.commit(*(Change(entries.Gone(seat, self.host.process, now())) for seat in left))
        await self._reset_clock()
        self.tell_table()

    async def _arrive(self, seats: Sequence[int]) -> None:
        """Note that these seats are here; whoever comes back gets the seat back from the bot."""
        process, standing = self.host.process, self.standing
        changes = [Change(entries.Here(seat, process)) for seat in seats if (process, seat) not in standing.present]
        changes += [Change(entries.Returned(seat, standing.deadline)) for seat in seats if seat in standing.away]
        if changes:
            await self.commit(*changes)
        await self._reset_clock()

    async def forget_the_dead(self, lived: dict[str, int]) -> None:
        """Those who were connected to a process that is no more are gone since it last lived. The lock must be held."""
        gone = [
            Change(entries.Gone(seat, process, lived[process]))
            for process, seat in sorted(self.standing.present)
            if process in lived
        ]
        if gone:
            await self.commit(*gone)

    async def _reset_clock(self) -> None:
        """Presence has changed: begin or end a grace, if that follows."""
        standing = self.standing
        if standing.status == "playing":
            standing.lay()
            deadline = self.new_deadline(same=True)
            if deadline != standing.deadline:
                await self.commit(Change(entries.ClockSet(deadline)))

    async def _missed(self, last: int) -> tuple[list[tuple[int, RawEvent]], bool]:
        """The events after entry `last`; and whether older ones were left out."""
        if last >= self.standing.position_seq or not self.standing.started_at:
            return [], False
        at_hand = [unpacked(happened) for happened in self.recent] if last else []
        if at_hand and at_hand[0][0] <= last + 1:
            return [(seq, event) for seq, events in at_hand if seq > last for event in events], False
        past = GameState(self.game)
        found: deque[tuple[int, RawEvent]] = deque(maxlen=MOST_EVENTS + 1)
        log = [entry for entry in await self.host.store.entries(self.game) if entry.seq <= self.standing.seq]
        async for seq, events in replayed(past, log):
            found.extend((seq, event) for event in events if seq > last)
        return list(found)[-MOST_EVENTS:], len(found) > MOST_EVENTS


async def replayed(standing: GameState, log: Sequence[Entry]) -> AsyncIterator[tuple[int, list[RawEvent]]]:
    """Fold a log, and tell what happened by each entry; others get their turn in between, as a log may be long."""
    for n, (entry, body) in enumerate(without_undone(log), start=1):
        events = standing.absorb(entry, body)
        if events:
            yield entry.seq, events
        if n % READ_AT_ONCE == 0:
            await asyncio.sleep(0)


# As bytes, because as tuples the latest events would be most of what a table weighs.

PACKED = msgspec.msgpack.Decoder(tuple[int, list[RawEvent]])
PACK = msgspec.msgpack.Encoder()


def packed(seq: int, events: Sequence[RawEvent]) -> bytes:
    """What happened by an entry, as bytes."""
    return PACK.encode((seq, events))


def unpacked(happened: bytes) -> tuple[int, list[RawEvent]]:
    """What happened by an entry, and its number.

    >>> unpacked(packed(7, [tuple(range(15))]))[1][0][:3]
    (0, 1, 2)
    """
    return PACKED.decode(happened)
