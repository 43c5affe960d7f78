"""Section 13: the agreed end."""

from tests.reference.bankruptcy import game_over
from tests.reference.contract import CLOCK, NOBODY, Phase
from tests.reference.table import Action, Table


def may_strike(table: Table, action: Action) -> str | None:
    """short.end: in a short game, once, after the first turn has begun."""
    if action["player"] != CLOCK or not table.option("short_game"):
        return "short.end"
    return "short.end" if table.hour_struck or table.turn == 0 else None


def strike(table: Table, action: Action) -> None:
    """short.end: the throw in play is completed; no further throw, deal or building."""
    table.hour_struck = True
    table.tell("HOUR_STRUCK", "short.end", amount=table.round)


def rounds_over(table: Table) -> None:
    """short.end: after an agreed number of rounds."""
    agreed = table.option("short_rounds")
    if table.option("short_game") and agreed and table.round >= agreed and not table.hour_struck:
        strike(table, {})


def at_an_end(table: Table) -> bool:
    """The hour has struck, no matter is open, and no throw is in play."""
    resting = (Phase.BEFORE_THROW, Phase.END_TURN, Phase.BEGIN_TURN)
    return table.hour_struck and not table.matters and table.phase in resting


def worth(table: Table, seat: int) -> int:
    """short.worth: mortgaged property at half its price, buildings at cost; held cards nothing."""
    lots = table.deeds_of(seat)
    property_worth = sum(d.principal if d.mortgaged else d.price for d in lots)
    return table.cash[seat] + property_worth + sum(d.level * d.cost for d in lots)


def count_up(table: Table) -> None:
    """short.worth: the richest wins; a tie is shared."""
    worths = {seat: worth(table, seat) for seat in table.still_in()}
    for seat, total in worths.items():
        table.tell("WORTH_COUNTED", "short.worth", player=seat, square=NOBODY, amount=total)
    best = max(worths.values())
    table.winners = {seat for seat, total in worths.items() if total == best}
    for seat in sorted(table.winners):
        table.tell("GAME_WON", "short.worth", player=seat, amount=best)
    game_over(table)
