"""Whom the game waits for: everyone, or one of them for drivers that ask one by one."""

from passgo.machine.decorators import entry, part, rule
from passgo.rules import auction, codes, deals, shortage
from passgo.rules.sets import lowest
from passgo.rules.state import Games, State
from passgo.rules.turns import chance_to_act


@rule("table.one-matter")
def waited_for(g: State) -> int:
    """The set of those who must act: bit 10 is chance, others are players; empty when the game is over."""
    if g.phase == codes.PHASE_GAME_OVER:
        return 0
    if chance_to_act(g):
        return 1 << codes.CHANCE
    if g.matters == 0:
        return 1 << g.on_turn
    m = g.matters - 1
    kind = g.matter_kind[m]
    if kind == codes.MATTER_AUCTION:
        bidder = g.matter_other[m]
        return g.matter_set[m] & ~(1 << bidder) if bidder != codes.NOBODY else g.matter_set[m]
    if kind == codes.MATTER_KEEP_OR_LIFT:
        return 1 << g.owner[lowest(g.matter_set[m])]
    if kind == codes.MATTER_DEBT:
        return 1 << g.matter_player[m]
    return 1 << g.matter_last[m] if g.matter_stage[m] == codes.STAGE_PLACING else g.matter_set[m]


@part
def next_one(g: State) -> int:
    """Chance, or the player who should decide now; NOBODY when the game is over."""
    if g.phase == codes.PHASE_GAME_OVER:
        return codes.NOBODY
    return codes.CHANCE if chance_to_act(g) else next_player(g)


@part
def next_player(g: State) -> int:
    """Keep-or-lift; shortage and bidder in order; receiver of the oldest offer; debtor; player on turn."""
    one = g.on_turn
    if g.matters > 0:
        m = g.matters - 1
        kind = g.matter_kind[m]
        if kind == codes.MATTER_AUCTION:
            return auction.next_caller(g)
        if kind == codes.MATTER_SHORTAGE:
            return shortage.next_answerer(g)
        if kind != codes.MATTER_DEBT:
            return g.owner[lowest(g.matter_set[m])]
        one = g.matter_player[m]
    receiver = deals.oldest_receiver(g) if deals.is_any_open(g) else codes.NOBODY
    return receiver if receiver != codes.NOBODY else one


@entry
def to_act(games: Games, i: int) -> int:
    """Everyone the game waits for, as a set; bit 10 is chance."""
    return waited_for(games[i])


@entry
def next_to_decide(games: Games, i: int) -> int:
    """The one whom a driver that asks one by one should ask now: a player, CHANCE, or NOBODY when the game is over."""
    return next_one(games[i])
