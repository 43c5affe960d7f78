"""Masked PPO by hand: a network of one hidden layer, NumPy alone, that learns by playing against `cautious`.

    python examples/train_ppo.py --minutes 15 --out agent.npz

It plays 256 games at once in the vector environment, prints its win rate against `cautious` as it goes, and draws the
curve (`agent.svg`, if matplotlib is there). `examples/evaluate.py agent.npz` measures the result against every bot.

The same with sb3-contrib, where it is installed:

    import gymnasium
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.wrappers import ActionMasker
    env = gymnasium.make("passgo/Monopoly-v0", opponents=["cautious"], deals=False, reward="shaped")
    env = ActionMasker(env, lambda env: env.unwrapped.action_masks())
    agent = MaskablePPO("MlpPolicy", env, gamma=1.0, verbose=1)
    agent.learn(1_000_000)
    agent.save("agent")
"""

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from passgo import envs
from passgo.envs.tables import actions as space

Array = Any

SELLING, TURNING = slice(space.SELL_AT, space.TURN_AT), slice(space.TURN_AT, space.CLAIM_AT)

GAMES, STEPS = 256, 64
HIDDEN = 128
GAMMA, LAMBDA = 1.0, 0.95
"""Nothing is discounted: whoever expects to lose would learn to play for time."""
CLIP, ENTROPY, EPOCHS, MINIBATCH, RATE = 0.2, 0.01, 3, 2048, 5e-4


def narrow(env: Any, seen: Array, masks: Array) -> Array:
    """The lawful actions without selling and mortgaging, except in debt. A beginner would otherwise spend its games
    turning deeds over and back; a mask is the place to say what is not worth trying."""
    named = env.layout.named(seen)
    debt = named["matter"] == 1
    lawful = masks.astype(bool)
    lawful[:, SELLING] &= debt
    lawful[:, TURNING] &= debt | (named["mortgaged"] == 1)
    return lawful


class Agent:
    """A policy and a value over the features of an observation: one hidden layer, trained by Adam."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        self.weights = {
            "w": rng.normal(0, inputs**-0.5, (inputs, HIDDEN)).astype(np.float32),
            "b": np.zeros(HIDDEN, np.float32),
            "policy": rng.normal(0, 0.01, (HIDDEN, actions)).astype(np.float32),
            "policy_bias": np.zeros(actions, np.float32),
            "value": rng.normal(0, 0.1, (HIDDEN, 1)).astype(np.float32),
            "value_bias": np.zeros(1, np.float32),
        }
        self.moments = {name: (np.zeros_like(w), np.zeros_like(w)) for name, w in self.weights.items()}
        self.updates = 0

    def look(self, seen: Array, masks: Array) -> tuple[Array, Array, Array]:
        """The hidden layer, the logarithms of the chances of all actions, and the value."""
        w = self.weights
        hidden = np.tanh(seen @ w["w"] + w["b"])
        scores = np.where(masks, hidden @ w["policy"] + w["policy_bias"], -1e9)
        scores -= scores.max(1, keepdims=True)
        return (
            hidden,
            scores - np.log(np.exp(scores).sum(1, keepdims=True)),
            (hidden @ w["value"] + w["value_bias"])[:, 0],
        )

    def choose(self, seen: Array, masks: Array, rng: np.random.Generator) -> tuple[Array, Array, Array]:
        """Actions drawn from the policy, the logarithms of their chances, and the values."""
        _, logs, values = self.look(seen, masks)
        chosen = np.where(masks, logs + rng.gumbel(size=logs.shape), -np.inf).argmax(1)
        return chosen, logs[np.arange(len(chosen)), chosen], values

    def learn(self, seen: Array, masks: Array, chosen: Array, old: Array, gains: Array, returns: Array) -> None:
        """One step of PPO on a minibatch: the clipped objective, the value's squared error, and an entropy bonus."""
        rows, count = np.arange(len(chosen)), len(chosen)
        hidden, logs, values = self.look(seen, masks)
        chances = np.exp(logs)
        ratio = np.exp(logs[rows, chosen] - old)
        free = np.where(gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        slope = -chances * (gains * ratio * free)[:, None]
        slope[rows, chosen] += gains * ratio * free
        entropy = -(chances * np.where(masks, logs, 0)).sum(1, keepdims=True)
        slope -= ENTROPY * chances * (np.where(masks, logs, 0) + entropy)
        slope = -slope / count
        error = (values - returns)[:, None] / count
        w = self.weights
        back = (slope @ w["policy"].T + 0.5 * error @ w["value"].T) * (1 - hidden**2)
        self.descend(
            {
                "w": seen.T @ back,
                "b": back.sum(0),
                "policy": hidden.T @ slope,
                "policy_bias": slope.sum(0),
                "value": 0.5 * hidden.T @ error,
                "value_bias": 0.5 * error.sum(0),
            }
        )

    def descend(self, slopes: dict[str, Array]) -> None:
        """One step of Adam, with slopes of at most length 1 together."""
        self.updates += 1
        length = np.sqrt(sum(float((slope**2).sum()) for slope in slopes.values()))
        for name, slope in slopes.items():
            slope = slope / max(1.0, length)
            first, second = self.moments[name]
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)
            step = first / (1 - 0.9**self.updates) / (np.sqrt(second / (1 - 0.999**self.updates)) + 1e-8)
            self.weights[name] -= (RATE * step).astype(np.float32)


def advantages(rewards: Array, values: Array, ended: Array, last: Array) -> Array:
    """Generalised advantages of the steps of all games; where a game ended nothing follows."""
    gains = np.zeros_like(rewards)
    gain, following = np.zeros(rewards.shape[1], np.float32), last
    for t in reversed(range(len(rewards))):
        goes_on = 1 - ended[t]
        gain = rewards[t] + GAMMA * following * goes_on - values[t] + GAMMA * LAMBDA * goes_on * gain
        gains[t], following = gain, values[t]
    return gains


def train(minutes: float, opponent: str, seed: int) -> tuple[Agent, Any, list[tuple[float, float]]]:
    """Train for so long; the agent, its environment, and the win rates of the last games by the time."""
    rng = np.random.default_rng(seed)
    env = envs.vector_env(
        GAMES, opponents=[opponent], deals=False, reward="shaped", max_steps=3000, autoreset_mode="SameStep", copy=False
    )
    seen, info = env.reset(seed=seed)
    layout = env.layout
    agent = Agent(layout.features(seen[:1]).shape[1], env.action_masks().shape[1], rng)
    began, curve, results, cut = time.monotonic(), [], [], 0
    while time.monotonic() - began < 60 * minutes:
        kept: dict[str, list[Array]] = {name: [] for name in ("seen", "masks", "chosen", "logs", "values")}
        rewards, ended = np.zeros((STEPS, GAMES), np.float32), np.zeros((STEPS, GAMES), np.float32)
        for t in range(STEPS):
            features, masks = layout.features(seen), narrow(env, seen, info["action_mask"])
            chosen, logs, values = agent.choose(features, masks, rng)
            for name, array in zip(kept, (features, masks, chosen, logs, values), strict=True):
                kept[name].append(array)
            seen, rewards[t], terminated, truncated, info = env.step(chosen)
            ended[t] = terminated | truncated
            rewards[t] -= truncated  # who played for time has lost
            cut += int(truncated.sum())
            results += [float(r > 0.5) for r in rewards[t][ended[t] == 1]]
        last = agent.look(layout.features(seen), narrow(env, seen, info["action_mask"]))[2]
        gains = advantages(rewards, np.array(kept["values"]), ended, last).reshape(-1)
        rows = {name: np.concatenate(arrays) for name, arrays in kept.items()}
        returns = gains + rows["values"]
        scaled = (gains - gains.mean()) / (gains.std() + 1e-8)
        for _ in range(EPOCHS):
            for part in np.array_split(rng.permutation(len(gains)), len(gains) // MINIBATCH):
                seen_part, masks_part = rows["seen"][part], rows["masks"][part]
                agent.learn(
                    seen_part, masks_part, rows["chosen"][part], rows["logs"][part], scaled[part], returns[part]
                )
        if len(results) >= 500:
            curve.append(((time.monotonic() - began) / 60, float(np.mean(results))))
            late = f", {cut} were cut off" if cut else ""
            print(f"{curve[-1][0]:5.1f} min: won {curve[-1][1]:.1%} of the last {len(results)} games{late}", flush=True)
            results, cut = [], 0
    return agent, env, curve


def draw(curve: list[tuple[float, float]], opponent: str, file: Path) -> None:
    """Draw the win rate over time."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 3.5), layout="constrained")
    axes.plot(*zip(*curve, strict=True))
    axes.set(xlabel="minutes", ylabel=f"share of games won against {opponent}", ylim=(0, 1))
    axes.grid(alpha=0.3)
    figure.savefig(file)


def main() -> None:
    """Train, keep the agent, and draw its curve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--opponent", default="cautious")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("agent.npz"))
    given = parser.parse_args()
    agent, _, curve = train(given.minutes, given.opponent, given.seed)
    np.savez(given.out, **agent.weights)  # type: ignore[arg-type]
    print(f"kept in {given.out}")
    try:
        draw(curve, given.opponent, given.out.with_suffix(".svg"))
    except ImportError:
        print("no curve: pip install matplotlib draws one")


if __name__ == "__main__":
    main()
