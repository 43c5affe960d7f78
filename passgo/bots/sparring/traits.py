"""The traits of a sparring partner: the table of all numbers by which it plays, and the layout of its notebook.

All partners are one compiled policy; a character is what its notebook holds when a game begins (`characters.toml`).
"""

from collections.abc import Mapping
from typing import NamedTuple

from passgo.bots.policy import MEMORY
from passgo.bots.tables import check_number
from passgo.rules import codes

# The places in the notebook, and what the bot remembers there.
OFFERS_TURN, OFFERS_MADE = 0, 1  # the turn in which I last looked for a deal, and how many offers I made in it
BUILD_TURN, BUILD_CASH = 2, 3  # when I last asked for a building, and my cash then
REQUESTED = 8  # for each deed, the percentage that I last offered for it; 0: I never did
REQUEST_ROUND = REQUESTED + codes.DEEDS  # for each deed, the round in which that was
SWAP_ROUND = REQUEST_ROUND + codes.DEEDS  # for each deed, the round in which I may offer a swap for it again
SALE_ROUND = SWAP_ROUND + codes.DEEDS  # for each deed, the round in which I may offer it for sale again
TRAITS = SALE_ROUND + codes.DEEDS  # the traits begin here

SWAPS_TO_COMPLETE_BOTH, SWAPS_TO_COMPLETE_OWN = 1, 2
MORTGAGES_TO_BUILD, MORTGAGES_TO_BUY = 1, 2


class Trait(NamedTuple):
    """A number by which a sparring partner plays: a whole number from `low` to `high`, `usual` if nothing is said."""

    slot: int
    usual: int
    low: int
    high: int
    meaning: str


TABLE: dict[str, Trait] = {}
"""All traits by name, in the order of the notebook."""


def trait(name: str, usual: int, low: int, high: int, meaning: str) -> int:
    """Add a trait to the table; returns its place in the notebook."""
    slot = TRAITS + len(TABLE)
    if slot >= MEMORY:
        raise ValueError(f"no room for {name!r} in a notebook of {MEMORY} numbers (MEMORY in bots/policy.py)")
    TABLE[name] = Trait(slot, usual, low, high, meaning)
    return slot


# fmt: off
RESERVE = trait("reserve", 50, 0, 3000, "dollars kept when paying for deeds")
BUILDING_RESERVE = trait("building_reserve", 150, 0, 3000, "dollars kept when building")
PAYS = trait("pays", 100, 0, 400, "percent of its printed price paid for any deed")
PAYS_TO_EXTEND = trait("pays_to_extend", 100, 0, 400, "the same for a deed of a group of which it holds a part")
PAYS_TO_COMPLETE = trait("pays_to_complete", 150, 0, 600, "the same for a deed that completes a group")
PAYS_TO_BLOCK = trait("pays_to_block", 0, 0, 600, "the same for a deed without which another's group is not complete")
DEALS = trait("deals", 1, 0, 1, "0: refuses every offer; 1: answers by the prices")
SELLS = trait("sells", 150, 0, 600, "percent of its printed price for which it sells a deed; 0: it does not")
SELLS_LAST = trait("sells_last", 400, 0, 1000, "the same for a deed that completes the buyer's group")
SWAPS = trait("swaps", 0, 0, 2, "swaps 1: if both complete a group; 2: also a single deed to complete its own")
REQUESTS = trait("offers", 0, 0, 8, "offers that it makes in a turn")
OPENS_AT = trait("opens_at", 100, 10, 400, "percent of its printed price in the first offer for a deed")
RAISES = trait("raises", 50, 5, 200, "percent added after each refusal")
HAWKS = trait("hawks", 0, 0, 400, "percent of its printed price for which it offers a single deed; 0: it does not")
PATIENCE = trait("patience", 8, 1, 100, "rounds until it repeats an offer that it cannot improve")
MORTGAGES = trait("mortgages", 0, 0, 2, "mortgages single deeds 0: in debt only; 1: also to build; 2: also to buy")
# fmt: on


def check(name: str, value: object) -> int:
    """The value of a trait, if it is allowed; otherwise a `ValueError`.

    >>> check("swaps", 3)
    Traceback (most recent call last):
    ValueError: swaps is 3: expected a whole number from 0 to 2 (swaps 1: ...)
    """
    return check_number(TABLE, "a sparring partner has no trait", name, value)


def notebook(traits: Mapping[str, int]) -> tuple[int, ...]:
    """The notebook of a partner when a game begins. Traits that are not given are as usual."""
    pages = [0] * MEMORY
    for name, value in ({name: found.usual for name, found in TABLE.items()} | dict(traits)).items():
        checked = check(name, value)
        pages[TABLE[name].slot] = checked
    return tuple(pages)
