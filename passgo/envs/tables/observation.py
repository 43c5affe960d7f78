"""What a player sees of a game, as one row of small whole numbers; seats are counted to the left of whoever looks.

The fields below are the layout, in order: their names, shapes and bounds. `write_observation` writes them in the same
order. Everything that all at the table may know is in it, and what the player alone knows; of others' cash it shows
what the environment was told to show.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from passgo.editions import Ruleset
from passgo.envs.tables.actions import OPEN_DRAFT, to_the_left
from passgo.envs.tables.flags import MOST, Seen, write_bytes, write_cards, write_deeds, write_holder, write_turned
from passgo.machine.bits import places
from passgo.machine.decorators import part
from passgo.rules import codes
from passgo.rules.auction import lowest_bid
from passgo.rules.deals import is_any_open
from passgo.rules.deeds import free_cash
from passgo.rules.sets import lowest
from passgo.rules.state import Action, Edition, State
from passgo.rules.turns import seats

UNKNOWN = -1
"""The cash of a player who keeps it a secret."""

LOTS = codes.LOT_HOTEL + 1


@dataclass(frozen=True)
class Field:
    """Some successive numbers of an observation."""

    name: str
    shape: tuple[int, ...]
    most: int
    meaning: str
    least: int = 0
    categories: bool = False
    """Is each number a name for something, rather than an amount? Then `features` makes flags of it."""

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return int(np.prod(self.shape, dtype=int))


def fields_for(players: int, claims: bool) -> tuple[Field, ...]:
    """The fields of an observation at a table of so many players; rents are claimed in some editions only."""
    n, deeds = players, codes.DEEDS
    return (
        Field("cash", (n,), MOST, "cash of each player; -1: not known", least=-MOST),
        Field("square", (n,), codes.SQUARES - 1, "where each token stands", categories=True),
        Field("jail", (n,), 3, "0 free; 1-3 in Jail, the next throw being the first to third try"),
        Field("out", (n,), 1, "has left the game"),
        Field("on_turn", (n,), 1, "is on turn"),
        Field("speeding", (n,), 2, "1: throws the Speed Die; 2: will from the next throw"),
        Field("resigning", (n,), 1, "has resigned and will leave when nothing is pending"),
        Field("calling", (n,), 1, "may still bid in the auction, or has yet to answer in the shortage"),
        Field("jail_cards", (n, 2), 1, "holds the get-out-of-jail card of Chance, of Community Chest"),
        Field("owner", (n, deeds), 1, "holds the deed"),
        Field("level", (deeds,), codes.HOTEL, "houses on the lot; 5 is a hotel"),
        Field("mortgaged", (deeds,), 1, "the deed is mortgaged"),
        Field("unseen", (2, codes.DECK), 1, "the card of the deck has not been seen since the shuffle"),
        Field("phase", (1,), len(codes.PHASES) - 1, "what the turn waits for: PHASE_*", categories=True),
        Field("matter", (1,), len(codes.MATTER_KINDS), "0, or 1 + the kind of the matter on top", categories=True),
        Field("lot", (1,), LOTS, "0, or 1 + the square or LOT_* that the matter is about", categories=True),
        Field("stage", (1,), 3, "stage of a shortage or debt"),
        Field("amount", (1,), MOST, "the debt, the highest bid, or the price of a building that is placed"),
        Field("lowest_bid", (1,), MOST, "the lowest bid in an auction"),
        Field("matter_player", (1,), n, "0, or 1 + seats to the left: the debtor, or who caused the matter"),
        Field("matter_other", (1,), n, "0 (nobody, or the Bank), or 1 + seats to the left: creditor, highest bidder"),
        Field("matters", (1,), codes.MATTERS, "matters open, one inside another"),
        Field("free_cash", (1,), MOST, "cash that the player may spend now", least=-MOST),
        Field("polled", (1,), 1, "the player is asked out of turn"),
        Field("doubles", (1,), 3, "doubles thrown in a row this turn"),
        Field("throws", (1,), 4, "throws so far this turn"),
        Field("dice", (3,), 6, "the last dice that moved: two white, and the Speed Die or 0"),
        Field("houses", (1,), 127, "houses in the Bank"),
        Field("hotels", (1,), 127, "hotels in the Bank"),
        Field("round", (1,), MOST, "rounds completed"),
        Field("hour_struck", (1,), 1, "the short game's hour has struck"),
        Field("pot", (1,), MOST, "money on Free Parking, by a house rule"),
        Field("draft_with", (1,), n, "0, or 1 + seats to the left: with whom a deal is being composed"),
        Field("draft_cash", (1,), MOST, "cash in that deal: above 0 the player gives it", least=-MOST),
        Field("draft_cards", (2,), 1, "jail cards in that deal"),
        Field("draft_deeds", (deeds,), 1, "deeds in that deal"),
        Field("offer_to", (n,), n, "0, or 1 + seats to the left: to whom the player's offer is"),
        Field("offer_cash", (n,), MOST, "cash in it: above 0 its proposer gives it", least=-MOST),
        Field("offer_settles", (n,), 1, "accepting it settles its proposer's debt"),
        Field("offer_cards", (n, 2), 1, "jail cards in it"),
        Field("offer_deeds", (n, deeds), 1, "deeds in it; each is given by whoever holds it"),
        *(
            (
                Field("claim_lander", (codes.CLAIMS,), n, "0, or 1 + seats to the left: who owes the player a rent"),
                Field("claim_square", (codes.CLAIMS,), codes.SQUARES - 1, "where they landed"),
                Field("claim_amount", (codes.CLAIMS,), MOST, "the rent that may be claimed"),
            )
            if claims
            else ()
        ),
    )


@dataclass(frozen=True)
class Layout:
    """The layout of the observations of one table.

    >>> from passgo import editions
    >>> layout = Layout.of(editions.ruleset("classic"), 4)
    >>> layout.size, layout.places["owner"]
    (425, slice(40, 152, None))
    """

    players: int
    claims: bool

    @classmethod
    def of(cls, ruleset: Ruleset, players: int) -> "Layout":
        """The layout for an edition and a number of players."""
        return cls(players, bool(ruleset.record[0]["rent_claims"]))

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The fields, in order."""
        return fields_for(self.players, self.claims)

    @cached_property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(field.size for field in self.fields)

    @cached_property
    def places(self) -> dict[str, slice]:
        """Where each field lies in an observation."""
        found, at = {}, 0
        for field in self.fields:
            found[field.name] = slice(at, at + field.size)
            at += field.size
        return found

    @cached_property
    def least(self) -> "Seen":
        """The lower bound of every number."""
        return np.repeat([field.least for field in self.fields], [field.size for field in self.fields]).astype(np.int16)

    @cached_property
    def most(self) -> "Seen":
        """The upper bound of every number."""
        return np.repeat([field.most for field in self.fields], [field.size for field in self.fields]).astype(np.int16)

    def named(self, seen: Any) -> dict[str, Any]:
        """An observation, or many of them in rows, as a dictionary of named arrays: views, nothing is copied."""
        rows = np.asarray(seen)
        return {
            field.name: rows[..., self.places[field.name]].reshape(*rows.shape[:-1], *field.shape)
            for field in self.fields
        }

    def to_json(self, seen: Any) -> dict[str, Any]:
        """One observation as what JSON can hold, by `schema`."""
        return {name: array.tolist() for name, array in self.named(seen).items()}

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of `to_json`."""
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {field.name: schema_of(field) for field in self.fields},
            "required": [field.name for field in self.fields],
            "additionalProperties": False,
        }

    def features(self, seen: Any) -> "np.ndarray[Any, np.dtype[np.float32]]":
        """Observations as a network likes them: amounts scaled to about -1 to 1, and flags for every category."""
        parts, many = [], np.shape(seen)[:-1]
        for field, array in zip(self.fields, self.named(seen).values(), strict=True):
            if field.categories:
                flags = array[..., None] == np.arange(field.most + 1)
                parts.append(flags.reshape(*many, field.size * (field.most + 1)).astype(np.float32))
            else:
                scale = np.float32(2000 if field.most == MOST else field.most)
                parts.append(array.reshape(*many, field.size) / scale)
        return np.concatenate(parts, -1, dtype=np.float32)


def schema_of(field: Field) -> dict[str, Any]:
    """The JSON schema of one field."""
    inner: dict[str, Any] = {"type": "integer", "minimum": field.least, "maximum": field.most}
    for length in reversed(field.shape):
        inner = {"type": "array", "items": inner, "minItems": length, "maxItems": length}
    return {**inner, "description": field.meaning}


OPEN_CASH, COUNTED_CASH, HIDDEN_CASH = 0, 1, 2
"""What an observation shows of others' cash: what they have, what the ledger of payments tells, or nothing."""


@part
def shown(amount: int) -> int:
    """An amount as an observation can hold it."""
    return max(-MOST, min(MOST, amount))


@part
def write_cash(g: State, e: Edition, seen: Seen, at: int, player: int, cash_shown: int) -> None:
    """Write the cash of each player, as far as it is known. At a table with secret cash nobody kept the books of a
    position in which nobody had counted."""
    if cash_shown == OPEN_CASH:
        write_turned(seen, at, g.cash, player, g.players)
    elif cash_shown == COUNTED_CASH and (g.uncounted == 0 or e.table_cash_private == 0):
        write_turned(seen, at, g.ledger, player, g.players)
    else:
        for k in range(g.players):
            seen[at + k] = UNKNOWN
    seen[at] = shown(g.cash[player])


@part
def turned(g: State, members: int, player: int) -> int:
    """A set of players as a set of how far they sit to the left of one."""
    return (members >> player | members << (g.players - player)) & seats(g)


@part
def jail_cards(g: State, player: int) -> int:
    """Who holds which get-out-of-jail card, as a set of places in rows of two."""
    held = 0
    for deck in range(2):
        holder = g.jail_card[deck]
        if holder != codes.BANK:
            held |= 1 << (2 * to_the_left(g, player, holder) + deck)
    return held


@part
def write_seats(g: State, e: Edition, seen: Seen, at: int, player: int, cash_shown: int) -> int:
    """Write what is known of each player: one number a player and field, in this order (see `write_turned`)."""
    n = g.players
    calling = 0
    if g.matters > 0:
        kind = g.matter_kind[g.matters - 1]
        if kind == codes.MATTER_AUCTION or kind == codes.MATTER_SHORTAGE:
            calling = g.matter_set[g.matters - 1]
    write_cash(g, e, seen, at, player, cash_shown)
    write_turned(seen, at + n, g.square, player, n)
    write_turned(seen, at + 2 * n, g.jail, player, n)
    write_turned(seen, at + 3 * n, g.out, player, n)
    write_cards(seen, at + 4 * n, 1 << to_the_left(g, player, g.on_turn))
    write_turned(seen, at + 5 * n, g.speeding, player, n)
    write_cards(seen, at + 6 * n, turned(g, seats(g) & ~places(g.resigning, 0), player))
    write_cards(seen, at + 7 * n, turned(g, calling, player))
    write_cards(seen, at + 8 * n, jail_cards(g, player))
    return at + 10 * n


@part
def write_property(g: State, seen: Seen, at: int, player: int) -> int:
    """Write who holds what, what is built and mortgaged, and which cards have not been seen."""
    p = player
    for _ in range(g.players):
        write_holder(seen, at, g.owner, p)
        at += codes.DEEDS
        p = p + 1 if p + 1 < g.players else 0
    write_bytes(seen, at, g.level)
    write_deeds(seen, at + codes.DEEDS, g.mortgaged)
    at += 2 * codes.DEEDS
    write_cards(seen, at, g.unseen[0])
    write_cards(seen, at + codes.DECK, g.unseen[1])
    return at + 2 * codes.DECK


@part
def one_plus(g: State, player: int, other: int) -> int:
    """A player as an observation names them: 1 + how far to the left; 0 for nobody and the Bank."""
    return 1 + to_the_left(g, player, other) if 0 <= other < g.players else 0


@part
def write_matter(g: State, e: Edition, seen: Seen, at: int, player: int) -> None:
    """Write the matter on top: eight numbers."""
    for n in range(8):
        seen[at + n] = 0
    if g.matters == 0:
        return
    m = g.matters - 1
    kind = g.matter_kind[m]
    seen[at] = 1 + kind
    if kind == codes.MATTER_AUCTION or kind == codes.MATTER_SHORTAGE:
        seen[at + 1] = 1 + g.matter_square[m]
    elif kind == codes.MATTER_KEEP_OR_LIFT:
        seen[at + 1] = 1 + e.square_of[lowest(g.matter_set[m])]
    seen[at + 2] = g.matter_stage[m]
    seen[at + 3] = shown(g.matter_amount[m])
    if kind == codes.MATTER_AUCTION:
        seen[at + 4] = shown(lowest_bid(g, e))
    seen[at + 5] = one_plus(g, player, g.matter_player[m])
    if kind != codes.MATTER_SHORTAGE:
        seen[at + 6] = one_plus(g, player, g.matter_other[m])
    seen[at + 7] = g.matters


@part
def write_moment(g: State, e: Edition, seen: Seen, at: int, player: int, polled: int) -> int:
    """Write the turn, the matter on top, and the Bank."""
    seen[at] = g.phase
    write_matter(g, e, seen, at + 1, player)
    seen[at + 9] = shown(free_cash(g, e, player))
    seen[at + 10] = polled
    seen[at + 11] = g.doubles
    seen[at + 12] = g.throws
    for k in range(3):
        seen[at + 13 + k] = g.dice[k]
    seen[at + 16] = g.houses
    seen[at + 17] = g.hotels
    seen[at + 18] = shown(g.round)
    seen[at + 19] = g.hour_struck
    seen[at + 20] = shown(g.cash[codes.POT])
    return at + 21


@part
def write_draft(g: State, seen: Seen, at: int, player: int, draft: Action) -> int:
    """Write the deal that the player is composing."""
    composing = draft.most == OPEN_DRAFT and draft.player == player
    seen[at] = one_plus(g, player, draft.other) if composing else 0
    seen[at + 1] = shown(draft.give_cash - draft.take_cash) if composing else 0
    cards = draft.give_cards | draft.take_cards if composing else 0
    seen[at + 2], seen[at + 3] = cards & 1, cards >> 1
    write_deeds(seen, at + 4, draft.give_deeds | draft.take_deeds if composing else 0)
    return at + 4 + codes.DEEDS


@part
def write_offers(g: State, seen: Seen, at: int, player: int) -> int:
    """Write the open offers, by proposer."""
    n = g.players
    p = player
    for k in range(n):
        seen[at + k] = one_plus(g, player, g.offer_to[p])
        seen[at + n + k] = shown(g.offer_give_cash[p] - g.offer_take_cash[p])
        seen[at + 2 * n + k] = g.offer_settles[p]
        cards = g.offer_give_cards[p] | g.offer_take_cards[p]
        seen[at + 3 * n + 2 * k], seen[at + 3 * n + 2 * k + 1] = cards & 1, cards >> 1
        write_deeds(seen, at + 5 * n + codes.DEEDS * k, g.offer_give_deeds[p] | g.offer_take_deeds[p])
        p = p + 1 if p + 1 < n else 0
    return at + (5 + codes.DEEDS) * n


@part
def write_claims(g: State, seen: Seen, at: int, player: int) -> None:
    """Write the rents that the player may claim, by their numbers."""
    for n in range(codes.CLAIMS):
        own = n < g.claims and g.claim_owner[n] == player and g.claim_said[n] == 0
        seen[at + n] = one_plus(g, player, g.claim_lander[n]) if own else 0
        seen[at + codes.CLAIMS + n] = g.claim_square[n] if own else 0
        seen[at + 2 * codes.CLAIMS + n] = shown(g.claim_amount[n]) if own else 0


@part
def write_observation(
    g: State, e: Edition, draft: Action, seen: Seen, at: int, player: int, cash_shown: int, polled: int, dirty: int
) -> int:
    """Write what the player sees, from a place on. Deals are mostly empty, and then they are written only if they were
    not before (`dirty`); are they empty now?"""
    at = write_seats(g, e, seen, at, player, cash_shown)
    at = write_property(g, seen, at, player)
    at = write_moment(g, e, seen, at, player, polled)
    dealing = 1 if draft.most == OPEN_DRAFT or is_any_open(g) else 0
    if dealing + dirty > 0:
        at = write_draft(g, seen, at, player, draft)
        at = write_offers(g, seen, at, player)
    else:
        at += 4 + codes.DEEDS + (5 + codes.DEEDS) * g.players
    if e.rent_claims == 1:
        write_claims(g, seen, at, player)
    return dealing
