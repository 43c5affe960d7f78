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
from passgo.bots.tables import check_number

# The places in the notebook, and what the bot remembers there.
COMPLETE = 0  # the street groups that I hold completely
WANTED = 1  # the groups that a deal could complete
STALE = 2  # the players whose sums (`WORTH_OF` and so on) are to be reckoned anew, as a set
PLAYERS_LEFT, VISITS = 3, 4  # the players left, and the visits to come, for which strengths and worths were computed
SEARCHED_TURN, SEARCHED_ROUND = 5, 6  # the last turn in which I searched for a deal, and its round
SEARCH_AGAIN = 7  # 1: ownership has changed, or the last search found a deal, so there may be another
SETTLED_TURN, COUNTERED_TURN = 8, 9  # the last turns in which I offered a settlement, and made a counter-offer
MOOD, MOOD_TURN = 10, 11  # the number that decides the mistakes of a turn, and that turn
RESERVE_FOR, RESERVE_KEPT = 12, 13  # the turn and square for which the reserve was computed; the reserve
BUILD_TURN, BUILD_STANDS = 14, 15  # when I last asked for a building; my cash and the stock of the Bank then
OWNERS = 16  # who owned each deed when I last looked, eight deeds a number
PLEDGED_THEN = 20  # the deeds that were mortgaged when I last reckoned sums
REST = 21  # the squared powers of all but me and my partner
DEALT_ROUND, DEALT_LATELY, DEALT_BEFORE = 22, 23, 24  # the deeds of my deals: see `lately.py`
OFFERED_NEXT, OFFERED = 25, 26  # my last offers, and which of them is overwritten next
OFFERS_KEPT = 6
HELD = 32  # the deeds that each player held when I last looked, as sets
REFUSED = 40  # how often each player refused a bargain: an offer that is good for me and not for them
STRENGTH = 48  # what three houses on each lot of a complete group are worth; 0 for railroads and utilities
NEEDED = 58  # what these houses cost
WORTH = 68  # what so many deeds of each group are worth, `WORTH + group * WORTHS + held`; see `values.learn_worths`
WORTHS = 11  # a group has at most ten deeds
WORTH_OF, STRENGTH_OF, NEED_OF = 178, 186, 194  # the sums of these over what each player holds
PLEDGE_OF = 202  # the cash for which a player's single deeds could be mortgaged
POWER, ALL_POWER = 210, 218  # what each player amounts to, and the sum of the squares
MINE_AFTER, THEIRS_AFTER = 219, 223  # those four sums after an exchange, mine and the partner's
CHANCE_MINE, CHANCE_THEIRS = 227, 228  # the chances of both without it
GAIN_MINE, GAIN_THEIRS = 229, 230  # by how much they change
BEST_GAIN, BEST_PRICE = 231, 232  # my gain by the best deal that was found so far, and what I would pay for it
LEVELS_THEN = 233  # what stood on each lot when I last reckoned sums, eight lots a number
PARAMETERS = 237  # the parameters begin here

NEVER = -1
OPENING = {
    OWNERS: NEVER, SEARCHED_TURN: NEVER, SETTLED_TURN: NEVER, COUNTERED_TURN: NEVER, MOOD_TURN: NEVER,
    RESERVE_FOR: NEVER, STALE: NEVER,
}  # fmt: skip
"""What a trader remembers when a game begins."""


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
    """Does the tuner change this parameter? It does not change mistakes: the best player makes none. Nor does it change
    what keeps the trader from being robbed: the players of the pool do not rob, so it would be given up for nothing."""


TABLE: dict[str, Parameter] = {}
"""All parameters by name, in the order of the notebook."""


def parameter(
    name: str, by_hand: int, low: int, high: int, meaning: str, *, log: bool = False, tuned: bool = True
) -> int:
    """Add a parameter to the table; returns its place in the notebook."""
    slot = PARAMETERS + len(TABLE)
    if slot >= TELLS:
        raise ValueError(f"no room for {name!r} in a notebook with reasons at its end (MEMORY in bots/policy.py)")
    TABLE[name] = Parameter(name, slot, by_hand, low, high, meaning, log, tuned)
    return slot


# fmt: off
HORIZON = parameter("horizon", 14, 5, 200, "rounds for which a deed is expected to earn", log=True)
DEED = parameter("deed", 20, 5, 150, "percent of its printed price that a street is worth")
RAIL = parameter("rail", 35, 5, 150, "percent of its printed price that a railroad or utility is worth")
EARNED = parameter("earned", 67, 0, 150, "percent of the rents of railroads and utilities that count")
NEAR = parameter("near", 12, 0, 60, "percent of a group's strength when one deed is missing")
FAR = parameter("far", 5, 0, 40, "percent of a group's strength when two deeds are missing")
POOR = parameter("poor", 6, 0, 100, "percent of a complete group's strength without any money to build")
PLENTY = parameter("plenty", 240, 100, 6000, "dollars beyond those for houses; more is worth less", log=True)
SPARE = parameter("spare", 42, 0, 100, "percent of its value that such cash is worth")
MARGIN = parameter("margin", 80, 1, 600, "hundredths of a point that a deal must add to a chance to win", tuned=False)
FAIRNESS = parameter("fairness", 50, 0, 150, "percent of the partner's gain that it must add, too", tuned=False)
FORESEEN = parameter("foreseen", 100, 0, 150, "percent of it that a second look must find for me, too", tuned=False)
BARGAIN = parameter("bargain", 250, 20, 2000, "hundredths of a point that a bargain must bring", log=True)
SALE = parameter("sale", 200, 50, 1000, "percent of its printed price for which a deed is given at least", tuned=False)
RIVALRY = parameter("rivalry", 60, 0, 200, "percent of a rival's strength that a deed keeps from them counts as mine")
EAGER = parameter("eager", 80, 30, 150, "percent of its printed price that a deed must be worth to be bought")
ASSUMED_CASH = parameter("assumed_cash", 600, 50, 3000, "dollars that others are assumed to hold", log=True)
PATIENCE = parameter("patience", 10, 1, 40, "rounds until the same deal is offered or searched for again", log=True)
RESERVE = parameter("reserve", 40, 1, 500, "dollars kept in any case", log=True)
EXPECTED = parameter("expected", 80, 0, 400, "percent of the expected rent of the next throw that is kept too")
WORST = parameter("worst", 10, 0, 100, "percent of the highest rent of the next throw that is kept too")
BUYING_RESERVE = parameter("buying_reserve", 30, 1, 400, "dollars kept when buying a deed", log=True)
STAY_IN_JAIL = parameter("stay_in_jail", 5, 0, 30, "buildings of others that make Jail the safer place")
FEW_HOUSES = parameter("few_houses", 6, 0, 16, "houses in the Bank below which four houses are better than a hotel")
LIFT_ABOVE = parameter("lift_above", 200, 10, 2000, "dollars beyond the reserve to lift a mortgage", log=True)
CARD_WORTH = parameter("card_worth", 40, 1, 200, "dollars that a jail card is worth", log=True)
SHORT_BID = parameter("short_bid", 120, 100, 500, "percent of its price bid for a building in a shortage", log=True)
MOST_BID = parameter("most_bid", 150, 80, 300, "percent of its price bid for a deed that completes no group", log=True)
LAST_CHEAP_ROUND = parameter("last_cheap_round", 3, 0, 20, "last round of paying income tax by worth")
KEEPS_BOOKS = parameter("keeps_books", 1, 0, 1, "1: counts everybody's cash; 0: guesses it", tuned=False)
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
    return check_number(TABLE, "trader has no parameter", name, value)


def notebook(parameters: Mapping[str, int]) -> tuple[int, ...]:
    """The notebook of a trader when a game begins. Parameters that are not given have their hand-chosen values."""
    pages = [0] * MEMORY
    for slot, number in OPENING.items():
        pages[slot] = number
    for name, value in (by_hand() | dict(parameters)).items():
        pages[TABLE[name].slot] = check(name, value)
    return tuple(pages)
