"""The parameters of `trader`: the table of all numbers by which it plays, and the layout of its notebook.

Compiled code knows only the place of a parameter in the notebook. The function `notebook` puts the values there before
a game begins. So other values need no other code: `trader`, its levels for people and every candidate of the tuner are
the same policy with different notebooks. A trader cannot play with a notebook of zeros.

To add a parameter, add a line to the table and read `notes[ITS_NAME]` where the code needs it. A file that does not
name the parameter (`trader.toml`, `levels.toml`) uses its hand-chosen value.
"""

from collections.abc import Mapping
from typing import NamedTuple

from passgo.bots.policy import MEMORY
from passgo.bots.reasons import TELLS

# The places in the notebook, and what the bot remembers there.
COMPLETE = 3  # the street groups that I hold completely
STRENGTHS_FOR = 4  # the number of players for which the strengths were computed
SEARCHED_TURN = 5  # the last turn in which I searched for a deal
SEARCHED_ROUND = 6  # the round of that turn
SEARCH_AGAIN = 7  # 1: ownership has changed, or the last search found a deal, so there may be another
OFFERED = 8  # the last offers, six numbers that are overwritten in turn
OFFERS_KEPT = 6
OFFERED_NEXT = 14  # which of the six is overwritten next
SETTLED_TURN = 15  # the last turn in which I offered a settlement
HELD = 16  # the deeds that each player held when I last looked, as sets
STRENGTH = 24  # what each complete group is worth beyond its printed prices; 0 for railroads and utilities
OWNERS = 34  # who owned each deed when I last looked, eight deeds a number
MOOD, MOOD_TURN = 40, 41  # the number that decides the mistakes of a turn, and that turn
WANTED, GIVABLE = 42, 43  # groups that a deal could complete; groups of which I hold a part that I could give
RESERVE_FOR, RESERVE_KEPT = 44, 45  # the turn and square for which the reserve was computed; the reserve
BUILD_TURN, BUILD_STANDS = 46, 47  # when I last asked for a building; my cash and the stock of the Bank then
VISITS = 48  # the number of visits for which strengths and worths were computed
COUNTERED_TURN = 49  # the last turn in which I answered a person with a counter-offer
NEEDED = 50  # the price of three houses on each lot of each street group; 0 for railroads and utilities
WORTH = 60  # what so many deeds of each group are worth, `WORTH + group * WORTHS + held`; see `values.learn_worths`
WORTHS = 11  # a group has at most ten deeds
PARAMETERS = 176  # the parameters begin here

NEVER = -1
OPENING = {OWNERS: NEVER, SEARCHED_TURN: NEVER, SETTLED_TURN: NEVER, MOOD_TURN: NEVER, RESERVE_FOR: NEVER,
           COUNTERED_TURN: NEVER}  # fmt: skip
"""What a trader remembers when a game begins."""

TIRED_FROM, TIRED_OUT = 60, 150
"""From the first number of rounds on, rivalry becomes weaker; after the second number of further rounds it is gone.
Otherwise some games would never end."""


class Parameter(NamedTuple):
    """A number by which `trader` plays: a whole number from `low` to `high`."""

    name: str
    slot: int
    by_hand: int
    low: int
    high: int
    meaning: str
    log: bool
    """Does the tuner search on a logarithmic scale? There, doubling the value is as large a step as halving it."""
    tuned: bool
    """Does the tuner change this parameter? It does not change mistakes: the best player makes none."""


TABLE: dict[str, Parameter] = {}
"""All parameters by name, in the order of the notebook."""


def parameter(
    name: str, by_hand: int, low: int, high: int, meaning: str, *, log: bool = False, tuned: bool = True
) -> int:
    """Add a parameter to the table; returns its place in the notebook."""
    slot = PARAMETERS + len(TABLE)
    if slot >= TELLS:
        raise ValueError(f"no room for {name!r} in a notebook of {MEMORY} numbers (MEMORY in bots/policy.py)")
    TABLE[name] = Parameter(name, slot, by_hand, low, high, meaning, log, tuned)
    return slot


# fmt: off
HORIZON = parameter("horizon", 40, 5, 200, "rounds for which a deed is expected to earn", log=True)
NEAR = parameter("near", 25, 0, 100, "percent of a group's strength when one deed is missing")
FAR = parameter("far", 4, 0, 60, "percent of a group's strength when two deeds are missing")
POOR = parameter("poor", 20, 0, 100, "percent of a complete group's strength without any money to build")
RIVALRY = parameter("rivalry", 60, 0, 200, "percent of a partner's gain that counts as a loss, shared by all opponents")
MARGIN = parameter("margin", 40, 1, 400, "dollars that an offer must bring to either side", log=True)
LEAST_GAIN = parameter("least_gain", 15, 1, 300, "dollars for which an offer is accepted", log=True)
ASSUMED_CASH = parameter("assumed_cash", 400, 50, 3000, "dollars that others are assumed to hold", log=True)
PLENTY = parameter("plenty", 1500, 200, 6000, "dollars beyond which cash is worth less to its owner", log=True)
SPARE = parameter("spare", 50, 0, 100, "percent of its value that such cash is worth")
PATIENCE = parameter("patience", 8, 1, 40, "rounds until the same deal is offered or searched for again", log=True)
RESERVE = parameter("reserve", 40, 1, 500, "dollars kept in any case", log=True)
EXPECTED = parameter("expected", 80, 0, 400, "percent of the expected rent of the next throw that is kept too")
WORST = parameter("worst", 10, 0, 100, "percent of the highest rent of the next throw that is kept too")
BUYING_RESERVE = parameter("buying_reserve", 30, 1, 400, "dollars kept when buying a deed", log=True)
STAY_IN_JAIL = parameter("stay_in_jail", 5, 0, 30, "buildings of others that make Jail the safer place")
FEW_HOUSES = parameter("few_houses", 6, 0, 16, "houses in the Bank below which four houses are better than a hotel")
LIFT_ABOVE = parameter("lift_above", 350, 10, 2000, "dollars beyond the reserve to lift a mortgage", log=True)
CARD_WORTH = parameter("card_worth", 40, 1, 200, "dollars that a jail card is worth", log=True)
SHORT_BID = parameter("short_bid", 100, 50, 1000, "percent of its price bid for a building in a shortage", log=True)
MOST_BID = parameter("most_bid", 150, 80, 300, "percent of its price bid for a deed that completes no group", log=True)
LAST_CHEAP_ROUND = parameter("last_cheap_round", 3, 0, 20, "last round of paying income tax by worth")
OVERLOOKS = parameter("overlooks", 0, 0, 90, "percent of deals, rents to claim and buildings overlooked", tuned=False)
MISJUDGES = parameter("misjudges", 0, 0, 60, "percent by which values and dangers may be misjudged", tuned=False)
# fmt: on


def by_hand() -> dict[str, int]:
    """The parameters as they were first chosen by hand. Tuned parameters are compared with them."""
    return {name: parameter.by_hand for name, parameter in TABLE.items()}


def check(name: str, value: object) -> int:
    """The value of a parameter, if it is allowed; otherwise a `ValueError`.

    >>> check("patience", 0)
    Traceback (most recent call last):
    ValueError: patience is 0: expected a whole number from 1 to 40 (rounds until the same deal is offered ...)
    """
    if name not in TABLE:
        raise ValueError(f"trader has no parameter {name!r}: expected one of {', '.join(TABLE)}")
    found = TABLE[name]
    if type(value) is not int or not found.low <= value <= found.high:
        expected = f"expected a whole number from {found.low} to {found.high} ({found.meaning})"
        raise ValueError(f"{name} is {value!r:.40}: {expected}")
    return value


def notebook(parameters: Mapping[str, int]) -> tuple[int, ...]:
    """The notebook of a trader when a game begins. Parameters that are not given have their hand-chosen values."""
    pages = [0] * MEMORY
    for slot, number in OPENING.items():
        pages[slot] = number
    for name, value in (by_hand() | dict(parameters)).items():
        pages[TABLE[name].slot] = check(name, value)
    return tuple(pages)
