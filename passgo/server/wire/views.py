"""What one seat may see of a table: the public view, its own hand, and events without what is hidden from it.

Everything is read from the engine's record, in which the table has laid its position. The public view is made and
encoded once for all.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Raw

from passgo.notation.actions import DECKS, KINDS
from passgo.notation.events import (
    AMOUNT,
    CARD,
    DIE_1,
    DIE_3,
    EVENT_KINDS,
    GIVE_CASH,
    GIVE_DEEDS,
    KIND,
    OTHER,
    PLAYER,
    RULE,
    SQUARE,
    TAKE_CARDS,
    TAKE_CASH,
    TAKE_DEEDS,
    RawEvent,
)
from passgo.notation.events import Event as Spoken
from passgo.notation.names import LOT_NAMES, Names
from passgo.notation.position_line import PHASES
from passgo.rules import auction, codes, ids
from passgo.rules.codes import CHANCE, NOBODY, POT, SQUARES
from passgo.rules.deeds import interest_on, raisable, worth_at_end
from passgo.rules.sets import lowest
from passgo.server.table.edition_engine import EditionEngine
from passgo.server.wire import types
from passgo.server.wire.actions import legal_list

SEATS: Final = [[seat for seat in range(codes.PLAYERS) if members >> seat & 1] for members in range(256)]
"""The seats of each set of players."""

DECK_SETS: Final[list[list[Any]]] = [[], ["chance"], ["chest"], ["chance", "chest"]]
JSON = msgspec.json.Encoder()


def view_of(here: EditionEngine, *, afterwards: bool = False) -> types.View:
    """What everybody sees of the position in the engine; `afterwards`, when the game is over, everybody's cash too."""
    g, engine = here.g, here.engine
    over = g.phase == codes.PHASE_GAME_OVER
    open_cash = over or afterwards or not here.cash_private
    mortgaged = g.mortgaged
    waiting, first = engine.to_act, engine.next_to_decide
    asks = g.phase == codes.PHASE_FINE_OR_CHANCE
    return types.View(
        turn=g.turn,
        round=g.round,
        phase=PHASES[g.phase],
        on_turn=g.on_turn,
        waiting=[] if waiting >> CHANCE & 1 else SEATS[waiting],
        players=players_of(here, open_cash),
        owner=g.owner[:],
        level=g.level[:],
        mortgaged=[bool(mortgaged >> deed & 1) for deed in range(codes.DEEDS)],
        rent=here.rents(),
        houses=g.houses,
        hotels=g.hotels,
        jail_cards=g.jail_card[:],
        next=first if 0 <= first < codes.PLAYERS else None,
        dice=[die for die in g.dice[:] if die],
        doubles=g.doubles,
        throws=g.throws,
        pot=g.cash[POT],
        deck=DECKS[g.deck] if asks else None,  # type: ignore[arg-type]
        card=g.card if asks else None,
        matters=[matter_of(here, m) for m in range(g.matters)] if g.matters else [],
        offers=offers_of(here),
        claims=claims_of(here) if g.claims else [],
        hour_struck=bool(g.hour_struck),
        winners=SEATS[g.winners],
        worth=[worth_at_end(g, here.e, seat) for seat in range(g.players)] if over else [],
    )


def players_of(here: EditionEngine, open_cash: bool) -> list[types.Player]:
    """The players; their cash only where it is no secret."""
    g = here.g
    cash, square, jail = g.cash[:], g.square[:], g.jail[:]
    out, speeding, resigning = g.out[:], g.speeding[:], g.resigning[:]
    return [
        types.Player(
            square[seat],
            cash[seat] if open_cash else None,
            jail[seat],
            bool(out[seat]),
            speeding[seat] == 1,
            bool(resigning[seat]),
        )
        for seat in range(g.players)
    ]


def lot_of(number: int) -> dict[str, Any]:
    """A lot: a square, or something else that is auctioned."""
    return {"square": number} if number < SQUARES else {"lot": LOT_NAMES[number]}


def matter_of(here: EditionEngine, m: int) -> types.Matter:
    """A matter on the table."""
    g = here.g
    kind, player, other = g.matter_kind[m], g.matter_player[m], g.matter_other[m]
    members, amount = g.matter_set[m], g.matter_amount[m]
    if kind == codes.MATTER_DEBT:
        return types.Debt(player, other, amount, ids.NAMES[g.matter_rule[m]])
    if kind == codes.MATTER_AUCTION:
        calls = auction.next_caller(g) if m == g.matters - 1 else NOBODY
        return types.Auction(
            SEATS[members],
            amount,
            highest=None if other == NOBODY else other,
            next=None if calls == NOBODY else calls,
            **lot_of(g.matter_square[m]),
        )
    if kind == codes.MATTER_KEEP_OR_LIFT:
        return types.KeepOrLift(here.squares_of(members), g.owner[lowest(members)])
    if kind == codes.MATTER_SHORTAGE:
        placing = g.matter_last[m] if g.matter_stage[m] == codes.STAGE_PLACING else None
        building: Any = LOT_NAMES[other]
        return types.Shortage(
            building, SEATS[members], SEATS[g.matter_wants[m]], placing, amount if placing is not None else 0
        )
    return types.Estate(player, here.squares_of(members), DECK_SETS[g.matter_wants[m]])


def offers_of(here: EditionEngine) -> list[types.Offer]:
    """The open offers, the oldest first."""
    g = here.g
    to = g.offer_to[:]
    found = [p for p in range(g.players) if to[p] != NOBODY]
    if not found:
        return []
    offers = [
        types.Offer(
            g.offer_number[p],
            p,
            to[p],
            here.squares_of(g.offer_give_deeds[p]),
            here.squares_of(g.offer_take_deeds[p]),
            g.offer_give_cash[p],
            g.offer_take_cash[p],
            DECK_SETS[g.offer_give_cards[p]],
            DECK_SETS[g.offer_take_cards[p]],
            bool(g.offer_settles[p]),
            interest_on(g, here.e, g.offer_take_deeds[p]),
            interest_on(g, here.e, g.offer_give_deeds[p]),
        )
        for p in found
    ]
    return sorted(offers, key=lambda offer: offer.number)


def claims_of(here: EditionEngine) -> list[types.Claim]:
    """The rents that may still be claimed."""
    g = here.g
    return [
        types.Claim(g.claim_owner[n], g.claim_lander[n], g.claim_square[n], g.claim_amount[n]) for n in range(g.claims)
    ]


class RawHand(msgspec.Struct, omit_defaults=True):
    """`parts.Hand` with a legal list that is encoded already."""

    seat: int
    cash: int
    bills: tuple[tuple[int, int], ...]
    legal: Raw
    owes: int = 0
    can_raise: int = 0


def hand_of(here: EditionEngine, seat: int) -> Raw:
    """What a seat alone sees, encoded: its cash, and what it may do."""
    g = here.g
    cash, owes, can_raise = g.cash[seat], 0, 0
    top = g.matters - 1
    if top >= 0 and g.matter_kind[top] == codes.MATTER_DEBT and g.matter_player[top] == seat:
        owes, can_raise = g.matter_amount[top] - cash, raisable(g, here.e, seat) - cash
    bills = here.bills(cash, seat) if cash >= 0 else ()
    legal = Raw(b"[]") if g.phase == codes.PHASE_GAME_OVER else Raw(legal_list(here, seat))
    return Raw(JSON.encode(RawHand(seat, cash, bills, legal, owes, can_raise)))


# Events

OFFER_KINDS = frozenset(
    (codes.OFFER_MADE, codes.OFFER_WITHDRAWN, codes.OFFER_REFUSED, codes.OFFER_LAPSED, codes.DEAL_MADE)
)
CARD_KINDS = frozenset((codes.CARD_DRAWN, codes.CARD_RETURNED))
NOT_AMOUNTS = OFFER_KINDS | {codes.TAX_CHOSEN, codes.CARD_PASSED, codes.SHORTAGE_ASKED}


def is_secret(here: EditionEngine, told: RawEvent) -> bool:
    """Does the event tell cash? A worth counted for a tax does; one counted at the end is for all to see."""
    return told[KIND] == codes.WORTH_COUNTED and told[SQUARE] != NOBODY and here.cash_private


def event_of(here: EditionEngine, names: Names, told: RawEvent, seq: int, hidden: bool) -> types.Event:
    """An event as it is sent; `hidden` leaves out what only its owner may know."""
    kind, player, other, square, amount = told[KIND], told[PLAYER], told[OTHER], told[SQUARE], told[AMOUNT]
    spoken = Spoken(names, told)
    event = types.Event(
        seq,
        EVENT_KINDS[kind],
        ids.NAMES[told[RULE]],
        f"{spoken.player}'s worth is counted." if hidden else str(spoken),
        None if player == NOBODY else player,
        None if other == NOBODY or kind in CARD_KINDS else other,
        square if 0 <= square < SQUARES else None,
        LOT_NAMES.get(square),  # type: ignore[arg-type]
        0 if hidden or kind in NOT_AMOUNTS else amount,
    )
    if told[DIE_1]:
        event.dice = [die for die in told[DIE_1 : DIE_3 + 1] if die]
    if kind in CARD_KINDS:
        event.deck, event.card = DECKS[other], told[CARD]  # type: ignore[assignment]
    elif kind in OFFER_KINDS:
        fill_offer(here, event, told)
    elif kind in (codes.BUILT, codes.BUILDING_SOLD):
        event.level = told[CARD]
    elif kind == codes.CARD_PASSED:
        event.deck = DECKS[amount]  # type: ignore[assignment]
    elif kind == codes.SHORTAGE_ASKED:
        event.asked = SEATS[amount]
    elif kind == codes.TAX_CHOSEN:
        event.choice = KINDS[amount]
    return event


def fill_offer(here: EditionEngine, event: types.Event, told: RawEvent) -> None:
    """What an offer holds."""
    event.give, event.take = here.squares_of(told[GIVE_DEEDS]), here.squares_of(told[TAKE_DEEDS])
    event.give_cash, event.take_cash = told[GIVE_CASH], told[TAKE_CASH]
    event.give_cards, event.take_cards = DECK_SETS[max(told[CARD], 0)], DECK_SETS[told[TAKE_CARDS]]
    event.settles = told[AMOUNT] == 1


class Tale:
    """Events of one or more entries, encoded for whoever asks: for most they read the same, and that is made once."""

    __slots__ = ("_events", "_here", "_names", "_public")

    def __init__(self, here: EditionEngine, names: Names, events: Sequence[tuple[int, RawEvent]]) -> None:
        self._here, self._names, self._events = here, names, events
        self._public: Raw | None = None

    def told_to(self, seats: tuple[int, ...]) -> Raw:
        """The events as somebody hears them who holds these seats."""
        mine = {told[PLAYER] for _, told in self._events if is_secret(self._here, told)}.intersection(seats)
        if mine:
            return self._encoded(mine)
        if self._public is None:
            self._public = self._encoded(set())
        return self._public

    def _encoded(self, knowing: set[int]) -> Raw:
        here, names = self._here, self._names
        return Raw(
            JSON.encode(
                [
                    event_of(here, names, told, seq, is_secret(here, told) and told[PLAYER] not in knowing)
                    for seq, told in self._events
                ]
            )
        )
