"""Why a bot refused an offer: the reasons that it gave go with the event that tells of the refusal.

An event as the rules make it is a row of numbers. The reasons stand behind them, two numbers each, so that whatever
keeps, packs and sends events keeps them too.
"""

from collections.abc import Sequence

from passgo.bots.reasons import OF_DEED, OF_GROUP, REASONS, Reason
from passgo.notation.events import COLUMNS, KIND, RawEvent
from passgo.rules import codes
from passgo.server.table.edition_engine import EditionEngine
from passgo.server.wire.types import AnswerReason

REASONS_FROM = len(COLUMNS)
"""Where the reasons of an event begin."""


def with_reasons(events: Sequence[RawEvent], reasons: Sequence[Reason]) -> list[RawEvent]:
    """The events of a move, the refusal of an offer among them with its reasons."""
    numbers = [number for reason in reasons for number in (REASONS.index(reason.kind) + 1, reason.number)]
    return [(*event, *numbers) if event[KIND] == codes.OFFER_REFUSED else event for event in events]


def reasons_of(edition: EditionEngine, event: RawEvent) -> list[AnswerReason]:
    """The reasons that stand behind an event, as they are sent."""
    pairs = zip(event[REASONS_FROM::2], event[REASONS_FROM + 1 :: 2], strict=True)
    return [reason_of(edition, kind, number) for kind, number in pairs]


def reason_of(edition: EditionEngine, kind: int, number: int) -> AnswerReason:
    """A reason as it is sent: groups by their key, deeds by their square."""
    reason = AnswerReason(REASONS[kind - 1])
    if kind in OF_GROUP:
        reason.group = edition.board.groups[number].key
    elif kind in OF_DEED:
        reason.square = edition.board.deeds[number].square
    else:
        reason.amount = number
    return reason
