"""How well an agent does in PassGo-100: in positions beside the reference bot, and at tables against the line-ups."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from passgo import editions
from passgo.simulate import Bot, Plan, Report, bot_named, simulate
from passgo.simulate.benchmark.tasks import ROUNDS, Benchmark, Lineup, Position, plan_from
from passgo.simulate.output.statistics import NORMAL_95, wilson

SEED = 100
"""Every agent meets the same dice."""


@dataclass(frozen=True)
class Result:
    """What came of one task: the share of games won, and its variance by the dice."""

    task: str
    players: int
    games: int
    share: float
    known: float
    """What the reference bot wins from a position; at a table of a line-up, an even share."""
    variance: float

    @property
    def points(self) -> float:
        """The share of what the agent and one average opponent won together, in percent: 50 is as good as they are."""
        return self.points_for(self.share)

    def points_for(self, share: float) -> float:
        """The points of a share of games won at this table."""
        won = share * (self.players - 1)
        return 100 * won / (won + 1 - share)

    @property
    def points_variance(self) -> float:
        """The variance of the points, by their slope."""
        slope = 100 * (self.players - 1) / (self.share * (self.players - 1) + 1 - self.share) ** 2
        return slope**2 * self.variance

    @property
    def gain(self) -> float:
        """Points of chance that the agent wins more than is known."""
        return 100 * (self.share - self.known)

    @property
    def gain_half(self) -> float:
        """Half of the 95 % interval of the gain."""
        return reach([100**2 * self.variance])

    @property
    def points_interval(self) -> tuple[float, float]:
        """The 95 % interval of the points: Wilson's of the share, which holds for few games too."""
        low, high = wilson(self.share * self.games, self.games)
        return self.points_for(low), self.points_for(high)

    @property
    def points_low(self) -> float:
        """The lower end of that interval."""
        return self.points_interval[0]

    @property
    def points_high(self) -> float:
        """The upper end."""
        return self.points_interval[1]


@dataclass(frozen=True)
class Score:
    """What an agent has reached."""

    benchmark: Benchmark
    agent: str
    positions: tuple[Result, ...]
    lineups: tuple[Result, ...]

    @property
    def gain(self) -> tuple[float, float]:
        """In positions: points of chance that the agent wins more than the reference bot, and half of the interval."""
        gained = [found.gain for found in self.positions]
        return mean(gained), reach([100**2 * found.variance for found in self.positions])

    @property
    def points(self) -> tuple[float, float]:
        """At tables: the mean of the points, and half of the interval."""
        return mean([found.points for found in self.lineups]), reach([found.points_variance for found in self.lineups])

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        tasks = [
            {"task": found.task, "players": found.players, "games": found.games, "share": found.share, **more}
            for group, names in (
                (self.positions, ("known", "gain", "gain_half")),
                (self.lineups, ("points", "points_low", "points_high")),
            )
            for found in group
            for more in ({name: getattr(found, name) for name in names},)
        ]
        (gain, gain_half), (points, points_half) = self.gain, self.points
        return {
            "benchmark": self.benchmark.name,
            "comparable": self.benchmark.is_unchanged,
            "agent": self.agent,
            "points": points,
            "points_half": points_half,
            "gain": gain,
            "gain_half": gain_half,
            "tasks": tasks,
        }


def mean(numbers: list[float]) -> float:
    """The mean of some numbers."""
    return sum(numbers) / max(1, len(numbers))


def reach(variances: list[float]) -> float:
    """Half of the 95 % interval of a mean of numbers with these variances."""
    return NORMAL_95 * math.sqrt(sum(variances)) / max(1, len(variances))


def score(
    agent: Bot,
    benchmark: Benchmark,
    games: int,
    threads: int = 1,
    tell: Callable[[int], None] = lambda tasks: None,
) -> Score:
    """Play all tasks, each in about so many games; `tell` hears how many tasks are done."""
    positions, lineups = [], []
    for number, position in enumerate(benchmark.positions):
        positions.append(in_position(agent, benchmark, number, position, games, threads))
        tell(len(positions))
    for lineup in benchmark.lineups:
        lineups.append(at_table(agent, lineup, games, threads))
        tell(len(positions) + len(lineups))
    return Score(benchmark, agent.name, tuple(positions), tuple(lineups))


def in_position(agent: Bot, benchmark: Benchmark, number: int, position: Position, games: int, threads: int) -> Result:
    """The agent plays for whoever is on turn, the reference bot for everybody else."""
    bots = [bot_named(benchmark.reference)] * position.players
    bots[position.seat] = agent
    report = played(plan_from(position, tuple(bots), games, SEED + number), threads)
    share = int(report.wins[position.seat]) / max(1, report.games)
    counted = (position.half / NORMAL_95) ** 2
    known = position.chances[position.seat]
    return Result(f"position {number}", position.players, report.games, share, known, spread(share, games) + counted)


def at_table(agent: Bot, lineup: Lineup, games: int, threads: int) -> Result:
    """The agent plays in every seat, with the same dice in each. A game without a winner is shared by all."""
    seats, won, total = lineup.players, 0.0, 0
    for seat in range(seats):
        opponents = [bot_named(name) for name in lineup.opponents]
        bots = (*opponents[len(opponents) - seat :], agent, *opponents[: len(opponents) - seat])
        plan = Plan(editions.ruleset(lineup.edition), bots, max(1, games // seats), SEED, ROUNDS)
        report = played(plan, threads)
        won += int(report.wins[seat]) + (report.games - report.finished) / seats
        total += report.games
    share = won / total
    return Result(lineup.name, seats, total, share, 1 / seats, spread(share, total))


def played(plan: Plan, threads: int) -> Report:
    """All games of a plan. A part of them is no result: Ctrl-C ends the whole."""
    report = simulate(plan, threads)
    if report.games < plan.games:
        raise KeyboardInterrupt
    return report


def spread(share: float, games: int) -> float:
    """The variance of a share of so many games, never quite nothing."""
    inside = (share * games + 1) / (games + 2)
    return inside * (1 - inside) / games
