"""The net as it learns: values and gradients of many positions at once in NumPy, and the steps of Adam.

`passgo.bots.judgement.net` reckons the same values in machine code; a test compares them.
"""

from typing import Any

import numpy as np

from passgo.analysis.table import Array, Floats
from passgo.bots.judgement.layout import EACH, SEATS
from passgo.bots.judgement.net import (
    HEAD,
    HEAD_BIAS,
    HEAD_WEIGHTS,
    INPUTS,
    LAST_BIAS,
    LAST_WEIGHTS,
    TOWER,
    TOWER_BIAS,
    WEIGHTS,
)

FIRST_MEAN, SECOND_MEAN, TINY = 0.9, 0.999, 1e-8
"""How long Adam remembers the mean of gradients and of their squares."""


def new_weights(seed: int) -> Floats:
    """Weights to begin with."""
    chance = np.random.default_rng([seed, 0, 0])
    weights = np.zeros(WEIGHTS, np.float32)
    weights[:TOWER_BIAS] = chance.normal(0, (2 / INPUTS) ** 0.5, INPUTS * TOWER)
    weights[HEAD_WEIGHTS:HEAD_BIAS] = chance.normal(0, (2 / (2 * TOWER)) ** 0.5, 2 * TOWER * HEAD)
    weights[LAST_WEIGHTS:LAST_BIAS] = chance.normal(0, 0.1 * HEAD**-0.5, HEAD)
    return weights


class Batch:
    """Positions, with the players still in as one list: `first` says where each position begins, `of` whose it is."""

    def __init__(self, rows: Floats, shares: Floats | None = None) -> None:
        plays = rows[:, : SEATS * EACH : EACH] > 0
        self.of, seats = np.nonzero(plays)
        self.first = np.searchsorted(self.of, np.arange(len(rows)))
        players = rows[:, : SEATS * EACH].reshape(len(rows), SEATS, EACH)
        self.inputs = np.concatenate([players[self.of, seats], rows[self.of, SEATS * EACH :]], axis=1)
        self.players = plays.sum(1).astype(np.float32)[self.of, None]
        self.shares = shares[self.of, seats] if shares is not None else np.zeros(len(self.of), np.float32)
        self.seats, self.count = seats, len(rows)

    def summed(self, numbers: Array) -> Array:
        """The sum over the players of each position."""
        return np.add.reduceat(numbers, self.first, axis=0)


class Pass:
    """One evaluation of the net on a batch, with what the gradient needs."""

    def __init__(self, weights: Floats, batch: Batch) -> None:
        self.batch, self.weights = batch, weights
        self.towers = np.maximum(batch.inputs @ tower_of(weights) + weights[TOWER_BIAS:HEAD_WEIGHTS], 0)
        means = batch.summed(self.towers)[batch.of] / batch.players
        self.pairs = np.concatenate([self.towers, means], axis=1)
        self.heads = np.maximum(self.pairs @ head_of(weights) + weights[HEAD_BIAS:LAST_WEIGHTS], 0)
        scores = self.heads @ weights[LAST_WEIGHTS:LAST_BIAS] + weights[LAST_BIAS]
        scores = np.exp(scores - np.maximum.reduceat(scores, batch.first)[batch.of])
        self.chances: Array = scores / batch.summed(scores)[batch.of]

    def loss(self) -> float:
        """The mean log loss of a position."""
        return float(-(self.batch.shares * np.log(np.maximum(self.chances, 1e-9))).sum() / self.batch.count)

    def gradient(self) -> Floats:
        """How the loss changes with each weight."""
        batch, weights = self.batch, self.weights
        found = np.empty(WEIGHTS, np.float32)
        scores = (self.chances - batch.shares) / np.float32(batch.count)
        found[LAST_WEIGHTS:LAST_BIAS], found[LAST_BIAS] = self.heads.T @ scores, scores.sum()
        heads = np.outer(scores, weights[LAST_WEIGHTS:LAST_BIAS]) * (self.heads > 0)
        found[HEAD_WEIGHTS:HEAD_BIAS], found[HEAD_BIAS:LAST_WEIGHTS] = (self.pairs.T @ heads).ravel(), heads.sum(0)
        pairs = heads @ head_of(weights).T
        means = pairs[:, TOWER:] / batch.players
        towers = (pairs[:, :TOWER] + batch.summed(means)[batch.of]) * (self.towers > 0)
        found[:TOWER_BIAS], found[TOWER_BIAS:HEAD_WEIGHTS] = (batch.inputs.T @ towers).ravel(), towers.sum(0)
        return found


def tower_of(weights: Floats) -> Floats:
    """The weights of the tower, by input and unit."""
    return weights[:TOWER_BIAS].reshape(INPUTS, TOWER)


def head_of(weights: Floats) -> Floats:
    """The weights of the head, by input and unit."""
    return weights[HEAD_WEIGHTS:HEAD_BIAS].reshape(2 * TOWER, HEAD)


class Adam:
    """Weights, and the means by which their steps are chosen."""

    def __init__(self, weights: Floats) -> None:
        self.weights = weights.astype(np.float32)
        self.mean, self.square = np.zeros(WEIGHTS, np.float32), np.zeros(WEIGHTS, np.float32)
        self.steps = 0

    def learn(self, batch: Batch, rate: float) -> float:
        """Take a step; the loss before it."""
        reckoned = Pass(self.weights, batch)
        slope = reckoned.gradient()
        self.steps += 1
        self.mean += np.float32(1 - FIRST_MEAN) * (slope - self.mean)
        self.square += np.float32(1 - SECOND_MEAN) * (slope * slope - self.square)
        mean = self.mean / np.float32(1 - FIRST_MEAN**self.steps)
        square = self.square / np.float32(1 - SECOND_MEAN**self.steps)
        self.weights -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(TINY))
        return reckoned.loss()

    def state(self) -> dict[str, Any]:
        """What is kept, to go on later."""
        return {"weights": self.weights, "mean": self.mean, "square": self.square, "steps": self.steps}

    def restore(self, kept: Any) -> None:
        """Go on from what was kept."""
        self.weights, self.mean, self.square = (kept[name] for name in ("weights", "mean", "square"))
        self.steps = int(kept["steps"])
