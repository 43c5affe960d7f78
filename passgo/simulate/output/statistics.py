"""Statistics of many games: lengths with exact quantiles, intervals of shares, and counts as text."""

import math
from typing import Any

import numpy as np


class Lengths:
    """Counts of lengths, which are whole numbers from 0 to a known bound.

    >>> lengths = Lengths(10)
    >>> lengths.add(np.array([3, 3, 4, 10]))
    >>> lengths.mean(), lengths.quantile(0.5), lengths.quantile(1)
    (5.0, 3, 10)
    """

    def __init__(self, most: int) -> None:
        self.counts = np.zeros(most + 1, np.int64)

    def add(self, lengths: np.ndarray[Any, np.dtype[np.int64]]) -> None:
        """Count these lengths."""
        self.counts += np.bincount(lengths, minlength=len(self.counts))

    def mean(self) -> float | None:
        """The mean length, or None if nothing was counted."""
        total = int(self.counts.sum())
        return float(self.counts @ np.arange(len(self.counts))) / total if total else None

    def quantile(self, share: float) -> int | None:
        """The smallest length that this share of the games did not exceed."""
        reached = np.cumsum(self.counts)
        if reached[-1] == 0:
            return None
        return int(np.searchsorted(reached, max(1.0, share * reached[-1])))

    def to_dict(self) -> dict[str, Any]:
        """The mean, some quantiles, and every length that occurred with its count."""
        quantiles = {f"p{round(100 * share):02}": self.quantile(share) for share in (0.05, 0.25, 0.5, 0.75, 0.95)}
        occurred = [[int(n), int(self.counts[n])] for n in np.flatnonzero(self.counts)]
        return {"mean": self.mean(), **quantiles, "counts": occurred}


NORMAL_95 = 1.959963984540054
"""95 % of a normal distribution lies within so many standard deviations of its mean."""


def wilson(successes: float, trials: int, z: float = NORMAL_95) -> tuple[float, float]:
    """Wilson's interval of a share. It also holds near 0 and 1, and for few trials.

    >>> [round(end, 4) for end in wilson(10, 100)]
    [0.0552, 0.1744]
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    centre = share + z * z / (2 * trials)
    reach = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    low = (centre - reach) / scale if successes > 0 else 0.0
    high = (centre + reach) / scale if successes < trials else 1.0
    return low, high


def format_count(number: int, noun: str) -> str:
    """A number with its noun, in the singular or the plural.

    >>> format_count(1, "game"), format_count(2000, "game"), format_count(1, "match"), format_count(2, "match")
    ('1 game', '2,000 games', '1 match', '2 matches')
    """
    plural = f"{noun}es" if noun.endswith("ch") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"
