"""The game for OpenSpiel passes its own tests: random simulations, and a playthrough that comes out the same again."""

import copy
import json
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import generate_playthrough  # noqa: E402

from passgo.envs import Layout, openspiel  # noqa: E402
from tests.envs.every_table import TABLES  # noqa: E402


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_random_simulations(table: dict[str, Any]) -> None:
    rounds = table["options"].get("short_rounds", 0)
    name = f"players={table['players']},edition={table['edition']}-edition,short_rounds={rounds},max_steps=40"
    game = pyspiel.load_game(f"{openspiel.GAME_TYPE.short_name}({name})")
    assert bool(game.setup.ruleset.record[0]["short_game"]) == bool(rounds)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_a_short_game_ends_by_its_rounds() -> None:
    state = pyspiel.load_game("python_passgo_monopoly(players=2,short_rounds=1,max_steps=2000)").new_initial_state()
    rng = np.random.default_rng(1)
    while not state.is_terminal():
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert sorted(state.returns()) == [-1, 1]


def test_a_playthrough_comes_out_the_same_again() -> None:
    name = "python_passgo_monopoly(players=3,max_steps=30)"
    first = generate_playthrough.playthrough(name, None, seed=3, observation_params_string=None)
    assert "GameType.information = Information.IMPERFECT_INFORMATION" in first
    assert "InformationStateString" in first
    assert first == generate_playthrough.playthrough(name, None, seed=3, observation_params_string=None)


def walked(steps: int) -> Any:
    """A state after some actions."""
    state = pyspiel.load_game("python_passgo_monopoly(players=3)").new_initial_state()
    rng = np.random.default_rng(1)
    for _ in range(steps):
        state.apply_action(int(rng.choice(state.legal_actions())))
    return state


def test_a_copy_goes_its_own_way() -> None:
    state = walked(40)
    twin = state.clone()
    before = state.observation_json(0)
    assert twin.observation_json(0) == before
    for _ in range(10):
        twin.apply_action(twin.legal_actions()[0])
    assert state.observation_json(0) == before
    assert twin.observation_json(0) != before
    games = copy.deepcopy(state.games)
    assert games.states.tobytes() == state.games.states.tobytes()


def test_chance_is_even_and_the_seen_is_json() -> None:
    state = pyspiel.load_game("python_passgo_monopoly(players=3)").new_initial_state()
    assert state.is_chance_node()
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 36
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    seen = json.loads(state.observation_json(1))
    assert list(seen) == [field.name for field in Layout(3, False).fields]


def test_others_composing_is_no_part_of_what_a_player_knows() -> None:
    state = walked(0)
    outcome = 0
    while state.is_chance_node():
        state.apply_action(outcome)
        outcome += 7
    player = state.current_player()
    other = (player + 1) % 3
    before = {seat: state.information_state_string(seat) for seat in (player, other)}
    state.apply_action(next(a for a in state.legal_actions() if a in openspiel.COMPOSING))
    assert state.information_state_string(other) == before[other]
    assert state.information_state_string(player) != before[player]
    assert state.returns() == [0, 0, 0]
