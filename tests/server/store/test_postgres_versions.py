"""Tables of earlier versions in PostgreSQL are brought up to date, also while an older process goes on writing."""

import asyncio
import time

import asyncpg
import pytest

from passgo.server.store import Unavailable, open_store, versions
from passgo.server.store.postgres import PostgresStore
from tests.server.store.samples import MOMENT, begin, entry, execute_in_postgres


def test_processes_among_the_games_of_the_first_version_are_carried_over(postgres: str) -> None:
    async def play() -> None:
        await make_version(postgres, 1)
        await execute_in_postgres(
            postgres,
            old_game("g", 0),
            old_game("process-6f1e", 0, status="abandoned", summary="1700000009000"),
        )
        store = await PostgresStore.open(postgres)
        assert [one.id for one in await store.games()] == ["g"]
        silent = await store.silent_ms("6f1e")
        assert silent is not None
        assert silent == pytest.approx(1000 * time.time() - 1_700_000_009_000, abs=60_000)
        await store.close()

    asyncio.run(play())


async def make_version(address: str, version: int) -> None:
    """The tables as an earlier version made them."""
    steps = [str(statement) for step in versions.POSTGRES[:version] for statement in step]
    numbers = [f"INSERT INTO passgo.version VALUES ({n})" for n in range(1, version + 1)]
    start = "CREATE SCHEMA passgo", "CREATE TABLE passgo.version (version integer NOT NULL)"
    await execute_in_postgres(address, *start, *steps, *numbers)


def old_game(game: str, seq: int, status: str = "open", summary: str = "") -> str:
    """A statement with which version 2 would have created a game."""
    return (
        "INSERT INTO passgo.games (id, version, created, edition, public, status, title, summary, seed, changed, seq,"
        f" xact, writer) VALUES ('{game}', 1, 0, 'classic', true, '{status}', '', '{summary}'::bytea, ''::bytea, 0,"
        f" {seq}, pg_current_xact_id(), 'old')"
    )


def old_append(*appended: tuple[str, int, str]) -> str:
    """A statement with which version 2 added entries to games: the game, the number and the move id of each."""
    entries = ", ".join(f"('{game}', {seq}, {MOMENT + seq}, '{move}')" for game, seq, move in appended)
    last = ", ".join(f"('{game}', {seq})" for game, seq in {game: seq for game, seq, _ in appended}.items())
    return f"""
        WITH added AS (
            INSERT INTO passgo.entries (game, seq, at, kind, body, move, version)
            SELECT game, seq, at, 'move', convert_to('{{"n": ' || seq || ', "id": "' || move || '"}}', 'UTF8'), move, 1
            FROM (VALUES {entries}) AS new (game, seq, at, move)
        ), changed AS (
            UPDATE passgo.games AS old SET seq = new.seq, xact = pg_current_xact_id(), writer = 'old'
            FROM (VALUES {last}) AS new (id, seq) WHERE old.id = new.id RETURNING old.id, old.seq
        )
        SELECT pg_notify('passgo', id || ':' || seq) FROM changed"""


def test_games_of_the_version_before_are_chained_and_its_processes_may_go_on_writing(postgres: str) -> None:
    """Two versions on one database: what the older one writes gets its secret, checksums and totals all the same."""

    async def play() -> None:
        await make_version(postgres, 2)
        games = [f"g{n:03}" for n in range(250)]
        await execute_in_postgres(
            postgres,
            *(old_game(game, 0) for game in games),
            *(old_append((game, 1, "a"), (game, 2, "")) for game in games),
        )
        store = await PostgresStore.open(postgres)
        assert await store.counts() == {"open": 250, "entries": 500}
        assert len({one.secret for one in await store.games(limit=250)}) == 250
        assert await store.entries("g249") == [entry(1, "a"), entry(2)]
        await execute_in_postgres(
            postgres,
            old_append(("g000", 3, "b"), ("g001", 3, ""), ("g000", 4, "")),
            old_game("new", 0),
            old_append(("new", 1, ""), ("new", 2, "c")),
            "UPDATE games SET status = 'playing' WHERE id = 'new'",
        )
        assert await store.entries("g000") == [entry(1, "a"), entry(2), entry(3, "b"), entry(4)]
        await store.append("g000", [entry(5)])
        await store.append("new", [entry(3)])
        await execute_in_postgres(postgres, old_append(("g000", 6, ""), ("new", 4, "")))
        assert len(await store.entries("g000", after=2)) == 4
        assert len(await store.entries("new")) == 4
        assert await store.counts() == {"open": 250, "playing": 1, "entries": 509}
        found = await store.row("new")
        assert found is not None
        assert len(found.secret) == 32
        await store.close()

    asyncio.run(play())


def test_later_steps_are_taken_whole_or_not_at_all(postgres: str) -> None:
    good = (*versions.POSTGRES, ("ALTER TABLE passgo.games ADD COLUMN extra text",))
    broken = (*versions.POSTGRES, ("ALTER TABLE passgo.games ADD COLUMN half text", "ALTER TABLE nowhere ADD x text"))

    async def play() -> None:
        store = await PostgresStore.open(postgres)
        await begin(store, "g")
        await store.close()
        with pytest.raises(Unavailable, match="nowhere"):
            await PostgresStore.open(postgres, steps=broken)
        assert await columns() == {"half": 0, "extra": 0}
        store = await PostgresStore.open(postgres, steps=good)
        assert len(await store.entries("g")) == 1
        await store.close()
        assert await columns() == {"half": 0, "extra": 1}
        with pytest.raises(Unavailable, match="kept by a newer PassGo"):
            await open_store(postgres)

    async def columns() -> dict[str, int]:
        connection = await asyncpg.connect(postgres)
        asked = "SELECT count(*) FROM information_schema.columns WHERE table_schema = 'passgo' AND column_name = $1"
        found = {name: await connection.fetchval(asked, name) for name in ("half", "extra")}
        await connection.close()
        return found

    asyncio.run(play())
