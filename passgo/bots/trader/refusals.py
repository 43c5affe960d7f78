"""How `trader` says no to a person: with its reasons, and with a counter-offer where only cash is missing.

The numbers are those by which `offers.answer` refused: what was missing, and the groups that would have changed hands.
"""

from passgo.bots.habits import refuse
from passgo.bots.policy import Notes
from passgo.bots.reasons import (
    NO_USE,
    NOT_FOR_SALE,
    TOO_LITTLE_LEFT,
    WANTS_CASH,
    WOULD_BREAK,
    WOULD_COMPLETE,
    give_reason,
)
from passgo.bots.trader.parameters import COUNTERED_TURN, RESERVE
from passgo.bots.trader.values import held_of
from passgo.machine.decorators import rare
from passgo.rules import codes, ids
from passgo.rules.chance import blank
from passgo.rules.deals import can_offer
from passgo.rules.sets import lowest, without_lowest
from passgo.rules.state import Action, Edition, State

ROUNDED = 10
"""Sums are named in such steps: a reckoning to the dollar is odd to read."""


@rare
def rounded_up(dollars: int) -> int:
    """The next sum that is named."""
    return (dollars + ROUNDED - 1) // ROUNDED * ROUNDED


@rare
def explain(
    g: State, e: Edition, a: Action, player: int, proposer: int, notes: Notes, missing: int, completes: int, breaks: int
) -> None:
    """Leave the reasons of a refusal; counter if more cash would do, and no group is at stake.

    `missing` is the cash that would do, 0 if none would; `completes` and `breaks` are the groups that the deal would
    give to the proposer and take from the player.
    """
    tell_groups(notes, WOULD_COMPLETE, completes)
    tell_groups(notes, WOULD_BREAK, breaks)
    if (completes | breaks) == 0:
        if missing > 0:
            give_reason(notes, WANTS_CASH, missing)
            counter(g, e, a, player, proposer, notes, missing)
        elif g.offer_take_cash[proposer] > g.cash[player] - int(notes[RESERVE]):
            give_reason(notes, TOO_LITTLE_LEFT, 0)
        elif g.offer_take_deeds[proposer] != 0:
            give_reason(notes, NOT_FOR_SALE, lowest(g.offer_take_deeds[proposer]))
    tell_groups(notes, NO_USE, useless_groups(e, notes, player, g.offer_give_deeds[proposer]))


@rare
def tell_groups(notes: Notes, kind: int, groups: int) -> None:
    """Give a reason for each of these groups."""
    while groups != 0:
        give_reason(notes, kind, lowest(groups))
        groups = without_lowest(groups)


@rare
def useless_groups(e: Edition, notes: Notes, player: int, takes: int) -> int:
    """The street groups of these deeds of which the player would hold nothing else, as a set."""
    useless = 0
    while takes != 0:
        group = e.group[lowest(takes)]
        members = int(e.group_set[group])
        takes &= ~members
        if held_of(e, notes, player, group) == 0 and e.kind[lowest(members)] == codes.STREET:
            useless |= 1 << group
    return useless


@rare
def counter(g: State, e: Edition, a: Action, player: int, proposer: int, notes: Notes, more: int) -> None:
    """Offer the same for so many dollars more, once a turn, if that is lawful; otherwise the refusal stands."""
    if notes[COUNTERED_TURN] == g.turn or g.offer_settles[proposer] == 1:
        return
    change = g.offer_give_cash[proposer] - g.offer_take_cash[proposer] + more
    blank(a, codes.COUNTER, player)
    a.other = proposer
    a.give_deeds = g.offer_take_deeds[proposer]
    a.take_deeds = g.offer_give_deeds[proposer]
    a.give_cards = g.offer_take_cards[proposer]
    a.take_cards = g.offer_give_cards[proposer]
    a.give_cash = max(0, -change)
    a.take_cash = max(0, change)
    if can_offer(g, e, a) == ids.LAWFUL:
        notes[COUNTERED_TURN] = g.turn
    else:
        refuse(a, player, proposer)
