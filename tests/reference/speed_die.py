"""Section 12: what the third die does."""

from tests.reference.contract import BANK, Action, Arrived, Phase
from tests.reference.moving import against_in_turn
from tests.reference.rent import earns
from tests.reference.table import Deed, Objections, Table


def against_choose_steps(table: Table, action: Action) -> Objections:
    yield from against_in_turn(table, action, Phase.CHOOSE_BUS, "speed.bus")
    if action.amount not in bus_steps(table):
        yield "speed.bus"


def bus_steps(table: Table) -> list[int]:
    """speed.bus: one white die, the other, or both."""
    first, second, _ = table.dice
    return sorted({first, second, first + second})


def choose_steps(table: Table, action: Action) -> None:
    table.steps, table.move_rule, table.phase = action.amount, "speed.bus", Phase.MOVE


def against_choose_square(table: Table, action: Action) -> Objections:
    """speed.triple: any of the other 39."""
    yield from against_in_turn(table, action, Phase.CHOOSE_SQUARE, "speed.triple")
    if not 0 <= action.square < 40 or action.square == table.mover.square:
        yield "speed.triple"


def choose_square(table: Table, action: Action) -> None:
    """speed.triple: forward, so passing GO pays."""
    table.steps = (action.square - table.mover.square) % 40
    table.move_rule, table.phase = "speed.triple", Phase.MOVE


def mr_m(table: Table) -> None:
    """speed.mr-m: on to the next property the Bank holds; speed.mr-m-sold-out: or on which one will owe."""
    table.mr_m = False
    here = table.mover.square
    ahead = [table.deed_at[(here + n) % 40] for n in range(1, 40) if (here + n) % 40 in table.deed_at]
    unsold = [d for d in ahead if d.owner == BANK]
    if unsold:
        advance(table, unsold[0], "speed.mr-m")
        return
    if here in table.deed_at and table.deed_at[here].owner == BANK:
        return  # it alone is left: stay
    owed = [d for d in ahead if d.owner != table.on_turn and earns(table, d)]
    if owed:
        advance(table, owed[0], "speed.mr-m-sold-out")


def advance(table: Table, deed: Deed, rule: str) -> None:
    table.steps = (deed.where - table.mover.square) % 40
    table.arrived, table.move_rule, table.phase = Arrived.BY_MR_M, rule, Phase.MOVE
