"""The examples for learners run: a little training, a measurement."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from passgo import envs

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


def test_what_is_nearly_the_same_is_one_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the likeliest action is to withdraw, because sixteen bids share what is thought of bidding."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    from train_ppo import BIDS, BUILDING, RAISE, narrow

    env = envs.vector_env(64, opponents=["cautious"], deals=False, max_steps=600, autoreset_mode="SameStep")
    seen, info = env.reset(seed=1)
    groups, bids, lots = env.setup.ruleset.record[0]["group"], 0, 0
    for _ in range(400):
        masks = info["action_mask"].astype(bool)
        lawful = narrow(env, seen, info["action_mask"])
        assert lawful.any(1).all()
        assert not (lawful & ~masks).any()
        assert (lawful[:, BIDS].sum(1) == masks[:, RAISE]).all()
        for group in np.unique(groups):
            before, after = (found[:, BUILDING][:, groups == group].sum(1) for found in (masks, lawful))
            assert (after == np.minimum(before, 1)).all()
            lots += int((before > 1).sum())
        bids += int((masks[:, BIDS].sum(1) > 1).sum())
        seen, _, _, _, info = env.step(env.sample_actions())
    assert bids > 10
    assert lots > 10


def test_advantages_of_decisions_skip_what_was_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    from train_ppo import LAMBDA, advantages

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
