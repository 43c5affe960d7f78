"""A difference told as a readable game: the project's own record of it, with what the engine says happened beneath."""

from passgo.dealer import TypedDealer
from passgo.dev.fuzz.checked_game import SEAT_NAMES
from passgo.game.engine import Engine
from passgo.game.records import format_record
from passgo.notation.events import events_of
from passgo.notation.names import Names
from passgo.notation.text import format_action
from tests.reference.contract import Action
from tests.reference.pair import ACTION_ROW, Difference, Pair
from tests.reference.pair import said as said_by_fields


def readable(pair: Pair, difference: Difference) -> str:
    """The record of a game that ends in a difference, and the difference. Comments are no part of a record."""
    names = Names(pair.table, SEAT_NAMES[: pair.players])
    steps, events, refused = played_by_engine(pair, names)
    record = format_record(names, pair.table.tokens[: pair.players], TypedDealer(), steps, pair.start, over=False)
    lines = record.splitlines()
    told, waiting = [], list(zip(steps, events, strict=True))
    for line in lines:
        told.append(line)
        if waiting and line == waiting[0][1][0]:
            told += [f"    # {sentence}" for sentence in waiting.pop(0)[1][1:]]
    told += [f"# refused by the engine: {what}" for what in refused]
    return "\n".join([*told, f"# THE READINGS DIFFER: {difference}"])


def played_by_engine(pair: Pair, names: Names) -> tuple[list[bytes], list[list[str]], list[str]]:
    """The steps that the engine takes as bytes, each with its line and its events in words; and what it refuses."""
    engine = Engine(pair.table)
    engine.position = pair.start
    steps, events, refused = [], [], []
    for action in pair.played:
        step = ACTION_ROW.pack(*action)
        words = spoken(names, step, engine.g.deck, action)
        engine.played = step
        if engine.step():
            refused.append(words)
            continue
        steps.append(step)
        events.append([words, *(f"{event} ({event.rule})" for event in events_of(names, engine.log))])
    return steps, events, refused


def spoken(names: Names, step: bytes, deck: int, action: Action) -> str:
    """An action in words; one that no words fit, field by field."""
    try:
        return format_action(names.action(step, deck))
    except (ValueError, LookupError, TypeError, AttributeError):
        return said_by_fields(action)
