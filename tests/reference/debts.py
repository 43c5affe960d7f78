"""Section 11, first half: owing, raising, paying."""

from tests.reference.contract import GIVEN_UP, RAISING, Action, MatterKind
from tests.reference.table import Matter, Objections, Table


def charge(table: Table, debtor: int, creditor: int, amount: int, rule: str) -> None:
    """debt.fixed: the amount is fixed now; cash that covers it is paid at once, else it is a debt (debt.raise)."""
    if amount <= 0:
        return
    if table.cash[debtor] >= amount:
        table.pay(debtor, creditor, amount, rule)
        return
    table.matters.append(Matter(MatterKind.DEBT, debtor, other=creditor, amount=amount, rule=rule, stage=RAISING))
    table.tell("DEBT_AROSE", rule, player=debtor, other=creditor, amount=amount)


def pay_if_covered(table: Table, debt: Matter) -> bool:
    """A debt is paid by itself as soon as the debtor's cash covers it."""
    if table.cash[debt.player] < debt.amount:
        return False
    table.matters.remove(debt)
    table.pay(debt.player, debt.other, debt.amount, debt.rule)
    table.tell("DEBT_SETTLED", debt.rule, player=debt.player, other=debt.other, amount=debt.amount)
    return True


def against_going_bankrupt(table: Table, action: Action) -> Objections:
    debt = table.top
    if debt is None or debt.kind != MatterKind.DEBT or debt.player != action.player:
        yield "debt.raise"
    elif table.cash[debt.player] + table.raisable(debt.player) >= debt.amount:
        yield "debt.no-easy-out"


def go_bankrupt(table: Table, action: Action) -> None:
    """The debtor gives up; the bankruptcy follows at once, the debt being the matter on top."""
    assert table.top is not None
    table.top.stage = GIVEN_UP


def against_resigning(table: Table, action: Action) -> Objections:
    """bankrupt.resign: at any time, once."""
    if table.players[action.player].resigning:
        yield "bankrupt.resign"


def resign(table: Table, action: Action) -> None:
    """bankrupt.resign: it takes effect at once in their own debt, otherwise when no matter is open."""
    table.players[action.player].resigning = table.next_said()
    table.tell("RESIGNED", "bankrupt.resign", player=action.player)


def is_given_up(table: Table, debt: Matter) -> bool:
    """The debtor cannot pay, or has resigned: a debt of theirs ends with their leaving, to that creditor."""
    return debt.stage == GIVEN_UP or table.players[debt.player].resigning > 0
