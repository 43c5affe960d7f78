"""A live game: its state, its listeners, and the one way in which it changes: draft, commit, broadcast.

Whoever changes a table holds its lock. So moves are judged one by one, and nobody hears of a move before it is stored.
If storing fails, or another process was faster, the draft is dropped, and the table reads what is new in its log.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Protocol

from passgo.dealer import Dealer, TypedDealer, VerifiableDealer
from passgo.notation.events import RawEvent
from passgo.server.clock import STILL_MS
from passgo.server.config import Host
from passgo.server.store import Entry, NoSuchGame, Taken, Unavailable
from passgo.server.table import entries
from passgo.server.table.draft import KEPT_EVENTS, Draft, replay_log
from passgo.server.table.entries import Body
from passgo.server.table.past import Past, any_undone
from passgo.server.table.snapshot import EVERY, read_snapshot, snapshot_mark, take_snapshot
from passgo.server.table.state import Done, GameState, done_by
from passgo.server.table.story import Story, pack
from passgo.server.wire import protocol, updates
from passgo.server.wire.types import Reason, TakenBack
from passgo.server.wire.views import DeedMemory

logger = logging.getLogger(__name__)
GONE_SECONDS = 1.0
"""How long it is believed that a process is dead."""
TRIES = 5
"""How often something is tried again because another process was first."""


class Listener(Protocol):
    """Somebody who is connected: the seats they hold, and a way to send them something without waiting."""

    seats: tuple[int, ...]

    def recheck(self, state: GameState) -> None:
        """Seats have changed: keep only those whose keys still fit."""

    def send(self, message: bytes) -> None:
        """Put a message into their queue."""

    def dismiss(self, reason: Reason, text: str) -> None:
        """Send them away with a word why."""


class Overtaken(Exception):
    """Another process was first. The table has read what it wrote, and the request must be judged again."""


class Forgotten(Unavailable):
    """The game was deleted from the store. Its listeners are dismissed, and nothing more is done with it."""

    def __init__(self, game: str) -> None:
        super().__init__(f"game {game} is no longer there", "forgotten")


class LiveGame:
    """One game in memory."""

    def __init__(self, host: Host, game: str, seed: bytes, secret: bytes) -> None:
        self.host, self.game, self.seed, self.secret = host, game, seed, secret
        self._dealer = VerifiableDealer(seed)
        self.state = GameState(game)
        self.lock = asyncio.Lock()
        self.audience: dict[Listener, None] = {}
        """In the order in which they came: whatever happens depends on nothing but what happened before."""
        self._arriving: dict[Listener, None] = {}
        """Those who wait to be added to it: after a restart all players of a game come at once."""
        self.on_forgotten: Callable[[], None] = lambda: None
        """Drops the game from memory."""
        self.story = Story(host, game)
        self.past = Past()
        self._deeds = DeedMemory()
        self.doubtful = False
        """The store may hold entries that the state has not absorbed."""
        self.heard = 0
        """The newest entry of which another process has told."""
        self.gone: Mapping[str, int] = {}
        """Dead processes to which the log calls seats connected, and since when each counts as dead: whoever comes next
        stores that they are not."""
        self.find_gone: Callable[[], Awaitable[Mapping[str, int]]] | None = None
        """Finds `gone` anew: a process that seemed dead when the game was read may have come back since."""
        self._gone_until = 0.0
        self.announced = 0
        """The last entry that the listeners know of."""
        self._undo_told = False
        """Do the listeners know of somebody who asks to undo?"""
        self.used = 0
        """When something was last done here, in the time of this table."""
        self._began = 0
        """The moment, in the time of this table, at which this process began to live."""

    @property
    def dealer(self) -> Dealer:
        """The dealer, who skips what was taken back; nobody at a table with real dice."""
        if self.state.is_typed:
            return TypedDealer()
        if self._dealer.skipped != self.state.skipped:
            self._dealer = VerifiableDealer(self.seed, self.state.skipped)
        return self._dealer

    # Time

    def now(self) -> int:
        """The time of this table: milliseconds since 1970, without jumps. It stops while the server stands still."""
        return self._began + self.host.clock.lived()

    def set_time(self, at: int) -> None:
        """Let the time of this table be a moment, but none before its last entry."""
        self._began = max(at, self.state.at) - self.host.clock.lived()
        self.used = self.now()

    def _follow_time(self) -> None:
        """Another process has written: its clock may differ, and the time of a table is that of its log."""
        if not 0 <= self.now() - self.state.at <= STILL_MS:
            self.set_time(self.state.at)

    # Reading the log

    @classmethod
    async def load(cls, host: Host, game: str) -> "LiveGame | None":
        """The table of a game in the store, or None."""
        loaded = await host.store.load(game, snapshot_mark())
        if loaded is None:
            return None
        table = cls(host, game, loaded.row.seed, loaded.row.secret)
        started = read_snapshot(game, loaded.snapshot) if loaded.snapshot else None
        if started is None or any_undone(loaded.entries, before=started[0].seq):
            await table.refold(None if loaded.snapshot else loaded.entries)
        else:
            await table._fold(*started, loaded.entries)
        table.set_time(host.clock.now())
        return table

    async def refold(self, log: Sequence[Entry] | None = None) -> None:
        """Go through the whole log, which is read if it is not given. The lock must be held."""
        await self._fold(GameState(self.game), [], await self.host.store.entries(self.game) if log is None else log)

    async def _fold(self, state: GameState, recent: Iterable[bytes], log: Sequence[Entry]) -> None:
        """Absorb a log into a state, and go on with that; `recent` are packed events from before the log."""
        self.past.forget()
        kept = deque(recent, maxlen=KEPT_EVENTS)
        try:
            async for seq, events in replay_log(state, log):
                kept.append(pack(seq, events))
        except (RuntimeError, ValueError) as problem:
            raise self._damaged(problem) from problem
        self.story.recent = list(kept)
        self._adopt(state)

    def _damaged(self, problem: Exception) -> Unavailable:
        """What to raise for a log that the rules refuse, or that nobody can read."""
        logger.error("a game cannot be read", extra={"game": self.game}, exc_info=problem)
        return Unavailable(f"the log of game {self.game} cannot be read", "damaged")

    def _adopt(self, state: GameState) -> None:
        """Go on with a new state."""
        reseated = self.state.seats is not state.seats
        self.state = state
        if reseated:
            for listener in self.audience:
                listener.recheck(state)

    @property
    def behind(self) -> bool:
        """Must the log be read before anything else is done?"""
        return self.doubtful or self.heard > self.state.seq

    async def read_on(self) -> None:
        """Read what another process has appended. What is not read now is read before anything else is done.

        If it is of a newer version that we cannot read, a process of that version will serve the listeners.
        """
        async with self.lock:
            if not self.behind:
                return
            try:
                await self.catch_up()
            except Unavailable as problem:
                if problem.kind == "newer":
                    for listener in list(self.audience):
                        listener.dismiss("unavailable", problem.reason)
                raise

    async def catch_up(self) -> None:
        """Read what other processes appended, and send it to the listeners. The lock must be held."""
        self.doubtful = True
        news = await self.host.store.entries(self.game, self.state.seq)
        if news:
            await self._take_in(news)
        self.doubtful = False  # not sooner: what could not be read is yet to be read

    async def _take_in(self, news: Sequence[Entry]) -> None:
        """Absorb entries of other processes, and send them to the listeners."""
        after, events = self.state.seq, list[tuple[int, RawEvent]]()
        try:
            bodies = [entries.body_of(entry) for entry in news]
            undone = [body for body in bodies if isinstance(body, entries.Undone)]
            if undone:
                await self.refold()
            else:
                state = self.state.copy()
                happened = [(entry.seq, state.absorb(entry, body)) for entry, body in zip(news, bodies, strict=True)]
                events = [(seq, event) for seq, several in happened for event in several]
                self.story.recent = self.story.recent_with(happened)
                self._adopt(state)
        except (RuntimeError, ValueError) as problem:
            raise self._damaged(problem) from problem
        self._follow_time()
        self._broadcast_news(after, events, bodies, taken_back_by(undone))

    def _broadcast_news(
        self, after: int, events: list[tuple[int, RawEvent]], bodies: Sequence[Body], taken_back: TakenBack | None
    ) -> None:
        if any(
            isinstance(body, entries.Moved | entries.Started | entries.Undone | entries.Corrected) for body in bodies
        ):
            self.broadcast_update(events, taken_back)
        for line in list(self.state.chat):
            if line.seq > after:
                self.broadcast(protocol.ChatSaid(seq=line.seq, said=line))
        if self.state.over or any(not isinstance(body, entries.Moved | entries.Chatted) for body in bodies):
            self.broadcast_table()

    async def refresh(self) -> None:
        """Read what other processes appended, whose news may still be on its way: before a key is called wrong."""
        if self.host.store.shared:
            async with self.lock:
                await self.catch_up()

    async def settle(self) -> None:
        """Bring the state up to date with the log. The lock must be held."""
        if self.behind:
            await self.catch_up()

    # Changing

    def draft(self) -> Draft:
        """A draft of changes to the state as it is now. The lock must be held until it is committed or dropped."""
        self.used = self.now()
        return Draft(self.state, self.used)

    async def commit(self, draft: Draft) -> list[tuple[int, RawEvent]]:
        """Store a draft, and when it is durable, go on with its state. Returns the events. The lock must be held."""
        status, summary = self._row_after(draft.state)
        until = draft.stands_until
        recent = self.story.recent_with(draft.events, until)
        due = until is not None or draft.state.seq // EVERY > self.state.seq // EVERY
        snapshot = take_snapshot(draft.state, recent) if due and draft.state.started_at else None
        began = time.perf_counter()
        try:
            await self.host.store.append(self.game, draft.batch, status=status, summary=summary, snapshot=snapshot)
        except Taken:
            self.doubtful = True
            await self.catch_up()
            raise Overtaken from None
        except NoSuchGame:
            gone = Forgotten(self.game)
            self._break_up(gone)
            raise gone from None
        except BaseException:  # cancelled, or the store is in trouble: it may have been kept
            self.doubtful = True
            raise
        self.host.metrics.keeping.observe(time.perf_counter() - began)
        self.story.recent = recent
        if until is None and draft.state.last_of is not self.state.last_of:
            self.past.forget()
        self._adopt(draft.state)
        return [] if until is not None else [(seq, event) for seq, events in draft.events for event in events]

    def _break_up(self, gone: Forgotten) -> None:
        """The game was deleted from the store: everybody leaves."""
        logger.info("a game in memory was forgotten", extra={"game": self.game})
        for listener in list(self.audience):
            listener.dismiss("no-game", gone.reason)
        self.on_forgotten()

    def _row_after(self, state: GameState) -> tuple[str | None, bytes | None]:
        """The new status and summary of the game's row; None for what does not change."""
        status = state.status if state.status != self.state.status else None
        if status != "finished" and state.seats is self.state.seats:
            return status, None
        return status, updates.summary_of(state)

    async def done_before(self, request: str, look: bool) -> Done | None:
        """What already did the request with this id, or None. With `look`, the stored log is searched too."""
        known = self.state.requests.get(request)
        if known is not None or not look:
            return known
        entry = await self.host.store.done(self.game, request)
        return None if entry is None else done_by(entry, entries.body_of(entry))

    # Sending

    def broadcast(self, message: object) -> None:
        """Send everybody the same message."""
        if self.audience:
            encoded = updates.JSON.encode(message)
            for listener in list(self.audience):
                listener.send(encoded)

    def broadcast_update(self, events: Sequence[tuple[int, RawEvent]], taken_back: TakenBack | None = None) -> None:
        """Send everybody the position, each as they may see it."""
        if self.audience:
            kinds = {listener.seats for listener in self.audience}
            after = self.announced
            found = updates.encode_updates(kinds, self.state, self.now(), after, events, taken_back, self._deeds)
            for listener in list(self.audience):
                listener.send(found[listener.seats])
        self.announced = self.state.seq
        if self._undo_told and self.state.undo_request is None:  # a move answers the question, too
            self.broadcast_table()

    def broadcast_table(self) -> None:
        """Send everybody the seats and the clock."""
        if self.audience:
            state = self.state
            table, clock = updates.table_info(state, self.seed), updates.clock_of(state, self.now())
            self.broadcast(protocol.TableChanged(seq=state.seq, table=table, clock=clock))
        self.announced, self._undo_told = self.state.seq, self.state.undo_request is not None

    # Coming and going

    async def attach(self, listener: Listener, last: int) -> bytes:
        """Add a listener. Returns its welcome, with the events since entry `last`."""
        for _ in range(TRIES):
            if self.story.since(last, self.state) is None:  # outside the lock: nobody who plays waits for a reader
                await self._read_story(urgent=bool(listener.seats))
            async with self._arrival(listener):
                await self._insist(self._arrive)
                missed = self.story.since(last, self.state)
                if missed is not None:
                    if self.announced != self.state.seq:
                        self.broadcast_table()
                    self.audience[listener] = None
                    at = self.now()
                    return updates.welcome(self.state, at, self.seed, listener.seats, *missed, self._deeds)
        raise Unavailable("too much is going on at this table at once", "busy")

    @asynccontextmanager
    async def _arrival(self, listener: Listener) -> AsyncIterator[None]:
        """Hold the lock for somebody who comes. Whoever has it stores that all are connected who wait for it.

        So those who waited for the same game to be loaded, and go on in the same turn of the loop, share a commit.
        """
        self._arriving[listener] = None
        try:
            await asyncio.sleep(0)
            async with self.lock:
                yield
        finally:
            self._arriving.pop(listener, None)

    async def detach(self, listener: Listener) -> None:
        """Remove a listener."""
        self.audience.pop(listener, None)
        async with self.lock:
            await self._insist(lambda: self._depart(listener.seats))

    async def _insist(self, do: Callable[[], Awaitable[None]]) -> None:
        """Settle and do something; again while other processes are first. The lock must be held."""
        for _ in range(TRIES):
            with suppress(Overtaken):
                await self.settle()
                return await do()
        raise Unavailable("too much is going on at this table at once", "busy")

    @property
    def is_attended(self) -> bool:
        """Is somebody connected, to a process that lives? If not, no time runs and bots wait."""
        if not self.gone:
            return bool(self.state.present)
        return any(process not in self.gone for process, _ in self.state.present)

    @property
    def lost_seats(self) -> list[int]:
        """Seats that the log calls connected to this process though they are not: their leaving could not be stored."""
        still = {seat for listener in self.audience for seat in listener.seats}
        here = (seat for process, seat in self.state.present if process == self.host.process)
        return sorted(seat for seat in here if seat not in still)

    async def disconnect_lost_seats(self) -> None:
        """Store that they are disconnected. The lock must be held."""
        if self.lost_seats:
            await self._depart(self.lost_seats)

    async def _depart(self, seats: Sequence[int]) -> None:
        """Store that these seats are disconnected, unless another connection holds them."""
        draft, at = self.draft(), self.now()
        for seat in self.lost_seats:
            if seat in seats:
                draft.add(entries.Disconnected(seat, self.host.process, at))
        await self._commit_with_clock(draft)
        self.broadcast_table()

    async def _arrive(self) -> None:
        """Store that the seats of whoever holds the lock are connected, and of all who wait for it.

        A player who comes back gets the seat back from the bot.
        """
        arriving = [*self._arriving]
        for each in arriving:
            each.recheck(self.state)  # somebody else may have got the seat while this one waited
        if self.gone and self.find_gone is not None and asyncio.get_running_loop().time() > self._gone_until:
            self.believe_gone(await self.find_gone())
        if not self.state.present:  # nobody's time runs, so that it may be the time of day again
            self.set_time(self.host.clock.now())
        draft = self.draft()
        self._disconnect(draft, self.gone)
        for each in arriving:
            self._connect(draft, each.seats)
        await self._commit_with_clock(draft)
        self.gone = {}

    def believe_gone(self, gone: Mapping[str, int]) -> None:
        """These processes are dead: that is believed for a while."""
        self.gone, self._gone_until = gone, asyncio.get_running_loop().time() + GONE_SECONDS

    def _connect(self, draft: Draft, seats: Sequence[int]) -> None:
        """Add to a draft that these seats are connected here."""
        for seat in seats:
            if (self.host.process, seat) not in draft.state.present:
                draft.add(entries.Connected(seat, self.host.process))
            if seat in draft.state.away:
                draft.add(entries.Returned(seat, draft.state.deadline))

    @property
    def unnoted_seats(self) -> list[int]:
        """Seats that listen here though the log does not say so: another process took this one for dead."""
        still = {seat for listener in self.audience for seat in listener.seats}
        return sorted(seat for seat in still if (self.host.process, seat) not in self.state.present)

    async def connect_unnoted_seats(self) -> None:
        """Store that they are connected. The lock must be held."""
        if self.unnoted_seats:
            draft = self.draft()
            self._connect(draft, self.unnoted_seats)
            await self._commit_with_clock(draft)
            self.broadcast_table()

    async def disconnect_dead_processes(self, gone: Mapping[str, int]) -> None:
        """Disconnect the seats of dead processes, since each counts as dead. The lock must be held."""
        draft = self.draft()
        self._disconnect(draft, gone)
        if draft.batch:
            await self._commit_with_clock(draft)
            self.broadcast_table()

    def _disconnect(self, draft: Draft, gone: Mapping[str, int]) -> None:
        """Add to a draft that the seats of dead processes are disconnected."""
        for process, seat in sorted(self.state.present):
            if process in gone:
                draft.add(entries.Disconnected(seat, process, gone[process]))

    async def _commit_with_clock(self, draft: Draft) -> None:
        """Store a draft, if it changes anything, with the grace that begins or ends when somebody comes or goes."""
        draft.set_clock(same=True)
        if draft.batch:
            await self.commit(draft)

    async def _read_story(self, urgent: bool) -> None:
        try:
            await self.story.read(lambda: self.state.seq, urgent)
        except (RuntimeError, ValueError) as problem:
            raise self._damaged(problem) from problem


def taken_back_by(undone: Sequence[entries.Undone]) -> TakenBack | None:
    """What several undos came to: the last of them tells who, the one that went farthest what."""
    return TakenBack(undone[-1].seat, min(body.back_to for body in undone)) if undone else None
