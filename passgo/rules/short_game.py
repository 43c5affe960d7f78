"""The short game's end: the hour strikes, the throw in play is completed, and the richest wins."""

from passgo.machine.bits import eight_at
from passgo.machine.decorators import rule
from passgo.rules import codes, ids
from passgo.rules.bank import tell
from passgo.rules.deeds import worth_at_end
from passgo.rules.sets import has
from passgo.rules.state import Edition, Log, State


@rule("short.end")
def can_strike(g: State, e: Edition) -> int:
    """Only a short game has an hour, and it strikes once, after the first turn has begun."""
    return ids.LAWFUL if e.short_game == 1 and g.hour_struck == 0 and g.turn > 0 else ids.SHORT_END


@rule("short.end")
def strike(g: State, log: Log) -> None:
    """The agreed hour: no further throw, deal or building."""
    g.hour_struck = 1
    tell(log, codes.HOUR_STRUCK, ids.SHORT_END, amount=g.round)


@rule("short.end")
def rounds_are_over(g: State, e: Edition) -> bool:
    """Have the agreed number of rounds been played?"""
    return e.short_game == 1 and 0 < e.short_rounds <= g.round and g.hour_struck == 0


@rule("short.end", "bankrupt.resign")
def is_completed(g: State) -> bool:
    """The hour has struck: is the throw in play completed, with all that it led to, and whoever resigned gone?"""
    if g.matters > 0 or eight_at(g.resigning, 0) != 0:
        return False
    return g.phase == codes.PHASE_BEFORE_THROW or g.phase == codes.PHASE_END_TURN or g.phase == codes.PHASE_BEGIN_TURN


@rule("short.worth")
def count_worth(g: State, e: Edition, log: Log) -> None:
    """The richest wins; a tie is shared."""
    best = 0
    for p in range(g.players):
        if g.out[p] == 0:
            worth = worth_at_end(g, e, p)
            tell(log, codes.WORTH_COUNTED, ids.SHORT_WORTH, player=p, amount=worth)
            if g.winners == 0 or worth > best:
                best = worth
                g.winners = 1 << p
            elif worth == best:
                g.winners |= 1 << p
    for p in range(codes.PLAYERS):
        if has(g.winners, p):
            tell(log, codes.GAME_WON, ids.SHORT_WORTH, player=p, amount=best)
    g.phase = codes.PHASE_GAME_OVER
