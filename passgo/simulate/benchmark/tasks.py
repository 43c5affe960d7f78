"""The positions and line-ups of PassGo-100, and the file that keeps them."""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

from passgo import editions
from passgo.notation.position_line import parse_position
from passgo.simulate.runs.batch import play_batch
from passgo.simulate.runs.plan import Bot, Plan, bot_named

FILE = Path(__file__).with_name("passgo100.json")

WITNESSED = 10
"""Games of each line-up that tell whether its bots still play as they did."""

ROUNDS = 300
"""A game that is played for the benchmark is broken off after so many rounds, and nobody has won it."""


@dataclass(frozen=True)
class Position:
    """A position, and how often each player wins from it if the reference bot plays for all."""

    line: str
    """The position, as `Game.from_position` reads it."""
    seat: int
    """Who is on turn: the agent plays for this player."""
    chances: tuple[float, ...]
    """Of every player, by seat. Together they are less than 1 by the games without a winner."""
    games: int
    """How many games they were counted in."""
    half: float
    """Half of the widest 95 % interval among these chances."""

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.chances)


@dataclass(frozen=True)
class Lineup:
    """Opponents at a table of an edition; the agent sits in every seat in turn."""

    name: str
    edition: str
    opponents: tuple[str, ...]

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.opponents) + 1

    def plan(self, reference: str) -> Plan:
        """Some games in which the reference bot sits in the agent's place."""
        bots = tuple(bot_named(name) for name in (reference, *self.opponents))
        return Plan(editions.ruleset(self.edition), bots, WITNESSED, rounds=ROUNDS)


@dataclass(frozen=True)
class Benchmark:
    """All tasks of a version, and what its bots were like."""

    version: int
    reference: str
    """The bot by which the chances were counted: it plays for everybody but the agent."""
    positions: tuple[Position, ...]
    lineups: tuple[Lineup, ...]
    witness: str
    """A hash of games of the bots when the version was made: with other bots, results cannot be compared."""

    @property
    def name(self) -> str:
        """What to cite."""
        return f"PassGo-100 v{self.version}"

    @property
    def half(self) -> float:
        """Half of the widest 95 % interval of any chance."""
        return max(position.half for position in self.positions)

    @property
    def is_unchanged(self) -> bool:
        """Do the bots still play as they did when the version was made?"""
        return self.witness == witness_of(self.lineups, self.reference)


@cache
def load(file: Path = FILE) -> Benchmark:
    """The benchmark of a file; by default that of the package."""
    return msgspec.json.decode(file.read_bytes(), type=Benchmark)


def save(benchmark: Benchmark, file: Path = FILE) -> None:
    """Keep a benchmark in a file."""
    file.write_bytes(msgspec.json.format(msgspec.json.encode(benchmark), indent=1) + b"\n")


def witness_of(lineups: tuple[Lineup, ...], reference: str) -> str:
    """A hash of what happened in some games of these line-ups."""
    seen = hashlib.sha256()
    for lineup in lineups:
        seen.update(play_batch(lineup.plan(reference), range(WITNESSED)).rows.tobytes())
    return seen.hexdigest()[:16]


def plan_from(position: Position, bots: tuple[Bot, ...], games: int, seed: int) -> Plan:
    """Games that go on from a position."""
    ruleset, records = parse_position(position.line)
    return Plan(ruleset, bots, games, seed, int(records["round"][0]) + ROUNDS, start=records.tobytes())
