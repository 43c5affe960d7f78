"""The groups that a deal completes or breaks, and the least for which deeds are sold.

The fitted worth of a deed (`values`) is what it adds to a chance on average. A deed that somebody else asks for is
worth more: it is what others need, and what one gets the rest of a group for. So nothing is sold for what it is worth,
but for some times its printed price.
"""

from passgo.bots.holdings import completed_group, lent_on
from passgo.bots.policy import Notes
from passgo.bots.trader.exchanges import freshness
from passgo.bots.trader.parameters import SALE
from passgo.machine.decorators import apart, part
from passgo.rules import codes
from passgo.rules.deeds import held_by
from passgo.rules.sets import count_of, lowest, without_lowest
from passgo.rules.state import Edition, State

NO_LIMIT = -codes.MOST_CASH
"""The least price of what may be given for nothing."""


@part
def completed_by(g: State, e: Edition, player: int, takes: int) -> int:
    """A street group that a player completes by taking these deeds; NOBODY, if there is none."""
    held = held_by(g, player)
    return completed_group(e, held, held | takes)


@part
def broken_by(g: State, e: Edition, player: int, gives: int) -> int:
    """A street group that a player breaks by giving these deeds; NOBODY, if there is none."""
    held = held_by(g, player)
    return completed_group(e, held & ~gives, held)


@part
def listed(g: State, e: Edition, deeds: int) -> int:
    """The sum of the printed prices of these deeds, less their mortgages; railroads and utilities count a half."""
    total = 0
    while deeds != 0:
        d = lowest(deeds)
        deeds = without_lowest(deeds)
        price = e.price[d] - lent_on(g, e, d)
        total += price if e.kind[d] == codes.STREET else price >> 1
    return total


@apart
def least_sale(g: State, e: Edition, notes: Notes, player: int, takes: int, gives: int) -> int:
    """What a player must be paid at least for deeds that are listed higher, or are more, than those they get for them.

    There is no limit if they complete a group, and in a very long game.
    """
    given, more = listed(g, e, gives), count_of(gives) - count_of(takes)
    surplus = given - listed(g, e, takes)
    if more > 0:
        surplus = max(surplus, given * more // count_of(gives))
    if surplus <= 0 or freshness(g) < 100 or completes(g, e, player, takes):
        return NO_LIMIT
    return surplus * int(notes[SALE]) // 100


@part
def completes(g: State, e: Edition, player: int, takes: int) -> bool:
    """Does a player complete a street group by these deeds?"""
    return takes != 0 and completed_by(g, e, player, takes) != codes.NOBODY


@part
def breaks(g: State, e: Edition, player: int, gives: int) -> bool:
    """Does a player break a street group by giving these deeds?"""
    return gives != 0 and broken_by(g, e, player, gives) != codes.NOBODY
