"""What a sparring partner pays and asks for deeds, in percent of printed prices, and whether a deal is good by it."""

from passgo.bots.holdings import completed_group, lent_on
from passgo.bots.policy import Notes
from passgo.bots.sparring.traits import (
    DEALS,
    PAYS,
    PAYS_TO_BLOCK,
    PAYS_TO_COMPLETE,
    PAYS_TO_EXTEND,
    RESERVE,
    SELLS,
    SELLS_LAST,
    SWAPS,
)
from passgo.machine.decorators import apart
from passgo.rules import codes
from passgo.rules.deals import debt_between
from passgo.rules.deeds import held_by, interest_on
from passgo.rules.sets import count_of, lowest, without_lowest
from passgo.rules.state import Edition, State

NEVER = 0
"""The percentage for which nothing is sold."""
AT_LIST = 100


@apart
def is_needed_by_another(g: State, e: Edition, player: int, deed: int) -> bool:
    """Does another player hold all other streets of the deed's group?"""
    others = e.group_set[e.group[deed]] & ~(1 << deed)
    if e.kind[deed] != codes.STREET:
        return False
    for p in range(g.players):
        if p != player and others & ~held_by(g, p) == 0:
            return True
    return False


@apart
def percent_paid(g: State, e: Edition, player: int, notes: Notes, deed: int, after: int) -> int:
    """The percentage that the player pays for a deed; `after` is the set of all they then hold."""
    members = e.group_set[e.group[deed]]
    percent = int(notes[PAYS])
    if after & members & ~(1 << deed) != 0:
        percent = max(percent, int(notes[PAYS_TO_EXTEND]))
    if members & ~after == 0 and e.kind[deed] == codes.STREET:
        percent = max(percent, int(notes[PAYS_TO_COMPLETE]))
    if percent < notes[PAYS_TO_BLOCK] and is_needed_by_another(g, e, player, deed):
        percent = int(notes[PAYS_TO_BLOCK])
    return percent


@apart
def percent_asked(g: State, e: Edition, player: int, notes: Notes, deed: int, partners: int, swaps: bool) -> int:
    """The percentage for which the player sells a deed to a partner who then holds these deeds; NEVER: not at all.

    `swaps`: the player completes a group by the deal. Then last deeds go, too, at their printed price at most.
    """
    members = e.group_set[e.group[deed]]
    street = e.kind[deed] == codes.STREET
    if street and members & ~held_by(g, player) == 0:
        return NEVER
    percent = int(notes[SELLS_LAST] if street and members & ~partners == 0 else notes[SELLS])
    if swaps and (percent == NEVER or percent > AT_LIST):
        return AT_LIST
    return percent


@apart
def printed_price(g: State, e: Edition, deed: int, percent: int) -> int:
    """So many percent of the printed price, less the mortgage if there is one; at least a dollar."""
    return max(1, e.price[deed] * percent // 100 - lent_on(g, e, deed))


@apart
def is_good(g: State, e: Edition, player: int, proposer: int, notes: Notes) -> bool:
    """Is an offer good by what the player pays and asks, and leaves the reserve?"""
    if notes[DEALS] == 0:
        return False
    takes, gives = g.offer_give_deeds[proposer], g.offer_take_deeds[proposer]
    mine = held_by(g, player)
    after, partners = mine & ~gives | takes, held_by(g, proposer) & ~takes | gives
    completes = completed_group(e, mine, after) != codes.NOBODY
    change = g.offer_give_cash[proposer] - g.offer_take_cash[proposer]
    cards = count_of(g.offer_give_cards[proposer]) - count_of(g.offer_take_cards[proposer])
    gain = change + cards * e.jail_fine - interest_on(g, e, takes)
    if g.offer_settles[proposer] == 1:
        gain -= g.matter_amount[debt_between(g, proposer, player)]
    left = takes
    while left != 0:
        d = lowest(left)
        left = without_lowest(left)
        gain += printed_price(g, e, d, percent_paid(g, e, player, notes, d, after))
    left = gives
    while left != 0:
        d = lowest(left)
        left = without_lowest(left)
        percent = percent_asked(g, e, player, notes, d, partners, completes and notes[SWAPS] != 0)
        if percent == NEVER:
            return False
        gain -= printed_price(g, e, d, percent)
    return gain >= 0 and (change >= 0 or g.cash[player] + change >= (0 if completes else notes[RESERVE]))
