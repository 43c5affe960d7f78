"""What every player amounts to, and the chance to win that follows from it.

A player's *power* is a sum of dollars: the cash, what the deeds are worth, and the strength of complete groups, as far
as there is money to build on them. A chance to win is the share of one's squared power in the sum over all players.
Both were fitted to games that were played to the end (`docs/decisions/0022-a-trader-that-is-no-fool.md`). So a deal is
judged by what both sides can do next with what they hold then, and a partner's gain is my loss by itself: there is only
one win to be shared.

Chances are whole numbers, in millionths. The cash of others is what a person could know (`known_cash`).
"""

from passgo.bots.holdings import HOUSES_FIRST, built_groups
from passgo.bots.landing_odds import LANDINGS
from passgo.bots.policy import Notes
from passgo.bots.trader.parameters import (
    ALL_POWER,
    ASSUMED_CASH,
    CHANCE_MINE,
    CHANCE_THEIRS,
    GAIN_MINE,
    GAIN_THEIRS,
    HELD,
    KEEPS_BOOKS,
    LEVELS_THEN,
    MINE_AFTER,
    NEED_OF,
    NEEDED,
    PLEDGE_OF,
    PLEDGED_THEN,
    PLENTY,
    POOR,
    POWER,
    REST,
    SPARE,
    STALE,
    STRENGTH,
    STRENGTH_OF,
    THEIRS_AFTER,
    VISITS,
    WORTH,
    WORTH_OF,
    WORTHS,
)
from passgo.bots.trader.values import EVERYBODY, LAST_EIGHT
from passgo.machine.bits import eight_at, quotient
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
    plenty, total = int(notes[PLENTY]) + need, cash + worth
    if cash > plenty:
        total = plenty + quotient((cash - plenty) * int(notes[SPARE]), 100) + worth
    if need > 0:
        poor, budget = int(notes[POOR]), cash + pledge // 2
        share = poor + quotient((100 - poor) * max(0, min(budget, need)), need)
        strength = quotient(max(0, strength) * share, 100)
    return min(max(total + strength, LEAST_POWER), MOST_POWER)


@part
def power_of(notes: Notes, player: int, cash: int) -> int:
    """The power of a player with this much cash, by the notes."""
    worth, strength = int(notes[WORTH_OF + player]), int(notes[STRENGTH_OF + player])
    return power(notes, cash, worth, strength, int(notes[NEED_OF + player]), int(notes[PLEDGE_OF + player]))


@part
def power_after(notes: Notes, side: int, cash: int) -> int:
    """The power of one side of the noted exchange, with this much cash."""
    worth, strength = int(notes[side]), int(notes[side + 1])
    return power(notes, cash, worth, strength, int(notes[side + 2]), int(notes[side + 3]))


@part
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


@part
def add_holdings(g: State, e: Edition, notes: Notes, player: int, built: int) -> None:
    """Note what a player's deeds are worth, how strong the complete groups are, and what their houses cost."""
    left, with_buildings = int(notes[HELD + player]), 0
    worth, strength, need, pledge = -lift_cost(e, left & g.mortgaged), 0, 0, 0
    while left != 0:
        group = e.group[lowest(left)]
        held = left & e.group_set[group]
        left &= ~held
        worth += int(notes[WORTH + group * WORTHS + count_of(held)])
        if held != e.group_set[group]:
            pledge += pledge_of(e, held & ~g.mortgaged)
        elif has(built, group):
            with_buildings |= 1 << group
        else:
            strength += int(notes[STRENGTH + group])
            need += int(notes[NEEDED + group])
    notes[WORTH_OF + player], notes[STRENGTH_OF + player] = worth, strength
    notes[NEED_OF + player], notes[PLEDGE_OF + player] = need, pledge
    while with_buildings != 0:
        add_built(g, e, notes, player, lowest(with_buildings))
        with_buildings = without_lowest(with_buildings)


@part
def note_changes(g: State, notes: Notes) -> None:
    """Find out whose sums no longer hold, because mortgages or buildings have changed since they were reckoned."""
    changed = int(notes[PLEDGED_THEN]) ^ g.mortgaged
    if changed != 0:
        notes[PLEDGED_THEN] = g.mortgaged
        for p in range(g.players):
            notes[STALE] |= (1 << p) if notes[HELD + p] & changed != 0 else 0
    built = False
    for k in range(4):
        levels = eight_at(g.level, min(8 * k, LAST_EIGHT))
        built = built or notes[LEVELS_THEN + k] != levels
        notes[LEVELS_THEN + k] = levels
    if built:
        notes[STALE] = EVERYBODY


@apart
def know_holdings(g: State, e: Edition, notes: Notes) -> None:
    """Note what everybody's deeds amount to; reckoned anew is only what has changed."""
    note_changes(g, notes)
    stale = int(notes[STALE]) & playing(g)
    if stale != 0:
        built = built_groups(g, e)
        notes[STALE] &= ~stale
        while stale != 0:
            add_holdings(g, e, notes, lowest(stale), built)
            stale = without_lowest(stale)


@part
def learn_powers(g: State, e: Edition, player: int, notes: Notes) -> None:
    """Note the power of every player, and the sum of all squares."""
    know_holdings(g, e, notes)
    total = 0
    left = playing(g)
    while left != 0:
        p = lowest(left)
        left = without_lowest(left)
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


@part
def note_chances(notes: Notes, player: int, partner: int) -> None:
    """Note the chances of two who may deal, as they are, and the squared powers of all others."""
    mine, theirs, total = int(notes[POWER + player]), int(notes[POWER + partner]), int(notes[ALL_POWER])
    notes[CHANCE_MINE] = quotient(CERTAIN * mine * mine, total)
    notes[CHANCE_THEIRS] = quotient(CERTAIN * theirs * theirs, total)
    notes[REST] = total - mine * mine - theirs * theirs


@part
def note_side(g: State, e: Edition, notes: Notes, player: int, takes: int, gives: int, side: int) -> None:
    """Note the worth, strength, need and pledge of a player who takes and gives these deeds, as one side of a deal."""
    worth, strength = int(notes[WORTH_OF + player]), int(notes[STRENGTH_OF + player])
    need, pledge = int(notes[NEED_OF + player]), int(notes[PLEDGE_OF + player])
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
    notes[side], notes[side + 1], notes[side + 2], notes[side + 3] = worth, strength, need, pledge


@part
def note_gains(notes: Notes, cash: int, partners_cash: int) -> None:
    """Note by how much the chances of both sides change by the noted exchange, with this much cash after it."""
    mine, theirs = power_after(notes, MINE_AFTER, cash), power_after(notes, THEIRS_AFTER, partners_cash)
    total = int(notes[REST]) + mine * mine + theirs * theirs
    notes[GAIN_MINE] = quotient(CERTAIN * mine * mine, total) - int(notes[CHANCE_MINE])
    notes[GAIN_THEIRS] = quotient(CERTAIN * theirs * theirs, total) - int(notes[CHANCE_THEIRS])
