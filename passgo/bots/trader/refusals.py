"""How `trader` says no: with its reasons, and with a counter-offer where only cash is missing."""

from passgo.bots.habits import refuse
from passgo.bots.holdings import completed_group, is_street_group
from passgo.bots.policy import Notes
from passgo.bots.reasons import (
    NO_USE,
    NOT_FOR_SALE,
    TELLS,
    TOO_LITTLE_GAIN,
    TOO_LITTLE_LEFT,
    WANTS_CASH,
    WOULD_BREAK,
    WOULD_COMPLETE,
    give_reason,
)
from passgo.bots.trader.exchanges import is_good_for_me
from passgo.bots.trader.foresight import foresee
from passgo.bots.trader.parameters import COUNTERED_TURN, FAIRNESS, FORESEEN, GAIN_THEIRS, RESERVE
from passgo.bots.trader.powers import known_cash, note_gains
from passgo.bots.trader.prices import broken_by, least_sale
from passgo.bots.trader.values import held_of
from passgo.machine.decorators import apart, part, rare
from passgo.machine.rooms import twin
from passgo.rules import codes, ids
from passgo.rules.chance import blank
from passgo.rules.deals import can_offer
from passgo.rules.deeds import held_by, interest_on
from passgo.rules.sets import lowest
from passgo.rules.state import Action, Edition, State

ROUNDED = 10
"""Sums are named in such steps: a reckoning to the dollar is odd to read."""


@part
def note_gains_with(g: State, e: Edition, player: int, proposer: int, notes: Notes, paid: int) -> None:
    """Note the gains of both if the proposer pays so much (below zero: I pay)."""
    theirs = known_cash(g, e, notes, player, proposer)
    note_gains(notes, g.cash[player] + paid, theirs - paid)


@apart
def cash_wanted(g: State, e: Edition, player: int, proposer: int, notes: Notes, paid: int) -> int:
    """What the proposer would have to pay for me to accept; `paid` again, if they cannot. Gains at that are noted."""
    takes, gives = g.offer_give_deeds[proposer], g.offer_take_deeds[proposer]
    low = max(paid, least_sale(g, e, notes, player, proposer, takes, gives) - 1)
    most = known_cash(g, e, notes, player, proposer) - interest_on(g, e, gives)
    if most <= low:
        return paid
    note_gains_with(g, e, player, proposer, notes, low)
    if notes[TELLS] == 0 and int(notes[GAIN_THEIRS]) <= 0:
        return paid  # who thinks as I do would not pay it
    note_gains_with(g, e, player, proposer, notes, most)
    fair = int(notes[FAIRNESS])
    if not is_good_for_me(g, notes, fair):
        return paid
    high = most
    while high - low > 1:
        middle = (low + high) >> 1
        note_gains_with(g, e, player, proposer, notes, middle)
        if is_good_for_me(g, notes, fair):
            high = middle
        else:
            low = middle
    wanted = min(most, paid + (high - paid + ROUNDED - 1) // ROUNDED * ROUNDED)
    note_gains_with(g, e, player, proposer, notes, wanted)
    return wanted


@part
def write_exchange(g: State, a: Action, player: int, proposer: int, paid: int) -> None:
    """Write the exchange that was offered, for so much cash of the proposer, as a counter-offer."""
    blank(a, codes.COUNTER, player)
    a.other = proposer
    a.give_deeds, a.take_deeds = g.offer_take_deeds[proposer], g.offer_give_deeds[proposer]
    a.give_cards, a.take_cards = g.offer_take_cards[proposer], g.offer_give_cards[proposer]
    a.give_cash, a.take_cash = max(0, -paid), max(0, paid)


@apart
def is_good_at_second_look(
    g: State, e: Edition, a: Action, player: int, proposer: int, notes: Notes, paid: int
) -> bool:
    """Do I gain enough, if the proposer pays so much, as the net judges what comes of it? Both gains are noted."""
    deal = twin(a)
    write_exchange(g, deal, player, proposer, paid)
    foresee(g, e, deal, notes)
    return is_good_for_me(g, notes, int(notes[FORESEEN]))


@rare
def cash_wanted_at_second_look(
    g: State, e: Edition, a: Action, player: int, proposer: int, notes: Notes, paid: int, wanted: int
) -> int:
    """What the proposer would have to pay, from `wanted` on, for a deal that is good at a second look, too.

    `paid` again, if they cannot. It is looked for only if somebody wants to know: every look is dear.
    """
    if is_good_at_second_look(g, e, a, player, proposer, notes, wanted):
        return wanted
    most = known_cash(g, e, notes, player, proposer) - interest_on(g, e, g.offer_take_deeds[proposer])
    low, high = 0, (most - wanted) // ROUNDED
    if notes[TELLS] == 0 or not is_good_at_second_look(g, e, a, player, proposer, notes, wanted + high * ROUNDED):
        return paid
    while high - low > 1:
        middle = (low + high) >> 1
        if is_good_at_second_look(g, e, a, player, proposer, notes, wanted + middle * ROUNDED):
            high = middle
        else:
            low = middle
    return wanted + high * ROUNDED


@apart
def ask_for_more(g: State, e: Edition, a: Action, player: int, proposer: int, notes: Notes, paid: int) -> None:
    """The offer is not good enough: make a counter-offer once a turn, if more cash would do, and give the reasons.

    Who does not ask for reasons is taken to think as I do, and would not accept what is a loss for them.
    """
    wanted = paid if g.offer_settles[proposer] == 1 else cash_wanted(g, e, player, proposer, notes, paid)
    may_counter = notes[COUNTERED_TURN] != g.turn
    promising = wanted > paid and (notes[TELLS] == 1 or (may_counter and int(notes[GAIN_THEIRS]) > 0))
    if promising:
        wanted = cash_wanted_at_second_look(g, e, a, player, proposer, notes, paid, wanted)
    if notes[TELLS] == 1 and promising and wanted == paid:
        give_reason(notes, TOO_LITTLE_GAIN, 0)
    elif notes[TELLS] == 1:
        explain(g, e, player, proposer, notes, wanted - paid)
    if may_counter and wanted > paid and promising:
        counter(g, e, a, player, proposer, notes, wanted)


@part
def counter(g: State, e: Edition, a: Action, player: int, proposer: int, notes: Notes, paid: int) -> None:
    """Write the same exchange for so much cash of the proposer as a counter-offer, or a refusal if it is not lawful."""
    write_exchange(g, a, player, proposer, paid)
    notes[COUNTERED_TURN] = g.turn
    if can_offer(g, e, a) != ids.LAWFUL:
        refuse(a, player, proposer)


@rare
def explain(g: State, e: Edition, player: int, proposer: int, notes: Notes, missing: int) -> None:
    """Leave the reasons of a refusal. `missing` is the cash that would do, 0 if none would."""
    takes, gives = g.offer_give_deeds[proposer], g.offer_take_deeds[proposer]
    theirs = held_by(g, proposer)
    completed, broken = completed_group(e, theirs, theirs & ~takes | gives), broken_by(g, e, player, gives)
    if completed != codes.NOBODY:
        give_reason(notes, WOULD_COMPLETE, completed)
    if broken != codes.NOBODY:
        give_reason(notes, WOULD_BREAK, broken)
    if missing > 0:
        give_reason(notes, WANTS_CASH, missing)
    elif g.offer_take_cash[proposer] > g.cash[player] - int(notes[RESERVE]):
        give_reason(notes, TOO_LITTLE_LEFT, 0)
    elif gives != 0 and completed == codes.NOBODY and broken == codes.NOBODY:
        give_reason(notes, NOT_FOR_SALE, lowest(gives))
    useless = useless_group(e, notes, player, takes)
    if useless != codes.NOBODY:
        give_reason(notes, NO_USE, useless)


@rare
def useless_group(e: Edition, notes: Notes, player: int, takes: int) -> int:
    """A street group among these deeds of which the player would hold nothing else, or NOBODY."""
    while takes != 0:
        group = e.group[lowest(takes)]
        takes &= ~e.group_set[group]
        if held_of(e, notes, player, group) == 0 and is_street_group(e, group):
            return group
    return codes.NOBODY
