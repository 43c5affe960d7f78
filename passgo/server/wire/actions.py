"""Actions in four forms: of a message, of the engine, of the log, and of a legal list."""

import struct
from functools import cache
from typing import Any, Final, cast

import msgspec
from msgspec import Struct

from passgo.game.engine import ACTION_BYTES
from passgo.machine import records
from passgo.machine.records import fields_of, reader, writer
from passgo.notation.actions import (
    DEALS,
    DECKS,
    KIND_NUMBERS,
    KINDS,
    PLAYER_KINDS,
    WITH_AMOUNT,
    WITH_OTHER,
    WITH_SQUARE,
)
from passgo.rules.state import Action as ActionRecord
from passgo.server.table.edition_engine import EditionEngine, OpenPosition
from passgo.server.wire.types import Action

PLAIN_KINDS: Final = frozenset(PLAYER_KINDS).difference(WITH_SQUARE, WITH_OTHER, WITH_AMOUNT, DEALS, ("UseCard",))
"""Kinds of action that say nothing but what is done and by whom."""


class BadAction(ValueError):
    """An action that makes no sense at this table, whatever the rules say."""


class Step(Struct, omit_defaults=True):
    """One action of a player, of chance or of the clock, as the log stores it: the fields of the record by name."""

    kind: str
    player: int
    amount: int = 0
    square: int = 0
    other: int = 0
    card: int = 0
    give_deeds: int = 0
    take_deeds: int = 0
    give_cash: int = 0
    take_cash: int = 0
    give_cards: int = 0
    take_cards: int = 0
    dice: tuple[int, int, int] = (0, 0, 0)


def read_record(record: bytes) -> ActionRecord:
    """An action's record, to be read."""
    return cast(ActionRecord, records.STRUCTURES[ActionRecord].from_buffer_copy(record))


WRITE_STEP = writer(ActionRecord)
READ_STEP, IN_ORDER = reader(ActionRecord, {name: field.count for name, field in fields_of(ActionRecord).items()})
assert IN_ORDER == [
    "amount", "most", "give_deeds", "take_deeds", "give_cash", "take_cash", "kind", "player", "other", "square", "card",
    "give_cards", "take_cards", "dice",
]  # fmt: skip


def step_of(record: bytes) -> Step:
    """The step of an action's record."""
    (
        amount, _, give_deeds, take_deeds, give_cash, take_cash, kind, player, other, square, card,
        give_cards, take_cards, *dice,
    ) = READ_STEP(record)  # fmt: skip
    return Step(
        KINDS[kind],
        player,
        amount,
        square,
        other,
        card,
        give_deeds,
        take_deeds,
        give_cash,
        take_cash,
        give_cards,
        take_cards,
        tuple(dice),  # type: ignore[arg-type]
    )


def record_of(step: Step) -> bytes:
    """The record of a step: `step_of` is the inverse. ValueError if its numbers are no action's."""
    try:
        return WRITE_STEP(
            step.amount,
            0,
            step.give_deeds,
            step.take_deeds,
            step.give_cash,
            step.take_cash,
            KIND_NUMBERS[step.kind],
            step.player,
            step.other,
            step.square,
            step.card,
            step.give_cards,
            step.take_cards,
            *step.dice,
        )
    except (struct.error, KeyError) as problem:
        raise ValueError(f"a {step.kind} of the log makes no sense: {problem}") from None


@cache
def plain_record(kind: int, player: int) -> bytes:
    """The record of an action that says nothing but what is done and by whom."""
    return record_of(Step(KINDS[kind], player))


def write_action(position: OpenPosition, action: Action, seat: int) -> None:
    """Put a client's action into the engine: the fields that its kind uses, and no others."""
    a, kind = position.engine.action, action.kind
    a.kind, a.player, a.most = KIND_NUMBERS[kind], seat, 0
    a.dice[:] = (0, 0, 0)
    a.square = square_of(action) if kind in WITH_SQUARE else 0
    a.other = partner_of(position, action) if kind in WITH_OTHER else 0
    a.amount = action.amount if kind in WITH_AMOUNT else 0
    a.card = deck_of(position, action, seat) if kind == "UseCard" else 0
    deals = kind in DEALS
    a.give_deeds = set_of_deeds(position, action.give) if deals else 0
    a.take_deeds = set_of_deeds(position, action.take) if deals else 0
    a.give_cash = action.give_cash if deals else 0
    a.take_cash = action.take_cash if deals else 0
    a.give_cards = set_of_decks(action.give_cards) if deals else 0
    a.take_cards = set_of_decks(action.take_cards) if deals else 0


def square_of(action: Action) -> int:
    """The square that the action must name."""
    if action.square is None:
        raise BadAction(f"{action.kind} needs to know the square")
    return action.square


def partner_of(position: OpenPosition, action: Action) -> int:
    """The other player whom the action must name."""
    if action.other is None:
        raise BadAction(f"{action.kind} needs to know the other player")
    if action.other >= position.g.players:
        raise BadAction(f"nobody sits at seat {action.other}")
    return action.other


def deck_of(position: OpenPosition, action: Action, seat: int) -> int:
    """The deck of the card to be used: the one named, or the one held."""
    if action.card is not None:
        return DECKS.index(action.card)
    held = [deck for deck in (0, 1) if position.g.jail_card[deck] == seat]
    return held[0] if held else 0


def set_of_deeds(position: OpenPosition, squares: list[int]) -> int:
    """The deeds of these squares, as a set."""
    members = 0
    for square in squares:
        deed = position.edition.deed_at.get(square)
        if deed is None:
            raise BadAction(f"square {square} has no deed")
        members |= 1 << deed
    return members


def set_of_decks(decks: list[Any]) -> int:
    """The decks named, as a set."""
    return sum(1 << deck for deck in {DECKS.index(name) for name in decks})


# Legal lists

ENCODED: dict[bytes, bytes] = {}
"""Legal actions as JSON, by their record. They hold numbers, not names, so all tables share them."""

LISTS: dict[bytes, bytes] = {}
"""Whole legal lists as JSON, by their records. Most are short and occur again and again."""

MOST_KEPT: Final = 4_000
LONGEST_KEPT: Final = 12 * ACTION_BYTES


def legal_list(position: OpenPosition, seat: int) -> bytes:
    """What a seat may do now, as JSON."""
    records = position.engine.legal_records(seat)
    known = LISTS.get(records)
    if known is None:
        each = [records[at : at + ACTION_BYTES] for at in range(0, len(records), ACTION_BYTES)]
        known = b"[" + b",".join([ENCODED.get(record) or encode_action(record) for record in each]) + b"]"
        if len(records) <= LONGEST_KEPT:
            if len(LISTS) >= MOST_KEPT:
                LISTS.clear()
            LISTS[records] = known
    return known


def encode_action(record: bytes) -> bytes:
    """An entry of a legal list as JSON, which is kept."""
    if len(ENCODED) >= MOST_KEPT:
        ENCODED.clear()
    known = ENCODED[record] = msgspec.json.encode(action_of(record))
    return known


def action_of(record: bytes) -> Action:
    """An entry of a legal list, as it is sent."""
    a = read_record(record)
    kind = KINDS[a.kind]
    return Action(
        kind,
        square=a.square if kind in WITH_SQUARE else None,
        other=a.other if kind in WITH_OTHER else None,
        amount=a.amount if kind in WITH_AMOUNT else 0,
        most=a.most if kind == "Bid" else 0,
        card=DECKS[a.card] if kind == "UseCard" else None,  # type: ignore[arg-type]
    )


def told_action(edition: EditionEngine, record: bytes) -> Action:
    """An action that was or could be played, as it is told: with all that a deal holds."""
    action, a = action_of(record), read_record(record)
    if action.kind not in DEALS:
        return action
    return msgspec.structs.replace(
        action,
        give=edition.squares_of(a.give_deeds),
        take=edition.squares_of(a.take_deeds),
        give_cash=a.give_cash,
        take_cash=a.take_cash,
        give_cards=[name for deck, name in enumerate(DECKS) if a.give_cards >> deck & 1],
        take_cards=[name for deck, name in enumerate(DECKS) if a.take_cards >> deck & 1],
    )


# What an action would cost

TRIED: Final = frozenset(
    (
        "Buy",
        "PayFine",
        "PayFlatTax",
        "PayCardFine",
        "Build",
        "SellBuilding",
        "SellHotels",
        "Mortgage",
        "LiftMortgage",
        "KeepMortgage",
        "PlaceBuilding",
    )
)
"""Kinds whose cost is found by playing them. Never those that would betray another's cash
(ClaimRent, Accept) or one's own worth before a blind choice (PayWorthTax)."""


def cost_of(position: OpenPosition, kind: str, seat: int) -> int:
    """What the seat's cash would change by at once if it played the action in the engine, which is lawful.

    The action is played for that: afterwards the position is no longer the one that was opened.
    """
    engine, g = position.engine, position.g
    if kind == "Accept":
        proposer = engine.action.other
        return g.offer_give_cash[proposer] - g.offer_take_cash[proposer]
    if kind not in TRIED:
        return 0
    before = g.cash[seat]
    engine.step()
    return g.cash[seat] - before
