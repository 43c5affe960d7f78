"""A run of training: lesson after lesson, kept as it goes, so that the same command goes on after an interruption.

Every lesson is new, so the net never sees a position twice, and the loss of a lesson before it is learnt from is an
honest one. Held-out lessons, which are never learnt from, are judged every few lessons: that is the learning curve.
"""

import hashlib
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import cos, pi
from pathlib import Path
from typing import Any

import numpy as np

from passgo.analysis.scores import RULES, Scores, scores_of
from passgo.analysis.table import Floats, values_of
from passgo.analysis.training.learner import Adam, Batch, new_weights
from passgo.analysis.training.lessons import TABLES, Lesson, joined
from passgo.analysis.training.makers import Maker, make_here
from passgo.analysis.training.oracle import errors
from passgo.bots.judgement.layout import EACH, OF_A_GROUP, OF_A_PLAYER, OF_THE_TABLE
from passgo.bots.judgement.net import HEAD, TOWER
from passgo.bots.judgement.weights import weights

BATCH = 1024
"""Positions of one step."""
FASTEST, SLOWEST = 2e-3, 2e-5
"""The rate of learning at the beginning and at the end, along a cosine."""
HELD_OUT = 2**32
"""Lessons from this number on are never learnt from."""
CHECKS = 6
"""Held-out lessons by which the net is judged."""
CURVE = 12
"""Points of the learning curve."""


@dataclass(frozen=True)
class TrainingPlan:
    """What is trained: the same plan gives the same weights on the same machine."""

    lessons: int = 300
    seed: int = 1
    tables: int = TABLES
    """Tables of a lesson."""

    def rate(self, number: int) -> float:
        """How fast the net learns from a lesson."""
        return SLOWEST + (FASTEST - SLOWEST) * (1 + cos(pi * number / self.lessons)) / 2

    @property
    def pause(self) -> int:
        """Lessons from one point of the curve to the next."""
        return max(1, self.lessons // CURVE)


@dataclass
class Progress:
    """How far a run is: what it has learnt from, and its curve."""

    lessons: int = 0
    positions: int = 0
    games: int = 0
    unfinished: int = 0
    loss: float = 0.0
    curve: list[list[float]] = field(default_factory=list)
    """Points of the learning curve: positions, and the held-out log loss and Brier score."""

    def count(self, lesson: Lesson, loss: float) -> None:
        """A lesson was learnt from."""
        self.lessons += 1
        self.positions += len(lesson.rows)
        self.games += lesson.games
        self.unfinished += lesson.unfinished
        self.loss = loss


class Session:
    """A run of training."""

    def __init__(self, plan: TrainingPlan, kept: Path, maker: Maker = make_here) -> None:
        self.plan, self.kept, self.maker = plan, kept, maker
        self.adam, self.progress = Adam(new_weights(plan.seed)), Progress()
        self._held_out: Lesson | None = None
        if kept.exists():
            self._restore()

    def train(self) -> Iterator[Progress]:
        """Learn, lesson by lesson, telling how far it is; what was learnt is kept after each."""
        numbers = range(self.progress.lessons + 1, self.plan.lessons + 1)
        for lesson in self.maker(self.plan.seed, numbers, self.plan.tables):
            self.progress.count(lesson, self._learn(lesson, self.plan.rate(self.progress.lessons)))
            if self.progress.lessons % self.plan.pause == 0:
                scores = self.judge(values_of(self.held_out.rows, self.adam.weights))
                self.progress.curve.append([self.progress.positions, scores.log_loss, scores.brier])
            self._keep()
            yield self.progress

    def _learn(self, lesson: Lesson, rate: float) -> float:
        losses = [
            self.adam.learn(Batch(lesson.rows[at : at + BATCH], lesson.shares[at : at + BATCH]), rate)
            for at in range(0, len(lesson.rows) - BATCH + 1, BATCH)
        ]
        return sum(losses) / max(1, len(losses))

    @property
    def held_out(self) -> Lesson:
        """Positions of games that are never learnt from."""
        if self._held_out is None:
            numbers = range(HELD_OUT, HELD_OUT + CHECKS)
            self._held_out = joined(list(self.maker(self.plan.seed, numbers, self.plan.tables)))
        return self._held_out

    def judge(self, chances: Floats) -> Scores:
        """The scores of chances in the held-out positions."""
        return scores_of(chances, self.held_out.shares, self.held_out.began)

    def comparison(self) -> dict[str, dict[str, float]]:
        """The scores of the net and of simple rules in the held-out positions."""
        rows = self.held_out.rows
        rules = {name: self.judge(rule(rows)).to_dict() for name, rule in RULES.items()}
        return {**rules, "net": self.judge(values_of(rows, self.adam.weights)).to_dict()}

    @property
    def _heading(self) -> list[int]:
        return [self.plan.lessons, self.plan.seed, self.plan.tables]

    def _keep(self) -> None:
        beside = self.kept.with_name(f".{self.kept.name}.{os.getpid()}.npz")
        told = {name: np.array(value) for name, value in vars(self.progress).items()}
        heading = np.array(self._heading, np.int64)
        kept: dict[str, Any] = {"heading": heading, "seen": np.array(seen_hash()), **self.adam.state(), **told}
        np.savez(beside, **kept)
        beside.replace(self.kept)

    def _restore(self) -> None:
        try:
            with np.load(self.kept) as kept:
                same = kept["heading"].tolist() == self._heading and kept["seen"] == seen_hash()
                found: dict[str, Any] = dict(kept)
        except (OSError, ValueError, KeyError, EOFError):
            raise ValueError(f"{self.kept}: expected training to go on with; remove it to begin anew") from None
        if not same:
            raise ValueError(f"{self.kept}: expected training by this plan, not another; remove it to begin anew")
        self.adam.restore(found)
        told = {name: found[name].tolist() for name in vars(self.progress)}
        self.progress = Progress(**told)


def seen_hash() -> str:
    """A hash of what the net sees and of its shape: weights of another net are of no use."""
    told = (OF_A_PLAYER, OF_A_GROUP, OF_THE_TABLE, EACH, TOWER, HEAD)
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def judge_hash() -> str:
    """A hash of the weights by which the experts of the lessons judge: those that were shipped when they were made."""
    return hashlib.sha256(weights().astype("<f4").tobytes()).hexdigest()[:16]


def describe(session: Session, command: str) -> str:
    """What stands beside the weights: how they were made, and how good they are."""
    progress = session.progress
    lines = [
        "# How the weights beside this file were made, and how good they are on games that were not learnt from.",
        f'command = "{command}"',
        f'seen = "{seen_hash()}"',
        "# The weights by which the experts in the lessons judged",
        f'judge = "{judge_hash()}"',
        f"positions = {progress.positions}",
        f"games = {progress.games}",
        f"unfinished = {progress.unfinished}",
        "# positions, held-out log loss and Brier score",
        "curve = [",
        *[f"    [{int(positions)}, {loss:.5f}, {brier:.5f}]," for positions, loss, brier in progress.curve],
        "]",
    ]
    for name, scores in session.comparison().items():
        lines += ["", f"[held_out.{name}]", *[f"{key} = {value}" for key, value in scores.items()]]
    lines += ["", "# Standard errors of an even chance, against 400 games of traders from each of 100 positions."]
    lines += [
        "[error]",
        *[f"{key} = {value}" for key, value in errors(session.adam.weights, session.plan.seed).items()],
    ]
    return "\n".join(lines) + "\n"


def run(session: Session, out: Path, command: str, tell: Callable[[Progress], None]) -> None:
    """Train to the end, and write the weights and what is said about them."""
    for progress in session.train():
        tell(progress)
    out.write_bytes(session.adam.weights.astype("<f4").tobytes())
    out.with_suffix(".toml").write_text(describe(session, command), encoding="utf-8")
    session.kept.unlink(missing_ok=True)
