"""Records are read like books: moment by moment, forwards, backwards, or opened at a turn.

A moment is what `Game.play` does: an action of a player, and the chance that follows it. The throws for the first turn
come before the first moment.
"""

from bisect import bisect_left
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any, cast, overload

from passgo.editions import Ruleset
from passgo.errors import BadRecord
from passgo.game.corrections import is_correction, set_right_of
from passgo.game.course import Mark
from passgo.game.game import Game
from passgo.game.records import is_turn
from passgo.game.views import Outcome
from passgo.notation.actions import Action
from passgo.notation.events import Event
from passgo.notation.record import TITLE, Heading, parse_record
from passgo.rules import codes
from passgo.rules.state import ACTION

KIND: int = cast(Any, ACTION.fields)["kind"][1]
"""Where the kind of an action stands in its bytes."""


class Moment:
    """An action of a player with all that happened by it, and the game as it then stood."""

    __slots__ = ("_game", "_record", "number")

    def __init__(self, record: "Record", number: int) -> None:
        self._record, self.number = record, number
        self._game: Game | None = None

    @property
    def action(self) -> Action:
        """What a player did; `action.player` is who. Of `StrikeHour`, which nobody does, None."""
        return self._record._action(self.number)

    @property
    def chance(self) -> tuple[Action, ...]:
        """What dice and decks did after it."""
        return self._record._chance(self.number)

    @property
    def events(self) -> list[Event]:
        """Everything that happened."""
        return self._record._events(self.number)

    @property
    def turn(self) -> int:
        """The turn in which the action was played; after `EndTurn`, `game.turn` is the next one already."""
        return self._record._points[self.number].time.turn

    @property
    def round(self) -> int:
        """How many rounds were complete when the action was played."""
        return self._record._points[self.number].time.round

    @property
    def line(self) -> int:
        """The line of the text in which the action stands."""
        return self._record._lines[self._record._points[self.number].steps]

    @property
    def game(self) -> Game:
        """The game as it stood afterwards: one of your own, with the same dice to come, made when it is asked for.

        Nothing that is played in it changes the record, and reading on does not change it.
        """
        if self._game is None:
            self._game = self._record._game_at(self.number + 1)
        return self._game

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Moment):
            return NotImplemented
        return (self._record, self.number) == (other._record, other.number)

    def __hash__(self) -> int:
        return hash((self._record, self.number))

    def __repr__(self) -> str:
        return f"<Moment {self.number}: turn {self.turn}, {self.action.player or 'the clock'}, {self.action!r}>"


class Record(Sequence[Moment]):
    """A whole game to read: a sequence of moments, with what stands in its heading.

    >>> import passgo
    >>> game = passgo.Game("classic", players=["Ann", "Ben"], seed=7)
    >>> events = [game.play(action) for action in ("throw", "buy", "end turn", "throw")]
    >>> record = passgo.read_record(game.record())
    >>> record.headers["edition"], record.names, len(record)
    ('classic', ('Ann', 'Ben'), 4)
    >>> for moment in record[:3]:
    ...     print(moment.turn, moment.action.player, moment.action, moment.game["Ben"].cash)
    1 Ben Throw() 1500
    1 Ben Buy() 1440
    1 Ben EndTurn() 1440
    """

    def __init__(self, game: Game, heading: Heading, lines: Sequence[int]) -> None:
        course = game._course
        self._end, self._heading, self._lines = game, heading, lines
        # With typed dice the throws for the first turn are marked too: they are no actions of players.
        self._points: list[Mark] = [mark for mark in course.marks if not is_chance(course.steps[mark.steps])]
        self._points.append(course.mark())

    @property
    def headers(self) -> dict[str, Any]:
        """The heading: `edition`, `options`, `players` (with their tokens), `dealer`, `secret`, `position`, if told."""
        told = {key: getattr(self._heading, key) for key in ("edition", "options", "dealer", "secret", "position")}
        return {"players": dict(self._heading.players)} | {key: value for key, value in told.items() if value}

    @property
    def names(self) -> tuple[str, ...]:
        """The players in the order of their seats."""
        return self._end.names

    @property
    def ruleset(self) -> Ruleset:
        """The edition with its options."""
        return self._end.ruleset

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None if the record ends before."""
        return self._end.outcome

    @property
    def turns(self) -> int:
        """How many turns began."""
        return self._end.turn

    @property
    def rounds(self) -> int:
        """How many rounds were completed."""
        return self._end.round

    @property
    def events(self) -> list[Event]:
        """Everything that happened in the game."""
        return self._end.events

    @property
    def start(self) -> Game:
        """The game before its first action, with the throws for the first turn behind it; one of your own."""
        return self._game_at(0)

    @property
    def end(self) -> Game:
        """The game as far as the record goes; one of your own."""
        return self._game_at(len(self))

    def __len__(self) -> int:
        return len(self._points) - 1

    @overload
    def __getitem__(self, number: int) -> Moment: ...
    @overload
    def __getitem__(self, number: slice) -> list[Moment]: ...
    def __getitem__(self, number: int | slice) -> Moment | list[Moment]:
        if isinstance(number, slice):
            return [Moment(self, n) for n in range(*number.indices(len(self)))]
        if not -len(self) <= number < len(self):
            raise IndexError(f"moment {number} of a record of {len(self)}")
        return Moment(self, number % len(self))

    def at(self, number: int | None = None, *, turn: int | None = None, round: int | None = None) -> Moment:  # noqa: A002
        """A moment by its number, or the first of a turn (from 1), or the first after so many complete rounds.

        >>> import passgo
        >>> game = passgo.Game("classic", players=["Ann", "Ben"], seed=7)
        >>> events = [game.play(action) for action in ("throw", "buy", "end turn", "throw")]
        >>> record = passgo.read_record(game.record())
        >>> record.at(1), record.at(turn=2)
        (<Moment 1: turn 1, Ben, Buy()>, <Moment 3: turn 2, Ann, Throw()>)
        >>> record.at(turn=9)
        Traceback (most recent call last):
        IndexError: turn 9 of a record with actions in turns 1 to 2
        """
        if [number, turn, round].count(None) != 2:
            raise TypeError("expected either the number of a moment, or a turn, or a round")
        if number is not None:
            return self[number]
        field, wanted = (0, turn) if turn is not None else (1, round)
        n = bisect_left(self._points, wanted, hi=len(self), key=lambda point: point.time[field])
        if n < len(self) and self._points[n].time[field] == wanted:
            return Moment(self, n)
        first, last = (self._points[n].time[field] if len(self) else 0 for n in (0, max(0, len(self) - 1)))
        name = ("turn", "round")[field]
        raise IndexError(f"{name} {wanted} of a record with actions in {name}s {first} to {last}")

    def __repr__(self) -> str:
        over = self.outcome
        ended = f"{' and '.join(over.winners)} won" if over else "not finished"
        who = f"{self.ruleset.edition}, {', '.join(self.names)}"
        return f"<Record {who}: {len(self)} moments, {self.turns} turns, {ended}>"

    def _action(self, number: int) -> Action:
        point = self._points[number]
        step, names = self._end._course.steps[point.steps], self._end._names
        return set_right_of(step, names) if is_correction(step) else names.action(step, deck=0)

    def _chance(self, number: int) -> tuple[Action, ...]:
        after, before = self._points[number + 1], self._points[number]
        steps = self._end._course.steps[before.steps + 1 : after.steps]
        decks = iter([event.deck for event in self._events(number) if event.kind == "CardDrawn"])
        names = self._end._names
        return tuple(names.action(step, names.deck(next(decks) or "") if is_card(step) else 0) for step in steps)

    def _events(self, number: int) -> list[Event]:
        after = self._points[number + 1]
        return self._end._events_between(self._points[number], after.events, after.time)

    def _game_at(self, number: int) -> Game:
        return self._end._earlier(self._points[number])


def is_chance(step: bytes) -> bool:
    """Is the action of a record chance's?"""
    return codes.DICE <= step[KIND] < codes.STRIKE_HOUR


def is_card(step: bytes) -> bool:
    """Is it the turning of a card?"""
    return step[KIND] == codes.CARD


def read_record(record: str | PathLike[str]) -> Record:
    """The record of a game, from a file or from its text, replayed and verified line by line.

    A text begins with the title of a record or has several lines; any other string is the path of a file. A record
    that was altered or broken off is refused as `BadRecord`, which names the line.

    >>> import passgo
    >>> passgo.read_record("passgo record 1\\nedition: classic\\nplayer: Ann (kite)\\nplayer: Ben (moon)")
    Traceback (most recent call last):
    passgo.errors.BadRecord: line 4: the record breaks off here: expected a last line 'end: ...'
    """
    text = record if isinstance(record, str) and is_text(record) else read_file(Path(record))
    heading, lines = parse_record(text)
    numbers = (line.number for line in lines[:-1] if not is_turn(line))
    standing: list[int] = []

    def perform(game: Game, line: str) -> None:
        game._perform_line(line)
        standing.append(next(numbers))
        del standing[len(game._course.steps) :]  # what was taken back stands in no moment

    return Record(Game._replay(text, None, perform), heading, standing)


def is_text(record: str) -> bool:
    """Is this the text of a record, and not the path of a file?"""
    return "\n" in record or record.strip()[: len(TITLE)] in ("", TITLE)


def read_file(path: Path) -> str:
    """The text of a file."""
    content = path.read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise BadRecord(content[: problem.start].count(b"\n") + 1, "expected a text in UTF-8") from None
