"""How `expert` answers an offer: it accepts, refuses, or counters as a trader would, as leaves it the best chance."""

from passgo.bots.expert.ahead import chance_after, chance_from, open_pages, room_for_pages
from passgo.bots.expert.memory import (
    ACCEPTING,
    DEAL_LOOKS,
    GAIN,
    MARGIN,
    OFFERS_LEFT,
    chance_of,
    note_made,
    was_made,
)
from passgo.bots.expert.offers import PATIENCE, best_gain, chance_struck, copy_offer
from passgo.bots.policy import Notes, page_of
from passgo.bots.reasons import TELLS, TOO_LITTLE_GAIN, give_reason
from passgo.machine.decorators import part, rare
from passgo.machine.rooms import twin
from passgo.rules import codes
from passgo.rules.chance import blank
from passgo.rules.sets import count_of
from passgo.rules.state import Action, Edition, Log, State
from passgo.rules.step import play
from passgo.rules.turns import playing


@part
def is_answer(kind: int) -> bool:
    """Does this kind of action answer an offer?"""
    return kind == codes.ACCEPT or kind == codes.REFUSE or kind == codes.COUNTER


@part
def demanded(notes: Notes, kind: int, usual: int) -> float:
    """By how much an answer must be better than others."""
    accepting = chance_of(notes, ACCEPTING) if kind == codes.ACCEPT else 0.0
    return accepting + (0.0 if kind == usual else chance_of(notes, MARGIN))


@part
def score_of(g: State, e: Edition, log: Log, a: Action, notes: Notes, player: int, usual: int) -> float:
    """The chance after an answer, less what is demanded of it."""
    return chance_after(g, e, log, a, notes, player, int(notes[DEAL_LOOKS])) - demanded(notes, a.kind, usual)


@part
def write_answer(a: Action, kind: int, player: int, proposer: int) -> None:
    """Write an answer to the proposer's offer."""
    blank(a, kind, player)
    a.other = proposer


@rare
def counter(known: State, e: Edition, log: Log, a: Action, player: int, notes: Notes) -> None:
    """Write a counter-offer in place of a refusal, if one gains enough: the same exchange, for the least cash that the
    proposer accepts as a trader."""
    proposer = a.other
    refused, here, tried, pages = twin(known), twin(known), twin(a), room_for_pages()
    play(refused, e, log, tried)
    blank(tried, codes.OFFER, player)
    tried.other = proposer
    tried.give_deeds, tried.give_cards = known.offer_take_deeds[proposer], known.offer_take_cards[proposer]
    tried.take_deeds, tried.take_cards = known.offer_give_deeds[proposer], known.offer_give_cards[proposer]
    if was_made(known, notes, tried):
        return
    open_pages(refused, notes, pages)
    acted, looks = twin(a), int(notes[DEAL_LOOKS])
    play(here, e, log, acted)
    now = chance_from(here, e, log, acted, notes, player, 0)
    gain = best_gain(refused, e, log, tried, notes, page_of(pages, proposer), now)
    if gain >= chance_of(notes, GAIN) and looks > 0:
        gain = chance_struck(refused, e, log, tried, notes, looks)
        gain -= chance_from(refused, e, log, acted, notes, player, looks)
    if gain >= chance_of(notes, GAIN):
        note_made(known, notes, tried, PATIENCE)
        notes[OFFERS_LEFT] -= 1
        copy_offer(a, tried)
        a.kind = codes.COUNTER


@part
def may_counter(g: State, a: Action, notes: Notes) -> bool:
    """May a refusal be a counter-offer instead? Between the last two one's gain is the other's loss."""
    counters = a.kind == codes.REFUSE and notes[OFFERS_LEFT] > 0 and g.offer_settles[a.other] == 0
    return counters and count_of(playing(g)) > 2


@rare
def answer(known: State, e: Edition, log: Log, a: Action, player: int, notes: Notes) -> None:
    """Write the best answer; `a` is what trader would answer."""
    usual, proposer = a.kind, a.other
    best, chosen = score_of(known, e, log, a, notes, player, usual), usual
    tried = twin(a)
    for kind in (codes.ACCEPT, codes.REFUSE):
        if kind != usual:
            write_answer(tried, kind, player, proposer)
            score = score_of(known, e, log, tried, notes, player, usual)
            if score > best:
                best, chosen = score, kind
    if chosen != usual:
        write_answer(a, chosen, player, proposer)
        if chosen == codes.REFUSE and notes[TELLS] == 1:
            give_reason(notes, TOO_LITTLE_GAIN, 0)
    if may_counter(known, a, notes):
        counter(known, e, log, a, player, notes)
