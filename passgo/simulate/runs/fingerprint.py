"""Hashes of everything that decides how games go.

A tournament that is continued, and every worker of a cluster, compares its hash first: other code could play other
games.
"""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
SUFFIXES = (".py", ".toml")
NO_PART_OF_A_GAME = ("cli", "server", "terminal", "dev")
"""Packages that decide nothing in a game of the simulator."""


def hash_files(folder: Path, files: Iterable[Path]) -> str:
    """A hash of the content of these files, and of their paths within the folder."""
    found = hashlib.sha256()
    for path in sorted(files):
        content = path.read_bytes()
        found.update(f"{path.relative_to(folder).as_posix()}\0{len(content)}\0".encode() + content)
    return found.hexdigest()[:32]


def files_in(package: Path) -> list[Path]:
    """The files of a package, code and data, that decide games."""
    return [
        path
        for path in package.rglob("*")
        if path.suffix in SUFFIXES and path.relative_to(package).parts[0] not in NO_PART_OF_A_GAME
    ]


@cache
def source_hash() -> str:
    """A hash of the installed PassGo: its code, its editions and the numbers of its bots.

    >>> source_hash() == hash_package(PACKAGE)
    True
    """
    return hash_package(PACKAGE)


def hash_package(package: Path) -> str:
    """The same hash of a copy of PassGo in some folder."""
    return hash_files(package, files_in(package))
