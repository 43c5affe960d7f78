"""A game as one plays it in Python."""

from passgo.errors import IllegalAction
from passgo.game.asking import Chances, Interval
from passgo.game.game import Game, verify
from passgo.game.moments import Moment, Record, read_record
from passgo.game.seats import View
from passgo.game.views import (
    Auction,
    Bank,
    Claim,
    Debt,
    Estate,
    Group,
    KeepOrLift,
    Matter,
    Outcome,
    Player,
    Shortage,
)

__all__ = [
    "Auction",
    "Bank",
    "Chances",
    "Claim",
    "Debt",
    "Estate",
    "Game",
    "Group",
    "IllegalAction",
    "Interval",
    "KeepOrLift",
    "Matter",
    "Moment",
    "Outcome",
    "Player",
    "Record",
    "Shortage",
    "View",
    "read_record",
    "verify",
]
