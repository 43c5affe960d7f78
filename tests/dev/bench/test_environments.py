"""The benchmark of the environments measures what it says."""

import json

import numpy as np
import pytest

from passgo.cli import run
from passgo.dev.bench import environments
from passgo.dev.bench.environments import any_lawful


def test_the_measurements_have_their_names(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environments, "GAMES", 16)
    monkeypatch.setattr(environments, "BURN_IN", 3)
    assert run(["bench", "envs", "--seconds", "0.1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    wanted = {"vector_decisions_per_cpu_s", "loop_decisions_per_cpu_s", "masked_numpy_decisions_per_cpu_s"}
    assert wanted | {"aec_step_us", "bytes_per_game"} <= set(found)
    assert all(number > 0 for number in found.values())
    assert found["bytes_per_game"] < 4096


def test_a_choice_by_numpy_is_lawful_and_any() -> None:
    rng = np.random.default_rng(1)
    masks = rng.random((50, 251)) < 0.05
    masks[7] = False
    counts = np.zeros((50, 251))
    for _ in range(300):
        drawn = any_lawful(masks, rng)
        assert drawn[7] == 0
        counts[np.arange(50), drawn] += 1
    counts[7] = 0
    assert ((counts > 0) == masks).all()
