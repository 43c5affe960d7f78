"""How `trader` answers an offer: it accepts, refuses with its reasons, or makes a counter-offer.

It accepts what adds enough to its chance to win: a margin, and a share of what the proposer gains. A proposer has
chosen the offer among many, and knows why; so what is very good for them must be good for me, too.
"""

from passgo.bots.habits import refuse
from passgo.bots.holdings import printed_prices
from passgo.bots.policy import Notes
from passgo.bots.reasons import (
    NO_RESCUE,
    NOT_FOR_SALE,
    ONLY_TWO,
    TELLS,
    TOO_LITTLE_LEFT,
    TOO_SOON,
    WOULD_BREAK,
    WOULD_COMPLETE,
    give_reason,
)
from passgo.bots.trader.exchanges import is_good_for_me, is_stuck, is_suspicious
from passgo.bots.trader.lately import was_dealt_lately
from passgo.bots.trader.mistakes import AN_ANSWER, misjudge
from passgo.bots.trader.parameters import CARD_WORTH, FAIRNESS, MINE_AFTER, PLAYERS_LEFT, THEIRS_AFTER
from passgo.bots.trader.powers import known_cash, learn_powers, note_chances, note_debt, note_side
from passgo.bots.trader.prices import breaks, broken_by, completed_by, completes, least_sale
from passgo.bots.trader.refusals import ask_for_more, is_good_at_second_look, note_gains_with
from passgo.bots.trader.risk import reserve
from passgo.machine.decorators import apart, part
from passgo.rules import codes, ids
from passgo.rules.deals import can_accept, debt_between
from passgo.rules.deeds import held_by, mortgage_value, raisable
from passgo.rules.sets import count_of, has, lowest, without_lowest
from passgo.rules.state import Action, Edition, State


@apart
def saves_from_bankruptcy(g: State, e: Edition, player: int, takes: int, gives: int, change: int) -> bool:
    """Can the player not pay their debt now, but after the deal?"""
    at = g.matters - 1
    if at < 0 or g.matter_kind[at] != codes.MATTER_DEBT or g.matter_player[at] != player:
        return False
    left = (takes ^ gives) & ~g.mortgaged
    while left != 0:
        d = lowest(left)
        left = without_lowest(left)
        change += mortgage_value(e, d) if has(takes, d) else -mortgage_value(e, d)
    raised = raisable(g, e, player)
    return raised < g.matter_amount[at] <= raised + change


@apart
def is_ruined(g: State, e: Edition, player: int, proposer: int, notes: Notes) -> bool:
    """Is the proposer of a settlement bankrupt to me, if I refuse?"""
    owed = g.matter_amount[debt_between(g, proposer, player)]
    known = raisable(g, e, proposer) - g.cash[proposer] + known_cash(g, e, notes, player, proposer)
    return known < owed


@apart
def note_exchange(g: State, e: Edition, player: int, proposer: int, notes: Notes) -> None:
    """Note both sides as they are after the offer; jail cards and a debt that it settles count as dollars."""
    takes, gives = g.offer_give_deeds[proposer], g.offer_take_deeds[proposer]
    learn_powers(g, e, player, notes)
    if g.offer_settles[proposer] == 1:
        owed = g.matter_amount[debt_between(g, proposer, player)]
        note_debt(g, e, notes, player, proposer, player, owed)
    note_chances(notes, player, proposer)
    note_side(g, e, notes, player, takes, gives, MINE_AFTER)
    note_side(g, e, notes, proposer, gives, takes, THEIRS_AFTER)
    cards = count_of(g.offer_give_cards[proposer]) - count_of(g.offer_take_cards[proposer])
    notes[MINE_AFTER] += cards * int(notes[CARD_WORTH])
    notes[THEIRS_AFTER] -= cards * int(notes[CARD_WORTH])
    # The mistake is a share of the printed prices of what the proposer asks for, so that nothing is given away.
    asked_for = printed_prices(g, e, gives) + g.offer_take_cash[proposer]
    notes[MINE_AFTER] += misjudge(g, notes, AN_ANSWER, asked_for) - asked_for


@part
def objection(g: State, e: Edition, player: int, proposer: int, notes: Notes) -> int:
    """The reason for which no price would do, or 0.

    A group is given only for a group: no sum makes up for it. Who spends all cash on the last lot seems harmless, and
    builds as soon as some rents came in.
    """
    takes, gives = g.offer_give_deeds[proposer], g.offer_take_deeds[proposer]
    if was_dealt_lately(g, notes, takes | gives):
        return TOO_SOON
    if gives != 0 and (held_by(g, player) & ~gives) | takes == 0:
        return NOT_FOR_SALE  # it is my last deed
    if g.offer_settles[proposer] == 1 and is_ruined(g, e, player, proposer, notes):
        return NO_RESCUE
    if is_stuck(g) or completes(g, e, player, takes):
        return 0
    if completes(g, e, proposer, gives):
        return WOULD_COMPLETE
    return WOULD_BREAK if breaks(g, e, player, gives) else 0


@apart
def object_to(g: State, e: Edition, player: int, proposer: int, notes: Notes, kind: int) -> None:
    """Give the reason of an objection, with the deed or the group that it is about."""
    gives = g.offer_take_deeds[proposer]
    about = 0
    if kind == NOT_FOR_SALE:
        about = lowest(gives)
    elif kind == WOULD_COMPLETE:
        about = completed_by(g, e, proposer, gives)
    elif kind == WOULD_BREAK:
        about = broken_by(g, e, player, gives)
    give_reason(notes, kind, about)


@apart
def is_acceptable(g: State, e: Edition, a: Action, player: int, proposer: int, notes: Notes, paid: int) -> bool:
    """Does the offer add enough to my chance? Otherwise `a` is the answer to it."""
    kind = objection(g, e, player, proposer, notes)
    if kind != 0:
        if notes[TELLS] == 1:
            object_to(g, e, player, proposer, notes, kind)
        return False
    if paid < 0 and g.cash[player] + paid < reserve(g, e, player, notes):
        if notes[TELLS] == 1:
            give_reason(notes, TOO_LITTLE_LEFT, 0)
        return False
    note_exchange(g, e, player, proposer, notes)
    note_gains_with(g, e, player, proposer, notes, paid)
    takes, gives = g.offer_give_deeds[proposer], g.offer_take_deeds[proposer]
    least = least_sale(g, e, notes, player, proposer, takes, gives)
    if paid >= least and is_good_for_me(g, notes, int(notes[FAIRNESS])) and not is_suspicious(g, notes):
        # What cash and jail cards are worth is known without a second look.
        is_plain = g.offer_settles[proposer] == 1 or takes | gives == 0
        if is_plain or is_good_at_second_look(g, e, a, player, proposer, notes, paid):
            return True
        if notes[TELLS] == 0:
            return False  # a little more would hardly do, and every look is dear
    if notes[PLAYERS_LEFT] > 2:
        ask_for_more(g, e, a, player, proposer, notes, paid)
    elif notes[TELLS] == 1:
        give_reason(notes, ONLY_TWO, 0)
    return False


@apart
def answer(g: State, e: Edition, a: Action, player: int, proposer: int, notes: Notes) -> None:
    """Accept an offer that adds enough to my chance, or prevents my bankruptcy; refuse, or counter, any other."""
    takes, gives = g.offer_give_deeds[proposer], g.offer_take_deeds[proposer]
    paid = g.offer_give_cash[proposer] - g.offer_take_cash[proposer]
    refuse(a, player, proposer)
    saves = saves_from_bankruptcy(g, e, player, takes, gives, paid)
    if saves or is_acceptable(g, e, a, player, proposer, notes, paid):
        a.kind = codes.ACCEPT
        if can_accept(g, e, a) != ids.LAWFUL:
            refuse(a, player, proposer)
