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
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec

from passgo.server.store import GONE_MS, Entry, GameRow, Taken, Unavailable
from passgo.server.store.sqlite_file import Connect, is_trouble, open_file, plain_words
from passgo.server.store.versions import SQLITE, Step, log_version, up_to_date
from passgo.server.store.write import Write, check_place, more_entries, new_game, no_such_game, taken_move

READERS = 4
LARGEST_GROUP = 1_000
"""The most writes in one commit, so that none takes too long."""
PATIENCE_S = 10.0
"""How long to wait for a lock that another program (a backup, somebody's shell) holds on the file."""

ROW = "id, version, created, edition, public, status, title, summary, seed, changed, seq"
ADD_GAME = f"INSERT INTO games ({ROW}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
# Several rows at once: ?1 is JSON, a list for each row; ?2 holds all bytes, which the lists cut by place and length.
ADD_ENTRIES = (
    "INSERT INTO entries (game, seq, at, kind, body, move, version)"
    " SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),"
    " json_extract(value, '$[3]'), substr(?2, json_extract(value, '$[4]'), json_extract(value, '$[5]')),"
    " json_extract(value, '$[6]'), json_extract(value, '$[7]') FROM json_each(?1)"
)
CHANGE_GAMES = (
    "UPDATE games SET seq = seq + new.added, changed = max(changed, new.at),"
    " status = coalesce(new.status, games.status), summary = coalesce(new.summary, games.summary) FROM"
    " (SELECT json_extract(value, '$[0]') AS id, json_extract(value, '$[1]') AS added,"
    " json_extract(value, '$[2]') AS at, json_extract(value, '$[3]') AS status,"
    " substr(?2, json_extract(value, '$[4]'), json_extract(value, '$[5]')) AS summary FROM json_each(?1)) AS new"
    " WHERE games.id = new.id"
)
LAST_SEQS = "SELECT json_group_array(json_array(id, seq)) FROM games WHERE id IN (SELECT value FROM json_each(?))"
USED_MOVES = (
    "SELECT json_group_array(game) FROM entries,"
    " (SELECT json_extract(value, '$[0]') AS g, json_extract(value, '$[1]') AS m FROM json_each(?))"
    " WHERE game = g AND move = m AND move <> ''"
)
LIVE = (
    "INSERT INTO processes (name, lived) VALUES (?, ?)"
    " ON CONFLICT (name) DO UPDATE SET lived = max(lived, excluded.lived)"
)

PACK = msgspec.json.Encoder().encode
PADDING = b"-"
"""Comes before all bytes, because SQLite takes a part of an empty value for NULL."""

NO_GAME = ""
"""A write for no game is a sign of life, or it changes nothing and proves that a commit reaches the disk."""


def connect(path: str) -> sqlite3.Connection:
    """A connection that begins no transactions by itself and may be used in any thread."""
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
        self._writer = threading.Thread(target=self._run_writer, name="passgo-writer", daemon=True)
        self._writer.start()

    @classmethod
    async def open(cls, path: str, *, connect: Connect = connect, steps: Sequence[Step] = SQLITE) -> "SqliteStore":
        """Open the file, creating it and its folder if need be, and bring it up to date."""
        path = os.path.realpath(os.path.expanduser(path))
        lock, writing = await asyncio.to_thread(open_file, path, connect, steps)
        return cls(path, connect, lock, writing)

    async def create(self, row: GameRow, entries: Sequence[Entry]) -> None:
        """Keep a new game. See `Store`."""
        await self._submit(new_game(row, entries))

    async def append(
        self, game: str, entries: Sequence[Entry], *, status: str | None = None, summary: bytes | None = None
    ) -> None:
        """Add entries to a game. See `Store`."""
        await self._submit(more_entries(game, entries, status, summary))

    async def row(self, game: str) -> GameRow | None:
        """The row of one game. See `Store`."""
        rows = await self._read(f"SELECT {ROW} FROM games WHERE id = ?", (game,))
        return game_row(rows[0]) if rows else None

    async def entries(self, game: str, after: int = 0) -> list[Entry]:
        """The entries of a game. See `Store`."""
        query = "SELECT version, seq, at, kind, body, move FROM entries WHERE game = ? AND seq > ? ORDER BY seq"
        found = await self._read(query, (game, after))
        return [up_to_date(Entry(*values), version) for version, *values in found]

    async def done(self, game: str, move: str) -> int | None:
        """The entry that carries a move id. See `Store`."""
        found = await self._read("SELECT seq FROM entries WHERE game = ? AND move = ? AND move <> ''", (game, move))
        return int(found[0][0]) if found else None

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

    async def live(self, process: str, at: int) -> None:
        """A process lives. See `Store`."""
        await self._submit(Write(NO_GAME, (), self._loop.create_future(), life=(process, at)))

    async def lived(self, process: str) -> int | None:
        """When a process last lived. See `Store`."""
        found = await self._read("SELECT lived FROM processes WHERE name = ?", (process,))
        return int(found[0][0]) if found else None

    async def counts(self) -> dict[str, int]:
        """Games by status, and entries. See `Store`."""
        found = await self._read("SELECT status, count(*), sum(seq) FROM games GROUP BY status", ())
        return {status: count for status, count, _ in found} | {"entries": sum(seq for _, _, seq in found)}

    async def news(self) -> AsyncIterator[tuple[str, int]]:
        """Nothing, until the store is closed: no other process writes here."""
        await self._closed.wait()
        nothing: tuple[tuple[str, int], ...] = ()
        for news in nothing:
            yield news

    async def healthy(self) -> bool:
        """Whether a commit reaches the disk and a reader can read."""
        try:
            await self._submit(Write(NO_GAME, (), self._loop.create_future()))
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

    async def _submit(self, write: Write) -> None:
        if self._closed.is_set():
            raise Unavailable(f"the store {self._path} is closed")
        self._queue.put(write)
        await write.done

    async def _read(self, query: str, values: Sequence[Any]) -> list[Any]:
        if self._closed.is_set():
            raise Unavailable(f"the store {self._path} is closed")
        return await self._loop.run_in_executor(self._readers, self._read_now, query, values)

    def _read_now(self, query: str, values: Sequence[Any]) -> list[Any]:
        """In a reader's thread, on that thread's own connection."""
        try:
            connection = getattr(self._own, "connection", None)
            if connection is None:
                connection = self._own.connection = self._connect(self._path)
                self._reading.append(connection)
                connection.execute("PRAGMA query_only = ON")
            return list(connection.execute(query, values).fetchall())
        except sqlite3.Error as error:
            raise Unavailable(plain_words(error, self._path)) from error

    def _run_writer(self) -> None:
        """The writer's thread: take all waiting writes, commit them together, and settle each."""
        going_on = True
        while going_on:
            group = [self._queue.get()]
            while len(group) < LARGEST_GROUP and not self._queue.empty():
                group.append(self._queue.get())
            going_on = None not in group
            writes = [write for write in group if write is not None]
            outcomes = commit_group(self._writing, writes, self._path)
            with contextlib.suppress(RuntimeError):  # the loop has ended, and with it everybody who asked
                self._loop.call_soon_threadsafe(settle, writes, outcomes)


def settle(writes: Sequence[Write], outcomes: Sequence[Exception | None]) -> None:
    """In the event loop: settle each write with its outcome."""
    for write, outcome in zip(writes, outcomes, strict=True):
        write.settle(outcome)


def commit_group(connection: sqlite3.Connection, writes: Sequence[Write], path: str) -> list[Exception | None]:
    """Write all of them in one transaction; for each one the reason why it was refused, or None.

    A refused one leaves its neighbours alone: it is judged before anything of it is written.
    """
    try:
        connection.execute("BEGIN IMMEDIATE")
        outcomes = [outcome for run in runs(writes) for outcome in apply_run(connection, run)]
        connection.execute("COMMIT")
    except Exception as error:
        roll_back(connection)
        if is_trouble(error):
            return [Unavailable(plain_words(error, path)) for _ in writes]
        if len(writes) == 1:
            return [error]
        # One of them is something that cannot be written at all: the others must not suffer for it.
        return [outcome for write in writes for outcome in commit_group(connection, [write], path)]
    return outcomes


def roll_back(connection: sqlite3.Connection) -> None:
    """SQLite may have ended the transaction by itself when it failed."""
    with contextlib.suppress(sqlite3.Error):
        connection.execute("ROLLBACK")


def runs(writes: Sequence[Write]) -> Iterator[list[Write]]:
    """The writes in their order, cut so that appends to different games stand together and anything else alone."""
    run: dict[str, Write] = {}
    for write in writes:
        alone = write.row is not None or write.game == NO_GAME
        if run and (alone or write.game in run):
            yield list(run.values())
            run = {}
        if alone:
            yield [write]
        else:
            run[write.game] = write
    if run:
        yield list(run.values())


def apply_run(connection: sqlite3.Connection, run: Sequence[Write]) -> list[Exception | None]:
    """Write a run; for each of it the reason why it was refused, or None."""
    first = run[0]
    if first.life is not None:
        connection.execute(LIVE, first.life)
        connection.execute("DELETE FROM processes WHERE lived < ?", (first.life[1] - GONE_MS,))
        return [None]
    if first.game == NO_GAME:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute(f"PRAGMA user_version = {version}")
        return [None]
    if first.row is None:
        return append_run(connection, run)
    if connection.execute("SELECT 1 FROM games WHERE id = ?", (first.game,)).fetchone():
        return [Taken(f"there is a game {first.game!r} already")]
    connection.execute(ADD_GAME, row_values(first.row))
    connection.execute(ADD_ENTRIES, entries_of(run))
    return [None]


def append_run(connection: sqlite3.Connection, run: Sequence[Write]) -> list[Exception | None]:
    """Add to several games at once, with as many statements as for one.

    For each statement this thread gives way to the event loop, and would wait for its turn again: few statements are
    what keeps a commit short while the loop is busy. So what is written goes into SQLite as one text of JSON.
    """
    games = PACK([write.game for write in run]).decode()
    (found,) = connection.execute(LAST_SEQS, (games,)).fetchone()
    lasts = dict(msgspec.json.decode(found))
    moves = [(write.game, entry.move) for write in run for entry in write.entries if entry.move]
    used: set[str] = set()
    if moves:
        (found,) = connection.execute(USED_MOVES, (PACK(moves).decode(),)).fetchone()
        used = set(msgspec.json.decode(found))
    outcomes = [judge(write, lasts.get(write.game), write.game in used) for write in run]
    good = [write for write, outcome in zip(run, outcomes, strict=True) if outcome is None]
    if good:
        connection.execute(ADD_ENTRIES, entries_of(good))
        connection.execute(CHANGE_GAMES, changes_of(good))
    return outcomes


def judge(write: Write, last: int | None, used: bool) -> Exception | None:
    """Why a write does not fit, if it does not: nobody else writes, so what holds now holds until the commit."""
    if last is None:
        return no_such_game(write.game)
    try:
        check_place(write, last)
    except (Taken, ValueError) as refusal:
        return refusal
    return taken_move(write.game) if used else None


def entries_of(run: Sequence[Write]) -> tuple[str, bytes]:
    """The rows of all entries, and their bodies, for `ADD_ENTRIES`."""
    rows, bodies, place, version = [], [PADDING], 1 + len(PADDING), log_version()
    for write in run:
        for e in write.entries:
            rows.append((write.game, e.seq, e.at, e.kind, place, len(e.body), e.move, version))
            bodies.append(e.body)
            place += len(e.body)
    return PACK(rows).decode(), b"".join(bodies)


def changes_of(run: Sequence[Write]) -> tuple[str, bytes]:
    """What becomes of the games' rows, and their summaries, for `CHANGE_GAMES`."""
    rows: list[tuple[Any, ...]] = []
    summaries, place = [PADDING], 1 + len(PADDING)
    for write in run:
        changed, summary = write.entries[-1].at if write.entries else 0, write.summary
        cut = (None, None) if summary is None else (place, len(summary))
        rows.append((write.game, len(write.entries), changed, write.status, *cut))
        if summary is not None:
            summaries.append(summary)
            place += len(summary)
    return PACK(rows).decode(), b"".join(summaries)


def row_values(row: GameRow) -> tuple[Any, ...]:
    """The row in the order of `ROW`."""
    return tuple(getattr(row, name) for name in ROW.split(", "))


def game_row(found: Sequence[Any]) -> GameRow:
    """The row that was read; SQLite has no booleans."""
    values = dict(zip(ROW.split(", "), found, strict=True))
    return GameRow(**values | {"public": bool(values["public"])})
