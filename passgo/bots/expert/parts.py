"""What could change hands together: all that a player holds of a group, single deeds, jail cards, or two groups.

A part is a set of deeds and a set of cards, packed into one number; the number 0 is nothing.
"""

from passgo.bots.holdings import built_groups
from passgo.bots.policy import Notes
from passgo.machine.decorators import part, rare
from passgo.machine.rooms import room_for
from passgo.rules import codes
from passgo.rules.deeds import held_by
from passgo.rules.sets import has, lowest, without_lowest
from passgo.rules.state import Edition, State

DEEDS_MASK = (1 << codes.DEEDS) - 1

SIMPLE, ALL, FIRST = 0, 1, 2
"""Where a list of parts says where the simple ones end, where the pairs of groups behind them end, and where it begins:
with nothing."""

MOST_PARTS = FIRST + 1 + codes.GROUPS + codes.DEEDS + 2 + codes.GROUPS * (codes.GROUPS - 1) // 2

room_for_parts = room_for(MOST_PARTS, "int64")


@part
def deeds_in(packed: int) -> int:
    """The deeds of a part."""
    return packed & DEEDS_MASK


@part
def cards_in(packed: int) -> int:
    """The jail cards of a part."""
    return packed >> codes.DEEDS


@part
def groups_of(e: Edition, deeds: int) -> int:
    """The groups that deeds are of, as a set."""
    groups = 0
    while deeds != 0:
        group = e.group[lowest(deeds)]
        groups |= 1 << group
        deeds &= ~e.group_set[group]
    return groups


@part
def add_part(parts: Notes, deeds: int, cards: int) -> None:
    """Add a part to the list."""
    parts[parts[ALL]] = deeds | (cards << codes.DEEDS)
    parts[ALL] += 1


@rare
def write_parts(g: State, e: Edition, player: int, parts: Notes) -> None:
    """Write what a player could give: nothing, groups, single deeds, jail cards, and all that is held of two groups.

    What is of a group with buildings stays.
    """
    built, held = built_groups(g, e), held_by(g, player)
    parts[ALL] = FIRST
    add_part(parts, 0, 0)
    left = held
    while left != 0:
        group = e.group[lowest(left)]
        mine = left & e.group_set[group]
        left &= ~mine
        if not has(built, group):
            add_part(parts, mine, 0)
    whole = int(parts[ALL])
    left = held
    while left != 0:
        deed = lowest(left)
        left = without_lowest(left)
        group = e.group[deed]
        if not has(built, group) and held & e.group_set[group] != 1 << deed:
            add_part(parts, 1 << deed, 0)
    for deck in range(2):
        if g.jail_card[deck] == player:
            add_part(parts, 0, 1 << deck)
    parts[SIMPLE] = parts[ALL]
    for one in range(FIRST + 1, whole):
        for other in range(one + 1, whole):
            add_part(parts, int(parts[one]) | int(parts[other]), 0)
