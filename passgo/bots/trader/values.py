"""What deeds are worth to a player, in dollars.

A street is worth its printed price and a share of the strength of its group. The strength is the rent that three houses
on each lot earn from all opponents within the horizon, less half the price of the houses (the Bank buys them back for
half). Railroads and utilities are worth the rent that they earn and the cash for which they can be mortgaged.
"""

from typing import Any

from passgo.bots.policy import Memory, Notes
from passgo.bots.trader.landing_odds import LANDINGS
from passgo.bots.trader.parameters import (
    COMPLETE,
    FAR,
    GIVABLE,
    HELD,
    HORIZON,
    NEAR,
    NEEDED,
    OWNERS,
    POOR,
    RIVALRY,
    SEARCH_AGAIN,
    STRENGTH,
    STRENGTHS_FOR,
    VISITS,
    WANTED,
    WORTH,
    WORTHS,
)
from passgo.machine.bits import eight_at
from passgo.machine.decorators import apart, part
from passgo.machine.records import plain
from passgo.rules import codes
from passgo.rules.deeds import held_by, mortgage_value
from passgo.rules.sets import count_of, has, lowest
from passgo.rules.state import Edition, State
from passgo.rules.turns import playing

HOUSES_FIRST = 3
"""Rents rise most with the third house."""

MEAN_THROW = 7

LAST_EIGHT = codes.DEEDS - 8
"""The place of the last eight deeds."""


@part
def rounds_left(g: State, e: Edition, notes: Notes) -> int:
    """The number of rounds in which a deed will earn."""
    horizon = int(notes[HORIZON])
    if e.short_game == 1 and e.short_rounds > 0:
        return max(1, min(horizon, e.short_rounds - g.round))
    return horizon


@part
def visits_to_come(g: State, e: Edition, left: int, notes: Notes) -> int:
    """How often all opponents together will go round the board, if so many players are left."""
    # Against a single opponent a group still decides the game, so at least two opponents are assumed.
    return max(2, left - 1) * rounds_left(g, e, notes)


@apart
def learn_strengths(e: Edition, notes: Notes, visits: int) -> None:
    """Compute the strength of every group, and what any number of its deeds is worth."""
    for group in range(codes.GROUPS):
        notes[STRENGTH + group] = 0
    railroads, last_railroad = 0, 0
    utilities, last_utility = 0, 0
    for d in range(codes.DEEDS):
        landings = int(LANDINGS[e.square_of[d]]) * visits
        if e.kind[d] == codes.STREET:
            earned = landings * e.rent[e.square_of[d] * 6 + HOUSES_FIRST] // 10_000
            notes[STRENGTH + e.group[d]] += max(0, earned - HOUSES_FIRST * e.house_cost[d] // 2)
        elif e.kind[d] == codes.RAILROAD:
            railroads += landings
            last_railroad = d
        else:
            utilities += landings
            last_utility = d
    for group in range(codes.GROUPS):
        kind = e.kind[lowest(e.group_set[group])]
        if kind == codes.STREET:
            learn_worths(e, notes, group)
        elif kind == codes.RAILROAD:
            learn_earnings(e, notes, group, last_railroad, railroads, 4)
        else:
            learn_earnings(e, notes, group, last_utility, utilities, 2)


def learn_opening(notes: Memory, record: Any, players: int) -> None:
    """Learn beforehand what every game of a run begins with: the strengths for all players."""
    e = plain(Edition, record.copy())
    if e.short_game == 0:  # there the number of rounds left changes them anyway
        notes[VISITS] = max(2, players - 1) * int(notes[HORIZON])
        learn_strengths(e, notes, int(notes[VISITS]))


@part
def learn_worths(e: Edition, notes: Notes, group: int) -> None:
    """Note what some deeds of a street group are worth; of a complete one only the prices, for it depends on cash."""
    first, size = lowest(e.group_set[group]), e.group_size[group]
    notes[NEEDED + group] = max(1, HOUSES_FIRST * size * e.house_cost[first])
    for held in range(1, size + 1):
        share = 0 if held == size else int(notes[NEAR if held == size - 1 else FAR])
        worth = held * e.price[first] + int(notes[STRENGTH + group]) * share // 100
        notes[WORTH + group * WORTHS + held] = worth


@part
def learn_earnings(e: Edition, notes: Notes, group: int, deed: int, landings: int, most: int) -> None:
    """Note what one, two, ... railroads or utilities are worth; `landings` is the sum over all of them."""
    for held in range(1, most + 1):
        rent = e.railroad_rent[held - 1] if most == 4 else MEAN_THROW * e.utility_factor[held - 1]
        worth = held * (mortgage_value(e, deed) + landings * rent // (10_000 * most))
        notes[WORTH + group * WORTHS + held] = worth


@part
def look_round(g: State, e: Edition, player: int, notes: Notes) -> None:
    """Note who holds which deeds. If that has changed, a new search for a deal is worth while."""
    changed = notes[OWNERS] ^ eight_at(g.owner, 0)
    changed |= notes[OWNERS + 1] ^ eight_at(g.owner, 8)
    changed |= notes[OWNERS + 2] ^ eight_at(g.owner, 16)
    changed |= notes[OWNERS + 3] ^ eight_at(g.owner, LAST_EIGHT)
    if changed != 0:
        look_at_all(g, e, player, notes)


@apart
def look_at_all(g: State, e: Edition, player: int, notes: Notes) -> None:
    """Note what every player holds, and what follows for my groups."""
    for k in range(3):
        notes[OWNERS + k] = eight_at(g.owner, 8 * k)
    notes[OWNERS + 3] = eight_at(g.owner, LAST_EIGHT)
    for p in range(g.players):
        notes[HELD + p] = held_by(g, p)
    notes[SEARCH_AGAIN] = 1
    left = count_of(playing(g))
    notes[STRENGTHS_FOR] = left
    visits = visits_to_come(g, e, left, notes)
    if notes[VISITS] != visits:
        notes[VISITS] = visits
        learn_strengths(e, notes, visits)
    sort_groups(g, e, player, notes)


@part
def sort_groups(g: State, e: Edition, player: int, notes: Notes) -> None:
    """Note the street groups that I hold, the groups of which I hold a part, and those that a deal could complete.

    A deal can complete a group only if the Bank holds none of its deeds.
    """
    unsold = held_by(g, codes.BANK)
    complete = 0
    givable = 0
    wanted = 0
    left = int(notes[HELD + player])
    while left != 0:
        group = e.group[lowest(left)]
        members = e.group_set[group]
        complete_group = members & ~left == 0
        left &= ~members
        if not complete_group:
            givable |= 1 << group
            if members & unsold == 0:
                wanted |= 1 << group
        elif e.kind[lowest(members)] == codes.STREET:
            complete |= 1 << group
    notes[WANTED] = wanted
    notes[GIVABLE] = givable
    notes[COMPLETE] = complete


@part
def held_of(e: Edition, notes: Notes, player: int, group: int) -> int:
    """How many deeds of the group the player holds, by the notes."""
    return count_of(notes[HELD + player] & e.group_set[group])


@part
def holding(e: Edition, notes: Notes, group: int, held: int, cash: int) -> int:
    """What `held` deeds of a group are worth to a player with this much cash."""
    worth = int(notes[WORTH + group * WORTHS + held])
    needed = int(notes[NEEDED + group])
    if held < e.group_size[group] or needed == 0:
        return worth
    poor = int(notes[POOR])
    share = poor + (100 - poor) * max(0, min(cash, needed)) // needed
    return worth + int(notes[STRENGTH + group]) * share // 100


@part
def completes_a_group(e: Edition, notes: Notes, player: int, deed: int) -> bool:
    """Would the deed complete a street group of the player?"""
    group = e.group[deed]
    return e.kind[deed] == codes.STREET and held_of(e, notes, player, group) == e.group_size[group] - 1


@part
def rivals_wait_for(g: State, e: Edition, notes: Notes, player: int, deed: int) -> int:
    """How many others lack only this deed to complete its group."""
    group = e.group[deed]
    count = 0
    for p in range(g.players):
        if p != player and held_of(e, notes, p, group) == e.group_size[group] - 1:
            count += 1
    return count


@part
def deed_value(g: State, e: Edition, player: int, notes: Notes, deed: int, cash: int) -> int:
    """What one more deed is worth to the player: what it adds, and the harm if a rival completed a group by it."""
    group = e.group[deed]
    held = held_of(e, notes, player, group)
    value = holding(e, notes, group, held + 1, cash) - holding(e, notes, group, held, cash)
    opponents = max(1, int(notes[STRENGTHS_FOR]) - 1)
    rivals = rivals_wait_for(g, e, notes, player, deed)
    value += rivals * int(notes[STRENGTH + group]) * int(notes[RIVALRY]) // (100 * opponents)
    return value - mortgage_value(e, deed) if has(g.mortgaged, deed) else value
