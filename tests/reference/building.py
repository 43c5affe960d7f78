"""Section 8: putting buildings up."""

from tests.reference.contract import BANK, HOTEL, LOT_HOTEL, LOT_HOUSE, Action
from tests.reference.table import Deed, Objections, Table


def against_standing(table: Table, seat: int, deed: Deed) -> Objections:
    """May one more building lawfully stand on this lot, cash aside?"""
    barring = table.group_of(deed) if table.option("build_not_mortgaged") else [deed]
    if any(lot.mortgaged for lot in barring):
        yield "build.not-mortgaged"
    if deed.level == HOTEL:
        yield "build.four-then-hotel"
        return
    if deed.level > min(lot.level for lot in table.group_of(deed)):
        yield "build.evenly"
        if deed.level == 4:  # a hotel before every lot has four houses
            yield "build.four-then-hotel"
    if stock(table, kind_for(deed)) == 0:
        yield "build.none-left"


def could_build(table: Table, seat: int, deed: Deed | None) -> bool:
    """build.group: only on a complete colour group one owns."""
    return deed is not None and deed.is_street and table.owns_group(deed, seat)


def kind_for(deed: Deed) -> int:
    """build.four-then-hotel: a house, or the hotel after four."""
    return LOT_HOTEL if deed.level == 4 else LOT_HOUSE


def stock(table: Table, kind: int) -> int:
    return table.hotels if kind == LOT_HOTEL else table.houses


def against_build(table: Table, action: Action) -> Objections:
    seat = action.player
    if refusal := table.against_business():
        yield refusal
    if table.movement_unfinished():
        yield "table.any-time"
    if table.hour_struck:
        yield "short.end"
    if table.debt_of(seat):
        yield "debt.limits"
    deed = table.deed_at.get(action.square)
    if deed is None or not could_build(table, seat, deed):
        yield "build.group"
        return
    yield from against_standing(table, seat, deed)
    yield from table.against_spending(seat, deed.cost, "build.price")
    if table.crowded() and is_short(table, seat, deed):
        yield "table.one-matter"


def is_short(table: Table, seat: int, deed: Deed) -> bool:
    """build.shortage-asked: this building and what all others' lots could take exceed the Bank's stock."""
    if not table.option("build_shortage_asked"):
        return False
    kind = kind_for(deed)
    return 1 + sum(room(table, other, kind) for other in table.to_the_left(seat)) > stock(table, kind)


def put_up(table: Table, deed: Deed, price: int, rule: str) -> None:
    """build.price: paid in cash; a hotel brings the lot's four houses back."""
    table.set_level(deed, deed.level + 1)
    table.tell("BUILT", rule, player=deed.owner, square=deed.where, amount=price, card=deed.level)
    table.pay(deed.owner, BANK, price, rule)


def room(table: Table, seat: int, kind: int) -> int:
    """build.shortage-asked: how many buildings of a kind this player's lots could lawfully take, cash ignored."""
    if not table.is_in(seat) or table.debt_of(seat):
        return 0
    total = 0
    for group in {d.group for d in table.deeds_of(seat) if d.is_street}:
        lots = table.groups[group]
        if all(d.owner == seat for d in lots):
            total += room_in(table, lots, kind)
    return total


def room_in(table: Table, lots: list[Deed], kind: int) -> int:
    if table.option("build_not_mortgaged") and any(d.mortgaged for d in lots):
        return 0
    if kind == LOT_HOTEL:
        ready = all(d.level >= 4 for d in lots)
        return sum(1 for d in lots if d.level == 4 and not d.mortgaged) if ready else 0
    levels = [d.level for d in lots]
    open_lots = [n for n, d in enumerate(lots) if not d.mortgaged]
    placed = 0
    while True:  # house by house, evenly, up to four on each lot
        fits = [n for n in open_lots if levels[n] < 4 and levels[n] == min(levels)]
        if not fits:
            return placed
        levels[fits[0]] += 1
        placed += 1
