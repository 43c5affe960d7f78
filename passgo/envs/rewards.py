"""Rewards: of winning, of the place, or shaped by the share of all worth.

- `win`: winners share 1, the others share -1; while the game goes on, and where it is cut off, 0.
- `place`: from 1 for the first place down to -1 for the last, in equal steps.
- `shaped`: as `win`, and after every step what one's share of the worth of all has grown. These add up to the share at
  the end, less that at the beginning, whatever happened between.
"""

from typing import Any

import numpy as np

from passgo.envs.games import Games
from passgo.envs.tables.loop import FINISHED, PLACE, WORTH

Array = np.ndarray[Any, Any]


class Rewards:
    """The rewards of all seats in some games, after each step."""

    def __init__(self, games: Games) -> None:
        self._games, seats = games, games.setup.seats
        self._shares = np.full((games.count, seats), 1 / seats)
        self.latest = np.zeros((games.count, seats))
        self._paid = False

    def begin(self, rows: Array | slice = slice(None)) -> None:
        """New games in these rows."""
        self.latest[rows] = 0
        if self._games.setup.reward == "shaped":
            self._shares[rows] = self._count_shares()[rows]

    def count(self, over: int) -> Array:
        """The rewards of the last step: a row for each game, a column for each seat. `over` games are over."""
        if self._paid:
            self.latest.fill(0)
        self._paid = over > 0 or self._games.setup.reward == "shaped"
        if self._games.setup.reward == "shaped":
            shares = self._count_shares()
            self.latest += shares - self._shares
            self._shares = shares
        if over:
            ended = np.flatnonzero(self._games.over == FINISHED)
            self.latest[ended] += self._final(ended)
        return self.latest

    def _final(self, rows: Array) -> Array:
        """What the end of these games is worth to each seat. Who plays on when the learner has left gets nothing."""
        seats = self._games.setup.seats
        doubled = self._games.ends[rows, PLACE : PLACE + seats]
        if self._games.setup.reward == "place":
            return np.where(doubled == 0, 0, 1 - (doubled - 2) / (seats - 1))
        winners = self._games.states["winners"][rows, None] >> np.arange(seats) & 1
        won = np.maximum(winners.sum(1, keepdims=True), 1)
        lost = np.where(doubled == 0, 0, -1 / np.maximum(seats - won, 1))
        shared: Array = np.where(won == seats, 0, np.where(winners == 1, 1 / won, lost))
        return shared

    def _count_shares(self) -> Array:
        """The share of each seat in the worth of all."""
        worth = np.maximum(self._games.ends[:, WORTH : WORTH + self._games.setup.seats], 0)
        shares: Array = worth / np.maximum(worth.sum(1, keepdims=True), 1)
        return shares
