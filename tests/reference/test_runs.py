"""Runs of many games: kept on disk, on several processes, and by the command."""

import json
from pathlib import Path

import pytest

from passgo.cli import run as passgo
from passgo.cli.dev.fuzz_reference import runs_from
from passgo.terminal.files import BadInput
from tests.reference import moving, runs
from tests.reference.runs import run
from tests.reference.table import Table


def test_a_run_goes_on_where_it_was_left(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    run(3, 100, kept=kept)
    again = run(3, 100, kept=kept)
    whole = run(6, 100)
    assert (again.games, again.steps, again.next_seed) == (whole.games, whole.steps, 106)
    assert again.to_dict() == whole.to_dict()


def test_steps_counted_before_a_reading_changed_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "kept.json"
    run(1, 100, kept=kept)
    monkeypatch.setattr(runs, "fingerprint", lambda: "another")
    with pytest.raises(ValueError, match="before the rules or the reference changed"):
        run(1, 100, kept=kept)


def test_two_processes_play_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "BATCH", 2)
    assert run(5, 300, processes=2).to_dict() == run(5, 300).to_dict()


def test_ctrl_c_keeps_what_is_done(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    played = runs.play_batch

    def interrupted(seed: int, count: int, edition: str | None) -> runs.Report:
        if seed > 7:
            raise KeyboardInterrupt
        return played(seed, count, edition)

    monkeypatch.setattr(runs, "BATCH", 1)
    monkeypatch.setattr(runs, "play_batch", interrupted)
    assert passgo(["dev", "fuzz", "--against", "reference", "--minutes", "5", "--seed", "6", "--json"]) == 130
    assert json.loads(capsys.readouterr().out)["games"] == 2


def test_a_run_stops_at_the_first_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moving, "salary", lambda table: None)
    report = run(200, 1)
    assert report.differences == 1
    assert report.games < 200
    assert "THE READINGS DIFFER" in report.transcript


def test_the_command_tells_what_agreed(capsys: pytest.CaptureFixture[str]) -> None:
    assert passgo(["dev", "fuzz", "--against", "reference", "--games", "3", "--seed", "5", "--json"]) == 0
    numbers = json.loads(capsys.readouterr().out)
    assert (numbers["games"], numbers["differences"]) == (3, 0)
    assert numbers["steps"] > 3
    assert passgo(["dev", "fuzz", "--against", "reference", "--games", "3", "--seed", "5", "--edition", "modern"]) == 0
    shown = capsys.readouterr().out
    assert "3 games" in shown
    assert "no difference" in shown
    assert "refusing rules never met" in shown


def test_the_command_tells_a_difference(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "till", lambda table: 0)  # taxes to the first seat
    assert passgo(["dev", "fuzz", "--against", "reference", "--minutes", "5"]) == 1
    assert "THE READINGS DIFFER" in capsys.readouterr().out


def test_without_a_checkout_the_command_says_what_it_needs(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="expected a checkout of PassGo"):
        runs_from(tmp_path)


@pytest.mark.parametrize("words", ["--against nobody", "--threads 2", "--kept file.json"])
def test_words_that_do_not_go_together_are_refused(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert passgo(["dev", "fuzz", "--games", "1", *words.split()]) == 2
    assert "against reference" in capsys.readouterr().err
