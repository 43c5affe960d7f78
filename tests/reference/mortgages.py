"""Section 9: mortgages, and what a new owner does with them."""

from tests.reference.contract import BANK, MatterKind
from tests.reference.debts import charge
from tests.reference.table import Action, Deed, Matter, Table


def may_mortgage(table: Table, action: Action) -> str | None:
    refusal = table.any_time(action["player"])
    if refusal:
        return refusal
    deed = table.deed_at.get(action["square"])
    if deed is None:
        return "mortgage.deeds-only"
    if deed.owner != action["player"] or deed.mortgaged:
        return "mortgage.value"
    # mortgage.buildings-first: those on the lot, or on the whole group.
    lots = table.group_of(deed) if table.option("mortgage_buildings_first") else [deed]
    if any(lot.level for lot in lots):
        return "mortgage.buildings-first"
    return None


def mortgage(table: Table, action: Action) -> None:
    """mortgage.value: half the printed price, from the Bank."""
    deed = table.deed_at[action["square"]]
    deed.mortgaged = True
    table.tell("MORTGAGED", "mortgage.value", player=deed.owner, square=deed.where, amount=deed.principal)
    table.pay(BANK, deed.owner, deed.principal, "mortgage.value")


def asked_about(table: Table) -> Deed | None:
    """mortgage.choice: the deed whose keep-or-lift is to be answered now, first in board order."""
    matter = table.top
    if matter is None or matter.kind != MatterKind.KEEP_OR_LIFT or not matter.members:
        return None
    return table.deeds[min(matter.members)]


def ask_keep_or_lift(table: Table, by: int, deeds: set[int], rule: str) -> None:
    """mortgage.transfer: the new owners keep or lift each mortgaged deed."""
    if deeds:
        table.matters.append(Matter(MatterKind.KEEP_OR_LIFT, by, members=set(deeds), rule=rule))


def may_lift(table: Table, action: Action) -> str | None:
    seat = action["player"]
    refusal = table.any_time(seat)
    if refusal:
        return refusal
    deed = table.deed_at.get(action["square"])
    if deed is None or deed.owner != seat:
        return "mortgage.kept"
    if not deed.mortgaged:
        return "mortgage.lift"
    if table.pending_choice(deed) and deed is not asked_about(table):
        return "mortgage.choice"
    if table.debt_of(seat):
        return "debt.limits"
    price = deed.principal + table.interest(deed)
    if table.cash[seat] < price:
        return "mortgage.lift"
    set_aside = table.interest(deed) if table.pending_choice(deed) else 0
    if table.free_cash(seat) + set_aside < price:
        return "auction.reserve"
    return None


def lift(table: Table, action: Action) -> None:
    """mortgage.lift: principal and interest."""
    deed = table.deed_at[action["square"]]
    if deed is asked_about(table):
        answered(table, deed)
    price = deed.principal + table.interest(deed)
    deed.mortgaged = False
    table.tell("MORTGAGE_LIFTED", "mortgage.lift", player=deed.owner, square=deed.where, amount=price)
    table.pay(deed.owner, BANK, price, "mortgage.lift")


def may_keep(table: Table, action: Action) -> str | None:
    deed = asked_about(table)
    if deed is None or deed.where != action["square"] or deed.owner != action["player"]:
        return "mortgage.choice"
    return None


def keep(table: Table, action: Action) -> None:
    """mortgage.transfer: ten per cent now; who cannot pay it owes it to the Bank (bankrupt.interest)."""
    deed = table.deed_at[action["square"]]
    matter = table.top
    assert matter is not None
    answered(table, deed)
    table.tell("MORTGAGE_KEPT", matter.rule, player=deed.owner, square=deed.where, amount=table.interest(deed))
    charge(table, deed.owner, BANK, table.interest(deed), matter.rule)


def answered(table: Table, deed: Deed) -> None:
    """One choice is made; the matter ends with its last deed."""
    matter = table.top
    assert matter is not None
    matter.members.discard(deed.number)
    if not matter.members:
        table.matters.remove(matter)
