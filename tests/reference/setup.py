"""Section 1 and the deal of section 13: cash, dealt deeds, who starts."""

from tests.reference.contract import BANK, Action, Phase
from tests.reference.debts import charge
from tests.reference.table import Objections, Table


def begin(table: Table) -> None:
    """setup.cash, setup.start, setup.bank: everyone gets the same cash and stands on GO."""
    for player in table.players:
        table.pay(BANK, player.seat, table.option("setup_cash"), "setup.cash")
        if table.option("speed_die") and not table.option("speed_from_first_salary"):
            player.speeding = 1
    if table.option("short_deal"):
        table.phase = Phase.DEAL_DEEDS
        next_to_be_dealt(table)
    else:
        find_first_player(table)


def next_to_be_dealt(table: Table) -> None:
    """short.deal: one deed at a time, round the table from seat 0; who has left is passed over."""
    count = len(table.players)
    while table.cursor < count * table.option("short_deal"):
        if table.is_in(table.cursor % count):
            table.on_turn = table.cursor % count
            return
        table.cursor += 1
    find_first_player(table)


def against_deal_deed(table: Table, action: Action) -> Objections:
    deed = table.deed_at.get(action.square)
    if table.matters or table.phase != Phase.DEAL_DEEDS or not deed or deed.owner != BANK:
        yield "short.deal"


def deal_deed(table: Table, action: Action) -> None:
    """short.deal: the player pays the printed price at once (a house rule: nothing)."""
    deed = table.deed_at[action.square]
    deed.owner = table.on_turn
    table.tell("DEED_DEALT", "short.deal", player=table.on_turn, square=deed.where, amount=deed.price)
    table.cursor += 1
    if table.option("short_deal_paid"):
        charge(table, table.on_turn, BANK, deed.price, "short.deal")


def find_first_player(table: Table) -> None:
    """setup.first-player: the highest throw, or by option simply the first seat."""
    seats = table.still_in()
    table.on_turn, table.cursor = seats[0], 0
    if table.option("setup_first_player"):
        table.contenders = set(seats)
        table.phase = Phase.THROW_FOR_FIRST
    else:
        table.first = seats[0]
        table.phase = Phase.BEGIN_TURN


def thrown_for_first(table: Table, total: int) -> None:
    """setup.first-player: highest total starts; the tied highest throw again among themselves."""
    table.mover.first_throw = total
    waiting = sorted(seat for seat in table.contenders if seat > table.on_turn)
    if waiting:
        table.on_turn = waiting[0]
        return
    highest = max(table.players[seat].first_throw for seat in table.contenders)
    table.contenders = {seat for seat in table.contenders if table.players[seat].first_throw == highest}
    for player in table.players:
        player.first_throw = 0
    table.on_turn = min(table.contenders)
    if len(table.contenders) == 1:
        table.first = table.on_turn
        table.contenders = set()
        table.phase = Phase.BEGIN_TURN
        table.tell("FIRST_PLAYER_FOUND", "setup.first-player", player=table.first, amount=highest)
