"""Moving the token, the salary, and what each square does on arrival."""

from passgo.machine.decorators import rule
from passgo.rules import ids
from passgo.rules.bank import tell, transfer
from passgo.rules.codes import (
    BANK,
    BUS,
    BY_DICE,
    BY_MR_M,
    CHANCE_DECK,
    CHANCE_SQUARE,
    CHEST_DECK,
    CHEST_SQUARE,
    FREE_PARKING,
    GO_TO_JAIL,
    MOVED,
    NOBODY,
    PHASE_BUY,
    PHASE_DRAW,
    PHASE_LAND,
    PHASE_RENT,
    PHASE_SQUARE_DONE,
    PHASE_TAX,
    PHASE_TO_JAIL,
    POT,
    SPEED_DIE_GAINED,
    SQUARES,
    TAX,
)
from passgo.rules.sets import has
from passgo.rules.state import Edition, Log, State


@rule("move.throw", "move.no-salary-backward", "cards.move-back")
def move(g: State, e: Edition, log: Log) -> None:
    """Move the token by `steps`; only forward can it earn a salary."""
    player = g.on_turn
    reached = g.square[player] + g.steps
    passed = reached >= SQUARES
    g.square[player] = reached % SQUARES
    tell(log, MOVED, move_rule(g, e), player, NOBODY, g.square[player], g.steps)
    if passed:
        pay_salary(g, e, log, player)
    g.steps = 0
    g.phase = PHASE_LAND


@rule("move.throw", "cards.move-effective", "cards.move-back", "speed.mr-m", "speed.mr-m-sold-out")
def move_rule(g: State, e: Edition) -> int:
    """The rule by which the token has come to where it stands now."""
    if g.arrived == BY_DICE:
        return throw_rule(g.dice[0], g.dice[1], g.dice[2])
    if g.arrived == BY_MR_M:
        unsold = g.owner[e.deed_at[g.square[g.on_turn]]] == BANK
        return ids.SPEED_MR_M if unsold else ids.SPEED_MR_M_SOLD_OUT
    return ids.CARDS_MOVE_BACK if g.steps < 0 else ids.CARDS_MOVE_EFFECTIVE


@rule("move.throw", "speed.number", "speed.bus", "speed.triple")
def throw_rule(die_1: int, die_2: int, die_3: int) -> int:
    """The rule by which a throw moves."""
    if die_3 == 0 or die_3 > BUS:
        return ids.MOVE_THROW
    if die_3 == BUS:
        return ids.SPEED_BUS
    return ids.SPEED_TRIPLE if die_1 == die_3 and die_2 == die_3 else ids.SPEED_NUMBER


@rule("move.salary", "move.salary-twice", "speed.from-first-salary", "table.no-house-rules")
def pay_salary(g: State, e: Edition, log: Log, player: int) -> None:
    """Arriving on GO or passing it pays, again too if a card brings one there; a house rule doubles it on GO."""
    if g.salaried == 1 and g.arrived != BY_DICE and e.move_salary_twice == 0:
        return
    amount = e.move_salary
    if e.double_salary_on_go == 1 and g.square[player] == 0:
        amount += e.move_salary
    transfer(g, log, BANK, player, amount, ids.MOVE_SALARY_TWICE if g.salaried == 1 else ids.MOVE_SALARY)
    g.salaried = 1
    if e.speed_die == 1 and g.speeding[player] == 0:
        g.speeding[player] = 2
        tell(log, SPEED_DIE_GAINED, ids.SPEED_FROM_FIRST_SALARY, player, NOBODY, NOBODY, 0)


@rule("move.just-visiting", "cards.move-effective", "jail.sent")
def land(g: State, e: Edition, log: Log) -> None:
    """The square takes effect, however it was reached."""
    square = g.square[g.on_turn]
    kind = e.square_kind[square]
    g.phase = PHASE_SQUARE_DONE
    if e.deed_at[square] >= 0:
        land_on_property(g, e, e.deed_at[square])
    elif kind == CHANCE_SQUARE or kind == CHEST_SQUARE:
        g.deck = CHANCE_DECK if kind == CHANCE_SQUARE else CHEST_DECK
        g.phase = PHASE_DRAW
    elif kind == TAX:
        g.phase = PHASE_TAX
    elif kind == GO_TO_JAIL:
        g.phase = PHASE_TO_JAIL
    elif kind == FREE_PARKING:
        free_parking(g, log)


@rule("buy.option", "rent.mortgaged")
def land_on_property(g: State, e: Edition, deed: int) -> None:
    """Unowned: buy or not. One's own, or mortgaged: nothing. Another's: rent."""
    owner = g.owner[deed]
    if owner == BANK:
        g.phase = PHASE_BUY
    elif owner != g.on_turn and not has(g.mortgaged, deed):
        g.phase = PHASE_RENT


@rule("move.free-parking", "table.no-house-rules")
def free_parking(g: State, log: Log) -> None:
    """Nothing happens; under a house rule the pot is won, which is otherwise always empty."""
    transfer(g, log, POT, g.on_turn, g.cash[POT], ids.TABLE_NO_HOUSE_RULES)
