"""The groups that a deal completes or breaks, and the least for which deeds are sold.

The fitted worth of a deed (`values`) is what it adds to a chance on average. A deed that somebody else asks for is
worth more: it is what others need, and what one gets the rest of a group for. So nothing is sold for what it is worth,
but for some times its printed price, and deeds that are given for it count at their printed price only.
"""

from passgo.bots.holdings import completed_group, printed_prices
from passgo.bots.policy import Notes
from passgo.bots.trader.exchanges import freshness
from passgo.bots.trader.parameters import SALE
from passgo.machine.decorators import part
from passgo.rules import codes
from passgo.rules.deeds import held_by
from passgo.rules.sets import lowest
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
def counted(g: State, e: Edition, notes: Notes, player: int, takes: int) -> int:
    """What a player counts deeds at: their printed prices, but what completes a street group as they would sell all."""
    holds = held_by(g, player) | takes
    total = 0
    while takes != 0:
        d = lowest(takes)
        members = int(e.group_set[e.group[d]])
        whole = e.kind[d] == codes.STREET and members & ~holds == 0
        prices = printed_prices(g, e, members if whole else takes & members)
        total += prices * int(notes[SALE]) // 100 if whole else prices
        takes &= ~members
    return total


@part
def least_sale(g: State, e: Edition, notes: Notes, player: int, partner: int, takes: int, gives: int) -> int:
    """What a player must be paid at least for giving some deeds and taking others.

    Like a dealer they ask some times the printed price, and count what they get at less. There is no limit if both
    complete a group, if nothing is given, and in a very long game.
    """
    if gives == 0 or freshness(g) < 100:
        return NO_LIMIT
    if completes(g, e, player, takes) and completes(g, e, partner, gives):
        return NO_LIMIT
    return printed_prices(g, e, gives) * int(notes[SALE]) // 100 - counted(g, e, notes, player, takes)


@part
def completes(g: State, e: Edition, player: int, takes: int) -> bool:
    """Does a player complete a street group by these deeds?"""
    return takes != 0 and completed_by(g, e, player, takes) != codes.NOBODY


@part
def breaks(g: State, e: Edition, player: int, gives: int) -> bool:
    """Does a player break a street group by giving these deeds?"""
    return gives != 0 and broken_by(g, e, player, gives) != codes.NOBODY
