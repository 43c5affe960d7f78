"""Section 6: taxes."""

from tests.reference.contract import Action, Phase
from tests.reference.debts import charge
from tests.reference.moving import against_in_turn
from tests.reference.table import Objections, Table


def arrive(table: Table) -> None:
    """tax.luxury, tax.income: a flat tax, or a choice made blind (tax.income-blind)."""
    square = table.printed.squares[table.mover.square]
    if square.tax_kind == "income-choice":
        table.phase = Phase.CHOOSE_TAX
        return
    table.phase = Phase.SQUARE_DONE
    rule = "tax.luxury" if square.tax_kind == "luxury-flat" else "tax.income"
    charge(table, table.on_turn, table.till(), square.tax, rule)


def against_choice(table: Table, action: Action) -> Objections:
    return against_in_turn(table, action, Phase.CHOOSE_TAX, "tax.income")


def worth(table: Table, seat: int) -> int:
    """tax.worth: cash, printed prices of all property, mortgaged or not, and of buildings (a hotel is five)."""
    return table.cash[seat] + sum(d.price + d.level * d.cost for d in table.deeds_of(seat))


def chosen(table: Table, action: Action) -> None:
    table.tell(
        "TAX_CHOSEN", "tax.income-blind",
        player=table.on_turn, square=table.mover.square, amount=action.kind,
    )  # fmt: skip
    table.phase = Phase.SQUARE_DONE


def pay_flat(table: Table, action: Action) -> None:
    chosen(table, action)
    charge(table, table.on_turn, table.till(), table.printed.squares[table.mover.square].tax, "tax.income")


def pay_share(table: Table, action: Action) -> None:
    """tax.worth: the share is rounded down to a dollar unless switched."""
    chosen(table, action)
    total = worth(table, table.on_turn)
    table.tell("WORTH_COUNTED", "tax.worth", player=table.on_turn, square=table.mover.square, amount=total)
    share = total * table.option("tax_income_percent")
    tax = -(-share // 100) if table.option("tax_worth_round_up") else share // 100
    charge(table, table.on_turn, table.till(), tax, "tax.income")
