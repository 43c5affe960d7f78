"""The survivors that are known to be harmless, and why; and the verdicts of earlier runs, so that one can go on."""

import hashlib
import json
import tomllib
from pathlib import Path
from typing import Any

from tests.mutation.mutants import FOLDER

LIST = Path(__file__).parent / "survivors.toml"
ROOT = FOLDER.parent.parent
KEPT = ROOT / ".mutants.json"


def harmless(path: Path = LIST) -> dict[str, str]:
    """Names of mutants that need not be killed, each with the reason."""
    reasons: dict[str, str] = {}
    for group in tomllib.loads(path.read_text())["harmless"]:
        for name in group["mutants"]:
            if name in reasons:
                raise ValueError(f"listed twice: {name}")
            reasons[name] = group["why"]
    return reasons


def key_of(*folders: Path) -> str:
    """A hash of all Python sources and TOML files under some folders."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.toml")]):
            digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


class Memory:
    """Verdicts of earlier runs. A death holds while the rules stay as they are; a survival, while the tests do too."""

    def __init__(self, path: Path | None = KEPT) -> None:
        self.path = path
        self.keys = {"rules": key_of(FOLDER), "tests": key_of(ROOT / "tests")}
        self.verdicts: dict[str, dict[str, Any]] = {}
        if path and path.exists():
            kept = json.loads(path.read_text())
            if kept["rules"] == self.keys["rules"]:
                same = kept["tests"] == self.keys["tests"]
                self.verdicts = {name: said for name, said in kept["verdicts"].items() if said["test"] or same}

    def write(self) -> None:
        """Keep them; a run that is broken off loses nothing."""
        if self.path:
            new = self.path.with_suffix(".new")
            new.write_text(json.dumps({**self.keys, "verdicts": self.verdicts}, indent=0))
            new.replace(self.path)
