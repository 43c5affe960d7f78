"""Ratings: how strong entrants are, by maximum likelihood of who won against whom.

The model is Luce's: of those at a table, each wins with a chance in proportion to its strength. With two at the table
that is Elo's: 400 points more are ten times the strength. The strengths are found by Hunter's iteration (minorise,
then maximise), for many resamplings at once.

Who never loses would be infinitely strong. Therefore everyone has, in addition, drawn one game against an imagined
entrant of strength one. A thousand games hardly notice it.
"""

from typing import Any

import numpy as np

Floats = np.ndarray[Any, np.dtype[np.float64]]

AVERAGE = 1500.0
POINTS = 400.0
ROUNDS = 10_000
CLOSE = 1e-9
HALF = 0.5
"""What a draw counts."""


def strengths(wins: Floats, games: Floats, seats: Floats) -> Floats:
    """The likeliest strengths, for each resampling a row.

    `wins[b, i]`: what entrant i won; `games[b, t]`: games with a winner at table t; `seats[t, i]`: seats of i there.

    >>> found = strengths(np.array([[75.0, 25.0]]), np.array([[100.0]]), np.array([[1.0, 1.0]]))
    >>> round(float(found[0, 0] / found[0, 1]), 2)
    2.98
    """
    at_table, of_entrant = Seated(seats), Seated(seats.T)
    wins, games = wins.T, games.T
    strong = np.ones_like(wins)
    for _ in range(ROUNDS):
        expected = of_entrant.sums(games / at_table.sums(strong))
        better = (wins + HALF) / (expected + 1 / (strong + 1))
        better /= np.exp(np.log(better).mean(axis=0))  # only ratios count; their scale would creep for ever
        change = np.abs(np.log(better / strong)).max()
        strong = better
        if change < CLOSE:
            break
    return strong.T


class Seated:
    """Multiplies by a matrix of seats: of a large field few sit at a table, so most of it is nothing.

    NumPy's own product would do the same in more threads than a busy machine has, and take many times as long there.
    """

    def __init__(self, seats: Floats) -> None:
        self._rows, (row, self._column) = len(seats), np.nonzero(seats)
        self._weight = seats[row, self._column][:, np.newaxis]
        self._first = np.flatnonzero(np.diff(row, prepend=-1))
        self._present = row[self._first]

    def sums(self, factor: Floats) -> Floats:
        """The product.

        >>> Seated(np.array([[0.0, 2.0], [0.0, 0.0]])).sums(np.array([[3.0], [4.0]])).tolist()
        [[8.0], [0.0]]
        """
        found = np.zeros((self._rows, factor.shape[1]))
        if len(self._first):
            found[self._present] = np.add.reduceat(factor[self._column] * self._weight, self._first, axis=0)
        return found


def ratings(wins: Floats, games: Floats, seats: Floats) -> Floats:
    """Elo ratings, for each resampling a row; their mean is 1500."""
    points: Floats = POINTS * np.log10(strengths(wins, games, seats))
    points += AVERAGE - points.mean(axis=1, keepdims=True)
    return points
