"""Bots: compiled policies, one file each, by name; and three levels for people, which are one policy of three minds.

>>> sorted(BOTS)
['cautious', 'easy', 'hard', 'normal', 'random', 'trader']
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from passgo.bots.cautious import cautious
from passgo.bots.policy import MEMORY, Memory, Policy
from passgo.bots.random_bot import anything
from passgo.bots.trader.bot import trader
from passgo.bots.trader.files import read_levels, read_parameters
from passgo.bots.trader.parameters import notebook

__all__ = ["BOTS", "LEVELS", "MEMORY", "Bot", "bot", "notebooks", "policy"]


class Bot(NamedTuple):
    """A bot that comes with PassGo."""

    policy: Policy
    description: str
    notebook: tuple[int, ...] = ()
    """What a seat's notebook holds when a game begins."""


BOTS = {
    "random": Bot(anything, "does anything lawful but resign; for testing"),
    "cautious": Bot(cautious, "buys, builds and saves, never offers a deal"),
    "trader": Bot(trader, "deals, builds to three houses first, minds the rents ahead", notebook(read_parameters())),
}
BOTS |= {name: Bot(trader, told, notebook(parameters)) for name, (told, parameters) in read_levels().items()}

LEVELS = tuple(read_levels())
"""The bots that people play against, the weakest first."""


def bot(name: str) -> Bot:
    """A bot by its name.

    >>> bot("dummy")
    Traceback (most recent call last):
    ValueError: there is no bot 'dummy': choose from cautious, easy, hard, normal, random, trader
    """
    if name not in BOTS:
        raise ValueError(f"there is no bot {name!r}: choose from {', '.join(sorted(BOTS))}")
    return BOTS[name]


def policy(name: str) -> Policy:
    """The compiled policy of a bot."""
    return bot(name).policy


def notebooks(opened: Iterable[tuple[int, ...]]) -> Memory:
    """The memory for these seats' notebooks, as policies take it: the notebook of seat n begins at n * MEMORY.

    >>> notebooks([bot("trader").notebook, bot("cautious").notebook]).shape == (2 * MEMORY,)
    True
    """
    return np.array([[*pages, *[0] * (MEMORY - len(pages))] for pages in opened], np.int64).reshape(-1)
