"""Games in one SQLite file, for one process: nothing to set up.

One thread writes. Writes that arrive while it commits go into the next commit together, so they share the cost of
reaching the disk. Readers have threads and connections of their own: the event loop never waits for a disk.
"""

import asyncio
import contextlib
import os
import queue
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec

from passgo.server.store import PROBE_S, Damaged, Entry, GameRow, Loaded, Snapshot, Unavailable, watched
from passgo.server.store.chain import fitting_snapshot, snapshot_fits, verified
from passgo.server.store.sqlite_file import LOCKED, Connect, empty_log, open_beside, open_file, trouble_with
from passgo.server.store.sqlite_group import MOST_ROWS, NO_GAME, ROW, ROW_NAMES, GroupWriter, now
from passgo.server.store.versions import SQLITE, Step, up_to_date
from passgo.server.store.write import Write, more_entries, new_game

T = TypeVar("T")
READERS = 4
LARGEST_GROUP = 1_000
"""The most writes in one commit, so that none takes too long."""
PACE_S = 0.02
"""While several games are written at once, a commit begins so long after the one before: a commit costs as much as many
writes, so more writes share it. Who writes alone is not kept waiting."""
OPENING_S = 10.0
"""How long whoever opens the file, or looks after it, waits for a lock that another program holds on it."""
PATIENCE_S = 1.2
"""How long a game's writes wait for such a lock: longer than a backup takes. Then players are told."""
HELD_S = 0.1
"""How long they wait when those before them have waited in vain."""

KEPT_STATEMENTS = 3 * MOST_ROWS
"""Prepared statements of a connection: those for any number of rows."""

# A reader's thread gives way to the event loop for each statement and for each row, and waits for its turn again. So
# a game is read as one row, with its log as JSON in it.
LOG = (
    "(SELECT json_group_array(json_array(version, seq, at, kind, hex(body), move, hex(sum)))"
    " FROM (SELECT * FROM entries WHERE game = id AND seq >= {first} ORDER BY seq))"
)
READ_LOG = f"SELECT seq, sum, {LOG.format(first='?')} FROM games WHERE id = ?"
READ_GAME = (
    f"SELECT {', '.join(f'games.{name}' for name in ROW_NAMES)}, games.sum, snapshots.seq, mark, snapshots.body,"
    " snapshots.sum, (SELECT sum FROM entries WHERE game = id AND seq = snapshots.seq),"
    f" {LOG.format(first='coalesce(snapshots.seq, 0)')}"
    " FROM games LEFT JOIN snapshots ON snapshots.game = id AND mark = ? WHERE id = ?"
)

NAMES_OF_ENTRIES = (
    "SELECT seq, typeof(kind), typeof(move), CAST(kind AS BLOB), CAST(move AS BLOB) FROM entries"
    " WHERE game = ? ORDER BY seq"
)

FAULTS = (
    "SELECT 'game ' || id || ': the row has version ' || quote(games.version) || ', the log ' || quote(entries.version)"
    " FROM games JOIN entries ON game = id AND entries.seq = 1 WHERE games.version <> entries.version",
    "SELECT DISTINCT 'there are entries of a game ' || game || ', which is not there' FROM entries"
    " WHERE game NOT IN (SELECT id FROM games)",
    "SELECT 'there is a snapshot of a game ' || game || ', which is not there' FROM snapshots"
    " WHERE game NOT IN (SELECT id FROM games)",
    "SELECT 'the totals have ' || quote(count) || ' for ' || quote(what) || ', the games ' || found FROM"
    " (SELECT what, count, CASE what WHEN 'entries' THEN (SELECT CAST(total(seq) AS INTEGER) FROM games)"
    " ELSE (SELECT count(*) FROM games WHERE status = what) END AS found FROM totals) WHERE count <> found",
)


def connect(path: str) -> sqlite3.Connection:
    """A connection that begins no transactions by itself and may be used in any thread."""
    return sqlite3.connect(
        path, timeout=OPENING_S, isolation_level=None, check_same_thread=False, cached_statements=KEPT_STATEMENTS
    )


class SqliteStore:
    """A `passgo.server.store.Store` in a SQLite file."""

    shared = False

    def __init__(
        self, path: str, connect: Connect, lock: sqlite3.Connection | None, writing: sqlite3.Connection
    ) -> None:
        self._path = path
        self.on_trouble: Callable[[Unavailable], None] = lambda problem: None
        self._connect = connect
        self._lock = lock
        self._writing = writing
        self._queue: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self._closed = asyncio.Event()
        self._own = threading.local()
        self._reading: list[sqlite3.Connection] = []
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="passgo-reader")
        self._loop = asyncio.get_running_loop()
        self._awaiting_lock = False
        """Does the writer wait until it may write, because another program does?"""
        self._writer = threading.Thread(target=self._run_writer, name="passgo-writer", daemon=True)
        self._writer.start()

    @classmethod
    async def open(cls, path: str, *, connect: Connect = connect, steps: Sequence[Step] = SQLITE) -> "SqliteStore":
        """Open the file, creating it and its folder if need be, and bring it up to date."""
        path = os.path.realpath(os.path.expanduser(path))
        lock, writing = await asyncio.to_thread(open_file, path, connect, steps)
        return cls(path, connect, lock, writing)

    @classmethod
    async def open_beside(cls, path: str) -> "SqliteStore":
        """Open a file for upkeep, also while a server uses it: then both wait for each other's transactions."""
        path = os.path.realpath(os.path.expanduser(path))
        return cls(path, connect, None, await asyncio.to_thread(open_beside, path, connect, SQLITE))

    @watched
    async def create(self, row: GameRow, entries: Sequence[Entry]) -> None:
        """Keep a new game. See `Store`."""
        await self._submit(new_game(self._loop.create_future(), row, entries))

    @watched
    async def append(
        self,
        game: str,
        entries: Sequence[Entry],
        *,
        status: str | None = None,
        summary: bytes | None = None,
        snapshot: Snapshot | None = None,
    ) -> None:
        """Add entries to a game. See `Store`."""
        done = self._loop.create_future()
        await self._submit(more_entries(done, game, entries, status, summary, snapshot))

    @watched
    async def row(self, game: str) -> GameRow | None:
        """The row of one game. See `Store`."""
        rows = await self._read(f"SELECT {ROW} FROM games WHERE id = ?", (game,))
        return game_row(rows[0]) if rows else None

    @watched
    async def entries(self, game: str, after: int = 0) -> list[Entry]:
        """The entries of a game. See `Store`."""
        return await self._in_reader(lambda connection: read_log(connection, game, after))

    @watched
    async def load(self, game: str, mark: str | None = None) -> Loaded | None:
        """A game with its snapshot. See `Store`."""
        return await self._in_reader(lambda connection: load(connection, game, mark))

    @watched
    async def done(self, game: str, move: str) -> Entry | None:
        """The entry that carries a move id. See `Store`."""
        query = "SELECT version, seq, at, kind, body, move FROM entries WHERE game = ? AND move = ? AND move <> ''"
        found = await self._read(query, (game, move))
        return up_to_date(Entry(*found[0][1:]), found[0][0]) if found else None

    @watched
    async def games(
        self, *, status: str | None = None, public: bool | None = None, limit: int = 50, before: int | None = None
    ) -> list[GameRow]:
        """The games that changed last. See `Store`."""
        wanted = {"status = ?": status, "public = ?": public, "changed < ?": before}
        chosen = {test: value for test, value in wanted.items() if value is not None}
        where = " AND ".join(("TRUE", *chosen))
        # The page is widened to all that share its last moment, so that the next page misses none.
        last = f"SELECT min(changed) FROM (SELECT changed FROM games WHERE {where} ORDER BY changed DESC LIMIT ?)"
        query = f"SELECT {ROW} FROM games WHERE {where} AND changed >= ({last}) ORDER BY changed DESC, id"
        values = tuple(chosen.values())
        return [game_row(found) for found in await self._read(query, (*values, *values, limit))]

    @watched
    async def live(self, process: str) -> None:
        """A process lives. See `Store`."""
        await self._submit(Write(NO_GAME, (), self._loop.create_future(), life=process))

    @watched
    async def silent_ms(self, process: str) -> int | None:
        """How long a process has been silent. See `Store`."""
        found = await self._read("SELECT lived FROM processes WHERE name = ?", (process,))
        return max(0, now() - int(found[0][0])) if found else None

    @watched
    async def counts(self) -> dict[str, int]:
        """Games by status, and entries. See `Store`."""
        found = await self._read("SELECT what, count FROM totals WHERE count > 0 OR what = 'entries'", ())
        return dict(found)

    @watched
    async def ids(self, after: str, limit: int) -> list[str]:
        """The ids of games. See `Archive`."""
        found = await self._read("SELECT id FROM games WHERE id > ? ORDER BY id LIMIT ?", (after, limit))
        return [game for (game,) in found]

    @watched
    async def snapshot(self, game: str) -> tuple[Snapshot, bool] | None:
        """The snapshot of a game. See `Archive`."""
        query = (
            "SELECT snapshots.seq, mark, snapshots.body, snapshots.sum, entries.sum FROM snapshots"
            " LEFT JOIN entries USING (game, seq) WHERE game = ?"
        )
        found = await self._read(query, (game,))
        return (Snapshot(*found[0][:3]), snapshot_fits(game, found[0])) if found else None

    @watched
    async def faults(self) -> list[str]:
        """What is wrong with the file. See `Archive`."""
        found = [text for (text,) in await self._read("PRAGMA integrity_check(20)", ()) if text != "ok"]
        return found + [text for (text,) in await self._read(" UNION ALL ".join(FAULTS), ())]

    @watched
    async def forget(self, game: str) -> bool:
        """Delete a game. See `Archive`."""
        try:
            await self._submit(Write(game, (), self._loop.create_future(), forget=True))
        except ValueError:
            return False
        return True

    async def news(self) -> AsyncIterator[tuple[str, int]]:
        """Nothing, until the store is closed: no other process writes here."""
        await self._closed.wait()
        nothing: tuple[tuple[str, int], ...] = ()
        for news in nothing:
            yield news

    async def trouble(self) -> Unavailable | None:
        """Why nothing can be kept now. See `Store`."""
        problem = await self._probe()
        if problem is not None:
            self.on_trouble(problem)
        return problem

    async def _probe(self) -> Unavailable | None:
        """Whether a commit reaches the disk and a reader can read. See `Store`."""
        try:
            async with asyncio.timeout(PROBE_S):
                await self._submit(Write(NO_GAME, (), self._loop.create_future()))
                await self._read("SELECT 1", ())
        except TimeoutError:
            if self._awaiting_lock:
                return Unavailable(LOCKED[1].format(path=self._path), LOCKED[0])
            return Unavailable(f"{self._path} took no write within {PROBE_S:.0f} s: a lock, or a slow disk", "slow")
        except Unavailable as problem:
            return problem
        return None

    async def close(self) -> None:
        """Write what is waiting, then let go of the file."""
        if self._closed.is_set():
            return
        self._closed.set()
        self._queue.put(None)
        await asyncio.to_thread(self._let_go)

    def _let_go(self) -> None:
        self._writer.join()
        self._readers.shutdown()
        for connection in (*self._reading, self._writing, *([self._lock] if self._lock is not None else [])):
            connection.close()

    def _submit(self, write: Write) -> asyncio.Future[None]:
        """Give a write to the writer; the future of its outcome."""
        if self._closed.is_set():
            raise Unavailable(f"the store {self._path} is closed", "closed")
        self._queue.put(write)
        return write.done

    async def _read(self, query: str, values: Sequence[Any]) -> list[Any]:
        return await self._in_reader(lambda connection: list(connection.execute(query, values).fetchall()))

    async def _in_reader(self, read: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed.is_set():
            raise Unavailable(f"the store {self._path} is closed", "closed")
        return await self._loop.run_in_executor(self._readers, self._read_now, read)

    def _read_now(self, read: Callable[[sqlite3.Connection], T]) -> T:
        """In a reader's thread, on that thread's own connection."""
        try:
            connection = getattr(self._own, "connection", None)
            if connection is None:
                connection = self._own.connection = self._connect(self._path)
                self._reading.append(connection)
                connection.execute("PRAGMA query_only = ON")
            return read(connection)
        except sqlite3.Error as error:
            raise trouble_with(self._path, error) from error

    def _run_writer(self) -> None:
        """The writer's thread: take all waiting writes, commit them together, and settle each."""
        going_on, next_begins = True, 0.0
        log_tells = False  # of a forgotten game: the write-ahead log must be emptied
        patience = self._set_patience(OPENING_S, ())
        groups = GroupWriter(self._writing, self._path, self._note_waiting)
        while going_on:
            group = [self._queue.get()]
            time.sleep(max(0.0, next_begins - time.monotonic()))
            began = time.monotonic()
            while len(group) < LARGEST_GROUP and not self._queue.empty():
                group.append(self._queue.get())
            going_on = None not in group
            writes = [write for write in group if write is not None]
            outcomes = groups.commit(writes)
            patience = self._set_patience(patience, outcomes)
            log_tells = log_tells or any(write.forget for write in writes)
            if log_tells:
                log_tells = not empty_log(self._writing)
            next_begins = began + PACE_S if len(writes) > 1 else 0.0
            with contextlib.suppress(RuntimeError):  # the loop has ended, and with it everybody who asked
                self._loop.call_soon_threadsafe(settle, writes, outcomes)

    def _note_waiting(self, waiting: bool) -> None:
        self._awaiting_lock = waiting

    def _set_patience(self, before: float, outcomes: Sequence[Exception | None]) -> float:
        """Wait less for a lock while it goes on: whoever asks then is told at once. How long is waited from now on."""
        held = any(isinstance(outcome, Unavailable) and outcome.kind == "locked" for outcome in outcomes)
        patience = HELD_S if held else PATIENCE_S
        if patience != before:
            with contextlib.suppress(sqlite3.Error):
                self._writing.execute(f"PRAGMA busy_timeout = {round(patience * 1000)}")
        return patience


def settle(writes: Sequence[Write], outcomes: Sequence[Exception | None]) -> None:
    """In the event loop: settle each write with its outcome."""
    for write, outcome in zip(writes, outcomes, strict=True):
        write.settle(outcome)


def read_log(connection: sqlite3.Connection, game: str, after: int) -> list[Entry]:
    """The entries of a game after one of them, checked and up to date."""
    found = read_one(connection, READ_LOG, (after, game), game)
    return checked_log(game, after, *found) if found is not None else []


def read_one(connection: sqlite3.Connection, query: str, values: Sequence[Any], game: str) -> Any:
    """The row of a game with its log as JSON, which holds no bytes and no broken text: then Damaged says where."""
    try:
        return connection.execute(query, values).fetchone()
    except sqlite3.OperationalError:
        for seq, *types, kind, move in connection.execute(NAMES_OF_ENTRIES, (game,)):
            if types != ["text", "text"] or not (is_text(kind) and is_text(move)):
                raise Damaged(game, seq, "has something else than text for its kind or its move id") from None
        raise


def is_text(encoded: bytes) -> bool:
    """Are these bytes a text?"""
    try:
        encoded.decode()
    except UnicodeDecodeError:
        return False
    return True


def checked_log(game: str, after: int, last: int, last_sum: bytes, log: str) -> list[Entry]:
    """The entries of a log that was read from entry `after` on; the row of the game says what is its last."""
    rows = [
        (version, seq, at, kind, bytes.fromhex(body), move, bytes.fromhex(its_sum))
        for version, seq, at, kind, body, move, its_sum in msgspec.json.decode(log)
    ]
    return [up_to_date(entry, version) for version, entry in verified(game, last, last_sum, after, rows)]


def load(connection: sqlite3.Connection, game: str, mark: str | None) -> Loaded | None:
    """A game, as it is at one moment."""
    found = read_one(connection, READ_GAME, (mark, game), game)
    if found is None:
        return None
    *values, last_sum = found[: len(ROW_NAMES) + 1]
    *taken, log = found[len(ROW_NAMES) + 1 :]
    row = game_row(values)
    if taken[0] is None:
        return Loaded(row, None, checked_log(game, 0, row.seq, last_sum, log))
    snapshot = fitting_snapshot(game, taken)
    if snapshot is None:
        return load(connection, game, None)
    return Loaded(row, snapshot, checked_log(game, snapshot.seq, row.seq, last_sum, log))


def game_row(found: Sequence[Any]) -> GameRow:
    """The row that was read; SQLite has no booleans."""
    values = dict(zip(ROW_NAMES, found, strict=True))
    return GameRow(**values | {"public": bool(values["public"])})
