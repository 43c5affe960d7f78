"""What every player amounts to, and the chance to win that follows from it.

A player's *power* is a sum of dollars: the cash, what the deeds are worth, and the strength of complete groups, as far
as there is money to build on them. A chance to win is the share of one's squared power in the sum over all players.
Both were fitted to games that were played to the end (`docs/decisions/0022-a-trader-that-is-no-fool.md`). So a deal is
judged by what both sides can do next with what they hold then, and a partner's gain is my loss by itself: there is only
one win to be shared.

Chances are whole numbers, in millionths. The cash of others is what a person could know (`known_cash`).
"""

from passgo.bots.habits import built_groups
from passgo.bots.policy import Notes
from passgo.bots.trader.landing_odds import LANDINGS
from passgo.bots.trader.parameters import (
    ALL_POWER,
    ASSUMED_CASH,
    GAIN_MINE,
    GAIN_THEIRS,
    HELD,
    KEEPS_BOOKS,
    NEED_OF,
    NEEDED,
    PLEDGE_OF,
    PLENTY,
    POOR,
    POWER,
    SHIFT_MINE,
    SHIFT_THEIRS,
    SPARE,
    STRENGTH,
    STRENGTH_OF,
    VISITS,
    WORTH,
    WORTH_OF,
    WORTHS,
)
from passgo.bots.trader.values import HOUSES_FIRST
from passgo.machine.bits import quotient
from passgo.machine.decorators import apart, part
from passgo.rules.deeds import interest, mortgage_value
from passgo.rules.sets import count_of, has, lowest, without_lowest
from passgo.rules.state import Edition, State
from passgo.rules.turns import playing

CERTAIN = 1_000_000
"""The chance of a player who has won."""

LEAST_POWER, MOST_POWER = 50, 1_000_000
"""The power of a player who has nothing, and the most that counts: its square in millionths fits into 64 bits."""


@part
def known_cash(g: State, e: Edition, notes: Notes, player: int, other: int) -> int:
    """The cash of another player, as this one knows it: by the ledger of public payments, or by a guess."""
    if other == player or e.table_cash_private == 0:
        return g.cash[other]
    return g.ledger[other] if notes[KEEPS_BOOKS] == 1 and g.uncounted == 0 else int(notes[ASSUMED_CASH])


@part
def power(notes: Notes, cash: int, worth: int, strength: int, need: int, pledge: int) -> int:
    """The power of a player who needs so much money to build three houses on all lots of complete groups.

    Half of what single deeds could be mortgaged for can be built with, too.
    """
    plenty = int(notes[PLENTY]) + need
    total = min(cash, plenty) + max(0, cash - plenty) * int(notes[SPARE]) // 100 + worth
    if need > 0:
        poor, budget = int(notes[POOR]), cash + pledge // 2
        strength = strength * (poor + quotient((100 - poor) * max(0, min(budget, need)), need)) // 100
    return min(max(total + strength, LEAST_POWER), MOST_POWER)


@part
def power_of(notes: Notes, player: int, cash: int) -> int:
    """The power of a player with this much cash, by the notes."""
    worth, strength = int(notes[WORTH_OF + player]), int(notes[STRENGTH_OF + player])
    return power(notes, cash, worth, strength, int(notes[NEED_OF + player]), int(notes[PLEDGE_OF + player]))


@apart
def lift_cost(e: Edition, deeds: int) -> int:
    """What it costs to lift the mortgages of these deeds."""
    total = 0
    while deeds != 0:
        d = lowest(deeds)
        deeds = without_lowest(deeds)
        total += mortgage_value(e, d) + interest(e, d)
    return total


@part
def pledge_of(e: Edition, deeds: int) -> int:
    """The cash for which these deeds of one group can be mortgaged, about."""
    return count_of(deeds) * mortgage_value(e, lowest(deeds)) if deeds != 0 else 0


@apart
def add_built(g: State, e: Edition, notes: Notes, player: int, group: int) -> None:
    """Add what a group with buildings earns now, what three houses would add, and what these cost."""
    earned, could_earn, cost_left, sold = 0, 0, 0, 0
    lots = int(e.group_set[group])
    while lots != 0:
        d = lowest(lots)
        lots = without_lowest(lots)
        rents, level = e.square_of[d] * 6, g.level[d]
        landings = int(LANDINGS[e.square_of[d]])
        earned += landings * e.rent[rents + level]
        could_earn += landings * e.rent[rents + max(level, HOUSES_FIRST)]
        cost_left += max(0, HOUSES_FIRST - level) * e.house_cost[d]
        sold += level * e.house_cost[d] // 2
    visits = int(notes[VISITS])
    notes[WORTH_OF + player] += earned * visits // 10_000 + sold
    notes[STRENGTH_OF + player] += max(0, (could_earn - earned) * visits // 10_000 - cost_left // 2)
    notes[NEED_OF + player] += cost_left


@apart
def add_holdings(g: State, e: Edition, notes: Notes, player: int, built: int) -> None:
    """Note what a player's deeds are worth, how strong the complete groups are, and what their houses cost."""
    notes[WORTH_OF + player] = -lift_cost(e, int(notes[HELD + player]) & g.mortgaged)
    notes[STRENGTH_OF + player], notes[NEED_OF + player], notes[PLEDGE_OF + player] = 0, 0, 0
    left = int(notes[HELD + player])
    while left != 0:
        group = e.group[lowest(left)]
        members = int(e.group_set[group])
        held = count_of(left & members)
        notes[WORTH_OF + player] += notes[WORTH + group * WORTHS + held]
        if held < e.group_size[group]:
            notes[PLEDGE_OF + player] += pledge_of(e, left & members & ~g.mortgaged)
            left &= ~members
            continue
        left &= ~members
        if has(built, group):
            add_built(g, e, notes, player, group)
        else:
            notes[STRENGTH_OF + player] += notes[STRENGTH + group]
            notes[NEED_OF + player] += notes[NEEDED + group]


@apart
def learn_powers(g: State, e: Edition, player: int, notes: Notes) -> None:
    """Note the power of every player, and the sum of all squares."""
    built = built_groups(g, e)
    total = 0
    left = playing(g)
    while left != 0:
        p = lowest(left)
        left = without_lowest(left)
        add_holdings(g, e, notes, p, built)
        notes[POWER + p] = power_of(notes, p, known_cash(g, e, notes, player, p))
        total += int(notes[POWER + p]) * int(notes[POWER + p])
    notes[ALL_POWER] = total


@apart
def note_debt(g: State, e: Edition, notes: Notes, player: int, debtor: int, creditor: int, owed: int) -> None:
    """Take a debt for paid in the powers of both."""
    for p in (debtor, creditor):
        paid = owed if p == creditor else -owed
        before = int(notes[POWER + p])
        notes[POWER + p] = power_of(notes, p, known_cash(g, e, notes, player, p) + paid)
        notes[ALL_POWER] += int(notes[POWER + p]) * int(notes[POWER + p]) - before * before


@apart
def note_shift(g: State, e: Edition, notes: Notes, player: int, takes: int, gives: int, at: int) -> None:
    """Note by how much worth, strength, need and pledge of a player change, who takes and gives these deeds."""
    worth, strength, need, pledge = 0, 0, 0, 0
    left = takes | gives
    while left != 0:
        group = e.group[lowest(left)]
        members, size = int(e.group_set[group]), e.group_size[group]
        left &= ~members
        held = int(notes[HELD + player]) & members
        holds = (held | (takes & members)) & ~(gives & members)
        before, after = count_of(held), count_of(holds)
        worths = WORTH + group * WORTHS
        worth += int(notes[worths + after]) - int(notes[worths + before])
        whole = (1 if after == size else 0) - (1 if before == size else 0)
        strength += whole * int(notes[STRENGTH + group])
        need += whole * int(notes[NEEDED + group])
        pledge += pledge_of(e, holds & ~g.mortgaged) if after < size else 0
        pledge -= pledge_of(e, held & ~g.mortgaged) if before < size else 0
    pledged = (takes | gives) & g.mortgaged
    if pledged != 0:
        worth += lift_cost(e, gives & pledged) - lift_cost(e, takes & pledged)
    notes[at], notes[at + 1], notes[at + 2], notes[at + 3] = worth, strength, need, pledge


@part
def shifted(notes: Notes, player: int, cash: int, at: int) -> int:
    """The power of a player with this much cash after the noted shift."""
    worth = int(notes[WORTH_OF + player]) + int(notes[at])
    strength = int(notes[STRENGTH_OF + player]) + int(notes[at + 1])
    need, pledge = (
        int(notes[NEED_OF + player]) + int(notes[at + 2]),
        int(notes[PLEDGE_OF + player]) + int(notes[at + 3]),
    )
    return power(notes, cash, worth, strength, need, pledge)


@apart
def note_gains(notes: Notes, player: int, partner: int, cash: int, partners_cash: int) -> None:
    """Note by how much the chances of both change, with this much cash after the noted shifts."""
    mine, theirs, total = int(notes[POWER + player]), int(notes[POWER + partner]), int(notes[ALL_POWER])
    my_new, their_new = shifted(notes, player, cash, SHIFT_MINE), shifted(notes, partner, partners_cash, SHIFT_THEIRS)
    after = total - mine * mine - theirs * theirs + my_new * my_new + their_new * their_new
    notes[GAIN_MINE] = quotient(CERTAIN * my_new * my_new, after) - quotient(CERTAIN * mine * mine, total)
    notes[GAIN_THEIRS] = quotient(CERTAIN * their_new * their_new, after) - quotient(CERTAIN * theirs * theirs, total)
