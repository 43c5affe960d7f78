"""Opening a SQLite file: its folder, the lock against other processes, its version; and its errors in words."""

import os
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

from passgo.server.store import Unavailable
from passgo.server.store.versions import APPLICATION_ID, Step, missing

Connect = Callable[[str], sqlite3.Connection]

TROUBLES = {
    sqlite3.SQLITE_BUSY: "another program holds a lock on {path}; close it, or wait until it is done",
    sqlite3.SQLITE_LOCKED: "another program holds a lock on {path}; close it, or wait until it is done",
    sqlite3.SQLITE_PERM: "no permission to use {path}",
    sqlite3.SQLITE_READONLY: "{path} cannot be written: check the permissions of the file and of its folder",
    sqlite3.SQLITE_IOERR: "the disk failed while {path} was read or written",
    sqlite3.SQLITE_CORRUPT: "{path} is damaged: restore a backup, or save what can be read with sqlite3's .recover",
    sqlite3.SQLITE_FULL: "the disk is full: {path} cannot grow",
    sqlite3.SQLITE_CANTOPEN: "{path} cannot be opened: it must be a file in a folder where this user may write",
    sqlite3.SQLITE_NOTADB: "{path} is not a SQLite database, or is damaged",
}


def is_trouble(error: Exception) -> bool:
    """Is it the fault of the disk or the file, and not of the values we gave?"""
    return isinstance(error, sqlite3.Error) and primary_code(error) in TROUBLES


def primary_code(error: sqlite3.Error) -> int:
    """SQLite's primary error code, without the extension in the upper bits."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def plain_words(error: Exception, path: str) -> str:
    """The error in words for a person.

    >>> plain_words(sqlite3.OperationalError("no such table: games"), "games.db")
    'games.db cannot be used (no such table: games)'
    """
    code = primary_code(error) if isinstance(error, sqlite3.Error) else 0
    words = TROUBLES.get(code, "{path} cannot be used")
    return f"{words.format(path=path)} ({error})"


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
        raise Unavailable(plain_words(error, path)) from error
    except BaseException:
        lock.close()
        raise
    return lock, writing


def make_folder(folder: Path) -> None:
    """Make the folder where the file will be, so that it is still there after a power cut."""
    try:
        if folder.is_dir():
            return
        make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        parent = os.open(folder.parent, os.O_RDONLY)
        try:
            os.fsync(parent)
        finally:
            os.close(parent)
    except OSError as error:
        raise Unavailable(f"the folder {folder} cannot be made or reached: {error.strerror}") from error


def make_private(path: str) -> None:
    """A new file is for its owner alone: seeds are secret until a game is over."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise Unavailable(f"{path} cannot be written: {error.strerror}") from error


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
                "stop the other one, choose another file, or use postgresql://... for several"
            ) from error
        raise Unavailable(plain_words(error, path)) from error
    return lock


def prepare(writing: sqlite3.Connection, path: str, steps: Sequence[Step]) -> None:
    """Set the connection to write durably, and take the steps that the database lacks."""
    (owner,) = writing.execute("PRAGMA application_id").fetchone()
    (tables,) = writing.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if tables and owner != APPLICATION_ID:
        raise Unavailable(f"{path} is a SQLite database of another program; choose another file")
    (mode,) = writing.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise Unavailable(f"{path} lies on a file system that cannot keep a write-ahead log; choose a local disk")
    writing.execute("PRAGMA synchronous = FULL")
    # Only macOS looks at these: its fsync leaves the last step, out of the drive's cache, to another call.
    writing.execute("PRAGMA fullfsync = ON")
    writing.execute("PRAGMA checkpoint_fullfsync = ON")
    (version,) = writing.execute("PRAGMA user_version").fetchone()
    for number, step in missing(steps, version):
        writing.execute("BEGIN IMMEDIATE")
        try:
            for statement in step:
                writing.execute(statement)
            writing.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            writing.execute(f"PRAGMA user_version = {number}")
            writing.execute("COMMIT")
        except BaseException:
            writing.execute("ROLLBACK")
            raise
