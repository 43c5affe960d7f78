"""Copies of a SQLite file: made while a server writes it, checked, and put in place whole or not at all."""

import contextlib
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from passgo.server.store import Unavailable
from passgo.server.store.sqlite import connect, read_log
from passgo.server.store.sqlite_file import (
    check_ours,
    make_private,
    sync_folder,
    take_lock,
    take_missing_steps,
    trouble_with,
    write_with_care,
)
from passgo.server.store.versions import SQLITE

BESIDE = ("-wal", "-shm")
"""What SQLite keeps beside a file; it is removed when the last program closes the file in order."""
NEVER_A_COPY = (*BESIDE, "-journal", ".lock")
"""How the names of files end that belong to a file of games."""


def back_up(source: str, target: str) -> int:
    """Copy a file of games as it is at one moment, also while a server writes it; the number of games in the copy.

    The copy is checked before it takes the place of an older one. Raises `Unavailable` if that cannot be, and if a
    server uses the file whose place the copy would take.
    """
    source, target = os.path.realpath(os.path.expanduser(source)), os.path.realpath(os.path.expanduser(target))
    if is_same_file(source, target):
        raise Unavailable(f"{target} is the file that is to be copied; choose another name")
    check_may_be_replaced(target)
    # Whoever serves a file has a lock beside it. No lock is left beside a copy that nobody serves.
    served = os.path.exists(target + ".lock")
    alone = contextlib.closing(take_lock(target)) if served else contextlib.nullcontext()
    with alone, copied(source, target) as (part, games):
        flush_log(target)
        put_in_place(part, target)
    return games


def restore(source: str, target: str) -> tuple[int, str]:
    """Put the games of a copy where a server finds them; their number, and where the games of before are now, or "".

    No server may run there. The copy is checked first; the file that was there is kept beside it.
    """
    source, target = os.path.realpath(os.path.expanduser(source)), os.path.realpath(os.path.expanduser(target))
    if is_same_file(source, target):
        raise Unavailable(f"{target} is the copy itself; choose where a server keeps its games")
    check_may_be_replaced(target)
    with contextlib.closing(take_lock(target)), copied(source, target) as (part, games):
        flush_log(target)
        aside = keep_aside(target)
        put_in_place(part, target)
    return games, aside


def is_same_file(one: str, other: str) -> bool:
    """Are both names of one file?"""
    return one == other or (os.path.exists(one) and os.path.exists(other) and os.path.samefile(one, other))


def check_may_be_replaced(target: str) -> None:
    """Refuse the place of what a server keeps beside its file of games."""
    for ending in NEVER_A_COPY:
        games = target.removesuffix(ending)
        if games != target and os.path.exists(games):
            raise Unavailable(f"{target} belongs to the games in {games}; choose another name")


@contextlib.contextmanager
def copied(source: str, target: str) -> Iterator[tuple[str, int]]:
    """A checked copy beside the target, and how many games it holds; what is left of it at the end is deleted.

    It is up to date, also if an older PassGo kept the games; the source stays as it is.
    """
    part = f"{target}.part"
    try:
        remove(part)
        make_private(part)
        with closing_files(source, part) as (old, new):
            check_ours(old, source)
            old.backup(new)  # in one step: it sees one moment, and holds nobody up, because of the write-ahead log
            write_with_care(new)
            take_missing_steps(new, SQLITE)
        yield part, count_sound_games(part)
    except sqlite3.Error as error:
        raise trouble_with(source, error) from error
    finally:
        remove(part)


@contextlib.contextmanager
def closing_files(source: str, part: str) -> Iterator[tuple[sqlite3.Connection, sqlite3.Connection]]:
    """Both files, of which the first must exist."""
    if not os.path.isfile(source):
        raise Unavailable(f"{source} is no file")
    with contextlib.closing(connect(source)) as old, contextlib.closing(connect(part)) as new:
        old.execute("PRAGMA query_only = ON")
        yield old, new


def count_sound_games(path: str) -> int:
    """How many games a file holds; `Unavailable` if the file or one of its logs is damaged. It is on the disk then."""
    with contextlib.closing(connect(path)) as connection:
        (sound,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if sound != "ok":
            raise Unavailable(f"{path} is damaged: {sound}", "damaged")
        games = [game for (game,) in connection.execute("SELECT id FROM games").fetchall()]
        for game in games:
            read_log(connection, game, 0)
    with open(path, "rb") as file:
        os.fsync(file.fileno())
    return len(games)


def flush_log(path: str) -> None:
    """Bring what the write-ahead log holds into the file of games, if there is one and it can be read."""
    if os.path.exists(path):
        with contextlib.suppress(sqlite3.Error), contextlib.closing(connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def keep_aside(path: str) -> str:
    """Give the file of games, if there is one, a second name, and also its write-ahead log; the name, or "".

    The file keeps its own name, too, until another takes its place: a crash meanwhile leaves no server without games.
    """
    first = aside = f"{path}.before-{time.strftime('%Y%m%d-%H%M%S')}"
    count = 1
    while any(os.path.lexists(aside + ending) for ending in ("", *BESIDE)):
        count += 1
        aside = f"{first}-{count}"
    kept = [ending for ending in ("", "-wal") if keep_also_as(path + ending, aside + ending)]
    sync_folder(Path(path).parent)
    return aside if "" in kept else ""


def keep_also_as(path: str, name: str) -> bool:
    """Give a file a second name, or make a copy where files have one name; False if there is no such file."""
    if not os.path.exists(path):
        return False
    try:
        os.link(path, name)
    except OSError:
        make_private(name)
        shutil.copyfile(path, name)
        with open(name, "rb") as file:
            os.fsync(file.fileno())
    return True


def put_in_place(part: str, target: str) -> None:
    """Let a checked copy take the place of a file.

    What SQLite kept beside the old file goes first, and for good: laid over the new one, it would destroy it.
    """
    folder = Path(target).parent
    remove(target, BESIDE)
    sync_folder(folder)
    os.replace(part, target)
    sync_folder(folder)


def remove(path: str, endings: Sequence[str] = ("", *BESIDE)) -> None:
    """Delete a file and what SQLite keeps beside it, or some of that."""
    for ending in endings:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path + ending)
