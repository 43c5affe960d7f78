"""Instructions a game, counted (`passgo dev instructions`): they do not depend on what else the machine does.

The compiled entry points are linked into a program of their own, which plays the first games of `passgo bench simulate`
under valgrind's callgrind. The totals, and the four parts of a game, are of the code as it is compiled for play. Shares
of functions and lines are of the same sources compiled with line tables. Calls are counted where every call is one: in
the plain source.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from passgo.dev.instructions.profile import PACKAGE, Line, Profile, calls_to, profile_of, read_costs, spent_in
from passgo.dev.instructions.program import GAMES, PROCESSOR, hash_of

__all__ = ["Counted", "count"]

BUILD = """
import pathlib, sys
from passgo.dev.instructions.program import build
build(pathlib.Path(sys.argv[1]))
"""

CALLS = """
import json
from passgo.dev.instructions.calls import calls_a_game
print(json.dumps(calls_a_game()))
"""

AS_PLAYED = {
    **dict.fromkeys(("PASSGO_BOUNDSCHECK", "PASSGO_CALM", "PASSGO_PLAIN", "PASSGO_LINES"), "0"),
    "NUMBA_CPU_NAME": PROCESSOR,
    "NUMBA_CPU_FEATURES": "",
}
"""What is counted is compiled as for play, for one kind of processor."""

NO_PROFILE = Profile(Counter(), Counter(), Counter())

COUNT = [
    "valgrind", "--tool=callgrind", "--callgrind-out-file=counted", "--dump-instr=yes", "--compress-pos=no",
    "--compress-strings=no", "--demangle=no", "--collect-atstart=no", "--toggle-collect=measured",
    "./games", "before", "after",
]  # fmt: skip


@dataclass(frozen=True)
class Counted:
    """What was counted, a game; `profile` and `calls` are empty if only the totals were asked for."""

    parts: dict[str, float]
    """What the loop spends in the bots, in the rules and in the dealer, and by itself. A rule that a bot asks is the
    bot's: it stands in the bot's machine code, and is there only because the bot wants to know."""
    steps: float
    games_hash: str
    profile: Profile
    calls: dict[str, float]

    @property
    def instructions(self) -> float:
        """Instructions a game, in all."""
        return sum(self.parts.values())

    def to_dict(self) -> dict[str, Any]:
        """As JSON: the totals, and each function with its own instructions, those with its callees, and its calls."""
        functions = {
            name: {
                "own": round(own / GAMES, 1),
                "with_callees": round(self.profile.whole[name] / GAMES, 1),
                "calls": self.calls.get(name),
            }
            for name, own in self.profile.own.most_common()
        }
        return {
            "instructions_per_game": round(self.instructions),
            "instructions_per_step": round(self.instructions / self.steps, 1),
            "without_bots": round(self.instructions - self.parts["bots"]),
            "by_part": {part: round(count) for part, count in self.parts.items()},
            "steps_per_game": round(self.steps, 1),
            "games_hash": self.games_hash,
            "by_function": functions,
            "by_line": {str(line): round(count / GAMES, 1) for line, count in self.lines(100)},
        }

    def lines(self, most: int) -> list[tuple[Line, int]]:
        """The source lines that take most."""
        return self.profile.lines.most_common(most)


def count(totals_only: bool = False) -> Counted:
    """Build the program and count. ValueError if a tool is missing."""
    for tool, needed in (("valgrind", "to count"), ("addr2line", "to find source lines"), ("cc", "to link with")):
        if shutil.which(tool) is None:
            raise ValueError(f"expected {tool} {needed}; it comes with the packages valgrind, binutils and gcc")
    with tempfile.TemporaryDirectory() as folder:
        played = Played(Path(folder))
    if totals_only:
        return Counted(played.parts, played.steps, played.games_hash, NO_PROFILE, {})
    with tempfile.TemporaryDirectory() as folder:
        lined = Played(Path(folder), {"PASSGO_LINES": "1"})
        profile = profile_of(lined.folder / "games", lined.counted)
    calls = json.loads(run([sys.executable, "-c", CALLS], environment={"PASSGO_PLAIN": "1"}))
    return Counted(played.parts, played.steps, played.games_hash, profile, calls)


class Played:
    """The games, played and counted in a folder."""

    def __init__(self, folder: Path, environment: Mapping[str, str] = MappingProxyType({})) -> None:
        self.folder = folder
        run([sys.executable, "-c", BUILD, str(folder)], environment=environment)
        run(COUNT, folder=folder)
        self.counted = (folder / "counted").read_text()
        about = json.loads((folder / "about.json").read_text())
        self.parts = self._parts(about)
        self.steps = calls_to(self.counted, about["rules"]) / GAMES
        self.games_hash = hash_of((folder / "after").read_bytes()[about["book"] :])

    def _parts(self, about: Mapping[str, Any]) -> dict[str, float]:
        """What was spent a game, by part; what the loop did not spend in the others is its own."""
        spent = spent_in(self.counted, about["loop"])
        bots = sum(spent[symbol] for symbol in about["bots"])
        rules, dealer = spent[about["rules"]], spent[about["dealer"]]
        loop = sum(read_costs(self.counted).values()) - bots - rules - dealer
        parts = {"bots": bots, "rules": rules, "dealer": dealer, "loop": loop}
        return {part: count / GAMES for part, count in parts.items()}


def run(command: list[str], folder: Path | None = None, environment: Mapping[str, str] = MappingProxyType({})) -> str:
    """What a command prints; ValueError with its last line if it fails."""
    path = os.pathsep.join([str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, **AS_PLAYED, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise ValueError(f"{command[0]} failed: {(done.stderr.strip().splitlines() or ['it says nothing'])[-1]}")
    return done.stdout
