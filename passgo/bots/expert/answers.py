"""How `expert` answers an offer: it accepts, refuses, or counters as a trader would, as leaves it the best chance."""

from passgo.bots.expert.ahead import chance_after
from passgo.bots.expert.memory import ACCEPTING, DEAL_LOOKS, MARGIN, chance_of
from passgo.bots.policy import Notes
from passgo.bots.reasons import TELLS, TOO_LITTLE_GAIN, give_reason
from passgo.machine.decorators import part, rare
from passgo.machine.rooms import twin
from passgo.rules import codes
from passgo.rules.chance import blank
from passgo.rules.state import Action, Edition, Log, State


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


@rare
def answer(known: State, e: Edition, log: Log, a: Action, player: int, notes: Notes) -> None:
    """Write the best answer; `a` is what trader would answer."""
    usual, proposer = a.kind, a.other
    best, chosen = score_of(known, e, log, a, notes, player, usual), usual
    tried = twin(a)
    for kind in (codes.ACCEPT, codes.REFUSE):
        if kind != usual:
            blank(tried, kind, player)
            tried.other = proposer
            score = score_of(known, e, log, tried, notes, player, usual)
            if score > best:
                best, chosen = score, kind
    if chosen == usual:
        return
    blank(a, chosen, player)
    a.other = proposer
    if chosen == codes.REFUSE and notes[TELLS] == 1:
        give_reason(notes, TOO_LITTLE_GAIN, 0)
