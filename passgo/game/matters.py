"""What lies open on the table, in numbers: matters, offers and claims.

This is the one place that reads them from the record. `views` lays names over them, the server sends the numbers.
Players, squares, lots, rules and sets (of players, of deeds, of decks) are numbers as the rules write them.
"""

from typing import NamedTuple

from passgo.rules import auction, codes
from passgo.rules.sets import lowest
from passgo.rules.state import State


class Debt(NamedTuple):
    """What a player has to raise."""

    debtor: int
    creditor: int
    amount: int
    rule: int


class Auction(NamedTuple):
    """A lot under the hammer. `highest` and `next`, who calls next where one asks in order, may be NOBODY."""

    lot: int
    bidders: int
    highest: int
    bid: int
    next: int


class KeepOrLift(NamedTuple):
    """Mortgaged deeds whose new owners have to decide, the first one now, by `owner`.

    None may be left beneath the debt of an interest that could not be paid; then `owner` is who got the last of them.
    """

    deeds: int
    owner: int


class Shortage(NamedTuple):
    """A building that more than one may want; `placing`, who puts it on a lot now, for `price`, may be NOBODY."""

    building: int
    asked: int
    wanted: int
    placing: int
    price: int


class Estate(NamedTuple):
    """What is still to be auctioned of a player who left."""

    player: int
    deeds: int
    cards: int


Matter = Debt | Auction | KeepOrLift | Shortage | Estate


class Offer(NamedTuple):
    """An open offer."""

    number: int
    proposer: int
    partner: int
    give: int
    take: int
    give_cash: int
    take_cash: int
    give_cards: int
    take_cards: int
    settles: bool


class Claim(NamedTuple):
    """A rent that its owner may still claim, or has claimed during a matter: that one is kept until none is open."""

    owner: int
    lander: int
    square: int
    amount: int
    said: bool


def open_matters(g: State) -> list[Matter]:
    """The debts, auctions and questions on the table; the last is settled first."""
    return [read_matter(g, m) for m in range(g.matters)]


def read_matter(g: State, m: int) -> Matter:
    """The matter at a place of the stack."""
    kind, player, other = g.matter_kind[m], g.matter_player[m], g.matter_other[m]
    members, amount = g.matter_set[m], g.matter_amount[m]
    if kind == codes.MATTER_DEBT:
        return Debt(player, other, amount, g.matter_rule[m])
    if kind == codes.MATTER_AUCTION:
        on_top = m == g.matters - 1
        return Auction(g.matter_square[m], members, other, amount, auction.next_caller(g) if on_top else codes.NOBODY)
    if kind == codes.MATTER_KEEP_OR_LIFT:
        return KeepOrLift(members, g.owner[lowest(members)] if members else player)
    if kind == codes.MATTER_SHORTAGE:
        placing = g.matter_last[m] if g.matter_stage[m] == codes.STAGE_PLACING else codes.NOBODY
        return Shortage(other, members, g.matter_wants[m], placing, amount if placing != codes.NOBODY else 0)
    return Estate(player, members, g.matter_wants[m])


def open_offers(g: State) -> list[Offer]:
    """The open offers, the oldest first."""
    to = g.offer_to[:]
    found = [p for p in range(g.players) if to[p] != codes.NOBODY]
    return sorted(read_offer(g, p) for p in found) if found else []


def read_offer(g: State, p: int) -> Offer:
    """The open offer of a player."""
    return Offer(
        g.offer_number[p],
        p,
        g.offer_to[p],
        g.offer_give_deeds[p],
        g.offer_take_deeds[p],
        g.offer_give_cash[p],
        g.offer_take_cash[p],
        g.offer_give_cards[p],
        g.offer_take_cards[p],
        bool(g.offer_settles[p]),
    )


def open_claims(g: State) -> list[Claim]:
    """The rents that may still be claimed, and those that were and are kept."""
    return [
        Claim(g.claim_owner[n], g.claim_lander[n], g.claim_square[n], g.claim_amount[n], g.claim_said[n] > 0)
        for n in range(g.claims)
    ]
