"""The Speed Die: numbers, the Bus, Mr. M and triples."""

from passgo.machine.decorators import rule
from passgo.rules import codes, ids
from passgo.rules.sets import has
from passgo.rules.state import Action, Edition, State
from passgo.rules.turns import not_now


@rule("speed.number", "speed.bus", "speed.mr-m", "speed.triple", "speed.faces")
def read_die(g: State, e: Edition) -> None:
    """What the third die adds to a throw that moves: a number, a choice, or a second move afterwards."""
    face = g.dice[2]
    if face < codes.BUS:
        if g.dice[0] == face and g.dice[1] == face:
            g.phase = codes.PHASE_CHOOSE_SQUARE
            g.again = e.speed_triple_again
        else:
            g.steps += face
    elif face == codes.BUS:
        g.phase = codes.PHASE_CHOOSE_BUS
    else:
        g.mr_m = 1


@rule("speed.bus")
def can_choose_steps(g: State, a: Action) -> int:
    """One white die, the other, or both."""
    refusal = not_now(g, a.player, codes.PHASE_CHOOSE_BUS, ids.SPEED_BUS)
    if refusal != ids.LAWFUL:
        return refusal
    fits = a.amount == g.dice[0] or a.amount == g.dice[1] or a.amount == g.dice[0] + g.dice[1]
    return ids.LAWFUL if fits else ids.SPEED_BUS


@rule("speed.bus")
def choose_steps(g: State, a: Action) -> None:
    """Get off the bus where one likes."""
    g.steps = a.amount
    g.phase = codes.PHASE_MOVE


@rule("speed.triple")
def can_choose_square(g: State, a: Action) -> int:
    """Any of the other 39 squares."""
    refusal = not_now(g, a.player, codes.PHASE_CHOOSE_SQUARE, ids.SPEED_TRIPLE)
    if refusal != ids.LAWFUL:
        return refusal
    return ids.LAWFUL if 0 <= a.square < codes.SQUARES and a.square != g.square[a.player] else ids.SPEED_TRIPLE


@rule("speed.triple")
def choose_square(g: State, a: Action) -> None:
    """Forward to it, so passing GO pays."""
    g.steps = (a.square - g.square[a.player]) % codes.SQUARES
    g.phase = codes.PHASE_MOVE


@rule("speed.mr-m", "speed.mr-m-sold-out")
def advance_mr_m(g: State, e: Edition) -> None:
    """On to the next property the Bank still holds; sold out, to the next on which one owes rent; else stay."""
    g.mr_m = 0
    sold_out = not bank_holds_any(g)
    for steps in range(1, codes.SQUARES):
        deed = e.deed_at[(g.square[g.on_turn] + steps) % codes.SQUARES]
        if deed >= 0 and attracts_mr_m(g, e, deed, sold_out):
            g.steps = steps
            g.arrived = codes.BY_MR_M
            g.phase = codes.PHASE_MOVE
            return


@rule("speed.mr-m", "speed.mr-m-sold-out", "rent.in-jail")
def attracts_mr_m(g: State, e: Edition, deed: int, sold_out: bool) -> bool:
    """While the Bank holds any property, one of those; afterwards one on which rent will be owed to another player."""
    owner = g.owner[deed]
    if not sold_out:
        return owner == codes.BANK
    earns = e.rent_in_jail == 1 or g.jail[owner] == 0
    return owner != g.on_turn and earns and not has(g.mortgaged, deed)


@rule("speed.mr-m")
def bank_holds_any(g: State) -> bool:
    """Is any property unsold?"""
    for d in range(codes.DEEDS):
        if g.owner[d] == codes.BANK:
            return True
    return False
