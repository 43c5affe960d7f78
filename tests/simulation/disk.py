"""The disk: a store in memory that several processes may share, with everything that can go wrong with one.

What processes ask for at once is kept by one commit. A commit takes a while; it may fail before or after it took
effect, and the process may die right before or right after it. Refusals are those of the real stores, whose own tests
run against this one too.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

import msgspec

from passgo.server.store import GONE_MS, Entry, GameRow, Loaded, Snapshot, Taken, Unavailable, watched
from passgo.server.store.write import Write, check_place, more_entries, new_game, no_such_game, taken_move

Fate = Literal["kept", "lost", "doubtful", "dies before", "dies after"]
"""Of a commit: it is kept; it fails; it is kept, but the answer is that it failed; its process dies."""


class Home(Protocol):
    """The process that uses the disk."""

    loop: Any

    @property
    def alive(self) -> bool:
        """Does it live?"""

    @property
    def awake_at(self) -> float:
        """The moment until which it stands still."""

    def wall_ms(self) -> int:
        """What the clock of its machine says."""

    def die(self) -> None:
        """End at once."""


@dataclass
class Kept:
    """All of one game."""

    row: GameRow
    entries: list[Entry]
    moves: dict[str, int]
    moments: list[float]
    """When each entry was kept, by the world's clock."""
    snapshot: Snapshot | None = None


@dataclass
class Disk:
    """What is kept, and the faults. With `shared`, commits that are on their way outlive the process that asked."""

    loop: asyncio.AbstractEventLoop
    shared: bool = False
    delay: Callable[[], float] = lambda: 0.0
    fate: Callable[[bool], Fate] = lambda games: "kept"
    """The fate of a commit; `games`: it keeps more than signs of life."""
    readable: Callable[[], bool] = lambda: True
    games: dict[str, Kept] = field(default_factory=dict)
    commits: int = 0
    changed: Callable[[], None] = lambda: None
    """Called after every write."""
    lived: dict[str, int] = field(default_factory=dict)
    stores: list["SimulatedStore"] = field(default_factory=list)

    def open(self, home: Home) -> "SimulatedStore":
        """The store of a process."""
        store = SimulatedStore(self, home)
        self.stores = [other for other in self.stores if other.home.alive]
        self.stores.append(store)
        return store

    def clock_ms(self, home: Home) -> int:
        """The disk's own clock, or that of the one machine that uses it."""
        return int(self.loop.time() * 1000) if self.shared else home.wall_ms()

    def keep(self, write: Write, home: Home) -> None:
        """Do one write, if it can be done."""
        if write.life:
            self.lived[write.life] = self.clock_ms(home)
            return
        kept = self.games.get(write.game)
        if any(not isinstance(entry.body, bytes) for entry in write.entries):
            raise TypeError("a body is bytes")
        if write.row is not None:
            if kept is not None:
                raise Taken(f"there is a game {write.game!r} already")
            moves = {entry.move: entry.seq for entry in write.entries if entry.move}
            moments = [self.loop.time()] * len(write.entries)
            self.games[write.game] = Kept(write.row, list(write.entries), moves, moments)
            self.changed()
            return
        if kept is None:
            raise no_such_game(write.game)
        check_place(write, kept.row.seq)
        if any(entry.move in kept.moves for entry in write.entries if entry.move):
            raise taken_move(write.game)
        kept.entries += write.entries
        kept.moments += [self.loop.time()] * len(write.entries)
        kept.moves.update({entry.move: entry.seq for entry in write.entries if entry.move})
        kept.snapshot = write.snapshot or kept.snapshot
        kept.row = msgspec.structs.replace(
            kept.row,
            status=write.status or kept.row.status,
            summary=kept.row.summary if write.summary is None else write.summary,
            changed=max([kept.row.changed, *(entry.at for entry in write.entries)]),
            seq=max([kept.row.seq, *(entry.seq for entry in write.entries)]),
        )
        self.changed()


class SimulatedStore:
    """The store of one process."""

    def __init__(self, disk: Disk, home: Home) -> None:
        self.disk, self.home = disk, home
        self.shared = disk.shared
        self.on_trouble: Callable[[Unavailable], None] = lambda problem: None
        self._waiting: list[Write] = []
        self._busy = self._closed = False
        self._news: asyncio.Queue[tuple[str, int] | None] = asyncio.Queue()

    # Writing

    async def create(self, row: GameRow, entries: Sequence[Entry]) -> None:
        """Keep a new game."""
        await self._write(new_game(asyncio.get_running_loop().create_future(), row, entries))

    async def append(
        self,
        game: str,
        entries: Sequence[Entry],
        *,
        status: str | None = None,
        summary: bytes | None = None,
        snapshot: Snapshot | None = None,
    ) -> None:
        """Keep further entries of a game."""
        done = asyncio.get_running_loop().create_future()
        await self._write(more_entries(done, game, entries, status, summary, snapshot))

    async def live(self, process: str) -> None:
        """Note that a process lives."""
        await self._write(Write("", (), self.home.loop.create_future(), life=process))

    @watched
    async def _write(self, write: Write) -> None:
        self._check_open()
        self._waiting.append(write)
        self._begin()
        await write.done

    def _begin(self) -> None:
        """Begin a commit of all that waits, unless one is on its way."""
        if self._waiting and not self._busy:
            self._busy = True
            self.disk.loop.call_later(self.disk.delay(), self._commit)

    def _commit(self) -> None:
        if not self.home.alive and not self.disk.shared:
            return
        if not self.disk.shared and self.home.awake_at > self.disk.loop.time():  # its own thread stands still, too
            self.disk.loop.call_later(self.home.awake_at - self.disk.loop.time(), self._commit)
            return
        group, self._waiting = self._waiting, []
        self.disk.commits += 1
        fate = self.disk.fate(any(not write.life for write in group))
        if fate == "dies before":
            self.home.die()
            return
        outcomes = [self._keep(write, fate) for write in group]
        if fate == "dies after":
            self.home.die()
        elif self.home.alive:
            answer_in = self.disk.delay() / 4
            self.home.loop.call_later(answer_in, self._settle, list(zip(group, outcomes, strict=True)))

    def _keep(self, write: Write, fate: Fate) -> Exception | None:
        """Do a write, unless it is lost; what its asker hears."""
        if fate == "lost":
            return Unavailable("the disk is in trouble")
        try:
            self.disk.keep(write, self.home)
        except Exception as refusal:
            return refusal
        if write.entries:
            self._tell_others(write.game, write.entries[-1].seq)
        return Unavailable("nobody can say whether it was kept") if fate == "doubtful" else None

    def _tell_others(self, game: str, seq: int) -> None:
        for other in self.disk.stores:
            if self.disk.shared and other is not self and other.home.alive:
                other.home.loop.call_later(self.disk.delay() * 2, other._news.put_nowait, (game, seq))

    def _settle(self, outcomes: list[tuple[Write, Exception | None]]) -> None:
        self._busy = False
        for write, outcome in outcomes:
            write.settle(outcome)
        self._begin()

    # Reading

    @watched
    async def _look(self) -> None:
        """Wait as long as reading takes."""
        self._check_open()
        await asyncio.sleep(self.disk.delay() / 2)
        if not self.disk.readable():
            raise Unavailable("the disk cannot be read now")

    def _check_open(self) -> None:
        if self._closed or not self.home.alive:
            raise Unavailable("the store is closed", "closed")

    async def row(self, game: str) -> GameRow | None:
        """The row of a game."""
        await self._look()
        kept = self.disk.games.get(game)
        return kept.row if kept else None

    async def entries(self, game: str, after: int = 0) -> list[Entry]:
        """The entries of a game after one of them."""
        await self._look()
        kept = self.disk.games.get(game)
        return kept.entries[after:] if kept else []

    async def load(self, game: str, mark: str | None = None) -> Loaded | None:
        """A game, from its snapshot on if that bears the mark."""
        await self._look()
        kept = self.disk.games.get(game)
        if kept is None:
            return None
        snapshot = kept.snapshot if kept.snapshot and kept.snapshot.mark == mark else None
        return Loaded(kept.row, snapshot, kept.entries[snapshot.seq if snapshot else 0 :])

    async def done(self, game: str, move: str) -> Entry | None:
        """The entry of a move id."""
        await self._look()
        kept = self.disk.games.get(game)
        seq = kept.moves.get(move) if kept else None
        return None if kept is None or seq is None else kept.entries[seq - 1]

    async def games(
        self, *, status: str | None = None, public: bool | None = None, limit: int = 50, before: int | None = None
    ) -> list[GameRow]:
        """The games that changed last."""
        await self._look()
        rows = [kept.row for kept in self.disk.games.values()]
        rows = [row for row in rows if status in (None, row.status) and public in (None, row.public)]
        rows = [row for row in rows if before is None or row.changed < before]
        rows.sort(key=lambda row: (-row.changed, row.id))
        last = rows[limit - 1].changed if limit <= len(rows) else 0
        return [row for n, row in enumerate(rows) if n < limit or row.changed == last]

    async def silent_ms(self, process: str) -> int | None:
        """How long ago a process gave its last sign of life."""
        await self._look()
        lived = self.disk.lived.get(process)
        silent = None if lived is None else max(0, self.disk.clock_ms(self.home) - lived)
        return None if silent is None or silent > GONE_MS else silent

    async def counts(self) -> dict[str, int]:
        """How many games there are in each status."""
        await self._look()
        found: dict[str, int] = {}
        for kept in self.disk.games.values():
            found[kept.row.status] = found.get(kept.row.status, 0) + 1
        return found | {"entries": sum(len(kept.entries) for kept in self.disk.games.values())}

    async def news(self) -> AsyncIterator[tuple[str, int]]:
        """What other processes appended."""
        while not self._closed and (told := await self._news.get()) is not None:
            yield told

    async def trouble(self) -> Unavailable | None:
        """Can it be written?"""
        return Unavailable("the store is closed", "closed") if self._closed else None

    async def close(self) -> None:
        """Finish what was begun."""
        while self._busy:
            await asyncio.sleep(0.001)
        self._closed = True
        self._news.put_nowait(None)
