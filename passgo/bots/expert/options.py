"""What a player could do, each option packed into one number, and the best few of them.

An option is a kind of action, the number of what it is about (a deed, a square, a card) as the legal list counts, and
the dollars of a bid. Offers have a file of their own, and nobody considers to resign.
"""

from passgo.bots.expert.memory import would_undo
from passgo.bots.policy import Notes
from passgo.machine.decorators import part
from passgo.machine.rooms import FloatsAt, room_for
from passgo.rules import auction, codes
from passgo.rules.chance import blank
from passgo.rules.deeds import free_cash
from passgo.rules.legal import kinds_of, propose
from passgo.rules.state import Action, Edition, State

NEVER_CONSIDERED = kinds_of(
    codes.OFFER, codes.OFFER_SETTLEMENT, codes.COUNTER, codes.WITHDRAW_OFFER, codes.ACCEPT, codes.REFUSE,
    codes.RESIGN, codes.GO_BANKRUPT, codes.CLAIM_RENT,
)  # fmt: skip
"""Offers and answers are considered elsewhere; to claim rent and to go bankrupt is decided as trader does."""

USUAL = -1
"""Stands for what trader would do."""

FEW = 4
"""So many of the best options are kept."""

HEIGHTS = (0, 25, 50, 75, 100, 125, 150, 200)
"""Percentages of a lot's price that are bid, if the rules allow it; 0 stands for the lowest bid."""

A_BUILDING = 100
"""What a building or a jail card is taken to cost where it is bid for."""

KIND_BITS, NUMBER_BITS = 6, 6

room_for_options, room_for_scores = room_for(FEW, "int64"), room_for(FEW)


@part
def pack_option(kind: int, number: int, amount: int) -> int:
    """An option as one number."""
    return kind | (number << KIND_BITS) | (amount << (KIND_BITS + NUMBER_BITS))


@part
def write_option(g: State, e: Edition, a: Action, player: int, option: int) -> bool:
    """Write an option as an action; False, if it can be seen at once that it is none."""
    blank(a, option & ((1 << KIND_BITS) - 1), player)
    wanted = propose(g, e, a, player, (option >> KIND_BITS) & ((1 << NUMBER_BITS) - 1))
    if a.kind == codes.BID:
        a.amount, a.most = option >> (KIND_BITS + NUMBER_BITS), 0
    return wanted


@part
def bid_at(g: State, e: Edition, player: int, height: int) -> int:
    """The bid of this height, between the lowest and all cash; below zero, if it is no other than the one before."""
    lot = g.matter_square[g.matters - 1]
    price = e.price[e.deed_at[lot]] if lot < codes.SQUARES else A_BUILDING
    least, most = auction.lowest_bid(g, e), free_cash(g, e, player)
    bid = min(max(least, price * HEIGHTS[height] // 100), most)
    if height > 0 and bid <= max(least, price * HEIGHTS[height - 1] // 100):
        return -1
    return bid if bid >= least else -1


@part
def is_allowed_business(e: Edition, notes: Notes, a: Action) -> bool:
    """Would it not undo business of this turn?"""
    about_deeds = codes.BUILD <= a.kind <= codes.KEEP_MORTGAGE
    return not about_deeds or a.kind == codes.BUILD or not would_undo(notes, a.kind, e.deed_at[a.square])


@part
def clear_few(options: Notes, scores: FloatsAt) -> None:
    """Nothing is kept yet."""
    for n in range(FEW):
        options[n], scores[n] = USUAL, -1.0


@part
def keep_if_good(options: Notes, scores: FloatsAt, option: int, score: float) -> None:
    """Keep an option in its place among the best few, if it is one of them."""
    place = FEW
    while place > 0 and scores[place - 1] < score:
        place -= 1
        if place < FEW - 1:
            options[place + 1], scores[place + 1] = options[place], scores[place]
    if place < FEW:
        options[place], scores[place] = option, score
