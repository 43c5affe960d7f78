"""The deals that `trader` proposes.

It looks for three kinds. An *exchange* of what it and a partner hold of groups that only the two of them hold: who gets
the rest of such a group can build. It asks for the cash by which the partner gains enough, too, and offers more when it
was refused. A *bargain*: deeds at their printed prices that are worth more to it; many people sell at that, and who has
refused is not asked again. And a *settlement* of a debt by a deed.
"""

from passgo.bots.holdings import built_groups, incomplete_groups, printed_prices, shared_groups, streets_among
from passgo.bots.policy import Notes
from passgo.bots.trader.exchanges import (
    NO_GROUP,
    NO_PRICE,
    POINT,
    TRIES,
    gains_enough,
    is_good_for_me,
    is_good_for_them,
    is_stuck,
    least_price,
    pack_idea,
    raised_price,
    remember_offer,
    times_offered,
    unpack_given,
    unpack_partner,
    unpack_wanted,
)
from passgo.bots.trader.lately import was_dealt_lately
from passgo.bots.trader.parameters import (
    ALL_POWER,
    BARGAIN,
    BEST_GAIN,
    BEST_PRICE,
    FAIRNESS,
    GAIN_MINE,
    HELD,
    MINE_AFTER,
    PLAYERS_LEFT,
    POWER,
    REFUSED,
    RESERVE,
    THEIRS_AFTER,
    WANTED,
)
from passgo.bots.trader.powers import (
    known_cash,
    learn_powers,
    note_chances,
    note_debt,
    note_gains,
    note_side,
    power_after,
)
from passgo.bots.trader.prices import least_sale
from passgo.bots.trader.values import held_of
from passgo.machine.decorators import apart, part
from passgo.rules import codes, ids
from passgo.rules.chance import blank
from passgo.rules.deals import can_offer
from passgo.rules.deeds import held_by, interest_on
from passgo.rules.sets import count_of, lowest, without_lowest
from passgo.rules.state import Action, Edition, State
from passgo.rules.turns import playing

MOST_REFUSED = 1
"""Who has refused a bargain so often is not offered another."""

MOST_MISSING = 1
"""So many deeds of a group may be missing after a bargain. More, and it is hardly ever worth its price."""

UNKNOWN = 0
"""Stands for the sum of all squared powers before these are reckoned."""


@part
def deeds_of(e: Edition, notes: Notes, player: int, group: int) -> int:
    """The player's deeds of a group, as a set; of NO_GROUP none."""
    return int(notes[HELD + player]) & e.group_set[group] if group != NO_GROUP else 0


@part
def know_powers(g: State, e: Edition, player: int, notes: Notes) -> None:
    """Reckon the powers of all before the first deal of a search is judged."""
    if notes[ALL_POWER] == UNKNOWN:
        learn_powers(g, e, player, notes)


@part
def price_of(g: State, e: Edition, player: int, notes: Notes, idea: int, times: int, best: int) -> int:
    """What I would pay for an exchange, more than the partner must have if it was refused so often; gains are noted.

    `NO_PRICE`, if the partner would not agree, or if I cannot gain enough, and more than `best`.
    """
    partner = unpack_partner(idea)
    takes = deeds_of(e, notes, partner, unpack_wanted(idea))
    gives = deeds_of(e, notes, player, unpack_given(idea))
    cash, theirs = g.cash[player], known_cash(g, e, notes, player, partner)
    low, most = -theirs + interest_on(g, e, gives), cash - int(notes[RESERVE]) - interest_on(g, e, takes)
    low = max(low, least_sale(g, e, notes, partner, player, gives, takes) - 1)
    most = min(most, -least_sale(g, e, notes, player, partner, takes, gives))
    if low >= most:
        return NO_PRICE
    know_powers(g, e, player, notes)
    note_chances(notes, player, partner)
    note_side(g, e, notes, player, takes, gives, MINE_AFTER)
    note_side(g, e, notes, partner, gives, takes, THEIRS_AFTER)
    price = least_price(g, notes, cash, theirs, low, most, best)
    if price == NO_PRICE or times == 0 or price == most:
        return price
    return raised_price(g, notes, cash, theirs, price, most, times)


@part
def better_idea(g: State, e: Edition, player: int, notes: Notes, idea: int, best: int) -> int:
    """My gain by an exchange, if it is above the best one, good for both, affordable, and not yet offered too often."""
    partner = unpack_partner(idea)
    deeds = deeds_of(e, notes, partner, unpack_wanted(idea)) | deeds_of(e, notes, player, unpack_given(idea))
    times = times_offered(g, notes, idea)
    if times >= TRIES or was_dealt_lately(g, notes, deeds):
        return best
    price = price_of(g, e, player, notes, idea, times, best)
    if price == NO_PRICE or int(notes[GAIN_MINE]) <= best or not gains_enough(g, notes):
        return best
    notes[BEST_PRICE] = price
    return int(notes[GAIN_MINE])


@part
def best_swap(g: State, e: Edition, player: int, notes: Notes, partner: int, groups: int, chosen: int) -> int:
    """The better idea: the chosen one, or the best to swap two of these groups with a partner."""
    best, wanted = int(notes[BEST_GAIN]), groups
    while wanted != 0:
        group = lowest(wanted)
        wanted = without_lowest(wanted)
        left = groups & ~(1 << group)
        while left != 0:
            idea = pack_idea(partner, group, lowest(left))
            left = without_lowest(left)
            gain = better_idea(g, e, player, notes, idea, best)
            if gain > best:
                best, chosen = gain, idea
    notes[BEST_GAIN] = best
    return chosen


@part
def best_sale(g: State, e: Edition, player: int, notes: Notes, partner: int, shared: int, chosen: int) -> int:
    """The better idea: the chosen one, or the best to sell one of these groups to a partner, or to buy it."""
    best = int(notes[BEST_GAIN])
    while shared != 0:
        group = lowest(shared)
        shared = without_lowest(shared)
        for way in range(2):
            idea = pack_idea(partner, group, NO_GROUP) if way == 0 else pack_idea(partner, NO_GROUP, group)
            gain = better_idea(g, e, player, notes, idea, best)
            if gain > best:
                best, chosen = gain, idea
    notes[BEST_GAIN] = best
    return chosen


@part
def best_exchange(g: State, e: Edition, player: int, notes: Notes, built: int) -> int:
    """The idea of the best exchange of shared groups, or 0.

    The rest of a group of streets costs the rest of another one. Only in a stuck game it may be had for anything else.
    """
    chosen = 0
    notes[BEST_GAIN] = 0
    partners = playing(g) & ~(1 << player)
    while partners != 0:
        q = lowest(partners)
        partners = without_lowest(partners)
        shared = shared_groups(e, int(notes[WANTED]) & ~built, int(notes[HELD + player]), int(notes[HELD + q]))
        if shared == 0:
            continue
        streets = 0 if is_stuck(g) else streets_among(e, shared)
        chosen = best_swap(g, e, player, notes, q, streets, chosen)
        chosen = best_swap(g, e, player, notes, q, shared & ~streets, chosen)
        chosen = best_sale(g, e, player, notes, q, shared & ~streets, chosen)
    return chosen


@part
def bargain_price(g: State, e: Edition, takes: int, times: int) -> int:
    """What I offer for these deeds: the printed prices, and the double each time that it was refused."""
    return printed_prices(g, e, takes) << times


@part
def bargain_gain(g: State, e: Edition, player: int, notes: Notes, partner: int, takes: int, price: int) -> int:
    """What I gain by a partner's deeds at this price; nothing, if they do not make me stronger."""
    cash = g.cash[player] - price
    know_powers(g, e, player, notes)
    note_side(g, e, notes, player, takes, 0, MINE_AFTER)
    if power_after(notes, MINE_AFTER, cash) <= notes[POWER + player]:
        return 0
    note_chances(notes, player, partner)
    note_side(g, e, notes, partner, 0, takes, THEIRS_AFTER)
    note_gains(notes, cash, known_cash(g, e, notes, player, partner) + price)
    return int(notes[GAIN_MINE])


@part
def groups_for_sale(e: Edition, player: int, notes: Notes, partner: int) -> int:
    """The groups of which a partner may sell what they hold; who has refused a bargain only sells me rests of mine."""
    theirs = int(notes[HELD + partner])
    if notes[REFUSED + partner] < MOST_REFUSED:
        return incomplete_groups(e, theirs)
    return shared_groups(e, int(notes[WANTED]), int(notes[HELD + player]), theirs)


@part
def best_bargain(g: State, e: Edition, player: int, notes: Notes, built: int) -> int:
    """The idea of the best bargain, or 0: a partner's deeds of a group at printed prices.

    Who has refused one is not asked for another. Only for the rest of a group of mine I ask again, and offer more.
    """
    best, chosen = POINT * int(notes[BARGAIN]), 0
    money = g.cash[player] - int(notes[RESERVE])
    partners = playing(g) & ~(1 << player)
    while partners != 0:
        q = lowest(partners)
        partners = without_lowest(partners)
        groups = groups_for_sale(e, player, notes, q) & ~built
        while groups != 0:
            group = lowest(groups)
            groups = without_lowest(groups)
            takes = deeds_of(e, notes, q, group)
            missing = e.group_size[group] - held_of(e, notes, player, group) - count_of(takes)
            completes = missing == 0
            if missing > MOST_MISSING or was_dealt_lately(g, notes, takes):
                continue
            idea = pack_idea(q, group, NO_GROUP)
            times = times_offered(g, notes, idea)
            price = bargain_price(g, e, takes, times)
            if times >= (TRIES if completes else 1) or price + interest_on(g, e, takes) > money:
                continue
            gain = bargain_gain(g, e, player, notes, q, takes, price)
            if gain > best:
                best, chosen = gain, idea
    return chosen


@apart
def write_offer(g: State, e: Edition, a: Action, player: int, notes: Notes, idea: int, price: int) -> bool:
    """Write the offer of an exchange for this price. Is it lawful?"""
    partner, wanted, given = unpack_partner(idea), unpack_wanted(idea), unpack_given(idea)
    remember_offer(g, notes, idea)
    blank(a, codes.OFFER, player)
    a.other = partner
    a.take_deeds = deeds_of(e, notes, partner, wanted)
    a.give_deeds = deeds_of(e, notes, player, given)
    a.give_cash = max(0, price)
    a.take_cash = max(0, -price)
    affordable = a.give_cash + interest_on(g, e, a.take_deeds) <= g.cash[player]
    return affordable and can_offer(g, e, a) == ids.LAWFUL


@apart
def best_offer(g: State, e: Edition, a: Action, player: int, notes: Notes) -> bool:
    """Write the best offer: an exchange, or a bargain. Is there one?"""
    notes[ALL_POWER] = UNKNOWN
    built = built_groups(g, e)
    if notes[WANTED] != 0:
        idea = best_exchange(g, e, player, notes, built)
        if idea != 0:
            return write_offer(g, e, a, player, notes, idea, int(notes[BEST_PRICE]))
    idea = best_bargain(g, e, player, notes, built) if notes[PLAYERS_LEFT] > 2 else 0
    if idea == 0:
        return False
    takes = deeds_of(e, notes, unpack_partner(idea), unpack_wanted(idea))
    price = bargain_price(g, e, takes, times_offered(g, notes, idea))
    if not write_offer(g, e, a, player, notes, idea, price):
        return False
    notes[REFUSED + unpack_partner(idea)] += 1  # until the deal is made
    return True


@apart
def settlement(g: State, e: Edition, a: Action, player: int, notes: Notes) -> bool:
    """Offer the creditor a deed for the debt, if both gain by it. Is there such a deed?"""
    at = g.matters - 1
    creditor, owed = g.matter_other[at], g.matter_amount[at]
    learn_powers(g, e, player, notes)
    note_debt(g, e, notes, player, player, creditor, owed)
    note_chances(notes, player, creditor)
    left = held_by(g, player) & ~g.mortgaged
    cash, theirs, fair = g.cash[player], known_cash(g, e, notes, player, creditor), int(notes[FAIRNESS])
    while left != 0:
        d = lowest(left)
        left = without_lowest(left)
        note_side(g, e, notes, player, 0, 1 << d, MINE_AFTER)
        note_side(g, e, notes, creditor, 1 << d, 0, THEIRS_AFTER)
        note_gains(notes, cash, theirs)
        if is_good_for_me(g, notes, fair) and is_good_for_them(g, notes, fair) and count_of(held_by(g, player)) > 1:
            blank(a, codes.OFFER_SETTLEMENT, player)
            a.other = creditor
            a.give_deeds = 1 << d
            if can_offer(g, e, a) == ids.LAWFUL:
                return True
    return False
