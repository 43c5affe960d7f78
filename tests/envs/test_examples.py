"""The examples for learners run: a little training, a measurement."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(*words: str, folder: Path) -> str:
    done = subprocess.run([sys.executable, *words], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_agent_is_trained_kept_and_measured(tmp_path: Path) -> None:
    told = run(str(EXAMPLES / "train_ppo.py"), "--minutes", "0.05", "--out", "agent.npz", folder=tmp_path)
    assert "kept in agent.npz" in told
    weights = np.load(tmp_path / "agent.npz")
    assert all(np.isfinite(weights[name]).all() for name in weights)
    told = run(str(EXAMPLES / "evaluate.py"), "agent.npz", "--games", "4", "--bots", "cautious", folder=tmp_path)
    assert "against cautious" in told


def test_advantages_of_decisions_skip_what_was_forced() -> None:
    sys.path.insert(0, str(EXAMPLES))
    try:
        from train_ppo import LAMBDA, advantages
    finally:
        sys.path.pop(0)
    # One game: a decision, a forced step, a decision, the end, and a decision of the next game.
    rewards = np.array([[0.1], [0.2], [1.0], [0.0]], np.float32)
    ended = np.array([[False], [False], [True], [False]])
    decided = np.array([[True], [False], [True], [True]])
    values = np.array([[0.5], [0.0], [0.7], [9.0]], np.float32)
    gains, known = advantages(rewards, ended, decided, values)
    assert known[:, 0].tolist() == [True, False, True, False]
    last = 1.0 - 0.7
    assert gains[2, 0] == pytest.approx(last)
    assert gains[0, 0] == pytest.approx(0.1 + 0.2 + 0.7 - 0.5 + LAMBDA * last)
