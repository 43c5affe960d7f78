"""A compiled strategy: as fast as the bots that come with PassGo.

    passgo tournament examples/compiled_bot.py trader cautious

`policy` has the same signature for all bots (`passgo/bots/policy.py`). It reads the record of the game
(`docs/state.md`) and writes an action (`docs/actions.md`). `@entry` compiles it with Numba: it may use whole numbers
and loops, but no objects. With PASSGO_PLAIN=1 it runs as ordinary Python, so that you can debug it. Try it with
PASSGO_BOUNDSCHECK=1 first: the fast build does not check indices (`docs/bots.md`).

This bot makes two decisions of its own: it buys whenever it can, and it builds where the next building costs least. For
everything else it uses the habits that the bots of PassGo share.
"""

from passgo.bots import habits
from passgo.bots.policy import Memory
from passgo.machine.decorators import entry, part
from passgo.rules import codes, ids
from passgo.rules.chance import blank
from passgo.rules.deeds import can_stand
from passgo.rules.state import Action, Actions, Edition, Editions, Games, State

RESERVE = 120
ASKED = 0  # place in the notebook: the turn and the cash with which the bot last asked for a building


@part
def cheapest_lot(g: State, e: Edition, player: int, spend: int) -> int:
    """The lot where a building costs least, if it costs at most `spend` dollars; or NOBODY."""
    chosen = codes.NOBODY
    for d in range(codes.DEEDS):
        if g.owner[d] == player and e.house_cost[d] <= spend:
            if can_stand(g, e, player, e.square_of[d]) == ids.LAWFUL:
                if chosen == codes.NOBODY or e.house_cost[d] < e.house_cost[chosen]:
                    chosen = d
    return chosen


@part
def finish(g: State, e: Edition, a: Action, player: int, memory: Memory, m: int) -> None:
    """Build while the reserve remains; then end the turn."""
    asked = g.turn * 1_000_000 + g.cash[player]  # in a shortage another player may get the building, so ask once
    lot = codes.NOBODY
    if memory[m + ASKED] != asked and g.hour_struck == 0:
        lot = cheapest_lot(g, e, player, g.cash[player] - RESERVE)
    memory[m + ASKED] = asked
    if lot == codes.NOBODY:
        blank(a, codes.END_TURN, player)
    else:
        habits.act_on_deed(e, a, codes.BUILD, player, lot)


@part
def in_matter(g: State, e: Edition, a: Action, player: int) -> None:
    """Answer an auction, a debt, the question about a mortgaged deed, or a shortage of buildings."""
    m = g.matters - 1
    if g.matter_kind[m] == codes.MATTER_AUCTION:
        lot = g.matter_square[m]
        limit = e.price[e.deed_at[lot]] if lot < codes.SQUARES else 0
        habits.bid_up_to(g, e, a, player, min(limit if lot < codes.LOT_HOUSE else 0, g.cash[player] - RESERVE))
    elif g.matter_kind[m] == codes.MATTER_DEBT:
        habits.raise_money(g, e, a, player)
    elif g.matter_kind[m] == codes.MATTER_KEEP_OR_LIFT:
        habits.keep_or_lift(g, e, a, player, RESERVE)
    elif g.matter_stage[m] == codes.STAGE_PLACING:
        habits.place_building(g, e, a, player)
    else:
        blank(a, codes.PASS_BUILDING, player)


@part
def in_turn(g: State, e: Edition, a: Action, player: int, memory: Memory, m: int) -> None:
    """Write what the player on turn does in each phase."""
    blank(a, codes.END_TURN, player)
    if g.phase == codes.PHASE_BEFORE_THROW:
        a.kind = codes.THROW
    elif g.phase == codes.PHASE_END_TURN:
        finish(g, e, a, player, memory, m)
    elif g.phase == codes.PHASE_BUY:
        a.kind = codes.BUY if g.cash[player] >= e.price[e.deed_at[g.square[player]]] else codes.DECLINE
    elif g.phase == codes.PHASE_CHOOSE_TAX:
        a.kind = codes.PAY_FLAT_TAX
    elif g.phase == codes.PHASE_FINE_OR_CHANCE:
        a.kind = codes.PAY_CARD_FINE
    elif g.phase == codes.PHASE_CHOOSE_BUS:
        a.kind = codes.CHOOSE_STEPS
        a.amount = g.dice[0] + g.dice[1]
    elif g.phase == codes.PHASE_CHOOSE_SQUARE:
        a.kind = codes.CHOOSE_SQUARE
        a.square = 0 if g.square[player] != 0 else 1


@entry
def policy(
    games: Games, i: int, editions: Editions, e: int, player: int, actions: Actions, j: int, memory: Memory, m: int
) -> None:
    """Write the action of the player in game i to action j. `memory[m : m + MEMORY]` is the notebook of the seat."""
    g, ed, a = games[i], editions[e], actions[j]
    proposer = habits.proposer_to(g, player) if habits.offers_open(g) else codes.NOBODY
    if proposer != codes.NOBODY:
        habits.refuse(a, player, proposer)
    elif g.matters > 0:
        in_matter(g, ed, a, player)
    elif g.claims > 0 and habits.claim_rent(g, a, player):
        return
    else:
        in_turn(g, ed, a, player, memory, m)
