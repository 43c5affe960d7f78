"""Compiling the rules for the first time, in several processes."""

import os
from pathlib import Path

import pytest

from passgo.cli import warm
from passgo.machine.switches import PLAIN

pytestmark = pytest.mark.skipif(PLAIN, reason="nothing is compiled in plain mode")


def test_several_processes_fill_the_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PASSGO_CACHE", str(tmp_path))
    told: list[str] = []
    warm.compile_side_by_side({"to_act": "passgo.rules.waiting", "next_to_decide": "passgo.rules.waiting"}, told.append)
    assert sorted(told) == ["next_to_decide", "to_act"]
    (folder,) = tmp_path.iterdir()
    assert {file.name.split("-")[0] for file in folder.glob("*.nbi")} == {"waiting.to_act", "waiting.next_to_decide"}


def test_a_process_that_dies_is_no_trouble_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PASSGO_CACHE", str(tmp_path))
    (tmp_path / "dies.py").write_text("import os\nos._exit(1)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    warm.compile_side_by_side({"to_act": "dies"}, lambda name: None)
    assert not [folder for folder in os.listdir(tmp_path) if folder.endswith("checked")]


def test_what_cannot_be_compiled_is_said() -> None:
    with pytest.raises(KeyError):
        warm.compile_side_by_side({"nothing": "passgo.rules.waiting"}, lambda name: None)
