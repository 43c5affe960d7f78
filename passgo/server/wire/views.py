"""What one seat may see of a table: the public view, its own hand, and events without what is hidden from it.

Everything is read from an open position. The public view is made and encoded once for all, and what it says of deeds,
which changes rarely, only when it changes.
"""

from collections.abc import Sequence
from itertools import accumulate
from operator import itemgetter
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Raw

from passgo.game import matters
from passgo.game.matters import open_claims, open_matters, open_offers
from passgo.game.seats import reveals_worth
from passgo.machine.records import fields_of, reader
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
from passgo.notation.events import Event as NamedEvent
from passgo.notation.names import LOT_NAMES, Names
from passgo.notation.position_line import PHASES
from passgo.rules import codes, ids
from passgo.rules.deeds import interest_on, raisable, worth_at_end
from passgo.rules.state import State
from passgo.server.table.edition_engine import EditionEngine, OpenPosition
from passgo.server.wire import types
from passgo.server.wire.actions import legal_list, plain_record, read_record
from passgo.server.wire.answer_reasons import reasons_of

SEATS: Final = [[seat for seat in range(codes.PLAYERS) if members >> seat & 1] for members in range(256)]
"""The seats of each set of players."""

DECK_SETS: Final[list[list[Any]]] = [[], ["chance"], ["chest"], ["chance", "chest"]]
JSON = msgspec.json.Encoder()


class ByDeed(NamedTuple):
    """What a view says of each deed: lists, or the same encoded."""

    owner: Any
    level: Any
    mortgaged: Any
    rent: Any


NO_DEEDS: Final = ByDeed(None, None, None, None)


def by_deed(position: OpenPosition) -> ByDeed:
    """Owners, buildings, mortgages and rents."""
    g, mortgaged = position.g, position.g.mortgaged
    pledged = [bool(mortgaged >> deed & 1) for deed in range(codes.DEEDS)]
    return ByDeed(g.owner[:], g.level[:], pledged, position.edition.rents(g))


class DeedMemory:
    """What the last view of a table said of each deed, encoded. Most views say the same again."""

    __slots__ = ("_encoded", "_key")

    def __init__(self) -> None:
        self._key, self._encoded = b"", NO_DEEDS

    def by_deed(self, position: OpenPosition) -> ByDeed:
        """What the view of a position says of each deed, encoded."""
        key = position.edition.deeds_key(position.g)
        if key != self._key:
            self._key, self._encoded = key, ByDeed(*(Raw(JSON.encode(values)) for values in by_deed(position)))
        return self._encoded


class Asked(NamedTuple):
    """Whom a position asks: everybody whom the game waits for, as a set, and who is to be asked first."""

    waiting: int
    next: int


def view_of(
    position: OpenPosition, deeds: ByDeed | None = None, asked: Asked | None = None, *, afterwards: bool = False
) -> types.View:
    """What everybody sees of a position; `afterwards`, when the game is over, everybody's cash too.

    `deeds` and `asked` are parts of it, if somebody has them already.
    """
    g, engine, edition = position.g, position.engine, position.edition
    waiting, first = asked or Asked(engine.to_act, engine.next_to_decide)
    deeds, numbers, phase = deeds or by_deed(position), engine.read(READ_ROWS), g.phase
    over, asks = phase == codes.PHASE_GAME_OVER, phase == codes.PHASE_FINE_OR_CHANCE
    return types.View(
        turn=g.turn,
        round=g.round,
        phase=PHASES[phase],
        on_turn=g.on_turn,
        waiting=[] if waiting >> codes.CHANCE & 1 else SEATS[waiting],
        players=players_of(numbers, g.players, over or afterwards or not edition.cash_private),
        owner=deeds.owner,
        level=deeds.level,
        mortgaged=deeds.mortgaged,
        rent=deeds.rent,
        houses=g.houses,
        hotels=g.hotels,
        jail_cards=list(numbers[ROW["jail_card"]]),
        next=first if 0 <= first < codes.PLAYERS else None,
        dice=[die for die in numbers[ROW["dice"]] if die],
        doubles=g.doubles,
        throws=g.throws,
        pot=numbers[POT],
        deck=DECKS[g.deck] if asks else None,  # type: ignore[arg-type]
        card=g.card if asks else None,
        matters=[matter_of(edition, matter) for matter in open_matters(g)] if g.matters else [],
        offers=[offer_of(position, offer) for offer in open_offers(g)] if any_offer(numbers) else [],
        claims=[types.Claim(*claim) for claim in open_claims(g)] if g.claims else [],
        hour_struck=bool(g.hour_struck),
        winners=SEATS[g.winners],
        worth=[worth_at_end(g, edition.e, seat) for seat in range(g.players)] if over else [],
    )


def chance_wanted(position: OpenPosition) -> types.Wanted | None:
    """What a real table may say next of its dice, cards or dealt deeds. What dice stand for is tried, and undone."""
    engine, g = position.engine, position.g
    before = engine.position
    try:
        for phase, kind in ((codes.PHASE_END_TURN, codes.END_TURN), (codes.PHASE_BEFORE_THROW, codes.THROW)):
            if g.matters == 0 and g.phase == phase:
                engine.played = plain_record(kind, g.on_turn)
                engine.step()
        if engine.next_to_decide != codes.CHANCE:
            return None
        seat, listed = g.on_turn, [read_record(record) for record in engine.legal(codes.CHANCE)]
        if g.phase == codes.PHASE_DRAW:
            return types.Wanted("card", seat, deck=DECKS[g.deck], cards=[a.card for a in listed])  # type: ignore[arg-type]
        if g.phase == codes.PHASE_DEAL_DEEDS:
            return types.Wanted("deed", seat, squares=[a.square for a in listed])
        return types.Wanted("dice", seat, dice=3 if listed[0].dice[2] else 2)
    finally:
        engine.position = before


# The rows of a position that a view needs, read at once.

OF_PLAYERS: Final = ("square", "cash", "jail", "out", "speeding", "resigning")
ROWS: Final = {name: fields_of(State)[name].count for name in (*OF_PLAYERS, "jail_card", "dice", "offer_to")}
READ_ROWS, IN_ORDER = reader(State, ROWS)
STARTS: Final = dict(zip(IN_ORDER, accumulate((ROWS[name] for name in IN_ORDER), initial=0), strict=False))
ROW: Final = {name: slice(start, start + ROWS[name]) for name, start in STARTS.items()}
POT: Final = STARTS["cash"] + codes.POT
NO_OFFERS: Final = (codes.NOBODY,) * ROWS["offer_to"]
PLAYER_AT: Final = [itemgetter(*(STARTS[name] + seat for name in OF_PLAYERS)) for seat in range(codes.PLAYERS)]


def any_offer(numbers: tuple[int, ...]) -> bool:
    """Is an offer open?"""
    return numbers[ROW["offer_to"]] != NO_OFFERS


def players_of(numbers: tuple[int, ...], players: int, open_cash: bool) -> list[types.Player]:
    """The players, from the rows of a position; their cash only where it is no secret."""
    found = []
    for at in PLAYER_AT[:players]:
        square, cash, jail, out, speeding, resigning = at(numbers)
        found.append(types.Player(square, cash if open_cash else None, jail, bool(out), speeding == 1, bool(resigning)))
    return found


def lot_of(number: int) -> dict[str, Any]:
    """A lot: a square, or something else that is auctioned."""
    return {"square": number} if number < codes.SQUARES else {"lot": LOT_NAMES[number]}


def matter_of(edition: EditionEngine, matter: matters.Matter) -> types.Matter:
    """A matter on the table, as it is sent."""
    match matter:
        case matters.Debt(debtor, creditor, amount, rule):
            return types.Debt(debtor, creditor, amount, ids.NAMES[rule])
        case matters.Auction(lot, bidders, highest, bid, calls):
            return types.Auction(
                SEATS[bidders], bid, highest=seat_or_none(highest), next=seat_or_none(calls), **lot_of(lot)
            )
        case matters.KeepOrLift(deeds, owner):
            return types.KeepOrLift(edition.squares_of(deeds), owner)
        case matters.Shortage(lot, asked, wanted, placing, price):
            building: Any = LOT_NAMES[lot]
            return types.Shortage(building, SEATS[asked], SEATS[wanted], seat_or_none(placing), price)
        case matters.Estate(player, deeds, cards):
            return types.Estate(player, edition.squares_of(deeds), DECK_SETS[cards])


def seat_or_none(seat: int) -> int | None:
    """A seat, or None for nobody."""
    return None if seat == codes.NOBODY else seat


def offer_of(position: OpenPosition, offer: matters.Offer) -> types.Offer:
    """An open offer, as it is sent."""
    g, edition = position.g, position.edition
    return types.Offer(
        offer.number,
        offer.proposer,
        offer.partner,
        edition.squares_of(offer.give),
        edition.squares_of(offer.take),
        offer.give_cash,
        offer.take_cash,
        DECK_SETS[offer.give_cards],
        DECK_SETS[offer.take_cards],
        offer.settles,
        interest_on(g, edition.e, offer.take),
        interest_on(g, edition.e, offer.give),
    )


class RawHand(msgspec.Struct, omit_defaults=True):
    """`types.Hand` with a legal list that is encoded already."""

    seat: int
    cash: int
    bills: tuple[tuple[int, int], ...]
    legal: Raw
    owes: int = 0
    can_raise: int = 0
    undo: bool = False


def hand_of(position: OpenPosition, seat: int, undo: bool = False) -> Raw:
    """What a seat alone sees, encoded: its cash, and what it may do; `undo`, whether it may take something back."""
    g, edition = position.g, position.edition
    cash, owes, can_raise = g.cash[seat], 0, 0
    top = g.matters - 1
    if top >= 0 and g.matter_kind[top] == codes.MATTER_DEBT and g.matter_player[top] == seat:
        owes, can_raise = g.matter_amount[top] - cash, raisable(g, edition.e, seat) - cash
    bills = edition.bills(cash, seat, g.players) if cash >= 0 else ()
    legal = Raw(b"[]") if g.phase == codes.PHASE_GAME_OVER else Raw(legal_list(position, seat))
    return Raw(JSON.encode(RawHand(seat, cash, bills, legal, owes, can_raise, undo)))


# Events

OFFER_KINDS = frozenset(
    (codes.OFFER_MADE, codes.OFFER_WITHDRAWN, codes.OFFER_REFUSED, codes.OFFER_LAPSED, codes.DEAL_MADE)
)
CARD_KINDS = frozenset((codes.CARD_DRAWN, codes.CARD_RETURNED))
NOT_AMOUNTS = OFFER_KINDS | {codes.TAX_CHOSEN, codes.CARD_PASSED, codes.SHORTAGE_ASKED}


def is_secret(edition: EditionEngine, numbers: RawEvent) -> bool:
    """Does the event reveal cash? A worth counted for a tax does; one counted at the end is public."""
    return edition.cash_private and reveals_worth(numbers)


def event_of(edition: EditionEngine, names: Names, numbers: RawEvent, seq: int, hidden: bool) -> types.Event:
    """An event as it is sent; `hidden` leaves out what only its owner may know."""
    kind, player, other, square, amount = (
        numbers[KIND],
        numbers[PLAYER],
        numbers[OTHER],
        numbers[SQUARE],
        numbers[AMOUNT],
    )
    named = NamedEvent(names, numbers)
    event = types.Event(
        seq,
        EVENT_KINDS[kind],
        ids.NAMES[numbers[RULE]],
        f"{named.player}'s worth is counted." if hidden else str(named),
        None if player == codes.NOBODY else player,
        None if other == codes.NOBODY or kind in CARD_KINDS else other,
        square if 0 <= square < codes.SQUARES else None,
        LOT_NAMES.get(square),  # type: ignore[arg-type]
        0 if hidden or kind in NOT_AMOUNTS else amount,
    )
    if numbers[DIE_1]:
        event.dice = [die for die in numbers[DIE_1 : DIE_3 + 1] if die]
    if kind in CARD_KINDS:
        event.deck, event.card = DECKS[other], numbers[CARD]  # type: ignore[assignment]
    elif kind in OFFER_KINDS:
        fill_offer(edition, event, numbers)
        event.reasons = reasons_of(edition, numbers)
    elif kind in (codes.BUILT, codes.BUILDING_SOLD):
        event.level = numbers[CARD]
    elif kind == codes.CARD_PASSED:
        event.deck = DECKS[amount]  # type: ignore[assignment]
    elif kind == codes.SHORTAGE_ASKED:
        event.asked = SEATS[amount]
    elif kind == codes.TAX_CHOSEN:
        event.choice = KINDS[amount]
    return event


def fill_offer(edition: EditionEngine, event: types.Event, numbers: RawEvent) -> None:
    """What an offer holds."""
    event.give, event.take = edition.squares_of(numbers[GIVE_DEEDS]), edition.squares_of(numbers[TAKE_DEEDS])
    event.give_cash, event.take_cash = numbers[GIVE_CASH], numbers[TAKE_CASH]
    event.give_cards, event.take_cards = DECK_SETS[max(numbers[CARD], 0)], DECK_SETS[numbers[TAKE_CARDS]]
    event.settles = numbers[AMOUNT] == 1


class Story:
    """Events of one or more entries, encoded for each listener. Most get the same text, which is made once."""

    __slots__ = ("_edition", "_events", "_names", "_public", "_secretive")

    def __init__(self, edition: EditionEngine, names: Names, events: Sequence[tuple[int, RawEvent]]) -> None:
        self._edition, self._names, self._events = edition, names, events
        self._public: Raw | None = None
        self._secretive = {event[PLAYER] for _, event in events if is_secret(edition, event)}

    def encode_for(self, seats: tuple[int, ...]) -> Raw:
        """The events for somebody who holds these seats."""
        if self._secretive and (mine := self._secretive.intersection(seats)):
            return self._encode(mine)
        if self._public is None:
            self._public = self._encode(set())
        return self._public

    def _encode(self, knowing: set[int]) -> Raw:
        """The events for these seats, who know their own secrets."""
        edition, names, hidden = self._edition, self._names, self._secretive - knowing
        sent = [
            event_of(edition, names, event, seq, event[PLAYER] in hidden and is_secret(edition, event))
            for seq, event in self._events
        ]
        return Raw(JSON.encode(sent))
