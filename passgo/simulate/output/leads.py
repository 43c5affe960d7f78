"""How close a game was: by how much the richest player was ahead."""

from typing import Any

import numpy as np

from passgo.simulate.output.turns import deed_values, games_of
from passgo.simulate.runs.plan import Columns, Plan


def lead_columns(plan: Plan, numbers: range, kept: np.ndarray[Any, Any]) -> Columns:
    """A row for each game: the mean lead in the second half of its turns, from 0 (level) to 1 (one has everything).

    The lead is what the richest player is worth more than the second, as a share of what all are worth.
    """
    game = games_of(plan, numbers, kept) - numbers.start
    last = np.zeros(len(numbers), np.int64)
    np.maximum.at(last, game, kept["turn"])
    late = 2 * kept["turn"] > last[game]
    worth = np.sort(worth_by_seat(plan, kept[late]), axis=1)
    lead = (worth[:, -1] - worth[:, -2]) / np.maximum(1, worth.sum(axis=1))
    count = np.bincount(game[late], minlength=len(numbers))
    mean = np.bincount(game[late], lead, minlength=len(numbers)) / np.maximum(1, count)
    return {"game": np.array(numbers, np.int64), "lead": mean}


def worth_by_seat(plan: Plan, kept: np.ndarray[Any, Any]) -> np.ndarray[Any, np.dtype[np.int64]]:
    """What every seat is worth (`short.worth`), by turn and seat."""
    value, seats = deed_values(plan, kept), range(len(plan.bots))
    held = [np.where(kept["owner"] == seat, value, 0).sum(axis=1, dtype=np.int64) for seat in seats]
    found: np.ndarray[Any, np.dtype[np.int64]] = np.stack(held, axis=1) + kept["cash"][:, : len(seats)]
    return found
