"""Games in PostgreSQL, for several processes: any of them may append to any game.

Each process has one connection that writes, in groups as SQLite does, a few that read, and one that listens. When
PostgreSQL goes away for a while, everybody waits and tries again; a doubtful write is looked up, not written twice.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

from passgo.server.store import GONE_MS, PROBE_S, Entry, GameRow, Loaded, Snapshot, Unavailable, watched
from passgo.server.store.chain import START, fitting_snapshot, snapshot_fits, verified
from passgo.server.store.versions import APPLICATION_ID, POSTGRES, Step, missing, up_to_date
from passgo.server.store.write import Write, more_entries, new_game

try:
    import asyncpg

    from passgo.server.store.news import NOW, NewsFeed
    from passgo.server.store.postgres_group import AWAY, ROW, Held, commit, is_away
except ModuleNotFoundError as error:
    raise Unavailable("PostgreSQL needs one more package: pip install 'passgo[postgres]'") from error

logger = logging.getLogger(__name__)
READERS = 4
LARGEST_GROUP = 500
PATIENCE_S = 30.0
"""How long to wait for a PostgreSQL that went away before a write fails."""
POLL_S = 5.0
CONNECT_S = 5.0
HELD_S = 0.05
"""How soon to try again to write to a game that somebody else holds."""
REOPEN_S = 1.0
"""How soon to try again to open a database that is not there yet."""
COMMAND_S = 15.0
SETTINGS = {
    "application_name": "passgo",
    "lock_timeout": "250ms",
    # A process that stops in the middle of a transaction must not hold its games for ever.
    "idle_in_transaction_session_timeout": "10s",
    "jit": "off",
}
READING = SETTINGS | {"plan_cache_mode": "force_custom_plan"}
"""A plan for any status would walk over all games when few have the one that is asked for."""
DURABLE = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"

CLOCK = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
LIVE = f"""
    WITH gone AS (DELETE FROM passgo.processes WHERE lived < {CLOCK} - $2::bigint AND name <> $1)
    INSERT INTO passgo.processes (name, lived) VALUES ($1, {CLOCK})
    ON CONFLICT (name) DO UPDATE SET lived = excluded.lived"""

LOG_AFTER = """
    ARRAY(SELECT ROW(version, seq, at, kind, body, move, sum) FROM passgo.entries
          WHERE game = id AND entries.seq >= {after} ORDER BY seq)"""
READ_LOG = f"SELECT seq, sum, {LOG_AFTER.format(after='$2')} FROM passgo.games WHERE id = $1"
LOAD = f"""
    SELECT {", ".join(f"games.{name}" for name in ROW.split(", "))}, games.sum,
        snapshots.seq, mark, snapshots.body, snapshots.sum, {LOG_AFTER.format(after="coalesce(snapshots.seq, 0)")}
    FROM passgo.games LEFT JOIN passgo.snapshots ON snapshots.game = id AND mark = $2 WHERE id = $1"""
FILL_SUMS = "SELECT passgo.fill_sums(100)"
WITHOUT_SUM = "SELECT EXISTS (SELECT FROM passgo.games WHERE sum IS NULL)"
FOLD_TOTALS = """
    WITH counted AS (
        DELETE FROM passgo.totals WHERE (what, connection) IN (
            SELECT what, connection FROM passgo.totals WHERE connection <> 0 FOR UPDATE SKIP LOCKED)
        RETURNING what, count
    )
    INSERT INTO passgo.totals AS old SELECT what, 0, sum(count) FROM counted GROUP BY what
    ON CONFLICT ON CONSTRAINT totals_pkey DO UPDATE SET count = old.count + excluded.count"""
FAULTS = (
    "SELECT 'game ' || id || ': the row has version ' || games.version || ', the log ' || entries.version"
    " FROM passgo.games JOIN passgo.entries ON game = id AND entries.seq = 1 WHERE games.version <> entries.version",
    "SELECT DISTINCT 'there are entries of a game ' || game || ', which is not there' FROM passgo.entries"
    " WHERE NOT EXISTS (SELECT FROM passgo.games WHERE id = game)",
    "SELECT 'there is a snapshot of a game ' || game || ', which is not there' FROM passgo.snapshots"
    " WHERE NOT EXISTS (SELECT FROM passgo.games WHERE id = game)",
    "SELECT 'the totals have ' || told || ' for ' || what || ', the games ' || found FROM"
    " (SELECT what, sum(count) AS told FROM passgo.totals GROUP BY what) AS totals FULL JOIN"
    " (SELECT status AS what, count(*) AS found FROM passgo.games GROUP BY status"
    " UNION ALL SELECT 'entries', coalesce(sum(seq), 0) FROM passgo.games) AS games USING (what)"
    " WHERE coalesce(told, 0) <> coalesce(found, 0)",
)
UPGRADE_S = 3600.0
"""How long a step to a new version may take: it may have to write every row of a table."""


class PostgresStore:
    """A `passgo.server.store.Store` in a PostgreSQL database (13 or newer), in a schema of its own."""

    shared = True

    def __init__(self, database: str, patience_s: float, poll_s: float, steps: Sequence[Step] | None) -> None:
        self._database = database
        self.on_trouble: Callable[[Unavailable], None] = lambda problem: None
        self._patience_s = patience_s
        self._poll_s = poll_s
        self._steps = steps
        self._pool: Any = None
        self._cursor = ""
        self._opened = asyncio.Event()
        self._opening: asyncio.Task[None] | None = None
        self._not_yet = Unavailable("PostgreSQL was not asked yet", "away")
        self._me = secrets.token_hex(8)
        self._queue: asyncio.Queue[Write | None] = asyncio.Queue()
        self._pending: set[Write] = set()
        self._writing: Any = None
        self._writing_pid = 0
        self._feeds: set[NewsFeed] = set()
        self._closed = False
        self._writer = asyncio.create_task(self._run_writer())

    @classmethod
    async def open(
        cls,
        database: str,
        *,
        patience_s: float = PATIENCE_S,
        poll_s: float = POLL_S,
        steps: Sequence[Step] | None = POSTGRES,
        wait: bool = False,
    ) -> "PostgresStore":
        """Connect, create the tables if need be, and bring them up to date. Without `steps`, they must be so already.

        With `wait`, a PostgreSQL that is away is no reason to fail: until it is there, everything is `Unavailable`.
        """
        store = cls(database, patience_s, poll_s, steps)
        try:
            await store._open()
        except Unavailable as problem:
            if not (wait and problem.kind == "away"):
                await store.close()
                raise
            store._not_yet = problem
            store._opening = asyncio.create_task(store._keep_opening())
        return store

    async def _open(self) -> None:
        try:
            connection = await open_connection(self._database)
            try:
                if self._steps is None:
                    await check_version(connection)
                else:
                    await prepare(connection, self._steps)
                self._cursor = await connection.fetchval(NOW)
            finally:
                connection.terminate()
            self._pool = await asyncpg.create_pool(
                self._database,
                min_size=1,
                max_size=READERS,
                timeout=CONNECT_S,
                command_timeout=COMMAND_S,
                server_settings=READING,
            )
        except (*AWAY, ValueError, asyncpg.PostgresError) as error:
            kind = "away" if is_away(error) else kind_of(error)
            raise Unavailable(f"PostgreSQL cannot be used: {error}", kind) from error
        self._opened.set()

    async def _keep_opening(self) -> None:
        """Try until the database is there. What a later try finds wrong is told to whoever asks."""
        while not self._opened.is_set():
            await asyncio.sleep(REOPEN_S)
            try:
                await self._open()
                logger.info("PostgreSQL is there now")
            except Unavailable as problem:
                self._not_yet = problem

    def _check_open(self) -> None:
        if self._closed:
            raise Unavailable("the store is closed", "closed")
        if not self._opened.is_set():
            raise Unavailable(str(self._not_yet), self._not_yet.kind)

    @watched
    async def create(self, row: GameRow, entries: Sequence[Entry]) -> None:
        """Keep a new game. See `Store`."""
        await self._submit(new_game(asyncio.get_running_loop().create_future(), row, entries))

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
        done = asyncio.get_running_loop().create_future()
        await self._submit(more_entries(done, game, entries, status, summary, snapshot))

    @watched
    async def row(self, game: str) -> GameRow | None:
        """The row of one game. See `Store`."""
        rows = await self._read(f"SELECT {ROW} FROM passgo.games WHERE id = $1", game)
        return GameRow(*rows[0]) if rows else None

    @watched
    async def entries(self, game: str, after: int = 0) -> list[Entry]:
        """The entries of a game. See `Store`."""
        found = await self._read(READ_LOG, game, after)
        return checked_log(game, after, *found[0]) if found else []

    @watched
    async def load(self, game: str, mark: str | None = None) -> Loaded | None:
        """A game with its snapshot. See `Store`."""
        return await self._load(game, mark)

    async def _load(self, game: str, mark: str | None) -> Loaded | None:
        found = await self._read(LOAD, game, mark)
        if not found:
            return None
        *row, last_sum, seq, its_mark, body, its_sum, log = found[0]
        its_row = GameRow(*row)
        before = log[0][-1] if log and log[0][1] == seq else None
        values = (seq, its_mark, body, its_sum, before)
        snapshot = None if before is None else fitting_snapshot(game, values)
        if snapshot is None and seq is not None:
            return await self._load(game, None)
        return Loaded(its_row, snapshot, checked_log(game, seq or 0, its_row.seq, last_sum, log))

    @watched
    async def done(self, game: str, move: str) -> Entry | None:
        """The entry that carries a move id. See `Store`."""
        columns = "version, seq, at, kind, body, move"
        query = f"SELECT {columns} FROM passgo.entries WHERE game = $1 AND move = $2 AND move <> ''"
        found = [tuple(row) for row in await self._read(query, game, move)]
        return up_to_date(Entry(*found[0][1:]), found[0][0]) if found else None

    @watched
    async def games(
        self, *, status: str | None = None, public: bool | None = None, limit: int = 50, before: int | None = None
    ) -> list[GameRow]:
        """The games that changed last. See `Store`."""
        wanted = {"status =": status, "public =": public, "changed <": before}
        chosen = {test: value for test, value in wanted.items() if value is not None}
        where = " AND ".join(("TRUE", *(f"{test} ${n}" for n, test in enumerate(chosen, start=2))))
        page = f"SELECT {ROW} FROM passgo.games WHERE {where} ORDER BY changed DESC FETCH FIRST $1 ROWS WITH TIES"
        found = await self._read(f"SELECT * FROM ({page}) AS page ORDER BY changed DESC, id", limit, *chosen.values())
        return [GameRow(*values) for values in found]

    @watched
    async def live(self, process: str) -> None:
        """A process lives. See `Store`."""
        await self._read(LIVE, process, GONE_MS)

    @watched
    async def silent_ms(self, process: str) -> int | None:
        """How long a process has been silent. See `Store`."""
        found = await self._read(f"SELECT {CLOCK} - lived FROM passgo.processes WHERE name = $1", process)
        return max(0, int(found[0][0])) if found else None

    @watched
    async def counts(self) -> dict[str, int]:
        """Games by status, and entries. See `Store`."""
        found = await self._read("SELECT what, sum(count)::bigint FROM passgo.totals GROUP BY what")
        return {what: count for what, count in found if count or what == "entries"}

    @watched
    async def ids(self, after: str, limit: int) -> list[str]:
        """The ids of games. See `Archive`."""
        query = 'SELECT id FROM passgo.games WHERE id COLLATE "C" > $1 ORDER BY id COLLATE "C" LIMIT $2'
        return [game for (game,) in await self._read(query, after, limit)]

    @watched
    async def snapshot(self, game: str) -> tuple[Snapshot, bool] | None:
        """The snapshot of a game. See `Archive`."""
        query = """
            SELECT seq, mark, snapshots.body, snapshots.sum, entries.sum
            FROM passgo.snapshots LEFT JOIN passgo.entries USING (game, seq) WHERE game = $1"""
        found = await self._read(query, game)
        return (Snapshot(*found[0][:3]), snapshot_fits(game, tuple(found[0]))) if found else None

    @watched
    async def faults(self) -> list[str]:
        """What is wrong with the database as a whole. See `Archive`."""
        return [text for query in FAULTS for (text,) in await self._read(query)]

    @watched
    async def forget(self, game: str) -> bool:
        """Delete a game. See `Archive`."""
        until = time.monotonic() + self._patience_s
        while True:
            try:
                self._check_open()
                async with self._pool.acquire() as connection, connection.transaction():
                    return await delete_game(connection, game)
            except AWAY as error:
                if not is_away(error) or time.monotonic() > until:
                    raise Unavailable(f"PostgreSQL does not answer: {error}", "away") from error
                await asyncio.sleep(0.1)

    async def news(self) -> AsyncIterator[tuple[str, int]]:
        """What other processes appended since this store was opened. See `Store`."""
        await self._opened.wait()
        feed = NewsFeed(lambda: open_connection(self._database), self._me, self._is_own, self._cursor, self._poll_s)
        if self._closed:
            return
        self._feeds.add(feed)
        try:
            async for news in feed.news():
                yield news
        finally:
            self._feeds.discard(feed)

    async def trouble(self) -> Unavailable | None:
        """Why nothing can be kept now. See `Store`."""
        problem = await self._probe()
        if problem is not None:
            self.on_trouble(problem)
        return problem

    async def _probe(self) -> Unavailable | None:
        """Whether PostgreSQL takes a write now. See `Store`."""
        try:
            async with asyncio.timeout(PROBE_S):
                self._check_open()
                await self._pool.execute(LIVE, f"probe of {self._me}", GONE_MS)
        except TimeoutError:
            return Unavailable(f"PostgreSQL took no write within {PROBE_S:.0f} s", "slow")
        except (*AWAY, asyncpg.PostgresError) as error:
            kind = "away" if is_away(error) else kind_of(error)
            return Unavailable(f"PostgreSQL takes no write: {error}", kind)
        except Unavailable as problem:
            return problem
        return None

    async def close(self) -> None:
        """Write what is waiting, unless PostgreSQL is away, then let go of the connections."""
        if self._closed:
            return
        self._closed = True
        if self._opening is not None:
            self._opening.cancel()
        self._opened.set()  # whoever waits for news hears that there will be none
        for feed in self._feeds:
            feed.end()
        self._queue.put_nowait(None)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._writer, CONNECT_S)
        for write in tuple(self._pending):
            write.settle(Unavailable("the store was closed before this could be kept", "closed"))
        self._disconnect()
        if self._pool is not None:
            self._pool.terminate()

    def _is_own(self, pid: int) -> bool:
        return self._writing is not None and not self._writing.is_closed() and pid == self._writing_pid

    async def _submit(self, write: Write) -> None:
        self._check_open()
        self._queue.put_nowait(write)
        self._pending.add(write)
        write.done.add_done_callback(lambda _: self._pending.discard(write))
        await write.done

    async def _read(self, query: str, *values: Any) -> list[Any]:

        async def once() -> list[Any]:
            self._check_open()
            return list(await self._pool.fetch(query, *values))

        try:
            return await retry(once, self._patience_s)
        except AWAY as error:
            raise Unavailable(f"PostgreSQL does not answer: {error}", "away") from error
        except asyncpg.PostgresError as error:
            raise Unavailable(f"PostgreSQL cannot read the games: {error}", kind_of(error)) from error

    async def _run_writer(self) -> None:
        """The writer's task: take all waiting writes, commit them together, and settle each."""
        held: list[Write] = []
        while (more := await self._next(HELD_S if held else None)) is not None:
            held = await self._keep([*held, *more])
        await self._keep(held)

    async def _next(self, timeout_s: float | None) -> list[Write] | None:
        """The next write; none if there is none within the time, None if the store is closing."""
        try:
            async with asyncio.timeout(timeout_s):
                first = await self._queue.get()
        except TimeoutError:
            return []
        return None if first is None else [first]

    def _waiting(self) -> list[Write]:
        """What has been asked for meanwhile; the sign to stop is left in the queue."""
        found: list[Write] = []
        while len(found) < LARGEST_GROUP and not self._queue.empty():
            write = self._queue.get_nowait()
            if write is None:
                self._queue.put_nowait(None)
                break
            found.append(write)
        return found

    async def _keep(self, group: list[Write], alone: bool = False) -> list[Write]:
        """Commit the group and what joins it, with as many tries as needed; no write waits longer than the patience.

        Writes to games that somebody else holds come back, in their order: they are to be tried again with later ones.
        """
        pause = 0.02
        while group:
            group += [] if alone else self._waiting()
            try:
                outcomes = await commit(await self._connection(), group, self._me)
            except AWAY as error:
                if not is_away(error):
                    return await self._keep_apart(group, error)
                self._disconnect()
                group = self._give_up(group, f"PostgreSQL does not answer: {error}", "away")
                await asyncio.sleep(pause)
                pause = min(2 * pause, 1.0)
            except Exception as error:
                return await self._keep_apart(group, error)
            else:
                return self._settle(group, outcomes)
        return []

    def _settle(self, group: list[Write], outcomes: Sequence[Exception | None]) -> list[Write]:
        """Settle each write with its outcome; those that are to be tried again come back."""
        held = []
        for write, outcome in zip(group, outcomes, strict=True):
            if isinstance(outcome, Held):
                held.append(write)
            else:
                write.settle(outcome)
        return self._give_up(held, "another program holds the game in PostgreSQL", "locked")

    async def _keep_apart(self, group: list[Write], error: Exception) -> list[Write]:
        """One of the group cannot be written at all: the others must not suffer for it."""
        self._disconnect()  # whatever state an error that nobody foresaw has left the connection in
        if len(group) > 1:
            held: list[Write] = []
            for write in group:
                behind = any(write.game == other.game for other in held)  # of one game, none overtakes another
                held += [write] if behind else await self._keep([write], alone=True)
            return held
        if isinstance(error, asyncpg.PostgresError):
            group[0].settle(Unavailable(f"PostgreSQL cannot keep this: {error}", kind_of(error)))
        else:
            group[0].settle(error)
        return []

    def _give_up(self, group: list[Write], problem: str, kind: str) -> list[Write]:
        """Fail the writes that have waited too long; the others stay in the group."""
        too_late = time.monotonic() - self._patience_s
        for write in group:
            if write.since < too_late:
                doubt = "; whether it was kept is not known" if write.doubtful else ""
                write.settle(Unavailable(problem + doubt, kind))
        return [write for write in group if write.since >= too_late]

    async def _connection(self) -> Any:
        """The connection that writes, a new one if it broke."""
        if self._writing is None or self._writing.is_closed():
            self._writing = await open_connection(self._database)
            self._writing_pid = self._writing.get_server_pid()
            await self._writing.execute(DURABLE)
        return self._writing

    def _disconnect(self) -> None:
        if self._writing is not None:
            self._writing.terminate()
            self._writing = None


async def open_connection(database: str) -> Any:
    """A new connection with our settings."""
    return await asyncpg.connect(database, timeout=CONNECT_S, command_timeout=COMMAND_S, server_settings=SETTINGS)


async def retry(ask: Callable[[], Awaitable[list[Any]]], patience_s: float) -> list[Any]:
    """Ask again and again while PostgreSQL is away."""
    until, pause = time.monotonic() + patience_s, 0.02
    while True:
        try:
            return await ask()
        except AWAY as error:
            if not is_away(error) or time.monotonic() > until:
                raise
        await asyncio.sleep(pause)
        pause = min(2 * pause, 1.0)


async def delete_game(connection: Any, game: str) -> bool:
    """Delete everything about a game. Its row is locked first, so that nobody appends meanwhile."""
    if await connection.fetchval("SELECT 1 FROM passgo.games WHERE id = $1 FOR UPDATE", game) is None:
        return False
    await connection.execute("DELETE FROM passgo.games WHERE id = $1", game)
    for table in ("entries", "snapshots"):
        await connection.execute(f"DELETE FROM passgo.{table} WHERE game = $1", game)
    return True


def kind_of(error: Exception) -> str:
    """The kind of trouble that an error of PostgreSQL tells of, one of `PUBLIC_REASONS`."""
    if isinstance(error, asyncpg.DiskFullError):
        return "full"
    if isinstance(error, asyncpg.DataCorruptedError | asyncpg.IndexCorruptedError):
        return "damaged"
    return "forbidden" if isinstance(error, asyncpg.InsufficientPrivilegeError) else "other"


def checked_log(game: str, after: int, last: int, last_sum: bytes | None, found: Sequence[Any]) -> list[Entry]:
    """The entries of a game after one of them, checked and up to date."""
    found = verified(game, last, last_sum or START, after, found)
    return [up_to_date(entry, version) for version, entry in found]


async def check_version(connection: Any) -> None:
    """Refuse a database that is not ours, or not up to date."""
    there = await connection.fetchval("SELECT to_regclass('passgo.version') IS NOT NULL")
    version = await connection.fetchval("SELECT max(version) FROM passgo.version") if there else 0
    if missing(POSTGRES, version):
        raise Unavailable("the database was kept by an older PassGo, or by none: start a server with it once")


async def prepare(connection: Any, steps: Sequence[Step]) -> None:
    """Bring the database up to date; of several processes that start at once only one does."""
    async with connection.transaction():
        await connection.execute("SET LOCAL lock_timeout = '60s'")
        await connection.execute("SELECT pg_advisory_xact_lock($1)", APPLICATION_ID, timeout=UPGRADE_S)
        await connection.execute("CREATE SCHEMA IF NOT EXISTS passgo")
        await connection.execute("CREATE TABLE IF NOT EXISTS passgo.version (version integer NOT NULL)")
        version = await connection.fetchval("SELECT max(version) FROM passgo.version") or 0
        for number, step in missing(steps, version):
            for statement in step:
                await connection.execute(statement, timeout=UPGRADE_S)
            await connection.execute("INSERT INTO passgo.version VALUES ($1)", number)
        # After a restore into another server the old numbers of transactions lie in the future; they are no news.
        await connection.execute(
            "UPDATE passgo.games SET xact = '0' WHERE xact >= pg_snapshot_xmax(pg_current_snapshot())"
        )
        # What other connections have counted becomes one row; those that count just now keep theirs.
        await connection.execute(FOLD_TOTALS)
    while await connection.fetchval(WITHOUT_SUM):
        if not await connection.fetchval(FILL_SUMS, timeout=UPGRADE_S):
            await asyncio.sleep(0.05)  # the last ones are locked by somebody who is writing
