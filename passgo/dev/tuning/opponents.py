"""Whom a candidate meets, and where: the tables that count, and opponents that change from generation to generation."""

import hashlib
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from passgo import bots, editions
from passgo.bots.trader.parameters import by_hand, notebook
from passgo.editions import Ruleset
from passgo.simulate import Bot

OLDER_KEPT = 3
"""So many former champions stay in the field."""


@dataclass(frozen=True)
class Setting:
    """A kind of table: an edition with so many players, and how much it counts."""

    edition: str
    players: int
    weight: int

    def __str__(self) -> str:
        return f"{self.edition} with {self.players} players"


SETTINGS = (
    Setting("classic", 4, 4),
    Setting("classic", 3, 2),
    Setting("classic", 2, 3),
    Setting("classic", 6, 1),
    Setting("modern", 4, 1),
    Setting("modern", 2, 1),
    Setting("speed-die", 3, 1),
    Setting("1935", 3, 1),
)
"""Most games are played by the classic rules, by two to four; the others keep the numbers from fitting those alone."""

WEIGHTS = sum(setting.weight for setting in SETTINGS)


@lru_cache
def table(edition: str) -> Ruleset:
    """The table of an edition."""
    return editions.ruleset(edition)


def trader(name: str, parameters: dict[str, int]) -> Bot:
    """A trader with its own numbers."""
    return Bot(name, bots.policy("trader"), notebook(parameters))


def seed_of(seed: int, *stage: object) -> int:
    """The seed of one stage of a run, of which no other stage makes use.

    >>> seed_of(1, "generation", 2) == seed_of(1, "verification", 2)
    False
    """
    said = " ".join(map(str, ("passgo tune", seed, *stage)))
    return int.from_bytes(hashlib.sha256(said.encode()).digest()[:8], "big")


@dataclass
class Field:
    """The opponents: the reigning champion, those before it, the hand-chosen trader, and one that never offers."""

    champion: dict[str, int]
    older: list[dict[str, int]] = field(default_factory=list)

    def crown(self, parameters: dict[str, int]) -> None:
        """A better one reigns from now on; the last few stay in the field."""
        self.older = [*self.older, self.champion][-OLDER_KEPT:]
        self.champion = parameters

    def opponents(self, count: int, seed: int) -> tuple[Bot, ...]:
        """So many opponents: half of them champions, a quarter former ones, a quarter that never offers."""
        dice = np.random.default_rng(seed)
        former = [trader("former", parameters) for parameters in (by_hand(), *self.older)]
        cautious = Bot("cautious", bots.policy("cautious"))
        chosen = []
        for _ in range(count):
            kind = dice.integers(4)
            former_one = former[dice.integers(len(former))]
            chosen.append(trader("champion", self.champion) if kind < 2 else cautious if kind == 2 else former_one)
        return tuple(chosen)
