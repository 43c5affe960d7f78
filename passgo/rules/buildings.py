"""Houses and hotels: building evenly, and selling back to the Bank. Shortages are in `shortage.py`."""

from passgo.machine.decorators import rule
from passgo.rules import codes, ids
from passgo.rules.bank import erect, open_matter, put_buildings, tell, tell_card, transfer
from passgo.rules.deeds import (
    askable,
    can_stand,
    cannot_spend,
    half_price,
    lot_kind,
    lots_above,
    lots_below,
    stock_of,
    wanted_by_others,
)
from passgo.rules.state import Action, Edition, Log, State
from passgo.rules.turns import in_debt, is_moving, not_any_time


@rule("build.any-time", "build.price", "short.end", "debt.limits", "jail.business", "table.any-time")
def can_build(g: State, e: Edition, a: Action) -> int:
    """In or out of turn, in Jail too: on one's own group, evenly, at the deed's price in cash."""
    refusal = not_any_time(g)
    if refusal == ids.LAWFUL and is_moving(g):
        refusal = ids.TABLE_ANY_TIME
    if refusal == ids.LAWFUL and g.hour_struck == 1:
        refusal = ids.SHORT_END
    if refusal == ids.LAWFUL and in_debt(g, a.player):
        refusal = ids.DEBT_LIMITS
    if refusal == ids.LAWFUL:
        refusal = can_stand(g, e, a.player, a.square)
    if refusal != ids.LAWFUL:
        return refusal
    deed = e.deed_at[a.square]
    refusal = cannot_spend(g, e, a.player, e.house_cost[deed], ids.BUILD_PRICE)
    if refusal != ids.LAWFUL:
        return refusal
    if g.matters >= codes.MATTERS - codes.MATTERS_RESERVED and is_short(g, e, a.player, deed):
        return ids.TABLE_ONE_MATTER
    return ids.LAWFUL


@rule("build.shortage-asked")
def is_short(g: State, e: Edition, player: int, deed: int) -> bool:
    """Would this building and what the others' lots could take exceed the Bank's stock of its kind?"""
    if e.build_shortage_asked == 0:
        return False
    kind = lot_kind(g, deed)
    wanted = wanted_by_others(g, e, player, kind)
    return wanted > 0 and 1 + wanted > stock_of(g, kind)


@rule("build.price", "build.shortage-asked")
def build(g: State, e: Edition, log: Log, a: Action) -> None:
    """Pay and build; if buildings are short, first ask the others whose lots could take one."""
    deed = e.deed_at[a.square]
    if not is_short(g, e, a.player, deed):
        erect(g, log, a.player, deed, a.square, e.house_cost[deed], ids.BUILD_PRICE)
        return
    kind = lot_kind(g, deed)
    asked = askable(g, e, kind) & ~(1 << a.player)
    m = open_matter(g, codes.MATTER_SHORTAGE, a.player, kind, a.square, 0, asked)
    g.matter_wants[m] = 1 << a.player
    tell(log, codes.SHORTAGE_ASKED, ids.BUILD_SHORTAGE_ASKED, player=a.player, square=kind, amount=asked)


@rule("build.sell-half", "build.sell-evenly", "build.sell-hotel", "build.sell-hotel-short")
def can_sell(g: State, e: Edition, a: Action) -> int:
    """Back to the Bank at any time, from a lot with the most in its group where the edition says so."""
    refusal = not_any_time(g)
    if refusal != ids.LAWFUL:
        return refusal
    deed = e.deed_at[a.square]
    if deed < 0 or g.owner[deed] != a.player or g.level[deed] == 0:
        return ids.BUILD_SELL_HALF
    uneven = e.build_sell_evenly == 1 and lots_above(g, e, e.group[deed], g.level[deed]) != 0
    return ids.BUILD_SELL_EVENLY if uneven else ids.LAWFUL


@rule("build.sell-half", "build.sell-hotel", "build.sell-hotel-short")
def sell(g: State, e: Edition, log: Log, a: Action) -> None:
    """Sell one level; a hotel whole (1935), or for four houses, or with its whole group if the Bank lacks those."""
    deed = e.deed_at[a.square]
    if g.level[deed] < codes.HOTEL:
        lower(g, e, log, a.player, deed, g.level[deed] - 1, ids.BUILD_SELL_HALF)
    elif e.build_sell_hotel == 0:
        lower(g, e, log, a.player, deed, 0, ids.BUILD_SELL_HOTEL)
    elif g.houses >= codes.HOTEL - 1:
        lower(g, e, log, a.player, deed, codes.HOTEL - 1, ids.BUILD_SELL_HOTEL)
    elif e.build_sell_evenly == 0:  # no even state is asked for: the other lots, bare or mortgaged, stay as they are
        lower(g, e, log, a.player, deed, g.houses, ids.BUILD_SELL_HOTEL_SHORT)
    else:
        sell_short(g, e, log, a.player, e.group[deed])


@rule("build.sell-half")
def lower(g: State, e: Edition, log: Log, player: int, deed: int, level: int, rule_id: int) -> None:
    """Take a lot down to a level for half the printed price of what is given up."""
    amount = (g.level[deed] - level) * half_price(e, deed)
    put_buildings(g, deed, level)
    tell(log, codes.BUILDING_SOLD, rule_id, player=player, square=e.square_of[deed], amount=amount)
    tell_card(log, level)
    transfer(g, log, codes.BANK, player, amount, rule_id)


@rule("build.sell-hotel")
def can_sell_hotels(g: State, e: Edition, a: Action) -> int:
    """All hotels of a group at once, when every lot of it has one."""
    refusal = not_any_time(g)
    if refusal != ids.LAWFUL:
        return refusal
    deed = e.deed_at[a.square]
    if e.build_sell_hotel != 1 or deed < 0 or g.owner[deed] != a.player or e.kind[deed] != codes.STREET:
        return ids.BUILD_SELL_HOTEL
    return ids.LAWFUL if lots_below(g, e, e.group[deed], codes.HOTEL) == 0 else ids.BUILD_SELL_HOTEL


@rule("build.sell-hotel")
def sell_hotels(g: State, e: Edition, log: Log, a: Action) -> None:
    """Half of five houses for each."""
    group = e.group[e.deed_at[a.square]]
    for d in range(codes.DEEDS):
        if e.group[d] == group:
            lower(g, e, log, a.player, d, 0, ids.BUILD_SELL_HOTEL)


@rule("build.sell-hotel-short")
def sell_short(g: State, e: Edition, log: Log, player: int, group: int) -> None:
    """Down to the highest even state that the group's own and the Bank's houses can furnish."""
    levels = -1
    houses = g.houses
    for d in range(codes.DEEDS):
        if e.group[d] == group:
            levels += g.level[d]
            houses += g.level[d] if g.level[d] < codes.HOTEL else 0
    while houses_needed(levels, e.group_size[group]) > houses:
        levels -= 1
    spread(g, e, log, player, group, levels)


@rule("build.sell-hotel-short")
def houses_needed(levels: int, size: int) -> int:
    """Houses for so many levels spread evenly over a group; hotels need none."""
    low = levels // size
    high = levels % size
    return (size - high) * (low if low < codes.HOTEL else 0) + high * (low + 1 if low + 1 < codes.HOTEL else 0)


@rule("build.sell-hotel-short")
def spread(g: State, e: Edition, log: Log, player: int, group: int, levels: int) -> None:
    """The dearest lots, among equals the later on the board, keep the odd houses; hotels come last, to have them."""
    size = e.group_size[group]
    for hotels in range(2):
        for d in range(codes.DEEDS):
            if e.group[d] == group and (g.level[d] == codes.HOTEL) == (hotels == 1):
                level = levels // size + (1 if dearer_lots(e, d) < levels % size else 0)
                if level < g.level[d]:
                    lower(g, e, log, player, d, level, ids.BUILD_SELL_HOTEL_SHORT)


@rule("build.sell-hotel-short")
def dearer_lots(e: Edition, deed: int) -> int:
    """How many lots of the group go before this one when odd houses are kept."""
    count = 0
    for d in range(codes.DEEDS):
        if e.group[d] == e.group[deed] and (e.price[d] > e.price[deed] or (e.price[d] == e.price[deed] and d > deed)):
            count += 1
    return count
