"""What kind of games an environment plays: edition and players, who plays against whom, what is seen and rewarded."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from passgo import bots, editions
from passgo.editions import Ruleset
from passgo.envs.tables.observation import COUNTED_CASH, HIDDEN_CASH, OPEN_CASH, Layout

Reward = Literal["win", "place", "shaped"]
Cash = Literal["hidden", "counted", "open"]
ChancePlayer = Literal["env", "agent"]
Invalid = Literal["error", "penalty"]

CHOICES: dict[str, tuple[str, ...]] = {
    "reward": ("win", "place", "shaped"),
    "cash": ("hidden", "counted", "open"),
    "chance": ("env", "agent"),
    "invalid": ("error", "penalty"),
}

PENALTY = 0.1
"""What an invalid action costs where it is not an error; nothing is played then."""

MOST_STEPS = 20_000


@dataclass(frozen=True)
class Setup:
    """The kind of games of an environment.

    >>> Setup("classic", 3, opponents=("trader", "cautious")).learners
    (0,)
    >>> Setup("classic", 2, reward="money")
    Traceback (most recent call last):
    ValueError: reward is one of win, place, shaped, not 'money'
    """

    edition: str = "classic"
    players: int | None = None
    """Players at the table; by default those that `opponents` leave room for, or four."""
    opponents: Sequence[str] = ()
    """Bots of ours at the other seats, in order from the learner's left; with fewer than there are seats they repeat.
    Without any, the caller plays all seats."""
    seat: int = 0
    """Where the learner sits, if there are opponents."""
    reward: Reward = "win"
    cash: Cash = "counted"
    """What is seen of others' cash: nothing, what the ledger of public payments tells, or what they have."""
    chance: ChancePlayer = "env"
    """Who plays dice and cards."""
    invalid: Invalid = "error"
    """What happens on an action that the mask forbids."""
    out_of_turn: bool = False
    """Are players also asked in others' turns, once before the first throw?"""
    resign: bool = False
    """May they resign?"""
    deals: bool = True
    """May they propose deals? Answering is always possible."""
    max_steps: int = MOST_STEPS
    """A game is cut off after so many numbered actions."""
    options: Mapping[str, object] = field(default_factory=dict)
    """Options of the edition."""

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            if getattr(self, name) not in choices:
                raise ValueError(f"{name} is one of {', '.join(choices)}, not {getattr(self, name)!r}")
        if isinstance(self.opponents, str):
            raise ValueError(f"opponents is a list of bots, not {self.opponents!r}")
        if self.players is None:
            object.__setattr__(self, "players", len(self.opponents) + 1 if self.opponents else 4)
        record = self.ruleset.record[0]
        least, most = int(record["setup_players_least"]), int(record["setup_players_most"])
        if not least <= self.seats <= most:
            raise ValueError(f"{self.edition} is played by {least} to {most}, not by {self.seats} (setup.players)")
        if not 0 <= self.seat < self.seats:
            raise ValueError(f"seat is 0 to {self.seats - 1}, not {self.seat}")
        if self.max_steps < 1:
            raise ValueError(f"max_steps is at least 1, not {self.max_steps}")
        if len(self.opponents) > self.seats - 1:
            raise ValueError(f"there is room for {self.seats - 1} opponents, not for {len(self.opponents)}")
        for name in self.opponents:
            bots.bot(name)

    @cached_property
    def ruleset(self) -> Ruleset:
        """The edition with its options."""
        return editions.ruleset(self.edition, **dict(self.options))

    @property
    def seats(self) -> int:
        """How many players there are."""
        assert self.players is not None
        return self.players

    @cached_property
    def bots(self) -> dict[int, str]:
        """The bot at each seat that is not the caller's."""
        if not self.opponents:
            return {}
        return {
            (self.seat + left) % self.seats: self.opponents[(left - 1) % len(self.opponents)]
            for left in range(1, self.seats)
        }

    @property
    def learners(self) -> tuple[int, ...]:
        """The seats that the caller plays."""
        return tuple(seat for seat in range(self.seats) if seat not in self.bots)

    @cached_property
    def layout(self) -> Layout:
        """The layout of observations."""
        return Layout.of(self.ruleset, self.seats)

    @property
    def cash_shown(self) -> int:
        """What observations show of others' cash."""
        return {"open": OPEN_CASH, "counted": COUNTED_CASH, "hidden": HIDDEN_CASH}[self.cash]


def setup_of(settings: dict[str, Any]) -> Setup:
    """A setup from keyword arguments; a name that does not exist is a ValueError that says which do."""
    known = Setup.__dataclass_fields__
    unknown = sorted(set(settings) - set(known))
    if unknown:
        raise ValueError(f"there is no setting {unknown[0]!r}: choose from {', '.join(sorted(known))}")
    return Setup(**settings)
