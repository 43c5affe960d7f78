"""Compiling the rules for the first time, in several processes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from passgo.cli import warm
from passgo.dev.bench import games_hash
from passgo.dev.bench.heuristic import choose
from passgo.dev.bench.loops import play_chosen
from passgo.machine import entries, records
from passgo.machine.cache import is_kept
from passgo.machine.entries import Entry
from passgo.machine.objects import object_of
from passgo.machine.switches import CALM, PLAIN
from passgo.rules import state
from passgo.rules.waiting import to_act

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.skipif(PLAIN or CALM, reason="nothing is compiled in plain mode; Numba keeps in its own way")

PLAY_MEANWHILE = """
import sys
from passgo.dev.bench import games_hash
from passgo.dev.bench.heuristic import choose
from passgo.dev.bench.loops import play_chosen
print(games_hash(play_chosen, choose, range(2)), "numba" in sys.modules)
"""


def test_what_is_not_compiled_yet_plays_the_same_games_without_a_compiler(tmp_path: Path) -> None:
    environment = {**os.environ, "PASSGO_MEANWHILE": "1", "PASSGO_CACHE": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PLAY_MEANWHILE],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [games_hash(play_chosen, choose, range(2)), "False"]
    assert not list(tmp_path.iterdir())


def test_machine_code_is_taken_as_soon_as_another_process_has_kept_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PASSGO_CACHE", str(tmp_path))
    waiting = entries.Meanwhile(is_plain=True)
    monkeypatch.setattr(entries, "meanwhile", waiting)
    asked, games = Entry(to_act.py_func), records.new(state.State)  # type: ignore[attr-defined]
    games["players"], games["phase"] = 2, 3
    assert asked(games, 0) == 1
    assert asked._address == 0
    object_of(asked.py_func)  # as another process would
    assert is_kept(asked)
    assert asked(games, 0) == 1, "it was looked for less than a second ago"
    assert asked._address == 0
    waiting._looked.clear()
    assert asked(games, 0) == 1
    assert asked._address != 0


def test_several_processes_fill_the_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PASSGO_CACHE", str(tmp_path))
    told: list[str] = []
    warm.compile_side_by_side({"to_act": "passgo.rules.waiting", "next_to_decide": "passgo.rules.waiting"}, told.append)
    assert sorted(told) == ["next_to_decide", "to_act"]
    (folder,) = tmp_path.iterdir()
    assert {file.name for file in folder.iterdir()} == {
        "passgo.rules.waiting.to_act.o",
        "passgo.rules.waiting.next_to_decide.o",
    }


def test_a_process_that_dies_is_no_trouble_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PASSGO_CACHE", str(tmp_path))
    (tmp_path / "dies.py").write_text("import os\nos._exit(1)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    warm.compile_side_by_side({"to_act": "dies"}, lambda name: None)
    assert not [folder for folder in os.listdir(tmp_path) if folder.endswith("checked")]


def test_what_cannot_be_compiled_is_said() -> None:
    with pytest.raises(KeyError):
        warm.compile_side_by_side({"nothing": "passgo.rules.waiting"}, lambda name: None)
