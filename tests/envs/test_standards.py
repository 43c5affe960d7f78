"""The suites of PettingZoo and Gymnasium, for every edition, the short game and every number of players."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test
from pettingzoo.test.performance_benchmark import performance_benchmark
from pettingzoo.utils import parallel_to_aec

from passgo import editions
from passgo.envs import MonopolyEnv, aec_env, parallel_env, register
from passgo.envs.tables import actions as space
from tests.envs.every_table import SHORT, TABLES

pytestmark = [
    pytest.mark.filterwarnings("ignore::UserWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]

SETTINGS: dict[str, dict[str, Any]] = {
    "hidden cash": {"edition": "1935", "players": 3, "cash": "hidden", "reward": "place"},
    "out of turn": {"edition": "1935", "players": 7, "out_of_turn": True},
    "shaped": {"edition": "speed-die", "players": 5, "reward": "shaped"},
    "chance is an agent": {"edition": "modern", "players": 6, "chance": "agent", "resign": True},
}
KINDS = TABLES | SETTINGS


def test_the_tables_are_all_there_are() -> None:
    assert {kind["edition"] for kind in TABLES.values()} == set(editions.NAMES)
    for short in (True, False):
        assert {kind["players"] for kind in TABLES.values() if bool(kind["options"]) == short} == set(range(2, 9))
    with pytest.raises(ValueError, match="players"):
        aec_env("1935", 2)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_pettingzoo(kind: dict[str, Any]) -> None:
    api_test(aec_env(**kind), num_cycles=60)
    seed_test(lambda: aec_env(**kind), num_cycles=15)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_gymnasium(kind: dict[str, Any]) -> None:
    env = MonopolyEnv(**kind, opponents=["cautious"], render_mode="ansi")
    check_env(env, skip_render_check=True)
    assert isinstance(env.render(), str)


@pytest.mark.parametrize("kind", TABLES.values(), ids=TABLES)
def test_pettingzoo_in_parallel_and_its_cycles(kind: dict[str, Any]) -> None:
    def parallel(**settings: Any) -> Any:
        return parallel_env(**kind, **settings)

    parallel_api_test(parallel(), num_cycles=40)
    max_cycles_test(SimpleNamespace(parallel_env=parallel, env=lambda **k: parallel_to_aec(parallel(**k))))


def test_pettingzoo_in_parallel_refuses_what_is_not_lawful() -> None:
    strict = parallel_env("classic", 3, invalid="error")
    strict.reset(seed=1)
    with pytest.raises(ValueError, match="not lawful now"):
        strict.step(dict.fromkeys(strict.agents, space.DROP))


@pytest.mark.parametrize("edition", editions.NAMES)
def test_pettingzoo_renders(edition: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode=None: aec_env(edition, 4, render_mode=render_mode))
    assert "Boardwalk"[:5] in capsys.readouterr().out


def test_pettingzoo_measures(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(1000))
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(clock)))
    performance_benchmark(aec_env("classic", 2))
    assert "per second" in capsys.readouterr().out


def test_whole_games_end_with_one_winner() -> None:
    env = aec_env("classic", 3, deals=False, options=SHORT)
    env.reset(seed=1)
    total = dict.fromkeys(env.possible_agents, 0.0)
    rng = np.random.default_rng(2)
    for agent in env.agent_iter(20_000):
        seen, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        done = terminated or truncated
        assert seen is not None
        env.step(None if done else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    assert not env.agents
    assert sorted(total.values()) == [-0.5, -0.5, 1]


def test_an_agent_that_does_what_is_not_lawful() -> None:
    strict = aec_env("classic", 2)
    strict.reset(seed=1)
    with pytest.raises(ValueError, match="action 250 is not lawful now: choose one that the action mask allows"):
        strict.step(space.DROP)
    mild = aec_env("classic", 2, invalid="penalty")
    mild.reset(seed=1)
    agent = mild.agent_selection
    mild.step(space.DROP)
    assert mild.agent_selection == agent
    assert mild.last()[1] == -0.1
    with pytest.raises(ValueError, match="every seat is an agent"):
        aec_env("classic", 2, opponents=["trader"])


def test_gymnasium_makes_it_without_an_import_of_passgo(tmp_path: Path) -> None:
    """By its module and name, in a process and a folder of its own, with the package as it is installed."""
    made = """
import gymnasium
env = gymnasium.make("passgo.envs.registration:passgo/Monopoly-v0", opponents=["cautious"])
seen, info = env.reset(seed=3)
many = gymnasium.make_vec("passgo/Monopoly-v0", num_envs=2, opponents=["cautious"])
assert (many.reset(seed=3)[0][0] == seen).all() and info["action_mask"].any()
"""
    subprocess.run([sys.executable, "-c", made], cwd=tmp_path, check=True)


def test_gymnasium_makes_it_by_its_name_once_it_is_registered() -> None:
    register()
    register()
    env: Any = gymnasium.make("passgo/Monopoly-v0", opponents=["trader", "cautious"], seat=2)
    seen, info = env.reset(seed=3)
    assert env.unwrapped.setup.bots == {0: "trader", 1: "cautious"}
    assert info["player"] == 2
    assert (env.unwrapped.action_masks() == info["action_mask"]).all()
    again, _ = env.reset(seed=3)
    assert (seen == again).all()
    env.close()


def test_nothing_of_it_is_loaded_with_passgo() -> None:
    loaded = "import passgo, sys; assert not {'gymnasium', 'pettingzoo', 'numpy'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", loaded], check=True)
    subprocess.run([sys.executable, "-c", "import passgo.envs; " + loaded], check=True)


def test_the_extra_that_brings_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from passgo import envs

    monkeypatch.delitem(sys.modules, "passgo.envs.aec", raising=False)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ModuleNotFoundError, match=r"needs pettingzoo: pip install 'passgo\[rl\]'"):
        envs.aec_env()


def test_what_makes_environments_is_not_hidden_by_a_module_of_its_name() -> None:
    from passgo import envs

    for _ in range(2):
        assert envs.vector_env(2, opponents=["cautious"]).num_envs == 2
        assert envs.aec_env("classic", 2).possible_agents == ["player_0", "player_1"]
    for name in envs.__all__:
        assert callable(getattr(envs, name)), name
