"""The power goes at any instant: whatever was acknowledged is there when it comes back."""

import asyncio
import itertools
import random
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from passgo.server.store import Entry, Store, Taken, Unavailable
from passgo.server.store.sqlite import SqliteStore
from tests.server.store.powerless import Disk
from tests.server.store.samples import begin, entry, on, outcomes, until_ready

CUTS = 150
GAMES = 6
DURABLE = "PRAGMA synchronous = FULL"
# Checkpoints, too, are to be cut into: with so few pages they come often.
OFTEN = "PRAGMA wal_autocheckpoint = 40"

numbers = itertools.count()


@dataclass
class Wreck:
    files: dict[str, bytes]
    acknowledged: list[tuple[str, Entry]]


@pytest.fixture
def disk() -> Iterator[Disk]:
    disk = Disk(f"powerless-{next(numbers)}")
    yield disk
    disk.unregister()


async def opened(disk: Disk, path: Path, synchronous: str = "FULL") -> SqliteStore:
    rewrite = (DURABLE, f"PRAGMA synchronous = {synchronous}")

    def connect(name: str | Path) -> Any:
        return disk.connect(str(name), rewrite, first=OFTEN)

    return await SqliteStore.open(str(path), connect=connect)


def wrecks(disk: Disk, path: Path, synchronous: str, seed: int) -> list[Wreck]:
    """Play on, and at `CUTS` random instants keep what a power cut would leave, and what was acknowledged before."""
    chance = random.Random(seed)
    found: list[Wreck] = []
    acknowledged: list[tuple[str, Entry]] = []

    def watch() -> None:
        if len(found) < CUTS and chance.random() < 0.15:
            # What was acknowledged is listed first: it must be in what is left, however short the time between.
            before = list(acknowledged)
            found.append(Wreck(disk.wreck(chance), before))

    async def play(store: Store, game: str) -> None:
        await begin(store, game)
        acknowledged.append((game, entry(1)))
        last = 1
        while len(found) < CUTS:
            some = [entry(last + n, f"m{last + n}") for n in range(1, chance.randrange(1, 4) + 1)]
            await store.append(game, some)
            acknowledged.extend((game, one) for one in some)
            last += len(some)

    async def all_games() -> None:
        store = await opened(disk, path, synchronous)
        await asyncio.gather(*(play(store, f"g{n}") for n in range(GAMES)))
        await store.close()

    disk.watch = watch
    asyncio.run(all_games())
    return found


def rebuilt(wreck: Wreck, folder: Path) -> Path:
    folder.mkdir()
    for name, content in wreck.files.items():
        (folder / name).write_bytes(content)
    return folder / "games.db"


def harm(wreck: Wreck, folder: Path) -> str:
    """What is wrong with a wreck, seen with plain sqlite3; "" if nothing is."""
    connection = sqlite3.connect(rebuilt(wreck, folder))
    try:
        (sound,) = connection.execute("PRAGMA integrity_check").fetchone()
        if sound != "ok":
            return f"unsound: {sound}"
        kept = entries_in(connection)
    except sqlite3.DatabaseError as error:
        return f"unsound: {error}"
    finally:
        connection.close()
    lost = [(game, one.seq) for game, one in wreck.acknowledged if kept.get((game, one.seq)) != one]
    return f"lost: {lost[:5]}" if lost else ""


def entries_in(connection: sqlite3.Connection) -> dict[tuple[str, int], Entry]:
    if not connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'entries'").fetchone()[0]:
        return {}
    found = connection.execute("SELECT game, seq, at, kind, body, move FROM entries").fetchall()
    kept = {(game, seq): Entry(seq, *rest) for game, seq, *rest in found}
    for game, last in connection.execute("SELECT id, seq FROM games").fetchall():
        assert {seq for name, seq in kept if name == game} == set(range(1, last + 1)), "a hole in the log"
    return kept


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_acknowledged_is_lost_in_a_power_cut(disk: Disk, tmp_path: Path, seed: int) -> None:
    found = wrecks(disk, tmp_path / "games.db", "FULL", seed)
    assert len(found) == CUTS
    assert len(found[-1].acknowledged) > CUTS
    harmed = {n: what for n, wreck in enumerate(found) if (what := harm(wreck, tmp_path / str(n)))}
    assert not harmed


@pytest.mark.parametrize(("synchronous", "at_least"), [("NORMAL", CUTS // 3), ("OFF", CUTS // 3)])
def test_the_power_cuts_have_teeth(disk: Disk, tmp_path: Path, synchronous: str, at_least: int) -> None:
    """With less than synchronous=FULL the same cuts lose what was acknowledged."""
    found = wrecks(disk, tmp_path / "games.db", synchronous, 1)
    harmed = [what for n, wreck in enumerate(found) if (what := harm(wreck, tmp_path / str(n)))]
    assert len(harmed) >= at_least
    print(f"{synchronous}: {len(harmed)} of {CUTS} cuts did harm")


def test_the_store_goes_on_after_a_power_cut(disk: Disk, tmp_path: Path) -> None:
    """Not only plain sqlite3: the store itself opens a wreck, finds the last entries and appends to them."""

    async def go_on(store: Store) -> None:
        for one in await store.games():
            assert [e.seq for e in await store.entries(one.id)] == list(range(1, one.seq + 1))
            await store.append(one.id, [entry(one.seq + 1, "after the cut")])
        await begin(store, "new")

    for n, wreck in enumerate(wrecks(disk, tmp_path / "games.db", "FULL", 3)[::10]):
        on(str(rebuilt(wreck, tmp_path / str(n))), go_on)


def on_disk(disk: Disk, path: Path, play: Any) -> None:
    async def all_of_it() -> None:
        store = await opened(disk, path)
        try:
            await play(store)
        finally:
            disk.full = disk.broken_sync = False
            await store.close()

    asyncio.run(all_of_it())


def test_a_full_disk_is_said_plainly_and_play_goes_on_when_there_is_room(disk: Disk, tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        await begin(store, "g")
        disk.full = True
        with pytest.raises(Unavailable, match=r"disk is full.*games\.db"):
            await store.append("g", [entry(2, "m")])
        assert await store.trouble() is not None
        assert len(await store.entries("g")) == 1, "reading goes on"
        disk.full = False
        await until_ready(store)
        await store.append("g", [entry(2, "m")])
        assert len(await store.entries("g")) == 2

    on_disk(disk, tmp_path / "games.db", play)


def test_a_disk_that_fails_to_sync_is_not_taken_for_a_yes(disk: Disk, tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        for n in range(8):
            await begin(store, f"g{n}")
        disk.broken_sync = True
        asked = [store.append(f"g{n}", [entry(2, "m")]) for n in range(8)]
        assert await outcomes(*asked) == [Unavailable] * 8
        disk.broken_sync = False
        again = await outcomes(*(store.append(f"g{n}", [entry(2, "m")]) for n in range(8)))
        assert set(again) <= {None, Taken}
        for n in range(8):
            assert await store.entries(f"g{n}") == [entry(1), entry(2, "m")]

    on_disk(disk, tmp_path / "games.db", play)
