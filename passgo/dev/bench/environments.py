"""The benchmark of the environments (`passgo bench envs`): one core, four players, the classic edition, random play.

The yardstick is the compiled loop of random players of `passgo bench engine`, measured in the same run and in turns
with the vector environment, because machines change their pace. Players make no offers and do not resign, in either.
A decision is one numbered action of a player, with its observation and its mask; chance is played too, but not
counted. Games that end begin again.
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from passgo.dev.bench import EDITION, PLAYERS, rate
from passgo.dev.bench.loops import play_randomly
from passgo.envs import aec_env, vector_env
from passgo.rules.legal import legal

GAMES = 4096
BURN_IN = 300
"""Steps before the measurement, so that the games are at different points."""

ROUNDS = 3
"""Turns of the loop and the environment."""

Array = np.ndarray[Any, Any]


def environments(seconds: float = 2.0) -> dict[str, float | int]:
    """All measurements. Each takes about so many CPU-seconds, in addition to compiling."""
    env = vector_env(GAMES, edition=EDITION, players=PLAYERS, opponents=[], deals=False, copy=False)
    env.reset(seed=1)
    for _ in range(BURN_IN):
        env.step(env.sample_actions())
    loops, steps = [], []
    for _ in range(ROUNDS):
        loops.append(rate(play_randomly, legal, seconds / ROUNDS)[0])
        steps.append(steps_rate(env, env.sample_actions, seconds / ROUNDS))
    rng = np.random.default_rng(1)
    masked = steps_rate(env, lambda: any_lawful(env.action_masks(), rng), seconds)
    return {
        "vector_decisions_per_cpu_s": round(sorted(steps)[ROUNDS // 2]),
        "loop_decisions_per_cpu_s": round(sorted(loops)[ROUNDS // 2]),
        "vector_to_loop": round(sorted(np.divide(steps, loops).tolist())[ROUNDS // 2], 3),
        "masked_numpy_decisions_per_cpu_s": round(masked),
        "aec_step_us": round(aec_step_us(seconds / 2), 2),
        "bytes_per_game": round(env.games.bytes_per_game),
        "games": GAMES,
    }


def steps_rate(env: Any, choose: Callable[[], Array], seconds: float) -> float:
    """Decisions per CPU-second of the vector environment, choosing included."""
    began, decisions = time.process_time(), 0
    while (spent := time.process_time() - began) < seconds:
        env.step(choose())
        decisions += GAMES
    return decisions / spent


def any_lawful(masks: Array, rng: np.random.Generator) -> Array:
    """A random lawful action of every row, by NumPy; 0 where there is none."""
    lawful = np.flatnonzero(masks)
    ends = np.cumsum(np.bincount(lawful // masks.shape[1], minlength=len(masks)))
    begins = np.concatenate(([0], ends[:-1]))
    drawn = begins + (rng.random(len(masks)) * (ends - begins)).astype(np.int64)
    found = lawful[np.minimum(drawn, len(lawful) - 1)] % masks.shape[1]
    return np.where(ends > begins, found, 0)


def aec_step_us(seconds: float) -> float:
    """Microseconds of one PettingZoo step with its `last`, between random lawful actions."""
    env, rng = aec_env(EDITION, PLAYERS, deals=False), np.random.default_rng(1)
    env.reset(seed=0)
    env.observe(env.agents[-1])  # whatever is compiled when it is first used is compiled now
    env.table.games.observe(0, 0)
    spent, count = 0.0, 0
    while spent < seconds:
        env.reset(seed=count)
        seen, _, terminated, truncated, _ = env.last()
        while env.agents and spent < seconds:
            action = None if terminated or truncated else int(rng.choice(np.flatnonzero(seen["action_mask"])))
            began = time.process_time()
            env.step(action)
            if env.agents:
                seen, _, terminated, truncated, _ = env.last()
            spent += time.process_time() - began
            count += 1
    return 1e6 * spent / count
