"""Which groups players could still complete: alone, as the Bank has the rest, or by a deal with the one who has it.

Groups that are swapped decide games. Without these numbers the net would not see a deal before it is made.
"""

from passgo.bots.holdings import HOUSES_FIRST, is_street_group
from passgo.bots.judgement.layout import (
    GROUP,
    REST_AT_BANK,
    SEATS,
    SHARED,
    SWAP_HIGH,
    SWAP_LOW,
    SWAPS,
    UNSOLD,
    WIDTH,
    WITH_ANOTHER,
    about,
)
from passgo.bots.landing_odds import LANDINGS
from passgo.machine.decorators import apart, part
from passgo.machine.rooms import FloatsAt, room_for
from passgo.rules import codes
from passgo.rules.deeds import held_by
from passgo.rules.sets import count_of, has, lowest, without_lowest
from passgo.rules.state import Edition, State

room_for_pairs = room_for(SEATS * SEATS)


@part
def owners_of(g: State, deeds: int) -> int:
    """Who owns these deeds: players and the Bank, as a set."""
    owners = 0
    while deeds != 0:
        owners |= 1 << g.owner[lowest(deeds)]
        deeds = without_lowest(deeds)
    return owners


@part
def built_income(e: Edition, lots: int) -> float:
    """What these streets earn by a throw of another player, with three houses on each."""
    total = 0
    while lots != 0:
        square = e.square_of[lowest(lots)]
        total += int(LANDINGS[square]) * e.rent[square * 6 + HOUSES_FIRST]
        lots = without_lowest(lots)
    return total / 1_000_000


@part
def note_shared(row: FloatsAt, pairs: FloatsAt, one: int, other: int, income: float) -> None:
    """Note a group of which two players hold all; and a swap by which both complete a group, if they share another."""
    pair = one * SEATS + other
    high, low = max(float(pairs[pair]), income), min(float(pairs[pair]), income)
    for player in (one, other):
        mine = about(player)
        row[mine + SHARED] += 0.3
        if low > 0:
            row[mine + SWAPS] += 0.5
            row[mine + SWAP_HIGH] = max(float(row[mine + SWAP_HIGH]), high)
            row[mine + SWAP_LOW] = max(float(row[mine + SWAP_LOW]), low)
    pairs[pair] = high


@part
def note_rest(g: State, e: Edition, row: FloatsAt, group: int, owners: int) -> None:
    """Note for whoever holds some of a group what the Bank has of it, and the most that another player has."""
    lots, size = int(e.group_set[group]), e.group_size[group]
    unsold = count_of(held_by(g, codes.BANK) & lots) if has(owners, codes.BANK) else 0
    players = owners & ~(1 << codes.BANK)
    left = players
    while left != 0:
        player = lowest(left)
        left = without_lowest(left)
        most, others = 0, players & ~(1 << player)
        while others != 0:
            most = max(most, count_of(held_by(g, lowest(others)) & lots))
            others = without_lowest(others)
        place = about(player) + GROUP + group * WIDTH
        row[place + UNSOLD] = unsold / size
        row[place + WITH_ANOTHER] = most / size


@apart
def note_prospects(g: State, e: Edition, row: FloatsAt) -> None:
    """Note the rest of every group, and street groups of which two have all: two players, or one and the Bank."""
    pairs = room_for_pairs()
    for pair in range(SEATS * SEATS):
        pairs[pair] = 0
    for group in range(codes.GROUPS):
        lots = int(e.group_set[group])
        owners = owners_of(g, lots)
        note_rest(g, e, row, group, owners)
        if count_of(owners) != 2 or not is_street_group(e, group):
            continue
        one, other = lowest(owners), lowest(without_lowest(owners))
        if other == codes.BANK:
            row[about(one) + REST_AT_BANK] += 0.3
        else:
            note_shared(row, pairs, one, other, built_income(e, lots))
