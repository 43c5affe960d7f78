"""The bot "random": any lawful action but resignation, with random bids and sometimes a random lawful offer.

It goes through all kinds of action in a random order, and through the candidates of each kind from a random one on. It
takes the first action that is lawful. Its random numbers come from a counter in its notebook, so the same game can be
played again.
"""

from passgo.bots.policy import Memory, Notes, notes_at
from passgo.bots.rng import below
from passgo.machine.decorators import apart, entry
from passgo.rules import codes, ids
from passgo.rules.chance import blank
from passgo.rules.legal import candidates, propose, refusal
from passgo.rules.state import Action, Actions, Editions, Games, State

COUNTER_AT = 0
OFFER_EVERY = 8
"""In one of so many decisions it may make an offer."""


@apart
def some_of(g: State, notes: Notes, owner: int) -> int:
    """A random quarter of the owner's deeds, as a set."""
    deeds = 0
    for d in range(codes.DEEDS):
        if g.owner[d] == owner and below(notes, COUNTER_AT, 4) == 0:
            deeds |= 1 << d
    return deeds


@apart
def compose(g: State, a: Action, notes: Notes) -> None:
    """Fill an offer with deeds of both sides, and cash of one side or none."""
    a.give_deeds = some_of(g, notes, a.player)
    if a.kind != codes.OFFER_SETTLEMENT:
        a.take_deeds = some_of(g, notes, a.other)
    side = below(notes, COUNTER_AT, 3)
    if side == 0:
        a.give_cash = min(max(0, g.cash[a.player]), below(notes, COUNTER_AT, 500))
    elif side == 1 and a.kind != codes.OFFER_SETTLEMENT:
        a.take_cash = below(notes, COUNTER_AT, 500)


@apart
def sample_bid(a: Action, notes: Notes) -> None:
    """Write the lowest bid, or a little more."""
    a.amount = min(max(a.most, a.amount), a.amount + below(notes, COUNTER_AT, 60))
    a.most = 0


@entry
def random_bot(
    games: Games, i: int, editions: Editions, e: int, player: int, actions: Actions, j: int, memory: Memory, m: int
) -> None:
    """Write a random lawful action of the player to action j."""
    notes = notes_at(memory, m)
    g, ed, a = games[i], editions[e], actions[j]
    if notes[COUNTER_AT] == 0:
        notes[COUNTER_AT] = 1 + player + 64 * (position_sum(g) & 0xFFFF)
    first = below(notes, COUNTER_AT, codes.DICE)
    stride = 1 + 2 * below(notes, COUNTER_AT, codes.DICE // 2)  # odd, so that the walk meets every kind
    dealing = below(notes, COUNTER_AT, OFFER_EVERY) == 0
    for k in range(codes.DICE):
        kind = (first + stride * k) % codes.DICE
        is_deal = kind == codes.OFFER or kind == codes.COUNTER or kind == codes.OFFER_SETTLEMENT
        if kind == codes.RESIGN or (is_deal and not dealing):
            continue
        count = candidates(g, kind)
        begin = below(notes, COUNTER_AT, count)
        for n in range(count):
            blank(a, kind, player)
            if propose(g, ed, a, player, (begin + n) % count):
                if is_deal:
                    compose(g, a, notes)
                elif kind == codes.BID:
                    sample_bid(a, notes)
                if refusal(g, ed, a) == ids.LAWFUL:
                    return
    blank(a, codes.END_TURN, player)


@apart
def position_sum(g: State) -> int:
    """A number that differs between games: it depends on the turn and on the squares of all tokens."""
    total = g.turn
    for k in range(g.players):
        total = total * codes.SQUARES + g.square[k]
    return total
