"""Events as people read them: what happened, to whom, and by which rule.

An event keeps the numbers of the log and turns them into names when asked, because most events are made,
counted and thrown away.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from passgo.machine.records import reader
from passgo.notation.actions import DECKS, KINDS, class_name
from passgo.notation.names import Names
from passgo.notation.sentences import format_event
from passgo.rules import codes, ids
from passgo.rules.state import Log

EVENT_KINDS = tuple(class_name(kind) for kind in codes.EVENT_KINDS)
"""The kinds of event by number: `EVENT_KINDS[codes.PAID] == "Paid"`."""

OFFER_KINDS = frozenset(
    (codes.OFFER_MADE, codes.OFFER_WITHDRAWN, codes.OFFER_REFUSED, codes.OFFER_LAPSED, codes.DEAL_MADE)
)
"""Kinds that hold everything in an offer."""

CARD_KINDS = frozenset((codes.CARD_DRAWN, codes.CARD_RETURNED))
"""Kinds that hold a deck in the place of the other party."""

NOT_AMOUNTS = OFFER_KINDS | {codes.TAX_CHOSEN, codes.CARD_PASSED, codes.SHORTAGE_ASKED}
"""Kinds that hold something else in the place of the amount."""

RawEvent = tuple[int, ...]
"""An event as numbers, in the order in which a log holds them, so that one reading gives them."""

COLUMNS = ("amount", "give_deeds", "take_deeds", "give_cash", "take_cash", "rule", "kind", "player", "other", "square",
           "card", "take_cards", "die_1", "die_2", "die_3")  # fmt: skip
"""The fields of a log in the order of a raw event."""

AMOUNT, GIVE_DEEDS, TAKE_DEEDS, GIVE_CASH, TAKE_CASH, RULE, KIND, PLAYER, OTHER, SQUARE = range(10)
CARD, TAKE_CARDS, DIE_1, DIE_2, DIE_3 = range(10, 15)


class Readers(dict[int, list[Callable[[Any], RawEvent]]]):
    """For each number of events the functions that read them from the bytes of a log, made when first asked for."""

    def __missing__(self, count: int) -> list[Callable[[Any], RawEvent]]:
        found = self[count] = [reader_of(n) for n in range(count)]
        return found


READERS = Readers()


@cache
def reader_of(n: int) -> Callable[[Any], RawEvent]:
    """A function that reads event `n` from the bytes of a log."""
    unpack, names = reader(Log, dict.fromkeys(COLUMNS, 1), n)
    assert tuple(names) == COLUMNS
    return unpack


def read_events(log: Any) -> list[RawEvent]:
    """The events in a log, as numbers; the log is a `passgo.machine.records.plain` one."""
    return [unpack(log) for unpack in READERS[log.count]]


class Time(NamedTuple):
    """When something happens: how many turns have begun, and how many rounds are complete."""

    turn: int
    round: int


class Event:
    """Something that happened; `str` makes it a sentence.

    >>> from passgo import Game
    >>> event = Game("classic", players=["Ann", "Ben"], dealer="typed").throw(3, 4)[0]
    >>> event
    DiceThrown('Ann', 3, 4)
    >>> print(event)
    Ann throws 3 and 4 for the first turn.
    >>> event.kind, event.player, event.dice, event.rule
    ('DiceThrown', 'Ann', (3, 4), 'setup.first-player')
    >>> event.turn, event.round                  # before the first turn
    (0, 0)
    """

    __slots__ = ("_names", "_numbers", "_time")

    def __init__(self, names: Names, numbers: RawEvent, time: Time | None = None) -> None:
        self._names = names
        self._numbers = numbers
        self._time = time

    @property
    def kind(self) -> str:
        """`Paid`, `DiceThrown` and so on: one of `EVENT_KINDS`."""
        return EVENT_KINDS[self._numbers[KIND]]

    @property
    def rule(self) -> str:
        """The id of the rule by which it happened."""
        return ids.NAMES[self._numbers[RULE]]

    @property
    def player(self) -> str | None:
        """Whom it happened to: a player or `Bank`; of a payment, who pays; of an offer, the proposer."""
        return self._names.account(self._numbers[PLAYER])

    @property
    def other(self) -> str | None:
        """The other party: a player, `Bank` or `Pot`."""
        return None if self._numbers[KIND] in CARD_KINDS else self._names.account(self._numbers[OTHER])

    @property
    def square(self) -> str | None:
        """Where; in an auction, the lot: a square, `house`, `hotel`, `chance card` or `chest card`."""
        return self._names.lot(self._numbers[SQUARE])

    @property
    def place(self) -> str | None:
        """The same as it is printed: three squares can bear one name."""
        return self._names.places.get(self._numbers[SQUARE])

    @property
    def amount(self) -> int:
        """Dollars; of `Moved`, squares; of `DiceThrown`, the total; of `TurnBegan`, which turn."""
        return 0 if self._numbers[KIND] in NOT_AMOUNTS else self._numbers[AMOUNT]

    @property
    def deck(self) -> str | None:
        """The deck of a card."""
        place = {"CardDrawn": OTHER, "CardReturned": OTHER, "CardPassed": AMOUNT}.get(self.kind)
        return None if place is None else DECKS[self._numbers[place]]

    @property
    def card(self) -> str | None:
        """The id of a card that was drawn or put back."""
        if self._numbers[KIND] not in CARD_KINDS:
            return None
        return self._names.cards[self._numbers[OTHER]][self._numbers[CARD]]

    @property
    def card_text(self) -> str | None:
        """What that card says."""
        if self._numbers[KIND] not in CARD_KINDS:
            return None
        return self._names.ruleset.cards[self._numbers[OTHER]][self._numbers[CARD]].text

    @property
    def level(self) -> int | None:
        """What stands on the lot after building or selling: houses, or 5 for a hotel."""
        return self._numbers[CARD] if self.kind in ("Built", "BuildingSold") else None

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice thrown: two white ones, and the Speed Die if it was among them."""
        dice = self._numbers[DIE_1 : DIE_3 + 1]
        return dice if dice[-1] else dice[:-1] if dice[0] else ()

    @property
    def give(self) -> tuple[str, ...]:
        """The deeds that the proposer of an offer gives."""
        return self._names.deeds_of(self._numbers[GIVE_DEEDS])

    @property
    def take(self) -> tuple[str, ...]:
        """The deeds that the proposer of an offer takes."""
        return self._names.deeds_of(self._numbers[TAKE_DEEDS])

    @property
    def give_cash(self) -> int:
        """The dollars that the proposer of an offer gives."""
        return self._numbers[GIVE_CASH]

    @property
    def take_cash(self) -> int:
        """The dollars that the proposer of an offer takes."""
        return self._numbers[TAKE_CASH]

    @property
    def give_cards(self) -> tuple[str, ...]:
        """The decks of the get-out-of-jail cards that the proposer of an offer gives."""
        return self._names.decks_of(self._numbers[CARD]) if self._numbers[KIND] in OFFER_KINDS else ()

    @property
    def take_cards(self) -> tuple[str, ...]:
        """The decks of the get-out-of-jail cards that the proposer of an offer takes."""
        return self._names.decks_of(self._numbers[TAKE_CARDS])

    @property
    def settles(self) -> bool:
        """Is the offer one that settles a debt?"""
        return self._numbers[KIND] in OFFER_KINDS and self._numbers[AMOUNT] == 1

    @property
    def asked(self) -> tuple[str, ...]:
        """The players asked whether they want the building that is short."""
        return self._names.players_of(self._numbers[AMOUNT]) if self.kind == "ShortageAsked" else ()

    @property
    def choice(self) -> str | None:
        """The tax chosen: `PayFlatTax` or `PayWorthTax`."""
        return KINDS[self._numbers[AMOUNT]] if self.kind == "TaxChosen" else None

    @property
    def turn(self) -> int | None:
        """The turn in which it happened, from 1 (0 before the first); None of an event that is part of no game."""
        return None if self._time is None else self._time.turn

    @property
    def round(self) -> int | None:
        """How many rounds were complete when it happened; None of an event that is part of no game."""
        return None if self._time is None else self._time.round

    def to_dict(self) -> dict[str, Any]:
        """The fields that are not empty, as plain values, for JSON."""
        values = {name: getattr(self, name) for name in FIELDS}
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in values.items()
            if value not in (None, (), False) and (value != 0 or name == "level")
        } | ({} if self._time is None else self._time._asdict())

    def __repr__(self) -> str:
        values = self.to_dict()
        for name in ("rule", "turn", "round", "card_text", *(["amount"] if self.kind == "DiceThrown" else [])):
            values.pop(name, None)
        kind, dice = values.pop("kind"), values.pop("dice", [])
        first = [repr(values.pop(name)) for name in ("player", "other", "square", "amount", "card") if name in values]
        named = [f"{name}={value!r}" for name, value in values.items()]
        return f"{kind}({', '.join([*first, *map(repr, dice), *named])})"

    def __str__(self) -> str:
        return format_event(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return NotImplemented
        return self._numbers == other._numbers and self._names.players == other._names.players

    def __hash__(self) -> int:
        return hash(self._numbers)


FIELDS = tuple(
    name for name, value in vars(Event).items() if isinstance(value, property) and name not in ("place", *Time._fields)
)
"""The fields of an event that may be empty."""


def dated_events(names: Names, numbers: Sequence[RawEvent], before: Time, after: Time) -> list[Event]:
    """The events between two points of a game; if a turn begins between them, those from there on are of that turn."""
    if before == after:
        return [Event(names, raw, before) for raw in numbers]
    kinds = [raw[KIND] for raw in numbers]
    began = kinds.index(codes.TURN_BEGAN) if codes.TURN_BEGAN in kinds else len(kinds)
    return [Event(names, raw, before if n < began else after) for n, raw in enumerate(numbers)]
