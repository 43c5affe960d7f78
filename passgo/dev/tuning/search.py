"""CMA-ES over the parameters: each a coordinate from 0 to 1, by factors where that fits, rounded to whole numbers."""

import math
from typing import Any

import numpy as np

from passgo.bots.trader.parameters import TABLE, Parameter

FIRST_STEP = 0.15
"""The first step's length, as a share of the range."""

LEAST_STEP = 0.3
"""No coordinate's step gets smaller than this share of one whole number, else rounding would hide it."""

TUNED = tuple(parameter for parameter in TABLE.values() if parameter.tuned)


def coordinate(parameter: Parameter, value: float) -> float:
    """Where a value lies in its range.

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
    """All parameters, those that are tuned from their coordinates."""
    found = {name: parameter.by_hand for name, parameter in TABLE.items()}
    return found | {p.name: value_at(p, float(place)) for p, place in zip(TUNED, places, strict=True)}


class Search:
    """One run of CMA-ES. The same seed and the same scores give the same candidates."""

    def __init__(self, start: dict[str, int], population: int, seed: int) -> None:
        try:
            import cma
        except ModuleNotFoundError:
            raise ValueError("tuning needs the package cma: pip install 'passgo[tune]'") from None
        normal = np.random.default_rng(seed)  # its own, so that nothing depends on NumPy's global generator
        first = [coordinate(p, start[p.name]) for p in TUNED]
        whole = [
            abs(coordinate(p, start[p.name] + (1 if start[p.name] < p.high else -1)) - x)
            for p, x in zip(TUNED, first, strict=True)
        ]
        options = {
            "bounds": [0, 1],
            "popsize": population,
            "randn": lambda *shape: normal.standard_normal(shape),
            "seed": math.nan,
            "minstd": [LEAST_STEP * step for step in whole],
            "verbose": -10,  # silent, and reads no file of signals
            "verb_log": 0,
        }
        self._strategy = cma.CMAEvolutionStrategy(first, FIRST_STEP, options)
        self._asked: list[np.ndarray[Any, Any]] = []

    def ask(self) -> list[dict[str, int]]:
        """The next generation."""
        self._asked = self._strategy.ask()
        return [parameters_at(places) for places in self._asked]

    def tell(self, scores: list[float]) -> None:
        """How good the generation was, in the order asked; more is better."""
        self._strategy.tell(self._asked, [-score for score in scores])

    @property
    def mean(self) -> dict[str, int]:
        """Where the search stands: with noisy scores a better choice than the luckiest candidate."""
        return parameters_at(self._strategy.result.xfavorite)

    @property
    def step(self) -> float:
        """How far the search still strays, as a share of the ranges."""
        return float(np.mean(self._strategy.result.stds))
