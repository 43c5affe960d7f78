"""A game as one plays it in Python."""

from passgo.game.playing import Game
from passgo.game.refusals import IllegalAction
from passgo.game.replay import verify
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
    "verify",
]
