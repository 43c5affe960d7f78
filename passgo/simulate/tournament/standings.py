"""What a tournament has found: shares of wins, pairs, ratings; with intervals by resampling whole matches.

All games of a match have the same dice, so they are not independent, and a match is the unit: intervals come from
drawing as many matches as were played, with repetition, a thousand times over (a block bootstrap). Matches with the
same result are interchangeable, and there are few different results. So only their counts are kept, and drawing is
quick however many matches there were.
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
"""A win in these parts: a win shared by up to eight splits without a remainder."""

RESAMPLINGS, BLOCK = 1000, 50
"""How often matches are drawn anew, and how many of these are reckoned with at a time."""

LEAST_MATCHES = 10
"""Below so many matches resampling says nothing, and no interval is given."""

OUTER = (2.5, 97.5)

Floats = np.ndarray[Any, np.dtype[np.float64]]
Indices = np.ndarray[Any, np.dtype[np.int64]]
Interval = tuple[float, float] | None


@dataclass(frozen=True, order=True)
class Result:
    """How a match went. Only who sat at the table is named, so that a large field makes no larger results."""

    entrants: tuple[int, ...]
    """Who sat at the table, in order."""
    seats: tuple[int, ...]
    """How many seats each of them had."""
    games: int
    finished: int
    parts: tuple[int, ...]
    """What each of them won, of `SHARES` a win."""


class Met:
    """Who sat where, as indices: places are entrants at tables, pairs are two places at the same table."""

    def __init__(self, kinds: list[Result]) -> None:
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
    """What follows from counts of results: a row for each resampling, or one for the matches as they were."""

    won: Floats
    sat: Floats
    points: Floats
    pairs: Floats


class Standings:
    """The results of matches, counted, with everything drawn from them."""

    def __init__(self, names: tuple[str, ...], results: Counter[Result], seed: int) -> None:
        self.names = names
        kinds = sorted(results)
        self._counts = np.array([results[kind] for kind in kinds], np.float64)
        self.matches = int(self._counts.sum())
        self._games = np.array([kind.games for kind in kinds], np.float64)
        self._ended = np.array([kind.finished for kind in kinds], np.float64)
        self._won = np.array([part for kind in kinds for part in kind.parts], np.float64) / SHARES
        self._met = Met(kinds)
        self._seats = np.zeros((self._met.tables, len(names)))
        self._seats[self._met.table_at, self._met.entrant_at] = self._met.seats_at
        self._found = self._sums(self._counts[np.newaxis])
        self._drawn = self._resampled(seed) if self.matches >= LEAST_MATCHES else None

    def _resampled(self, seed: int) -> Sums:
        """As many matches drawn with repetition, many times over; some at a time, so that memory stays small."""
        chance, likely = np.random.default_rng(seed), self._counts / self._counts.sum()
        blocks = [
            self._sums(chance.multinomial(self.matches, likely, size=BLOCK).astype(np.float64))
            for _ in range(RESAMPLINGS // BLOCK)
        ]
        return Sums(*(np.concatenate([getattr(block, part.name) for block in blocks]) for part in fields(Sums)))

    def _sums(self, counts: Floats) -> Sums:
        """What these counts of the results amount to."""
        met, entrants = self._met, len(self.names)
        played = grouped(counts * self._games, met.table_of, met.tables)
        won = grouped(counts[:, met.kind_of_part] * self._won, met.place_of_part, len(met.table_at))
        sat = played[:, met.table_at] * met.seats_at
        total = grouped(won, met.entrant_at, entrants)
        points = ratings(total, grouped(won, met.table_at, met.tables), self._seats)
        return Sums(total, grouped(sat, met.entrant_at, entrants), points, self._pair_shares(won, sat))

    def _pair_shares(self, won: Floats, sat: Floats) -> Floats:
        """Of what either of two won at tables where both sat, per seat, the share of the first; a half if nothing."""
        rates = []
        for side in self._met.sides:
            of_won, of_sat = (grouped(sums[:, side], self._met.pair_of, len(self._met.pairs)) for sums in (won, sat))
            rates.append(quotient(of_won, of_sat, 0.0))
        return quotient(rates[0], rates[0] + rates[1], 0.5)

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
        shares = quotient(here.won, here.sat, 0.0)[0]
        between = bounds(quotient(drawn.won, drawn.sat, 0.0)) if drawn else [None] * len(self.names)
        around = bounds(drawn.points) if drawn else [None] * len(self.names)
        found = [
            {
                "bot": name,
                "games": round(float(here.sat[0, n])),
                "wins": round(float(here.won[0, n]), 3),
                "share": float(shares[n]),
                **interval(of_share(float(shares[n]), between[n], self.matches)),
                "elo": round(float(here.points[0, n]), 1),
                **interval(around[n], "elo_", 1),
            }
            for n, name in enumerate(self.names)
        ]
        return sorted(found, key=lambda entrant: -float(str(entrant["elo"])))

    def pairs(self) -> list[dict[str, Any]]:
        """For every two entrants that met: of what the two won together, the share of the first."""
        drawn = bounds(self._drawn.pairs) if self._drawn else [None] * len(self._met.pairs)
        return [
            {
                "bot": self.names[a],
                "against": self.names[b],
                "share": float(share),
                **interval(of_share(float(share), between, self.matches)),
            }
            for (a, b), share, between in zip(self._met.pairs, self._found.pairs[0], drawn, strict=True)
        ]


def indices(found: Iterable[int]) -> Indices:
    """Places in other arrays."""
    return np.fromiter(found, np.int64)


def grouped(values: Floats, groups: Indices, count: int) -> Floats:
    """The columns of each row summed by group.

    >>> grouped(np.array([[1.0, 2.0, 4.0]]), np.array([0, 2, 0]), 3).tolist()
    [[5.0, 0.0, 2.0]]
    """
    return np.array([np.bincount(groups, row, count) for row in values]).reshape(len(values), count)


def quotient(above: Floats, below: Floats, otherwise: float) -> Floats:
    """One by the other; where that is nothing, what is said otherwise."""
    found: Floats = np.divide(above, below, out=np.full_like(above, otherwise), where=below > 0)
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
