"""How `trader` invests at the end of its turn: three houses on the best groups first, then mortgages, then hotels."""

from passgo.bots import habits
from passgo.bots.holdings import HOUSES_FIRST, deed_to_lift, fewest_in_group, single_deed
from passgo.bots.landing_odds import LANDINGS
from passgo.bots.policy import Notes
from passgo.bots.trader import risk
from passgo.bots.trader.mistakes import A_BUILDING, overlooks
from passgo.bots.trader.parameters import BUILD_STANDS, BUILD_TURN, COMPLETE, FEW_HOUSES, HELD, LIFT_ABOVE, RESERVE
from passgo.machine.bits import quotient
from passgo.machine.decorators import apart, part
from passgo.rules import codes
from passgo.rules.deeds import lots_below
from passgo.rules.sets import lowest, without_lowest
from passgo.rules.state import Action, Edition, State

HOTELS_ANYWAY = 2000
"""With so much to spend the bot builds hotels, even if that gives houses back to others. Otherwise games might never
end."""


@part
def best_lot(g: State, e: Edition, groups: int, spend: int, few_houses: int) -> int:
    """The lot where the next building earns most for its price, or NOBODY. The first three houses count as one step."""
    chosen = codes.NOBODY
    most = 0
    while groups != 0:
        group = lowest(groups)
        groups = without_lowest(groups)
        lots = int(e.group_set[group])
        level = fewest_in_group(g, e, group)
        cost = e.house_cost[lowest(lots)]
        stock = g.hotels if level == codes.HOTEL - 1 else g.houses
        if level == codes.HOTEL or stock == 0 or cost > spend or (level == codes.HOTEL - 1 and g.houses < few_houses):
            continue
        if e.build_not_mortgaged == 1 and lots & g.mortgaged != 0:
            continue
        leap = max(level + 1, HOUSES_FIRST)
        lots &= ~g.mortgaged
        while lots != 0:
            d = lowest(lots)
            lots = without_lowest(lots)
            if g.level[d] != level:
                continue
            rents = e.square_of[d] * 6
            gained = (e.rent[rents + leap] - e.rent[rents + level]) * int(LANDINGS[e.square_of[d]])
            score = quotient(10 * max(0, gained), (leap - level) * max(1, cost))
            if level < HOUSES_FIRST:
                score *= 4  # three houses everywhere before four anywhere
            if score > most:
                most = score
                chosen = d
    return chosen


@part
def deeds_of(e: Edition, groups: int) -> int:
    """All deeds of these groups, as a set."""
    deeds = 0
    while groups != 0:
        deeds |= e.group_set[lowest(groups)]
        groups = without_lowest(groups)
    return deeds


@part
def wants_three_houses(g: State, e: Edition, groups: int) -> bool:
    """Does a complete group still lack third houses while the Bank has houses?"""
    if g.houses == 0:
        return False
    while groups != 0:
        if lots_below(g, e, lowest(groups), HOUSES_FIRST) != 0:
            return True
        groups = without_lowest(groups)
    return False


@part
def built_in_vain(g: State, player: int, notes: Notes) -> bool:
    """Did the last request for a building change nothing? A shortage can end so, and the bot must not ask for ever."""
    stands = (((g.cash[player] << 8) + g.houses) << 8) + g.hotels
    if notes[BUILD_TURN] == g.turn and notes[BUILD_STANDS] == stands:
        return True
    notes[BUILD_TURN] = g.turn
    notes[BUILD_STANDS] = stands
    return False


@part
def invest(g: State, e: Edition, a: Action, player: int, notes: Notes) -> bool:
    """Build, mortgage a single deed in order to build, or lift a mortgage. Was there anything to do?"""
    groups = int(notes[COMPLETE])
    pledged = int(notes[HELD + player]) & g.mortgaged
    least = int(notes[RESERVE]) + (0 if groups != 0 else int(notes[LIFT_ABOVE]))
    if g.cash[player] <= least or (groups == 0 and pledged == 0) or overlooks(g, notes, A_BUILDING):
        return False
    return invest_in(g, e, a, player, notes, groups, pledged)


@apart
def invest_in(g: State, e: Edition, a: Action, player: int, notes: Notes, groups: int, pledged: int) -> bool:
    """Build on these complete groups, or lift one of these mortgages, if there is cash for it."""
    spend = g.cash[player] - risk.reserve(g, e, player, notes)
    deed = codes.NOBODY
    kind = codes.LIFT_MORTGAGE
    if groups != 0 and g.hour_struck == 0 and spend >= 0:
        if pledged != 0:
            deed = deed_to_lift(e, pledged & deeds_of(e, groups), spend)
        if deed == codes.NOBODY:
            kind = codes.BUILD
            few = int(notes[FEW_HOUSES]) if spend < HOTELS_ANYWAY else 0
            deed = best_lot(g, e, groups, spend, few)
            if deed != codes.NOBODY and built_in_vain(g, player, notes):
                return False
        if deed == codes.NOBODY and wants_three_houses(g, e, groups):
            kind = codes.MORTGAGE
            deed = single_deed(g, e, player)
            if deed == codes.NOBODY:
                return False
    if deed == codes.NOBODY and pledged != 0 and spend >= notes[LIFT_ABOVE]:
        kind = codes.LIFT_MORTGAGE
        left = spend - int(notes[LIFT_ABOVE])
        deed = deed_to_lift(e, pledged & deeds_of(e, groups), left)
        if deed == codes.NOBODY:
            deed = deed_to_lift(e, pledged, left)
    if deed != codes.NOBODY:
        habits.act_on_deed(e, a, kind, player, deed)
    return deed != codes.NOBODY
