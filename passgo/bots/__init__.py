"""Bots: compiled policies, one file each, by name.

>>> sorted(BOTS)
['cautious', 'random', 'trader']
"""

from typing import NamedTuple

from passgo.bots.anything import anything
from passgo.bots.cautious import cautious
from passgo.bots.policy import MEMORY, Policy
from passgo.bots.trader import trader

__all__ = ["BOTS", "MEMORY", "Bot", "bot", "policy"]


class Bot(NamedTuple):
    """A bot that comes with PassGo."""

    policy: Policy
    description: str
    notebook: tuple[int, ...] = ()
    """What a seat's notebook holds when a game begins."""


BOTS = {
    "random": Bot(anything, "does anything lawful but resign; for testing"),
    "cautious": Bot(cautious, "buys, builds and saves, never offers a deal"),
    "trader": Bot(trader, "deals, builds to three houses first, minds the rents ahead"),
}


def bot(name: str) -> Bot:
    """A bot by its name.

    >>> bot("dummy")
    Traceback (most recent call last):
    ValueError: there is no bot 'dummy': choose from cautious, random, trader
    """
    if name not in BOTS:
        raise ValueError(f"there is no bot {name!r}: choose from {', '.join(sorted(BOTS))}")
    return BOTS[name]


def policy(name: str) -> Policy:
    """The compiled policy of a bot."""
    return bot(name).policy
