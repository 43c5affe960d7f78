"""Actions on their way: from a message into the engine, from the engine into the log, and into a legal list."""

from typing import Any, Final, cast

import msgspec
from msgspec import Struct

from passgo.game.engine import ACTION_BYTES
from passgo.machine import records
from passgo.notation.actions import DEALS, DECKS, KIND_NUMBERS, KINDS, WITH_AMOUNT, WITH_OTHER, WITH_SQUARE
from passgo.rules import state
from passgo.server.table.edition_engine import EditionEngine
from passgo.server.wire.types import Action

NUMBERS: Final = (
    "amount",
    "square",
    "other",
    "card",
    "give_deeds",
    "take_deeds",
    "give_cash",
    "take_cash",
    "give_cards",
    "take_cards",
)
"""The fields of an action that are kept in the log besides kind, player and dice."""


class BadAction(ValueError):
    """An action that makes no sense at this table, whatever the rules say."""


class Step(Struct, omit_defaults=True):
    """One action of a player, of chance or of the clock, as the log keeps it: the numbers of the rules by name."""

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


def step_of(record: bytes) -> Step:
    """The step of an action's record."""
    a = cast(state.Action, records.STRUCTURES[state.Action].from_buffer_copy(record))
    return Step(
        KINDS[a.kind],
        a.player,
        a.amount,
        a.square,
        a.other,
        a.card,
        a.give_deeds,
        a.take_deeds,
        a.give_cash,
        a.take_cash,
        a.give_cards,
        a.take_cards,
        tuple(a.dice),  # type: ignore[arg-type]
    )


def write_step(step: Step, a: Any) -> None:
    """Put a step of the log into the engine's action."""
    a.kind, a.player, a.most = KIND_NUMBERS[step.kind], step.player, 0
    for name in NUMBERS:
        setattr(a, name, getattr(step, name))
    a.dice[:] = step.dice


def write_action(here: EditionEngine, action: Action, seat: int) -> None:
    """Put what a client wants into the engine's action: the fields its kind uses, and no others."""
    a, kind = here.engine.action, action.kind
    a.kind, a.player, a.most = KIND_NUMBERS[kind], seat, 0
    a.dice[:] = (0, 0, 0)
    a.square = said_square(action) if kind in WITH_SQUARE else 0
    a.other = said_partner(here, action) if kind in WITH_OTHER else 0
    a.amount = action.amount if kind in WITH_AMOUNT else 0
    a.card = deck_of(here, action, seat) if kind == "UseCard" else 0
    deals = kind in DEALS
    a.give_deeds = set_of_deeds(here, action.give) if deals else 0
    a.take_deeds = set_of_deeds(here, action.take) if deals else 0
    a.give_cash = action.give_cash if deals else 0
    a.take_cash = action.take_cash if deals else 0
    a.give_cards = set_of_decks(action.give_cards) if deals else 0
    a.take_cards = set_of_decks(action.take_cards) if deals else 0


def said_square(action: Action) -> int:
    """The square that the action must name."""
    if action.square is None:
        raise BadAction(f"{action.kind} needs to know the square")
    return action.square


def said_partner(here: EditionEngine, action: Action) -> int:
    """The other player whom the action must name."""
    if action.other is None:
        raise BadAction(f"{action.kind} needs to know the other player")
    if action.other >= here.g.players:
        raise BadAction(f"nobody sits at seat {action.other}")
    return action.other


def deck_of(here: EditionEngine, action: Action, seat: int) -> int:
    """The deck of the card to be used: the one named, or the one held."""
    if action.card is not None:
        return DECKS.index(action.card)
    held = [deck for deck in (0, 1) if here.g.jail_card[deck] == seat]
    return held[0] if held else 0


def set_of_deeds(here: EditionEngine, squares: list[int]) -> int:
    """The deeds of these squares, as a set."""
    members = 0
    for square in squares:
        deed = here.deed_at.get(square)
        if deed is None:
            raise BadAction(f"square {square} has no deed")
        members |= 1 << deed
    return members


def set_of_decks(decks: list[Any]) -> int:
    """The decks named, as a set."""
    return sum(1 << deck for deck in {DECKS.index(name) for name in decks})


# Legal lists

LISTED: dict[bytes, bytes] = {}
"""Legal actions as JSON, by their record: with numbers instead of names they are the same at every table."""

LISTS: dict[bytes, bytes] = {}
"""Whole legal lists, by their records: most are short and come again and again."""

MOST_LISTED: Final = 4_000
LONGEST_KEPT: Final = 12 * ACTION_BYTES


def legal_list(here: EditionEngine, seat: int) -> bytes:
    """What a seat may do now, as JSON."""
    records = here.engine.legal_records(seat)
    known = LISTS.get(records)
    if known is None:
        found = [listed_as(records[at : at + ACTION_BYTES]) for at in range(0, len(records), ACTION_BYTES)]
        known = b"[" + b",".join(found) + b"]"
        if len(records) <= LONGEST_KEPT:
            if len(LISTS) >= MOST_LISTED:
                LISTS.clear()
            LISTS[records] = known
    return known


def listed_as(record: bytes) -> bytes:
    """An entry of a legal list as JSON."""
    known = LISTED.get(record)
    if known is None:
        if len(LISTED) >= MOST_LISTED:
            LISTED.clear()
        known = LISTED[record] = msgspec.json.encode(listed(record))
    return known


def listed(record: bytes) -> Action:
    """An entry of a legal list, as it is sent."""
    a = cast(state.Action, records.STRUCTURES[state.Action].from_buffer_copy(record))
    kind = KINDS[a.kind]
    return Action(
        kind,
        square=a.square if kind in WITH_SQUARE else None,
        other=a.other if kind in WITH_OTHER else None,
        amount=a.amount if kind in WITH_AMOUNT else 0,
        most=a.most if kind == "Bid" else 0,
        card=DECKS[a.card] if kind == "UseCard" else None,  # type: ignore[arg-type]
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
"""Kinds whose cost is found by playing them and taking them back. Never those that would betray another's cash
(ClaimRent, Accept) or one's own worth before a blind choice (PayWorthTax)."""


def cost_of(here: EditionEngine, kind: str, seat: int) -> int:
    """What the seat's cash would change by at once if it played the action in the engine, which is lawful."""
    engine, g = here.engine, here.g
    if kind == "Accept":
        proposer = engine.action.other
        return g.offer_give_cash[proposer] - g.offer_take_cash[proposer]
    if kind not in TRIED:
        return 0
    before, position = g.cash[seat], engine.position
    engine.step()
    change = g.cash[seat] - before
    engine.position = position
    return change
