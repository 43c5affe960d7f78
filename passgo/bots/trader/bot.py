"""The bot "trader", the fast default: it deals, builds three houses first, and keeps cash for the rents ahead.

It does its business at the end of its turn, before the others throw: it searches for one deal, then builds, then lifts
mortgages. `values` says what deeds are worth, `powers` what every player amounts to and what chance to win follows,
`proposals` which deals it offers and `answers` which it accepts, `purchases` what it pays to the Bank, `investments`
where it builds, `risk` how much cash it keeps, and `parameters` holds every number by which it plays.
"""

from passgo.bots import habits
from passgo.bots.policy import Memory, Notes, notes_at
from passgo.bots.trader import answers, investments, proposals, purchases, risk
from passgo.bots.trader.mistakes import A_DEAL, A_RENT, overlooks
from passgo.bots.trader.parameters import (
    BUYING_RESERVE,
    LAST_CHEAP_ROUND,
    LIFT_ABOVE,
    PATIENCE,
    SEARCH_AGAIN,
    SEARCHED_ROUND,
    SEARCHED_TURN,
    SETTLED_TURN,
    STAY_IN_JAIL,
)
from passgo.bots.trader.values import look_round
from passgo.machine.decorators import entry, inner, part
from passgo.rules import codes
from passgo.rules.chance import blank
from passgo.rules.deeds import held_by
from passgo.rules.state import Action, Actions, Edition, Editions, Games, State


@part
def offer_deal(g: State, e: Edition, a: Action, player: int, notes: Notes) -> bool:
    """Search for a deal once a turn, if deeds have changed hands, the last search found one, or some rounds passed."""
    if notes[SEARCHED_TURN] == g.turn or g.hour_struck == 1:
        return False
    waited = g.round - notes[SEARCHED_ROUND] >= notes[PATIENCE]
    if not (waited or notes[SEARCH_AGAIN] == 1) or overlooks(g, notes, A_DEAL):
        return False
    notes[SEARCHED_TURN] = g.turn
    notes[SEARCHED_ROUND] = g.round
    found = proposals.best_offer(g, e, a, player, notes)
    notes[SEARCH_AGAIN] = 1 if found else 0
    return found


@part
def end_of_turn(g: State, e: Edition, a: Action, player: int, notes: Notes) -> None:
    """Offer a deal, build or lift a mortgage; otherwise end the turn."""
    if not offer_deal(g, e, a, player, notes) and not investments.invest(g, e, a, player, notes):
        blank(a, codes.END_TURN, player)


@part
def before_throw(g: State, e: Edition, a: Action, player: int, notes: Notes) -> None:
    """Throw. Leave Jail first, unless the board is dangerous or the Bank has nothing left to sell."""
    blank(a, codes.THROW, player)
    if g.jail[player] == 0 or risk.buildings_of_others(g, player) >= notes[STAY_IN_JAIL]:
        return
    if held_by(g, codes.BANK) == 0 and g.jail[player] < 3:
        return
    for deck in range(2):
        if g.jail_card[deck] == player:
            a.kind = codes.USE_CARD
            a.card = deck
            return
    if g.jail[player] <= e.jail_fine_before and g.cash[player] >= e.jail_fine + int(notes[BUYING_RESERVE]):
        a.kind = codes.PAY_FINE


@part
def go_where_best(g: State, e: Edition, a: Action, player: int, notes: Notes) -> None:
    """Choose where to go: by the Bus with one die, the other or both; after a triple, to any other square."""
    bus = g.phase == codes.PHASE_CHOOSE_BUS
    here = g.square[player]
    most = 0
    chosen = 0
    for steps in range(1, codes.SQUARES):
        possible = not bus or steps == g.dice[0] or steps == g.dice[1] or steps == g.dice[0] + g.dice[1]
        if possible:
            value = risk.prospect(g, e, player, notes, (here + steps) % codes.SQUARES)
            if chosen == 0 or value > most:
                most = value
                chosen = steps
    blank(a, codes.CHOOSE_STEPS if bus else codes.CHOOSE_SQUARE, player)
    if bus:
        a.amount = chosen
    else:
        a.square = (here + chosen) % codes.SQUARES


@part
def choose_tax(g: State, e: Edition, a: Action, player: int, notes: Notes) -> None:
    """Choose the tax by the round alone. Players may count their worth only after the choice (`tax.income-blind`)."""
    share = e.setup_cash * e.tax_income_percent // 100
    early = g.round <= notes[LAST_CHEAP_ROUND] and share < e.tax[g.square[player]]
    blank(a, codes.PAY_WORTH_TAX if early else codes.PAY_FLAT_TAX, player)


@part
def in_turn(g: State, e: Edition, a: Action, player: int, notes: Notes) -> None:
    """Write what the player on turn does in each phase."""
    phase = g.phase
    if phase == codes.PHASE_BEFORE_THROW:
        before_throw(g, e, a, player, notes)
    elif phase == codes.PHASE_END_TURN:
        end_of_turn(g, e, a, player, notes)
    elif phase == codes.PHASE_BUY:
        purchases.choose_to_buy(g, e, a, player, notes)
    elif phase == codes.PHASE_CHOOSE_TAX:
        choose_tax(g, e, a, player, notes)
    elif phase == codes.PHASE_FINE_OR_CHANCE:
        blank(a, codes.PAY_CARD_FINE, player)
    elif phase == codes.PHASE_CHOOSE_BUS or phase == codes.PHASE_CHOOSE_SQUARE:
        go_where_best(g, e, a, player, notes)
    else:
        blank(a, codes.END_TURN, player)


@part
def in_shortage(g: State, e: Edition, a: Action, player: int, notes: Notes) -> None:
    """Want a building if the player will pay for it: then fewer are left for the others."""
    if g.matter_stage[g.matters - 1] == codes.STAGE_PLACING:
        habits.place_building(g, e, a, player)
        return
    wanted = purchases.wants_building(g, e, player, notes)
    blank(a, codes.WANT_BUILDING if wanted else codes.PASS_BUILDING, player)


@part
def in_debt(g: State, e: Edition, a: Action, player: int, notes: Notes) -> None:
    """Offer the creditor a deed for the debt, once, if that is allowed and good for both; otherwise raise the money."""
    creditor = g.matter_other[g.matters - 1]
    if e.deal_settlement == 1 and creditor < codes.BANK and notes[SETTLED_TURN] != g.turn and g.hour_struck == 0:
        notes[SETTLED_TURN] = g.turn
        if proposals.settlement(g, e, a, player, notes):
            return
    habits.raise_money(g, e, a, player)


@part
def in_matter(g: State, e: Edition, a: Action, player: int, notes: Notes) -> None:
    """Answer the matter on top."""
    kind = g.matter_kind[g.matters - 1]
    if kind == codes.MATTER_AUCTION:
        purchases.bid(g, e, a, player, notes)
    elif kind == codes.MATTER_DEBT:
        in_debt(g, e, a, player, notes)
    elif kind == codes.MATTER_KEEP_OR_LIFT:
        keep = risk.reserve(g, e, player, notes) + int(notes[LIFT_ABOVE])
        habits.keep_or_lift(g, e, a, player, keep)
    else:
        in_shortage(g, e, a, player, notes)


@part
def must_look_round(g: State, e: Edition) -> bool:
    """Does the decision depend on who owns which deeds?"""
    if g.matters == 0:
        return g.phase != codes.PHASE_BEFORE_THROW
    return g.matter_kind[g.matters - 1] != codes.MATTER_DEBT or e.deal_settlement == 1


@inner(within="trader")
def decide(g: State, e: Edition, player: int, a: Action, notes: Notes) -> None:
    """Write the action of the player."""
    proposer = habits.proposer_to(g, player) if habits.offers_open(g) else codes.NOBODY
    if proposer != codes.NOBODY or must_look_round(g, e):
        look_round(g, e, player, notes)
    if proposer != codes.NOBODY:
        answers.answer(g, e, a, player, proposer, notes)
    elif g.matters > 0:
        in_matter(g, e, a, player, notes)
    elif g.claims > 0 and not overlooks(g, notes, A_RENT) and habits.claim_rent(g, a, player):
        return
    elif player == g.on_turn:
        in_turn(g, e, a, player, notes)
    else:
        blank(a, codes.END_TURN, player)


@entry
def trader(
    games: Games, i: int, editions: Editions, e: int, player: int, actions: Actions, j: int, memory: Memory, m: int
) -> None:
    """Write the action of the player to action j."""
    decide(games[i], editions[e], player, actions[j], notes_at(memory, m))
