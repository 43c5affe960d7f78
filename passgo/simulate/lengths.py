"""How long games were: a count for every length, so that any quantile is exact."""

from typing import Any

import numpy as np


class Lengths:
    """Whole numbers from 0 to a known bound, counted.

    >>> lengths = Lengths(10)
    >>> lengths.add(np.array([3, 3, 4, 10]))
    >>> lengths.mean(), lengths.quantile(0.5), lengths.quantile(1)
    (5.0, 3, 10)
    """

    def __init__(self, most: int) -> None:
        self.counts = np.zeros(most + 1, np.int64)

    def add(self, lengths: np.ndarray[Any, np.dtype[np.int64]]) -> None:
        """Count some more."""
        self.counts += np.bincount(lengths, minlength=len(self.counts))

    def mean(self) -> float | None:
        """The mean length, if there is one."""
        total = int(self.counts.sum())
        return float(self.counts @ np.arange(len(self.counts))) / total if total else None

    def quantile(self, share: float) -> int | None:
        """The least length that this share of the games did not exceed."""
        reached = np.cumsum(self.counts)
        if reached[-1] == 0:
            return None
        return int(np.searchsorted(reached, max(1.0, share * reached[-1])))

    def to_dict(self) -> dict[str, Any]:
        """Mean, quantiles, and every length that occurred with its count."""
        quantiles = {f"p{round(100 * share):02}": self.quantile(share) for share in (0.05, 0.25, 0.5, 0.75, 0.95)}
        occurred = [[int(n), int(self.counts[n])] for n in np.flatnonzero(self.counts)]
        return {"mean": self.mean(), **quantiles, "counts": occurred}
