"""A run of the tuner: generation after generation, kept in a diary."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from passgo.bots.trader.files import read_parameters
from passgo.dev.tuning.journal import Diary, versions
from passgo.dev.tuning.opponents import Field, seed_of, trader
from passgo.dev.tuning.sanity import silly
from passgo.dev.tuning.scoring import Judge, compare, matches_against, weighted
from passgo.dev.tuning.search import Search
from passgo.simulate import Bot
from passgo.simulate.runs.workers import on_ctrl_c

CHALLENGE_EVERY = 10
"""Generations between two challenges of the champion."""

CHALLENGE = 4
"""A challenge takes so many times the games of a candidate."""

AMONG_THEMSELVES = 8
"""One game in so many of a candidate is among four of its kind, to see how long they last."""

SILLY = 3.0
"""What it would cost to accept every silly offer: so much that one of them is dearer than what it may bring."""


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

    def cost(self, bot: Bot, rounds: float) -> float:
        """What it costs that games among four of a candidate last so many rounds, and that it accepts silly offers."""
        return max(0.0, rounds / self.rounds - 1) + SILLY * silly(bot)

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
        return [
            score - self.wish.cost(bot, rounds) for score, bot, (_, rounds) in zip(wins, playing, lengths, strict=True)
        ]

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

    @property
    def finalists(self) -> list[dict[str, int]]:
        """Where the search stands, and the champion."""
        return [self.search.mean, self.field.champion]
