"""Training is the same from the same seed, whether or not it was interrupted."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

from passgo.analysis.training import session as sessions
from passgo.analysis.training.lessons import make_lesson
from passgo.analysis.training.session import Session, TrainingPlan, run
from passgo.bots.judgement.layout import EACH, SEATS

PLAN = TrainingPlan(lessons=3, seed=4, tables=2)


@pytest.fixture(autouse=True)
def _brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two held-out lessons, small batches and few positions to measure errors by."""
    monkeypatch.setattr(sessions, "CHECKS", 2)
    monkeypatch.setattr(sessions, "BATCH", 128)
    monkeypatch.setattr(sessions, "errors", lambda weights, seed: {"net": 0.1, "looked_ahead": 0.05})


def test_a_lesson_follows_from_seed_and_number() -> None:
    first, again, other = (make_lesson(1, number, tables=1) for number in (5, 5, 6))
    assert first.rows.tobytes() == again.rows.tobytes()
    assert first.shares.tobytes() == again.shares.tobytes()
    assert first.rows.tobytes() != other.rows.tobytes()


def test_every_position_has_a_winner_still_in() -> None:
    lesson = make_lesson(2, 1, tables=6)
    assert np.allclose(lesson.shares.sum(1), 1)
    plays = lesson.rows[:, : SEATS * EACH : EACH] > 0
    assert (lesson.shares[~plays] == 0).all()
    assert (plays.sum(1) <= lesson.began).all()


def test_an_interrupted_run_comes_to_the_same_weights(tmp_path: Path) -> None:
    whole = Session(PLAN, tmp_path / "whole.npz")
    assert [progress.lessons for progress in whole.train()] == [1, 2, 3]
    part = Session(PLAN, tmp_path / "part.npz")
    next(part.train())
    resumed = Session(PLAN, tmp_path / "part.npz")
    assert resumed.progress.lessons == 1
    list(resumed.train())
    assert resumed.adam.weights.tobytes() == whole.adam.weights.tobytes()
    assert resumed.progress.curve == whole.progress.curve


def test_a_run_writes_weights_and_how_they_were_made(tmp_path: Path) -> None:
    heard: list[int] = []
    session = Session(PLAN, tmp_path / "w.npz")
    run(session, tmp_path / "w.bin", "passgo train", lambda progress: heard.append(progress.positions))
    made = tomllib.loads((tmp_path / "w.toml").read_text())
    assert heard == sorted(heard)
    assert made["positions"] == heard[-1]
    assert len(made["curve"]) == 3
    assert made["error"]["net"] == 0.1
    assert not (tmp_path / "w.npz").exists()
    assert (tmp_path / "w.bin").read_bytes() == session.adam.weights.astype("<f4").tobytes()


@pytest.mark.parametrize("other", [TrainingPlan(4, 4, 2), TrainingPlan(3, 5, 2)])
def test_training_by_another_plan_is_not_gone_on_with(other: TrainingPlan, tmp_path: Path) -> None:
    next(Session(PLAN, tmp_path / "w.npz").train())
    with pytest.raises(ValueError, match="not another; remove it"):
        Session(other, tmp_path / "w.npz")


def test_what_is_no_training_is_refused(tmp_path: Path) -> None:
    (tmp_path / "w.npz").write_text("nonsense")
    with pytest.raises(ValueError, match="expected training to go on with"):
        Session(PLAN, tmp_path / "w.npz")
