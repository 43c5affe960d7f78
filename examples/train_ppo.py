"""Masked PPO by hand: a network of one hidden layer, NumPy alone, that learns by playing against `cautious`.

    python examples/train_ppo.py --minutes 15 --out agent.npz

It plays 512 games at once in the vector environment, prints its win rate against `cautious` as it goes, and draws the
curve (`agent.svg`, if matplotlib is there). `examples/evaluate.py agent.npz` measures the result against every bot.

Four things make it learn quickly. Two of three decisions have one choice only: they are played, and neither looked at
nor learnt from. The observation has what a beginner would need long to find out: how much of each group everybody
holds, and what is for sale. What is seldom worth trying, selling and mortgaging without a debt, is masked out. And what
is nearly the same is one choice: with sixteen bids against one way to withdraw, each bid seems unlikely.

`examples/train_sb3.py` is the same with sb3-contrib.
"""

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from passgo import envs
from passgo.envs.tables import actions as space
from passgo.rules import codes

Array = Any

BUILDING, SELLING = slice(space.BUILD_AT, space.SELL_AT), slice(space.SELL_AT, space.TURN_AT)
TURNING, BIDS = slice(space.TURN_AT, space.CLAIM_AT), slice(space.BID_AT, space.WITH_AT)
RAISE = space.BID_AT + space.RAISES.index(20)
"""The one bid that is made: so many dollars above the lowest, again and again."""

SETTINGS: dict[str, Any] = {"deals": False, "reward": "shaped", "max_steps": 2000, "copy": False}
GAMES, STEPS = 512, 128
HIDDEN = 128
LAMBDA = 0.99
"""Nothing is discounted: whoever expects to lose would learn to play for time."""
CLIP, ENTROPY, EPOCHS, MINIBATCH, RATE = 0.2, 0.01, 4, 2048, 1e-3


def narrow(env: Any, seen: Array, masks: Array) -> Array:
    """The lawful actions without selling and mortgaging, except in debt; one bid of all, and one lot of each group.

    A beginner would otherwise spend its games turning deeds over and back; a mask is the place to say what is not worth
    trying, and what is as good as something else.
    """
    named = env.layout.named(seen)
    debt = named["matter"] == 1 + codes.MATTER_DEBT
    lawful = masks.astype(bool)
    lawful[:, SELLING] &= debt
    lawful[:, TURNING] &= debt | (named["mortgaged"] == 1)
    raised = lawful[:, RAISE].copy()
    lawful[:, BIDS] = False
    lawful[:, RAISE] = raised
    lots, groups = lawful[:, BUILDING], env.setup.ruleset.record[0]["group"]
    for group in np.unique(groups):
        lots[:, groups == group] &= lots[:, groups == group].cumsum(1) == 1  # the first of them
    return lawful


def features(env: Any, seen: Array) -> Array:
    """What the network sees: the observation, everybody's share of each group, and the deed that is for sale."""
    edition, named = env.setup.ruleset.record[0], env.layout.named(seen)
    groups = np.eye(codes.GROUPS, dtype=np.float32)[edition["group"]]
    size = np.maximum(groups.sum(0), 1)
    shares = named["owner"].astype(np.float32) @ groups / size
    stands = np.where(named["phase"] == codes.PHASE_BUY, named["square"][:, :1], codes.NOBODY)
    sold = np.where(named["matter"] == 1 + codes.MATTER_AUCTION, named["lot"] - 1, stands)[:, 0]
    deed = np.where((sold >= 0) & (sold < codes.SQUARES), edition["deed_at"][np.clip(sold, 0, codes.SQUARES - 1)], -1)
    group, none = groups[deed] * (deed >= 0)[:, None], (deed < 0)[:, None]
    more = (shares + (group / size)[:, None]) * group[:, None]  # what each would have of its group
    price = np.where(none[:, 0], 0, edition["price"][deed])[:, None] / np.float32(100)
    cash = named["cash"].astype(np.float32) / 100
    bid = named["lowest_bid"] / np.float32(100)
    return np.concatenate(
        [
            env.layout.features(seen),
            *np.moveaxis(shares, 1, 0),
            *np.moveaxis(shares == 1, 1, 0),
            np.eye(codes.DEEDS, dtype=np.float32)[deed] * ~none,
            more.sum(2),
            more.max(2) >= 0.99,
            price / 4,
            np.tanh((cash - price) / 2),
            np.tanh((cash[:, :1] - bid) / 2),
            (bid - price) / 4,
            np.tanh(cash / 4),
        ],
        1,
        dtype=np.float32,
    )


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
        scores = np.where(masks, hidden @ w["policy"] + w["policy_bias"], np.float32(-1e9))
        scores -= scores.max(1, keepdims=True)
        logs = scores - np.log(np.exp(scores).sum(1, keepdims=True))
        return hidden, logs, (hidden @ w["value"] + w["value_bias"])[:, 0]

    def choose(self, seen: Array, masks: Array, rng: np.random.Generator) -> tuple[Array, Array, Array]:
        """Actions drawn from the policy, the logarithms of their chances, and the values."""
        _, logs, values = self.look(seen, masks)
        reached = np.exp(logs).cumsum(1)
        chosen = (reached <= rng.random((len(logs), 1)) * reached[:, -1:]).sum(1)
        return chosen, logs[np.arange(len(chosen)), chosen], values

    def learn(self, batch: dict[str, Array], rate: float) -> None:
        """One step of PPO on a minibatch: the clipped objective, the value's squared error, and an entropy bonus.

        The bonus gets smaller with the rate, so that in the end the agent plays what it thinks best.
        """
        seen, masks, chosen, gains = batch["seen"], batch["masks"], batch["chosen"], batch["gains"]
        rows, count = np.arange(len(chosen)), len(chosen)
        hidden, logs, values = self.look(seen, masks)
        chances = np.exp(logs)
        ratio = np.exp(logs[rows, chosen] - batch["logs"])
        free = np.where(gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        slope = -chances * (gains * ratio * free)[:, None]
        slope[rows, chosen] += gains * ratio * free
        logs = np.where(masks, logs, 0)
        slope -= ENTROPY * rate / RATE * chances * (logs - (chances * logs).sum(1, keepdims=True))
        slope = -slope / count
        error = (values - batch["returns"])[:, None] / count
        w = self.weights
        back = (slope @ w["policy"].T + 0.5 * error @ w["value"].T) * (1 - hidden**2)
        slopes = {
            "w": seen.T @ back,
            "b": back.sum(0),
            "policy": hidden.T @ slope,
            "policy_bias": slope.sum(0),
            "value": 0.5 * hidden.T @ error,
            "value_bias": 0.5 * error.sum(0),
        }
        self.descend(slopes, rate)

    def descend(self, slopes: dict[str, Array], rate: float) -> None:
        """One step of Adam, with slopes of at most length 1/2 together."""
        self.updates += 1
        length = np.sqrt(sum(float((slope**2).sum()) for slope in slopes.values()))
        for name, slope in slopes.items():
            slope = slope / max(1.0, 2 * length)
            first, second = self.moments[name]
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)
            step = first / (1 - 0.9**self.updates) / (np.sqrt(second / (1 - 0.999**self.updates)) + 1e-8)
            self.weights[name] -= (rate * step).astype(np.float32)


def advantages(rewards: Array, ended: Array, decided: Array, values: Array) -> tuple[Array, Array]:
    """Generalised advantages of the decisions, and for which of them they are known.

    From one decision to the next, rewards add up; where a game ended, nothing follows. What follows a game's last
    decision is not known yet.
    """
    gains, known = np.zeros_like(rewards), np.zeros(rewards.shape, bool)
    gain, ahead, following = np.zeros((3, rewards.shape[1]), np.float32)
    sure = np.zeros(rewards.shape[1], bool)
    for t in reversed(range(len(rewards))):
        gain, following = np.where(ended[t], 0, gain), np.where(ended[t], 0, following)
        ahead = rewards[t] + np.where(ended[t], 0, ahead)
        sure |= ended[t]
        gains[t] = ahead + following - values[t] + LAMBDA * gain
        known[t] = decided[t] & sure
        gain = np.where(known[t], gains[t], np.where(decided[t], 0, gain))
        following, ahead = np.where(decided[t], values[t], following), np.where(decided[t], 0, ahead)
        sure |= decided[t]
    return gains, known


class Practice:
    """Games against a bot, in which an agent gathers what it learns from."""

    def __init__(self, opponent: str, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.env = envs.vector_env(GAMES, opponents=[opponent], autoreset_mode="SameStep", **SETTINGS)
        self.seen, self.info = self.env.reset(seed=seed)
        inputs, actions = features(self.env, self.seen[:1]).shape[1], self.env.action_masks().shape[1]
        self.agent = Agent(inputs, actions, self.rng)
        self.won: list[float] = []

    def play(self) -> dict[str, Array]:
        """Some steps of all games; what was decided in them, and what came of it."""
        kept: dict[str, list[Array]] = {name: [] for name in ("seen", "masks", "chosen", "logs")}
        rewards, values = np.zeros((2, STEPS, GAMES), np.float32)
        ended, decided = np.zeros((2, STEPS, GAMES), bool)
        for t in range(STEPS):
            masks = narrow(self.env, self.seen, self.info["action_mask"])
            chosen, decided[t] = masks.argmax(1), masks.sum(1) > 1
            rows = np.flatnonzero(decided[t])
            looked, lawful = features(self.env, self.seen[rows]), masks[rows]
            chosen[rows], logs, values[t, rows] = self.agent.choose(looked, lawful, self.rng)
            for name, array in zip(kept, (looked, lawful, chosen[rows], logs), strict=True):
                kept[name].append(array)
            self.seen, rewards[t], finished, cut, self.info = self.env.step(chosen)
            ended[t] = finished | cut
            self.won += np.where(cut, 0.5, rewards[t] > 0.5)[ended[t]].tolist()
        gains, known = advantages(rewards, ended, decided, values)
        batch = {name: np.concatenate(arrays)[known[decided]] for name, arrays in kept.items()}
        spread = gains[known].std() + 1e-8
        return batch | {"gains": (gains[known] - gains[known].mean()) / spread, "returns": (gains + values)[known]}

    def learn(self, batch: dict[str, Array], rate: float) -> None:
        """Some rounds of minibatches."""
        count = len(batch["gains"])
        for _ in range(EPOCHS):
            for part in np.array_split(self.rng.permutation(count), max(1, count // MINIBATCH)):
                self.agent.learn({name: array[part] for name, array in batch.items()}, rate)


def train(minutes: float, opponent: str, seed: int) -> tuple[Agent, list[tuple[float, float]]]:
    """Train for so long, in smaller and smaller steps; the agent, and its win rates by the time."""
    practice, curve, began = Practice(opponent, seed), [], time.monotonic()
    while (spent := (time.monotonic() - began) / 60) < minutes:
        practice.learn(practice.play(), RATE * (1 - spent / minutes))
        if len(practice.won) >= 1000:
            curve.append((spent, float(np.mean(practice.won))))
            print(f"{spent:5.1f} min: won {curve[-1][1]:.1%} of {len(practice.won)} games", flush=True)
            practice.won = []
    return practice.agent, curve


def draw(curve: list[tuple[float, float]], opponent: str, file: Path) -> None:
    """Draw the win rate over time."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 3.5), layout="constrained")
    axes.plot(*zip(*curve, strict=True))
    axes.axhline(0.5, color="grey", linewidth=0.8)
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
    agent, curve = train(given.minutes, given.opponent, given.seed)
    np.savez(given.out, **agent.weights)  # type: ignore[arg-type]
    print(f"kept in {given.out}")
    try:
        draw(curve, given.opponent, given.out.with_suffix(".svg"))
    except ImportError:
        print("no curve: pip install matplotlib draws one")


if __name__ == "__main__":
    main()
