"""Events as they are sent: numbers and a sentence, without what is hidden from a listener.

All tables tell the same things of different people. So what was told once, at any table of an edition, is kept encoded
with gaps for the names, and for the numbers that never come again.
"""

import re
from collections.abc import Callable, Sequence
from copy import copy
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Raw

from passgo.game.seats import reveals_worth
from passgo.notation.actions import DECKS, KINDS
from passgo.notation.events import (
    AMOUNT,
    CARD,
    CARD_KINDS,
    EVENT_KINDS,
    GIVE_CASH,
    GIVE_DEEDS,
    KIND,
    NOT_AMOUNTS,
    OFFER_KINDS,
    PLAYER,
    TAKE_CARDS,
    TAKE_CASH,
    TAKE_DEEDS,
    RawEvent,
)
from passgo.notation.events import Event as NamedEvent
from passgo.notation.names import LOT_NAMES, Names
from passgo.notation.sentences import format_event
from passgo.rules import codes, ids
from passgo.server.table.edition_engine import EditionEngine
from passgo.server.wire import types
from passgo.server.wire.answer_reasons import REASONS_FROM, reasons_of
from passgo.server.wire.types import DECK_SETS, SEATS

JSON = msgspec.json.Encoder()


def is_secret(edition: EditionEngine, numbers: RawEvent) -> bool:
    """Does the event reveal cash? A worth counted for a tax does; one counted at the end is public."""
    return edition.cash_private and reveals_worth(numbers)


def event_of(edition: EditionEngine, names: Names, numbers: RawEvent, seq: int, hidden: bool) -> types.Event:
    """An event as it is sent; `hidden` leaves out what only its owner may know."""
    amount, _, _, _, _, rule, kind, player, other, square, card, _, die_1, die_2, die_3 = numbers[:REASONS_FROM]
    named = NamedEvent(names, numbers)
    event = types.Event(
        seq,
        EVENT_KINDS[kind],
        ids.NAMES[rule],
        f"{named.player}'s worth is counted." if hidden else format_event(named),
        None if player == codes.NOBODY else player,
        None if other == codes.NOBODY or kind in CARD_KINDS else other,
        square if 0 <= square < codes.SQUARES else None,
        LOT_NAMES.get(square),  # type: ignore[arg-type]
        0 if hidden or kind in NOT_AMOUNTS else amount,
    )
    if die_1:
        event.dice = [die for die in (die_1, die_2, die_3) if die]
    if kind in CARD_KINDS:
        event.deck, event.card = DECKS[other], card  # type: ignore[assignment]
    elif kind in OFFER_KINDS:
        fill_offer(edition, event, numbers)
        event.reasons = reasons_of(edition, numbers)
    elif kind == codes.BUILT or kind == codes.BUILDING_SOLD:
        event.level = card
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


# Patterns

GAPS: Final = tuple(chr(0xFDD0 + seat) for seat in range(codes.PLAYERS))
"""Stand for the players' names. These are no characters: Unicode leaves them to whoever needs a mark of his own."""
SEQ_GAP, AMOUNT_GAP = 2**53 - 1, 2**53 - 2  # more than any sum or number of an entry
IN_GAPS: Final = [b"%d" % SEQ_GAP, b"%d" % AMOUNT_GAP, *(gap.encode() for gap in GAPS)]
ANY_GAP: Final = re.compile(b"|".join(IN_GAPS))
MOST_PATTERNS = 4_000


class Pattern(NamedTuple):
    """An event, encoded, with gaps; and what goes into them, of the number of its entry, its amount, and the names."""

    text: bytes
    pick: Callable[[Sequence[int | bytes]], Any]


def make_pattern(edition: EditionEngine, numbers: RawEvent) -> Pattern:
    """The pattern of all events with these numbers; of turns that begin, whichever turn it is."""
    names = copy(edition.names)
    names.players = GAPS
    event = event_of(edition, names, numbers, SEQ_GAP, False)
    if numbers[KIND] == codes.TURN_BEGAN:
        event.amount = AMOUNT_GAP
    text, picked = JSON.encode(event).replace(b"%", b"%%"), list[int]()

    def note(gap: re.Match[bytes]) -> bytes:
        picked.append(IN_GAPS.index(gap[0]))
        return b"%s" if picked[-1] > 1 else b"%d"

    return Pattern(ANY_GAP.sub(note, text), itemgetter(*picked))


@lru_cache(maxsize=10_000)
def encoded_name(name: str) -> bytes:
    """A name as it stands inside of an encoded sentence; empty if the sentence depends on it.

    >>> encoded_name('Big "Ben"'), encoded_name("Mr.")
    (b'Big \\\\"Ben\\\\"', b'')
    """
    depends = name[-1] in ".!?" or name.startswith(("the ", "nobody "))  # see `format_event`
    return b"" if depends else JSON.encode(name)[1:-1]


def encode_event(edition: EditionEngine, names: Sequence[bytes], numbers: RawEvent, seq: int) -> bytes:
    """An event that hides nothing, encoded by its pattern."""
    key = (0, *numbers[1:]) if numbers[KIND] == codes.TURN_BEGAN else numbers
    pattern: Pattern | None = edition.patterns.get(key)
    if pattern is None:
        if len(edition.patterns) >= MOST_PATTERNS:
            edition.patterns.clear()
        pattern = edition.patterns[key] = make_pattern(edition, numbers)
    encoded: bytes = pattern.text % pattern.pick((seq, numbers[AMOUNT], *names))
    return encoded


class Story:
    """Events of one or more entries, encoded for each listener. Most get the same text, which is made once."""

    __slots__ = ("_edition", "_events", "_names", "_public", "_secretive")

    def __init__(self, edition: EditionEngine, names: Names, events: Sequence[tuple[int, RawEvent]]) -> None:
        self._edition, self._names, self._events = edition, names, events
        self._public: Raw | None = None
        self._secretive: set[int] = set()
        """The players of whom something is told that only they may know."""
        for _, event in events:
            if event[KIND] == codes.WORTH_COUNTED and is_secret(edition, event):
                self._secretive.add(event[PLAYER])

    def encode_for(self, seats: tuple[int, ...]) -> Raw:
        """The events for somebody who holds these seats."""
        if self._secretive and not self._secretive.isdisjoint(seats):
            return self._encode(self._secretive.difference(seats))
        if self._public is None:
            self._public = self._encode(self._secretive)
        return self._public

    def _encode(self, unknown: set[int]) -> Raw:
        """The events for somebody who may not know the secrets of these players."""
        edition, names = self._edition, self._names
        encoded = list(map(encoded_name, names.players))
        if not unknown and all(encoded):
            told = [encode_event(edition, encoded, event, seq) for seq, event in self._events]
            return Raw(b"[%s]" % b",".join(told))
        sent = [
            event_of(edition, names, event, seq, event[PLAYER] in unknown and is_secret(edition, event))
            for seq, event in self._events
        ]
        return Raw(JSON.encode(sent))
