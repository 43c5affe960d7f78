"""An exchange of what two players hold of some groups, and the cash that makes it good for both.

An *idea* is the plan of an exchange, packed into one number: the partner, the group of which I want the partner's
deeds, and the group of which I give mine (`NO_GROUP`: none). The number 0 is no idea.
"""

from passgo.bots.policy import Notes
from passgo.bots.trader.parameters import (
    FAIRNESS,
    GAIN_MINE,
    GAIN_THEIRS,
    MARGIN,
    OFFERED,
    OFFERED_NEXT,
    OFFERS_KEPT,
    PATIENCE,
    PLAYERS_LEFT,
)
from passgo.bots.trader.powers import note_gains
from passgo.machine.bits import quotient
from passgo.machine.decorators import apart, part
from passgo.rules import codes
from passgo.rules.state import State

POINT = 100
"""Millionths of a chance in a hundredth of a point."""

TIRED_FROM, TIRED_OUT = 60, 60
"""From the first number of rounds on, less must be gained by a deal; after the second number of further rounds, nothing
more. Otherwise some games would never end."""

STUCK_FROM = 30
"""The round from which on the rest of a group may be had for cash."""

ROUNDING, ROUND_COST, MOST_COST = 300, 100, 15_000
"""What a deal may cost in millionths when nothing more has to be gained, more for each round after that, and at most.
Between two players one cannot gain both: without this, some would sit opposite each other for ever."""

LAST_TWO = 10
"""Between the last two players one's gain is the other's loss. Who offers me something gains by it, as they see it; so
by my own reckoning it must be so many times better than otherwise."""

NEAR_ENOUGH = 16
"""The cash of an exchange is found to so many dollars."""

NO_PRICE = codes.MOST_CASH + 1
"""No price will do."""

TRIES = 3
"""How often the same exchange is offered, each time for more, before it rests for some rounds."""

NO_GROUP = -1
GROUP_ROOM = 16
"""Room for a group in an idea; it is more than there are groups."""


@part
def pack_idea(partner: int, wanted: int, given: int) -> int:
    """The number of an idea."""
    return 1 + partner + codes.PLAYERS * (wanted - NO_GROUP + GROUP_ROOM * (given - NO_GROUP))


@part
def unpack_partner(idea: int) -> int:
    """The partner of an idea."""
    return (idea - 1) % codes.PLAYERS


@part
def unpack_wanted(idea: int) -> int:
    """The group of which the partner gives deeds, or NO_GROUP."""
    return (idea - 1) // codes.PLAYERS % GROUP_ROOM + NO_GROUP


@part
def unpack_given(idea: int) -> int:
    """The group of which I give deeds, or NO_GROUP."""
    return (idea - 1) // (codes.PLAYERS * GROUP_ROOM) + NO_GROUP


@part
def times_offered(g: State, notes: Notes, idea: int) -> int:
    """How often I have offered this within the last rounds."""
    for k in range(OFFERS_KEPT):
        kept = int(notes[OFFERED + k])
        if kept >> 40 == idea:
            return (kept >> 32) & 0xFF if g.round - (kept & 0xFFFFFFFF) < notes[PATIENCE] else 0
    return 0


@apart
def remember_offer(g: State, notes: Notes, idea: int) -> None:
    """Note the offer, in its own place or in that of the oldest."""
    times = times_offered(g, notes, idea) + 1
    at = int(notes[OFFERED_NEXT])
    for k in range(OFFERS_KEPT):
        if int(notes[OFFERED + k]) >> 40 == idea:
            at = k
    if at == notes[OFFERED_NEXT]:
        notes[OFFERED_NEXT] = (at + 1) % OFFERS_KEPT
    notes[OFFERED + at] = (idea << 40) | (times << 32) | g.round


@part
def freshness(g: State) -> int:
    """How much has still to be gained by deals, in percent: less and less in a very long game."""
    return 100 * max(0, min(TIRED_OUT, TIRED_OUT - g.round + TIRED_FROM)) // TIRED_OUT


@part
def is_stuck(g: State) -> bool:
    """Has the game gone on for so long that the rest of a group may be had for cash?"""
    return g.round >= STUCK_FROM


@part
def least_gain(g: State, notes: Notes, share: int, others: int) -> int:
    """What a deal must add to a chance, in millionths: a share, in percent, of what the other side gains, and more."""
    margin = POINT * int(notes[MARGIN]) + quotient(share * max(0, others), 100)
    if g.round <= TIRED_FROM:
        return margin - ROUNDING
    waited = max(0, g.round - TIRED_FROM - TIRED_OUT)
    return margin * freshness(g) // 100 - min(MOST_COST, ROUNDING + ROUND_COST * waited)


@part
def gains_enough(g: State, notes: Notes) -> bool:
    """Do I gain enough by the noted gains to propose it? Whatever the other side gains, I have looked for it."""
    return int(notes[GAIN_MINE]) >= least_gain(g, notes, 0, 0)


@part
def is_good_for_me(g: State, notes: Notes, share: int) -> bool:
    """Do I gain enough by the noted gains, if that is a share, in percent, of what they gain?"""
    return int(notes[GAIN_MINE]) >= least_gain(g, notes, share, int(notes[GAIN_THEIRS]))


@part
def is_good_for_them(g: State, notes: Notes, share: int) -> bool:
    """Would a partner who thinks as I do gain enough?"""
    return int(notes[GAIN_THEIRS]) >= least_gain(g, notes, share, int(notes[GAIN_MINE]))


@part
def is_suspicious(g: State, notes: Notes) -> bool:
    """Between the last two: is an offer not so good that I need not wonder why it was made?"""
    if notes[PLAYERS_LEFT] > 2 or freshness(g) == 0:
        return False
    return int(notes[GAIN_MINE]) < LAST_TWO * POINT * int(notes[MARGIN])


@part
def surplus(g: State, notes: Notes) -> int:
    """By how much the partner gains more than they must, by the noted gains; below zero: too little."""
    return int(notes[GAIN_THEIRS]) - least_gain(g, notes, int(notes[FAIRNESS]), int(notes[GAIN_MINE]))


@part
def least_price(g: State, notes: Notes, cash: int, partners_cash: int, low: int, high: int, best: int) -> int:
    """The least that I must pay for the partner to gain enough, about, by the noted exchange; gains are noted.

    Below zero the partner pays. `NO_PRICE`, if not even `high` will do, or if I would not gain enough then, or no more
    than `best`: the more I pay, the less I gain. It is looked for where the line between both ends is zero; an end that
    stays pulls half as much each time.
    """
    note_gains(notes, cash - low, partners_cash + low)
    below = surplus(g, notes)
    if below >= 0 or int(notes[GAIN_MINE]) <= best or not gains_enough(g, notes):
        return low if below >= 0 else NO_PRICE
    note_gains(notes, cash - high, partners_cash + high)
    above, noted = surplus(g, notes), high
    if above < 0:
        return NO_PRICE
    rose = fell = False
    while high - low > NEAR_ENOUGH:
        noted = min(max(low + quotient((high - low) * -below, above - below), low + 1), high - 1)
        note_gains(notes, cash - noted, partners_cash + noted)
        found = surplus(g, notes)
        if found >= 0:
            high, above = noted, found
            below, rose, fell = -1 + (below // 2 if rose else below), True, False
        elif int(notes[GAIN_MINE]) <= best or not gains_enough(g, notes):
            return NO_PRICE
        else:
            low, below = noted, found
            above, rose, fell = above // 2 if fell else above, False, True
    if noted != high:
        note_gains(notes, cash - high, partners_cash + high)
    return high


@apart
def raised_price(g: State, notes: Notes, cash: int, partners_cash: int, price: int, most: int, times: int) -> int:
    """The price of an exchange that was refused so often at lower ones: a part of the way to the most I would pay.

    That is where the line between my gain at the price, which is noted, and at `most` is what I must gain.
    """
    least = least_gain(g, notes, 0, 0)
    more = int(notes[GAIN_MINE]) - least
    note_gains(notes, cash - most, partners_cash + most)
    missing = least - int(notes[GAIN_MINE])
    way = (most - price) * times // TRIES
    if missing > 0:
        way = quotient(way * max(0, more), max(0, more) + missing)
    note_gains(notes, cash - price - way, partners_cash + price + way)
    return price + way
