"""What deeds are worth, in dollars, and who holds which.

A street is worth a share of its printed price and of the strength of its group. The strength is the rent that three
houses on each lot earn from all opponents within the horizon, less half the price of the houses (the Bank buys them
back for half). Railroads and utilities are worth the rent that they earn and the cash for which they can be mortgaged.
"""

from typing import Any

from passgo.bots.holdings import HOUSES_FIRST
from passgo.bots.landing_odds import LANDINGS
from passgo.bots.policy import Memory, Notes
from passgo.bots.trader.lately import note_dealt
from passgo.bots.trader.parameters import (
    COMPLETE,
    DEED,
    EARNED,
    FAR,
    HELD,
    HORIZON,
    NEAR,
    NEEDED,
    NEVER,
    OWNERS,
    PLAYERS_LEFT,
    RAIL,
    REFUSED,
    SEARCH_AGAIN,
    STALE,
    STRENGTH,
    VISITS,
    WANTED,
    WORTH,
    WORTHS,
)
from passgo.machine.bits import eight_at
from passgo.machine.decorators import apart, part
from passgo.machine.records import plain
from passgo.rules import codes
from passgo.rules.deeds import held_by
from passgo.rules.sets import count_of, lowest
from passgo.rules.state import Edition, State
from passgo.rules.turns import playing

MEAN_THROW = 7

EVERYBODY = (1 << codes.PLAYERS) - 1
"""All seats, as a set."""

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
    """Note what some deeds of a street group are worth. The strength of a complete one depends on cash."""
    first, size = lowest(e.group_set[group]), e.group_size[group]
    notes[NEEDED + group] = max(1, HOUSES_FIRST * size * e.house_cost[first])
    for held in range(1, size + 1):
        share = 0 if held == size else int(notes[NEAR if held == size - 1 else FAR])
        worth = held * e.price[first] * int(notes[DEED]) + int(notes[STRENGTH + group]) * share
        notes[WORTH + group * WORTHS + held] = worth // 100


@part
def learn_earnings(e: Edition, notes: Notes, group: int, deed: int, landings: int, most: int) -> None:
    """Note what one, two, ... railroads or utilities are worth; `landings` is the sum over all of them."""
    for held in range(1, most + 1):
        rent = e.railroad_rent[held - 1] if most == 4 else MEAN_THROW * e.utility_factor[held - 1]
        earned = landings * rent // (10_000 * most) * int(notes[EARNED])
        notes[WORTH + group * WORTHS + held] = held * (e.price[deed] * int(notes[RAIL]) + earned) // 100


@part
def look_round(g: State, e: Edition, player: int, notes: Notes) -> None:
    """Note who holds which deeds. If that has changed, a new search for a deal is worth while."""
    changed = notes[OWNERS] ^ eight_at(g.owner, 0)
    changed |= notes[OWNERS + 1] ^ eight_at(g.owner, 8)
    changed |= notes[OWNERS + 2] ^ eight_at(g.owner, 16)
    changed |= notes[OWNERS + 3] ^ eight_at(g.owner, LAST_EIGHT)
    if changed != 0:
        look_at_all(g, e, player, notes)


@part
def look_at_all(g: State, e: Edition, player: int, notes: Notes) -> None:
    """Note what every player holds, what I dealt, and what follows for my groups."""
    mine, known = int(notes[HELD + player]), notes[OWNERS] != NEVER
    for k in range(3):
        notes[OWNERS + k] = eight_at(g.owner, 8 * k)
    notes[OWNERS + 3] = eight_at(g.owner, LAST_EIGHT)
    now = held_by(g, player)
    for p in range(g.players):
        theirs = held_by(g, p)
        moved = (mine & theirs) | (int(notes[HELD + p]) & now)
        if known and p != player and moved != 0:
            note_dealt(g, notes, moved)
            notes[REFUSED + p] = 0
        if notes[HELD + p] != theirs:
            notes[HELD + p] = theirs
            notes[STALE] |= 1 << p
    notes[SEARCH_AGAIN] = 1
    left = count_of(playing(g))
    notes[PLAYERS_LEFT] = left
    visits = visits_to_come(g, e, left, notes)
    if notes[VISITS] != visits:
        notes[VISITS] = visits
        learn_strengths(e, notes, visits)
        notes[STALE] = EVERYBODY
    sort_groups(g, e, player, notes)


@part
def sort_groups(g: State, e: Edition, player: int, notes: Notes) -> None:
    """Note the street groups that I hold, and the groups that a deal could complete.

    A deal can complete a group only if the Bank holds none of its deeds.
    """
    unsold = held_by(g, codes.BANK)
    complete = 0
    wanted = 0
    left = int(notes[HELD + player])
    while left != 0:
        group = e.group[lowest(left)]
        members = e.group_set[group]
        complete_group = members & ~left == 0
        left &= ~members
        if not complete_group:
            wanted |= 1 << group if members & unsold == 0 else 0
        elif e.kind[lowest(members)] == codes.STREET:
            complete |= 1 << group
    notes[WANTED] = wanted
    notes[COMPLETE] = complete


@part
def held_of(e: Edition, notes: Notes, player: int, group: int) -> int:
    """How many deeds of the group the player holds, by the notes."""
    return count_of(notes[HELD + player] & e.group_set[group])
