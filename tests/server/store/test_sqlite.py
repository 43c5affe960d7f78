"""What only SQLite can do wrong: files, folders, locks, a second process; and that commits are shared."""

import asyncio
import contextlib
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from passgo.server.store import Store, Unavailable, default_database, open_store, sqlite
from passgo.server.store.sqlite import SqliteStore, connect
from tests.server.store.samples import begin, entry, on, outcomes, until_ready


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def refused(database: str | Path) -> str:
    """Opening must fail; the words it fails with."""
    with pytest.raises(Unavailable) as caught:
        asyncio.run(open_store(str(database)))
    return str(caught.value)


class Counting(sqlite3.Connection):
    """A connection that counts its commits."""

    commits = 0

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        Counting.commits += statement == "COMMIT"
        return super().execute(statement, *values)


def test_many_appends_at_once_share_a_few_commits(path: Path) -> None:
    def counted(name: str) -> sqlite3.Connection:
        return sqlite3.connect(name, isolation_level=None, check_same_thread=False, factory=Counting)

    async def play() -> int:
        store = await SqliteStore.open(str(path), connect=counted)
        for n in range(64):
            await begin(store, f"g{n}")
        Counting.commits = 0
        await asyncio.gather(*(store.append(f"g{n}", [entry(2)]) for n in range(64)))
        await store.close()
        return Counting.commits

    assert 1 <= asyncio.run(play()) <= 8


def test_writing_is_set_to_be_durable(path: Path) -> None:
    seen: list[sqlite3.Connection] = []

    def noted(name: str) -> sqlite3.Connection:
        seen.append(connect(name))
        return seen[-1]

    async def play() -> None:
        store = await SqliteStore.open(str(path), connect=noted)
        writing = seen[0]
        assert writing.execute("PRAGMA synchronous").fetchone() == (2,)
        assert writing.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        await store.close()

    asyncio.run(play())


def test_readers_cannot_write(path: Path) -> None:
    async def play() -> None:
        store = await SqliteStore.open(str(path))
        with pytest.raises(Unavailable, match="readonly"):
            await store._read("DELETE FROM games", ())
        await store.close()

    asyncio.run(play())


def test_the_event_loop_does_not_wait_for_a_lock(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another program holds the file, an append waits, the loop does not, and readers read."""
    monkeypatch.setattr("passgo.server.store.sqlite.PATIENCE_S", 60.0)

    async def play(store: Store) -> None:
        await begin(store, "g")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        append = asyncio.ensure_future(store.append("g", [entry(2)]))
        turns = 0
        while not append.done() and turns < 10:
            await asyncio.sleep(0.02)
            turns += 1
        assert turns == 10
        assert len(await store.entries("g")) == 1
        assert not append.done()
        other.execute("ROLLBACK")
        other.close()
        await append
        assert len(await store.entries("g")) == 2

    on(str(path), play)


def test_a_lock_that_is_never_given_back_is_named(path: Path) -> None:
    def hasty(name: str) -> sqlite3.Connection:
        return sqlite3.connect(name, timeout=0.1, isolation_level=None, check_same_thread=False)

    async def play() -> None:
        store = await SqliteStore.open(str(path), connect=hasty)
        await begin(store, "g")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable, match="another program holds a lock"):
            await store.append("g", [entry(2)])
        assert await store.trouble() is not None
        other.execute("ROLLBACK")
        other.close()
        await until_ready(store)
        await store.append("g", [entry(2)])
        await store.close()

    asyncio.run(play())


def test_a_second_store_of_this_process_is_refused(path: Path) -> None:
    async def play(store: Store) -> None:
        with pytest.raises(Unavailable, match="SQLite is for one process"):
            await open_store(str(path))
        await begin(store, "g")

    on(str(path), play)
    on(str(path), lambda store: begin(store, "h"))


HOLD = """
    import asyncio, sys
    from passgo.server.store import open_store

    async def hold():
        await open_store(sys.argv[1])
        print("open", flush=True)
        await asyncio.sleep(600)

    asyncio.run(hold())
"""


@pytest.fixture
def other_process(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the games open."""
    command = [sys.executable, "-c", textwrap.dedent(HOLD), str(path)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        yield process
        process.kill()


def test_a_second_process_is_refused_until_the_first_is_gone(
    path: Path, other_process: subprocess.Popen[str], tmp_path: Path
) -> None:
    assert "another process keeps its games in" in refused(path)
    link = tmp_path / "link.db"
    link.symlink_to(path)
    assert "another process" in refused(link), "another name of the same file"
    other_process.send_signal(signal.SIGKILL)
    other_process.wait()
    on(str(path), lambda store: begin(store, "g"))


def test_a_damaged_file_is_named(path: Path) -> None:
    on(str(path), lambda store: begin(store, "g", 300))
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xa5" * (len(content) - 4096)
    path.write_bytes(content)

    async def play() -> None:
        store = await open_store(str(path))
        try:
            await store.entries("g")
        finally:
            await store.close()

    with pytest.raises(Unavailable, match=r"games\.db is damaged: restore a backup"):
        asyncio.run(play())


def test_a_file_that_is_no_database_is_named_and_left_alone(path: Path) -> None:
    path.write_bytes(b"Dear diary, " * 1000)
    assert "is not a SQLite database" in refused(path)
    assert path.read_bytes() == b"Dear diary, " * 1000


def test_a_database_of_another_program_is_left_alone(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    before = path.read_bytes()
    assert "of another program" in refused(path)
    assert path.read_bytes() == before


def test_a_folder_is_no_database(path: Path) -> None:
    path.mkdir()
    assert str(path) in refused(path)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be made" in refused(tmp_path / "file" / "deeper" / "games.db")


@contextlib.contextmanager
def as_nobody_special(folder: Path) -> Iterator[None]:
    """Root may write everywhere, so root becomes somebody else for a while, who can reach this folder of the test."""
    while not folder.stat().st_mode & 0o001:
        folder.chmod(folder.stat().st_mode | 0o011)
        folder = folder.parent
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)


def test_a_folder_that_may_not_be_written_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o555)
    with as_nobody_special(tmp_path):
        words = refused(folder / "games.db")
    assert "in a folder where this user may write" in words
    assert str(folder) in words


def test_a_folder_that_cannot_be_reached_is_named(tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0o700)
    with as_nobody_special(tmp_path):
        assert "cannot be made or reached" in refused(tmp_path / "closed" / "inner" / "games.db")


def test_a_file_that_may_not_be_written_is_named(path: Path, tmp_path: Path) -> None:
    on(str(path), lambda store: begin(store, "g"))
    Path(f"{path}.lock").chmod(0o666)
    path.chmod(0o444)
    tmp_path.chmod(0o776)
    with as_nobody_special(tmp_path):
        words = refused(path)
    assert "cannot be written" in words


def test_a_full_database_is_said_plainly(path: Path) -> None:
    """SQLite's own limit gives the same error as a full disk, through the standard library."""

    def small(name: str) -> sqlite3.Connection:
        connection = connect(name)
        connection.execute("PRAGMA max_page_count = 30")
        return connection

    async def play() -> None:
        store = await SqliteStore.open(str(path), connect=small)
        await begin(store, "g")
        await begin(store, "h")
        got = await outcomes(store.append("g", [entry(2, body=b"x" * 500_000)]))
        assert got == [Unavailable]
        with pytest.raises(Unavailable, match="the disk is full"):
            await store.append("g", [entry(2, body=b"x" * 500_000)])
        await store.append("h", [entry(2)])
        assert len(await store.entries("g")) == 1
        await store.close()

    asyncio.run(play())


def test_folders_are_made_and_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "games.db"
    on(f"sqlite:///{path}", lambda store: begin(store, "g"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_games_are_kept_in_the_users_folder_for_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere/data")
    assert default_database() == "/somewhere/data/passgo/games.db"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/home/ann")
    assert default_database() == "/home/ann/.local/share/passgo/games.db"


def test_a_home_folder_is_written_as_a_tilde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    on("~/games.db", lambda store: begin(store, "g"))
    assert (tmp_path / "games.db").exists()


def test_the_tables_themselves_refuse_a_second_entry_of_one_number_or_move(tmp_path: Path) -> None:
    """The last guard, if everything before it were wrong."""
    path = str(tmp_path / "games.db")
    on(path, lambda store: begin(store, "g", 2))
    add = "INSERT INTO entries (game, seq, at, kind, body, move, version) VALUES (?, ?, 0, 'move', x'', ?, 1)"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        with pytest.raises(sqlite3.IntegrityError, match=r"entries\.game, entries\.seq"):
            connection.execute(add, ("g", 2, ""))
        connection.execute(add, ("g", 3, "m"))
        with pytest.raises(sqlite3.IntegrityError, match=r"entries\.game, entries\.move"):
            connection.execute(add, ("g", 4, "m"))
        connection.execute(add, ("h", 4, "m"))


def test_commits_are_paced_while_several_write_and_who_writes_alone_is_not_kept_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paused: list[float] = []
    monkeypatch.setattr(sqlite, "PACE_S", 60.0)
    monkeypatch.setattr("passgo.server.store.sqlite.time.sleep", paused.append)

    async def play() -> None:
        store = await SqliteStore.open(str(tmp_path / "games.db"))
        await begin(store, "g")
        for seq in range(2, 6):
            await store.append("g", [entry(seq)])
        assert paused
        assert max(paused) == 0
        games = [f"game-{n}" for n in range(30)]
        await asyncio.gather(*(begin(store, game) for game in games))
        await store.append("g", [entry(6)])
        assert 0 < max(paused) <= 60
        await store.append("g", [entry(7)])
        assert paused[-1] == 0
        await store.close()

    asyncio.run(play())
