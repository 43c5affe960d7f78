"""PostgreSQL goes away, comes back, loses its answers: what was acknowledged is there, once."""

import asyncio
import random
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from passgo.server.store import Store, Taken, Unavailable, open_store, postgres, postgres_group
from passgo.server.store.news import NewsFeed
from passgo.server.store.postgres import PostgresStore
from tests.server.cluster import Cluster
from tests.server.store.faulty_line import FaultyLine
from tests.server.store.samples import begin, entry, on, outcomes, row, until_ready

SOON = postgres.PATIENCE_S / 2
"""Seconds that suffice on a busy machine; whoever waited for the database would need its whole patience."""


@pytest.mark.parametrize("how", ["immediate", "fast"])
def test_appends_go_on_over_restarts_of_the_server(postgres: str, cluster: Cluster, how: str) -> None:
    """Ten games are played without a pause while PostgreSQL crashes: nobody notices, nothing is lost or doubled."""
    restarts, going_on = 3, [True]
    last = {f"g{n}": 0 for n in range(10)}

    async def play(store: Store, game: str) -> None:
        await begin(store, game)
        last[game] = 1
        while going_on[0]:
            seq = last[game]
            await store.append(game, [entry(seq + 1, f"m{seq + 1}"), entry(seq + 2)])
            last[game] = seq + 2

    async def played_on() -> None:
        """Every game has gone on by some moves."""
        before = dict(last)
        while any(seq < before[game] + 6 for game, seq in last.items()):
            await asyncio.sleep(0.01)

    async def disturb(chance: random.Random) -> None:
        for _ in range(restarts):
            await played_on()
            await asyncio.sleep(0.3 * chance.random())
            await asyncio.to_thread(cluster.restart, how)
        await played_on()
        going_on[0] = False

    async def all_of_it(store: Store) -> None:
        await asyncio.gather(disturb(random.Random(1)), *(play(store, game) for game in last))
        for game, seq in last.items():
            kept = await store.entries(game)
            assert [(e.seq, e.move) for e in kept[1:]] == [(n, "" if n % 2 else f"m{n}") for n in range(2, seq + 1)]

    on(postgres, all_of_it, seconds=300)


def test_readers_and_news_survive_a_restart(postgres: str, cluster: Cluster) -> None:
    async def play() -> None:
        mine, other = await open_store(postgres), await open_store(postgres)
        await begin(mine, "g")
        found: list[tuple[str, int]] = []

        async def listen() -> None:
            async for told in other.news():
                found.append(told)

        listening = asyncio.create_task(listen())
        for seq in range(2, 5):
            await asyncio.to_thread(cluster.restart)
            assert len(await other.entries("g")) == seq - 1
            await mine.append("g", [entry(seq)])
            await until(found, ("g", seq))
        await mine.close()
        await other.close()
        await listening

    asyncio.run(play())


def on_a_faulty_line(address: str, folder: Path, play: Callable[[Store, FaultyLine], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        async with FaultyLine(address, folder) as line:
            store = await open_store(line.address)
            try:
                await play(store, line)
            finally:
                await store.close()

    asyncio.run(asyncio.wait_for(all_of_it(), 120))


@pytest.mark.parametrize("how", ["before", "after"])
def test_a_commit_without_an_answer_is_made_exactly_once(postgres: str, tmp_path: Path, how: str) -> None:
    async def play(store: Store, line: FaultyLine) -> None:
        await begin(store, "g")
        line.breaks = [how]
        await store.append("g", [entry(2, "m"), entry(3)], status="playing")
        line.breaks = [how, how]
        await store.append("g", [entry(4)])
        line.breaks = [how]
        await begin(store, "new", 2)
        line.breaks = [how]
        await store.create(row("without entries"), [])
        assert line.broken == 5
        assert await store.entries("g") == [entry(1), entry(2, "m"), entry(3), entry(4)]
        assert len(await store.entries("new")) == 2
        assert (await store.counts())["entries"] == 6

    on_a_faulty_line(postgres, tmp_path, play)


def test_a_lost_answer_hides_no_real_conflict(postgres: str, tmp_path: Path) -> None:
    """The commit never took place, and meanwhile somebody else took the number: that is Taken."""

    async def play(store: Store, line: FaultyLine) -> None:
        other = await open_store(postgres)
        await begin(store, "g")
        line.breaks = ["before"]
        asked = asyncio.create_task(store.append("g", [entry(2, "mine")]))
        while not line.broken:
            await asyncio.sleep(0)
        theirs = (await outcomes(other.append("g", [entry(2, "theirs")])))[0]
        ours = (await outcomes(asked))[0]
        assert {theirs, ours} == {None, Taken}
        winner = "mine" if ours is None else "theirs"
        assert [e.move for e in await store.entries("g", after=1)] == [winner]
        line.breaks = ["after"]
        got = await outcomes(begin(store, "h", title="mine"), begin(other, "h", title="theirs", seed=b"other"))
        assert sorted(got, key=str) == sorted([list, Taken], key=str)
        await other.close()

    on_a_faulty_line(postgres, tmp_path, play)


def test_the_faulty_line_has_teeth(postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the look back, a lost answer turns into Taken: the append would seem to have failed."""
    monkeypatch.setattr(postgres_group.Known, "holds", lambda *_: False)

    async def play(store: Store, line: FaultyLine) -> None:
        await begin(store, "g")
        line.breaks = ["after"]
        with pytest.raises(Taken):
            await store.append("g", [entry(2, "m")])

    on_a_faulty_line(postgres, tmp_path, play)


def test_a_line_that_falls_silent_is_given_up(postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("passgo.server.store.postgres.COMMAND_S", 0.5)

    async def play(store: Store, line: FaultyLine) -> None:
        await begin(store, "g")
        line.breaks = ["silent"]
        await store.append("g", [entry(2, "m")])
        assert len(await store.entries("g")) == 2
        assert line.broken == 1

    on_a_faulty_line(postgres, tmp_path, play)


def test_patience_ends_with_a_plain_word_and_all_goes_on_afterwards(postgres: str, cluster: Cluster) -> None:
    async def play() -> None:
        store = await PostgresStore.open(postgres, patience_s=0.5)
        await begin(store, "g")
        await asyncio.to_thread(cluster.stop)
        began = time.monotonic()
        for asked in (store.append("g", [entry(2)]), store.entries("g"), store.row("g")):
            with pytest.raises(Unavailable, match="PostgreSQL does not answer"):
                await asked
        assert time.monotonic() - began < SOON
        assert await store.trouble() is not None
        await asyncio.to_thread(cluster.start)
        await store.append("g", [entry(2)])
        await until_ready(store)
        assert len(await store.entries("g")) == 2
        await store.close()

    asyncio.run(play())


def test_closing_does_not_wait_for_a_server_that_is_away(postgres: str, cluster: Cluster) -> None:
    async def play() -> None:
        store = await open_store(postgres)
        await begin(store, "g")
        await asyncio.to_thread(cluster.stop)
        asked = asyncio.create_task(store.append("g", [entry(2)]))
        await asyncio.sleep(0.1)
        async with asyncio.timeout(SOON):
            await store.close()
        with pytest.raises(Unavailable, match="closed before"):
            await asked
        await asyncio.to_thread(cluster.start)

    asyncio.run(play())


def test_a_game_that_somebody_else_has_locked_is_waited_for(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(postgres_settings(), "lock_timeout", "100ms")

    async def play(store: Store) -> None:
        await begin(store, "g")
        other = await asyncpg.connect(postgres)
        await other.execute("BEGIN; SELECT 1 FROM passgo.games FOR UPDATE")
        asked = asyncio.create_task(store.append("g", [entry(2)]))
        await asyncio.sleep(0.5)
        assert not asked.done()
        await other.execute("ROLLBACK")
        await asked
        await other.close()

    on(postgres, play)


def postgres_settings() -> dict[str, str]:
    return postgres.SETTINGS


async def kill_listener(address: str) -> int:
    """End the connections that listen, as a broken line would."""
    connection = await asyncpg.connect(address)
    ended = await connection.fetch(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'passgo'"
        " AND (query LIKE 'LISTEN%' OR query LIKE '%pg_snapshot_xmin%')"
    )
    await connection.close()
    return len(ended)


def test_news_that_were_never_notified_are_found_by_asking(postgres: str) -> None:
    async def play() -> None:
        mine, other = await open_store(postgres), await PostgresStore.open(postgres, poll_s=0.2)
        await begin(mine, "g")
        found: list[tuple[str, int]] = []

        async def listen() -> None:
            async for told in other.news():
                found.append(told)

        listening = asyncio.create_task(listen())
        await until(found, ("g", 1))
        connection = await asyncpg.connect(postgres)
        # A transaction that began long ago commits late, and notifies nobody.
        late = connection.transaction()
        await late.start()
        await connection.execute("UPDATE passgo.games SET seq = 7, xact = pg_current_xact_id(), writer = 'x'")
        await begin(mine, "h")
        await until(found, ("h", 1))
        await asyncio.sleep(0.7)
        await late.commit()
        await until(found, ("g", 7))
        assert await kill_listener(postgres) >= 1
        await mine.append("h", [entry(2)])
        await until(found, ("h", 2))
        await connection.close()
        await asyncio.sleep(0.5)
        assert sorted(found) == [("g", 1), ("g", 7), ("h", 1), ("h", 2)], "and none of it twice"
        await mine.close()
        await other.close()
        await listening

    asyncio.run(play())


async def until(found: list[tuple[str, int]], wanted: tuple[str, int]) -> None:
    async with asyncio.timeout(60):
        while wanted not in found:
            await asyncio.sleep(0.01)


def test_games_of_another_server_s_time_are_no_news(postgres: str) -> None:
    async def play() -> None:
        store = await open_store(postgres)
        await begin(store, "g")
        connection = await asyncpg.connect(postgres)
        await connection.execute("UPDATE passgo.games SET xact = '999999999999'")
        await store.close()
        store = await PostgresStore.open(postgres, poll_s=0.1)
        found: list[tuple[str, int]] = []

        async def listen() -> None:
            async for told in store.news():
                found.append(told)

        listening = asyncio.create_task(listen())
        await asyncio.sleep(0.5)
        assert found == []
        await store.close()
        await listening
        await connection.close()

    asyncio.run(play())


def test_a_server_that_commits_lazily_is_told_not_to(postgres: str) -> None:
    async def play() -> None:
        connection = await asyncpg.connect(postgres)
        await connection.execute("ALTER DATABASE postgres SET synchronous_commit = off")
        try:
            store = await PostgresStore.open(postgres)
            await begin(store, "g")
            assert await (await store._connection()).fetchval("SHOW synchronous_commit") == "on"
            await store.close()
        finally:
            await connection.execute("ALTER DATABASE postgres RESET synchronous_commit")
            await connection.close()

    asyncio.run(play())


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ann:hush@127.0.0.1:1/games",
        "postgresql://ann:hush@nowhere.invalid/games",
        "postgresql://ann:hush@127.0.0.1:notaport/games",
    ],
)
def test_an_address_that_does_not_work_is_refused_without_telling_its_password(address: str) -> None:
    with pytest.raises(Unavailable, match="PostgreSQL cannot be used") as caught:
        asyncio.run(open_store(address))
    assert "hush" not in str(caught.value)


def test_a_missing_database_is_named(postgres: str) -> None:
    with pytest.raises(Unavailable, match='database "nothing_here" does not exist'):
        asyncio.run(open_store(postgres.replace("/postgres?", "/nothing_here?")))


def test_without_asyncpg_one_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    monkeypatch.delitem(sys.modules, "passgo.server.store.postgres")
    monkeypatch.delitem(sys.modules, "passgo.server.store.postgres_group")
    with pytest.raises(Unavailable, match=r"pip install 'passgo\[postgres\]'"):
        asyncio.run(open_store("postgresql://localhost/games"))


def test_the_tables_themselves_refuse_a_second_entry_of_one_number_or_move(postgres: str) -> None:
    """The last guard, if everything before it were wrong."""
    add = "INSERT INTO passgo.entries VALUES ($1, $2, 0, 'move', ''::bytea, $3, 1)"

    async def play() -> None:
        store = await PostgresStore.open(postgres)
        await begin(store, "g", 2)
        await store.close()
        connection = await asyncpg.connect(postgres)
        with pytest.raises(asyncpg.UniqueViolationError, match="entries_pkey"):
            await connection.execute(add, "g", 2, "")
        await connection.execute(add, "g", 3, "m")
        with pytest.raises(asyncpg.UniqueViolationError, match="entries_by_move"):
            await connection.execute(add, "g", 4, "m")
        await connection.close()

    asyncio.run(play())


def test_one_locked_game_delays_no_other(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody holds one row of twenty: the other nineteen are kept at once, and this one in order when it is free."""
    monkeypatch.setitem(postgres_settings(), "lock_timeout", "20s")  # so long whoever waits for the lock would need

    async def play(store: Store) -> None:
        games = [f"g{n}" for n in range(20)]
        for game in games:
            await begin(store, game)
        other = await asyncpg.connect(postgres)
        await other.execute("BEGIN; SELECT 1 FROM passgo.games WHERE id = 'g7' FOR UPDATE")
        held = [asyncio.create_task(store.append("g7", [entry(seq)])) for seq in (2, 3)]
        slowest = 0.0
        for seq in range(2, 12):
            began = time.monotonic()
            assert await outcomes(*(store.append(game, [entry(seq)]) for game in games if game != "g7")) == [None] * 19
            slowest = max(slowest, time.monotonic() - began)
        held.append(asyncio.create_task(store.append("g7", [entry(4)])))
        await asyncio.sleep(0.2)
        assert not any(task.done() for task in held)
        assert slowest < 15
        await other.execute("ROLLBACK")
        assert await outcomes(*held) == [None] * 3
        assert [one.seq for one in await store.entries("g7")] == [1, 2, 3, 4]
        await other.close()

    on(postgres, play)


def test_a_game_that_stays_locked_is_given_up_in_time_and_says_so(postgres: str) -> None:
    async def play() -> None:
        store = await PostgresStore.open(postgres, patience_s=0.5)
        await begin(store, "g")
        await begin(store, "h")
        other = await asyncpg.connect(postgres)
        await other.execute("BEGIN; SELECT 1 FROM passgo.games WHERE id = 'g' FOR UPDATE")
        with pytest.raises(Unavailable, match="another program holds the game") as caught:
            await store.append("g", [entry(2)])
        assert caught.value.kind == "locked"
        await store.append("h", [entry(2)])
        await other.close()
        await store.append("g", [entry(2)])
        await store.close()

    asyncio.run(play())


def test_a_locked_game_and_a_bad_write_do_not_disturb_the_order(postgres: str) -> None:
    body: Any = {"not": "bytes"}

    async def play(store: Store) -> None:
        for game in ("g", "h"):
            await begin(store, game)
        other = await asyncpg.connect(postgres)
        await other.execute("BEGIN; SELECT 1 FROM passgo.games WHERE id = 'g' FOR UPDATE")
        asked = [
            asyncio.create_task(store.append(game, [entry(seq, body=bad)]))
            for game, seq, bad in (("g", 2, None), ("h", 2, body), ("g", 3, None), ("h", 2, None))
        ]
        await asyncio.wait((asked[1], asked[3]))
        assert [task.done() for task in asked] == [False, True, False, True]
        await other.close()
        got = await outcomes(*asked)
        assert got[0] is None
        assert got[1] is not None
        assert got[2:] == [None, None]

    on(postgres, play)


@pytest.mark.parametrize("error", [asyncpg.InternalClientError("got result for unknown protocol state"), OSError(5)])
def test_whatever_breaks_the_line_is_a_loss_of_the_database(
    postgres: str, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """Writing, reading and the news take asyncpg's surprise for what it is, and go on with a new connection."""
    failures = {"write": 2, "read": 2, "news": 2}
    fetch, poll = asyncpg.pool.Pool.fetch, NewsFeed._poll
    apply = postgres_group.apply

    def fail(what: str) -> None:
        if failures[what]:
            failures[what] -= 1
            raise error

    async def bad_fetch(*given: Any, **named: Any) -> Any:
        fail("read")
        return await fetch(*given, **named)

    async def bad_apply(*given: Any) -> None:
        await apply(*given)
        fail("write")

    async def bad_poll(*given: Any) -> None:
        fail("news")
        await poll(*given)

    async def play() -> None:
        store, other = await open_store(postgres), await open_store(postgres)
        await begin(store, "g")
        monkeypatch.setattr(asyncpg.pool.Pool, "fetch", bad_fetch)
        monkeypatch.setattr(NewsFeed, "_poll", bad_poll)
        monkeypatch.setattr(postgres_group, "apply", bad_apply)
        heard: list[tuple[str, int]] = []

        async def listen() -> None:
            async for told in other.news():
                heard.append(told)

        listening = asyncio.create_task(listen())
        await store.append("g", [entry(2)])
        assert len(await store.entries("g")) == 2
        await until(heard, ("g", 2))
        assert failures == {"write": 0, "read": 0, "news": 0}
        await other.close()
        await listening
        await store.close()

    asyncio.run(play())


def test_a_store_may_be_opened_before_its_database(postgres: str, cluster: Cluster) -> None:
    async def play() -> None:
        await asyncio.to_thread(cluster.stop)
        with pytest.raises(Unavailable):
            await open_store(postgres)
        store = await open_store(postgres, wait=True)
        heard: list[tuple[str, int]] = []

        async def listen() -> None:
            async for told in store.news():
                heard.append(told)

        listening = asyncio.create_task(listen())
        for asked in (begin(store, "g"), store.games(), store.counts(), store.load("g")):
            began = time.monotonic()
            with pytest.raises(Unavailable, match="PostgreSQL cannot be used") as caught:
                await asked
            assert caught.value.kind == "away"
            assert time.monotonic() - began < SOON, "nobody waits for a database that was never there"
        assert await store.trouble() is not None
        await asyncio.to_thread(cluster.start)
        await until_ready(store)
        await begin(store, "g")
        other = await open_store(postgres)
        await begin(other, "h")
        await until(heard, ("h", 1))
        await other.close()
        await store.close()
        await listening

    asyncio.run(play())


def test_a_store_that_waits_for_its_database_can_be_closed(postgres: str, cluster: Cluster) -> None:
    async def play() -> None:
        await asyncio.to_thread(cluster.stop)
        try:
            store = await open_store(postgres, wait=True)
            listening = asyncio.create_task(anext(store.news(), None))
            async with asyncio.timeout(SOON):
                await store.close()
                assert await listening is None
            with pytest.raises(Unavailable, match="closed"):
                await store.games()
        finally:
            await asyncio.to_thread(cluster.start)

    asyncio.run(play())


def test_a_wrong_database_is_refused_even_by_who_would_wait(postgres: str) -> None:
    with pytest.raises(Unavailable, match='database "nothing_here" does not exist'):
        asyncio.run(open_store(postgres.replace("/postgres?", "/nothing_here?"), wait=True))
