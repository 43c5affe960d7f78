"""The turn: throwing, doubles, what comes after a square, and passing the dice."""

from passgo.machine.decorators import rule
from passgo.rules import codes, ids
from passgo.rules.bank import tell, tell_dice
from passgo.rules.state import Action, Edition, Log, State
from passgo.rules.turns import not_now, pips, third_die


@rule("move.turn-end")
def begin_turn(g: State, log: Log) -> None:
    """A new turn of the player on turn."""
    g.turn += 1
    g.doubles = 0
    g.throws = 0
    g.again = 0
    g.mr_m = 0
    g.salaried = 0
    g.phase = codes.PHASE_BEFORE_THROW
    tell(log, codes.TURN_BEGAN, ids.SETUP_TURN_ORDER, player=g.on_turn, square=g.square[g.on_turn], amount=g.turn)


@rule("move.throw")
def can_throw(g: State, player: int) -> int:
    """The player on turn throws, in Jail too."""
    return not_now(g, player, codes.PHASE_BEFORE_THROW, ids.MOVE_THROW)


@rule("move.throw", "speed.from-first-salary")
def throw(g: State, player: int) -> None:
    """Take up the dice; a Speed Die earned in an earlier throw is among them."""
    if g.speeding[player] == 2:
        g.speeding[player] = 1
    g.throws += 1
    g.salaried = 0
    g.phase = codes.PHASE_THROW


@rule("move.throw", "speed.faces", "speed.jail-white", "speed.from-first-salary")
def can_fall(g: State, e: Edition, a: Action) -> int:
    """Dice are six-sided; the third is the Speed Die, thrown only by those who use it."""
    if g.matters > 0 or not (
        g.phase == codes.PHASE_THROW or g.phase == codes.PHASE_THROW_FOR_RENT or g.phase == codes.PHASE_THROW_FOR_FIRST
    ):
        return ids.MOVE_THROW
    if not (1 <= a.dice[0] <= 6 and 1 <= a.dice[1] <= 6):
        return ids.MOVE_THROW
    if third_die(g, e):
        return ids.LAWFUL if 1 <= a.dice[2] <= 6 else ids.SPEED_FACES
    if a.dice[2] == 0:
        return ids.LAWFUL
    to_leave_jail = g.phase == codes.PHASE_THROW and g.jail[g.on_turn] > 0
    return ids.SPEED_JAIL_WHITE if e.speed_die == 1 and to_leave_jail else ids.SPEED_FROM_FIRST_SALARY


@rule("move.throw")
def fall(g: State, log: Log, a: Action) -> None:
    """The dice that move have fallen."""
    for k in range(3):
        g.dice[k] = a.dice[k]
    g.arrived = codes.BY_DICE
    g.steps = a.dice[0] + a.dice[1]
    total = pips(a.dice[0], a.dice[1], a.dice[2])
    tell(log, codes.DICE_THROWN, ids.MOVE_THROW, player=g.on_turn, amount=total)
    tell_dice(log, a.dice[0], a.dice[1], a.dice[2])


@rule("move.doubles-again", "move.three-doubles", "speed.doubles-white")
def count_doubles(g: State) -> None:
    """White doubles give another throw; the third in a row sends to Jail without a move."""
    g.again = 0
    g.phase = codes.PHASE_MOVE
    if g.dice[0] == g.dice[1]:
        g.doubles += 1
        g.again = 1
        if g.doubles == 3:
            g.phase = codes.PHASE_TO_JAIL


@rule("move.doubles-again")
def square_done(g: State) -> None:
    """Throw again after doubles; otherwise only the end of the turn is left."""
    g.phase = codes.PHASE_BEFORE_THROW if g.again == 1 else codes.PHASE_END_TURN
    g.again = 0


@rule("move.turn-end")
def can_end_turn(g: State, player: int) -> int:
    """The turn ends when the player has finished their play."""
    return not_now(g, player, codes.PHASE_END_TURN, ids.MOVE_TURN_END)


@rule("move.turn-end")
def end_turn(g: State, log: Log, player: int) -> None:
    """Pass the dice."""
    tell(log, codes.TURN_ENDED, ids.MOVE_TURN_END, player=player)
    g.phase = codes.PHASE_NEXT_TURN


@rule("setup.turn-order", "bankrupt.turn")
def next_turn(g: State) -> None:
    """The dice pass to the next seat still in the game; past the first seat a round is complete."""
    player = g.on_turn
    for _ in range(g.players):
        player += 1
        if player == g.players:
            player = 0
        if player == g.first:
            g.round += 1
        if g.out[player] == 0:
            break
    g.on_turn = player
    g.phase = codes.PHASE_BEGIN_TURN
