"""What a tournament has found: shares of wins, pairs, ratings; with intervals by resampling whole matches.

All games of a match have the same dice, so they are not independent, and a match is the unit: intervals come from
drawing as many matches as were played, with repetition, a thousand times over (a block bootstrap). Matches with the
same result are interchangeable, and there are few different results. So only their counts are kept, and drawing is
quick however many matches there were.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from passgo.simulate.elo import ratings
from passgo.simulate.intervals import wilson

SHARES = 840
"""A win in these parts: a win shared by up to eight splits without a remainder."""

RESAMPLINGS = 1000
LEAST_MATCHES = 10
"""Below so many matches resampling says nothing, and no interval is given."""

OUTER = (2.5, 97.5)

Floats = np.ndarray[Any, np.dtype[np.float64]]
Interval = tuple[float, float] | None


@dataclass(frozen=True, order=True)
class Result:
    """How a match went: the seats of each entrant at its table, its games, how many ended, what each entrant won."""

    seats: tuple[int, ...]
    games: int
    finished: int
    parts: tuple[int, ...]
    """Of `SHARES` a win, by entrant."""


class Standings:
    """The results of matches, counted, with everything drawn from them."""

    def __init__(self, names: tuple[str, ...], results: Counter[Result], seed: int) -> None:
        self.names = names
        kinds = sorted(results)
        counts = np.array([results[kind] for kind in kinds], np.float64)
        self.matches = int(counts.sum())
        self._tables = sorted({kind.seats for kind in kinds})
        self._seats = np.array(self._tables, np.float64).reshape(len(self._tables), len(names))
        self._table = np.array([self._tables.index(kind.seats) for kind in kinds], np.int64)
        self._won = np.array([kind.parts for kind in kinds], np.float64).reshape(-1, len(names)) / SHARES
        self._sat = np.array([[n * kind.games for n in kind.seats] for kind in kinds], np.float64).reshape(
            -1, len(names)
        )
        self._games = np.array([kind.games for kind in kinds], np.float64)
        self._ended = np.array([kind.finished for kind in kinds], np.float64)
        self._counts = counts[np.newaxis]
        self._drawn = self._resampled(counts, seed)

    def _resampled(self, counts: Floats, seed: int) -> Floats | None:
        """How often each result is drawn, for each resampling a row."""
        if self.matches < LEAST_MATCHES:
            return None
        chance = np.random.default_rng(seed)
        return chance.multinomial(self.matches, counts / counts.sum(), size=RESAMPLINGS).astype(np.float64)

    def _shares(self, counts: Floats) -> Floats:
        """Wins per seat and game of each entrant."""
        sat = counts @ self._sat
        shares: Floats = np.divide(counts @ self._won, sat, out=np.zeros_like(sat), where=sat > 0)
        return shares

    def _ratings(self, counts: Floats) -> Floats:
        """Elo ratings."""
        at = np.eye(len(self._tables))[self._table]
        return ratings(counts @ self._won, (counts * self._won.sum(axis=1)) @ at, self._seats)

    def _pair(self, counts: Floats, a: int, b: int) -> Floats:
        """Of what either of two won at tables where both sat, per seat, the share of the first; a half if nothing."""
        both = (self._sat[:, a] > 0) & (self._sat[:, b] > 0)
        sat = counts[:, both] @ self._sat[both][:, [a, b]]
        won = counts[:, both] @ self._won[both][:, [a, b]]
        rate = np.divide(won, sat, out=np.zeros_like(won), where=sat > 0)
        total = rate.sum(axis=1)
        shares: Floats = np.divide(rate[:, 0], total, out=np.full_like(total, 0.5), where=total > 0)
        return shares

    @property
    def games(self) -> int:
        """Games played."""
        return int(self._counts[0] @ self._games)

    @property
    def finished(self) -> int:
        """Games that ended."""
        return int(self._counts[0] @ self._ended)

    def entrants(self) -> list[dict[str, Any]]:
        """Every entrant with its wins and its rating, the best first."""
        shares, points = self._shares(self._counts)[0], self._ratings(self._counts)[0]
        between = [bounds(self._shares(self._drawn))] if self._drawn is not None else []
        around = [bounds(self._ratings(self._drawn))] if self._drawn is not None else []
        won, sat = (self._counts @ self._won)[0], (self._counts @ self._sat)[0]
        found = [
            {
                "bot": name,
                "games": round(float(sat[n])),
                "wins": round(float(won[n]), 3),
                "share": float(shares[n]),
                **interval(of_share(float(shares[n]), between[0][n] if between else None, self.matches)),
                "elo": round(float(points[n]), 1),
                **interval(around[0][n] if around else None, "elo_", 1),
            }
            for n, name in enumerate(self.names)
        ]
        return sorted(found, key=lambda entrant: -float(str(entrant["elo"])))

    def pairs(self) -> list[dict[str, Any]]:
        """For every two entrants that met: of what the two won together, the share of the first."""
        found = []
        for a in range(len(self.names)):
            for b in range(a + 1, len(self.names)):
                if ((self._sat[:, a] > 0) & (self._sat[:, b] > 0)).any():
                    share = float(self._pair(self._counts, a, b)[0])
                    drawn = None
                    if self._drawn is not None:
                        drawn = bounds(self._pair(self._drawn, a, b)[:, np.newaxis])[0]
                    found.append(
                        {
                            "bot": self.names[a],
                            "against": self.names[b],
                            "share": share,
                            **interval(of_share(share, drawn, self.matches)),
                        }
                    )
        return found


def bounds(drawn: Floats) -> list[Interval]:
    """Between which values 95 % of the resamplings lie, column by column."""
    low, high = np.percentile(drawn, OUTER, axis=0)
    return [(float(a), float(b)) for a, b in zip(low, high, strict=True)]


def of_share(share: float, drawn: Interval, matches: int) -> Interval:
    """The interval of a share. Where every match said the same, resampling learns nothing: then Wilson's is taken.

    >>> [round(end, 3) for end in of_share(0.0, (0.0, 0.0), 20)]
    [0.0, 0.161]
    """
    if drawn is None or 0 < share < 1:
        return drawn
    return wilson(round(share) * matches, matches)


def interval(found: Interval, before: str = "", digits: int = 6) -> dict[str, float | None]:
    """The interval as two entries."""
    low, high = (None, None) if found is None else (round(found[0], digits), round(found[1], digits))
    return {f"{before}low": low, f"{before}high": high}
