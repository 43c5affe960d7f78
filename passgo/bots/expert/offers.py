"""The offers of `expert`: the best exchange that a trader in the partner's seat would accept, for the least cash.

For every part of what two players hold it asks the model: first, whether it accepts for all the cash that there is, and
then for how little, by bisection. The net judges what comes of each. Bargains are offered first, as a trader offers
them: many people sell at printed prices. Who has refused is not asked again in the same turn, the same exchange not for
some rounds, and whoever refuses again and again rests longer each time.
"""

from passgo.bots.expert.ahead import LEAST_CHANCE, chance_from, open_pages, room_for_pages
from passgo.bots.expert.memory import (
    DEAL_LOOKS,
    GAIN,
    OFFERS_LEFT,
    SEARCHED,
    SEARCHED_ROUND,
    WAITING,
    are_owners,
    chance_of,
    is_resting,
    note_asked,
    note_made,
    note_owners,
    was_made,
)
from passgo.bots.expert.options import FEW, clear_few, keep_if_good, room_for_options, room_for_scores
from passgo.bots.expert.parts import ALL, FIRST, SIMPLE, cards_in, deeds_in, groups_of, room_for_parts, write_parts
from passgo.bots.holdings import completed_group
from passgo.bots.policy import Notes, copy_notes, own_notes, page_of
from passgo.bots.trader.bot import decide
from passgo.bots.trader.parameters import NEVER, SEARCHED_TURN
from passgo.machine.decorators import part, rare
from passgo.machine.rooms import FloatsAt, twin
from passgo.rules import codes, ids
from passgo.rules.chance import blank
from passgo.rules.deals import is_any_open
from passgo.rules.deeds import held_by, interest_on
from passgo.rules.sets import count_of, lowest, without_lowest
from passgo.rules.state import Action, Edition, Log, State
from passgo.rules.step import play
from passgo.rules.turns import playing

PATIENCE, REST = 6, 3
"""Rounds until the same exchange is offered again, and until offers are looked for again when there was none."""

ROUGHLY, NEARLY = 200, 4
"""The cash of an exchange is first found to so many dollars, and then, if it may gain enough, to so few."""

ROUNDED = 10
"""Offers are made in such steps: sums to the dollar are odd to read."""


@rare
def chance_struck(known: State, e: Edition, log: Log, offer: Action, notes: Notes, looks: int) -> float:
    """The proposer's chance if the offer is accepted; `LEAST_CHANCE`, if that is not lawful."""
    struck, acted = twin(known), twin(offer)
    if play(struck, e, log, acted) != ids.LAWFUL:
        return LEAST_CHANCE
    blank(acted, codes.ACCEPT, offer.other)
    acted.other = offer.player
    if play(struck, e, log, acted) != ids.LAWFUL:
        return LEAST_CHANCE
    return chance_from(struck, e, log, acted, notes, offer.player, looks)


@part
def write_cash(a: Action, cash: int) -> None:
    """Write what the proposer pays; below zero, is paid."""
    a.give_cash, a.take_cash = max(0, cash), max(0, -cash)


@rare
def accepts(offered: State, e: Edition, offer: Action, answer: Action, page: Notes, cash: int) -> bool:
    """Would a trader in the partner's seat accept the offer that lies on the table of a copy, for so much cash?"""
    write_cash(offer, cash)
    offered.offer_give_cash[offer.player], offered.offer_take_cash[offer.player] = offer.give_cash, offer.take_cash
    decide(offered, e, offer.other, answer, page)
    return answer.kind == codes.ACCEPT and answer.player == offer.other


@rare
def best_gain(known: State, e: Edition, log: Log, offer: Action, notes: Notes, page: Notes, now: float) -> float:
    """What the proposer gains by an exchange for the least cash that the partner accepts, which is written.

    Below zero, if they accept none, or if it would hardly gain enough: the bisection pauses to ask the net.
    """
    player, partner = offer.player, offer.other
    gives, takes = offer.give_deeds | offer.give_cards, offer.take_deeds | offer.take_cards
    low = 0 if gives == 0 else -known.cash[partner] - 1
    high = -1 if takes == 0 else known.cash[player] - interest_on(known, e, offer.take_deeds)
    most, answer, offered, tried = high, twin(offer), twin(known), twin(offer)
    write_cash(tried, high)
    if high <= low or play(offered, e, log, tried) != ids.LAWFUL:
        return LEAST_CHANCE
    if not accepts(offered, e, offer, answer, page, high):
        return LEAST_CHANCE
    is_rough = True
    while high - low > NEARLY:
        if is_rough and high - low <= ROUGHLY:
            is_rough = False
            write_cash(offer, low + 1)
            if chance_struck(known, e, log, offer, notes, 0) - now < chance_of(notes, GAIN):
                return LEAST_CHANCE
        middle = (low + high) >> 1
        if accepts(offered, e, offer, answer, page, middle):
            high = middle
        else:
            low = middle
    write_cash(offer, min(most, -(-high // ROUNDED) * ROUNDED))
    return chance_struck(known, e, log, offer, notes, 0) - now


@part
def write_exchange(a: Action, player: int, partner: int, give: int, take: int) -> None:
    """Write what two players would exchange, without cash."""
    blank(a, codes.OFFER, player)
    a.other = partner
    a.give_deeds, a.give_cards = deeds_in(give), cards_in(give)
    a.take_deeds, a.take_cards = deeds_in(take), cards_in(take)


@part
def is_promising(e: Edition, mine: int, theirs: int, give: int, take: int) -> bool:
    """Is an exchange worth a thought: something for cash, or a swap by which somebody completes a street group?

    Deeds of one group are never swapped for one another.
    """
    if give == 0 or take == 0:
        return give != take
    gives, takes = deeds_in(give), deeds_in(take)
    if e.deal_swaps == 0 or groups_of(e, gives) & groups_of(e, takes) != 0:
        return False
    mine_after, theirs_after = (mine & ~gives) | takes, (theirs & ~takes) | gives
    i_complete = completed_group(e, mine, mine_after) != codes.NOBODY
    return i_complete or completed_group(e, theirs, theirs_after) != codes.NOBODY


@rare
def keep_exchanges(
    known: State, e: Edition, log: Log, tried: Action, notes: Notes, now: float, exchanges: Notes, gains: FloatsAt
) -> None:
    """Keep the best few exchanges of a player, for whom `tried` is blank, as numbers, and what each gains."""
    player, pages, mine, theirs = tried.player, room_for_pages(), room_for_parts(), room_for_parts()
    held = held_by(known, player)
    write_parts(known, e, player, mine)
    open_pages(known, notes, pages)
    clear_few(exchanges, gains)
    partners = playing(known) & ~(1 << player)
    while partners != 0:
        partner = lowest(partners)
        partners = without_lowest(partners)
        if is_resting(known, notes, partner):
            continue
        write_parts(known, e, partner, theirs)
        for i in range(FIRST, int(mine[ALL])):
            last = int(theirs[ALL]) if i < mine[SIMPLE] else int(theirs[SIMPLE])
            for j in range(FIRST, last):
                if not is_promising(e, held, held_by(known, partner), int(mine[i]), int(theirs[j])):
                    continue
                write_exchange(tried, player, partner, int(mine[i]), int(theirs[j]))
                if not was_made(known, notes, tried):
                    gain = best_gain(known, e, log, tried, notes, page_of(pages, partner), now)
                    if gain >= chance_of(notes, GAIN):
                        cash = tried.give_cash - tried.take_cash
                        keep_if_good(exchanges, gains, pack_exchange(partner, i, j, cash), gain)


@part
def pack_exchange(partner: int, give: int, take: int, cash: int) -> int:
    """An exchange as one number: the partner, the numbers of both parts in their lists, and the cash."""
    return partner | (give << 8) | (take << 16) | ((cash + codes.MOST_CASH) << 24)


@part
def unpack_exchange(known: State, e: Edition, a: Action, player: int, packed: int) -> None:
    """Write a packed exchange as an offer."""
    mine, theirs, partner = room_for_parts(), room_for_parts(), packed & 0xFF
    write_parts(known, e, player, mine)
    write_parts(known, e, partner, theirs)
    write_exchange(a, player, partner, int(mine[(packed >> 8) & 0xFF]), int(theirs[(packed >> 16) & 0xFF]))
    write_cash(a, (packed >> 24) - codes.MOST_CASH)


@rare
def best_exchange(known: State, e: Edition, log: Log, best: Action, notes: Notes, now: float) -> float:
    """Write the best offer of a player, for whom `best` is blank; what it gains, below zero if there is none."""
    exchanges, gains, looks, player = room_for_options(), room_for_scores(), int(notes[DEAL_LOOKS]), best.player
    keep_exchanges(known, e, log, best, notes, now, exchanges, gains)
    most, chosen = float(gains[0]), int(exchanges[0])
    if looks > 0 and most > 0:
        here, most = twin(known), LEAST_CHANCE
        ahead = chance_from(here, e, log, best, notes, player, looks)
        for n in range(FEW):
            if gains[n] > 0:
                unpack_exchange(known, e, best, player, int(exchanges[n]))
                gain = chance_struck(known, e, log, best, notes, looks) - ahead
                if gain > most:
                    most, chosen = gain, int(exchanges[n])
    if most > 0:
        unpack_exchange(known, e, best, player, chosen)
    return most


@part
def copy_offer(a: Action, made: Action) -> None:
    """Write an offer anew."""
    blank(a, codes.OFFER, made.player)
    a.other = made.other
    a.give_deeds, a.give_cards, a.give_cash = made.give_deeds, made.give_cards, made.give_cash
    a.take_deeds, a.take_cards, a.take_cash = made.take_deeds, made.take_cards, made.take_cash


@part
def may_search(g: State, notes: Notes) -> bool:
    """Is it worth while to look for an exchange: was none refused in this turn, or lately none found?"""
    rests = are_owners(g, notes, SEARCHED) and g.round < int(notes[SEARCHED_ROUND]) + REST
    return not rests and not are_owners(g, notes, WAITING)


@part
def note_search(g: State, notes: Notes) -> None:
    """Note that an exchange was looked for in vain."""
    note_owners(g, notes, SEARCHED)
    notes[SEARCHED_ROUND] = g.round


@part
def bargain(g: State, e: Edition, a: Action, player: int, notes: Notes) -> bool:
    """Write the deal that a trader would offer; is there one?"""
    notes[SEARCHED_TURN] = NEVER
    decide(g, e, player, a, notes)
    return a.kind == codes.OFFER


@rare
def offer(g: State, known: State, e: Edition, log: Log, a: Action, player: int, notes: Notes) -> None:
    """Write the best offer in place of the end of a turn, if one gains enough; there are none between two players."""
    if count_of(playing(g)) == 2 or g.hour_struck == 1 or is_any_open(g):
        return
    made, best, own, here = twin(a), twin(a), own_notes(notes), twin(known)
    now, least = chance_from(here, e, log, made, notes, player, 0), chance_of(notes, GAIN)
    gain = gains = LEAST_CHANCE
    if bargain(g, e, made, player, own):
        gain = chance_struck(known, e, log, made, notes, 0) - now
    searches = may_search(g, notes)
    if searches:
        gains = best_exchange(known, e, log, best, notes, now)
    if gain >= least and gain >= gains:
        copy_notes(notes, own)
        notes[SEARCHED_TURN] = g.turn
        copy_offer(a, made)
    elif gains >= least:
        note_made(g, notes, best, PATIENCE)
        note_owners(g, notes, WAITING)
        copy_offer(a, best)
        searches = False
    if searches and gains < least:
        note_search(g, notes)
    if a.kind == codes.OFFER:
        note_asked(g, notes, a.other)
        notes[OFFERS_LEFT] -= 1
