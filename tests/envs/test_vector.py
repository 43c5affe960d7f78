"""The vector environment: as so many single ones, byte for byte, in every mode of beginning again."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from passgo.envs import MonopolyEnv, MonopolyVectorEnv
from tests.envs.every_table import TABLES

SETTINGS: list[dict[str, Any]] = [
    {"opponents": ["cautious", "trader"], "max_steps": 60},
    {"opponents": [], "players": 3, "reward": "shaped", "max_steps": 70},
    {"opponents": ["random"], "options": {"short_game": True, "short_rounds": 2, "short_deal": 2}, "reward": "place"},
]


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_many_games_are_as_so_many_single_ones(settings: dict[str, Any], mode: str) -> None:
    assert ends_of_both(settings, mode, steps=200) > 4


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_at_every_table_many_games_are_as_so_many_single_ones(table: dict[str, Any]) -> None:
    for mode in ("NextStep", "SameStep"):
        assert ends_of_both({**table, "opponents": [], "max_steps": 20}, mode, steps=45) >= 8


def ends_of_both(settings: dict[str, Any], mode: str, steps: int) -> int:
    """Play the same in the vector environment and in Gymnasium's of single ones, compare; how many games ended."""
    many = MonopolyVectorEnv(4, autoreset_mode=mode, **settings)
    single = SyncVectorEnv([lambda: MonopolyEnv(**settings)] * 4, autoreset_mode=AutoresetMode(mode))
    ours: Any = many.reset(seed=20)
    theirs: Any = single.reset(seed=20)
    rng, ends = np.random.default_rng(1), 0
    for _ in range(steps):
        compare(ours[0], theirs[0], ours[-1], theirs[-1])
        actions = np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in ours[-1]["action_mask"]])
        ours, theirs = many.step(actions), single.step(actions)
        for n in (1, 2, 3):
            assert (ours[n] == theirs[n]).all()
        ended = ours[2] | ours[3]
        ends += int(ended.sum())
        if mode == "SameStep" and ended.any():
            assert (ours[-1]["_final_obs"] == ended).all()
            for row in np.flatnonzero(ended):
                assert ours[-1]["final_obs"][row].tobytes() == theirs[-1]["final_obs"][row].tobytes()
            assert (ours[-1]["final_info"]["rewards"][ended] == theirs[-1]["final_info"]["rewards"][ended]).all()
    assert many.observation_space.contains(ours[0])
    assert many.metadata["autoreset_mode"] == AutoresetMode(mode)
    return ends


def compare(seen: Any, theirs: Any, info: dict[str, Any], their_info: dict[str, Any]) -> None:
    """The same observations, masks, players and rewards, byte for byte."""
    assert seen.tobytes() == theirs.tobytes()
    for name in ("action_mask", "player", "rewards"):
        assert (info[name] == their_info[name]).all(), name


def test_the_same_seed_gives_the_same_games() -> None:
    runs = []
    for _ in range(2):
        env = MonopolyVectorEnv(3, opponents=["cautious"])
        env.reset(seed=9)
        runs.append([tuple(a.tobytes() for a in env.step(env.sample_actions())[:4]) for _ in range(80)])
    assert runs[0] == runs[1]
    env.reset(seed=10)
    assert env.step(env.sample_actions())[0].tobytes() != runs[0][0][0]


def test_without_autoreset_the_caller_begins_ended_games_again() -> None:
    env = MonopolyVectorEnv(3, opponents=["cautious"], max_steps=5, autoreset_mode="Disabled")
    env.reset(seed=1)
    mask = np.array([False, True, False])
    env.step(env.sample_actions())
    seen, info = env.reset(options={"reset_mask": mask})
    for _ in range(4):
        seen, _, _, truncated, _ = env.step(env.sample_actions())
    assert truncated.tolist() == [True, False, True]
    with pytest.raises(ValueError, match="game 0 is over"):
        env.step(env.sample_actions())
    before = seen[1].copy()
    seen, info = env.reset(seed=[5, None, 7], options={"reset_mask": ~mask})
    assert (seen[1] == before).all()
    assert (seen[0] == MonopolyEnv(opponents=["cautious"]).reset(seed=5)[0]).all()
    assert info["action_mask"].any(1).all()
    env.step(env.sample_actions())
    for wrong in ([True] * 3, np.array([True]), np.zeros(3, bool)):
        with pytest.raises(ValueError, match="reset_mask"):
            env.reset(options={"reset_mask": wrong})
    with pytest.raises(ValueError, match="3 seeds"):
        env.reset(seed=[1, 2])


def test_an_action_that_is_not_lawful_is_an_error_or_costs_something() -> None:
    strict = MonopolyVectorEnv(2, opponents=["cautious"], invalid="error")
    seen, _ = strict.reset(seed=3)
    for wrong in (250, 251, -1):
        with pytest.raises(ValueError, match=f"action {wrong} is not lawful now in game 1"):
            strict.step(np.array([0, wrong]))
    assert (strict.games.seen == seen).all()  # nothing was played in either
    mild = MonopolyVectorEnv(2, opponents=["cautious"])
    mild.reset(seed=3)
    seen_after, rewards, *_ = mild.step(np.array([0, 250]))
    assert rewards.tolist() == [0, -0.1]
    assert (seen_after[1] == seen[1]).all()
    assert (seen_after[0] != seen[0]).any()


def test_masks_are_flags_and_shared_memory_only_if_wanted() -> None:
    env = MonopolyVectorEnv(2, opponents=["cautious"], copy=False)
    seen, info = env.reset(seed=3)
    assert seen is env.games.seen
    assert env.action_masks().dtype == bool
    assert (env.action_masks() == info["action_mask"]).all()
    copied = MonopolyVectorEnv(2, opponents=["cautious"])
    seen, info = copied.reset(seed=3)
    first = seen.copy()
    copied.step(copied.sample_actions())
    assert (seen == first).all()


def test_gymnasium_makes_it_by_name() -> None:
    from passgo.envs import register

    register()
    env: Any = gymnasium.make_vec("passgo/Monopoly-v0", num_envs=3, opponents=["cautious"])
    assert isinstance(env.unwrapped, MonopolyVectorEnv)
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    seen, _ = env.reset(seed=1)
    assert seen.shape == (3, env.unwrapped.layout.size)
    env.close()


def test_rendering_draws_every_board() -> None:
    env = MonopolyVectorEnv(2, opponents=["cautious"], render_mode="rgb_array")
    env.reset(seed=1)
    pictures = env.render()
    assert len(pictures) == 2
    assert pictures[0].shape == (528, 528, 3)
    with pytest.raises(ValueError, match="render_mode is one of"):
        MonopolyVectorEnv(2, render_mode="film")
    with pytest.raises(ValueError, match="at least 1 game"):
        MonopolyVectorEnv(0)
