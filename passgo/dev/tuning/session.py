"""A run of the tuner, generation after generation. A journal keeps every generation."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from passgo.bots.trader.files import read_parameters
from passgo.dev.tuning.journal import Journal, versions
from passgo.dev.tuning.opponents import Field, seed_of, trader
from passgo.dev.tuning.sanity import silly_share
from passgo.dev.tuning.scoring import Judge, compare, matches_against, weighted_score
from passgo.dev.tuning.search import Search
from passgo.simulate import Bot
from passgo.simulate.runs.workers import on_ctrl_c

CHALLENGE_EVERY = 10
"""Generations between two challenges of the champion."""

CHALLENGE = 4
"""A challenge has so many times the games of a candidate."""

AMONG_THEMSELVES = 8
"""For so many games of a candidate one more is played among four of its kind, to see how long such games last."""

SILLY = 3.0
"""The loss of score for accepting all silly offers. Each single one costs more than it could bring."""


@dataclass(frozen=True)
class TuningPlan:
    """The plan of a tuning run. It ends after so many generations or minutes, whichever comes first."""

    seed: int = 1
    generations: int | None = None
    minutes: float | None = None
    population: int = 16
    games: int = 1680
    """Games of each candidate in each generation."""
    rounds: float = 45
    """The mean rounds that games among four of a candidate may last. Longer games lower the score in proportion."""
    verification: int = 60_000
    """Games against each rival by which the result is judged."""

    def __post_init__(self) -> None:
        if self.generations is None and self.minutes is None:
            raise ValueError("expected a number of generations or of minutes")
        if self.population < 4 or self.games < 100 or self.verification < 100:
            raise ValueError("expected a population of at least 4, and at least 100 games")

    def cost(self, bot: Bot, rounds: float) -> float:
        """The loss of score for games of so many rounds among four of a candidate, and for accepting silly offers."""
        return max(0.0, rounds / self.rounds - 1) + SILLY * silly_share(bot)

    @property
    def heading(self) -> dict[str, Any]:
        """What makes two runs the same. Generations and minutes are no part of it: they only say how long a run is."""
        same = {"seed": self.seed, "population": self.population, "games": self.games, "rounds": self.rounds}
        return {"what": "passgo tune", **same, "start": read_parameters(), "versions": versions()}


@dataclass(frozen=True)
class Generation:
    """The figures of one generation."""

    number: int
    best: float
    mean: float
    step: float
    champions: int
    seconds: float


@dataclass
class Tuning:
    """A run, new or continued from its journal."""

    plan: TuningPlan
    judge: Judge
    journal: Journal
    seconds: float = 0.0
    games: int = 0
    champions: int = 0
    generations: list[Generation] = field(default_factory=list)

    def __post_init__(self) -> None:
        start = read_parameters()
        self.search = Search(start, self.plan.population, seed_of(self.plan.seed, "search"))
        self.field = Field(start)
        for entry in self.journal.entries:
            if len(self.search.ask()) != len(entry["scores"]):
                raise ValueError(
                    f"{self.journal.path}: expected a score for each candidate; remove it to begin a new run"
                )
            self.search.tell(entry["scores"])
            self._note(entry)

    @property
    def done(self) -> bool:
        """Have there been enough generations, or minutes?"""
        plan = self.plan
        by_count = plan.generations is not None and len(self.generations) >= plan.generations
        return by_count or (plan.minutes is not None and self.seconds >= 60 * plan.minutes)

    def run(self, on_generation: Callable[[Generation], None] = lambda generation: None) -> None:
        """Run until it is done. Ctrl-C raises `Interrupted`, and the generation that is being played is lost."""
        with on_ctrl_c(self.judge.stop):
            while not self.done:
                began, before = time.monotonic(), self.judge.games
                candidates = self.search.ask()
                scores = self._scores(candidates)
                entry: dict[str, Any] = {"scores": scores}
                self.search.tell(scores)
                if (len(self.generations) + 1) % CHALLENGE_EVERY == 0 and self._challenge():
                    entry["crowned"] = self.search.mean
                entry |= {"games": self.judge.games - before, "seconds": round(time.monotonic() - began, 3)}
                self._note(entry)
                self.journal.add(entry)
                on_generation(self.generations[-1])

    def _scores(self, candidates: list[dict[str, int]]) -> list[float]:
        """The scores of all candidates of this generation, in the same games."""
        matches = matches_against(
            lambda table, seed: self.field.opponents(table.players - 1, seed),
            self.plan.games, self.plan.seed, "generation", len(self.generations),
        )  # fmt: skip
        playing = [trader("candidate", parameters) for parameters in candidates]
        wins = [weighted_score(by_match, matches).score for by_match in self.judge.scores(playing, matches)]
        own = seed_of(self.plan.seed, "among themselves", len(self.generations))
        lengths = self.judge.lengths(playing, self.plan.games // AMONG_THEMSELVES, own)
        return [
            score - self.plan.cost(bot, rounds) for score, bot, (_, rounds) in zip(wins, playing, lengths, strict=True)
        ]

    def _challenge(self) -> bool:
        """Does the mean of the search clearly beat the champion?"""
        challenger, champion = trader("challenger", self.search.mean), trader("champion", self.field.champion)
        games, stage = CHALLENGE * self.plan.games, ("challenge", len(self.generations))
        return compare(self.judge, challenger, champion, games, self.plan.seed, *stage).overall.low > 1

    def _note(self, entry: dict[str, Any]) -> None:
        """Add the figures of a generation, and crown its champion if it has one."""
        if "crowned" in entry:
            self.field.crown(entry["crowned"])
            self.champions += 1
        self.games += entry["games"]
        self.seconds += entry["seconds"]
        scores = entry["scores"]
        best, mean = max(scores), float(np.mean(scores))
        self.generations.append(
            Generation(len(self.generations) + 1, best, mean, self.search.step, self.champions, self.seconds)
        )

    @property
    def finalists(self) -> list[dict[str, int]]:
        """The mean of the search, and the champion."""
        return [self.search.mean, self.field.champion]
