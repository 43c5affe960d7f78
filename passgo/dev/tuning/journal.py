"""What a tuning run has done so far, a line of JSON for each generation, so that it can go on after an interruption.

The search itself is not kept: with the same seed and the scores that stand here it comes to the same place again.
"""

import json
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from passgo.simulate.runs.fingerprint import source_hash

PACKAGES = ("passgo", "cma", "numba", "numpy")


def versions() -> dict[str, str]:
    """What the run was made with; the hash of sources says which rules, editions and bots."""
    found = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found | {"sources": source_hash()}


class Diary:
    """A file of lines: first what the run is, then every generation."""

    def __init__(self, path: Path, heading: dict[str, Any]) -> None:
        self.path = path
        self.entries = read(path, heading) if path.exists() else []
        lines = [heading, *self.entries]
        beside = path.with_name(path.name + ".new")  # without a line that was cut off in the middle
        beside.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        beside.replace(path)

    def add(self, entry: dict[str, Any]) -> None:
        """Keep a generation."""
        self.entries.append(entry)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")

    def close(self) -> None:
        """The run has come to its result: its diary is not needed any more."""
        self.path.unlink(missing_ok=True)


def read(path: Path, heading: dict[str, Any]) -> list[dict[str, Any]]:
    """The whole lines of a diary, if it is of this very run."""
    found: list[dict[str, Any]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            found.append(json.loads(line))
        except ValueError:
            break
    if not found or not isinstance(found[0], dict):
        raise ValueError(f"{path}: expected the diary of a tuning run; remove it to begin anew")
    other = [key for key in heading if found[0].get(key) != heading[key]]
    if other:
        told = "; ".join(f"{key} {found[0].get(key)!r:.60} there, {heading[key]!r:.60} here" for key in other)
        raise ValueError(
            f"{path}: expected the diary of this run, but it is of another ({told}); remove it to begin anew"
        )
    return found[1:]
