"""How dangerous the board is: the rents ahead, and what it would bring to go to a square."""

from passgo.bots.holdings import built_lots, likely_rent
from passgo.bots.policy import Notes
from passgo.bots.trader.mistakes import A_RESERVE, misjudge
from passgo.bots.trader.parameters import EXPECTED, RESERVE, RESERVE_FOR, RESERVE_KEPT, WORST
from passgo.bots.trader.purchases import worth_paying
from passgo.bots.trader.values import held_of
from passgo.machine.decorators import part
from passgo.rules import codes
from passgo.rules.deeds import held_by
from passgo.rules.sets import lowest, without_lowest
from passgo.rules.state import Edition, State

LONGEST_THROW = 12
JAILED_LOSS = 60
"""The assumed cost of being sent to Jail: about the fine."""


@part
def rent_on(g: State, e: Edition, player: int, notes: Notes, square: int) -> int:
    """About what landing on the square would cost, as rent or tax."""
    deed = e.deed_at[square]
    if deed < 0:
        return e.tax[square] if e.square_kind[square] == codes.TAX else 0
    owner = g.owner[deed]
    if owner == player or owner == codes.BANK:
        return 0
    return likely_rent(g, e, deed, player, held_of(e, notes, owner, e.group[deed]))


@part
def reserve(g: State, e: Edition, player: int, notes: Notes) -> int:
    """Cash to keep for the next throw, by the expected and the highest rent. It is computed once a turn and square."""
    here = codes.SQUARES * g.turn + g.square[player]
    if notes[RESERVE_FOR] == here:
        return int(notes[RESERVE_KEPT])
    worst = 0
    expected = 0
    for steps in range(2, LONGEST_THROW + 1):
        square = g.square[player] + steps
        if square >= codes.SQUARES:
            square -= codes.SQUARES
        rent = rent_on(g, e, player, notes, square)
        ways = steps - 1 if steps <= 7 else 13 - steps
        expected += rent * ways
        worst = max(worst, rent)
    kept = int(notes[EXPECTED]) * expected // 36 + int(notes[WORST]) * worst
    notes[RESERVE_FOR] = here
    notes[RESERVE_KEPT] = misjudge(g, notes, A_RESERVE, int(notes[RESERVE]) + kept // 100)
    return int(notes[RESERVE_KEPT])


@part
def buildings_of_others(g: State, player: int) -> int:
    """The number of buildings of all opponents; a hotel counts as five."""
    total = 0
    left = built_lots(g) & ~held_by(g, player)
    while left != 0:
        total += g.level[lowest(left)]
        left = without_lowest(left)
    return total


@part
def prospect(g: State, e: Edition, player: int, notes: Notes, square: int) -> int:
    """About how many dollars it would bring to go forward to a square."""
    value = e.move_salary if square < g.square[player] else 0
    if e.square_kind[square] == codes.GO_TO_JAIL:
        return -JAILED_LOSS
    deed = e.deed_at[square]
    cash = g.cash[player]
    if deed >= 0 and g.owner[deed] == codes.BANK and e.price[deed] <= cash:
        # A deed is worth a little more than its price: the others cannot have it.
        return value + worth_paying(g, e, player, notes, deed, cash) - e.price[deed] * 9 // 10
    return value - rent_on(g, e, player, notes, square)
