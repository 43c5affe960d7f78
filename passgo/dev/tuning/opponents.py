"""The opponents of a candidate, which change from generation to generation, and the tables at which they play."""

import hashlib
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from passgo import bots, editions
from passgo.bots.trader.parameters import by_hand, notebook
from passgo.bots.trader.values import learn_opening
from passgo.editions import Ruleset
from passgo.simulate import Bot, bot_named

OLDER_KEPT = 3
"""How many former champions stay among the opponents."""

STRANGERS = ("cautious", *bots.SPARRING)
"""Opponents of other characters: what wins among one's like may lose among strangers."""


@dataclass(frozen=True)
class TableKind:
    """A kind of table: an edition, the number of players, and its weight in the score."""

    edition: str
    players: int
    weight: int

    def __str__(self) -> str:
        return f"{self.edition} with {self.players} players"


TABLE_KINDS = (
    TableKind("classic", 4, 4),
    TableKind("classic", 3, 2),
    TableKind("classic", 2, 3),
    TableKind("classic", 6, 1),
    TableKind("modern", 4, 1),
    TableKind("modern", 2, 1),
    TableKind("speed-die", 3, 1),
    TableKind("1935", 3, 1),
)
"""Most games are classic ones of two to four players. The others prevent the numbers from fitting only those."""

WEIGHTS = sum(kind.weight for kind in TABLE_KINDS)


@lru_cache
def ruleset_of(edition: str) -> Ruleset:
    """The rules of an edition."""
    return editions.ruleset(edition)


def trader(name: str, parameters: dict[str, int]) -> Bot:
    """A trader with these parameters."""
    return Bot(name, bots.policy("trader"), notebook(parameters), learn=learn_opening, throws=True)


def seed_of(seed: int, *stage: object) -> int:
    """The seed of one stage of a run. No other stage uses the same seed.

    >>> seed_of(1, "generation", 2) == seed_of(1, "verification", 2)
    False
    """
    text = " ".join(map(str, ("passgo tune", seed, *stage)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


@dataclass
class Field:
    """The opponents: the champion, former champions, the hand-chosen trader, and strangers, who think otherwise."""

    champion: dict[str, int]
    older: list[dict[str, int]] = field(default_factory=list)

    def crown(self, parameters: dict[str, int]) -> None:
        """Make these parameters the champion. The last few champions stay among the opponents."""
        self.older = [*self.older, self.champion][-OLDER_KEPT:]
        self.champion = parameters

    def opponents(self, count: int, seed: int) -> tuple[Bot, ...]:
        """Some opponents at random: half of them the champion, a quarter former champions, a quarter strangers."""
        dice = np.random.default_rng(seed)
        former = [trader("former", parameters) for parameters in (by_hand(), *self.older)]
        strangers = [bot_named(name) for name in STRANGERS]
        chosen = []
        for _ in range(count):
            kind = dice.integers(4)
            former_one = former[dice.integers(len(former))]
            stranger = strangers[dice.integers(len(strangers))]
            chosen.append(trader("champion", self.champion) if kind < 2 else stranger if kind == 2 else former_one)
        return tuple(chosen)
