"""Explanations: every move of a record with what it led to, by which rule, and how the amounts come about."""

from dataclasses import dataclass

from passgo import rulebook
from passgo.errors import BadRecord, IllegalAction
from passgo.game.arithmetic import format_arithmetic
from passgo.game.game import Game
from passgo.notation.events import Event


@dataclass(frozen=True)
class Reason:
    """Something that happened or was refused: in a sentence, with its rule, and the arithmetic of its amount."""

    says: str
    rule: str
    arithmetic: str


@dataclass(frozen=True)
class Move:
    """A move of a player or of chance, by its number in the record, and what came of it."""

    number: int
    action: str
    reasons: tuple[Reason, ...]
    refused: bool


def explain_record(text: str) -> tuple[Move, ...]:
    """The moves of a record, each explained; one that the rules refuse is the last.

    >>> game = Game("classic", players=["Ann", "Ben"], seed=7)
    >>> _ = game.play("throw")
    >>> explain_record(game.record())[-1].reasons[0].rule
    'move.throw'
    """
    moves: list[Move] = []
    events: list[Event] = []

    def perform(game: Game, line: str) -> None:
        if not moves:
            events.extend(game.events)  # what the Bank paid out before the first move
        before = game._course.mark()
        try:
            game._perform_line(line)
        except IllegalAction as refusal:
            moves.append(refused_move(len(moves) + 1, line, refusal))
            raise
        reasons = []
        for event in game._events_after(before):
            reasons.append(Reason(str(event), event.rule, format_arithmetic(event, events, game)))
            events.append(event)
        moves.append(Move(len(moves) + 1, line, tuple(reasons), False))

    try:
        Game._replay(text, None, perform)
    except BadRecord:
        if not moves or not moves[-1].refused:
            raise
    return tuple(moves)


def explain_instead(text: str, number: int, action: str) -> Move:
    """What the rules would say to another action in the place of a move: the refusal, or that it may be played."""
    found: list[Move] = []

    def perform(game: Game, line: str) -> None:
        if len(game._course.steps) + 1 == number:
            refusal = game.check(action)
            found.append(refused_move(number, action, refusal) if refusal else Move(number, action, (), False))
        game._perform_line(line)

    game = Game._replay(text, None, perform)
    if not found:
        raise ValueError(f"expected the number of a move, from 1 to {len(game._course.steps)}, not {number}")
    return found[0]


def refused_move(number: int, action: str, refusal: IllegalAction) -> Move:
    """A move that the rules refuse."""
    return Move(number, action, (Reason(rulebook.refusal(refusal.rule), refusal.rule, ""),), True)
