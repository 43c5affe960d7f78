"""Games in PostgreSQL, for several processes: any of them may append to any game.

Each process has one connection that writes, in groups as SQLite does, a few that read, and one that listens. When
PostgreSQL goes away for a while, everybody waits and tries again; a doubtful write is looked up, not written twice.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

from passgo.server.store import GONE_MS, Entry, GameRow, Unavailable
from passgo.server.store.versions import APPLICATION_ID, POSTGRES, Step, missing, up_to_date
from passgo.server.store.write import Write, more_entries, new_game

try:
    import asyncpg

    from passgo.server.store.group import AWAY, ROW, commit, is_away
    from passgo.server.store.news import NOW, NewsFeed
except ModuleNotFoundError as error:
    raise Unavailable("PostgreSQL needs one more package: pip install 'passgo[postgres]'") from error

READERS = 4
LARGEST_GROUP = 500
PATIENCE_S = 30.0
"""How long to wait for a PostgreSQL that went away before a write fails."""
POLL_S = 5.0
CONNECT_S = 5.0
COMMAND_S = 15.0
SETTINGS = {
    "application_name": "passgo",
    "lock_timeout": "5s",
    # A process that stops in the middle of a transaction must not hold its games for ever.
    "idle_in_transaction_session_timeout": "10s",
    "jit": "off",
}
DURABLE = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"

LIVE = """
    WITH gone AS (DELETE FROM passgo.processes WHERE lived < $2::bigint - $3::bigint AND name <> $1)
    INSERT INTO passgo.processes AS old (name, lived) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET lived = greatest(old.lived, excluded.lived)"""


class PostgresStore:
    """A `passgo.server.store.Store` in a PostgreSQL database (13 or newer), in a schema of its own."""

    def __init__(self, database: str, pool: Any, cursor: str, patience_s: float, poll_s: float) -> None:
        self._database = database
        self._pool = pool
        self._cursor = cursor
        self._patience_s = patience_s
        self._poll_s = poll_s
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
        cls, database: str, *, patience_s: float = PATIENCE_S, poll_s: float = POLL_S, steps: Sequence[Step] = POSTGRES
    ) -> "PostgresStore":
        """Connect, create the tables if need be, and bring them up to date."""
        try:
            connection = await open_connection(database)
            try:
                await prepare(connection, steps)
                cursor = await connection.fetchval(NOW)
            finally:
                await connection.close()
            pool = await asyncpg.create_pool(
                database,
                min_size=1,
                max_size=READERS,
                timeout=CONNECT_S,
                command_timeout=COMMAND_S,
                server_settings=SETTINGS,
            )
        except (OSError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise Unavailable(f"PostgreSQL cannot be used: {error}") from error
        return cls(database, pool, cursor, patience_s, poll_s)

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
        rows = await self._read(f"SELECT {ROW} FROM passgo.games WHERE id = $1", game)
        return GameRow(*rows[0]) if rows else None

    async def entries(self, game: str, after: int = 0) -> list[Entry]:
        """The entries of a game. See `Store`."""
        query = (
            "SELECT version, seq, at, kind, body, move FROM passgo.entries WHERE game = $1 AND seq > $2 ORDER BY seq"
        )
        return [up_to_date(Entry(*values), version) for version, *values in await self._read(query, game, after)]

    async def done(self, game: str, move: str) -> int | None:
        """The entry that carries a move id. See `Store`."""
        query = "SELECT seq FROM passgo.entries WHERE game = $1 AND move = $2 AND move <> ''"
        found = await self._read(query, game, move)
        return int(found[0][0]) if found else None

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

    async def live(self, process: str, at: int) -> None:
        """A process lives. See `Store`."""
        await self._read(LIVE, process, at, GONE_MS)

    async def lived(self, process: str) -> int | None:
        """When a process last lived. See `Store`."""
        found = await self._read("SELECT lived FROM passgo.processes WHERE name = $1", process)
        return int(found[0][0]) if found else None

    async def counts(self) -> dict[str, int]:
        """Games by status, and entries. See `Store`."""
        found = await self._read("SELECT status, count(*), sum(seq)::bigint FROM passgo.games GROUP BY status")
        return {status: count for status, count, _ in found} | {"entries": sum(seq for _, _, seq in found)}

    async def news(self) -> AsyncIterator[tuple[str, int]]:
        """What other processes appended since this store was opened. See `Store`."""
        feed = NewsFeed(lambda: open_connection(self._database), self._me, self._is_own, self._cursor, self._poll_s)
        if self._closed:
            return
        self._feeds.add(feed)
        try:
            async for news in feed.news():
                yield news
        finally:
            self._feeds.discard(feed)

    async def healthy(self) -> bool:
        """Whether PostgreSQL answers now and takes writes."""
        if self._closed:
            return False
        try:
            return bool(await self._pool.fetchval("SELECT NOT pg_is_in_recovery()", timeout=3))
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            return False

    async def close(self) -> None:
        """Write what is waiting, unless PostgreSQL is away, then let go of the connections."""
        if self._closed:
            return
        self._closed = True
        for feed in self._feeds:
            feed.end()
        self._queue.put_nowait(None)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._writer, CONNECT_S)
        for write in tuple(self._pending):
            write.settle(Unavailable("the store was closed before this could be kept"))
        self._disconnect()
        self._pool.terminate()

    def _is_own(self, pid: int) -> bool:
        return self._writing is not None and not self._writing.is_closed() and pid == self._writing_pid

    async def _submit(self, write: Write) -> None:
        if self._closed:
            raise Unavailable("the store is closed")
        self._queue.put_nowait(write)
        self._pending.add(write)
        write.done.add_done_callback(lambda _: self._pending.discard(write))
        await write.done

    async def _read(self, query: str, *values: Any) -> list[Any]:

        async def once() -> list[Any]:
            if self._closed:
                raise Unavailable("the store is closed")
            return list(await self._pool.fetch(query, *values))

        try:
            return await retry(once, self._patience_s)
        except AWAY as error:
            raise Unavailable(f"PostgreSQL does not answer: {error}") from error
        except asyncpg.PostgresError as error:
            raise Unavailable(f"PostgreSQL cannot read the games: {error}") from error

    async def _run_writer(self) -> None:
        """The writer's task: take all waiting writes, commit them together, and settle each."""
        while (first := await self._queue.get()) is not None:
            await self._keep([first])

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

    async def _keep(self, group: list[Write]) -> None:
        """Commit the group and what joins it, with as many tries as needed; no write waits longer than the patience."""
        pause = 0.02
        while group:
            group += self._waiting()
            try:
                outcomes = await commit(await self._connection(), group, self._me)
            except AWAY as error:
                if not is_away(error):
                    return await self._keep_apart(group, error)
                self._disconnect()
                group = self._give_up(group, error)
                await asyncio.sleep(pause)
                pause = min(2 * pause, 1.0)
            except Exception as error:
                return await self._keep_apart(group, error)
            else:
                for write, outcome in zip(group, outcomes, strict=True):
                    write.settle(outcome)
                return None
        return None

    async def _keep_apart(self, group: list[Write], error: Exception) -> None:
        """One of the group cannot be written at all: the others must not suffer for it."""
        self._disconnect()  # whatever state an error that nobody foresaw has left the connection in
        if len(group) > 1:
            for write in group:
                await self._keep([write])
        elif isinstance(error, asyncpg.PostgresError):
            group[0].settle(Unavailable(f"PostgreSQL cannot keep this: {error}"))
        else:
            group[0].settle(error)

    def _give_up(self, group: list[Write], error: Exception) -> list[Write]:
        """Fail the writes that have waited too long; the others stay in the group."""
        too_late = time.monotonic() - self._patience_s
        for write in group:
            if write.since < too_late:
                doubt = "; whether it was kept is not known" if write.doubtful else ""
                write.settle(Unavailable(f"PostgreSQL does not answer: {error}{doubt}"))
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


async def prepare(connection: Any, steps: Sequence[Step]) -> None:
    """Take the steps that the database lacks; of several processes that start at once only one does."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", APPLICATION_ID)
        await connection.execute("CREATE SCHEMA IF NOT EXISTS passgo")
        await connection.execute("CREATE TABLE IF NOT EXISTS passgo.version (version integer NOT NULL)")
        version = await connection.fetchval("SELECT max(version) FROM passgo.version") or 0
        for number, step in missing(steps, version):
            for statement in step:
                await connection.execute(statement)
            await connection.execute("INSERT INTO passgo.version VALUES ($1)", number)
        # After a restore into another server the old numbers of transactions lie in the future; they are no news.
        await connection.execute(
            "UPDATE passgo.games SET xact = '0' WHERE xact >= pg_snapshot_xmax(pg_current_snapshot())"
        )
