"""Rewards add up to nothing over a table, and say who won."""

from typing import Any

import numpy as np
import pytest

from passgo.envs import Games, MonopolyEnv, Setup
from passgo.envs.rewards import Rewards
from passgo.envs.tables.loop import FINISHED, PLACE


def played(reward: str, **settings: object) -> tuple[Games, np.ndarray, np.ndarray]:
    """A short game of three to its end: the games, the last rewards, and all of them added up."""
    options = {"short_game": True, "short_rounds": 6}
    games = Games(Setup("classic", 3, reward=reward, options=options, deals=False, **settings), 8)  # type: ignore[arg-type]
    rewards = Rewards(games)
    games.begin(list(range(8)))
    rewards.begin()
    total = np.zeros((8, 3))
    for _ in range(5000):
        before = games.over == FINISHED
        if before.all():
            break
        latest = rewards.count(games.play(games.choose_any())).copy()
        total += np.where(before[:, None], 0, latest)
    assert (games.over == FINISHED).all()
    return games, latest, total


def test_winners_share_one_and_the_others_share_its_loss() -> None:
    games, _, total = played("win")
    assert np.allclose(total.sum(1), 0)
    for row in range(8):
        winners = [p for p in range(3) if games.states["winners"][row] >> p & 1]
        assert [p for p in range(3) if total[row, p] > 0] == (winners if len(winners) < 3 else [])
        assert np.isclose(total[row][total[row] > 0].sum(), 1)


def test_places_go_down_in_equal_steps() -> None:
    games, _, total = played("place")
    assert np.allclose(total.sum(1), 0)
    for row in range(8):
        places = games.ends[row, PLACE : PLACE + 3] / 2
        assert np.isclose(places.sum(), 6)
        assert np.allclose(total[row], 2 - places)
        winner = int(games.states["winners"][row]).bit_length() - 1
        assert places[winner] == places.min()


def test_shaped_rewards_add_up_to_the_end_and_the_share_gained() -> None:
    games, _, total = played("shaped")
    assert np.allclose(total.sum(1), 0)
    worth = games.ends[:, PLACE + 8 : PLACE + 11]
    share = worth / worth.sum(1, keepdims=True)
    won = np.array([[games.states["winners"][row] >> p & 1 for p in range(3)] for row in range(8)])
    final = np.where(won == 1, 1, -0.5)
    single = won.sum(1) == 1
    assert single.any()
    assert np.allclose(total[single], (final + share - 1 / 3)[single])


def test_a_learner_who_has_left_has_lost() -> None:
    env = MonopolyEnv(opponents=["trader", "trader"], deals=False, resign=True, invalid="error")
    env.reset(seed=4)
    *_, info = env.step(0)
    while not info["action_mask"][14]:
        *_, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    _, reward, terminated, truncated, info = env.step(14)  # resign
    while not terminated:
        _, reward, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert (reward, terminated, truncated) == (-0.5, True, False)
    assert info["action_mask"].sum() == 0


def test_settings_that_do_not_exist_are_refused() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"reward": "money"}, "reward is one of"),
        ({"players": 9}, "played by 2 to 8"),
        ({"opponents": ["nobody"]}, "there is no bot"),
        ({"opponents": "trader"}, "list of bots"),
        ({"opponents": ["trader"] * 3, "players": 3}, "room for 2"),
        ({"seat": 4, "players": 4}, "seat is 0 to 3"),
        ({"max_steps": 0}, "at least 1"),
        ({"colour": 1}, "no setting 'colour'"),
    ]
    for settings, match in wrong:
        with pytest.raises(ValueError, match=match):
            MonopolyEnv(**settings)
