"""Ratings: how strong the entrants are, by maximum likelihood of who won against whom.

The model is Luce's: each entrant at a table wins with a chance in proportion to its strength. With two at the table
that is Elo's model, in which 400 points more mean ten times the strength. The strengths are found by Hunter's iteration
(minorise, then maximise), for many resamplings at once.

An entrant that never loses would be infinitely strong. So every entrant has also drawn one game against an imagined
entrant of strength one. Among a thousand games this one hardly matters.
"""

from typing import Any

import numpy as np

Floats = np.ndarray[Any, np.dtype[np.float64]]

AVERAGE = 1500.0
POINTS = 400.0
ROUNDS = 10_000
CLOSE = 1e-9
HALF = 0.5
"""A draw counts as half a win."""


def strengths(wins: Floats, games: Floats, seats: Floats) -> Floats:
    """The likeliest strengths: a row for each resampling.

    `wins[b, i]` is what entrant i won, `games[b, t]` the games with a winner at table t, and `seats[t, i]` the number
    of seats that entrant i has at table t.

    >>> found = strengths(np.array([[75.0, 25.0]]), np.array([[100.0]]), np.array([[1.0, 1.0]]))
    >>> round(float(found[0, 0] / found[0, 1]), 2)
    2.98
    """
    by_table, by_entrant = SeatMatrix(seats), SeatMatrix(seats.T)
    wins, games = wins.T, games.T
    strong = np.ones_like(wins)
    for _ in range(ROUNDS):
        expected = by_entrant.times(games / by_table.times(strong))
        better = (wins + HALF) / (expected + 1 / (strong + 1))
        better /= np.exp(np.log(better).mean(axis=0))  # only ratios matter; without this the scale would drift
        change = np.abs(np.log(better / strong)).max()
        strong = better
        if change < CLOSE:
            break
    return strong.T


class SeatMatrix:
    """A sparse matrix of seats: few entrants of a large field sit at one table, so most entries are zero.

    NumPy's own matrix product uses more threads than a busy machine has free, and is many times slower there.
    """

    def __init__(self, seats: Floats) -> None:
        self._rows, (row, self._column) = len(seats), np.nonzero(seats)
        self._weight = seats[row, self._column][:, np.newaxis]
        self._first = np.flatnonzero(np.diff(row, prepend=-1))
        self._present = row[self._first]

    def times(self, factor: Floats) -> Floats:
        """The matrix product.

        >>> SeatMatrix(np.array([[0.0, 2.0], [0.0, 0.0]])).times(np.array([[3.0], [4.0]])).tolist()
        [[8.0], [0.0]]
        """
        found = np.zeros((self._rows, factor.shape[1]))
        if len(self._first):
            found[self._present] = np.add.reduceat(factor[self._column] * self._weight, self._first, axis=0)
        return found


def ratings(wins: Floats, games: Floats, seats: Floats) -> Floats:
    """Elo ratings: a row for each resampling. The mean of a row is 1500."""
    points: Floats = POINTS * np.log10(strengths(wins, games, seats))
    points += AVERAGE - points.mean(axis=1, keepdims=True)
    return points
