"""Copies of a file, restoring them, and deleting games: also while a server is busy."""

import asyncio
import contextlib
import os
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from passgo.server.store import Damaged, Snapshot, Store, Unavailable, open_archive, open_store
from passgo.server.store.backup import back_up, restore
from passgo.server.store.sqlite import SqliteStore, connect
from tests.server.store.samples import begin, entry, execute, on

OLD = sorted((Path(__file__).parent / "old").glob("version_*.sql"))


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "games.db")


async def some_games(store: Store) -> None:
    for n in range(5):
        await begin(store, f"g{n}", 3)


def logs_in(path: str) -> dict[str, int]:
    async def look(store: Store) -> dict[str, int]:
        return {row.id: len(await store.entries(row.id)) for row in await store.games(limit=1000)}

    found: dict[str, int] = on(path, look)
    return found


def test_a_copy_made_under_load_holds_all_that_was_answered_before(path: str, tmp_path: Path) -> None:
    """Eight games are written without a pause; each copy has every entry that was acknowledged when it began."""
    last = {f"g{n}": 0 for n in range(8)}
    copies: list[tuple[str, dict[str, int]]] = []

    async def play(store: Store, game: str, going_on: list[bool]) -> None:
        await begin(store, game)
        last[game] = 1
        while going_on:
            seq = last[game] + 1
            await store.append(game, [entry(seq, f"m{seq}")])
            last[game] = seq

    async def run(store: Store) -> None:
        going_on = [True]
        playing = asyncio.gather(*(play(store, game, going_on) for game in last))
        for n in range(4):
            while any(seq < 5 * (n + 1) for seq in last.values()):
                await asyncio.sleep(0.01)
            acknowledged = dict(last)
            copy = str(tmp_path / f"copy{n % 2}-{n}.db")
            assert await asyncio.to_thread(back_up, path, copy) == 8
            copies.append((copy, acknowledged))
        going_on.clear()
        await playing

    on(path, run)
    for copy, acknowledged in copies:
        found = logs_in(copy)
        assert all(found[game] >= seq for game, seq in acknowledged.items())
        assert stat.S_IMODE(os.stat(copy).st_mode) == 0o600
    assert not [name for name in os.listdir(tmp_path) if ".part" in name]


def test_a_copy_of_something_damaged_takes_no_older_copy_s_place(path: str, tmp_path: Path) -> None:
    copy = str(tmp_path / "copy.db")
    on(path, some_games)
    assert back_up(path, copy) == 5
    before = Path(copy).read_bytes()
    execute(path, "UPDATE entries SET body = x'00' WHERE game = 'g3' AND seq = 2")
    with pytest.raises(Damaged, match="game 'g3' is damaged: entry 2"):
        back_up(path, copy)
    assert Path(copy).read_bytes() == before
    assert not os.path.exists(copy + ".part")


def test_games_are_restored_and_those_of_before_are_kept_beside(path: str, tmp_path: Path) -> None:
    copy = str(tmp_path / "copy.db")
    on(path, some_games)
    back_up(path, copy)

    async def later(store: Store) -> None:
        await store.append("g0", [entry(4)])
        await begin(store, "new")

    on(path, later)
    games, aside = restore(copy, path)
    assert games == 5
    assert logs_in(path) == {f"g{n}": 3 for n in range(5)}
    assert logs_in(aside)["g0"] == 4
    on(path, later)
    elsewhere = str(tmp_path / "elsewhere.db")
    assert restore(copy, elsewhere) == (5, "")
    assert logs_in(elsewhere) == {f"g{n}": 3 for n in range(5)}


def crashed(path: str, wreck: str, endings: tuple[str, ...]) -> None:
    """What a crash leaves of a file in which a server wrote."""

    async def crash() -> None:
        store: Any = await open_store(path)
        for seq in range(4, 40):
            await store.append("g1", [entry(seq)])
        for ending in endings:
            Path(wreck + ending).write_bytes(Path(path + ending).read_bytes())
        await store.close()

    asyncio.run(crash())


def test_what_a_crash_left_beside_the_file_does_not_come_into_the_restored_one(path: str, tmp_path: Path) -> None:
    """A write-ahead log of the old file, laid over the new one, would destroy it."""
    copy = str(tmp_path / "copy.db")
    on(path, some_games)
    back_up(path, copy)

    wreck = str(tmp_path / "wreck.db")
    crashed(path, wreck, ("", "-wal", "-shm"))
    assert os.path.exists(wreck + "-wal")
    _, aside = restore(copy, wreck)
    assert logs_in(wreck) == {f"g{n}": 3 for n in range(5)}
    assert logs_in(aside)["g1"] == 39


@pytest.mark.parametrize("command", [back_up, restore])
def test_a_log_whose_own_file_is_lost_is_not_laid_over_the_copy(
    path: str, tmp_path: Path, command: Callable[[str, str], object]
) -> None:
    """Only the file of games was lost, or moved away by hand: what SQLite kept beside it is still there."""
    copy, wreck = str(tmp_path / "copy.db"), str(tmp_path / "wreck.db")
    on(path, some_games)
    back_up(path, copy)
    crashed(path, wreck, ("-wal", "-shm"))
    old_log = Path(wreck + "-wal").read_bytes()
    assert command(copy, wreck) in (5, (5, ""))
    assert not os.path.exists(wreck + "-wal")
    assert logs_in(wreck) == {f"g{n}": 3 for n in range(5)}
    kept = [file.read_bytes() for file in tmp_path.glob("wreck.db.before-*-wal")]
    assert kept == ([old_log] if command is restore else []), "a restore deletes nothing that was there"


def test_a_copy_takes_the_place_of_one_that_somebody_used(path: str, tmp_path: Path) -> None:
    """A server ran with an older copy and crashed: its write-ahead log does not come into the new copy."""
    copy, used = str(tmp_path / "copy.db"), str(tmp_path / "used.db")
    on(path, some_games)
    on(used, some_games)
    crashed(used, copy, ("", "-wal", "-shm"))
    assert back_up(path, copy) == 5
    assert logs_in(copy) == {f"g{n}": 3 for n in range(5)}


@pytest.mark.parametrize("has_links", [True, False])
def test_a_crash_in_a_restore_leaves_the_games_where_they_are(
    path: str, tmp_path: Path, has_links: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = str(tmp_path / "copy.db")
    on(path, some_games)
    back_up(path, copy)
    on(path, lambda store: begin(store, "new"))

    def crash(*names: str) -> None:
        raise KeyboardInterrupt

    def no_link(*names: str) -> None:
        raise PermissionError

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", crash)
        if not has_links:
            patched.setattr(os, "link", no_link)
        with pytest.raises(KeyboardInterrupt):
            restore(copy, path)
    assert logs_in(path)["new"] == 1
    (aside,) = tmp_path.glob("games.db.before-*")
    assert logs_in(str(aside))["new"] == 1
    assert stat.S_IMODE(aside.stat().st_mode) == 0o600


def test_two_restores_within_a_second_keep_both_files(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = str(tmp_path / "copy.db")
    on(path, some_games)
    back_up(path, copy)
    monkeypatch.setattr("passgo.server.store.backup.time.strftime", lambda form: "20260101-120000")
    on(path, lambda store: begin(store, "new"))
    asides = [restore(copy, path)[1] for _ in range(2)]
    assert [len(logs_in(aside)) for aside in asides] == [6, 5]


@pytest.mark.parametrize("old", OLD, ids=lambda file: file.stem)
def test_games_of_an_older_passgo_are_copied_and_restored_and_play_on(old: Path, tmp_path: Path) -> None:
    source, copy, target = (str(tmp_path / name) for name in ("old.db", "copy.db", "games.db"))
    with contextlib.closing(sqlite3.connect(source)) as connection:
        connection.executescript(old.read_text())
    before = Path(source).read_bytes()
    assert back_up(source, copy) == 2
    assert restore(source, target) == (2, "")
    assert Path(source).read_bytes() == before, "the old file stays as it is"
    for file in (copy, target):
        assert logs_in(file) == {"quiet-otter-7": 5, "brave-heron-2": 1}
        on(file, lambda store: store.append("quiet-otter-7", [entry(6, "m-3")]))


def test_nothing_is_restored_under_a_running_server_or_from_a_damaged_copy(path: str, tmp_path: Path) -> None:
    copy = str(tmp_path / "copy.db")
    on(path, some_games)
    back_up(path, copy)

    async def run(store: Store) -> None:
        with pytest.raises(Unavailable, match="another process keeps its games"):
            await asyncio.to_thread(restore, copy, path)

    on(path, run)
    execute(copy, "DELETE FROM entries WHERE game = 'g2' AND seq = 3")
    with pytest.raises(Damaged, match="game 'g2' is damaged: entry 3 is missing"):
        restore(copy, path)
    assert logs_in(path) == {f"g{n}": 3 for n in range(5)}


@pytest.mark.parametrize("ending", ["", "-wal", "-shm", "-journal", ".lock"])
@pytest.mark.parametrize("put", [back_up, restore])
def test_no_copy_takes_the_place_of_what_a_running_server_uses(
    path: str, tmp_path: Path, put: Callable[[str, str], Any], ending: str
) -> None:
    """Neither of its file of games, nor of what lies beside that, whichever way the name leads there."""
    copy, link = str(tmp_path / "copy.db"), tmp_path / "link.db"
    on(path, some_games)
    back_up(path, copy)
    link.symlink_to(path + ending)

    async def run(store: Store) -> None:
        await store.append("g0", [entry(4, "m-4")])
        for target in (path + ending, str(link)):
            with pytest.raises(Unavailable, match=r"another process keeps its games|belongs to the games in"):
                await asyncio.to_thread(put, copy, target)
        await store.append("g0", [entry(5, "m-5")])

    on(path, run)
    assert logs_in(path) == {f"g{n}": 5 if n == 0 else 3 for n in range(5)}


def test_a_file_is_not_copied_onto_itself_by_another_name(path: str, tmp_path: Path) -> None:
    on(path, some_games)
    same = tmp_path / "same.db"
    os.link(path, same)
    with pytest.raises(Unavailable, match="is the file that is to be copied"):
        back_up(path, str(same))
    with pytest.raises(Unavailable, match="is the copy itself"):
        restore(path, str(same))


@pytest.mark.parametrize("what", ["nothing", "text", "another program"])
def test_what_is_no_file_of_games_is_not_copied(tmp_path: Path, what: str) -> None:
    source = tmp_path / "source.db"
    if what == "text":
        source.write_text("Dear diary, " * 1000)
    elif what == "another program":
        with contextlib.closing(sqlite3.connect(source)) as other, other:
            other.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(Unavailable):
        back_up(str(source), str(tmp_path / "copy.db"))
    assert not (tmp_path / "copy.db").exists()
    with pytest.raises(Unavailable, match="is the file that is to be copied"):
        back_up(str(source), str(source))


def test_a_forgotten_game_is_gone_with_all_that_was_said(database: str) -> None:
    """Also while a server uses the database; the totals know of it, and the other games stay as they are."""

    async def run(store: Store) -> None:
        await some_games(store)
        await store.append("g1", [entry(4, body=b"Ann said hush-hush-secret")], status="playing")
        archive = await open_archive(database)
        assert await archive.ids("", 3) == ["g0", "g1", "g2"]
        assert await archive.ids("g2", 3) == ["g3", "g4"]
        assert await archive.forget("g1")
        assert not await archive.forget("g1")
        assert await archive.faults() == []
        await archive.close()
        assert await store.row("g1") is None
        assert await store.entries("g1") == []
        assert await store.load("g1") is None
        with pytest.raises(ValueError, match="there is no game"):
            await store.append("g1", [entry(5)])
        assert await store.counts() == {"open": 4, "entries": 12}
        await store.append("g0", [entry(4)])
        await begin(store, "g1")

    on(database, run)
    if database.startswith("sqlite:///"):
        file = Path(database.removeprefix("sqlite:///"))
        assert b"hush-hush-secret" not in file.read_bytes(), "nor is it in a free corner of the file"


def careless(path: str) -> sqlite3.Connection:
    """A connection as some builds of SQLite give it: what is deleted stays until something needs the place."""
    connection = connect(path)
    connection.execute("PRAGMA secure_delete = OFF")
    return connection


@pytest.mark.parametrize("busy", [False, True])
def test_nothing_of_a_forgotten_game_is_left_in_the_file_or_its_log(
    path: str, busy: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even what the server itself replaced long before: an older snapshot, in which somebody said something."""
    monkeypatch.setattr("passgo.server.store.sqlite.connect", careless)

    def left() -> list[str]:
        return [ending for ending in ("", "-wal") if b"hush-hush" in Path(path + ending).read_bytes()]

    async def forget() -> None:
        archive = await open_archive(path)
        assert await archive.forget("g1")
        await archive.close()

    async def run() -> None:
        store = await SqliteStore.open(path, connect=careless)
        await some_games(store)
        for seq, said in enumerate((b"hush-hush " * 2000, b"hush-hush " * 50, b"nothing"), start=4):
            await store.append("g1", [entry(seq, body=said[:500])], snapshot=Snapshot(seq, "mark", said))
        assert left()
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as reader:
            if busy:
                reader.execute("BEGIN")
                reader.execute("SELECT count(*) FROM games").fetchone()
            await forget()
        if busy:
            assert left(), "whoever reads keeps the log as it is"
            assert await archive_forgets_nothing(path)
        assert left() == []
        await store.append("g0", [entry(4)])
        await store.close()

    asyncio.run(run())


async def archive_forgets_nothing(path: str) -> bool:
    """Forget a game that is not there: the log is emptied then, too."""
    archive = await open_archive(path)
    try:
        return not await archive.forget("never-there")
    finally:
        await archive.close()


def test_strays_and_wrong_totals_are_faults(database: str) -> None:
    on(database, some_games)
    execute(database, "DELETE FROM games WHERE id = 'g2'")
    execute(database, "UPDATE totals SET count = count + 7 WHERE what = 'open'")

    async def look() -> list[str]:
        archive = await open_archive(database)
        try:
            return await archive.faults()
        finally:
            await archive.close()

    found = asyncio.run(look())
    assert any("entries of a game g2, which is not there" in text for text in found)
    assert any("the totals have" in text and "open" in text for text in found)


def test_a_database_that_is_not_up_to_date_is_left_alone(tmp_path: Path, postgres: str) -> None:
    old = Path(__file__).parent / "old" / "version_3.sql"
    with contextlib.closing(sqlite3.connect(tmp_path / "old.db")) as connection:
        connection.executescript(old.read_text())
    for database in (str(tmp_path / "old.db"), postgres):
        with pytest.raises(Unavailable, match="older PassGo"):
            asyncio.run(open_archive(database))
    with pytest.raises(Unavailable, match="is no file"):
        asyncio.run(open_archive(str(tmp_path / "nothing.db")))
    assert not (tmp_path / "nothing.db").exists()


def test_one_flipped_byte_anywhere_in_the_file_is_noticed_or_harmless(path: str, tmp_path: Path) -> None:
    """Of 150 bytes all over the file, each is flipped: then a log is refused, or all logs are what they were."""

    async def fill(store: Store) -> None:
        for n in range(6):
            await begin(store, f"g{n}", 40)

    on(path, fill)
    whole = Path(path).read_bytes()
    harmed = str(tmp_path / "harmed.db")
    noticed = 0
    for n in range(150):
        place = 100 + (n * (len(whole) - 200)) // 150
        Path(harmed).write_bytes(whole[:place] + bytes([whole[place] ^ 0x41]) + whole[place + 1 :])
        for ending in ("-wal", "-shm"):
            Path(harmed + ending).unlink(missing_ok=True)
        noticed += asyncio.run(is_noticed(harmed))
    assert noticed > 30, "the others lie where nothing is kept"


async def is_noticed(harmed: str) -> bool:
    try:
        archive = await open_archive(harmed)
    except (Unavailable, ValueError):
        return True
    try:
        for n in range(6):
            log = await archive.entries(f"g{n}")
            if not log and await archive.row(f"g{n}") is None:
                return True
            assert log == [entry(seq) for seq in range(1, 41)]
        return bool(await archive.faults())
    except Unavailable:
        return True
    finally:
        await archive.close()
