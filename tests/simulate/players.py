"""Bots for the tests of the simulator: one builds, so that games end; one is the fallback; two misbehave."""

from passgo.bots.policy import Memory
from passgo.dev.bench.heuristic import in_matter, in_turn
from passgo.machine.decorators import entry, part
from passgo.rules import codes
from passgo.rules.chance import blank
from passgo.rules.state import Actions, Editions, Games, State
from passgo.simulate import Bot, fallback


@entry
def builds(
    games: Games, i: int, editions: Editions, e: int, player: int, actions: Actions, j: int, memory: Memory, m: int
) -> None:
    """Play as the player of the benchmark."""
    g = games[i]
    if g.matters > 0:
        in_matter(g, editions[e], actions[j], player)
    else:
        in_turn(g, editions[e], actions[j], player)


@entry
def nonsense(
    games: Games, i: int, editions: Editions, e: int, player: int, actions: Actions, j: int, memory: Memory, m: int
) -> None:
    """Write unlawful actions in turn: another player's, the clock's, a bid of -1, a kind that does not exist."""
    memory[m] += 1
    n = memory[m] % 4
    if n == 0:
        blank(actions[j], codes.BUY, (player + 1) % games[i].players)
    elif n == 1:
        blank(actions[j], codes.STRIKE_HOUR, codes.CLOCK)
    elif n == 2:
        blank(actions[j], codes.BID, player)
        actions[j].amount = -1
    else:
        blank(actions[j], -7, player)


@part
def first_deed(g: State, player: int) -> int:
    """The first deed the player holds, or NOBODY."""
    for d in range(codes.DEEDS):
        if g.owner[d] == player:
            return d
    return codes.NOBODY


@entry
def pesters(
    games: Games, i: int, editions: Editions, e: int, player: int, actions: Actions, j: int, memory: Memory, m: int
) -> None:
    """Offer the first deed to the next player, again and again; without a deed, write an unlawful action."""
    g = games[i]
    deed = first_deed(g, player)
    if g.phase == codes.PHASE_BEFORE_THROW and g.matters == 0 and g.on_turn == player and deed != codes.NOBODY:
        blank(actions[j], codes.OFFER, player)
        actions[j].other = (player + 1) % g.players
        actions[j].give_deeds = 1 << deed
        actions[j].take_cash = 1
    else:
        blank(actions[j], -7, player)


BUILDS, MEEK = Bot("builds", builds), Bot("meek", fallback)
NONSENSE, PESTERS = Bot("nonsense", nonsense), Bot("pesters", pesters)
