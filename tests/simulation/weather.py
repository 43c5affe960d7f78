"""The weather of a run: how slow everything is and how often what goes wrong. When it is calm, nothing does."""

from dataclasses import dataclass
from random import Random

from tests.simulation.disk import Fate


@dataclass
class Weather:
    """All chances of faults; times are means in seconds, and 0 is never."""

    chance: Random
    network: float = 0.02
    commit: float = 0.004
    lost: float = 0.0
    """Of requests by HTTP, and of their answers."""
    twice: float = 0.0
    """Of requests that arrive twice."""
    line: float = 0.0
    """How long a connection lasts."""
    unnoticed: float = 0.0
    """Of broken connections: one side, or both, does not notice."""
    trouble: float = 0.0
    """Of commits that fail, or that nobody can tell of."""
    unreadable: float = 0.0
    death: float = 0.0
    """Of commits right before or after which the process dies."""
    life: float = 0.0
    """How long a process lives until it is killed at any other moment."""
    service: float = 0.0
    """How long a process serves until somebody ends it in order."""
    wake: float = 0.0
    """How long a process is awake until it stands still for a while."""
    clock: float = 0.0
    """How long until somebody sets a process's clock."""
    bot: float = 0.0
    """Of questions that a bot does not answer well."""

    @classmethod
    def of(cls, seed: str) -> "Weather":
        """The weather of a seed: some is mild, some is wild, and each has faults of its own."""
        chance = Random(f"{seed} weather")
        hard = chance.choice((0.2, 0.5, 1.0))

        def some(most: float) -> float:
            return chance.choice((0.0, 0.3, 1.0)) * most * hard

        def after(soonest: float) -> float:
            return chance.choice((0.0, 1.0, 3.0)) * soonest / hard

        return cls(
            chance,
            network=chance.choice((0.005, 0.05, 0.3)),
            commit=chance.choice((0.001, 0.01, 0.1)),
            lost=some(0.2),
            twice=some(0.2),
            line=after(20.0),
            unnoticed=some(0.5),
            trouble=some(0.1),
            unreadable=some(0.03),
            death=some(0.04),
            life=after(40.0),
            service=after(60.0),
            wake=after(40.0),
            clock=after(60.0),
            bot=some(0.5),
        )

    def calm_down(self) -> None:
        """From now on everything goes well."""
        self.network, self.commit = 0.005, 0.001
        self.lost = self.twice = self.line = self.unnoticed = self.trouble = self.unreadable = 0.0
        self.death = self.life = self.service = self.wake = self.clock = self.bot = 0.0

    def happens(self, chance: float) -> bool:
        """Does something happen?"""
        return chance > 0 and self.chance.random() < chance

    def wait(self, mean: float) -> float:
        """How long until something happens that takes so long on average."""
        return min(self.chance.expovariate(1 / mean), 20 * mean)

    def travel(self) -> float:
        """How long a message is on its way; now and then very long."""
        return self.wait(self.network) * (50 if self.happens(0.002) else 1)

    def commit_delay(self) -> float:
        """How long a commit takes."""
        return self.wait(self.commit)

    def fate(self, games: bool) -> Fate:
        """What becomes of a commit."""
        if self.happens(self.death):
            return self.chance.choice(("dies before", "dies after"))
        if self.happens(self.trouble):
            return self.chance.choice(("lost", "doubtful"))
        return "kept"

    def readable(self) -> bool:
        """Can the disk be read?"""
        return not self.happens(self.unreadable)
