"""What deeds are worth to a player, in dollars.

A street is worth its printed price and a share of the strength of its group. The strength is the rent that three houses
on each lot earn from all opponents within the horizon, less half the price of the houses (the Bank buys them back for
half). Railroads and utilities are worth the rent that they earn and the cash for which they can be mortgaged.
"""

from passgo.bots.policy import Notes
from passgo.bots.trader.landing_odds import LANDINGS
from passgo.bots.trader.parameters import (
    COMPLETE,
    FAR,
    GIVABLE,
    HELD,
    HORIZON,
    NEAR,
    POOR,
    RAILROADS,
    RIVALRY,
    SEARCH_AGAIN,
    STRENGTH,
    STRENGTHS_FOR,
    UTILITIES,
    WANTED,
)
from passgo.machine.decorators import part
from passgo.rules import codes
from passgo.rules.deeds import held_by, mortgage_value
from passgo.rules.sets import count_of, has, lowest
from passgo.rules.state import Edition, State
from passgo.rules.turns import playing

HOUSES_FIRST = 3
"""Rents rise most with the third house."""

MEAN_THROW = 7


@part
def rounds_left(g: State, e: Edition, notes: Notes) -> int:
    """The number of rounds in which a deed will earn."""
    horizon = int(notes[HORIZON])
    if e.short_game == 1 and e.short_rounds > 0:
        return max(1, min(horizon, e.short_rounds - g.round))
    return horizon


@part
def learn_strengths(g: State, e: Edition, notes: Notes) -> None:
    """Compute the strength of every group for the number of players who are left."""
    # Against a single opponent a group still decides the game, so at least two opponents are assumed.
    visits = max(2, int(notes[STRENGTHS_FOR]) - 1) * rounds_left(g, e, notes)
    for group in range(codes.GROUPS):
        notes[STRENGTH + group] = 0
    railroads = 0
    utilities = 0
    for d in range(codes.DEEDS):
        landings = int(LANDINGS[e.square_of[d]]) * visits
        if e.kind[d] == codes.STREET:
            earned = landings * e.rent[e.square_of[d] * 6 + HOUSES_FIRST] // 10_000
            notes[STRENGTH + e.group[d]] += max(0, earned - HOUSES_FIRST * e.house_cost[d] // 2)
        elif e.kind[d] == codes.RAILROAD:
            railroads += landings
            learn_earnings(e, notes, RAILROADS, d, railroads, 4)
        else:
            utilities += landings
            learn_earnings(e, notes, UTILITIES, d, utilities, 2)


@part
def learn_earnings(e: Edition, notes: Notes, at: int, deed: int, landings: int, most: int) -> None:
    """Note what one, two, ... railroads or utilities are worth; `landings` is the sum over the deeds seen so far."""
    for held in range(1, most + 1):
        rent = e.railroad_rent[held - 1] if most == 4 else MEAN_THROW * e.utility_factor[held - 1]
        notes[at + held - 1] = held * (mortgage_value(e, deed) + landings * rent // (10_000 * most))


@part
def look_round(g: State, e: Edition, player: int, notes: Notes) -> None:
    """Note who holds which deeds. If that has changed, a new search for a deal is worth while."""
    changed = 0
    for p in range(g.players):
        changed |= notes[HELD + p] ^ held_by(g, p)
    if changed == 0:
        return
    for p in range(g.players):
        notes[HELD + p] = held_by(g, p)
    notes[SEARCH_AGAIN] = 1
    left = count_of(playing(g))
    if notes[STRENGTHS_FOR] != left or e.short_game == 1:
        notes[STRENGTHS_FOR] = left
        learn_strengths(g, e, notes)
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
    for group in range(codes.GROUPS):
        members = e.group_set[group]
        mine = notes[HELD + player] & members
        if mine == 0:
            continue
        if mine != members:
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
    if held == 0:
        return 0
    first = lowest(e.group_set[group])
    if e.kind[first] != codes.STREET:
        return int(notes[(RAILROADS if e.kind[first] == codes.RAILROAD else UTILITIES) + held - 1])
    missing = e.group_size[group] - held
    share = int(notes[NEAR if missing == 1 else FAR])
    if missing == 0:
        poor = int(notes[POOR])
        needed = max(1, HOUSES_FIRST * e.group_size[group] * e.house_cost[first])
        share = poor + (100 - poor) * max(0, min(cash, needed)) // needed
    return held * e.price[first] + int(notes[STRENGTH + group]) * share // 100


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
