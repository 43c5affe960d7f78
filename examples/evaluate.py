"""How strong an agent is: win rates with intervals against every bot of ours, with duplicate dice.

    python examples/evaluate.py agent.npz --games 1000

Each pair of games is played with the same dice from both seats, so that luck cancels as far as it can. The agent is one
of `examples/train_ppo.py`; write `choose` for another.
"""

import argparse
import math
from pathlib import Path
from typing import Any

import numpy as np

from passgo import bots, envs

Array = Any


def load(file: Path) -> Any:
    """The agent of a file, as it was trained."""
    from train_ppo import Agent  # beside this file

    weights = dict(np.load(file))
    agent = Agent(weights["w"].shape[0], weights["policy"].shape[1], np.random.default_rng(0))
    agent.weights = weights
    return agent


def choose(agent: Any, env: Any, seen: Array, masks: Array, rng: np.random.Generator) -> Array:
    """What the agent does: the only action, or one drawn from its policy, as it was trained."""
    from train_ppo import features, narrow

    lawful = narrow(env, seen, masks)
    chosen, rows = lawful.argmax(1), np.flatnonzero(lawful.sum(1) > 1)
    chosen[rows] = agent.choose(features(env, seen[rows]), lawful[rows], rng)[0]
    return chosen


def results(agent: Any, bot: str, games: int, seat: int, most_steps: int) -> Array:
    """1 for each game won from a seat, 0 for each lost, and a half where nobody won."""
    env = envs.vector_env(
        games, opponents=[bot], seat=seat, deals=False, max_steps=most_steps, autoreset_mode="Disabled", copy=False
    )
    seen, info = env.reset(seed=1)
    won, rng = np.full(games, 0.5), np.random.default_rng(seat)
    while len(rows := np.flatnonzero(env.games.over == 0)):
        env.games.play(choose(agent, env, seen[rows], info["action_mask"][rows], rng), rows)
    finished = env.games.over == 1
    won[finished] = env.games.states["winners"][:-1][finished] >> seat & 1
    return won


def interval(won: Array) -> tuple[float, float]:
    """The share of games won, and half of its 95 % interval, over pairs with the same dice."""
    pairs = won.mean(0)
    return float(pairs.mean()), 1.96 * float(pairs.std(ddof=1)) / math.sqrt(len(pairs))


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("agent", type=Path)
    parser.add_argument("--games", type=int, default=500, help="pairs of games against each bot")
    parser.add_argument("--steps", type=int, default=3000, help="decisions after which a game is a draw")
    parser.add_argument("--bots", nargs="+", default=list(bots.BOTS), help="otherwise all that come with PassGo")
    given = parser.parse_args()
    agent = load(given.agent)
    for bot in given.bots:
        won = np.array([results(agent, bot, given.games, seat, given.steps) for seat in (0, 1)])
        share, half = interval(won)
        print(f"against {bot:10} won {share:6.1%} ± {half:.1%} of {2 * given.games} games", flush=True)


if __name__ == "__main__":
    main()
