"""Opening a SQLite file: its folder, the lock against other processes, its version; and its errors in words."""

import os
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

from passgo.server.store import Unavailable
from passgo.server.store.versions import APPLICATION_ID, Step, missing

Connect = Callable[[str], sqlite3.Connection]
EMPTYING_MS = 1_000
"""How long to wait for those who read the write-ahead log that is to be emptied."""

LOCKED = ("locked", "another program holds a lock on {path}; close it, or wait until it is done")
TROUBLES = {
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_PERM: ("forbidden", "no permission to use {path}"),
    sqlite3.SQLITE_READONLY: (
        "forbidden",
        "{path} cannot be written: check the permissions of the file and of its folder",
    ),
    sqlite3.SQLITE_IOERR: ("disk", "the disk failed while {path} was read or written"),
    sqlite3.SQLITE_CORRUPT: (
        "damaged",
        "{path} is damaged: restore a backup, or save what can be read with sqlite3's .recover",
    ),
    sqlite3.SQLITE_FULL: ("full", "the disk is full: {path} cannot grow"),
    sqlite3.SQLITE_CANTOPEN: (
        "forbidden",
        "{path} cannot be opened: it must be a file in a folder where this user may write",
    ),
    sqlite3.SQLITE_NOTADB: ("damaged", "{path} is not a SQLite database, or is damaged"),
}
"""What can be wrong with the disk or the file, by SQLite's code: its kind in `PUBLIC_REASONS`, and the words."""


def is_trouble(error: Exception) -> bool:
    """Is it the fault of the disk or the file, and not of the values we gave?"""
    return isinstance(error, sqlite3.Error) and primary_code(error) in TROUBLES


def primary_code(error: sqlite3.Error) -> int:
    """SQLite's primary error code, without the extension in the upper bits."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def trouble_with(path: str, error: Exception) -> Unavailable:
    """The error in words for a person.

    >>> trouble_with("games.db", sqlite3.OperationalError("no such table: games"))
    Unavailable('games.db cannot be used (no such table: games)')
    """
    code = primary_code(error) if isinstance(error, sqlite3.Error) else 0
    if "decode to UTF-8" in str(error):  # Python's own complaint, without a code
        code = sqlite3.SQLITE_CORRUPT
    kind, words = TROUBLES.get(code, ("other", "{path} cannot be used"))
    return Unavailable(f"{words.format(path=path)} ({error})", kind)


def open_file(path: str, connect: Connect, steps: Sequence[Step]) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """The connection that holds the lock, and the one that writes, with the database brought up to date."""
    make_folder(Path(path).parent)
    lock = take_lock(path)
    try:
        make_private(path)
        writing = connect(path)
        try:
            prepare(writing, path, steps)
        except BaseException:
            writing.close()
            raise
    except sqlite3.Error as error:
        lock.close()
        raise trouble_with(path, error) from error
    except BaseException:
        lock.close()
        raise
    return lock, writing


def open_beside(path: str, connect: Connect, steps: Sequence[Step]) -> sqlite3.Connection:
    """A connection to an existing file that a server may be using."""
    if not os.path.isfile(path):
        raise Unavailable(f"{path} is no file")
    try:
        connection = connect(path)
        try:
            check_ours(connection, path)
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if missing(steps, version):
                raise Unavailable(f"{path} was kept by an older PassGo: start a server with it once")
            write_with_care(connection)
        except BaseException:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise trouble_with(path, error) from error
    return connection


def check_ours(connection: sqlite3.Connection, path: str) -> None:
    """Refuse a file that is no database of ours."""
    (owner,) = connection.execute("PRAGMA application_id").fetchone()
    if owner != APPLICATION_ID:
        raise Unavailable(f"{path} is a SQLite database of another program; choose another file")


def make_folder(folder: Path) -> None:
    """Make the folder where the file will be, so that it is still there after a power cut."""
    try:
        if folder.is_dir():
            return
        make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)
    except OSError as error:
        raise Unavailable(f"the folder {folder} cannot be made or reached: {error.strerror}", "forbidden") from error


def sync_folder(folder: Path) -> None:
    """Let a folder know its files after a power cut, too."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def make_private(path: str) -> None:
    """A new file is for its owner alone: seeds are secret until a game is over."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise Unavailable(f"{path} cannot be written: {error.strerror}", "forbidden") from error


def take_lock(path: str) -> sqlite3.Connection:
    """Lock out every other process, as long as the connection is open and this process lives.

    The lock is SQLite's own, on an empty file beside the games: the same on every system, and gone with the process.
    """
    lock = None
    try:
        lock = sqlite3.connect(path + ".lock", timeout=0, isolation_level=None, check_same_thread=False)
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        if lock is not None:
            lock.close()
        if primary_code(error) == sqlite3.SQLITE_BUSY:
            raise Unavailable(
                f"another process keeps its games in {path}. SQLite is for one process: "
                "stop the other one, choose another file, or use postgresql://... for several",
                "locked",
            ) from error
        raise trouble_with(path, error) from error
    return lock


def prepare(writing: sqlite3.Connection, path: str, steps: Sequence[Step]) -> None:
    """Set the connection to write durably, and take the steps that the database lacks."""
    (tables,) = writing.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if tables:
        check_ours(writing, path)
    (mode,) = writing.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise Unavailable(f"{path} lies on a file system that cannot keep a write-ahead log; choose a local disk")
    write_with_care(writing)
    # A thousand games write to some thousand pages again and again: these stay in memory (16 MB), and go from the
    # write-ahead log (32 MB) into the file only now and then.
    writing.execute("PRAGMA cache_size = -16000")
    writing.execute("PRAGMA wal_autocheckpoint = 8000")
    # Only macOS looks at these: its fsync leaves the last step, out of the drive's cache, to another call.
    writing.execute("PRAGMA fullfsync = ON")
    writing.execute("PRAGMA checkpoint_fullfsync = ON")
    take_missing_steps(writing, steps)


def write_with_care(writing: sqlite3.Connection) -> None:
    """Let a commit mean that it is on the disk, and let nothing that is deleted or replaced stay in the file."""
    writing.execute("PRAGMA synchronous = FULL")
    writing.execute("PRAGMA secure_delete = ON")
    # What SQLite needs to take a statement back, it would otherwise write to a file in the system's folder for such.
    writing.execute("PRAGMA temp_store = MEMORY")


def empty_log(writing: sqlite3.Connection) -> bool:
    """Bring the write-ahead log into the file and leave it empty; False if somebody reads it for too long.

    Writers wait meanwhile, so it does not wait for long itself.
    """
    (patience_ms,) = writing.execute("PRAGMA busy_timeout").fetchone()
    writing.execute(f"PRAGMA busy_timeout = {EMPTYING_MS}")
    try:
        (busy, _, _) = writing.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.Error:
        return False
    finally:
        writing.execute(f"PRAGMA busy_timeout = {patience_ms}")
    return not busy


def take_missing_steps(writing: sqlite3.Connection, steps: Sequence[Step]) -> None:
    """Bring a database up to date: each step is taken whole or not at all."""
    (version,) = writing.execute("PRAGMA user_version").fetchone()
    for number, step in missing(steps, version):
        writing.execute("BEGIN IMMEDIATE")
        try:
            for part in step:
                if isinstance(part, str):
                    writing.execute(part)
                else:
                    part(writing)
            writing.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            writing.execute(f"PRAGMA user_version = {number}")
            writing.execute("COMMIT")
        except BaseException:
            writing.execute("ROLLBACK")
            raise
