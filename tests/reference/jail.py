"""Section 7: into Jail and out of it."""

from tests.reference.contract import BANK, Action, Phase
from tests.reference.debts import charge
from tests.reference.table import Objections, Table


def to_jail(table: Table) -> None:
    """jail.sent: directly, no salary, the turn ends; speed.jail-ends: the Speed Die does nothing more."""
    player = table.mover
    player.square, player.jail = table.printed.jail, 1
    table.again = table.mr_m = False
    table.tell("SENT_TO_JAIL", table.jail_rule, player=player.seat, square=player.square)
    table.end_turn("jail.sent")


def thrown_in_jail(table: Table) -> None:
    """jail.doubles-out, jail.third-turn: white dice only (speed.jail-white)."""
    player = table.mover
    first, second, _ = table.dice
    table.again = False
    table.steps, table.move_rule = first + second, "move.throw"
    if first == second:
        free(table, "jail.doubles-out")
        if table.option("jail_doubles_then"):  # jail.doubles-then: the first doubles of the turn
            table.again, table.doubles = True, 1
        table.phase = Phase.MOVE
    elif player.jail < 3:
        player.jail += 1
        table.tell("STAYED_IN_JAIL", "jail.doubles-out", player=player.seat, square=player.square)
        table.phase = Phase.SQUARE_DONE
    else:
        table.phase = Phase.PAID_FINE
        charge(table, player.seat, table.till(), table.option("jail_fine"), "jail.third-turn")


def paid_fine(table: Table) -> None:
    """jail.third-turn: the fine is paid, move that throw."""
    free(table, "jail.third-turn")
    table.phase = Phase.MOVE


def free(table: Table, rule: str) -> None:
    table.mover.jail = 0
    table.tell("LEFT_JAIL", rule, player=table.on_turn, square=table.printed.jail)


def against_leaving(table: Table, action: Action, rule: str) -> Objections:
    """Only before a throw of one's own, and only out of Jail."""
    if action.player != table.on_turn:
        yield "setup.turn-order"
    if table.matters:
        yield "table.one-matter"
    if table.phase != Phase.BEFORE_THROW or not table.players[action.player].jail:
        yield rule


def against_pay_fine(table: Table, action: Action) -> Objections:
    """jail.fine-before: on the turns the edition allows, in cash, never a debt."""
    yield from against_leaving(table, action, "jail.fine-before")
    late = table.players[action.player].jail > table.option("jail_fine_before")
    if late or table.cash[action.player] < table.option("jail_fine"):
        yield "jail.fine-before"


def pay_fine(table: Table, action: Action) -> None:
    table.pay(table.on_turn, table.till(), table.option("jail_fine"), "jail.fine-before")
    free(table, "jail.fine-before")


def against_use_card(table: Table, action: Action) -> Objections:
    if table.phase == Phase.PAID_FINE and action.player == table.on_turn:
        yield "jail.third-turn"  # no card after the throw
    else:
        yield from against_leaving(table, action, "jail.card")
    if action.card not in (0, 1) or table.decks[action.card].holder != action.player:
        yield "jail.card"


def use_card(table: Table, action: Action) -> None:
    """jail.card; cards.jail-free-kept: used, it goes to the bottom of its own deck."""
    deck = table.decks[action.card]
    deck.holder = BANK
    table.return_card(deck, deck.jail_free, table.on_turn, "jail.card")
    free(table, "jail.card")
