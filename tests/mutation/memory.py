"""The survivors that are known to be harmless, and why; and the verdicts of earlier runs, so that one can go on."""

import hashlib
import json
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.mutation.mutants import FOLDER

LIST = Path(__file__).parent / "survivors.toml"
ROOT = FOLDER.parent.parent
KEPT = ROOT / ".mutants"


def harmless(path: Path = LIST) -> dict[str, str]:
    """Names of mutants that need not be killed, each with the reason."""
    reasons: dict[str, str] = {}
    for group in tomllib.loads(path.read_text())["harmless"]:
        for name in group["mutants"]:
            if name in reasons:
                raise ValueError(f"listed twice: {name}")
            reasons[name] = group["why"]
    return reasons


def gone(listed: Iterable[str], names: Iterable[str], files: Iterable[str]) -> list[str]:
    """Listed mutants of these files that the rules no longer have: their entries say nothing, and go."""
    made, looked_at = set(names), set(files)
    return sorted(name for name in listed if name not in made and name.split(".")[0] in looked_at)


def key_of(paths: Iterable[Path]) -> str:
    """A hash of some files."""
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def test_files() -> list[Path]:
    """All that tests the rules: not this room, which only asks them."""
    return [path for path in (ROOT / "tests").rglob("*.py") if path.parent != LIST.parent]


def rule_files() -> list[Path]:
    return list(FOLDER.glob("*.py"))


class Memory:
    """Verdicts of earlier runs. A death holds while the rules stay as they are; a survival, while the tests do too."""

    def __init__(self, folder: Path | None = KEPT) -> None:
        self.path = folder / "verdicts.json" if folder else None
        self.keys = {"rules": key_of(rule_files()), "tests": key_of(test_files())}
        self.verdicts: dict[str, dict[str, Any]] = {}
        kept = read(self.path)
        if kept.get("rules") == self.keys["rules"]:
            same = kept["tests"] == self.keys["tests"]
            self.verdicts = {name: said for name, said in kept["verdicts"].items() if said["test"] or same}

    def write(self) -> None:
        """Keep them; a run that is broken off loses nothing."""
        write(self.path, {**self.keys, "verdicts": self.verdicts})


class Recordings:
    """What each test reached, by its name, as long as rules, mutants, its file and what tests share are the same."""

    def __init__(self, folder: Path | None, question: str) -> None:
        self.path = folder / "reached.json" if folder else None
        shared = [path for path in test_files() if not path.name.startswith("test_")]
        asked = hashlib.sha256(question.encode()).hexdigest()
        self.key = key_of([*rule_files(), *shared]) + asked
        kept = read(self.path)
        self.tests: dict[str, dict[str, Any]] = kept["tests"] if kept.get("key") == self.key else {}
        self._files: dict[Path, str] = {}

    def file_key(self, path: Path) -> str:
        if path not in self._files:
            self._files[path] = key_of([path])
        return self._files[path]

    def of(self, item: Any) -> dict[str, Any] | None:
        """What is known of a test."""
        known = self.tests.get(item.nodeid)
        return known if known and known["file"] == self.file_key(item.path) else None

    def keep(self, item: Any, seconds: float, executed: int, different: list[int]) -> None:
        """Learn about a test: its CPU time, a set of statements, the mutants that differ in it."""
        self.tests[item.nodeid] = {
            "file": self.file_key(item.path), "seconds": seconds, "executed": f"{executed:x}", "different": different,
        }  # fmt: skip

    def write(self) -> None:
        write(self.path, {"key": self.key, "tests": self.tests})


def read(path: Path | None) -> dict[str, Any]:
    """What was kept, or nothing."""
    kept: dict[str, Any] = json.loads(path.read_text()) if path and path.exists() else {}
    return kept


def write(path: Path | None, content: dict[str, Any]) -> None:
    """Keep it, or, broken off, what was kept before."""
    if path:
        path.parent.mkdir(exist_ok=True)
        new = path.with_suffix(".new")
        new.write_text(json.dumps(content))
        new.replace(path)
