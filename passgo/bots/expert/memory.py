"""What `expert` remembers: the notebook of the trader that it is built on, and behind that some numbers of its own."""

from passgo.bots.policy import Notes
from passgo.bots.reasons import TELLS
from passgo.bots.trader.parameters import HELD, NEVER, OWNERS, PARAMETERS, TABLE
from passgo.machine.bits import eight_at
from passgo.machine.decorators import part
from passgo.rules import codes
from passgo.rules.deeds import held_by
from passgo.rules.sets import has
from passgo.rules.state import Action, State

BEGIN = PARAMETERS + len(TABLE)
LOOKS = BEGIN  # looks ahead from each of the best options; 0: the net alone decides
MOST_OFFERS = BEGIN + 1  # offers of its own in one turn
MARGIN = BEGIN + 2  # by so much something must be better than what trader would do
ACCEPTING = BEGIN + 3  # by so much a deal must be better than none
GAIN = BEGIN + 4  # what an offer must bring
FURTHER = BEGIN + 5  # what the net holds to be worse than the best by so much is not looked at further
DEAL_LOOKS = BEGIN + 6  # looks ahead from each of the best offers, and from each answer to one
REMEMBERS = BEGIN + 7  # what is remembered begins here
TURN, DECISIONS, OFFERS_LEFT = REMEMBERS, REMEMBERS + 1, REMEMBERS + 2  # the turn; what was done and may be offered
DONE = REMEMBERS + 3  # the deeds with which business of each kind was done in this turn, so that it is not undone
WAITING = REMEMBERS + 7  # who owned what at the last offer of this turn, eight deeds a number
SEARCHED, SEARCHED_ROUND = REMEMBERS + 11, REMEMBERS + 15  # the same when offers were looked for in vain; the round
NEXT_MADE, MADE = REMEMBERS + 16, REMEMBERS + 17  # the last exchanges that were offered; which is overwritten next
MOST_MADE = 12
REFUSALS = MADE + MOST_MADE  # how often each player has refused since our last deal, and the round to ask them again
END = REFUSALS + codes.PLAYERS

MILLION = 1_000_000
"""Chances are kept in millionths."""

if END > TELLS:
    raise ValueError("no room for the expert in a notebook (MEMORY in bots/policy.py)")

OPENING = {
    TURN: NEVER, WAITING: NEVER, SEARCHED: NEVER,
    MARGIN: 5_000, ACCEPTING: 20_000, GAIN: 10_000, FURTHER: 60_000,
}  # fmt: skip
"""What stands in an expert's notebook when a game begins, beside what a trader's says; chances are in millionths."""

BUSINESS = (codes.MORTGAGE, codes.LIFT_MORTGAGE, codes.SELL_BUILDING, codes.SELL_HOTELS)
"""Kinds of business that another kind with the same deed undoes."""

LAST_EIGHT = codes.DEEDS - 8
ROUND_BITS = 16
ENDLESS = 60
"""From so many rounds on a partner rests as many rounds as they refused; before, fewer."""
LONGEST_REST = 10
"""Rounds after which a partner is asked again, however often they refused."""


@part
def chance_of(notes: Notes, place: int) -> float:
    """A number of the notebook as a chance."""
    return int(notes[place]) / MILLION


@part
def begin_decision(g: State, notes: Notes) -> None:
    """Count the decision; with a new turn, forget what belongs to a turn."""
    if notes[TURN] != g.turn:
        notes[TURN], notes[DECISIONS], notes[OFFERS_LEFT], notes[WAITING] = g.turn, 0, notes[MOST_OFFERS], NEVER
        for n in range(len(BUSINESS)):
            notes[DONE + n] = 0
    notes[DECISIONS] += 1


@part
def note_business(notes: Notes, kind: int, deed: int) -> None:
    """Note business with a deed in this turn."""
    for n in range(len(BUSINESS)):
        if BUSINESS[n] == kind:
            notes[DONE + n] |= 1 << deed


@part
def would_undo(notes: Notes, kind: int, deed: int) -> bool:
    """Was other business with this deed done in this turn already?"""
    undoes = False
    for n in range(len(BUSINESS)):
        undoes |= BUSINESS[n] != kind and has(int(notes[DONE + n]), deed)
    return undoes


@part
def note_owners(g: State, notes: Notes, at: int) -> None:
    """Note who owns what."""
    for k in range(3):
        notes[at + k] = eight_at(g.owner, 8 * k)
    notes[at + 3] = eight_at(g.owner, LAST_EIGHT)


@part
def are_owners(g: State, notes: Notes, at: int) -> bool:
    """Does everybody own what was noted?"""
    same = notes[at + 3] == eight_at(g.owner, LAST_EIGHT)
    for k in range(3):
        same &= notes[at + k] == eight_at(g.owner, 8 * k)
    return bool(same)


@part
def name_of(offer: Action) -> int:
    """A number for an exchange, cash apart: others hardly ever have the same."""
    name = offer.give_deeds * 0x9E3779B1 + offer.take_deeds * 0x85EBCA77 + offer.other * 0x27D4EB2F
    name += offer.give_cards * 0x165667B1 + offer.take_cards * 0x2545F491
    return (name ^ (name >> 29)) & ((1 << 46) - 1)


@part
def note_made(g: State, notes: Notes, offer: Action, rest: int) -> None:
    """Note that an exchange was offered, and is not to be offered again for so many rounds."""
    place = int(notes[NEXT_MADE])
    notes[MADE + place] = (name_of(offer) << ROUND_BITS) | (g.round + rest)
    notes[NEXT_MADE] = (place + 1) % MOST_MADE


@part
def was_made(g: State, notes: Notes, offer: Action) -> bool:
    """Was this exchange offered lately?"""
    name, found = name_of(offer), False
    for place in range(MOST_MADE):
        made = int(notes[MADE + place])
        found |= made >> ROUND_BITS == name and g.round < (made & ((1 << ROUND_BITS) - 1))
    return found


@part
def note_deals(g: State, player: int, notes: Notes) -> None:
    """Forget the refusals of those who have made a deal with the player since the trader last looked round."""
    if notes[OWNERS] == NEVER or are_owners(g, notes, OWNERS):
        return
    now = held_by(g, player)
    for partner in range(g.players):
        moved = (int(notes[HELD + player]) & held_by(g, partner)) | (int(notes[HELD + partner]) & now)
        if partner != player and moved != 0:
            notes[REFUSALS + partner] = 0


@part
def note_asked(g: State, notes: Notes, partner: int) -> None:
    """Note that a partner was asked. Until there is a deal they rest longer each time, and in long games sooner."""
    refusals = int(notes[REFUSALS + partner]) >> ROUND_BITS
    rest = min(refusals * min(g.round, ENDLESS) // ENDLESS, LONGEST_REST)
    notes[REFUSALS + partner] = ((refusals + 1) << ROUND_BITS) | (g.round + rest)


@part
def is_resting(g: State, notes: Notes, partner: int) -> bool:
    """Did a partner refuse so often, or so lately, that they are not asked now?"""
    return g.round < (int(notes[REFUSALS + partner]) & ((1 << ROUND_BITS) - 1))
