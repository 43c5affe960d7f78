"""Section 13: the agreed end."""

from tests.reference.bankruptcy import claims_of_leaver_lapse
from tests.reference.contract import NOBODY, Action, Phase
from tests.reference.table import Objections, Table


def against_striking(table: Table, action: Action) -> Objections:
    """short.end: in a short game, once, after the first turn has begun."""
    if not table.option("short_game") or table.hour_struck or table.turn == 0:
        yield "short.end"


def strike(table: Table, action: Action | None = None) -> None:
    """short.end: the throw in play is completed; no further throw, deal or building."""
    table.hour_struck = True
    table.tell("HOUR_STRUCK", "short.end", amount=table.round)


def rounds_over(table: Table) -> None:
    """short.end: after an agreed number of rounds."""
    agreed = table.option("short_rounds")
    if table.option("short_game") and agreed and table.round >= agreed and not table.hour_struck:
        strike(table)


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
    for seat in range(len(table.players)):  # rent.claim-holder: claims lapse when the short game ends
        claims_of_leaver_lapse(table, seat)
    worths = {seat: worth(table, seat) for seat in table.still_in()}
    for seat, total in worths.items():
        table.tell("WORTH_COUNTED", "short.worth", player=seat, square=NOBODY, amount=total)
    best = max(worths.values())
    table.winners = {seat for seat, total in worths.items() if total == best}
    for seat in sorted(table.winners):
        table.tell("GAME_WON", "short.worth", player=seat, amount=best)
    table.phase = Phase.GAME_OVER
