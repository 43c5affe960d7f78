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
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec

from passgo.server.store import GONE_MS, PROBE_S, Entry, GameRow, Loaded, Snapshot, Taken, Unavailable, watched
from passgo.server.store.chain import LENGTH, START, fitting_snapshot, snapshot_fits, snapshot_sum, sums_from, verified
from passgo.server.store.sqlite_file import LOCKED, Connect, empty_log, is_trouble, open_beside, open_file, trouble_with
from passgo.server.store.versions import SQLITE, Step, log_version, up_to_date
from passgo.server.store.write import Write, check_place, more_entries, new_game, no_such_game, taken_move

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

ROW = "id, version, created, edition, public, status, title, summary, seed, changed, seq, secret"
ENTRY = "version, seq, at, kind, body, move, sum"
ADD_GAME = f"INSERT INTO games ({ROW}, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
# Several rows at once: ?1 is JSON, a list for each row; ?2 holds all bytes, which the lists cut by place and length.
ADD_ENTRIES = (
    "INSERT INTO entries (game, seq, at, kind, body, move, version, sum)"
    " SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),"
    " json_extract(value, '$[3]'), substr(?2, json_extract(value, '$[4]'), json_extract(value, '$[5]')),"
    " json_extract(value, '$[6]'), json_extract(value, '$[7]'),"
    f" substr(?2, json_extract(value, '$[4]') - {LENGTH}, {LENGTH}) FROM json_each(?1)"
)
CHANGE_GAMES = (
    "UPDATE games SET seq = seq + new.added, changed = max(changed, new.at),"
    " status = coalesce(new.status, games.status), summary = coalesce(new.summary, games.summary),"
    " sum = new.sum FROM"
    " (SELECT json_extract(value, '$[0]') AS id, json_extract(value, '$[1]') AS added,"
    " json_extract(value, '$[2]') AS at, json_extract(value, '$[3]') AS status,"
    " substr(?2, json_extract(value, '$[4]'), json_extract(value, '$[5]')) AS summary,"
    " substr(?2, json_extract(value, '$[6]'), json_extract(value, '$[7]')) AS sum FROM json_each(?1)) AS new"
    " WHERE games.id = new.id"
)
ADD_SNAPSHOTS = (
    "INSERT OR REPLACE INTO snapshots (game, seq, mark, body, sum)"
    " SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),"
    " substr(?2, json_extract(value, '$[3]'), json_extract(value, '$[4]')),"
    f" substr(?2, json_extract(value, '$[3]') - {LENGTH}, {LENGTH}) FROM json_each(?1)"
)
ENDS = "SELECT json_group_array(json_array(id, seq, hex(sum))) FROM games WHERE id IN (SELECT value FROM json_each(?))"
USED_MOVES = (
    "SELECT json_group_array(game) FROM entries,"
    " (SELECT json_extract(value, '$[0]') AS g, json_extract(value, '$[1]') AS m FROM json_each(?))"
    " WHERE game = g AND move = m AND move <> ''"
)
LIVE = "INSERT OR REPLACE INTO processes (name, lived) VALUES (?, ?)"
READ_LOG = (
    f"SELECT games.seq, games.sum, {', '.join(f'entries.{name}' for name in ENTRY.split(', '))}"
    " FROM games LEFT JOIN entries ON game = id AND entries.seq >= ? WHERE id = ? ORDER BY entries.seq"
)

FAULTS = (
    "SELECT 'game ' || id || ': the row has version ' || games.version || ', the log ' || entries.version"
    " FROM games JOIN entries ON game = id AND entries.seq = 1 WHERE games.version <> entries.version",
    "SELECT DISTINCT 'there are entries of a game ' || game || ', which is not there' FROM entries"
    " WHERE game NOT IN (SELECT id FROM games)",
    "SELECT 'there is a snapshot of a game ' || game || ', which is not there' FROM snapshots"
    " WHERE game NOT IN (SELECT id FROM games)",
    "SELECT 'the totals have ' || count || ' for ' || what || ', the games ' || found FROM"
    " (SELECT what, count, CASE what WHEN 'entries' THEN (SELECT coalesce(sum(seq), 0) FROM games)"
    " ELSE (SELECT count(*) FROM games WHERE status = what) END AS found FROM totals) WHERE count <> found",
)

PACK = msgspec.json.Encoder().encode
PADDING = b"-"
"""Comes before all bytes, because SQLite takes a part of an empty value for NULL."""

NO_GAME = ""
"""A write for no game is a sign of life, or it changes nothing and proves that a commit reaches the disk."""


def connect(path: str) -> sqlite3.Connection:
    """A connection that begins no transactions by itself and may be used in any thread."""
    return sqlite3.connect(path, timeout=OPENING_S, isolation_level=None, check_same_thread=False)


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
        await self._submit(new_game(row, entries))

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
        await self._submit(more_entries(game, entries, status, summary, snapshot))

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

    async def _submit(self, write: Write) -> None:
        if self._closed.is_set():
            raise Unavailable(f"the store {self._path} is closed", "closed")
        self._queue.put(write)
        await write.done

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
        while going_on:
            group = [self._queue.get()]
            time.sleep(max(0.0, next_begins - time.monotonic()))
            began = time.monotonic()
            while len(group) < LARGEST_GROUP and not self._queue.empty():
                group.append(self._queue.get())
            going_on = None not in group
            writes = [write for write in group if write is not None]
            outcomes = commit_group(self._writing, writes, self._path, self._note_waiting)
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


def commit_group(
    connection: sqlite3.Connection, writes: Sequence[Write], path: str, note_waiting: Callable[[bool], None]
) -> list[Exception | None]:
    """Write all of them in one transaction; for each one the reason why it was refused, or None.

    A refused one leaves its neighbours alone: it is judged before anything of it is written. `note_waiting` hears when
    it begins to wait for the right to write, and when that is over.
    """
    try:
        note_waiting(True)
        try:
            connection.execute("BEGIN IMMEDIATE")
        finally:
            note_waiting(False)
        outcomes = [outcome for run in runs(writes) for outcome in apply_run(connection, run)]
        connection.execute("COMMIT")
    except Exception as error:
        roll_back(connection)
        if is_trouble(error):
            return [trouble_with(path, error) for _ in writes]
        if len(writes) == 1:
            return [error]
        # One of them is something that cannot be written at all: the others must not suffer for it.
        return [outcome for write in writes for outcome in commit_group(connection, [write], path, note_waiting)]
    return outcomes


def roll_back(connection: sqlite3.Connection) -> None:
    """SQLite may have ended the transaction by itself when it failed."""
    with contextlib.suppress(sqlite3.Error):
        connection.execute("ROLLBACK")


def runs(writes: Sequence[Write]) -> Iterator[list[Write]]:
    """The writes in their order, cut so that appends to different games stand together and anything else alone."""
    run: dict[str, Write] = {}
    for write in writes:
        alone = write.row is not None or write.forget or write.game == NO_GAME
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
    if first.life:
        at = now()
        connection.execute(LIVE, (first.life, at))
        connection.execute("DELETE FROM processes WHERE lived < ?", (at - GONE_MS,))
        return [None]
    if first.game == NO_GAME:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute(f"PRAGMA user_version = {version}")
        return [None]
    if first.forget:
        return [delete_game(connection, first.game)]
    if first.row is None:
        return append_run(connection, run)
    if connection.execute("SELECT 1 FROM games WHERE id = ?", (first.game,)).fetchone():
        return [Taken(f"there is a game {first.game!r} already")]
    sums = [sums_from(START, first.game, first.entries, log_version())]
    connection.execute(ADD_GAME, (*row_values(first.row), sums[0][-1]))
    connection.execute(ADD_ENTRIES, entries_of(run, sums))
    return [None]


def delete_game(connection: sqlite3.Connection, game: str) -> Exception | None:
    """Delete everything about a game."""
    if not connection.execute("DELETE FROM games WHERE id = ?", (game,)).rowcount:
        return no_such_game(game)
    for table in ("entries", "snapshots"):
        connection.execute(f"DELETE FROM {table} WHERE game = ?", (game,))
    return None


def append_run(connection: sqlite3.Connection, run: Sequence[Write]) -> list[Exception | None]:
    """Add to several games at once, with as many statements as for one.

    For each statement this thread gives way to the event loop, and would wait for its turn again: few statements are
    what keeps a commit short while the loop is busy. So what is written goes into SQLite as one text of JSON.
    """
    games = PACK([write.game for write in run]).decode()
    (found,) = connection.execute(ENDS, (games,)).fetchone()
    ends = {game: (seq, bytes.fromhex(last)) for game, seq, last in msgspec.json.decode(found)}
    moves = [(write.game, entry.move) for write in run for entry in write.entries if entry.move]
    used: set[str] = set()
    if moves:
        (found,) = connection.execute(USED_MOVES, (PACK(moves).decode(),)).fetchone()
        used = set(msgspec.json.decode(found))
    outcomes = [judge(write, ends.get(write.game), write.game in used) for write in run]
    good = [write for write, outcome in zip(run, outcomes, strict=True) if outcome is None]
    if good:
        version = log_version()
        sums = [sums_from(ends[write.game][1], write.game, write.entries, version) for write in good]
        connection.execute(ADD_ENTRIES, entries_of(good, sums))
        connection.execute(CHANGE_GAMES, changes_of(good, sums))
        if any(write.snapshot is not None for write in good):
            connection.execute(ADD_SNAPSHOTS, snapshots_of(good, sums))
    return outcomes


def judge(write: Write, end: tuple[int, bytes] | None, used: bool) -> Exception | None:
    """Why a write does not fit, if it does not: nobody else writes, so what holds now holds until the commit."""
    if end is None:
        return no_such_game(write.game)
    try:
        check_place(write, end[0])
    except (Taken, ValueError) as refusal:
        return refusal
    return taken_move(write.game) if used else None


def entries_of(run: Sequence[Write], sums: Sequence[Sequence[bytes]]) -> tuple[str, bytes]:
    """The rows of all entries, and their bodies, each behind its checksum, for `ADD_ENTRIES`."""
    rows, parts, place, version = [], [PADDING], 1 + len(PADDING), log_version()
    for write, (_, *own) in zip(run, sums, strict=True):
        for e, its_sum in zip(write.entries, own, strict=True):
            place += LENGTH
            rows.append((write.game, e.seq, e.at, e.kind, place, len(e.body), e.move, version))
            parts += (its_sum, e.body)
            place += len(e.body)
    return PACK(rows).decode(), b"".join(parts)


def changes_of(run: Sequence[Write], sums: Sequence[Sequence[bytes]]) -> tuple[str, bytes]:
    """What becomes of the games' rows, and their summaries and last checksums, for `CHANGE_GAMES`."""
    rows: list[tuple[Any, ...]] = []
    parts, place = [PADDING], 1 + len(PADDING)
    for write, own in zip(run, sums, strict=True):
        changed, summary, last = write.entries[-1].at if write.entries else 0, write.summary, own[-1]
        cut = (None, None) if summary is None else (place + len(last), len(summary))
        rows.append((write.game, len(write.entries), changed, write.status, *cut, place, len(last)))
        parts += (last, summary or b"")
        place += len(last) + len(summary or b"")
    return PACK(rows).decode(), b"".join(parts)


def snapshots_of(run: Sequence[Write], sums: Sequence[Sequence[bytes]]) -> tuple[str, bytes]:
    """The rows of all snapshots, and their bodies, each behind its checksum, for `ADD_SNAPSHOTS`."""
    rows, parts, place = [], [PADDING], 1 + len(PADDING)
    for write, own in zip(run, sums, strict=True):
        snapshot = write.snapshot
        if snapshot is None:
            continue
        before = own[snapshot.seq - write.entries[0].seq + 1] if write.entries else own[-1]
        place += LENGTH
        rows.append((write.game, snapshot.seq, snapshot.mark, place, len(snapshot.body)))
        parts += (snapshot_sum(before, write.game, snapshot), snapshot.body)
        place += len(snapshot.body)
    return PACK(rows).decode(), b"".join(parts)


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def read_log(connection: sqlite3.Connection, game: str, after: int) -> list[Entry]:
    """The entries of a game after one of them, checked and up to date."""
    found = connection.execute(READ_LOG, (after, game)).fetchall()
    if not found:
        return []
    (last, last_sum), rows = found[0][:2], [row[2:] for row in found if row[2] is not None]
    return [up_to_date(entry, version) for version, entry in verified(game, last, last_sum, after, rows)]


def load(connection: sqlite3.Connection, game: str, mark: str | None) -> Loaded | None:
    """A game, as it is at one moment."""
    connection.execute("BEGIN")
    try:
        row = connection.execute(f"SELECT {ROW} FROM games WHERE id = ?", (game,)).fetchone()
        if row is None:
            return None
        query = (
            "SELECT snapshots.seq, mark, snapshots.body, snapshots.sum, entries.sum FROM snapshots"
            " JOIN entries USING (game, seq) WHERE game = ? AND mark = ?"
        )
        snapshot = None
        if mark is not None:
            snapshot = fitting_snapshot(game, connection.execute(query, (game, mark)).fetchone())
        return Loaded(game_row(row), snapshot, read_log(connection, game, snapshot.seq if snapshot else 0))
    finally:
        connection.execute("ROLLBACK")


def row_values(row: GameRow) -> tuple[Any, ...]:
    """The row in the order of `ROW`."""
    return tuple(getattr(row, name) for name in ROW.split(", "))


def game_row(found: Sequence[Any]) -> GameRow:
    """The row that was read; SQLite has no booleans."""
    values = dict(zip(ROW.split(", "), found, strict=True))
    return GameRow(**values | {"public": bool(values["public"])})
