"""CMA-ES over the parameters. Each has a coordinate from 0 to 1, linear or logarithmic; values are rounded."""

import math
from typing import Any

import numpy as np

from passgo.bots.trader.parameters import TABLE, Parameter

FIRST_STEP = 0.15
"""The length of the first step, as a share of the range."""

LEAST_STEP = 0.3
"""The smallest step of a coordinate, as a share of one whole number. Rounding would hide smaller steps."""

TUNED = tuple(parameter for parameter in TABLE.values() if parameter.tuned)


def coordinate(parameter: Parameter, value: float) -> float:
    """The coordinate of a value in its range.

    >>> coordinate(TABLE["spare"], 50), coordinate(TABLE["horizon"], 5), coordinate(TABLE["horizon"], 200)
    (0.5, 0.0, 1.0)
    """
    low, high = parameter.low, parameter.high
    if parameter.log:
        return math.log(value / low) / math.log(high / low)
    return (value - low) / (high - low)


def value_at(parameter: Parameter, place: float) -> int:
    """The whole number nearest to a coordinate.

    >>> all(value_at(p, coordinate(p, v)) == v for p in TUNED for v in range(p.low, p.high + 1))
    True
    """
    low, high = parameter.low, parameter.high
    value = low * (high / low) ** place if parameter.log else low + (high - low) * place
    return max(low, min(high, round(value)))


def parameters_at(places: "np.ndarray[Any, Any]") -> dict[str, int]:
    """All parameters. The tuned ones come from their coordinates, the others are hand-chosen."""
    found = {name: parameter.by_hand for name, parameter in TABLE.items()}
    return found | {p.name: value_at(p, float(place)) for p, place in zip(TUNED, places, strict=True)}


class Search:
    """One run of CMA-ES. The same seed and the same scores give the same candidates."""

    def __init__(self, start: dict[str, int], population: int, seed: int) -> None:
        try:
            import cma
        except ModuleNotFoundError:
            raise ValueError("tuning needs the package cma: pip install 'passgo[tune]'") from None
        normal = np.random.default_rng(seed)  # a generator of its own: nothing depends on NumPy's global one
        first = [coordinate(p, start[p.name]) for p in TUNED]
        one = [
            abs(coordinate(p, start[p.name] + (1 if start[p.name] < p.high else -1)) - x)
            for p, x in zip(TUNED, first, strict=True)
        ]
        options = {
            "bounds": [0, 1],
            "popsize": population,
            "randn": lambda *shape: normal.standard_normal(shape),
            "seed": math.nan,
            "minstd": [LEAST_STEP * step for step in one],
            "verbose": -10,  # silent, and reads no signals file
            "verb_log": 0,
        }
        self._strategy = cma.CMAEvolutionStrategy(first, FIRST_STEP, options)
        self._asked: list[np.ndarray[Any, Any]] = []

    def ask(self) -> list[dict[str, int]]:
        """The candidates of the next generation."""
        self._asked = self._strategy.ask()
        return [parameters_at(places) for places in self._asked]

    def tell(self, scores: list[float]) -> None:
        """Give the search the scores of the candidates, in the same order. A higher score is better."""
        self._strategy.tell(self._asked, [-score for score in scores])

    @property
    def mean(self) -> dict[str, int]:
        """The mean of the search. With noisy scores it is a better choice than the luckiest candidate."""
        return parameters_at(self._strategy.result.xfavorite)

    @property
    def step(self) -> float:
        """The mean step of the search, as a share of the ranges."""
        return float(np.mean(self._strategy.result.stds))
