"""The games of a run that are worth reading, chosen while it is played: at random, the longest, the closest."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from passgo.dealer import GOLDEN
from passgo.simulate.output.leads import lead_columns
from passgo.simulate.runs.batch import Batch
from passgo.simulate.runs.counts import FINISHED, TURNS
from passgo.simulate.runs.plan import Plan, Table, first_seed

MOST_KEPT = 100_000
"""The most games that can be kept of a kind."""

NEVER = np.inf
"""The score of a game that is not of a kind at all."""

Scores = np.ndarray[Any, np.dtype[np.float64]]


def by_seed(plan: Plan, batch: Batch) -> Scores:
    """By the seeds of the games, which have nothing to do with what happens in them."""
    numbers = np.array(batch.numbers, np.uint64)
    return (np.uint64(first_seed(plan.seed)) + numbers * np.uint64(GOLDEN)).astype(np.float64)


def shortest(plan: Plan, batch: Batch) -> Scores:
    """By the number of turns; games without a winner do not count."""
    return np.where(batch.rows[:, FINISHED] == 1, batch.rows[:, TURNS], NEVER)


def longest(plan: Plan, batch: Batch) -> Scores:
    """The other way round."""
    return np.where(batch.rows[:, FINISHED] == 1, -batch.rows[:, TURNS], NEVER)


def closest(plan: Plan, batch: Batch) -> Scores:
    """By the mean lead of the richest player (`leads`); games without a winner do not count."""
    return np.where(batch.rows[:, FINISHED] == 1, batch.tables[lead_columns]["lead"], NEVER)


KINDS: dict[str, Callable[[Plan, Batch], Scores]] = {
    "random": by_seed,
    "longest": longest,
    "shortest": shortest,
    "closest": closest,
}
"""The kinds of game that can be kept, with their scores: the lowest are kept."""


def parse_wishes(text: str) -> dict[str, int]:
    """How many games of which kind.

    >>> parse_wishes("random:100, longest:5")
    {'random': 100, 'longest': 5}
    >>> parse_wishes("funniest:3")
    Traceback (most recent call last):
    ValueError: expected random:N, longest:N, shortest:N, closest:N with commas between them, not 'funniest:3'
    """
    wishes: dict[str, int] = {}
    for word in text.split(","):
        kind, _, count = (part.strip() for part in word.partition(":"))
        if kind not in KINDS or not count.isdecimal() or not 0 < int(count) <= MOST_KEPT or kind in wishes:
            forms = ", ".join(f"{name}:N" for name in KINDS)
            raise ValueError(f"expected {forms} with commas between them, not {word.strip()!r:.40}")
        wishes[kind] = int(count)
    return wishes


def tables_for(wishes: dict[str, int]) -> tuple[Table, ...]:
    """The tables that a plan needs for choosing: only who wants close games has to keep every turn."""
    return (lead_columns,) if "closest" in wishes else ()


class Chosen(NamedTuple):
    """A game that is kept: its number, its row, and of which kinds it is, each with its rank from 1."""

    number: int
    row: tuple[int, ...]
    ranks: dict[str, int]


class Selection:
    """The best games of each kind so far. It does not depend on the batches, nor on the number of threads."""

    def __init__(self, plan: Plan, wishes: dict[str, int]) -> None:
        self._plan, self._wishes = plan, wishes
        self._best: dict[str, list[tuple[float, int]]] = {kind: [] for kind in wishes}
        self._rows: dict[int, tuple[int, ...]] = {}

    def add(self, batch: Batch) -> None:
        """Look at the games of a batch."""
        for kind, most in self._wishes.items():
            scores = KINDS[kind](self._plan, batch)
            found = [(float(scores[n]), batch.numbers[n]) for n in np.argsort(scores, kind="stable")[:most]]
            self._best[kind] = sorted(self._best[kind] + [one for one in found if one[0] < NEVER])[:most]
        kept = {number for best in self._best.values() for _, number in best}
        known = self._rows | {
            n: tuple(batch.rows[n - batch.numbers.start].tolist()) for n in kept if n in batch.numbers
        }
        self._rows = {number: known[number] for number in kept}

    def chosen(self) -> list[Chosen]:
        """The games that are kept, in the order of their numbers."""
        ranks: dict[int, dict[str, int]] = {number: {} for number in sorted(self._rows)}
        for kind, best in self._best.items():
            for rank, (_, number) in enumerate(best, start=1):
                ranks[number][kind] = rank
        return [Chosen(number, self._rows[number], kinds) for number, kinds in ranks.items()]
