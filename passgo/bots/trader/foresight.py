"""A second look at an offer that `trader` would accept: what the net says of the positions with and without the deal.

Its own reckoning (`powers`) is fast and rough, and whoever tries every offer finds where it errs. So the deal is struck
on a copy of the game, the player on turn invests there as a trader does, and the net judges the throw that comes next.

What is done to a copy is no rule, and nobody is told of it: only what the net sees of a deal or an investment changes.
Rules write a log and would be compiled a second time. Tests hold the copies to what the rules make of the same actions.
"""

from passgo.bots.judgement.features import note_position
from passgo.bots.judgement.layout import ROW, SEATS
from passgo.bots.judgement.net import SCRATCH, judge_row
from passgo.bots.judgement.weights import shipped_weights
from passgo.bots.policy import Notes, own_notes
from passgo.bots.trader.investments import invest
from passgo.bots.trader.parameters import GAIN_MINE, GAIN_THEIRS, NEVER, OWNERS, RESERVE_FOR
from passgo.bots.trader.powers import known_cash
from passgo.bots.trader.values import look_round
from passgo.machine.decorators import apart, part, rare
from passgo.machine.rooms import FloatsAt, room_for, twin
from passgo.rules import codes
from passgo.rules.deeds import interest, interest_on, mortgage_value
from passgo.rules.sets import has, lowest, without_lowest
from passgo.rules.state import Action, Edition, State

MILLION = 1_000_000
MOST_INVESTED = 60
"""Investments of one turn that are looked at."""

room_for_row, room_for_net, room_for_chances = room_for(ROW), room_for(SCRATCH), room_for(SEATS)


@part
def hide_cash(g: State, e: Edition, player: int, notes: Notes) -> None:
    """Let all others in a copy of the game have what the player knows of their cash."""
    for other in range(g.players):
        g.cash[other] = known_cash(g, e, notes, player, other)


@apart
def hand_over(g: State, e: Edition, giver: int, taker: int, deeds: int, cards: int, cash: int) -> None:
    """Hand over one side of a deal in a copy of the game; whoever gets mortgaged deeds pays the interest at once."""
    g.cash[giver] -= cash
    g.cash[taker] += cash - interest_on(g, e, deeds)
    while deeds != 0:
        g.owner[lowest(deeds)] = taker
        deeds = without_lowest(deeds)
    for deck in range(2):
        if has(cards, deck):
            g.jail_card[deck] = taker


@part
def strike(g: State, e: Edition, deal: Action) -> None:
    """Strike a deal in a copy of the game."""
    hand_over(g, e, deal.player, deal.other, deal.give_deeds, deal.give_cards, deal.give_cash)
    hand_over(g, e, deal.other, deal.player, deal.take_deeds, deal.take_cards, deal.take_cash)


@part
def carry_out(g: State, e: Edition, a: Action) -> None:
    """Build, mortgage or lift in a copy of the game."""
    deed = e.deed_at[a.square]
    if a.kind == codes.MORTGAGE:
        g.mortgaged |= 1 << deed
        g.cash[a.player] += mortgage_value(e, deed)
    elif a.kind == codes.LIFT_MORTGAGE:
        g.mortgaged &= ~(1 << deed)
        g.cash[a.player] -= mortgage_value(e, deed) + interest(e, deed)
    else:
        g.level[deed] += 1
        g.cash[a.player] -= e.house_cost[deed]
        hotel = g.level[deed] == codes.HOTEL
        g.hotels -= 1 if hotel else 0
        g.houses += codes.HOTEL - 1 if hotel else -1


@apart
def end_turn(g: State, e: Edition, notes: Notes, a: Action) -> None:
    """Let the player on turn invest in a copy of the game, and the next one come to throw; after doubles, the same."""
    pages, turn = own_notes(notes), g.on_turn
    pages[OWNERS] = pages[RESERVE_FOR] = NEVER
    look_round(g, e, turn, pages)
    for _ in range(MOST_INVESTED):
        if not invest(g, e, a, turn, pages):
            break
        carry_out(g, e, a)
    if g.doubles > 0:
        return
    g.on_turn = (turn + 1) % g.players
    while g.out[g.on_turn] == 1:
        g.on_turn = (g.on_turn + 1) % g.players


@apart
def look_ahead(g: State, e: Edition, notes: Notes, a: Action, chances: FloatsAt) -> None:
    """Write everybody's chance in a copy of the game, at the throw that comes next."""
    if g.phase == codes.PHASE_END_TURN and g.matters == 0:
        end_turn(g, e, notes, a)
    row, scratch = room_for_row(), room_for_net()
    note_position(g, e, row)
    judge_row(row, shipped_weights(), scratch, chances)


@rare
def foresee(g: State, e: Edition, deal: Action, notes: Notes) -> None:
    """Note what both sides gain by a deal that one could offer, as the net judges what comes of it."""
    player, partner = deal.player, deal.other
    without, struck, tried = twin(g), twin(g), twin(deal)
    hide_cash(without, e, player, notes)
    hide_cash(struck, e, player, notes)
    strike(struck, e, deal)
    before, after = room_for_chances(), room_for_chances()
    look_ahead(without, e, notes, tried, before)
    look_ahead(struck, e, notes, tried, after)
    notes[GAIN_MINE] = int(MILLION * (after[player] - before[player]))
    notes[GAIN_THEIRS] = int(MILLION * (after[partner] - before[partner]))
