"""The standings of a tournament: shares of wins, pairs and ratings, with intervals by resampling whole matches.

All games of a match have the same dice, so they are not independent of each other; different matches are. The intervals
come from drawing as many matches as were played, with repetition, a thousand times (a block bootstrap). Matches with
the same result are interchangeable, and there are few different results. So only the count of each result is kept, and
drawing is fast for any number of matches.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, fields
from itertools import combinations
from typing import Any

import numpy as np

from passgo.simulate.output.statistics import wilson
from passgo.simulate.tournament.elo import ratings

SHARES = 840
"""A win has so many parts: a win that up to eight players share can be divided without a remainder."""

RESAMPLINGS, BLOCK = 1000, 50
"""How often the matches are drawn again, and how many of these resamplings are computed at a time."""

LEAST_MATCHES = 10
"""With fewer matches resampling says nothing, and no interval is given."""

OUTER = (2.5, 97.5)

Floats = np.ndarray[Any, np.dtype[np.float64]]
Indices = np.ndarray[Any, np.dtype[np.int64]]
Interval = tuple[float, float] | None


@dataclass(frozen=True, order=True)
class MatchResult:
    """The result of a match. It names only the entrants at the table, so its size does not depend on the field."""

    entrants: tuple[int, ...]
    """The entrants at the table, in ascending order."""
    seats: tuple[int, ...]
    """The number of seats of each of them."""
    games: int
    finished: int
    parts: tuple[int, ...]
    """What each of them won, in parts of which a win has `SHARES`."""


class Meetings:
    """Who met whom, as arrays of indices. A *place* is an entrant at a table, a *pair* two places at the same table."""

    def __init__(self, kinds: list[MatchResult]) -> None:
        tables = {(kind.entrants, kind.seats): 0 for kind in kinds}
        tables = {table: n for n, table in enumerate(tables)}
        self.tables = len(tables)
        self.table_of = indices(tables[kind.entrants, kind.seats] for kind in kinds)
        first = np.cumsum([0, *(len(entrants) for entrants, _ in tables)])  # place by table
        self.table_at = indices(n for (entrants, _), n in tables.items() for _ in entrants)
        self.entrant_at = indices(entrant for entrants, _ in tables for entrant in entrants)
        self.seats_at = np.array([count for _, seats in tables for count in seats], np.float64)
        self.kind_of_part = indices(n for n, kind in enumerate(kinds) for _ in kind.parts)
        self.place_of_part = indices(
            first[table] + m for table, kind in zip(self.table_of, kinds, strict=True) for m in range(len(kind.parts))
        )
        found = [
            ((entrants[a], entrants[b]), first[n] + a, first[n] + b)
            for (entrants, _), n in tables.items()
            for a, b in combinations(range(len(entrants)), 2)
        ]
        self.pairs = sorted({pair for pair, _, _ in found})
        number = {pair: n for n, pair in enumerate(self.pairs)}
        self.pair_of = indices(number[pair] for pair, _, _ in found)
        self.sides = indices(a for _, a, _ in found), indices(b for _, _, b in found)


@dataclass(frozen=True)
class Sums:
    """Sums over all matches: a row for each resampling, or one row for the matches that were played."""

    won: Floats
    sat: Floats
    points: Floats
    pairs: Floats


class Standings:
    """Everything that follows from the results of the matches."""

    def __init__(self, names: tuple[str, ...], results: Counter[MatchResult], seed: int) -> None:
        self.names = names
        kinds = sorted(results)
        self._counts = np.array([results[kind] for kind in kinds], np.float64)
        self.matches = int(self._counts.sum())
        self._games = np.array([kind.games for kind in kinds], np.float64)
        self._ended = np.array([kind.finished for kind in kinds], np.float64)
        self._won = np.array([part for kind in kinds for part in kind.parts], np.float64) / SHARES
        self._meetings = Meetings(kinds)
        self._seats = np.zeros((self._meetings.tables, len(names)))
        self._seats[self._meetings.table_at, self._meetings.entrant_at] = self._meetings.seats_at
        self._found = self._sums(self._counts[np.newaxis])
        self._drawn = self._resample(seed) if self.matches >= LEAST_MATCHES else None

    def _resample(self, seed: int) -> Sums:
        """Draw as many matches with repetition, many times; a block at a time, so that memory stays small."""
        chance, likely = np.random.default_rng(seed), self._counts / self._counts.sum()
        blocks = [
            self._sums(chance.multinomial(self.matches, likely, size=BLOCK).astype(np.float64))
            for _ in range(RESAMPLINGS // BLOCK)
        ]
        return Sums(*(np.concatenate([getattr(block, part.name) for block in blocks]) for part in fields(Sums)))

    def _sums(self, counts: Floats) -> Sums:
        """The sums for these counts of the results; each row of counts gives a row."""
        meetings, entrants = self._meetings, len(self.names)
        played = sum_by_group(counts * self._games, meetings.table_of, meetings.tables)
        won = sum_by_group(counts[:, meetings.kind_of_part] * self._won, meetings.place_of_part, len(meetings.table_at))
        sat = played[:, meetings.table_at] * meetings.seats_at
        total = sum_by_group(won, meetings.entrant_at, entrants)
        points = ratings(total, sum_by_group(won, meetings.table_at, meetings.tables), self._seats)
        return Sums(total, sum_by_group(sat, meetings.entrant_at, entrants), points, self._pair_shares(won, sat))

    def _pair_shares(self, won: Floats, sat: Floats) -> Floats:
        """For each pair, the wins per seat of the first as a share of those of both; a half if neither won."""
        rates = []
        for side in self._meetings.sides:
            of_won, of_sat = (
                sum_by_group(sums[:, side], self._meetings.pair_of, len(self._meetings.pairs)) for sums in (won, sat)
            )
            rates.append(divide(of_won, of_sat, 0.0))
        return divide(rates[0], rates[0] + rates[1], 0.5)

    @property
    def games(self) -> int:
        """Games played."""
        return int(self._counts @ self._games)

    @property
    def finished(self) -> int:
        """Games that ended."""
        return int(self._counts @ self._ended)

    def entrants(self) -> list[dict[str, Any]]:
        """Every entrant with its wins and its rating, the best first."""
        here, drawn = self._found, self._drawn
        shares = divide(here.won, here.sat, 0.0)[0]
        between = middle_95(divide(drawn.won, drawn.sat, 0.0)) if drawn else [None] * len(self.names)
        around = middle_95(drawn.points) if drawn else [None] * len(self.names)
        found = [
            {
                "bot": name,
                "games": round(float(here.sat[0, n])),
                "wins": round(float(here.won[0, n]), 3),
                "share": float(shares[n]),
                **interval_fields(share_interval(float(shares[n]), between[n], self.matches)),
                "elo": round(float(here.points[0, n]), 1),
                **interval_fields(around[n], "elo_", 1),
            }
            for n, name in enumerate(self.names)
        ]
        return sorted(found, key=lambda entrant: -float(str(entrant["elo"])))

    def pairs(self) -> list[dict[str, Any]]:
        """For every two entrants that met: the share of the first in what the two won together."""
        drawn = middle_95(self._drawn.pairs) if self._drawn else [None] * len(self._meetings.pairs)
        return [
            {
                "bot": self.names[a],
                "against": self.names[b],
                "share": float(share),
                **interval_fields(share_interval(float(share), between, self.matches)),
            }
            for (a, b), share, between in zip(self._meetings.pairs, self._found.pairs[0], drawn, strict=True)
        ]


def indices(found: Iterable[int]) -> Indices:
    """An array of indices."""
    return np.fromiter(found, np.int64)


def sum_by_group(values: Floats, groups: Indices, count: int) -> Floats:
    """Sum the columns of each row by group.

    >>> sum_by_group(np.array([[1.0, 2.0, 4.0]]), np.array([0, 2, 0]), 3).tolist()
    [[5.0, 0.0, 2.0]]
    """
    return np.array([np.bincount(groups, row, count) for row in values]).reshape(len(values), count)


def divide(above: Floats, below: Floats, otherwise: float) -> Floats:
    """Divide, and put `otherwise` where the divisor is zero."""
    found: Floats = np.divide(above, below, out=np.full_like(above, otherwise), where=below > 0)
    return found


def middle_95(drawn: Floats) -> list[Interval]:
    """For each column, the two values between which 95 % of the resamplings lie."""
    low, high = np.percentile(drawn, OUTER, axis=0)
    return [(float(a), float(b)) for a, b in zip(low, high, strict=True)]


def share_interval(share: float, drawn: Interval, matches: int) -> Interval:
    """The interval of a share. If every match had the same winner, resampling learns nothing: then it is Wilson's.

    >>> [round(end, 3) for end in share_interval(0.0, (0.0, 0.0), 20)]
    [0.0, 0.161]
    """
    if drawn is None or 0 < share < 1:
        return drawn
    return wilson(round(share) * matches, matches)


def interval_fields(found: Interval, before: str = "", digits: int = 6) -> dict[str, float | None]:
    """The interval as two entries of a dictionary."""
    low, high = (None, None) if found is None else (round(found[0], digits), round(found[1], digits))
    return {f"{before}low": low, f"{before}high": high}
