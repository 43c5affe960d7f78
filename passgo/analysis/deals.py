"""Is a deal fair? What it changes for everybody, and the cash by which both would gain alike."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from passgo.analysis.advice import LABEL, NORMAL
from passgo.analysis.judge import Judge
from passgo.analysis.table import Array, count_cash
from passgo.game import Game
from passgo.notation.actions import Action
from passgo.rules.state import STATE

HALVINGS = 12
"""Steps of the search for even cash: from thousands of dollars to a dollar or two."""


@dataclass(frozen=True)
class Fairness:
    """What a deal changes: the gain of each player in chance to win, with its standard error."""

    proposer: str
    partner: str
    gains: dict[str, float]
    errors: dict[str, float]
    even_cash: int | None
    """Dollars that the proposer would have to add for both to gain alike; below zero, the partner."""
    label: str = LABEL

    @property
    def leans_to(self) -> str | None:
        """Who gains more, beyond doubt; None, if that cannot be told."""
        apart = self.gains[self.proposer] - self.gains[self.partner]
        error = float(np.hypot(self.errors[self.proposer], self.errors[self.partner]))
        if abs(apart) <= NORMAL * error:
            return None
        return self.proposer if apart > 0 else self.partner

    def __str__(self) -> str:
        lines = [
            f"{name}: {100 * gain:+.1f} points (± {100 * NORMAL * self.errors[name]:.1f})"
            for name, gain in self.gains.items()
        ]
        leans = f"It leans to {self.leans_to}." if self.leans_to else "It is fair, as far as can be told."
        even = ""
        if self.even_cash is not None and self.leans_to:
            adds = self.proposer if self.even_cash > 0 else self.partner
            even = f" Both would gain alike if {adds} added ${abs(self.even_cash):,}."
        return "\n".join([f"{leans}{even}", f"Chances to win, {self.label}:", *lines])


def fairness(game: Game, offer: Action | str, looks: int = 200) -> Fairness:
    """What an offer that can be made now would change for everybody, if it were accepted at once.

    It is looked ahead from both positions, with the same dice. The whole position is looked at, secret cash too.

    >>> import passgo
    >>> game = passgo.Game("classic", players=["Ann", "Ben"], seed=7)
    >>> events = [game.play(action) for action in ("throw", "buy")]
    >>> deed = next(iter(game["Ben"].deeds))
    >>> print(passgo.analysis.fairness(game, f"offer Ann: {deed} for $1").leans_to)
    Ann
    """
    after = game.copy()
    made = next(event for event in after.play(offer) if event.kind == "OfferMade")
    proposer, partner = str(made.player), str(made.other)
    after.play(Action("Accept", other=proposer), partner)
    judge = Judge(game.ruleset, len(game.names))
    apart = judge.looks(after.to_bytes(), looks) - judge.looks(game.to_bytes(), looks)
    means, errors = apart.mean(0), apart.std(0) / max(1, looks - 1) ** 0.5
    seats = game.names.index(proposer), game.names.index(partner)
    return Fairness(
        proposer,
        partner,
        dict(zip(game.names, map(float, means), strict=True)),
        dict(zip(game.names, map(float, errors), strict=True)),
        even_cash(judge, game.to_bytes(), after.to_bytes(), seats),
    )


def even_cash(judge: Judge, before: bytes, after: bytes, seats: tuple[int, int]) -> int | None:
    """The dollars from the first player to the second by which both would gain alike, as the net judges it."""
    first, second = seats
    had: Array = judge.values([before])[0]

    def lead(cash: int) -> float:
        gains = judge.values([shifted(after, seats, cash)])[0] - had
        return float(gains[first] - gains[second])

    state = np.frombuffer(after, STATE)[0]
    low, high = -int(state["cash"][second]), int(state["cash"][first])
    return where_even(lead, low, high)


def where_even(lead: Callable[[int], float], low: int, high: int) -> int | None:
    """Where a lead that falls as cash is added is none; None, if it is nowhere.

    >>> where_even(lambda cash: 100 - cash, -500, 500)
    100
    """
    if lead(low) < 0 or lead(high) > 0:
        return None
    for _ in range(HALVINGS):
        middle = (low + high) // 2
        low, high = (middle, high) if lead(middle) > 0 else (low, middle)
    return high


def shifted(position: bytes, seats: tuple[int, int], cash: int) -> bytes:
    """A position in which so many more dollars have gone from the first player to the second."""
    state = np.frombuffer(position, STATE).copy()
    state["cash"][0, seats[0]] -= cash
    state["cash"][0, seats[1]] += cash
    count_cash(state)
    return state.tobytes()
