"""How `trader` deals: what a deal brings to both sides, which deal to offer, and which offer to accept.

A deal brings a player the value that the deeds add to their holdings, and the cash. A share of the partner's gain
counts as a loss, because the partner is an opponent. The bot makes offers that bring both sides about the same by this
calculation, and accepts offers by the same calculation. It does not know the partner's cash, and assumes a sum instead.
"""

from passgo.bots.habits import built_groups, refuse
from passgo.bots.policy import Notes
from passgo.bots.reasons import TELLS
from passgo.bots.trader.mistakes import AN_ANSWER, misjudge
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
from passgo.bots.trader.refusals import explain, rounded_up
from passgo.bots.trader.values import held_of, holding
from passgo.machine.decorators import apart, part, rare
from passgo.rules import codes, ids
from passgo.rules.chance import blank
from passgo.rules.deals import can_accept, can_offer, debt_between
from passgo.rules.deeds import held_by, interest, interest_on, mortgage_value, raisable
from passgo.rules.sets import count_of, has, lowest, without_lowest
from passgo.rules.state import Action, Edition, State


@apart
def worth_of_cash(notes: Notes, cash: int, change: int) -> int:
    """The value of a change of cash. Beyond `PLENTY` dollars, each dollar is worth less."""
    plenty = int(notes[PLENTY])
    spare = max(0, cash + change - plenty) - max(0, cash - plenty)
    return change - spare * (100 - int(notes[SPARE])) // 100


@apart
def gain(g: State, e: Edition, notes: Notes, player: int, takes: int, gives: int, change: int, cash: int) -> int:
    """What a player gains by taking and giving these deeds, with this change of cash (below zero: the player pays)."""
    total = worth_of_cash(notes, cash, change)
    left = takes | gives
    while left != 0:
        group = e.group[lowest(left)]
        members = e.group_set[group]
        left &= ~members
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
    """The share of a partner's gain that counts as a loss, in ten thousandths. It falls to zero in a very long game."""
    patience = max(0, min(TIRED_OUT, TIRED_OUT - g.round + TIRED_FROM))
    opponents = max(1, int(notes[STRENGTHS_FOR]) - 1)
    return 100 * int(notes[RIVALRY]) * patience // (TIRED_OUT * opponents)


@apart
def less_rivalry(mine: int, partners: int, share: int) -> int:
    """A player's own gain, less the loss by the partner's gain."""
    return mine - max(0, partners) * share // 10_000


@apart
def deeds_of_group(g: State, e: Edition, player: int, group: int) -> int:
    """The player's deeds of a group, as a set."""
    return held_by(g, player) & e.group_set[group]


# An *idea* is the plan of an offer, packed into one number: the partner, the group of which I want the partner's deeds,
# and the group of which I give mine (`CASH_ONLY`: none). The number 0 is no idea.

CASH_ONLY = -1
GROUP_ROOM = 16
"""Room for a group in an idea; it is more than there are groups."""


@part
def pack_idea(partner: int, wanted: int, given: int) -> int:
    """The number of an idea."""
    return 1 + partner + codes.PLAYERS * (wanted + GROUP_ROOM * (given - CASH_ONLY))


@part
def unpack_partner(idea: int) -> int:
    """The partner of an idea."""
    return (idea - 1) % codes.PLAYERS


@part
def unpack_wanted(idea: int) -> int:
    """The group of which the partner gives deeds."""
    return (idea - 1) // codes.PLAYERS % GROUP_ROOM


@part
def unpack_given(idea: int) -> int:
    """The group of which I give deeds, or CASH_ONLY."""
    return (idea - 1) // (codes.PLAYERS * GROUP_ROOM) + CASH_ONLY


@apart
def was_offered_lately(g: State, notes: Notes, idea: int) -> bool:
    """Did I offer this within the last few rounds?"""
    for k in range(OFFERS_KEPT):
        kept = int(notes[OFFERED + k])
        if kept >> 32 == idea and g.round - (kept & 0xFFFFFFFF) < notes[PATIENCE]:
            return True
    return False


@apart
def remember_offer(g: State, notes: Notes, idea: int) -> None:
    """Note the offer among the last ones, in the place of the oldest."""
    at = int(notes[OFFERED_NEXT])
    notes[OFFERED + at] = (idea << 32) | g.round
    notes[OFFERED_NEXT] = (at + 1) % OFFERS_KEPT


@apart
def fair_price(mine: int, partners: int, most: int, least: int) -> int:
    """The cash by which both sides gain the same, within what can be paid."""
    return max(least, min(most, (mine - partners) // 2))


@apart
def is_whole_group(e: Edition, group: int, held: int) -> bool:
    """Are `held` deeds a whole group of streets?"""
    return held == e.group_size[group] and e.kind[lowest(e.group_set[group])] == codes.STREET


@apart
def ransom(e: Edition, notes: Notes, group: int, held: int, more: int, price: int) -> int:
    """What the last deeds of a group bring me at this price. A partner who thinks as I do asks for as much."""
    assumed = int(notes[ASSUMED_CASH])
    brought = holding(e, notes, group, held + more, assumed - price) - holding(e, notes, group, held, assumed)
    return brought + worth_of_cash(notes, assumed, -price)


@apart
def gain_of_receiver(e: Edition, notes: Notes, player: int, partner: int, given: int, assumed: int) -> int:
    """What a partner gains who receives all my deeds of a group."""
    held = held_of(e, notes, partner, given)
    after = held + held_of(e, notes, player, given)
    return holding(e, notes, given, after, assumed) - holding(e, notes, given, held, assumed)


@apart
def is_fair(e: Edition, notes: Notes, player: int, idea: int, price: int) -> bool:
    """Would a partner who thinks as I do agree? One who completes my group wants a group too, or much cash."""
    partner, wanted, given = unpack_partner(idea), unpack_wanted(idea), unpack_given(idea)
    held, theirs = held_of(e, notes, player, wanted), held_of(e, notes, partner, wanted)
    if not is_whole_group(e, wanted, held + theirs):
        return True
    if given != CASH_ONLY:
        after = held_of(e, notes, partner, given) + held_of(e, notes, player, given)
        if is_whole_group(e, given, after):
            return True
    return notes[STRENGTHS_FOR] > 2 and price >= ransom(e, notes, wanted, held, theirs, price)


@apart
def best_offer(g: State, e: Edition, a: Action, player: int, notes: Notes) -> bool:
    """Write the best offer: a partner's deeds of a group of which I hold a part, for cash or deeds. Is there one?

    A deal exchanges all that a player holds of a group. I ask only for groups of which the Bank holds nothing.
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
            options = 1 | (givable & ~(1 << wanted)) << 1  # for cash only, or for a group and cash
            while options != 0:
                given = lowest(options) + CASH_ONLY
                options = without_lowest(options)
                mine, partners = reward, -loss
                if given != CASH_ONLY:
                    mine -= holding(e, notes, given, held_of(e, notes, player, given), cash)
                    partners += gain_of_receiver(e, notes, player, q, given, assumed)
                if mine + partners < margin + max(margin, best + 1):  # too little, whatever the price
                    continue
                x = fair_price(mine, partners, cash - int(notes[RESERVE]), -assumed)
                score = less_rivalry(mine - x, partners + x, share)
                enough = score > best and score >= margin
                if enough and less_rivalry(partners + x, mine - x, share) >= margin:
                    idea = pack_idea(q, wanted, given)
                    if is_fair(e, notes, player, idea, x) and not was_offered_lately(g, notes, idea):
                        best, chosen, price = score, idea, x
    return chosen > 0 and write_offer(g, e, a, player, notes, chosen, price)


@apart
def write_offer(g: State, e: Edition, a: Action, player: int, notes: Notes, idea: int, price: int) -> bool:
    """Write the offer for this price or less. Is it lawful, and good for both when calculated to the dollar?"""
    partner, wanted, given = unpack_partner(idea), unpack_wanted(idea), unpack_given(idea)
    remember_offer(g, notes, idea)
    blank(a, codes.OFFER, player)
    a.other = partner
    a.take_deeds = deeds_of_group(g, e, partner, wanted)
    if given != CASH_ONLY:
        a.give_deeds = deeds_of_group(g, e, player, given)
    assumed = int(notes[ASSUMED_CASH])
    least = int(notes[LEAST_GAIN])
    share = rivalry(g, notes)
    good = False
    for _ in range(3):  # cash that I pay cannot be used to build, so half the price may be better for both
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
def printed_price(g: State, e: Edition, deeds: int) -> int:
    """The sum of the printed prices of these deeds, less their mortgages."""
    total = 0
    while deeds != 0:
        d = lowest(deeds)
        deeds = without_lowest(deeds)
        total += e.price[d] - (mortgage_value(e, d) if has(g.mortgaged, d) else 0)
    return total


@apart
def whole_groups(e: Edition, deeds: int) -> int:
    """The street groups that these deeds contain completely, as a set."""
    whole = 0
    for group in range(codes.GROUPS):
        members = int(e.group_set[group])
        if members & ~deeds == 0 and e.kind[lowest(members)] == codes.STREET:
            whole |= 1 << group
    return whole


@apart
def overprice(g: State, e: Edition, proposer: int, notes: Notes) -> int:
    """By how many dollars an offer asks for more than what it gives is worth to anybody; below zero, for less."""
    highest = printed_price(g, e, g.offer_give_deeds[proposer]) * int(notes[MOST_BID]) // 100
    highest += count_of(g.offer_give_cards[proposer]) * e.jail_fine
    return g.offer_take_cash[proposer] - highest


@apart
def is_sensible(g: State, e: Edition, player: int, proposer: int, notes: Notes) -> bool:
    """Is the deal sensible, whatever the calculated gain? It is if it completes a group for me. Otherwise it is if

    - it breaks up no group of mine,
    - a proposer who completes a group by it gives at least what that brings them, in cash and in deeds that can be
      mortgaged (between the last two players even that is not enough),
    - and I pay for deeds not much more than their printed prices.
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
        return notes[STRENGTHS_FOR] > 2 and change + printed_price(g, e, takes & ~g.mortgaged) // 2 >= brought
    return gives != 0 or overprice(g, e, proposer, notes) <= 0


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
def total_gain(g: State, e: Edition, player: int, proposer: int, notes: Notes, more: int) -> int:
    """What an offer brings the player it was made to, less the rivalry, if the proposer gave so many dollars more."""
    takes, gives = g.offer_give_deeds[proposer], g.offer_take_deeds[proposer]
    change = g.offer_give_cash[proposer] - g.offer_take_cash[proposer] + more
    mine = gain(g, e, notes, player, takes, gives, change, g.cash[player])
    partners = gain(g, e, notes, proposer, gives, takes, -change, int(notes[ASSUMED_CASH]))
    cards = count_of(g.offer_give_cards[proposer]) - count_of(g.offer_take_cards[proposer])
    mine += cards * int(notes[CARD_WORTH])
    if g.offer_settles[proposer] == 1:
        owed = g.matter_amount[debt_between(g, proposer, player)]
        mine -= owed
        partners += owed
    return less_rivalry(mine, partners, rivalry(g, notes))


@apart
def answer(g: State, e: Edition, a: Action, player: int, proposer: int, notes: Notes) -> None:
    """Accept a sensible offer that is a gain and leaves the player some deed, or one that prevents a bankruptcy."""
    takes, gives = g.offer_give_deeds[proposer], g.offer_take_deeds[proposer]
    change = g.offer_give_cash[proposer] - g.offer_take_cash[proposer]
    total = total_gain(g, e, player, proposer, notes, 0)
    # The mistake is a share of the printed prices of what the proposer asks for, so that nothing is given away.
    asked_for = printed_price(g, e, gives) + g.offer_take_cash[proposer]
    total += misjudge(g, notes, AN_ANSWER, asked_for) - asked_for
    has_some_left = gives == 0 or (held_by(g, player) & ~gives) | takes != 0
    good = total >= notes[LEAST_GAIN] and has_some_left and is_sensible(g, e, player, proposer, notes)
    refuse(a, player, proposer)
    if good or saves_from_bankruptcy(g, e, player, takes, gives, change):
        a.kind = codes.ACCEPT
        if can_accept(g, e, a) != ids.LAWFUL:
            refuse(a, player, proposer)
    if a.kind == codes.REFUSE and notes[TELLS] == 1:
        mine, theirs = held_by(g, player), held_by(g, proposer)
        breaks = whole_groups(e, mine) & ~whole_groups(e, (mine & ~gives) | takes)
        completes = whole_groups(e, (theirs & ~takes) | gives) & ~whole_groups(e, theirs)
        explain(g, e, a, player, proposer, notes, missing_cash(g, e, player, proposer, notes), completes, breaks)


@rare
def missing_cash(g: State, e: Edition, player: int, proposer: int, notes: Notes) -> int:
    """The dollars by which an offer is too small, rounded up; 0 if it is not, or if no sum would do."""
    least = int(notes[LEAST_GAIN])
    more = 0 if g.offer_take_deeds[proposer] != 0 else max(0, overprice(g, e, proposer, notes))
    for _ in range(6):  # of much cash each dollar brings less, so that the first guess may be too small
        lacking = least - total_gain(g, e, player, proposer, notes, more)
        if lacking <= 0:
            break
        more += lacking
    more = rounded_up(more)
    enough = total_gain(g, e, player, proposer, notes, more) >= least
    payable = g.offer_give_cash[proposer] - g.offer_take_cash[proposer] + more <= 2 * int(notes[ASSUMED_CASH])
    return more if enough and payable else 0


@apart
def settlement(g: State, e: Edition, a: Action, player: int, notes: Notes) -> bool:
    """Offer a deed that is worth more than the debt to the creditor and less to the debtor. Is there one?"""
    at = g.matters - 1
    creditor, owed = g.matter_other[at], g.matter_amount[at]
    least = int(notes[MARGIN])
    share = rivalry(g, notes)
    for d in range(codes.DEEDS):
        if g.owner[d] == player and not has(g.mortgaged, d):
            mine = owed + gain(g, e, notes, player, 0, 1 << d, 0, g.cash[player])
            theirs = gain(g, e, notes, creditor, 1 << d, 0, 0, int(notes[ASSUMED_CASH])) - owed
            if less_rivalry(mine, theirs, share) >= least and less_rivalry(theirs, mine, share) >= least:
                blank(a, codes.OFFER_SETTLEMENT, player)
                a.other = creditor
                a.give_deeds = 1 << d
                return can_offer(g, e, a) == ids.LAWFUL
    return False
