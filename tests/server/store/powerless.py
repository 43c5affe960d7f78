"""A disk that can lose its power: a file system for SQLite that knows which bytes have really reached the platter.

Everything is also written through to ordinary files, so that the running database notices nothing. Beside them every
file has a durable image, and the writes that wait for a sync. `Disk.wreck` says what a power cut at this instant would
leave: the durable image and, of what waits, any part: each sector of 512 bytes has arrived or has not, in any order.
"""

import contextlib
import itertools
import random
import sqlite3
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw

SECTOR = 512


@dataclass
class Image:
    """What is durable of one file, and what is not yet."""

    durable: bytearray = field(default_factory=bytearray)
    waiting: list[tuple[int, bytes] | int] = field(default_factory=list)
    """Writes (where, what) and truncations (how long), in order."""
    is_linked: bool = False
    """Whether the folder is sure to know the file after a cut."""

    def sync(self) -> None:
        for change in self.waiting:
            apply(self.durable, change)
        self.waiting.clear()

    def after_a_cut(self, chance: random.Random) -> bytes:
        """The durable bytes and any part of the waiting ones."""
        left = bytearray(self.durable)
        likely = chance.choice((0.0, 0.1, 0.5, 0.9, 1.0))
        prefix = chance.randrange(len(self.waiting) + 1) if chance.random() < 0.3 else None
        for number, change in enumerate(self.waiting):
            for part in sectors(change):
                if number < prefix if prefix is not None else chance.random() < likely:
                    apply(left, part)
        return bytes(left)


def sectors(change: tuple[int, bytes] | int) -> Iterator[tuple[int, bytes] | int]:
    """A write in the pieces that a disk writes at once."""
    if isinstance(change, int):
        yield change
        return
    where, what = change
    cuts = [0, *range(SECTOR - where % SECTOR, len(what), SECTOR), len(what)]
    for start, end in itertools.pairwise(cuts):
        yield where + start, what[start:end]


def apply(image: bytearray, change: tuple[int, bytes] | int) -> None:
    if isinstance(change, int):
        del image[change:]
        return
    where, what = change
    image.extend(bytes(max(0, where + len(what) - len(image))))
    image[where : where + len(what)] = what


class Disk(apsw.VFS):
    """The file system. `watch` is called before and after each write and sync."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.images: dict[str, Image] = {}
        self.ghosts: dict[str, Image] = {}
        """Deleted files of which the folder may still know."""
        self.watch: Callable[[], None] = lambda: None
        self.broken_sync: bool = False
        self.full: bool = False
        self.lock = threading.RLock()
        super().__init__(name, base="")

    def xOpen(self, name: Any, flags: list[int]) -> "File":
        return File(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        with self.lock:
            image = self.images.pop(filename, None)
            if image is not None and not syncdir:
                self.ghosts[filename] = image
        super().xDelete(filename, syncdir)

    def wreck(self, chance: random.Random) -> dict[str, bytes]:
        """The files that a power cut would leave now, by their names without the folder."""
        with self.lock:
            ghosts = {name: image for name, image in self.ghosts.items() if chance.random() < 0.5}
            left = {name: image for name, image in self.images.items() if image.is_linked or chance.random() < 0.5} | {
                name: image for name, image in ghosts.items() if name not in self.images
            }
            return {Path(name).name: image.after_a_cut(chance) for name, image in left.items()}

    def connect(self, path: str, *rewrite: tuple[str, str], first: str = "") -> "Wire":
        """A connection to a database on this disk; statements may be rewritten on the way, to do harm."""
        return Wire(apsw.Connection(path, vfs=self.name), rewrite, first)


class File(apsw.VFSFile):
    """One file of the disk."""

    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        self.disk = disk
        self.path = name.filename() if hasattr(name, "filename") else name
        self.is_temporary = self.path is None
        if not self.is_temporary:
            with disk.lock:
                disk.images.setdefault(self.path, Image())
        super().__init__("", name, flags)

    @property
    def image(self) -> Image:
        return Image() if self.is_temporary else self.disk.images[self.path]

    def xWrite(self, data: bytes, offset: int) -> None:
        if self.disk.full:
            raise apsw.FullError("the disk is full")
        self.disk.watch()
        with self.disk.lock:
            self.image.waiting.append((offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:
        with self.disk.lock:
            self.image.waiting.append(newsize)
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:
        if self.disk.broken_sync:
            raise apsw.IOError("the disk does not answer")
        self.disk.watch()
        with self.disk.lock:
            image = self.image
            image.sync()
            if not image.is_linked:  # SQLite's own file system syncs the folder with the first sync of a new file
                image.is_linked = True
                self.disk.ghosts.clear()
        super().xSync(flags)
        self.disk.watch()


class Cursor(apsw.Cursor):
    """An apsw cursor that also says how many rows its statement changed."""

    @property
    def rowcount(self) -> int:
        return self.connection.changes()


class Wire:
    """An apsw connection with the few methods of sqlite3's that the store uses."""

    def __init__(self, connection: apsw.Connection, rewrite: tuple[tuple[str, str], ...], first: str) -> None:
        self.connection = connection
        self.rewrite = rewrite
        connection.cursor_factory = Cursor
        connection.set_busy_timeout(10_000)
        if first:
            connection.execute(first)

    def execute(self, statement: str, values: Any = ()) -> apsw.Cursor:
        for old, new in self.rewrite:
            statement = statement.replace(old, new)
        with as_sqlite3():
            return self.connection.execute(statement, values)

    def close(self) -> None:
        self.connection.close()


@contextlib.contextmanager
def as_sqlite3() -> Iterator[None]:
    """Errors as the standard library names them."""
    try:
        yield
    except apsw.ConstraintError as error:
        raise sqlite3.IntegrityError(str(error)) from error
    except apsw.Error as error:
        told = sqlite3.OperationalError(str(error))
        ours = {apsw.FullError: sqlite3.SQLITE_FULL, apsw.IOError: sqlite3.SQLITE_IOERR}  # raised above, without a code
        told.sqlite_errorcode = getattr(error, "extendedresult", ours.get(type(error), 0))
        raise told from error
