"""Two processes append to the same games: each entry is one's, none is missing, and each hears of the other."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from passgo.server.store import Store, Taken, open_store
from passgo.server.store.postgres import PostgresStore
from tests.server.store.samples import begin, entry, on, outcomes

ROOT = Path(__file__).parents[3]
GAMES = 5
UNTIL = 81


def pool_of(store: Store) -> Any:
    """The connections of a store in PostgreSQL."""
    assert isinstance(store, PostgresStore)
    return store._pool


def test_two_processes_race_for_the_same_entries(postgres: str) -> None:
    async def set_up(store: Store) -> None:
        for n in range(GAMES):
            await begin(store, f"g{n}")

    on(postgres, set_up)
    command = [sys.executable, "-m", "tests.server.store.racer", postgres]
    racers = [
        subprocess.Popen([*command, name, str(GAMES), str(UNTIL)], stdin=PIPE, stdout=PIPE, text=True, cwd=ROOT)
        for name in ("a", "b")
    ]
    for racer in racers:
        assert racer.stdout is not None
        assert racer.stdout.readline() == "ready\n"
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("go\n")
        racer.stdin.flush()
    told = [json.loads(racer.communicate(timeout=120)[0]) for racer in racers]
    assert [racer.returncode for racer in racers] == [0, 0]

    async def look(store: Store) -> None:
        kept = {(f"g{n}", e.seq, e.move) for n in range(GAMES) for e in await store.entries(f"g{n}", after=1)}
        won = [{tuple(one) for one in each["won"]} for each in told]
        assert won[0] | won[1] == kept, "what is kept is what somebody was told he won"
        assert not won[0] & won[1]
        assert sorted(seq for game, seq, _ in kept if game == "g0") == list(range(2, UNTIL + 1))

    on(postgres, look)
    assert all(each["won"] for each in told), "both had a part in it, else this was no race"
    assert sum(each["taken"] for each in told) > 0


async def listen(store: Store, found: list[tuple[str, int]]) -> None:
    """Note all news."""
    async for told in store.news():
        found.append(told)


async def until(found: list[tuple[str, int]], wanted: list[tuple[str, int]]) -> None:
    """Wait until so much was heard, and nothing else. Of several numbers of a game at once only the last is told."""
    async with asyncio.timeout(60):
        while len(found) < len(wanted):
            await asyncio.sleep(0.01)
    assert found == wanted


def test_news_reach_the_other_store_and_not_oneself(postgres: str) -> None:
    async def play() -> None:
        mine, other = await open_store(postgres), await open_store(postgres)
        await begin(other, "a:b")
        to_me: list[tuple[str, int]] = []
        to_other: list[tuple[str, int]] = []
        listening = [asyncio.create_task(listen(store, found)) for store, found in ((mine, to_me), (other, to_other))]
        await until(to_me, [("a:b", 1)])  # what came before listening counts, too
        for seq in (2, 3):
            await mine.append("a:b", [entry(seq)])
            await until(to_other, [("a:b", n) for n in range(2, seq + 1)])
        await other.append("a:b", [entry(4)])
        await until(to_me, [("a:b", 1), ("a:b", 4)])
        assert to_other == [("a:b", 2), ("a:b", 3)]
        for store in (mine, other):
            await store.close()
        await asyncio.gather(*listening)

    asyncio.run(play())


def test_of_two_stores_one_wins_each_number(postgres: str) -> None:
    async def play() -> None:
        stores = [await open_store(postgres) for _ in range(2)]
        games = [f"g{n}" for n in range(10)]
        for game in games:
            await begin(stores[0], game)
        for seq in range(2, 12):
            asked = [store.append(game, [entry(seq, f"{i}-{seq}")]) for game in games for i, store in enumerate(stores)]
            got = await outcomes(*asked)
            for pair in zip(got[::2], got[1::2], strict=True):
                assert set(pair) == {None, Taken}
        for game in games:
            assert [e.seq for e in await stores[1].entries(game)] == list(range(1, 12))
        for store in stores:
            await store.close()

    asyncio.run(play())


def test_a_game_is_created_by_one_of_them(postgres: str) -> None:
    async def play() -> None:
        stores = [await open_store(postgres) for _ in range(3)]
        for n in range(10):
            got = await outcomes(*(begin(store, f"g{n}", title=str(i)) for i, store in enumerate(stores)))
            assert sorted(got, key=str) == sorted([list, Taken, Taken], key=str)
            kept = await stores[0].row(f"g{n}")
            assert kept is not None
            assert kept.title == str(got.index(list))
        for store in stores:
            await store.close()

    asyncio.run(play())


def test_groups_of_two_processes_never_wait_in_a_circle(postgres: str) -> None:
    """Each asks for the same games in another order; a circle would show as a wait of a second and more."""

    async def play() -> None:
        stores = [await open_store(postgres) for _ in range(2)]
        games = [f"g{n}" for n in range(30)]
        for game in games:
            await begin(stores[0], game)
        async with asyncio.timeout(120):
            for seq in range(2, 22):
                one = [stores[0].append(game, [entry(seq)]) for game in games]
                two = [stores[1].append(game, [entry(seq)]) for game in reversed(games)]
                new = [begin(store, f"n{n}-{seq}") for n in range(5) for store in stores]
                got = await outcomes(*one, *two, *new)
                assert got.count(None) == len(games)
                assert got.count(list) == 5
        stats = await pool_of(stores[0]).fetchval(
            "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        )
        assert stats == 0
        for store in stores:
            await store.close()

    asyncio.run(play())


@pytest.mark.parametrize("stores", [8])
def test_many_processes_may_start_at_once_on_an_empty_database(postgres: str, stores: int) -> None:
    async def play() -> None:
        opened = await asyncio.gather(*(open_store(postgres) for _ in range(stores)))
        await begin(opened[0], "g")
        assert all([len(await store.entries("g")) == 1 for store in opened])
        for store in opened:
            await store.close()

    asyncio.run(play())
