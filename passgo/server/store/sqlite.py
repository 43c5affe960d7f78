"""Games in one SQLite file, for one process: nothing to set up.

One thread writes. Whatever is asked for while it commits waits and goes into the next commit together, so the cost of
reaching the disk is shared. Readers have threads and connections of their own: the event loop never waits for a disk.
"""

import asyncio
import contextlib
import os
import queue
import sqlite3
import threading
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from passgo.server.store import Entry, GameRow, Taken, Unavailable
from passgo.server.store.opening import Connect, is_trouble, opened, plain_words
from passgo.server.store.versions import SQLITE, Step, log_version, up_to_date
from passgo.server.store.writing import Write, check_place, more_entries, new_game, no_such_game, taken_move

READERS = 4
LARGEST_GROUP = 1_000
"""Writes in one commit, so that nobody waits for an endless one."""
PATIENCE_S = 10.0
"""How long to wait for a lock that another program (a backup, somebody's shell) holds on the file."""

ROW = "id, version, created, edition, public, status, title, summary, seed, changed, seq"
ADD_GAME = f"INSERT INTO games ({ROW}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
ADD_ENTRY = "INSERT INTO entries (game, seq, at, kind, body, move, version) VALUES (?, ?, ?, ?, ?, ?, ?)"
CHANGE_GAME = (
    "UPDATE games SET seq = seq + ?, changed = max(changed, ?), status = coalesce(?, status),"
    " summary = coalesce(?, summary) WHERE id = ?"
)

NO_GAME = ""
"""A write for no game changes nothing, and proves that a commit reaches the disk."""


def connect(path: str) -> sqlite3.Connection:
    """A connection without transactions of its own making, usable in another thread than this."""
    return sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None, check_same_thread=False)


class SqliteStore:
    """A `passgo.server.store.Store` in a SQLite file."""

    def __init__(self, path: str, connect: Connect, lock: sqlite3.Connection, writing: sqlite3.Connection) -> None:
        self._path = path
        self._connect = connect
        self._lock = lock
        self._writing = writing
        self._queue: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self._closed = asyncio.Event()
        self._own = threading.local()
        self._reading: list[sqlite3.Connection] = []
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="passgo-reader")
        self._loop = asyncio.get_running_loop()
        self._writer = threading.Thread(target=self._write, name="passgo-writer", daemon=True)
        self._writer.start()

    @classmethod
    async def open(cls, path: str, *, connect: Connect = connect, steps: Sequence[Step] = SQLITE) -> "SqliteStore":
        """Open the file, creating it and its folder if need be, and bring it up to date."""
        path = os.path.realpath(os.path.expanduser(path))
        lock, writing = await asyncio.to_thread(opened, path, connect, steps)
        return cls(path, connect, lock, writing)

    async def create(self, row: GameRow, entries: Sequence[Entry]) -> None:
        """Keep a new game. See `Store`."""
        await self._written(new_game(row, entries))

    async def append(
        self, game: str, entries: Sequence[Entry], *, status: str | None = None, summary: bytes | None = None
    ) -> None:
        """Add entries to a game. See `Store`."""
        await self._written(more_entries(game, entries, status, summary))

    async def row(self, game: str) -> GameRow | None:
        """The row of one game. See `Store`."""
        rows = await self._read(f"SELECT {ROW} FROM games WHERE id = ?", (game,))
        return game_row(rows[0]) if rows else None

    async def entries(self, game: str, after: int = 0) -> list[Entry]:
        """The entries of a game. See `Store`."""
        asked = "SELECT version, seq, at, kind, body, move FROM entries WHERE game = ? AND seq > ? ORDER BY seq"
        found = await self._read(asked, (game, after))
        return [up_to_date(Entry(*values), version) for version, *values in found]

    async def games(
        self, *, status: str | None = None, public: bool | None = None, limit: int = 50, before: int | None = None
    ) -> list[GameRow]:
        """The games that changed last. See `Store`."""
        wanted = {"status = ?": status, "public = ?": public, "changed < ?": before}
        chosen = {test: value for test, value in wanted.items() if value is not None}
        where = " AND ".join(("TRUE", *chosen))
        # The page is widened to all that share its last moment, so that the next page misses none.
        last = f"SELECT min(changed) FROM (SELECT changed FROM games WHERE {where} ORDER BY changed DESC LIMIT ?)"
        asked = f"SELECT {ROW} FROM games WHERE {where} AND changed >= ({last}) ORDER BY changed DESC, id"
        values = tuple(chosen.values())
        return [game_row(found) for found in await self._read(asked, (*values, *values, limit))]

    async def counts(self) -> dict[str, int]:
        """Games by status, and entries. See `Store`."""
        found = await self._read("SELECT status, count(*), sum(seq) FROM games GROUP BY status", ())
        return {status: count for status, count, _ in found} | {"entries": sum(seq for _, _, seq in found)}

    async def news(self) -> AsyncIterator[tuple[str, int]]:
        """Nothing, until the store is closed: no other process writes here."""
        await self._closed.wait()
        nothing: tuple[tuple[str, int], ...] = ()
        for told in nothing:
            yield told

    async def healthy(self) -> bool:
        """Whether a commit reaches the disk and a reader can read."""
        try:
            await self._written(Write(NO_GAME, (), self._loop.create_future()))
            await self._read("SELECT 1", ())
        except Unavailable:
            return False
        return True

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
        for connection in (*self._reading, self._writing, self._lock):
            connection.close()

    async def _written(self, write: Write) -> None:
        if self._closed.is_set():
            raise Unavailable(f"the store {self._path} is closed")
        self._queue.put(write)
        await write.done

    async def _read(self, asked: str, values: Sequence[Any]) -> list[Any]:
        if self._closed.is_set():
            raise Unavailable(f"the store {self._path} is closed")
        return await self._loop.run_in_executor(self._readers, self._read_now, asked, values)

    def _read_now(self, asked: str, values: Sequence[Any]) -> list[Any]:
        """In a reader's thread, on that thread's own connection."""
        try:
            connection = getattr(self._own, "connection", None)
            if connection is None:
                connection = self._own.connection = self._connect(self._path)
                self._reading.append(connection)
                connection.execute("PRAGMA query_only = ON")
            return list(connection.execute(asked, values).fetchall())
        except sqlite3.Error as error:
            raise Unavailable(plain_words(error, self._path)) from error

    def _write(self) -> None:
        """The writer's thread: take all that waits, commit it together, tell the askers."""
        going_on = True
        while going_on:
            group = [self._queue.get()]
            while len(group) < LARGEST_GROUP and not self._queue.empty():
                group.append(self._queue.get())
            going_on = None not in group
            writes = [write for write in group if write is not None]
            outcomes = committed(self._writing, writes, self._path)
            with contextlib.suppress(RuntimeError):  # the loop has ended, and with it everybody who asked
                self._loop.call_soon_threadsafe(settle, writes, outcomes)


def settle(writes: Sequence[Write], outcomes: Sequence[Exception | None]) -> None:
    """In the event loop: tell every asker what became of its write."""
    for write, outcome in zip(writes, outcomes, strict=True):
        write.settle(outcome)


def committed(connection: sqlite3.Connection, writes: Sequence[Write], path: str) -> list[Exception | None]:
    """Write all of them in one transaction; for each one the reason why it was refused, or None.

    A refused one leaves its neighbours alone: it is judged before anything of it is written.
    """
    try:
        connection.execute("BEGIN IMMEDIATE")
        outcomes = [applied(connection, write) for write in writes]
        connection.execute("COMMIT")
    except Exception as error:
        roll_back(connection)
        if is_trouble(error):
            return [Unavailable(plain_words(error, path)) for _ in writes]
        if len(writes) == 1:
            return [error]
        # One of them is something that cannot be written at all: the others must not suffer for it.
        return [outcome for write in writes for outcome in committed(connection, [write], path)]
    return outcomes


def roll_back(connection: sqlite3.Connection) -> None:
    """SQLite may have ended the transaction by itself when it failed."""
    with contextlib.suppress(sqlite3.Error):
        connection.execute("ROLLBACK")


def applied(connection: sqlite3.Connection, write: Write) -> Exception | None:
    """Write one of a group, or say why it cannot be."""
    if write.game == NO_GAME:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute(f"PRAGMA user_version = {version}")
        return None
    try:
        judge(connection, write)
    except (Taken, ValueError) as refusal:
        return refusal
    if write.row is not None:
        connection.execute(ADD_GAME, row_values(write.row))
    for e in write.entries:
        connection.execute(ADD_ENTRY, (write.game, e.seq, e.at, e.kind, e.body, e.move, log_version()))
    if write.row is None:
        changed = write.entries[-1].at if write.entries else 0
        connection.execute(CHANGE_GAME, (len(write.entries), changed, write.status, write.summary, write.game))
    return None


def judge(connection: sqlite3.Connection, write: Write) -> None:
    """Whether the write fits: nobody else writes, so what holds now holds until the commit."""
    found = connection.execute("SELECT seq FROM games WHERE id = ?", (write.game,)).fetchone()
    if write.row is not None:
        if found is not None:
            raise Taken(f"there is a game {write.game!r} already")
        return
    if found is None:
        raise no_such_game(write.game)
    check_place(write, found[0])
    used = "SELECT 1 FROM entries WHERE game = ? AND move = ? AND move <> ''"
    for entry in write.entries:
        if entry.move and connection.execute(used, (write.game, entry.move)).fetchone():
            raise taken_move(write.game)


def row_values(row: GameRow) -> tuple[Any, ...]:
    """The row in the order of `ROW`."""
    return tuple(getattr(row, name) for name in ROW.split(", "))


def game_row(found: Sequence[Any]) -> GameRow:
    """The row that was read; SQLite has no booleans."""
    values = dict(zip(ROW.split(", "), found, strict=True))
    return GameRow(**values | {"public": bool(values["public"])})
