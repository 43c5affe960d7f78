"""Section 11, first half: owing, raising, paying."""

from tests.reference.contract import GIVEN_UP, RAISING, MatterKind
from tests.reference.table import Action, Matter, Table


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
    if debt.stage == GIVEN_UP or table.cash[debt.player] < debt.amount:
        return False
    table.matters.remove(debt)
    table.pay(debt.player, debt.other, debt.amount, debt.rule)
    table.tell("DEBT_SETTLED", debt.rule, player=debt.player, other=debt.other, amount=debt.amount)
    return True


def may_go_bankrupt(table: Table, action: Action) -> str | None:
    debt = table.top
    if debt is None or debt.kind != MatterKind.DEBT or debt.player != action["player"]:
        return "debt.raise"
    if table.cash[debt.player] + table.raisable(debt.player) >= debt.amount:
        return "debt.no-easy-out"
    return None


def go_bankrupt(table: Table, action: Action) -> None:
    """The debtor gives up; the bankruptcy follows at once, the debt being the matter on top."""
    assert table.top is not None
    table.top.stage = GIVEN_UP


def may_resign(table: Table, action: Action) -> str | None:
    """bankrupt.resign: at any time, once."""
    seat = action["player"]
    debt = table.debt_of(seat)
    if table.players[seat].resigning or (debt and debt.stage == GIVEN_UP):
        return "bankrupt.resign"
    return None


def resign(table: Table, action: Action) -> None:
    """bankrupt.resign: in one's own debt to that creditor, otherwise to the Bank when nothing is pending."""
    seat = action["player"]
    debt = table.debt_of(seat)
    if debt:
        debt.stage = GIVEN_UP
        return
    table.players[seat].resigning = 1 + max(p.resigning for p in table.players)
    table.tell("RESIGNED", "bankrupt.resign", player=seat)
