"""How `trader` deals: what a deal brings to either side, which one to offer, and which one to accept.

A deal brings a player what the deeds add to their holdings, and the cash. A share of the partner's gain counts as a
loss, because the partner is an opponent. Offers are made so that both sides gain about alike by that reckoning,
and so the same reckoning accepts them. Of the partner's cash nothing is known; a sum is assumed instead.
"""

from passgo.bots.habits import built_groups, refuse
from passgo.bots.policy import Notes
from passgo.bots.trader.mistakes import AN_ANSWER, misjudged
from passgo.bots.trader.parameters import (
    ASSUMED_CASH,
    CARD_WORTH,
    GIVABLE,
    LEAST_GAIN,
    MARGIN,
    MOST_BID,
    OFFERED,
    OFFERED_NEXT,
    OFFERS_KEPT,
    PATIENCE,
    PLENTY,
    RESERVE,
    RIVALRY,
    SPARE,
    STRENGTHS_FOR,
    TIRED_FROM,
    TIRED_OUT,
    WANTED,
)
from passgo.bots.trader.values import held_of, holding
from passgo.machine.decorators import apart
from passgo.rules import ids
from passgo.rules.chance import blank
from passgo.rules.codes import ACCEPT, DEEDS, GROUPS, MATTER_DEBT, OFFER, OFFER_SETTLEMENT, STREET
from passgo.rules.deals import can_accept, can_offer, debt_between
from passgo.rules.deeds import held_by, interest, interest_on, mortgage_value, raisable
from passgo.rules.sets import count_of, has, lowest, without_lowest
from passgo.rules.state import Action, Edition, State


@apart
def worth_of_cash(notes: Notes, cash: int, change: int) -> int:
    """What it is worth to get, or give, cash: beyond plenty, each dollar is worth less."""
    plenty = int(notes[PLENTY])
    spare = max(0, cash + change - plenty) - max(0, cash - plenty)
    return change - spare * (100 - int(notes[SPARE])) // 100


@apart
def gain(g: State, e: Edition, notes: Notes, player: int, takes: int, gives: int, change: int, cash: int) -> int:
    """What a player gains who takes and gives these deeds and gets so much cash (below zero: pays)."""
    total = worth_of_cash(notes, cash, change)
    for group in range(GROUPS):
        members = e.group_set[group]
        if (takes | gives) & members != 0:
            held = held_of(e, notes, player, group)
            after = held + count_of(takes & members) - count_of(gives & members)
            total += holding(e, notes, group, after, cash + change) - holding(e, notes, group, held, cash)
    pledged = (takes | gives) & g.mortgaged
    while pledged != 0:
        d = lowest(pledged)
        pledged = without_lowest(pledged)
        total += mortgage_value(e, d) if has(gives, d) else -mortgage_value(e, d) - 2 * interest(e, d)
    return total


@apart
def rivalry(g: State, notes: Notes) -> int:
    """Which share of a partner's gain counts as a loss, in ten thousandths; less and less in a game without end."""
    patience = max(0, min(TIRED_OUT, TIRED_OUT - g.round + TIRED_FROM))
    opponents = max(1, int(notes[STRENGTHS_FOR]) - 1)
    return 100 * int(notes[RIVALRY]) * patience // (TIRED_OUT * opponents)


@apart
def less_rivalry(mine: int, partners: int, share: int) -> int:
    """One's own gain less what the partner's gain costs."""
    return mine - max(0, partners) * share // 10_000


@apart
def of_group(g: State, e: Edition, player: int, group: int) -> int:
    """The player's deeds of a group, as a set."""
    return held_by(g, player) & e.group_set[group]


@apart
def idea(partner: int, wanted: int, given: int) -> int:
    """A number for an offer: whose deeds of which group for mine of which group."""
    return 1 + partner + 8 * (wanted + 16 * (given + 1))


@apart
def offered_lately(g: State, notes: Notes, number: int) -> bool:
    """Was this offered within the last few rounds?"""
    for k in range(OFFERS_KEPT):
        kept = int(notes[OFFERED + k])
        if kept >> 32 == number and g.round - (kept & 0xFFFFFFFF) < notes[PATIENCE]:
            return True
    return False


@apart
def remember_offer(g: State, notes: Notes, number: int) -> None:
    """Note the offer in the ring of the last ones."""
    at = int(notes[OFFERED_NEXT])
    notes[OFFERED + at] = (number << 32) | g.round
    notes[OFFERED_NEXT] = (at + 1) % OFFERS_KEPT


@apart
def fair_price(mine: int, partners: int, most: int, least: int) -> int:
    """The cash that shares the gain equally, as far as it can be paid."""
    return max(least, min(most, (mine - partners) // 2))


@apart
def whole(e: Edition, group: int, held: int) -> bool:
    """Are so many deeds a whole group of streets?"""
    return held == e.group_size[group] and e.kind[lowest(e.group_set[group])] == STREET


@apart
def ransom(e: Edition, notes: Notes, group: int, held: int, more: int, price: int) -> int:
    """What a partner who thinks as I do (`sensible`) asks for the last deeds of a group: what they bring me then."""
    assumed = int(notes[ASSUMED_CASH])
    brought = holding(e, notes, group, held + more, assumed - price) - holding(e, notes, group, held, assumed)
    return brought + worth_of_cash(notes, assumed, -price)


@apart
def best_offer(g: State, e: Edition, a: Action, player: int, notes: Notes) -> bool:
    """Compose the best offer: a partner's deeds of a group I hold some of, for cash or deeds of another. Is there any?

    Only whole holdings of a group are exchanged, and I ask only for groups of which the Bank has nothing left.
    """
    interesting = int(notes[WANTED])
    if interesting == 0:
        return False
    built = built_groups(g, e)
    givable = int(notes[GIVABLE]) & ~built if e.deal_swaps == 1 else 0
    cash = g.cash[player]
    assumed = int(notes[ASSUMED_CASH])
    margin = int(notes[MARGIN])
    share = rivalry(g, notes)
    best = 0
    chosen = 0
    price = 0
    interesting &= ~built
    while interesting != 0:
        wanted = lowest(interesting)
        interesting = without_lowest(interesting)
        held = held_of(e, notes, player, wanted)
        for q in range(g.players):
            theirs = held_of(e, notes, q, wanted)
            if q == player or theirs == 0:
                continue
            reward = holding(e, notes, wanted, held + theirs, cash) - holding(e, notes, wanted, held, cash)
            loss = holding(e, notes, wanted, theirs, assumed)
            options = 1 | (givable & ~(1 << wanted)) << 1  # for cash alone, or for a group and cash
            while options != 0:
                given = lowest(options) - 1
                options = without_lowest(options)
                mine, partners = reward, -loss
                fair = not whole(e, wanted, held + theirs)  # else the partner wants a group too, or much cash
                if given >= 0:
                    spent = held_of(e, notes, player, given)
                    has_already = held_of(e, notes, q, given)
                    mine -= holding(e, notes, given, spent, cash)
                    partners += holding(e, notes, given, has_already + spent, assumed)
                    partners -= holding(e, notes, given, has_already, assumed)
                    fair = fair or whole(e, given, has_already + spent)
                x = fair_price(mine, partners, cash - int(notes[RESERVE]), -assumed)
                score = less_rivalry(mine - x, partners + x, share)
                enough = score > best and score >= margin
                if enough and less_rivalry(partners + x, mine - x, share) >= margin:
                    number = idea(q, wanted, given)
                    fair = fair or (notes[STRENGTHS_FOR] > 2 and x >= ransom(e, notes, wanted, held, theirs, x))
                    if fair and not offered_lately(g, notes, number):
                        best, chosen, price = score, number, x
    return chosen > 0 and write_offer(g, e, a, player, notes, chosen, price)


@apart
def write_offer(g: State, e: Edition, a: Action, player: int, notes: Notes, number: int, price: int) -> bool:
    """Write the offer, if reckoned to the dollar it still is good for both, for its price or for less; and lawful."""
    partner, wanted, given = (number - 1) % 8, (number - 1) // 8 % 16, (number - 1) // 128 - 1
    remember_offer(g, notes, number)
    blank(a, OFFER, player)
    a.other = partner
    a.take_deeds = of_group(g, e, partner, wanted)
    if given >= 0:
        a.give_deeds = of_group(g, e, player, given)
    assumed = int(notes[ASSUMED_CASH])
    least = int(notes[LEAST_GAIN])
    share = rivalry(g, notes)
    good = False
    for _ in range(3):  # what is paid cannot be built with, so half the price may be better for both
        mine = gain(g, e, notes, player, a.take_deeds, a.give_deeds, -price, g.cash[player])
        partners = gain(g, e, notes, partner, a.give_deeds, a.take_deeds, price, assumed)
        good = less_rivalry(mine, partners, share) >= least and less_rivalry(partners, mine, share) >= least
        if good:
            break
        price = price // 2
    a.give_cash = max(0, price)
    a.take_cash = max(0, -price)
    affordable = a.give_cash + interest_on(g, e, a.take_deeds) <= g.cash[player]
    return good and affordable and can_offer(g, e, a) == ids.LAWFUL


@apart
def listed(g: State, e: Edition, deeds: int) -> int:
    """What these deeds cost at the Bank, less what lies on them as mortgage."""
    total = 0
    while deeds != 0:
        d = lowest(deeds)
        deeds = without_lowest(deeds)
        total += e.price[d] - (mortgage_value(e, d) if has(g.mortgaged, d) else 0)
    return total


@apart
def whole_groups(e: Edition, deeds: int) -> int:
    """The street groups that these deeds complete, as a set."""
    whole = 0
    for group in range(GROUPS):
        members = int(e.group_set[group])
        if members & ~deeds == 0 and e.kind[lowest(members)] == STREET:
            whole |= 1 << group
    return whole


@apart
def sensible(g: State, e: Edition, player: int, proposer: int, notes: Notes) -> bool:
    """Is the deal sound apart from hopes? What completes a group for me is; otherwise

    - no group of mine is broken up,
    - who completes a group by me gives at least what that brings them, in cash and what can be mortgaged: the last
      lot of a group goes for much cash, or for the last lot of another; between the last two, for no cash at all,
    - and deeds are not paid far above their printed prices.
    """
    takes, gives = g.offer_give_deeds[proposer], g.offer_take_deeds[proposer]
    mine, theirs = held_by(g, player), held_by(g, proposer)
    before, after = whole_groups(e, mine), whole_groups(e, (mine & ~gives) | takes)
    if after & ~before != 0:
        return True
    if before & ~after != 0:
        return False
    if whole_groups(e, (theirs & ~takes) | gives) & ~whole_groups(e, theirs) != 0:
        change = g.offer_give_cash[proposer] - g.offer_take_cash[proposer]
        brought = gain(g, e, notes, proposer, gives, 0, -change, int(notes[ASSUMED_CASH]))
        return notes[STRENGTHS_FOR] > 2 and change + listed(g, e, takes & ~g.mortgaged) // 2 >= brought
    dearest = listed(g, e, takes) * int(notes[MOST_BID]) // 100
    dearest += count_of(g.offer_give_cards[proposer]) * e.jail_fine
    return gives != 0 or g.offer_take_cash[proposer] <= dearest


@apart
def saves(g: State, e: Edition, player: int, takes: int, gives: int, change: int) -> bool:
    """In a debt that all I have does not cover: would it be covered after the deal?"""
    at = g.matters - 1
    if at < 0 or g.matter_kind[at] != MATTER_DEBT or g.matter_player[at] != player:
        return False
    left = (takes ^ gives) & ~g.mortgaged
    while left != 0:
        d = lowest(left)
        left = without_lowest(left)
        change += mortgage_value(e, d) if has(takes, d) else -mortgage_value(e, d)
    raised = raisable(g, e, player)
    return raised < g.matter_amount[at] <= raised + change


@apart
def answer(g: State, e: Edition, a: Action, player: int, proposer: int, notes: Notes) -> None:
    """Accept what is a gain, rivalry counted, and sensible; never what leaves one without deeds; and what saves one."""
    takes, gives = g.offer_give_deeds[proposer], g.offer_take_deeds[proposer]
    change = g.offer_give_cash[proposer] - g.offer_take_cash[proposer]
    mine = gain(g, e, notes, player, takes, gives, change, g.cash[player])
    partners = gain(g, e, notes, proposer, gives, takes, -change, int(notes[ASSUMED_CASH]))
    cards = count_of(g.offer_give_cards[proposer]) - count_of(g.offer_take_cards[proposer])
    mine += cards * int(notes[CARD_WORTH])
    if g.offer_settles[proposer] == 1:
        owed = g.matter_amount[debt_between(g, proposer, player)]
        mine -= owed
        partners += owed
    total = less_rivalry(mine, partners, rivalry(g, notes))
    # A mistake is in proportion to what is asked for at printed prices, so that nothing is given away.
    asked_for = listed(g, e, gives) + g.offer_take_cash[proposer]
    total += misjudged(g, notes, AN_ANSWER, asked_for) - asked_for
    has_some_left = gives == 0 or (held_by(g, player) & ~gives) | takes != 0
    good = total >= notes[LEAST_GAIN] and has_some_left and sensible(g, e, player, proposer, notes)
    refuse(a, player, proposer)
    if good or saves(g, e, player, takes, gives, change):
        a.kind = ACCEPT
        if can_accept(g, e, a) != ids.LAWFUL:
            refuse(a, player, proposer)


@apart
def settlement(g: State, e: Edition, a: Action, player: int, notes: Notes) -> bool:
    """Offer the deed that is worth more to the creditor than the debt, and less to the debtor. Is there one?"""
    at = g.matters - 1
    creditor, owed = g.matter_other[at], g.matter_amount[at]
    least = int(notes[MARGIN])
    share = rivalry(g, notes)
    for d in range(DEEDS):
        if g.owner[d] == player and not has(g.mortgaged, d):
            mine = owed + gain(g, e, notes, player, 0, 1 << d, 0, g.cash[player])
            theirs = gain(g, e, notes, creditor, 1 << d, 0, 0, int(notes[ASSUMED_CASH])) - owed
            if less_rivalry(mine, theirs, share) >= least and less_rivalry(theirs, mine, share) >= least:
                blank(a, OFFER_SETTLEMENT, player)
                a.other = creditor
                a.give_deeds = 1 << d
                return can_offer(g, e, a) == ids.LAWFUL
    return False
