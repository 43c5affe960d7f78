"""Moving the token, the salary, and what each square does on arrival."""

from passgo.machine.decorators import rule
from passgo.rules import codes, ids
from passgo.rules.bank import tell, transfer
from passgo.rules.sets import has
from passgo.rules.state import Edition, Log, State


@rule("move.throw", "move.no-salary-backward", "cards.move-back")
def move(g: State, e: Edition, log: Log) -> None:
    """Move the token by `steps`; only forward can it earn a salary."""
    player = g.on_turn
    reached = g.square[player] + g.steps
    passed = reached >= codes.SQUARES
    if passed:
        reached -= codes.SQUARES
    elif reached < 0:
        reached += codes.SQUARES
    g.square[player] = reached
    tell(log, codes.MOVED, move_rule(g, e), player=player, square=g.square[player], amount=g.steps)
    if passed:
        pay_salary(g, e, log, player)
    g.steps = 0
    g.phase = codes.PHASE_LAND


@rule("move.throw", "cards.move-effective", "cards.move-back", "speed.mr-m", "speed.mr-m-sold-out")
def move_rule(g: State, e: Edition) -> int:
    """The rule by which the token has come to where it stands now."""
    if g.arrived == codes.BY_DICE:
        return throw_rule(g.dice[0], g.dice[1], g.dice[2])
    if g.arrived == codes.BY_MR_M:
        unsold = g.owner[e.deed_at[g.square[g.on_turn]]] == codes.BANK
        return ids.SPEED_MR_M if unsold else ids.SPEED_MR_M_SOLD_OUT
    return ids.CARDS_MOVE_BACK if g.steps < 0 else ids.CARDS_MOVE_EFFECTIVE


@rule("move.throw", "speed.number", "speed.bus", "speed.triple")
def throw_rule(die_1: int, die_2: int, die_3: int) -> int:
    """The rule by which a throw moves."""
    if die_3 == 0 or die_3 > codes.BUS:
        return ids.MOVE_THROW
    if die_3 == codes.BUS:
        return ids.SPEED_BUS
    return ids.SPEED_TRIPLE if die_1 == die_3 and die_2 == die_3 else ids.SPEED_NUMBER


@rule("move.salary", "move.salary-twice", "speed.from-first-salary", "table.no-house-rules")
def pay_salary(g: State, e: Edition, log: Log, player: int) -> None:
    """Arriving on GO or passing it pays, again too if a card brings one there; a house rule doubles it on GO."""
    if g.salaried == 1 and g.arrived != codes.BY_DICE and e.move_salary_twice == 0:
        return
    amount = e.move_salary
    if e.double_salary_on_go == 1 and g.square[player] == 0:
        amount += e.move_salary
    transfer(g, log, codes.BANK, player, amount, ids.MOVE_SALARY_TWICE if g.salaried == 1 else ids.MOVE_SALARY)
    g.salaried = 1
    if e.speed_die == 1 and g.speeding[player] == 0:
        g.speeding[player] = 2
        tell(log, codes.SPEED_DIE_GAINED, ids.SPEED_FROM_FIRST_SALARY, player=player)


@rule("move.just-visiting", "cards.move-effective", "jail.sent")
def land(g: State, e: Edition, log: Log) -> None:
    """The square takes effect, however it was reached."""
    square = g.square[g.on_turn]
    kind = e.square_kind[square]
    g.phase = codes.PHASE_SQUARE_DONE
    if e.deed_at[square] >= 0:
        land_on_property(g, e, e.deed_at[square])
    elif kind == codes.CHANCE_SQUARE or kind == codes.CHEST_SQUARE:
        g.deck = codes.CHANCE_DECK if kind == codes.CHANCE_SQUARE else codes.CHEST_DECK
        g.phase = codes.PHASE_DRAW
    elif kind == codes.TAX:
        g.phase = codes.PHASE_TAX
    elif kind == codes.GO_TO_JAIL:
        g.phase = codes.PHASE_TO_JAIL
    elif kind == codes.FREE_PARKING:
        free_parking(g, log)


@rule("buy.option", "rent.mortgaged")
def land_on_property(g: State, e: Edition, deed: int) -> None:
    """Unowned: buy or not. One's own, or mortgaged: nothing. Another's: rent."""
    owner = g.owner[deed]
    if owner == codes.BANK:
        g.phase = codes.PHASE_BUY
    elif owner != g.on_turn and not has(g.mortgaged, deed):
        g.phase = codes.PHASE_RENT


@rule("move.free-parking", "table.no-house-rules")
def free_parking(g: State, log: Log) -> None:
    """Nothing happens; under a house rule the pot is won, which is otherwise always empty."""
    transfer(g, log, codes.POT, g.on_turn, g.cash[codes.POT], ids.TABLE_NO_HOUSE_RULES)
