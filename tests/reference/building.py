"""Section 8: putting buildings up."""

from tests.reference.contract import BANK, HOTEL, LOT_HOTEL, LOT_HOUSE
from tests.reference.table import Action, Deed, Table


def may_stand(table: Table, seat: int, deed: Deed | None) -> str | None:
    """May one more building lawfully stand on this lot, cash and stock aside?"""
    if deed is None or not deed.is_street or not table.owns_group(deed, seat):
        return "build.group"
    barring = table.group_of(deed) if table.option("build_not_mortgaged") else [deed]
    if any(lot.mortgaged for lot in barring):
        return "build.not-mortgaged"
    if deed.level == HOTEL:
        return "build.four-then-hotel"
    if deed.level > min(lot.level for lot in table.group_of(deed)):
        # a fifth building before every lot has four is uneven and no lawful hotel either
        return "build.four-then-hotel" if deed.level == 4 else "build.evenly"
    return None


def kind_for(deed: Deed) -> int:
    """build.four-then-hotel: a house, or the hotel after four."""
    return LOT_HOTEL if deed.level == 4 else LOT_HOUSE


def stock(table: Table, kind: int) -> int:
    return table.hotels if kind == LOT_HOTEL else table.houses


def may_build(table: Table, action: Action) -> str | None:
    seat = action["player"]
    refusal = table.any_time(seat)
    if refusal:
        return refusal
    if table.hour_struck:
        return "short.end"
    if table.debt_of(seat):
        return "debt.limits"
    deed = table.deed_at.get(action["square"])
    refusal = may_stand(table, seat, deed)
    if refusal:
        return refusal
    assert deed is not None
    if stock(table, kind_for(deed)) == 0:
        return "build.none-left"
    if table.cash[seat] < deed.cost:
        return "build.price"
    return "auction.reserve" if table.free_cash(seat) < deed.cost else None


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
