"""Compiled rules are kept on disk, and an edit in any rule file makes them anew."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from passgo.machine.cache import source_key
from passgo.machine.switches import PLAIN

PACKAGE = Path(__file__).resolve().parents[2] / "passgo"
RULES = sorted(path.name for path in (PACKAGE / "rules").glob("*.py"))

ASK = """
from passgo.machine import records
from passgo.rules import state
from passgo.rules.waiting import to_act
games = records.new(state.State)
games["players"] = 2
games["phase"] = 3
print(to_act(games, 0))
"""
"""Compile and call the smallest entry point: whom does a new turn of player 0 wait for?"""


def ask(root: Path, cache: Path) -> str:
    """What the package in a folder answers, with its cache in another."""
    environment = {**os.environ, "PYTHONPATH": str(root), "PASSGO_CACHE": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", ASK], cwd=root, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.mark.skipif(PLAIN, reason="plain rules are not compiled")
def test_an_edit_in_a_rule_file_is_compiled_anew(tmp_path: Path) -> None:
    root, cache = tmp_path / "code", tmp_path / "cache"
    (root / "passgo").mkdir(parents=True)
    (root / "passgo" / "__init__.py").touch()
    for room in ("machine", "rules"):
        shutil.copytree(PACKAGE / room, root / "passgo" / room, ignore=shutil.ignore_patterns("__pycache__"))
    assert ask(root, cache) == "1"
    first = {folder.name for folder in cache.iterdir()}
    assert ask(root, cache) == "1"
    assert {folder.name for folder in cache.iterdir()} == first, "nothing was edited, and yet compiled again"
    waiting = root / "passgo" / "rules" / "waiting.py"
    waiting.write_text(waiting.read_text().replace("return 1 << g.on_turn", "return 2 << g.on_turn"))
    assert ask(root, cache) == "2", "the edit had no effect"
    assert len({folder.name for folder in cache.iterdir()} - first) == 1


@pytest.mark.parametrize("name", RULES)
def test_each_rule_file_is_part_of_the_key(name: str, tmp_path: Path) -> None:
    shutil.copytree(PACKAGE / "rules", tmp_path / "rules", ignore=shutil.ignore_patterns("__pycache__"))
    before = source_key(tmp_path / "rules")
    with (tmp_path / "rules" / name).open("a") as file:
        file.write("# edited\n")
    assert source_key(tmp_path / "rules") != before
