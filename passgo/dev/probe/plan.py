"""The plan of a probe, and the table at which it is played."""

from dataclasses import dataclass

from passgo import editions
from passgo.analysis.judge import Judge
from passgo.dealer import SEEDS
from passgo.dev.probe.partner import Partner

EDITION, SEATS = "classic", 4
ROUNDS = 300
"""A game without a winner is broken off after so many rounds, and shared by those who are in it."""


@dataclass(frozen=True)
class ProbePlan:
    """Which bot is probed, by how many matches and chosen offers, from which seed."""

    bot: str
    matches: int = 200
    offers: int = 500
    games: int = 300
    """Games to the end from before, and from after, each chosen offer."""
    seed: int = 1

    def __post_init__(self) -> None:
        if not 0 <= self.seed < SEEDS:
            raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {self.seed}")
        Partner(self.bot, editions.ruleset(EDITION), SEATS)


class ProbeTable:
    """The table of a probe: its rules, who judges, and the bot. Each process makes its own."""

    def __init__(self, plan: ProbePlan) -> None:
        self.plan, self.ruleset = plan, editions.ruleset(EDITION)
        self.judge = Judge(self.ruleset, SEATS)
        self.partner = Partner(plan.bot, self.ruleset, SEATS)
