"""Hashes of what decides how games go: whoever goes on with a run, or shares it, compares them first."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
SUFFIXES = (".py", ".toml")
NO_PART_OF_A_GAME = ("cli", "server", "terminal", "dev")
"""Rooms in which no game of the simulator is decided."""


def digest(folder: Path, files: Iterable[Path]) -> str:
    """A hash of these files: where they are from the folder on, and what is in them."""
    found = hashlib.sha256()
    for path in sorted(files):
        content = path.read_bytes()
        found.update(f"{path.relative_to(folder).as_posix()}\0{len(content)}\0".encode() + content)
    return found.hexdigest()[:32]


def files_in(package: Path) -> list[Path]:
    """The sources and data of a package that decide games."""
    return [
        path
        for path in package.rglob("*")
        if path.suffix in SUFFIXES and path.relative_to(package).parts[0] not in NO_PART_OF_A_GAME
    ]


@cache
def sources() -> str:
    """A hash of PassGo as it is installed here: its code, its editions, the numbers of its bots.

    >>> sources() == sources_of(PACKAGE)
    True
    """
    return sources_of(PACKAGE)


def sources_of(package: Path) -> str:
    """The same of a copy that lies in a folder."""
    return digest(package, files_in(package))
