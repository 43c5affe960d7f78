"""How `trader` invests at the end of its turn: three houses first on the best groups, then mortgages, then hotels."""

from passgo.bots import danger, habits
from passgo.bots.landing import LANDINGS
from passgo.bots.mistakes import A_BUILDING, overlooks
from passgo.bots.parameters import (
    BUILD_STANDS,
    BUILD_TURN,
    COMPLETE,
    FEW_HOUSES,
    LIFT_ABOVE,
    RESERVE,
)
from passgo.bots.policy import Memory
from passgo.bots.valuing import HOUSES_FIRST
from passgo.rules.codes import BUILD, DEEDS, GROUPS, HOTEL, LIFT_MORTGAGE, MORTGAGE, NOBODY
from passgo.rules.compiled import apart
from passgo.rules.deeds import has, interest, mortgage_value
from passgo.rules.state import Action, Edition, State

HOTELS_ANYWAY = 2000
"""Whoever has so much to spend builds hotels even if that frees houses for others: hoarding would never end."""


@apart
def best_lot(g: State, e: Edition, groups: int, spend: int, few_houses: int) -> int:
    """The lot where the next building earns most for its price, counting to the third house as one; or NOBODY."""
    chosen = NOBODY
    most = 0
    blocked = 0
    if e.build_not_mortgaged == 1:
        for d in range(DEEDS):
            if has(g.mortgaged, d):
                blocked |= 1 << e.group[d]
    for d in range(DEEDS):
        group = e.group[d]
        level = g.level[d]
        if not has(groups & ~blocked, group) or level == HOTEL or has(g.mortgaged, d) or e.house_cost[d] > spend:
            continue
        stock = g.hotels if level == HOTEL - 1 else g.houses
        if stock == 0 or (level == HOTEL - 1 and g.houses < few_houses):
            continue
        rents = e.square_of[d] * 6
        leap = max(level + 1, HOUSES_FIRST)
        gained = (e.rent[rents + leap] - e.rent[rents + level]) * int(LANDINGS[e.square_of[d]])
        score = 10 * gained // ((leap - level) * max(1, e.house_cost[d]))
        if level < HOUSES_FIRST:
            score *= 4  # three houses everywhere before four anywhere
        if score > most and is_lowest(g, e, d):
            most = score
            chosen = d
    return chosen


@apart
def is_lowest(g: State, e: Edition, deed: int) -> bool:
    """Is no lot of the group lower?"""
    for d in range(DEEDS):
        if e.group[d] == e.group[deed] and g.level[d] < g.level[deed]:
            return False
    return True


@apart
def deed_to_lift(e: Edition, pledged: int, groups: int, spend: int) -> int:
    """The mortgaged deed to lift: of a complete group first, else the dearest; or NOBODY."""
    chosen = NOBODY
    most = 0
    for d in range(DEEDS):
        if has(pledged, d) and mortgage_value(e, d) + interest(e, d) <= spend:
            score = e.price[d] + (habits.A_GROUP if has(groups, e.group[d]) else 0)
            if score > most:
                most = score
                chosen = d
    return chosen


@apart
def wants_three_houses(g: State, e: Edition, groups: int) -> bool:
    """Does a complete group still lack its third houses, with houses in the Bank?"""
    if g.houses == 0:
        return False
    for d in range(DEEDS):
        if g.level[d] < HOUSES_FIRST and has(groups, e.group[d]):
            return True
    return False


@apart
def single_deed(g: State, e: Edition, player: int) -> int:
    """The least useful deed, unless its group is complete; or NOBODY."""
    deed = habits.least_useful(g, e, player)
    return NOBODY if deed == NOBODY or habits.of_complete_group(g, e, deed) else deed


@apart
def built_in_vain(g: State, player: int, memory: Memory, m: int) -> bool:
    """Did asking for a building change nothing? A shortage can end so, and asking again would never end."""
    stands = (((g.cash[player] << 8) + g.houses) << 8) + g.hotels
    if memory[m + BUILD_TURN] == g.turn and memory[m + BUILD_STANDS] == stands:
        return True
    memory[m + BUILD_TURN] = g.turn
    memory[m + BUILD_STANDS] = stands
    return False


@apart
def invest(g: State, e: Edition, a: Action, player: int, memory: Memory, m: int) -> bool:
    """Build, mortgage what is single to build, or lift a mortgage. Was there anything to do?"""
    groups = int(memory[m + COMPLETE]) & ((1 << GROUPS) - 1)
    pledged = (int(memory[m + COMPLETE]) >> GROUPS) & g.mortgaged
    least = int(memory[m + RESERVE]) + (0 if groups != 0 else int(memory[m + LIFT_ABOVE]))
    if g.cash[player] <= least or (groups == 0 and pledged == 0) or overlooks(g, memory, m, A_BUILDING):
        return False
    spend = g.cash[player] - danger.reserve(g, e, player, memory, m)
    deed = NOBODY
    kind = LIFT_MORTGAGE
    if groups != 0 and g.hour_struck == 0 and spend >= 0:
        if pledged != 0:
            deed = deed_to_lift(e, pledged, groups, spend)
            if deed != NOBODY and not has(groups, e.group[deed]):
                deed = NOBODY
        if deed == NOBODY:
            kind = BUILD
            few = int(memory[m + FEW_HOUSES]) if spend < HOTELS_ANYWAY else 0
            deed = best_lot(g, e, groups, spend, few)
            if deed != NOBODY and built_in_vain(g, player, memory, m):
                return False
        if deed == NOBODY and wants_three_houses(g, e, groups):
            kind = MORTGAGE
            deed = single_deed(g, e, player)
            if deed == NOBODY:
                return False
    if deed == NOBODY and pledged != 0 and spend >= memory[m + LIFT_ABOVE]:
        kind = LIFT_MORTGAGE
        deed = deed_to_lift(e, pledged, groups, spend - int(memory[m + LIFT_ABOVE]))
    if deed != NOBODY:
        habits.act_on_deed(e, a, kind, player, deed)
    return deed != NOBODY
