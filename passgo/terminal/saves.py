"""Games that are kept while they are played, so that none is lost: one file a game, in the XDG folder for data."""

import json
import os
import secrets
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from passgo.terminal.files import BadInput, write_text

MOST_KEPT = 20
"""So many games are kept; the oldest go first."""

VERSION = 2
"""Before 2, `notebooks` were lists of numbers. Such a game goes on, with bots that have forgotten what they noted."""


@dataclass(frozen=True)
class Saved:
    """A kept game: its record, and what the record does not say."""

    record: str
    people: list[str]
    level: str
    memory: dict[str, str]
    """What the bots remember, by the names of their seats, in Base64."""
    steps: list[tuple[str, int]]
    """Who took each action, and how many events there had been before it, for undo."""
    over: bool


def saves_folder() -> Path:
    """Where games of the terminal are kept."""
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(data) / "passgo" / "terminal"


def new_save() -> Path:
    """A file for a game that begins; the oldest games make room."""
    folder = saves_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for old in by_age(folder)[MOST_KEPT - 1 :]:
            old.unlink(missing_ok=True)
    except OSError as problem:
        raise BadInput(f"{folder}: expected a folder that can be written: {problem.strerror}") from None
    return folder / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{secrets.token_hex(2)}.json"


def by_age(folder: Path) -> list[Path]:
    """The kept games, the newest first."""
    return sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime_ns, reverse=True)


def stamp_of(path: Path) -> tuple[int, int] | None:
    """Which writing of a kept game this is; None if there is none. Each writing is a file of its own."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns


def write_save(path: Path, saved: Saved) -> None:
    """Keep a game: the whole of it, or what was there before."""
    write_text(path, json.dumps({"passgo": VERSION, **asdict(saved)}, ensure_ascii=False))


def read_save(path: Path) -> Saved:
    """A kept game."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        version = found.pop("passgo")
        if version == 1:
            del found["notebooks"]
            found["memory"] = {}
        elif version != VERSION:
            raise ValueError
        return Saved(**found)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        raise BadInput(f"{path}: expected a game that was kept by passgo play") from None


def newest_save() -> tuple[Path, Saved]:
    """The game played last that is not over."""
    folder = saves_folder()
    for path in by_age(folder) if folder.is_dir() else []:
        saved = read_save(path)
        if not saved.over:
            return path, saved
    raise BadInput(f"--resume: expected a game that was not finished in {folder}; there is none")
