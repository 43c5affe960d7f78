"""Section 9: mortgages, and what a new owner does with them."""

from tests.reference.contract import BANK, Action, MatterKind
from tests.reference.debts import charge
from tests.reference.table import Deed, Matter, Objections, Table


def against_mortgage(table: Table, action: Action) -> Objections:
    if refusal := table.against_business():
        yield refusal
    deed = table.deed_at.get(action.square)
    if deed is None:
        yield "mortgage.deeds-only"
        return
    if deed.owner != action.player:  # the books do not trouble to forbid it
        yield "mortgage.value"
        yield "mortgage.deeds-only"
    if deed.mortgaged:
        yield "mortgage.value"
    # mortgage.buildings-first: those on the lot, or on the whole group.
    lots = table.group_of(deed) if table.option("mortgage_buildings_first") else [deed]
    if any(lot.level for lot in lots):
        yield "mortgage.buildings-first"


def mortgage(table: Table, action: Action) -> None:
    """mortgage.value: half the printed price, from the Bank."""
    deed = table.deed_at[action.square]
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


def against_lift(table: Table, action: Action) -> Objections:
    seat = action.player
    if refusal := table.against_business():
        yield refusal
    deed = table.deed_at.get(action.square)
    if table.movement_unfinished() and (deed is None or deed.owner != seat or deed is not asked_about(table)):
        yield "table.any-time"
    if deed is None or deed.owner != seat:
        yield "mortgage.kept"
        return
    if not deed.mortgaged:
        yield "mortgage.lift"
        return
    pending = table.pending_choice(deed)
    if pending and deed is not asked_about(table):
        yield "mortgage.choice"
    if table.debt_of(seat):
        yield "debt.limits"
    # The interest is set aside for keeping; lifting includes it, so the principal is what must be free.
    price = deed.principal + (0 if pending else table.interest(deed))
    yield from table.against_spending(seat, price, "mortgage.lift")


def lift(table: Table, action: Action) -> None:
    """mortgage.lift: principal and interest."""
    deed = table.deed_at[action.square]
    if deed is asked_about(table):
        answered(table, deed)
    price = deed.principal + table.interest(deed)
    deed.mortgaged = False
    table.tell("MORTGAGE_LIFTED", "mortgage.lift", player=deed.owner, square=deed.where, amount=price)
    table.pay(deed.owner, BANK, price, "mortgage.lift")


def against_keep(table: Table, action: Action) -> Objections:
    deed = asked_about(table)
    if deed is None or deed.where != action.square or deed.owner != action.player:
        yield "mortgage.choice"


def keep(table: Table, action: Action) -> None:
    """mortgage.transfer: ten per cent now; who cannot pay it owes it to the Bank (bankrupt.interest)."""
    deed = table.deed_at[action.square]
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
