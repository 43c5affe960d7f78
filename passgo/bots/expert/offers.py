"""The offers of `expert`: the best exchange that a trader in the partner's seat would accept, for the least cash.

For every part of what two players hold it asks the model: first, whether it accepts for all the cash that there is, and
then for how little, by bisection. The net judges what comes of each. Bargains are offered first, as a trader offers
them: many people sell at printed prices. Who has refused is not asked again in the same turn, and the same exchange not
for some rounds.
"""

from passgo.bots.expert.ahead import LEAST_CHANCE, chance_from, open_pages, room_for_pages
from passgo.bots.expert.memory import (
    LOOKS,
    OFFERS_LEFT,
    SEARCHED,
    SEARCHED_ROUND,
    WAITING,
    are_owners,
    note_made,
    note_owners,
    was_made,
)
from passgo.bots.expert.parts import ALL, FIRST, SIMPLE, cards_in, deeds_in, groups_of, room_for_parts, write_parts
from passgo.bots.policy import Notes, copy_notes, own_notes, page_of
from passgo.bots.trader.bot import decide
from passgo.bots.trader.parameters import NEVER, SEARCHED_TURN
from passgo.machine.decorators import apart, part
from passgo.machine.rooms import twin
from passgo.rules import codes, ids
from passgo.rules.chance import blank
from passgo.rules.deals import is_any_open
from passgo.rules.deeds import interest_on
from passgo.rules.sets import count_of, lowest, without_lowest
from passgo.rules.state import Action, Edition, Log, State
from passgo.rules.step import play
from passgo.rules.turns import playing

GAIN = 0.01
"""What an offer must bring, as the net judges it."""

PATIENCE, REST = 6, 3
"""Rounds until the same exchange is offered again, and until offers are looked for again when there was none."""

ROUGHLY, NEARLY = 200, 4
"""The cash of an exchange is first found to so many dollars, and then, if it may gain enough, to so few."""

ROUNDED = 10
"""Offers are made in such steps: sums to the dollar are odd to read."""


@apart
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


@apart
def accepts(offered: State, e: Edition, offer: Action, answer: Action, page: Notes, cash: int) -> bool:
    """Would a trader in the partner's seat accept the offer that lies on the table of a copy, for so much cash?"""
    write_cash(offer, cash)
    offered.offer_give_cash[offer.player], offered.offer_take_cash[offer.player] = offer.give_cash, offer.take_cash
    decide(offered, e, offer.other, answer, page)
    return answer.kind == codes.ACCEPT and answer.player == offer.other


@apart
def best_gain(known: State, e: Edition, log: Log, offer: Action, notes: Notes, page: Notes, now: float) -> float:
    """What the proposer gains by an exchange for the least cash that the partner accepts, which is written.

    Below zero, if they accept none, or if it would hardly gain enough: the bisection pauses to ask the net.
    """
    player, partner = offer.player, offer.other
    low = 0 if offer.give_deeds | offer.give_cards == 0 else -known.cash[partner] - 1
    high = -1 if offer.take_deeds | offer.take_cards == 0 else known.cash[player] - interest_on(known, e, offer.take_deeds)
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
            if chance_struck(known, e, log, offer, notes, 0) - now < GAIN:
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
def may_swap(e: Edition, give: int, take: int) -> bool:
    """May these parts be exchanged at all? Deeds of one group are never swapped for one another."""
    if give == 0 or take == 0:
        return give != take
    return e.deal_swaps == 1 and groups_of(e, deeds_in(give)) & groups_of(e, deeds_in(take)) == 0


@apart
def best_exchange(known: State, e: Edition, log: Log, best: Action, notes: Notes, now: float) -> float:
    """Write the best offer of a player, for whom `best` is blank; what it gains, below zero if there is none."""
    player, most, tried, pages = best.player, LEAST_CHANCE, twin(best), room_for_pages()
    mine, theirs = room_for_parts(), room_for_parts()
    write_parts(known, e, player, mine)
    open_pages(known, notes, pages)
    partners = playing(known) & ~(1 << player)
    while partners != 0:
        partner = lowest(partners)
        partners = without_lowest(partners)
        write_parts(known, e, partner, theirs)
        for i in range(FIRST, int(mine[ALL])):
            last = int(theirs[ALL]) if i < mine[SIMPLE] else int(theirs[SIMPLE])
            for j in range(FIRST, last):
                if not may_swap(e, int(mine[i]), int(theirs[j])):
                    continue
                write_exchange(tried, player, partner, int(mine[i]), int(theirs[j]))
                if was_made(known, notes, tried):
                    continue
                gain = best_gain(known, e, log, tried, notes, page_of(pages, partner), now)
                if gain > most:
                    most = gain
                    write_exchange(best, player, partner, int(mine[i]), int(theirs[j]))
                    best.give_cash, best.take_cash = tried.give_cash, tried.take_cash
    return most


@part
def copy_offer(a: Action, made: Action) -> None:
    """Write an offer anew."""
    blank(a, codes.OFFER, made.player)
    a.other = made.other
    a.give_deeds, a.give_cards, a.give_cash = made.give_deeds, made.give_cards, made.give_cash
    a.take_deeds, a.take_cards, a.take_cash = made.take_deeds, made.take_cards, made.take_cash


@part
def search(g: State, known: State, e: Edition, log: Log, best: Action, notes: Notes, now: float) -> float:
    """Write the best exchange, unless one was refused in this turn, or lately none was found; what it gains."""
    rests = are_owners(g, notes, SEARCHED) and g.round < int(notes[SEARCHED_ROUND]) + REST
    if rests or are_owners(g, notes, WAITING):
        return LEAST_CHANCE
    gain, looks = best_exchange(known, e, log, best, notes, now), int(notes[LOOKS])
    if gain >= GAIN and looks > 0:
        after, tried = twin(known), twin(best)
        gain = chance_struck(known, e, log, best, notes, looks)
        gain -= chance_from(after, e, log, tried, notes, best.player, looks)
    if gain < GAIN:
        note_owners(g, notes, SEARCHED)
        notes[SEARCHED_ROUND] = g.round
    return gain


@part
def bargain(g: State, e: Edition, a: Action, player: int, notes: Notes) -> bool:
    """Write the deal that a trader would offer; is there one?"""
    notes[SEARCHED_TURN] = NEVER
    decide(g, e, player, a, notes)
    return a.kind == codes.OFFER


@apart
def offer(g: State, known: State, e: Edition, log: Log, a: Action, player: int, notes: Notes) -> None:
    """Write the best offer in place of the end of a turn, if one gains enough; there are none between two players."""
    if count_of(playing(g)) == 2 or g.hour_struck == 1 or is_any_open(g):
        return
    made, own, here = twin(a), own_notes(notes), twin(known)
    now = chance_from(here, e, log, made, notes, player, 0)
    gain = LEAST_CHANCE
    if bargain(g, e, made, player, own):
        gain = chance_struck(known, e, log, made, notes, 0) - now
    best = twin(a)
    gains = search(g, known, e, log, best, notes, now)
    if gain >= GAIN and gain >= gains:
        copy_notes(notes, own)
        notes[SEARCHED_TURN] = g.turn
        copy_offer(a, made)
    elif gains >= GAIN:
        note_made(g, notes, best, PATIENCE)
        note_owners(g, notes, WAITING)
        copy_offer(a, best)
    if a.kind == codes.OFFER:
        notes[OFFERS_LEFT] -= 1
