"""Old records still load: databases of every earlier version, and entries in every earlier version's words."""

import asyncio
import sqlite3
import time
from pathlib import Path

import msgspec
import pytest

from passgo.server.store import Entry, Store, Taken, Unavailable, open_store, versions
from passgo.server.store.sqlite import SqliteStore
from tests.server.store.samples import begin, entry, on

OLD = sorted((Path(__file__).parent / "old").glob("version_*.sql"))


def restored(text: Path, path: Path) -> str:
    """A database file made from its SQL text."""
    connection = sqlite3.connect(path)
    connection.executescript(text.read_text())
    connection.close()
    return str(path)


def tables(path: str) -> list[tuple[str, str]]:
    connection = sqlite3.connect(path)
    found = connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
    connection.close()
    return found


def test_a_database_of_every_earlier_version_is_kept() -> None:
    assert [path.name for path in OLD] == [f"version_{n}.sql" for n in range(1, len(versions.SQLITE))]


@pytest.mark.parametrize("old", OLD, ids=lambda path: path.stem)
def test_an_old_database_loads_whole_and_plays_on(old: Path, tmp_path: Path) -> None:
    moment = 1_700_000_000_000
    database = restored(old, tmp_path / "games.db")

    async def play(store: Store) -> None:
        games = await store.games()
        assert [(one.id, one.status, one.seq, one.public) for one in games] == [
            ("quiet-otter-7", "playing", 5, True),
            ("brave-heron-2", "abandoned", 1, False),
        ]
        assert (games[0].title, games[0].seed, games[0].changed) == ("Ann's table", bytes(range(16)), moment + 3000)
        assert await store.entries("quiet-otter-7") == [
            Entry(1, moment, "created", b'{"edition":"classic","options":{}}'),
            Entry(2, moment + 5, "seat", b'{"seat":0,"name":"Ann"}'),
            Entry(3, moment + 900, "seat", b'{"seat":1,"name":"Ben"}'),
            Entry(4, moment + 2000, "move", b'{"action":"throw"}', "m-1"),
            Entry(5, moment + 3000, "move", b'{"action":"buy"}', "m-2"),
        ]
        with pytest.raises(Taken):
            await store.append("quiet-otter-7", [entry(6, "m-1")])
        await store.append("quiet-otter-7", [entry(6, "m-3")])
        if old.stem >= "version_2":  # processes were rows among the games then
            silent = [await store.silent_ms(name) for name in ("6f1e", "a07c", "none")]
            assert silent[2] is None
            assert silent[0] is not None
            assert silent[1] == pytest.approx(silent[0] + 8999, abs=5000)
            assert silent[0] == pytest.approx(1000 * time.time() - moment - 9000, abs=60_000)
        assert len({one.secret for one in games}) == 2
        assert {len(one.secret) for one in games} == {32}
        assert await store.counts() == {"playing": 1, "abandoned": 1, "entries": 7}

    on(database, play)
    on(str(tmp_path / "fresh.db"), lambda store: begin(store, "g"))
    changed, fresh = tables(database), tables(str(tmp_path / "fresh.db"))
    assert changed == fresh, "a database brought up to date is like one made today"


def test_a_step_is_taken_whole_or_not_at_all(tmp_path: Path) -> None:
    database = restored(OLD[0], tmp_path / "games.db")
    before = tables(database)
    broken = (versions.SQLITE[0], ("ALTER TABLE games ADD COLUMN extra TEXT", "ALTER TABLE nowhere ADD COLUMN x TEXT"))
    with pytest.raises(Unavailable, match="no such table: nowhere"):
        asyncio.run(SqliteStore.open(database, steps=broken))
    assert tables(database) == before
    on(database, lambda store: store.append("quiet-otter-7", [entry(6)]))


def test_later_steps_are_taken_one_after_the_other(tmp_path: Path) -> None:
    database = restored(OLD[0], tmp_path / "games.db")
    more = (*versions.SQLITE, ("CREATE TABLE later (a)",), ("ALTER TABLE later ADD COLUMN b",))

    async def play() -> None:
        for _ in range(2):
            store = await SqliteStore.open(database, steps=more)
            assert len(await store.entries("quiet-otter-7")) == 5
            await store.close()

    asyncio.run(play())
    assert ("later", "CREATE TABLE later (a, b)") in tables(database)


def test_a_database_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    database = str(tmp_path / "games.db")
    more = (*versions.SQLITE, ("CREATE TABLE later (a)",))

    async def play() -> None:
        store = await SqliteStore.open(database, steps=more)
        await begin(store, "g")
        await store.close()

    asyncio.run(play())
    before = tables(database)
    with pytest.raises(Unavailable, match="kept by a newer PassGo"):
        asyncio.run(open_store(database))
    assert tables(database) == before


def in_capitals(old: Entry) -> Entry:
    return msgspec.structs.replace(old, body=old.body.upper())


def with_a_mark(old: Entry) -> Entry:
    return msgspec.structs.replace(old, body=old.body + b"!")


def test_entries_in_old_words_are_read_in_todays_words(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def first(store: Store) -> None:
        await begin(store, "g")
        await store.append("g", [entry(2, body=b"two")])

    async def second(store: Store) -> None:
        assert [one.body for one in await store.entries("g", after=1)] == [b"TWO"]
        await store.append("g", [entry(3, body=b"three")])

    async def third(store: Store) -> None:
        await store.append("g", [entry(4, body=b"four")])
        assert [one.body for one in await store.entries("g", after=1)] == [b"TWO!", b"three!", b"four"]

    today = versions.UPGRADES
    on(database, first)
    monkeypatch.setattr(versions, "UPGRADES", (*today, in_capitals))
    on(database, second)
    monkeypatch.setattr(versions, "UPGRADES", (*today, in_capitals, with_a_mark))
    on(database, third)

    async def back_in_time(store: Store) -> None:
        with pytest.raises(Unavailable, match="kept by a newer PassGo"):
            await store.entries("g")

    monkeypatch.setattr(versions, "UPGRADES", (*today, in_capitals))
    on(database, back_in_time)
