"""How `trader` answers an offer: it accepts, refuses with a reason, or makes a counter-offer.

It accepts what adds enough to its chance to win: a margin, and a share of what the proposer gains. A proposer has
chosen the offer among many, and knows why; so what is very good for them must be good for me, too. The reason of an
answer is noted, with the group or the dollars that it is about, so that people can be told.
"""

from passgo.bots.habits import refuse
from passgo.bots.policy import Notes
from passgo.bots.trader.exchanges import HALVINGS, freshness, is_good_for_me, is_suspicious
from passgo.bots.trader.mistakes import AN_ANSWER, misjudge
from passgo.bots.trader.parameters import (
    CARD_WORTH,
    COUNTERED_TURN,
    GAIN_THEIRS,
    PLAYERS_LEFT,
    REASON,
    REASON_ABOUT,
    SHIFT_MINE,
    SHIFT_THEIRS,
)
from passgo.bots.trader.powers import known_cash, learn_powers, note_debt, note_gains, note_shift
from passgo.bots.trader.proposals import goes_back, printed_prices
from passgo.machine.decorators import apart, part
from passgo.rules import codes, ids
from passgo.rules.chance import blank
from passgo.rules.deals import can_accept, can_offer, debt_between
from passgo.rules.deeds import held_by, interest_on, mortgage_value, raisable
from passgo.rules.sets import count_of, has, lowest, without_lowest
from passgo.rules.state import Action, Edition, State

REASONS = ("gain", "saves", "completes", "breaks", "cash", "loss", "two left", "lately", "bankruptcy", "last deed")
"""Why an offer was answered as it was. It is a gain, or saves from bankruptcy: accepted. It completes a group of the
proposer's (REASON_ABOUT: the group), breaks one of mine, is short of cash (how many dollars), is a loss; only two are
left; the deeds were dealt lately; the debtor would be bankrupt; it would leave me without a deed: refused."""

GAIN, SAVES, COMPLETES, BREAKS, CASH, LOSS, TWO_LEFT, LATELY, BANKRUPTCY, LAST_DEED = range(len(REASONS))


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


@part
def changed_group(g: State, e: Edition, player: int, takes: int, gives: int) -> int:
    """A street group that a player completes by taking, or breaks by giving, these deeds; NOBODY, if there is none."""
    before = held_by(g, player)
    after = (before & ~gives) | takes
    left = takes | gives
    while left != 0:
        d = lowest(left)
        members = int(e.group_set[e.group[d]])
        left &= ~members
        if e.kind[d] == codes.STREET and (members & ~before == 0) != (members & ~after == 0):
            return e.group[d]
    return codes.NOBODY


@apart
def gives_a_group_away(g: State, e: Edition, player: int, proposer: int) -> bool:
    """Would the proposer complete a group, and I none? No sum of money makes up for that.

    Who spends all cash on the last lot seems harmless, and builds as soon as some rents came in.
    """
    takes, gives = g.offer_give_deeds[proposer], g.offer_take_deeds[proposer]
    if freshness(g) == 0 or changed_group(g, e, proposer, gives, 0) == codes.NOBODY:
        return False
    return changed_group(g, e, player, takes, 0) == codes.NOBODY


@part
def note_reason(notes: Notes, reason: int, about: int) -> None:
    """Note why, and the group or the dollars that it is about."""
    notes[REASON], notes[REASON_ABOUT] = reason, about


@apart
def note_exchange(g: State, e: Edition, player: int, proposer: int, notes: Notes) -> None:
    """Note how the offer shifts both sides; jail cards and a debt that it settles count as dollars."""
    takes, gives = g.offer_give_deeds[proposer], g.offer_take_deeds[proposer]
    learn_powers(g, e, player, notes)
    if g.offer_settles[proposer] == 1:
        owed = g.matter_amount[debt_between(g, proposer, player)]
        note_debt(g, e, notes, player, proposer, player, owed)
    note_shift(g, e, notes, player, takes, gives, SHIFT_MINE)
    note_shift(g, e, notes, proposer, gives, takes, SHIFT_THEIRS)
    cards = count_of(g.offer_give_cards[proposer]) - count_of(g.offer_take_cards[proposer])
    notes[SHIFT_MINE] += cards * int(notes[CARD_WORTH])
    notes[SHIFT_THEIRS] -= cards * int(notes[CARD_WORTH])
    # The mistake is a share of the printed prices of what the proposer asks for, so that nothing is given away.
    asked_for = printed_prices(g, e, gives) + g.offer_take_cash[proposer]
    notes[SHIFT_MINE] += misjudge(g, notes, AN_ANSWER, asked_for) - asked_for


@part
def note_gains_with(g: State, e: Edition, player: int, proposer: int, notes: Notes, paid: int) -> None:
    """Note the gains of both if the proposer pays so much (below zero: I pay)."""
    theirs = known_cash(g, e, notes, player, proposer)
    note_gains(notes, player, proposer, g.cash[player] + paid, theirs - paid)


@apart
def cash_wanted(g: State, e: Edition, player: int, proposer: int, notes: Notes, paid: int) -> int:
    """What the proposer would have to pay for me to accept, more than `paid`; NOBODY, if they cannot or would lose."""
    low = paid
    high = known_cash(g, e, notes, player, proposer) - interest_on(g, e, g.offer_take_deeds[proposer])
    if high <= low:
        return codes.NOBODY
    note_gains_with(g, e, player, proposer, notes, high)
    if not is_good_for_me(g, notes):
        return codes.NOBODY
    for _ in range(HALVINGS):
        middle = (low + high) >> 1
        note_gains_with(g, e, player, proposer, notes, middle)
        if is_good_for_me(g, notes):
            high = middle
        else:
            low = middle
    note_gains_with(g, e, player, proposer, notes, high)
    return high if int(notes[GAIN_THEIRS]) > 0 else codes.NOBODY


@part
def counter(g: State, e: Edition, a: Action, player: int, proposer: int, notes: Notes, paid: int) -> bool:
    """Write the same exchange for so much cash of the proposer as a counter-offer. Is it lawful?"""
    blank(a, codes.COUNTER, player)
    a.other = proposer
    a.give_deeds, a.take_deeds = g.offer_take_deeds[proposer], g.offer_give_deeds[proposer]
    a.give_cards, a.take_cards = g.offer_take_cards[proposer], g.offer_give_cards[proposer]
    a.give_cash, a.take_cash = max(0, -paid), max(0, paid)
    notes[COUNTERED_TURN] = g.turn
    return can_offer(g, e, a) == ids.LAWFUL


@apart
def answer_poor_offer(g: State, e: Edition, a: Action, player: int, proposer: int, notes: Notes, paid: int) -> None:
    """The offer is not good enough: say why, and make a counter-offer once a turn, if more cash would do."""
    refuse(a, player, proposer)
    note_reason(notes, LOSS, 0)
    completed = changed_group(g, e, proposer, g.offer_take_deeds[proposer], g.offer_give_deeds[proposer])
    if completed != codes.NOBODY:
        note_reason(notes, COMPLETES, completed)
    broken = changed_group(g, e, player, 0, g.offer_take_deeds[proposer] & ~g.offer_give_deeds[proposer])
    if broken != codes.NOBODY:
        note_reason(notes, BREAKS, broken)
    if g.offer_settles[proposer] == 1:
        return
    wanted = cash_wanted(g, e, player, proposer, notes, paid)
    if wanted == codes.NOBODY:
        return
    note_reason(notes, CASH, wanted - paid)
    if notes[COUNTERED_TURN] != g.turn and not counter(g, e, a, player, proposer, notes, wanted):
        refuse(a, player, proposer)


@apart
def answer(g: State, e: Edition, a: Action, player: int, proposer: int, notes: Notes) -> None:
    """Accept an offer that adds enough to my chance, or prevents my bankruptcy; refuse, or counter, any other."""
    takes, gives = g.offer_give_deeds[proposer], g.offer_take_deeds[proposer]
    paid = g.offer_give_cash[proposer] - g.offer_take_cash[proposer]
    refuse(a, player, proposer)
    if saves_from_bankruptcy(g, e, player, takes, gives, paid):
        note_reason(notes, SAVES, 0)
    elif goes_back(g, notes, proposer, takes | gives):
        note_reason(notes, LATELY, 0)
        return
    elif gives != 0 and (held_by(g, player) & ~gives) | takes == 0:
        note_reason(notes, LAST_DEED, 0)
        return
    elif g.offer_settles[proposer] == 1 and is_ruined(g, e, player, proposer, notes):
        note_reason(notes, BANKRUPTCY, 0)
        return
    elif gives_a_group_away(g, e, player, proposer):
        note_reason(notes, COMPLETES, changed_group(g, e, proposer, gives, takes))
        return
    else:
        note_exchange(g, e, player, proposer, notes)
        note_gains_with(g, e, player, proposer, notes, paid)
        if not is_good_for_me(g, notes):
            if notes[PLAYERS_LEFT] == 2:
                note_reason(notes, TWO_LEFT, 0)
            else:
                answer_poor_offer(g, e, a, player, proposer, notes, paid)
            return
        if is_suspicious(g, notes):
            note_reason(notes, TWO_LEFT, 0)
            return
        note_reason(notes, GAIN, 0)
    a.kind = codes.ACCEPT
    if can_accept(g, e, a) != ids.LAWFUL:
        refuse(a, player, proposer)
