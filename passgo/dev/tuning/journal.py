"""The journal of a tuning run: a line of JSON for each generation, so that the run can continue after an interruption.

The state of the search is not kept. With the same seed and the scores from the journal the search reaches it again.
"""

import json
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from passgo.simulate.runs.fingerprint import source_hash

PACKAGES = ("passgo", "cma", "numba", "numpy")


def versions() -> dict[str, str]:
    """The versions with which the run was made. The hash of the sources stands for the rules, editions and bots."""
    found = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found | {"sources": source_hash()}


class Journal:
    """A file of lines: first the heading, which says what run it is, then a line for every generation."""

    def __init__(self, path: Path, heading: dict[str, Any]) -> None:
        self.path = path
        self.entries = read(path, heading) if path.exists() else []
        lines = [heading, *self.entries]
        beside = path.with_name(path.name + ".new")  # drops a last line that was cut off
        beside.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        beside.replace(path)

    def add(self, entry: dict[str, Any]) -> None:
        """Write a generation."""
        self.entries.append(entry)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")

    def close(self) -> None:
        """Remove the file. The run has its result, so the journal is not needed any more."""
        self.path.unlink(missing_ok=True)


def read(path: Path, heading: dict[str, Any]) -> list[dict[str, Any]]:
    """The generations in a journal of this run; a journal of another run is refused."""
    found: list[dict[str, Any]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            found.append(json.loads(line))
        except ValueError:
            break
    if not found or not isinstance(found[0], dict):
        raise ValueError(f"{path}: expected the journal of a tuning run; remove it to begin a new run")
    other = [key for key in heading if found[0].get(key) != heading[key]]
    if other:
        differences = "; ".join(f"{key} {found[0].get(key)!r:.60} there, {heading[key]!r:.60} here" for key in other)
        raise ValueError(
            f"{path}: expected the journal of this run, not of another ({differences}); remove it to begin a new run"
        )
    return found[1:]
