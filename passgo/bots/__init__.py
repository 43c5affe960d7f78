"""The bots that come with PassGo, by name: compiled policies, one file or folder each.

Four of them are levels for people (`LEVELS`): the policy of `trader` with three different notebooks, and `expert`.

>>> sorted(BOTS)
['cautious', 'easy', 'expert', 'hard', 'normal', 'random', 'trader']

Sparring partners (`SPARRING`) are not for people: they have odd characters, so that bots are tried on strangers.

>>> "shopkeeper" in SPARRING, bot("shopkeeper") is SPARRING["shopkeeper"]
(True, True)
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from passgo.bots.cautious import cautious
from passgo.bots.expert.bot import expert
from passgo.bots.expert.memory import DEAL_LOOKS, LOOKS, MOST_OFFERS, OPENING
from passgo.bots.policy import MEMORY, Memory, Policy
from passgo.bots.random_bot import random_bot
from passgo.bots.sparring.bot import sparring
from passgo.bots.sparring.characters import read_characters
from passgo.bots.sparring.traits import notebook as notebook_of_character
from passgo.bots.trader.bot import trader
from passgo.bots.trader.files import read_levels, read_parameters
from passgo.bots.trader.parameters import notebook
from passgo.bots.trader.values import learn_opening

__all__ = [
    "BOTS", "DESCRIPTIONS", "EXPERT", "LEVELS", "MEMORY", "SPARRING", "TRADERS",
    "BundledBot", "bot", "notebooks", "policy",
]  # fmt: skip


class BundledBot(NamedTuple):
    """A bot that comes with PassGo: its policy, and a description for people."""

    policy: Policy
    description: str
    notebook: tuple[int, ...] = ()
    """The content of the seat's notebook when a game begins."""
    learn: Callable[[Memory, Any, int], None] | None = None
    """What adds to the notebook, for a run, what depends on the edition and the number of players alone."""
    throws: bool = False
    """Does the bot always throw, where there is nothing else to do before a throw? Then simulations need not ask it."""
    ponders: bool = False
    """Does a game of the bot take long? Then simulations play few at a time, and tell often how they get on."""


BOTS = {
    "random": BundledBot(random_bot, "does anything lawful but resign; for testing"),
    "cautious": BundledBot(cautious, "buys, builds and saves, never offers a deal"),
    "trader": BundledBot(
        trader,
        "deals, builds to three houses first, minds the rents ahead",
        notebook(read_parameters()),
        learn_opening,
        throws=True,
    ),
}
BOTS |= {
    name: BundledBot(trader, description, notebook(parameters), learn_opening, throws=True)
    for name, (description, parameters) in read_levels().items()
}

TRADERS = tuple(read_levels())
"""The levels for people that are a trader, the weakest first."""

EXPERT = "expert"
"""The strongest level."""

USUAL_LOOKS = 100
MOST_LOOKS = 10_000


def expert_with(looks: int, deal_looks: int, offers: int = 4) -> BundledBot:
    """An expert that looks ahead so often from each of its best options, and of its best deals; 0: the net decides.

    It makes so many offers of its own in a turn.
    """
    pages = list(notebook(read_parameters()))
    for slot, number in {**OPENING, LOOKS: looks, DEAL_LOOKS: deal_looks, MOST_OFFERS: offers}.items():
        pages[slot] = number
    description = "the strongest: tries everything it could do, and judges what comes of it"
    return BundledBot(expert, description, tuple(pages), learn_opening, throws=True, ponders=True)


def expert_named(name: str) -> BundledBot:
    """`expert:100` looks ahead 100 times from everything that seems good, `expert:0` never; `expert` from deals alone.

    >>> expert_named("expert:many")
    Traceback (most recent call last):
    ValueError: expert:many: expected a number of looks from 0 to 10000, as in expert:100
    """
    said = name.partition(":")[2]
    if not said.isdecimal() or int(said) > MOST_LOOKS:
        raise ValueError(f"{name:.40}: expected a number of looks from 0 to {MOST_LOOKS}, as in expert:100")
    looks = int(said)
    return expert_with(looks, max(looks, USUAL_LOOKS) if looks else 0)


BOTS[EXPERT] = expert_with(0, USUAL_LOOKS)

LEVELS = (*TRADERS, EXPERT)
"""The levels for people, the weakest first."""

DESCRIPTIONS = {name: bundled.description for name, bundled in BOTS.items()}
"""The bots that may sit at a table with people, and what they are like."""

SPARRING = {
    name: BundledBot(sparring, description, notebook_of_character(traits), throws=True)
    for name, (description, traits) in read_characters().items()
}
"""Sparring partners of many characters."""


def bot(name: str) -> BundledBot:
    """A bot by its name, or a sparring partner.

    >>> bot("dummy")
    Traceback (most recent call last):
    ValueError: there is no bot 'dummy': choose from cautious, easy, expert, hard, normal, random, trader, or to ...
    """
    if name.startswith(f"{EXPERT}:"):
        return expert_named(name)
    found = BOTS.get(name) or SPARRING.get(name)
    if found is None:
        spar = f"or to spar with, {', '.join(sorted(SPARRING))}"
        raise ValueError(f"there is no bot {name!r}: choose from {', '.join(sorted(BOTS))}, {spar}")
    return found


def policy(name: str) -> Policy:
    """The compiled policy of a bot."""
    return bot(name).policy


def notebooks(opened: Iterable[tuple[int, ...]]) -> Memory:
    """The memory that policies take, with the notebooks of these seats: the notebook of seat n begins at n * MEMORY.

    >>> notebooks([bot("trader").notebook, bot("cautious").notebook]).shape == (2 * MEMORY,)
    True
    """
    return np.array([[*pages, *[0] * (MEMORY - len(pages))] for pages in opened], np.int64).reshape(-1)
