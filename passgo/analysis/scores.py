"""How good chances are: Brier score, log loss and calibration, beside simple rules that need no net."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from passgo.analysis.table import Array, Floats
from passgo.bots.judgement.layout import CASH, EACH, SEATS, WORTH

BINS = 20
"""Into so many bins chances are sorted, to see how often what was said came true."""

CASH_FACTOR, WORTH_FACTOR = 0.5, 3.3
"""What the simple rules multiply cash (in 1,500 dollars) and worth (in 3,000) by, before the softmax: fitted once."""


@dataclass(frozen=True)
class Scores:
    """The scores of chances in some positions."""

    positions: int
    brier: float
    """The squared error, mean over the seats that began the game and over positions."""
    log_loss: float
    ece: float
    """The calibration error: how far chances are from what came true, mean over bins by how many are in each."""

    def to_dict(self) -> dict[str, float]:
        """The scores as JSON has them."""
        numbers = {"brier": self.brier, "log_loss": self.log_loss, "ece": self.ece}
        return {"positions": self.positions, **{name: round(number, 5) for name, number in numbers.items()}}


def scores_of(chances: Array, shares: Array, began: Array) -> Scores:
    """The scores of chances, where `shares` came true and `began` is how many players began each game."""
    squares = ((chances - shares) ** 2).sum(1) / began
    logs = -(shares * np.log(np.maximum(chances, 1e-9))).sum(1)
    return Scores(len(chances), float(squares.mean()), float(logs.mean()), calibration_error(chances, shares))


def calibration_error(chances: Array, shares: Array) -> float:
    """The mean distance between what was said and what came true, over all players with a chance at all."""
    bins = reliability(chances, shares)
    total = sum(count for count, _, _ in bins)
    return sum(count * abs(said - came) for count, said, came in bins) / max(1, total)


def reliability(chances: Array, shares: Array) -> list[tuple[int, float, float]]:
    """For each bin of chances: how many there are, what was said on average, and how often it came true."""
    said, came = chances[chances > 0], shares[chances > 0]
    where = np.minimum((said * BINS).astype(np.int64), BINS - 1)
    counts = np.bincount(where, minlength=BINS)
    sums = [np.bincount(where, numbers, minlength=BINS) for numbers in (said, came)]
    means = [numbers / np.maximum(1, counts) for numbers in sums]
    return [(int(counts[n]), float(means[0][n]), float(means[1][n])) for n in range(BINS)]


def uniform(rows: Floats) -> Floats:
    """The same chance for everybody still in."""
    plays = rows[:, : SEATS * EACH : EACH] > 0
    return np.asarray(plays / plays.sum(1, keepdims=True), np.float32)


def by_number(rows: Floats, number: int, factor: float) -> Floats:
    """Chances by one number about each player alone, through a softmax."""
    plays = rows[:, : SEATS * EACH : EACH] > 0
    powers = np.where(plays, np.exp(np.minimum(factor * rows[:, number : SEATS * EACH : EACH], 60)), 0)
    return np.asarray(powers / powers.sum(1, keepdims=True), np.float32)


RULES: dict[str, Callable[[Floats], Floats]] = {
    "uniform": uniform,
    "cash": lambda rows: by_number(rows, CASH, CASH_FACTOR),
    "worth": lambda rows: by_number(rows, WORTH, WORTH_FACTOR),
}
"""Simple rules for chances, to compare with."""
