"""The offers that a sparring partner makes: swaps, requests for deeds by cash, and deeds for sale.

It makes so many offers a turn, and remembers what it offered: a request is repeated only for more, or after some
rounds, a swap or a sale only after some rounds.
"""

from passgo.bots.habits import refuse
from passgo.bots.holdings import (
    built_groups,
    incomplete_groups,
    is_street_group,
    printed_prices,
    shared_groups,
    streets_among,
)
from passgo.bots.policy import Notes
from passgo.bots.sparring.prices import (
    AT_LIST,
    NEVER,
    is_good,
    is_needed_by_another,
    percent_asked,
    percent_paid,
    printed_price,
)
from passgo.bots.sparring.traits import (
    HAWKS,
    OFFERS_MADE,
    OFFERS_TURN,
    OPENS_AT,
    PATIENCE,
    PAYS,
    PAYS_TO_BLOCK,
    RAISES,
    REQUEST_ROUND,
    REQUESTED,
    REQUESTS,
    RESERVE,
    SALE_ROUND,
    SWAP_ROUND,
    SWAPS,
    SWAPS_TO_COMPLETE_OWN,
)
from passgo.machine.decorators import apart, part
from passgo.rules import codes, ids
from passgo.rules.chance import blank
from passgo.rules.deals import can_accept, can_offer
from passgo.rules.deeds import held_by, interest_on
from passgo.rules.sets import count_of, has, lowest, without_lowest
from passgo.rules.state import Action, Edition, State

A_LOT_NEARER = 10_000
"""What a missing deed weighs in the choice of the deed to ask for; prices weigh less."""


@part
def answer(g: State, e: Edition, a: Action, player: int, proposer: int, notes: Notes) -> None:
    """Accept a good offer; refuse any other."""
    refuse(a, player, proposer)
    if is_good(g, e, player, proposer, notes):
        a.kind = codes.ACCEPT
        if can_accept(g, e, a) != ids.LAWFUL:
            refuse(a, player, proposer)


@part
def offer(g: State, e: Edition, a: Action, player: int, notes: Notes) -> bool:
    """Write an offer, if there is one to make and this turn's number of them is not reached. Is there one?"""
    if notes[REQUESTS] == 0 or g.hour_struck == 1:
        return False
    if notes[OFFERS_TURN] != g.turn:
        notes[OFFERS_TURN] = g.turn
        notes[OFFERS_MADE] = 0
    if notes[OFFERS_MADE] >= notes[REQUESTS]:
        return False
    notes[OFFERS_MADE] += 1
    built = built_groups(g, e)
    if notes[SWAPS] != 0 and e.deal_swaps == 1 and offer_swap(g, e, a, player, notes, built):
        return True
    if request(g, e, a, player, notes, built):
        return True
    if notes[HAWKS] != 0 and offer_for_sale(g, e, a, player, notes, built):
        return True
    notes[OFFERS_MADE] = notes[REQUESTS]
    return False


@apart
def next_percent(g: State, notes: Notes, deed: int, most: int) -> int:
    """What to offer next for a deed, as a percentage: more than last time, up to the most; 0: nothing now."""
    last = int(notes[REQUESTED + deed])
    if last == 0:
        return min(int(notes[OPENS_AT]), most)
    if last < most:
        return min(last + int(notes[RAISES]), most)
    return most if g.round - notes[REQUEST_ROUND + deed] >= notes[PATIENCE] else 0


@apart
def eagerness(g: State, e: Edition, player: int, notes: Notes, deed: int) -> int:
    """How much the player wants to ask for a deed: most for the group that is nearest to complete; 0: not at all."""
    group = e.group[deed]
    held = count_of(held_by(g, player) & e.group_set[group])
    eager = e.price[deed]
    if notes[PAYS_TO_BLOCK] > AT_LIST and is_needed_by_another(g, e, player, deed):
        return eager + codes.DEEDS * A_LOT_NEARER
    if held == 0 and notes[PAYS] <= AT_LIST:
        return 0
    if not is_street_group(e, group):
        return eager
    return eager + (codes.DEEDS - e.group_size[group] + held) * A_LOT_NEARER


@apart
def request(g: State, e: Edition, a: Action, player: int, notes: Notes, built: int) -> bool:
    """Offer cash for the deed that the player wants most, and can pay. Is there one?"""
    mine = held_by(g, player)
    left = ((1 << codes.DEEDS) - 1) & ~mine & ~held_by(g, codes.BANK)
    chosen, most, offered = codes.NOBODY, 0, 0
    while left != 0:
        d = lowest(left)
        left = without_lowest(left)
        eager = 0 if has(built, e.group[d]) else eagerness(g, e, player, notes, d)
        if eager > most:
            percent = next_percent(g, notes, d, percent_paid(g, e, player, notes, d, mine | 1 << d))
            price = printed_price(g, e, d, percent) + interest_on(g, e, 1 << d)
            if percent > 0 and price <= g.cash[player] - notes[RESERVE]:
                chosen, most, offered = d, eager, percent
    if chosen == codes.NOBODY:
        return False
    notes[REQUESTED + chosen] = offered
    notes[REQUEST_ROUND + chosen] = g.round
    blank(a, codes.OFFER, player)
    a.other = g.owner[chosen]
    a.take_deeds = 1 << chosen
    a.give_cash = printed_price(g, e, chosen, offered)
    return can_offer(g, e, a) == ids.LAWFUL


@apart
def spare_deed(g: State, e: Edition, player: int, wanted: int, built: int) -> int:
    """The most expensive deed that is the only one of its group in the player's hand, as a set; or none."""
    mine = held_by(g, player) & ~g.mortgaged
    chosen, most = 0, 0
    left = mine
    while left != 0:
        d = lowest(left)
        left = without_lowest(left)
        group = e.group[d]
        single = group != wanted and count_of(mine & e.group_set[group]) == 1 and not has(built, group)
        if single and e.price[d] > most:
            chosen, most = 1 << d, e.price[d]
    return chosen


@apart
def offer_swap(g: State, e: Edition, a: Action, player: int, notes: Notes, built: int) -> bool:
    """Offer a part of a group for what completes another, if that completes the partner's; or else a single deed."""
    mine = held_by(g, player)
    bare = incomplete_groups(e, mine) & ~built
    for q in range(g.players):
        if q == player or g.out[q] == 1:
            continue
        shared = streets_among(e, shared_groups(e, bare, mine, held_by(g, q)))
        groups = shared
        while groups != 0:
            wanted = lowest(groups)
            groups = without_lowest(groups)
            takes = held_by(g, q) & e.group_set[wanted]
            if g.round < notes[SWAP_ROUND + lowest(takes)]:
                continue
            others = shared & ~(1 << wanted)
            gives = mine & e.group_set[lowest(others)] if others != 0 else 0
            price = printed_prices(g, e, takes) - printed_prices(g, e, gives)
            if gives == 0 and notes[SWAPS] == SWAPS_TO_COMPLETE_OWN:
                gives, price = spare_deed(g, e, player, wanted, built), 0
            if gives == 0 or price > g.cash[player] - notes[RESERVE]:
                continue
            notes[SWAP_ROUND + lowest(takes)] = g.round + notes[PATIENCE]
            write_swap(a, player, q, takes, gives, price)
            if can_offer(g, e, a) == ids.LAWFUL:
                return True
    return False


@part
def write_swap(a: Action, player: int, partner: int, takes: int, gives: int, price: int) -> None:
    """Write an offer of deeds for deeds, and of cash by whom the price says."""
    blank(a, codes.OFFER, player)
    a.other = partner
    a.take_deeds = takes
    a.give_deeds = gives
    a.give_cash = max(0, price)
    a.take_cash = max(0, -price)


@apart
def buyer_of(g: State, e: Edition, player: int, deed: int) -> int:
    """Who may want a deed: the other player who holds most of its group, or the next in turn if nobody does."""
    chosen, most = codes.NOBODY, -1
    for n in range(1, g.players):
        p = (player + n) % g.players
        held = count_of(held_by(g, p) & e.group_set[e.group[deed]])
        if g.out[p] == 0 and held > most:
            chosen, most = p, held
    return chosen


@apart
def offer_for_sale(g: State, e: Edition, a: Action, player: int, notes: Notes, built: int) -> bool:
    """Offer a deed of no complete group for cash. Is there one that was not offered lately?"""
    left = held_by(g, player)
    while left != 0:
        d = lowest(left)
        left = without_lowest(left)
        if has(built, e.group[d]) or g.round < notes[SALE_ROUND + d]:
            continue
        buyer = buyer_of(g, e, player, d)
        if percent_asked(g, e, player, notes, d, held_by(g, buyer) | 1 << d, False) == NEVER:
            continue
        notes[SALE_ROUND + d] = g.round + notes[PATIENCE]
        blank(a, codes.OFFER, player)
        a.other = buyer
        a.give_deeds = 1 << d
        a.take_cash = printed_price(g, e, d, int(notes[HAWKS]))
        if can_offer(g, e, a) == ids.LAWFUL:
            return True
    return False
