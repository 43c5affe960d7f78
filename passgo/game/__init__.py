"""A game as one plays it in Python."""

from passgo.errors import IllegalAction
from passgo.game.game import Game, verify
from passgo.game.views import (
    Auction,
    Bank,
    Claim,
    Debt,
    Estate,
    KeepOrLift,
    Matter,
    Outcome,
    Player,
    Shortage,
    View,
)

__all__ = [
    "Auction",
    "Bank",
    "Claim",
    "Debt",
    "Estate",
    "Game",
    "IllegalAction",
    "KeepOrLift",
    "Matter",
    "Outcome",
    "Player",
    "Shortage",
    "View",
    "verify",
]
