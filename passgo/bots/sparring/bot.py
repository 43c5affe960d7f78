"""The policy of all sparring partners: a plain player whose prices, reserves and offers are the numbers of a character.

`traits` says what these numbers are, `characters.toml` which characters there are, `prices` what it pays and asks for
deeds, `deals` which offers it makes. It knows nobody's cash but its own.
"""

from passgo.bots import habits
from passgo.bots.holdings import HOUSES_FIRST, deed_to_lift, from_single_deeds, single_deed
from passgo.bots.policy import Memory, Notes, notes_at
from passgo.bots.sparring import deals
from passgo.bots.sparring.prices import percent_paid
from passgo.bots.sparring.traits import (
    BUILD_CASH,
    BUILD_TURN,
    BUILDING_RESERVE,
    MORTGAGES,
    MORTGAGES_TO_BUILD,
    MORTGAGES_TO_BUY,
    RESERVE,
)
from passgo.machine.decorators import apart, entry, inner, part
from passgo.rules import codes, ids
from passgo.rules.chance import blank
from passgo.rules.deeds import can_stand, free_cash, held_by
from passgo.rules.sets import lowest, without_lowest
from passgo.rules.state import Action, Actions, Edition, Editions, Games, State

LIFTING_RESERVE = 300
"""Dollars beyond the reserve for buildings that are kept when a mortgage is lifted."""


@apart
def best_lot(g: State, e: Edition, player: int, spend: int) -> int:
    """The lot where the next building, or those up to the third house, bring most rent for their price; or NOBODY."""
    chosen, most = codes.NOBODY, 0
    left = held_by(g, player) & ~g.mortgaged
    while left != 0:
        d = lowest(left)
        left = without_lowest(left)
        if e.house_cost[d] > spend or can_stand(g, e, player, e.square_of[d]) != ids.LAWFUL:
            continue
        level = g.level[d]
        goal = max(level + 1, HOUSES_FIRST)
        rents = e.square_of[d] * 6
        gain = 100 * (e.rent[rents + goal] - e.rent[rents + level]) // ((goal - level) * max(1, e.house_cost[d]))
        if level < HOUSES_FIRST:
            gain *= 4  # three houses everywhere before four anywhere
        if gain > most:
            chosen, most = d, gain
    return chosen


@part
def build(g: State, e: Edition, a: Action, player: int, notes: Notes) -> bool:
    """Build, or mortgage a single deed for it. Is there anything to do, and was it not asked for in vain?"""
    cash = g.cash[player]
    spend = cash - int(notes[BUILDING_RESERVE])
    if g.hour_struck == 1 or spend <= 0 or (notes[BUILD_TURN] == g.turn and notes[BUILD_CASH] == cash):
        return False
    lot = best_lot(g, e, player, spend)
    if lot != codes.NOBODY:
        notes[BUILD_TURN] = g.turn
        notes[BUILD_CASH] = cash
        habits.act_on_deed(e, a, codes.BUILD, player, lot)
        return True
    if notes[MORTGAGES] < MORTGAGES_TO_BUILD:
        return False
    deed = single_deed(g, e, player)
    if deed == codes.NOBODY or best_lot(g, e, player, spend + from_single_deeds(g, e, player)) == codes.NOBODY:
        return False
    habits.act_on_deed(e, a, codes.MORTGAGE, player, deed)
    return True


@part
def end_of_turn(g: State, e: Edition, a: Action, player: int, notes: Notes) -> None:
    """Offer a deal, build, or lift a mortgage; otherwise end the turn."""
    if deals.offer(g, e, a, player, notes) or build(g, e, a, player, notes):
        return
    pledged = held_by(g, player) & g.mortgaged
    spend = g.cash[player] - int(notes[BUILDING_RESERVE]) - LIFTING_RESERVE
    deed = deed_to_lift(e, pledged, spend) if pledged != 0 else codes.NOBODY
    if deed != codes.NOBODY:
        habits.act_on_deed(e, a, codes.LIFT_MORTGAGE, player, deed)
    else:
        blank(a, codes.END_TURN, player)


@part
def choose_to_buy(g: State, e: Edition, a: Action, player: int, notes: Notes) -> None:
    """Buy a deed for which the player pays its printed price, if the reserve remains; some mortgage for it."""
    deed = e.deed_at[g.square[player]]
    price = e.price[deed]
    needed = price + int(notes[RESERVE])
    wanted = percent_paid(g, e, player, notes, deed, held_by(g, player) | 1 << deed) >= 100
    blank(a, codes.BUY if wanted and g.cash[player] >= needed else codes.DECLINE, player)
    if wanted and g.cash[player] < needed and notes[MORTGAGES] >= MORTGAGES_TO_BUY:
        single = single_deed(g, e, player)
        if single != codes.NOBODY and g.cash[player] + from_single_deeds(g, e, player) >= needed:
            habits.act_on_deed(e, a, codes.MORTGAGE, player, single)


@part
def in_auction(g: State, e: Edition, a: Action, player: int, notes: Notes) -> None:
    """Bid up to what the player pays for a deed; for a building its printed price, for a card the fine."""
    lot = g.matter_square[g.matters - 1]
    limit, reserve = e.jail_fine, int(notes[RESERVE])
    if lot < codes.SQUARES:
        deed = e.deed_at[lot]
        percent = percent_paid(g, e, player, notes, deed, held_by(g, player) | 1 << deed)
        limit = e.price[deed] * percent // 100
    elif lot >= codes.LOT_HOUSE:
        best = best_lot(g, e, player, g.cash[player])
        limit = e.house_cost[best] if best != codes.NOBODY else 0
        reserve = int(notes[BUILDING_RESERVE])
    habits.bid_up_to(g, e, a, player, min(limit, g.cash[player] - reserve))


@part
def in_shortage(g: State, e: Edition, a: Action, player: int, notes: Notes) -> None:
    """Want a building if the player can build and pay; place one that was won."""
    if g.matter_stage[g.matters - 1] == codes.STAGE_PLACING:
        habits.place_building(g, e, a, player)
        return
    spend = free_cash(g, e, player) - int(notes[BUILDING_RESERVE])
    wanted = spend >= e.build_shortage_auction and best_lot(g, e, player, spend) != codes.NOBODY
    blank(a, codes.WANT_BUILDING if wanted else codes.PASS_BUILDING, player)


@part
def in_matter(g: State, e: Edition, a: Action, player: int, notes: Notes) -> None:
    """Answer the matter on top."""
    kind = g.matter_kind[g.matters - 1]
    if kind == codes.MATTER_AUCTION:
        in_auction(g, e, a, player, notes)
    elif kind == codes.MATTER_DEBT:
        habits.raise_money(g, e, a, player)
    elif kind == codes.MATTER_KEEP_OR_LIFT:
        habits.keep_or_lift(g, e, a, player, int(notes[BUILDING_RESERVE]) + LIFTING_RESERVE)
    else:
        in_shortage(g, e, a, player, notes)


@part
def in_turn(g: State, e: Edition, a: Action, player: int, notes: Notes) -> None:
    """Write what the player on turn does in each phase."""
    phase = g.phase
    if phase == codes.PHASE_BEFORE_THROW:
        habits.throw_or_leave_jail(g, e, a, player, int(notes[RESERVE]))
    elif phase == codes.PHASE_END_TURN:
        end_of_turn(g, e, a, player, notes)
    elif phase == codes.PHASE_BUY:
        choose_to_buy(g, e, a, player, notes)
    else:
        habits.go_on(g, a, player)


@inner(within="sparring")
def decide(g: State, e: Edition, player: int, a: Action, notes: Notes) -> None:
    """Write the action of the player."""
    proposer = habits.proposer_to(g, player) if habits.offers_open(g) else codes.NOBODY
    if proposer != codes.NOBODY:
        deals.answer(g, e, a, player, proposer, notes)
    elif g.matters > 0:
        in_matter(g, e, a, player, notes)
    elif g.claims > 0 and habits.claim_rent(g, a, player):
        return
    elif player == g.on_turn:
        in_turn(g, e, a, player, notes)
    else:
        blank(a, codes.END_TURN, player)


@entry
def sparring(
    games: Games, i: int, editions: Editions, e: int, player: int, actions: Actions, j: int, memory: Memory, m: int
) -> None:
    """Write the action of the player to action j."""
    decide(games[i], editions[e], player, actions[j], notes_at(memory, m))
