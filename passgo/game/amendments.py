"""What still holds at a real table when something in the past was otherwise: the server's Banker and the terminal's."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from passgo.game.course import Refusal

Move = TypeVar("Move")

FREE = frozenset(
    (
        "Build",
        "SellBuilding",
        "SellHotels",
        "Mortgage",
        "LiftMortgage",
        "Offer",
        "Counter",
        "OfferSettlement",
        "WithdrawOffer",
        "Accept",
        "Refuse",
        "ClaimRent",
        "Resign",
    )
)
"""What belongs to no turn: it may still hold when something in a turn was otherwise, and be left out if it does not."""

TURN_ENDS = ("EndTurn", "Throw")
"""What comes after all that followed from a throw."""


def play_again(
    later: Iterable[Move],
    kind_of: Callable[[Move], str],
    repeat: Callable[[Move], None],
    is_over: Callable[[], bool],
    follows: bool,
) -> list[Move]:
    """Play moves again that came after the one that was wrong; those that hold.

    What followed from it in its turn (`follows`) does not. From the next throw on moves hold one after the other, until
    one of a turn does not: then no later one does. What belongs to no turn is left out if it does not hold, and so is
    something that was set right, which is of no kind.
    """
    kept: list[Move] = []
    for move in later:
        kind = kind_of(move)
        if is_over():
            break
        follows = follows and kind not in TURN_ENDS
        if follows and kind and kind not in FREE:
            continue
        try:
            repeat(move)
            kept.append(move)
        except (Refusal, ValueError):
            if kind and kind not in FREE:
                break
    return kept
