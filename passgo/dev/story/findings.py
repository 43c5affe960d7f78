"""What was found in the games of one edition with one number of players: sums that are added, kept and read again."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

import numpy as np

from passgo.rules import codes
from passgo.simulate.output.holdings import membership
from passgo.simulate.output.leads import worth_by_seat
from passgo.simulate.output.statistics import NORMAL_95, wilson
from passgo.simulate.output.turns import games_of
from passgo.simulate.runs import counts
from passgo.simulate.runs.batch import Batch
from passgo.simulate.runs.plan import Columns, Plan

Array = np.ndarray[Any, Any]

MEASURES = ("worth", "whole groups", "buildings", "deeds", "cash")
"""What one can be ahead in."""

LOOK_AFTER = 15
"""After so many rounds it is noted who is ahead."""

LONGEST = 500
"""Rounds after which a game is broken off."""

NOBODY = -1


class Interval(NamedTuple):
    """An estimate with its 95 % interval."""

    low: float
    mid: float
    high: float


def share_of(successes: int, trials: int) -> Interval:
    """A share with Wilson's interval.

    >>> share_of(0, 0)
    Interval(low=0.0, mid=0.0, high=1.0)
    """
    low, high = wilson(int(successes), int(trials))
    return Interval(low, successes / trials if trials else 0.0, high)


def progress_columns(plan: Plan, numbers: range, kept: Array) -> Columns:
    """A row for each game: who was first to hold each whole group, and any, and who was ahead after some rounds."""
    game = games_of(plan, numbers, kept) - numbers.start
    member = membership(plan).astype(np.float32)
    held = kept["owner"][:, None, :] == np.arange(len(plan.bots))[:, None]
    whole = held.astype(np.float32) @ member == member.sum(axis=0)
    all_groups = range(member.shape[1])
    streets = [group.index for group in plan.ruleset.groups if plan.ruleset.deeds[group.deeds[0]].kind == "street"]
    return {
        "first_holder": np.stack([first_of_all(whole[:, :, g], game, len(numbers)) for g in all_groups], axis=1),
        "first_whole": first_of_all(whole[:, :, streets].any(axis=2), game, len(numbers)),
        "ahead": leaders(plan, kept, game, whole, held, len(numbers)),
    }


def first_of_all(has: Array, game: Array, games: int) -> Array:
    """The player who first has something, by game; nobody if two have it at once, or none."""
    found = np.full(games, NOBODY, np.int8)
    rows = np.flatnonzero(has.any(axis=1))
    first = rows[np.unique(game[rows], return_index=True)[1]]
    alone = first[has[first].sum(axis=1) == 1]
    found[game[alone]] = has[alone].argmax(axis=1)
    return found


def leaders(plan: Plan, kept: Array, game: Array, whole: Array, held: Array, games: int) -> Array:
    """Who is ahead in each measure when `LOOK_AFTER` rounds are complete, by game; nobody if two are, or it is over."""
    found = np.full((games, len(MEASURES)), NOBODY, np.int8)
    rows = np.flatnonzero(kept["round"] == LOOK_AFTER)
    rows = rows[np.unique(game[rows], return_index=True)[1]]
    seats = len(plan.bots)
    have = {
        "worth": worth_by_seat(plan, kept[rows]),
        "whole groups": whole[rows].sum(axis=2),
        "buildings": (held[rows] * kept["level"][rows][:, None, :]).sum(axis=2),
        "deeds": held[rows].sum(axis=2),
        "cash": kept["cash"][rows][:, :seats],
    }
    for m, name in enumerate(MEASURES):
        most = have[name].max(axis=1, keepdims=True)
        alone = (have[name] == most).sum(axis=1) == 1
        found[game[rows[alone]], m] = have[name][alone].argmax(axis=1)
    return found


def zeros(*shape: int) -> Callable[[], Array]:
    """What makes an array of counts, at first zero."""
    return lambda: np.zeros(shape, np.float64)


@dataclass
class Findings:
    """Sums over games. Each is an array, so that findings are added, kept and read field by field."""

    games: Array = field(default_factory=zeros())
    finished: Array = field(default_factory=zeros())
    place_wins: Array = field(default_factory=zeros(codes.PLAYERS))
    """Wins by place in the order of play: whoever begins is 0."""
    rounds: Array = field(default_factory=zeros(LONGEST + 1))
    """Games that ended, by the rounds completed."""
    per_game: Array = field(default_factory=zeros(3, 2))
    """Deals, buildings and bankruptcies: the sum and the sum of squares."""
    money: Array = field(default_factory=zeros(codes.GROUPS, 5))
    """By group: paid, earned, and the sums over batches of paid², paid · earned, earned²."""
    looked: Array = field(default_factory=zeros())
    """Games that were looked at turn by turn; what follows is of these."""
    first_holder: Array = field(default_factory=zeros(codes.GROUPS, 2))
    """By group: players who were first to hold all of it, and how many of them won."""
    first_whole: Array = field(default_factory=zeros(2))
    """Players who were first to hold a whole colour group, and how many of them won."""
    ahead: Array = field(default_factory=zeros(len(MEASURES), 2))
    """By measure: players who were ahead, and how many of them won."""

    def add(self, plan: Plan, batch: Batch) -> None:
        """Add the games of a batch."""
        rows, seats = batch.rows, len(plan.bots)
        ended = rows[:, counts.FINISHED] == 1
        self.games += len(rows)
        self.finished += ended.sum()
        winner = winners_of(rows, seats)
        won = winner != NOBODY
        places = (winner[won] - rows[won, counts.FIRST]) % seats
        self.place_wins += np.bincount(places, minlength=codes.PLAYERS)
        self.rounds += np.bincount(rows[ended, counts.ROUNDS], minlength=LONGEST + 1)
        for n, column in enumerate((counts.DEALS, counts.BUILDINGS, counts.BANKRUPTCIES)):
            self.per_game[n] += rows[:, column].sum(), (rows[:, column].astype(np.float64) ** 2).sum()
        self._add_money(plan, batch)
        if progress_columns in batch.tables:
            self._add_progress(batch.tables[progress_columns], winner)

    def _add_money(self, plan: Plan, batch: Batch) -> None:
        """Add what was paid for the groups and what they earned."""
        squares = batch.tally[: codes.SQUARES * counts.PER_SQUARE].reshape(codes.SQUARES, counts.PER_SQUARE)
        for group in plan.ruleset.groups:
            of_group = squares[[plan.ruleset.deeds[deed].square for deed in group.deeds]].sum(axis=0)
            cost = of_group[counts.PRICE_PAID] + of_group[counts.BUILDING_COST] - of_group[counts.SOLD_BACK]
            paid, earned = float(cost), float(of_group[counts.RENT_EARNED])
            self.money[group.index] += paid, earned, paid * paid, paid * earned, earned * earned

    def _add_progress(self, rows: Columns, winner: Array) -> None:
        """Add who held what and who was ahead."""
        self.looked += len(winner)
        self.first_whole += wins_of(rows["first_whole"], winner)
        for group in range(rows["first_holder"].shape[1]):
            self.first_holder[group] += wins_of(rows["first_holder"][:, group], winner)
        for m in range(len(MEASURES)):
            self.ahead[m] += wins_of(rows["ahead"][:, m], winner)

    # What follows from the sums

    def place_share(self, place: int) -> Interval:
        """How often the player at a place in the order of play won, of all games with a winner."""
        return share_of(int(self.place_wins[place]), int(self.place_wins.sum()))

    def group_return(self, group: int) -> Interval:
        """The rent earned for each dollar paid; the interval is that of a ratio of sums over batches."""
        paid, earned, paid_2, both, earned_2 = self.money[group].tolist()
        if paid <= 0:
            return Interval(0.0, 0.0, 0.0)
        ratio = earned / paid
        reach = NORMAL_95 * math.sqrt(max(0.0, earned_2 - 2 * ratio * both + ratio * ratio * paid_2)) / paid
        return Interval(ratio - reach, ratio, ratio + reach)

    def group_chance(self, group: int) -> Interval:
        """How often the first player to hold the whole group won."""
        return share_of(int(self.first_holder[group, 1]), int(self.first_holder[group, 0]))

    def first_whole_share(self) -> Interval:
        """How often the first to hold a whole colour group won."""
        return share_of(int(self.first_whole[1]), int(self.first_whole[0]))

    def ahead_share(self, measure: int) -> Interval:
        """How often the player who was ahead won."""
        return share_of(int(self.ahead[measure, 1]), int(self.ahead[measure, 0]))

    def mean_rounds(self) -> Interval:
        """The mean length of the games that ended."""
        n = np.arange(LONGEST + 1)
        return mean_of(float(self.rounds @ n), float(self.rounds @ (n * n)), int(self.finished))

    def mean_per_game(self, which: int) -> Interval:
        """The mean number of deals, buildings or bankruptcies of a game."""
        total, squares = self.per_game[which]
        return mean_of(float(total), float(squares), int(self.games))

    def median_rounds(self) -> Interval:
        """The median length of the games that ended; the interval is that of an order statistic."""
        reached, n = np.cumsum(self.rounds), int(self.finished)
        reach = NORMAL_95 * math.sqrt(n) / 2
        ranks = (max(1.0, n / 2 - reach), max(1.0, n / 2), min(float(max(1, n)), n / 2 + reach + 1))
        return Interval(*(float(np.searchsorted(reached, rank)) for rank in ranks))

    def quantile(self, share: float) -> float:
        """The rounds that this share of the games that ended did not exceed."""
        return float(np.searchsorted(np.cumsum(self.rounds), max(1.0, share * float(self.finished))))

    def finished_share(self) -> Interval:
        """The share of games that had a winner before they were broken off."""
        return share_of(int(self.finished), int(self.games))

    def to_dict(self) -> dict[str, Any]:
        """The sums as plain lists."""
        return {each.name: getattr(self, each.name).tolist() for each in fields(self)}

    @classmethod
    def from_dict(cls, kept: dict[str, Any]) -> "Findings":
        """The findings of `to_dict`."""
        return cls(**{name: np.array(value, np.float64) for name, value in kept.items()})


def wins_of(players: Array, winner: Array) -> tuple[int, int]:
    """Of these players, one in each game: how many there are, and how many of them won."""
    there = players != NOBODY
    return int(there.sum()), int((there & (players == winner)).sum())


def winners_of(rows: Array, seats: int) -> Array:
    """The seat that won each game; nobody if none did, or several."""
    winner = np.full(len(rows), NOBODY, np.int64)
    for seat in range(seats):
        winner[rows[:, counts.WINNERS] == 1 << seat] = seat
    return winner


def mean_of(total: float, squares: float, count: int) -> Interval:
    """A mean with its interval, from a sum and a sum of squares.

    >>> mean_of(6.0, 14.0, 3).mid
    2.0
    """
    if count == 0:
        return Interval(0.0, 0.0, 0.0)
    mean = total / count
    reach = NORMAL_95 * math.sqrt(max(0.0, squares / count - mean * mean) / count)
    return Interval(mean - reach, mean, mean + reach)
