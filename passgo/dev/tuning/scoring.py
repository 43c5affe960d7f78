"""How good candidates are: the same games for all of them, each played from every seat.

A candidate's score is its share of wins times the number of players, so that 1 is a fair share at any table. A game
that nobody has won when it is broken off is shared by all; so is a win by those who share it.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from passgo.dev.tuning.opponents import SETTINGS, WEIGHTS, Setting, seed_of, table
from passgo.simulate import Bot, Plan
from passgo.simulate.output.statistics import NORMAL_95
from passgo.simulate.runs.batch import play_batch
from passgo.simulate.runs.counts import FINISHED, WINNERS, Array
from passgo.simulate.runs.counts import ROUNDS as ROUNDS_OF

ALONE = "classic"
"""Where candidates are left among themselves."""

Scores = np.ndarray[Any, np.dtype[np.float64]]


class Interrupted(Exception):
    """Somebody pressed Ctrl-C: the games being played are of no use."""


@dataclass(frozen=True)
class Match:
    """A table at which every candidate sits down: the opponents, how many games from each seat, and the seed."""

    setting: Setting
    opponents: tuple[Bot, ...]
    games: int
    seed: int

    def plan(self, candidate: Bot, seat: int) -> Plan:
        """The games with the candidate in one seat, and the opponents round the table from there."""
        players = self.setting.players
        order = (candidate, *self.opponents)
        seats = tuple(order[(n - seat) % players] for n in range(players))
        return Plan(table(self.setting.edition), seats, self.games, self.seed)


@dataclass(frozen=True)
class Score:
    """A score with its 95 % interval, and how many games it is from."""

    score: float
    low: float
    high: float
    games: int

    def to_dict(self) -> dict[str, Any]:
        """For the file of parameters."""
        return {
            "games": self.games,
            "score": round(self.score, 4),
            "low": round(self.low, 4),
            "high": round(self.high, 4),
        }


class Judge:
    """Threads that play, until they are told to stop."""

    def __init__(self, threads: int, hear: Callable[[int], None] = lambda games: None) -> None:
        self.threads = threads
        self.hear = hear  # is told of games as they have been played, by whichever thread
        self.games = 0
        self._stopped = threading.Event()

    def stop(self) -> None:
        """Begin no further games."""
        self._stopped.set()

    @property
    def stopped(self) -> bool:
        """Was it told to stop?"""
        return self._stopped.is_set()

    def scores(self, candidates: Sequence[Bot], matches: Sequence[Match]) -> list[list[Scores]]:
        """For every candidate and match the score of each game, as a mean over the seats."""
        places = [(match, seat) for match in matches for seat in range(match.setting.players)]
        plans = [match.plan(candidate, seat) for candidate in candidates for match, seat in places]
        rows = iter(self.rows(plans))
        return [[mean_over_seats(rows, match.setting.players) for match in matches] for _ in candidates]

    def lengths(self, candidates: Sequence[Bot], games: int, seed: int) -> list[tuple[float, float]]:
        """Of games among four of each candidate: the share that end, and how many rounds they last on average.

        Those without end count as long as they were played.
        """
        plans = [Plan(table(ALONE), (candidate,) * 4, games, seed) for candidate in candidates]
        found = self.rows(plans)
        return [(float(rows[:, FINISHED].mean()), float(rows[:, ROUNDS_OF].mean())) for rows in found]

    def rows(self, plans: Sequence[Plan]) -> list[Array]:
        """What came of the games of each plan."""
        with ThreadPoolExecutor(self.threads) as pool:
            found = list(pool.map(self._play, plans))
        if self.stopped:
            raise Interrupted
        self.games += sum(plan.games for plan in plans)
        return found

    def _play(self, plan: Plan) -> Array:
        """A row for each game; after Ctrl-C none, and nobody will look at them."""
        rows = play_batch(plan, range(0 if self.stopped else plan.games)).rows
        self.hear(len(rows))
        return rows


def mean_over_seats(rows: Iterator[Array], players: int) -> Scores:
    """The score of each game, as a mean over the seats from which it was played, from the next rows."""
    by_seat = [scored(next(rows)[:, WINNERS], seat, players) for seat in range(players)]
    mean: Scores = np.mean(by_seat, axis=0)
    return mean


def scored(winners: Array, seat: int, players: int) -> Scores:
    """What each game counts for a seat.

    >>> scored(np.array([0b001, 0b010, 0b011, 0]), seat=0, players=3).tolist()
    [3.0, 0.0, 1.5, 1.0]
    """
    everyone = (1 << players) - 1
    shared_by = np.where(winners == 0, everyone, winners)
    return (shared_by >> seat & 1) * players / np.bitwise_count(shared_by)


def matches_against(
    choose: Callable[[Setting, int], tuple[Bot, ...]], games: int, seed: int, *stage: object
) -> list[Match]:
    """A match for each setting, of about so many games in all, shared by weight; all seeds are of this stage."""
    found = []
    for setting in SETTINGS:
        from_each_seat = max(1, round(games * setting.weight / WEIGHTS / setting.players))
        own = seed_of(seed, *stage, setting)
        found.append(Match(setting, choose(setting, own), from_each_seat, own))
    return found


def weighted(by_match: Sequence[Scores], matches: Sequence[Match]) -> Score:
    """The mean over all settings by weight, with its interval; games of different numbers are independent."""
    weights = np.array([match.setting.weight for match in matches]) / sum(match.setting.weight for match in matches)
    mean = float(sum(w * scores.mean() for w, scores in zip(weights, by_match, strict=True)))
    pairs = zip(weights, by_match, strict=True)
    variance = sum(w * w * scores.var(ddof=1) / len(scores) for w, scores in pairs if len(scores) > 1)
    reach = NORMAL_95 * float(np.sqrt(variance))
    return Score(mean, mean - reach, mean + reach, sum(match.games * match.setting.players for match in matches))


def compare(judge: Judge, candidate: Bot, opponent: Bot, games: int, seed: int, *stage: object) -> "Comparison":
    """One candidate against a table full of one opponent."""
    matches = matches_against(lambda setting, _: (opponent,) * (setting.players - 1), games, seed, *stage)
    (by_match,) = judge.scores([candidate], matches)
    alone = {str(match.setting): weighted([s], [match]) for match, s in zip(matches, by_match, strict=True)}
    return Comparison(opponent.name, weighted(by_match, matches), alone)


@dataclass(frozen=True)
class Comparison:
    """How a candidate did against one opponent, in all and by setting."""

    against: str
    overall: Score
    by_setting: dict[str, Score]

    def to_dict(self) -> dict[str, Any]:
        """For the file of parameters."""
        return {"against": self.against, **self.overall.to_dict()}
