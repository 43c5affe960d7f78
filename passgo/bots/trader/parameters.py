"""The numbers by which `trader` plays: the one table of them, and where everything stands in its notebook.

Compiled code knows of a parameter only its place in the notebook; the value is put there by whoever opens the notebook
(`notebook`). So other numbers need no other code: `trader`, its levels for people and every candidate of the tuner
are the same policy with other notebooks. A notebook of zeros is no notebook of a trader.

To add a parameter, add a line to the table and read `notes[ITS_NAME]` where it matters. Files that do not
name it (`trader.toml`, `levels.toml`) mean its hand-chosen value.
"""

from collections.abc import Mapping
from typing import NamedTuple

from passgo.bots.policy import MEMORY

# What the bot remembers.
COMPLETE = 3  # the street groups I hold completely
STRENGTHS_FOR = 4  # for how many players the strengths were computed
SEARCHED_TURN = 5  # the last turn in which I looked for a deal
SEARCHED_ROUND = 6
SEARCH_AGAIN = 7  # 1: the last search found something, so there may be more
OFFERED = 8  # the last offers, as a ring of six
OFFERS_KEPT = 6
OFFERED_NEXT = 14
SETTLED_TURN = 15  # the last turn in which I offered a settlement
HELD = 16  # the deeds that each player held when I last looked round
STRENGTH = 24  # what each group is worth once complete, beyond its printed prices; of railroads and utilities nothing
RAILROADS = 34  # what one to four railroads are worth
UTILITIES = 38  # what one or two utilities are worth
MOOD, MOOD_TURN = 40, 41  # what decides this turn's mistakes, and the turn it was drawn for
WANTED, GIVABLE = 42, 43  # groups worth asking for; groups of which I could give what I hold
RESERVE_FOR, RESERVE_KEPT = 44, 45  # the turn and the square the reserve was reckoned for, and the reserve
BUILD_TURN, BUILD_STANDS = 61, 62  # when I last asked for a building, and with what cash and stock
PARAMETERS = 64  # from here on, the parameters

NEVER = -1
OPENING = {HELD: NEVER, SEARCHED_TURN: NEVER, SETTLED_TURN: NEVER, MOOD_TURN: NEVER, RESERVE_FOR: NEVER}
"""What a trader remembers when a game begins."""

TIRED_FROM, TIRED_OUT = 60, 150
"""From this round on rivalry fades, and after so many more it is gone: a game must end some day."""


class Parameter(NamedTuple):
    """A number that `trader` plays by: a whole number from `low` to `high`."""

    name: str
    slot: int
    by_hand: int
    low: int
    high: int
    meaning: str
    log: bool
    """Is twice as much as big a step as half as much? Then the tuner walks by factors."""
    tuned: bool
    """Mistakes are not tuned: the best player makes none."""


TABLE: dict[str, Parameter] = {}
"""All parameters by name, in the order of the notebook."""


def parameter(
    name: str, by_hand: int, low: int, high: int, meaning: str, *, log: bool = False, tuned: bool = True
) -> int:
    """Enter a parameter into the table; its place in the notebook."""
    slot = PARAMETERS + len(TABLE)
    if slot >= MEMORY:
        raise ValueError(f"no room for {name!r} in a notebook of {MEMORY} numbers: MEMORY in bots/policy.py says so")
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
ASSUMED_CASH = parameter("assumed_cash", 400, 50, 3000, "what others are thought to hold; it is their secret", log=True)
PLENTY = parameter("plenty", 1500, 200, 6000, "cash beyond this is worth less to its owner", log=True)
SPARE = parameter("spare", 50, 0, 100, "percent that such cash is worth")
PATIENCE = parameter("patience", 8, 1, 40, "rounds until the same is offered, or nothing new searched, again", log=True)
RESERVE = parameter("reserve", 40, 1, 500, "dollars kept in any case", log=True)
EXPECTED = parameter("expected", 80, 0, 400, "percent of the expected rent of the next throw that is kept too")
WORST = parameter("worst", 10, 0, 100, "percent of the highest rent of the next throw that is kept too")
BUYING_RESERVE = parameter("buying_reserve", 30, 1, 400, "dollars kept when buying a deed", log=True)
STAY_IN_JAIL = parameter("stay_in_jail", 5, 0, 30, "buildings of others from which on Jail is the safer place")
FEW_HOUSES = parameter("few_houses", 6, 0, 16, "houses in the Bank below which four houses are better than a hotel")
LIFT_ABOVE = parameter("lift_above", 350, 10, 2000, "dollars beyond the reserve to lift a mortgage", log=True)
CARD_WORTH = parameter("card_worth", 40, 1, 200, "dollars that a jail card is worth", log=True)
SHORT_BID = parameter("short_bid", 100, 50, 1000, "percent of its price bid for a building in a shortage", log=True)
MOST_BID = parameter("most_bid", 150, 80, 300, "percent of its price bid for a deed that completes no group", log=True)
LAST_CHEAP_ROUND = parameter("last_cheap_round", 3, 0, 20, "until then a share of worth is taken for the smaller tax")
OVERLOOKS = parameter("overlooks", 0, 0, 90, "percent of deals, rents to claim and buildings overlooked", tuned=False)
MISJUDGES = parameter("misjudges", 0, 0, 60, "percent by which worth and danger may be judged wrongly", tuned=False)
# fmt: on


def by_hand() -> dict[str, int]:
    """The parameters as they were first chosen, with a few varied one at a time; a yardstick for the tuned ones."""
    return {name: parameter.by_hand for name, parameter in TABLE.items()}


def check(name: str, value: object) -> int:
    """A parameter's value, if it may have it.

    >>> check("patience", 0)
    Traceback (most recent call last):
    ValueError: patience is 0: expected a whole number from 1 to 40 (rounds until the same is offered, ...)
    """
    if name not in TABLE:
        raise ValueError(f"trader has no parameter {name!r}: expected one of {', '.join(TABLE)}")
    found = TABLE[name]
    if type(value) is not int or not found.low <= value <= found.high:
        expected = f"expected a whole number from {found.low} to {found.high} ({found.meaning})"
        raise ValueError(f"{name} is {value!r:.40}: {expected}")
    return value


def notebook(parameters: Mapping[str, int]) -> tuple[int, ...]:
    """A trader's notebook at the beginning of a game; parameters that are not given are as chosen by hand."""
    pages = [0] * MEMORY
    for slot, number in OPENING.items():
        pages[slot] = number
    for name, value in (by_hand() | dict(parameters)).items():
        checked = check(name, value)
        pages[TABLE[name].slot] = checked
    return tuple(pages)
