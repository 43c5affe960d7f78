"""Jail: how one gets in, and the ways out."""

from passgo.machine.decorators import rule
from passgo.rules import codes, ids
from passgo.rules.bank import owe, return_card, tell, till, transfer
from passgo.rules.deeds import free_cash, jail_free
from passgo.rules.state import Action, Edition, Log, State
from passgo.rules.turns import not_now


@rule("jail.sent", "move.three-doubles", "move.no-salary-backward", "speed.jail-ends")
def go_to_jail(g: State, e: Edition, log: Log) -> None:
    """Directly to Jail, without salary; the turn is over, and so is anything the Speed Die still had to do."""
    player = g.on_turn
    rule_id = ids.MOVE_THREE_DOUBLES if g.doubles == 3 else ids.JAIL_SENT
    g.square[player] = e.jail_square
    g.jail[player] = 1
    g.again = 0
    g.mr_m = 0
    tell(log, codes.SENT_TO_JAIL, rule_id, player=player, square=e.jail_square)
    tell(log, codes.TURN_ENDED, ids.JAIL_SENT, player=player)
    g.phase = codes.PHASE_NEXT_TURN


@rule("jail.fine-before")
def can_pay_fine(g: State, e: Edition, player: int) -> int:
    """Before throwing, in cash, on the turns the edition allows; never a debt."""
    refusal = not_now(g, player, codes.PHASE_BEFORE_THROW, ids.JAIL_FINE_BEFORE)
    if refusal != ids.LAWFUL:
        return refusal
    if not 1 <= g.jail[player] <= e.jail_fine_before or free_cash(g, e, player) < e.jail_fine:
        return ids.JAIL_FINE_BEFORE
    return ids.LAWFUL


@rule("jail.fine-before")
def pay_fine(g: State, e: Edition, log: Log, player: int) -> None:
    """Out of Jail; an ordinary throw follows."""
    transfer(g, log, player, till(e), e.jail_fine, ids.JAIL_FINE_BEFORE)
    leave_jail(g, log, player, ids.JAIL_FINE_BEFORE)


@rule("jail.card", "jail.third-turn")
def can_use_card(g: State, a: Action) -> int:
    """Before throwing, on any of the three turns, with a card one holds (`card` says of which deck)."""
    if g.phase == codes.PHASE_PAID_FINE and a.player == g.on_turn:
        return ids.JAIL_THIRD_TURN  # the third throw has failed: only the fine is left
    refusal = not_now(g, a.player, codes.PHASE_BEFORE_THROW, ids.JAIL_CARD)
    if refusal != ids.LAWFUL:
        return refusal
    if g.jail[a.player] == 0 or not 0 <= a.card <= 1 or g.jail_card[a.card] != a.player:
        return ids.JAIL_CARD
    return ids.LAWFUL


@rule("jail.card", "cards.jail-free-kept")
def use_card(g: State, e: Edition, log: Log, a: Action) -> None:
    """The card goes to the bottom of its deck; an ordinary throw follows."""
    g.jail_card[a.card] = codes.BANK
    return_card(g, log, a.card, jail_free(e, a.card), a.player, ids.JAIL_CARD)
    leave_jail(g, log, a.player, ids.JAIL_CARD)


@rule("jail.doubles-out", "jail.third-turn", "speed.jail-white")
def throw_in_jail(g: State, e: Edition, log: Log) -> None:
    """Doubles: out, and move them. No doubles: stay, or after the third throw pay first and then move it."""
    player = g.on_turn
    g.again = 0
    if g.dice[0] == g.dice[1]:
        leave_by_doubles(g, e, log, player)
    elif g.jail[player] == 3:
        g.phase = codes.PHASE_PAID_FINE
        owe(g, log, player, till(e), e.jail_fine, ids.JAIL_THIRD_TURN)
    else:
        g.jail[player] += 1
        g.phase = codes.PHASE_END_TURN
        tell(log, codes.STAYED_IN_JAIL, ids.JAIL_DOUBLES_OUT, player=player, square=e.jail_square)


@rule("jail.doubles-out", "jail.doubles-then")
def leave_by_doubles(g: State, e: Edition, log: Log, player: int) -> None:
    """Then the turn is over; in 1935 these are the first doubles of the turn and one throws again."""
    leave_jail(g, log, player, ids.JAIL_DOUBLES_OUT)
    if e.jail_doubles_then == 1:
        g.doubles = 1
        g.again = 1
    g.phase = codes.PHASE_MOVE


@rule("jail.third-turn")
def move_after_fine(g: State, log: Log) -> None:
    """The fine of the third turn is paid: move the throw that failed."""
    leave_jail(g, log, g.on_turn, ids.JAIL_THIRD_TURN)
    g.phase = codes.PHASE_MOVE


@rule("jail.doubles-out", "jail.fine-before", "jail.card", "jail.third-turn")
def leave_jail(g: State, log: Log, player: int, rule_id: int) -> None:
    """A free player again, visiting the square where they stand."""
    g.jail[player] = 0
    tell(log, codes.LEFT_JAIL, rule_id, player=player, square=g.square[player])
