"""Section 8: selling buildings back to the Bank."""

from tests.reference.contract import BANK, HOTEL, Action
from tests.reference.table import Deed, Objections, Table


def against_sell(table: Table, action: Action) -> Objections:
    if refusal := table.against_business():
        yield refusal
    deed = table.deed_at.get(action.square)
    if deed is None or deed.owner != action.player or deed.level == 0:
        yield "build.sell-half"
        return
    if table.option("build_sell_evenly"):  # build.sell-evenly: only from a lot with the most
        if deed.level < max(lot.level for lot in table.group_of(deed)):
            yield "build.sell-evenly"


def sell(table: Table, action: Action) -> None:
    deed = table.deed_at[action.square]
    if deed.level < HOTEL:
        take_down(table, deed, deed.level - 1, "build.sell-half")
    elif table.option("build_sell_hotel") == 0:  # build.sell-hotel: whole
        take_down(table, deed, 0, "build.sell-hotel")
    elif table.houses >= 4:  # build.sell-hotel: it becomes four houses
        take_down(table, deed, 4, "build.sell-hotel")
    elif table.option("build_sell_evenly"):
        take_group_down(table, table.group_of(deed))
    else:  # only its own lot, to as many houses as the Bank has
        take_down(table, deed, table.houses, "build.sell-hotel-short")


def take_down(table: Table, deed: Deed, level: int, rule: str) -> None:
    """build.sell-half: half the printed price for each level given up (a hotel is five)."""
    refund = (deed.level - level) * (deed.cost // 2)
    table.set_level(deed, level)
    table.tell("BUILDING_SOLD", rule, player=deed.owner, square=deed.where, amount=refund, card=level)
    table.pay(BANK, deed.owner, refund, rule)


def take_group_down(table: Table, lots: list[Deed]) -> None:
    """build.sell-hotel-short: the highest even state that the group's own and the Bank's houses can furnish."""
    houses = table.houses + sum(d.level for d in lots if d.level < HOTEL)
    houses = min(houses, 4 * len(lots))
    each, odd = divmod(houses, len(lots))
    dearest = sorted(lots, key=lambda d: (d.price, d.where), reverse=True)[:odd]
    for deed in sorted(lots, key=lambda d: d.level == HOTEL):  # houses come back before hotels are exchanged for them
        level = each + (1 if deed in dearest else 0)
        if level < deed.level:
            take_down(table, deed, level, "build.sell-hotel-short")


def against_sell_hotels(table: Table, action: Action) -> Objections:
    """build.sell-hotel: where allowed, and when every lot of the group has one, all hotels at once."""
    if refusal := table.against_business():
        yield refusal
    deed = table.deed_at.get(action.square)
    if (
        table.option("build_sell_hotel") != 1
        or deed is None
        or not table.owns_group(deed, action.player)
        or not all(d.level == HOTEL for d in table.group_of(deed))
    ):
        yield "build.sell-hotel"


def sell_hotels(table: Table, action: Action) -> None:
    for deed in table.group_of(table.deed_at[action.square]):
        take_down(table, deed, 0, "build.sell-hotel")
