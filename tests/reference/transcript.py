"""A difference as a readable game: the project's own record of it, with the engine's events beneath each line."""

from passgo.dealer import TypedDealer
from passgo.dev.fuzz.checked_game import SEAT_NAMES
from passgo.game.engine import Engine
from passgo.game.records import format_record
from passgo.notation.events import Event
from passgo.notation.names import Names
from passgo.notation.text import format_action
from tests.reference.compare import ACTION_ROW, Difference, Pair, format_fields
from tests.reference.contract import Action


def format_difference(pair: Pair, difference: Difference) -> str:
    """The record of a game that ends in a difference, and the difference. Comments are no part of a record."""
    names = Names(pair.ruleset, SEAT_NAMES[: pair.players])
    steps, events, refused = played_by_engine(pair, names)
    record = format_record(names, pair.ruleset.tokens[: pair.players], TypedDealer(), steps, pair.start, over=False)
    lines, waiting = [], list(zip(steps, events, strict=True))
    for line in record.splitlines():
        lines.append(line)
        if waiting and line == waiting[0][1][0]:
            lines += [f"    # {sentence}" for sentence in waiting.pop(0)[1][1:]]
    lines += [f"# refused by the engine: {action}" for action in refused]
    return "\n".join([*lines, f"# THE READINGS DIFFER: {difference}"])


def played_by_engine(pair: Pair, names: Names) -> tuple[list[bytes], list[list[str]], list[str]]:
    """The steps that the engine takes as bytes, each with its line and its events in words; and what it refuses."""
    engine = Engine(pair.ruleset)
    engine.position = pair.start
    steps, events, refused = [], [], []
    for action in pair.played:
        step = ACTION_ROW.pack(*action)
        words = format_step(names, step, engine.g.deck, action)
        engine.played = step
        if engine.step():
            refused.append(words)
            continue
        steps.append(step)
        events.append(
            [words, *(f"{event} ({event.rule})" for event in (Event(names, raw) for raw in engine.read_events()))]
        )
    return steps, events, refused


def format_step(names: Names, step: bytes, deck: int, action: Action) -> str:
    """An action in words; one that no words fit, field by field."""
    try:
        return format_action(names.action(step, deck))
    except (ValueError, LookupError, TypeError, AttributeError):
        return format_fields(action)
