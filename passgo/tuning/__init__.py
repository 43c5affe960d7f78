"""Tuning the numbers by which `trader` plays, by CMA-ES in very many games.

Every generation meets opponents and games of its own, and all its candidates meet the same ones. From time to time the
place where the search stands challenges the reigning champion and, if it plainly wins, takes its place in the
field. Among themselves candidates must bring games to an end in good time, which costs score otherwise: who never deals
loses little, but nobody wants to play with them. The result is judged by games that no part of the search has seen.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from passgo.bots.files import read_parameters
from passgo.bots.parameters import by_hand
from passgo.simulate import bot_named
from passgo.simulate.batches import on_ctrl_c
from passgo.tuning.diary import Diary, versions
from passgo.tuning.judging import Comparison, Interrupted, Judge, compare, matches_against, weighted
from passgo.tuning.opponents import Field, seed_of, trader
from passgo.tuning.search import Search

__all__ = ["Interrupted", "Judge", "News", "Result", "Tuning", "Wish", "verify"]

CHALLENGE_EVERY = 10
"""Generations between two challenges of the champion."""

CHALLENGE = 4
"""A challenge takes so many times the games of a candidate."""

AMONG_THEMSELVES = 8
"""One game in so many of a candidate is among four of its kind, to see how long they last."""

ENDINGS = 4000
LEAST_ENDED = 0.995
"""Of games among four of the new trader at least so many must end."""

TOLERANCE = 1.1
"""The result's games may last this many times the wanted rounds."""


@dataclass(frozen=True)
class Wish:
    """What run is wanted. It ends after so many generations, or minutes, whichever comes first."""

    seed: int = 1
    generations: int | None = None
    minutes: float | None = None
    population: int = 16
    games: int = 1680
    """Games of each candidate in each generation."""
    rounds: float = 45
    """How long games among four of a candidate may last, on average; more costs score in proportion."""
    verification: int = 60_000
    """Games against each opponent by which the result is judged."""

    def __post_init__(self) -> None:
        if self.generations is None and self.minutes is None:
            raise ValueError("expected a number of generations or of minutes")
        if self.population < 4 or self.games < 100 or self.verification < 100:
            raise ValueError("expected a population of at least 4, and at least 100 games")

    @property
    def heading(self) -> dict[str, Any]:
        """What makes two runs the same: generations and minutes only say how far it goes."""
        same = {"seed": self.seed, "population": self.population, "games": self.games, "rounds": self.rounds}
        return {"what": "passgo tune", **same, "start": read_parameters(), "versions": versions()}


@dataclass(frozen=True)
class News:
    """What a generation has found."""

    generation: int
    best: float
    mean: float
    step: float
    champions: int
    seconds: float


@dataclass
class Tuning:
    """A run, new or taken up where its diary ends."""

    wish: Wish
    judge: Judge
    diary: Diary
    seconds: float = 0.0
    games: int = 0
    champions: int = 0
    news: list[News] = field(default_factory=list)

    def __post_init__(self) -> None:
        start = read_parameters()
        self.search = Search(start, self.wish.population, seed_of(self.wish.seed, "search"))
        self.field = Field(start)
        for entry in self.diary.entries:
            if len(self.search.ask()) != len(entry["scores"]):
                raise ValueError(f"{self.diary.path}: expected a score for each candidate; remove it to begin anew")
            self.search.tell(entry["scores"])
            self._note(entry)

    @property
    def done(self) -> bool:
        """Have there been enough generations, or minutes?"""
        wish = self.wish
        by_count = wish.generations is not None and len(self.news) >= wish.generations
        return by_count or (wish.minutes is not None and self.seconds >= 60 * wish.minutes)

    def run(self, tell: Callable[[News], None] = lambda news: None) -> None:
        """Go on until it is enough; Ctrl-C raises `Interrupted`, and the generation being played is forgotten."""
        with on_ctrl_c(self.judge.stop):
            while not self.done:
                began, before = time.monotonic(), self.judge.games
                candidates = self.search.ask()
                scores = self._scores(candidates)
                entry: dict[str, Any] = {"scores": scores}
                self.search.tell(scores)
                if (len(self.news) + 1) % CHALLENGE_EVERY == 0 and self._challenge():
                    entry["crowned"] = self.search.mean
                entry |= {"games": self.judge.games - before, "seconds": round(time.monotonic() - began, 3)}
                self._note(entry)
                self.diary.add(entry)
                tell(self.news[-1])

    def _scores(self, candidates: list[dict[str, int]]) -> list[float]:
        """What every candidate of this generation scores in the same games."""
        matches = matches_against(
            lambda setting, seed: self.field.opponents(setting.players - 1, seed),
            self.wish.games, self.wish.seed, "generation", len(self.news),
        )  # fmt: skip
        playing = [trader("candidate", parameters) for parameters in candidates]
        wins = [weighted(by_match, matches).score for by_match in self.judge.scores(playing, matches)]
        own = seed_of(self.wish.seed, "among themselves", len(self.news))
        lengths = self.judge.lengths(playing, self.wish.games // AMONG_THEMSELVES, own)
        too_long = [max(0.0, rounds / self.wish.rounds - 1) for _, rounds in lengths]
        return [score - excess for score, excess in zip(wins, too_long, strict=True)]

    def _challenge(self) -> bool:
        """Does the place where the search stands plainly beat the champion?"""
        challenger, champion = trader("challenger", self.search.mean), trader("champion", self.field.champion)
        games, stage = CHALLENGE * self.wish.games, ("challenge", len(self.news))
        return compare(self.judge, challenger, champion, games, self.wish.seed, *stage).overall.low > 1

    def _note(self, entry: dict[str, Any]) -> None:
        """Count a generation."""
        if "crowned" in entry:
            self.field.crown(entry["crowned"])
            self.champions += 1
        self.games += entry["games"]
        self.seconds += entry["seconds"]
        scores = entry["scores"]
        best, mean = max(scores), float(np.mean(scores))
        self.news.append(News(len(self.news) + 1, best, mean, self.search.step, self.champions, self.seconds))

    def finalists(self) -> list[dict[str, int]]:
        """Where the search stands, and the champion."""
        return [self.search.mean, self.field.champion]


@dataclass(frozen=True)
class Result:
    """The numbers that a run ends with, and how they were judged."""

    parameters: dict[str, int]
    comparisons: list[Comparison]
    """With the hand-chosen trader, with today's where that is another, and with `cautious`."""
    rivals: int
    """How many of these must be beaten."""
    ended: float
    rounds: float
    wanted_rounds: float

    @property
    def faults(self) -> list[str]:
        """Why these numbers should not be taken; nothing if they should."""
        found = [
            f"not proven better than {c.against}: {c.overall.score:.3f} of a fair share ({c.overall.low:.3f} to "
            f"{c.overall.high:.3f})"
            for c in self.comparisons[: self.rivals]
            if c.overall.low <= 1
        ]
        if self.ended < LEAST_ENDED:
            found.append(f"only {self.ended:.2%} of games among four of them end")
        if self.rounds > TOLERANCE * self.wanted_rounds:
            found.append(
                f"games among four of them last {self.rounds:.1f} rounds, and {self.wanted_rounds:g} are wanted"
            )
        return found


def verify(tuning: Tuning) -> Result:
    """Choose between the finalists, then judge the chosen one by games that nothing has been chosen by."""
    judge, wish, seen = tuning.judge, tuning.wish, len(tuning.news)
    hand = trader("the hand-chosen trader", by_hand())
    with on_ctrl_c(judge.stop):
        played = [
            compare(judge, trader("finalist", one), hand, wish.verification // 2, wish.seed, "choice", seen)
            for one in tuning.finalists()
        ]
        best = max(range(len(played)), key=lambda n: played[n].overall.score)
        chosen = tuning.finalists()[best]
        rivals = [hand]
        if read_parameters() != by_hand():
            rivals.append(trader("today's trader", read_parameters()))
        comparisons = [
            compare(
                judge, trader("tuned", chosen), rival, wish.verification, wish.seed, "verification", seen, rival.name
            )
            for rival in [*rivals, bot_named("cautious")]
        ]
        ((ended, rounds),) = judge.lengths([trader("tuned", chosen)], ENDINGS, seed_of(wish.seed, "endings", seen))
    return Result(chosen, comparisons, len(rivals), ended, rounds, wish.rounds)
