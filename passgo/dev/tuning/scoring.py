"""The scores of candidates. All candidates play the same games, and every game is played from every seat.

The score of a candidate is its share of wins times the number of players, so 1 is a fair share at any table. A game
that is broken off without a winner counts as a win that all players share. A shared win is divided.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from passgo.dev.tuning.opponents import TABLE_KINDS, WEIGHTS, TableKind, ruleset_of, seed_of
from passgo.simulate import Bot, Plan
from passgo.simulate.output.statistics import NORMAL_95
from passgo.simulate.runs.batch import play_batch
from passgo.simulate.runs.counts import FINISHED, WINNERS, Array
from passgo.simulate.runs.counts import ROUNDS as ROUNDS_OF

ALONE = "classic"
"""The edition of the games among four of the same candidate."""

Scores = np.ndarray[Any, np.dtype[np.float64]]


class Interrupted(Exception):
    """Ctrl-C was pressed. The games that were being played cannot be used."""


@dataclass(frozen=True)
class Match:
    """Games that every candidate plays: at which table, against whom, how many from each seat, and the seed."""

    table: TableKind
    opponents: tuple[Bot, ...]
    games: int
    seed: int

    def plan(self, candidate: Bot, seat: int) -> Plan:
        """The games with the candidate in one seat and the opponents in the seats after it."""
        players = self.table.players
        order = (candidate, *self.opponents)
        seats = tuple(order[(n - seat) % players] for n in range(players))
        return Plan(ruleset_of(self.table.edition), seats, self.games, self.seed)


@dataclass(frozen=True)
class Score:
    """A score with its 95 % interval and the number of games."""

    score: float
    low: float
    high: float
    games: int

    def to_dict(self) -> dict[str, Any]:
        """The entries for the parameter file."""
        return {
            "games": self.games,
            "score": round(self.score, 4),
            "low": round(self.low, 4),
            "high": round(self.high, 4),
        }


class Judge:
    """Threads that play the games of candidates, until `stop` is called."""

    def __init__(self, threads: int, on_games: Callable[[int], None] = lambda games: None) -> None:
        self.threads = threads
        self.on_games = on_games
        """Called with the number of games after every batch, in the thread that played it."""
        self.games = 0
        self._stopped = threading.Event()

    def stop(self) -> None:
        """Begin no further games."""
        self._stopped.set()

    @property
    def stopped(self) -> bool:
        """Was `stop` called?"""
        return self._stopped.is_set()

    def scores(self, candidates: Sequence[Bot], matches: Sequence[Match]) -> list[list[Scores]]:
        """For every candidate and every match: the score of each game, as the mean over the seats."""
        places = [(match, seat) for match in matches for seat in range(match.table.players)]
        plans = [match.plan(candidate, seat) for candidate in candidates for match, seat in places]
        rows = iter(self.rows(plans))
        return [[mean_over_seats(rows, match.table.players) for match in matches] for _ in candidates]

    def lengths(self, candidates: Sequence[Bot], games: int, seed: int) -> list[tuple[float, float]]:
        """Of games among four of each candidate: the share that end, and the mean number of rounds.

        A game that is broken off counts with the rounds that were played.
        """
        plans = [Plan(ruleset_of(ALONE), (candidate,) * 4, games, seed) for candidate in candidates]
        found = self.rows(plans)
        return [(float(rows[:, FINISHED].mean()), float(rows[:, ROUNDS_OF].mean())) for rows in found]

    def rows(self, plans: Sequence[Plan]) -> list[Array]:
        """The rows of the games of each plan."""
        with ThreadPoolExecutor(self.threads) as pool:
            found = list(pool.map(self._play, plans))
        if self.stopped:
            raise Interrupted
        self.games += sum(plan.games for plan in plans)
        return found

    def _play(self, plan: Plan) -> Array:
        """A row for each game; no rows after Ctrl-C, when nothing uses them."""
        rows = play_batch(plan, range(0 if self.stopped else plan.games)).rows
        self.on_games(len(rows))
        return rows


def mean_over_seats(rows: Iterator[Array], players: int) -> Scores:
    """The score of each game, as the mean over the seats; takes as many arrays of rows as there are players."""
    by_seat = [game_scores(next(rows)[:, WINNERS], seat, players) for seat in range(players)]
    mean: Scores = np.mean(by_seat, axis=0)
    return mean


def game_scores(winners: Array, seat: int, players: int) -> Scores:
    """The score of each game for one seat.

    >>> game_scores(np.array([0b001, 0b010, 0b011, 0]), seat=0, players=3).tolist()
    [3.0, 0.0, 1.5, 1.0]
    """
    everyone = (1 << players) - 1
    shared_by = np.where(winners == 0, everyone, winners)
    return (shared_by >> seat & 1) * players / np.bitwise_count(shared_by)


def matches_against(
    choose: Callable[[TableKind, int], tuple[Bot, ...]], games: int, seed: int, *stage: object
) -> list[Match]:
    """A match for each kind of table: about so many games in all, shared by weight, with the seeds of this stage."""
    found = []
    for table in TABLE_KINDS:
        from_each_seat = max(1, round(games * table.weight / WEIGHTS / table.players))
        own = seed_of(seed, *stage, table)
        found.append(Match(table, choose(table, own), from_each_seat, own))
    return found


def weighted_score(by_match: Sequence[Scores], matches: Sequence[Match]) -> Score:
    """The weighted mean over all matches, with its interval. Games of different numbers are independent."""
    weights = np.array([match.table.weight for match in matches]) / sum(match.table.weight for match in matches)
    mean = float(sum(w * scores.mean() for w, scores in zip(weights, by_match, strict=True)))
    pairs = zip(weights, by_match, strict=True)
    variance = sum(w * w * scores.var(ddof=1) / len(scores) for w, scores in pairs if len(scores) > 1)
    reach = NORMAL_95 * float(np.sqrt(variance))
    return Score(mean, mean - reach, mean + reach, sum(match.games * match.table.players for match in matches))


def compare(judge: Judge, candidate: Bot, opponent: Bot, games: int, seed: int, *stage: object) -> "Comparison":
    """Compare a candidate with an opponent that has all other seats."""
    matches = matches_against(lambda table, _: (opponent,) * (table.players - 1), games, seed, *stage)
    (by_match,) = judge.scores([candidate], matches)
    alone = {str(match.table): weighted_score([s], [match]) for match, s in zip(matches, by_match, strict=True)}
    return Comparison(opponent.name, weighted_score(by_match, matches), alone)


@dataclass(frozen=True)
class Comparison:
    """The score of a candidate against one opponent, over all and by table."""

    against: str
    overall: Score
    by_table: dict[str, Score]

    def to_dict(self) -> dict[str, Any]:
        """The entries for the parameter file."""
        return {"against": self.against, **self.overall.to_dict()}
