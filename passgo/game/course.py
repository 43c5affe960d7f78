"""The course of a game: an action, the chance after it, the next action; the way back, and the same way again.

Every game that is played in Python takes its course here: a `Game`, a table of the server, a record that is checked.
"""

import sys
from bisect import bisect_left, bisect_right
from typing import NamedTuple

from passgo.dealer import Dealer
from passgo.game.corrections import CORRECTED, UNDONE, correction_step, is_correction, position_after
from passgo.game.engine import Engine
from passgo.machine.records import place_of
from passgo.notation.events import RawEvent, Time
from passgo.notation.position_line import PHASES
from passgo.rules import codes
from passgo.rules.state import ACTION, State
from passgo.rules.turns import is_chance_phase

CHANCE_PHASES = frozenset(phase for phase in range(len(codes.PHASES)) if is_chance_phase(phase))
"""In these, unless a matter is open, chance is to act (`turns.chance_to_act`): asked after every step."""

KIND_BYTE, PLAYER_BYTE = (ACTION.fields[name][1] for name in ("kind", "player"))  # type: ignore[index]
"""Where the kind and the player stand in the record of an action, each in one byte."""

CHANCE_KINDS = frozenset(range(codes.DICE, codes.STRIKE_HOUR))
"""The kinds of action that are chance's."""


class Refusal(Exception):
    """The rules refuse an action; `rule` is the number of the rule."""

    def __init__(self, rule: int) -> None:
        super().__init__(rule)
        self.rule = rule


class Mark(NamedTuple):
    """A point of a game's course: the position, and how many steps, chance events and events there had been."""

    position: bytes
    steps: int
    chances: int
    events: int

    @property
    def time(self) -> Time:
        """The turn and the round of this point."""
        return time_of(self.position)


NEW_MARK = tuple.__new__
"""Makes a mark of a tuple in half the time that `Mark` itself takes: there is one before every action."""


class Course:
    """The steps that a game takes in an engine, and what happened by them.

    `chances` counts the chance events of the whole game, because a dealer deals by their number.
    """

    __slots__ = ("chances", "dealer", "engine", "events", "marks", "since", "steps", "told")

    def __init__(self, engine: Engine, dealer: Dealer, chances: int = 0) -> None:
        self.engine, self.dealer, self.chances = engine, dealer, chances
        self.steps: list[bytes] = []
        """The actions of players, chance and the clock, as records."""
        self.events: list[RawEvent] = []
        self.marks: list[Mark] = []
        """Where `undo` goes back to."""
        self.told: tuple[bytes, ...] = ()
        self.since = 0
        """Where something was taken back for a reason: all that had been played until then, with what was taken back;
        and how many steps stood then. What stands since follows it in `history`."""

    @property
    def history(self) -> list[bytes]:
        """Everything that was played, with what was taken back for a reason: what a record tells."""
        return [*self.told, *self.steps[self.since :]] if self.told else self.steps

    def begin(self, players: int) -> None:
        """Set up a new game."""
        self.engine.setup(players)
        self.events = self.engine.read_events()

    def act(self, mark: Mark | None = None) -> None:
        """Play the action in the engine, and nothing after it; `Refusal` if the rules forbid it.

        `mark` is this point of the course, if the caller has marked it already.
        """
        here, engine = mark or self.mark(), self.engine
        refused = engine.step()
        if refused:
            raise Refusal(refused)
        played = engine.take_played()
        if played[KIND_BYTE] not in CHANCE_KINDS:
            self.marks.append(here)
        else:
            # Chance belongs to the action that it follows; typed in before the first one, it stands by itself.
            if self.dealer.waits and self.chances == len(self.steps):
                self.marks.append(here)
            self.chances += 1
        self.steps.append(played)
        self.events += engine.read_events()

    def let_chance_act(self) -> None:
        """While it is for chance to act, the dealer says what happens; with typed dice the game waits."""
        engine, dealer = self.engine, self.dealer
        g = engine.g
        while not g.matters and g.phase in CHANCE_PHASES and not dealer.waits:
            engine.deal(dealer, self.chances)
            if engine.step():
                phase = PHASES[engine.g.phase]
                raise ValueError(f"the dealer {dealer!r} dealt what cannot happen in the phase {phase}")
            played = engine.take_played()
            self.chances += played[KIND_BYTE] in CHANCE_KINDS
            self.steps.append(played)
            self.events += engine.read_events()

    def undo(self) -> None:
        """Take back the last action of a player and the chance after it."""
        if not self.marks:
            raise ValueError("there is nothing to take back")
        if self.marks[-1].steps < self.since:
            raise ValueError("what was corrected before can be taken back for a reason alone")
        self.restore(self.marks[-1])

    def take_back(self, steps: int, line: str) -> None:
        """Take back the last steps; `line` says so in a record, where what is taken back is kept."""
        rest = len(self.steps) - steps
        at = bisect_right(self.marks, rest, key=lambda mark: mark.steps) - 1
        if steps < 1 or at < 0:
            raise ValueError(
                f"there are no {steps} steps to take back" if self.marks else "there is nothing to take back"
            )
        told, kept = tuple(self.history), self.steps[self.marks[at].steps : rest]
        self.restore(self.marks[at])
        for step in kept:
            self.repeat(step)
        self.told = (*told, correction_step(UNDONE, self.engine.position, line))
        self.since = len(self.steps)

    def set_right(self, position: bytes, line: str) -> None:
        """Go on from a corrected position; `line` says in a record what was set right."""
        self.marks.append(self.mark())
        self.engine.position = position
        self.steps.append(correction_step(CORRECTED, position, line))

    def repeat(self, step: bytes) -> None:
        """Go a step again that was gone before."""
        if is_correction(step):
            self.marks.append(self.mark())
            self.engine.position = position_after(step)
            self.steps.append(step)
        else:
            self.engine.played = step
            self.act()

    def mark(self) -> Mark:
        """This point of the course, for `restore`."""
        return NEW_MARK(Mark, (self.engine.take_position(), len(self.steps), self.chances, len(self.events)))

    def restore(self, mark: Mark) -> None:
        """Go back to a point of the course."""
        self.engine.position, self.chances = mark.position, mark.chances
        del self.steps[mark.steps :], self.events[mark.events :]
        del self.marks[bisect_left(self.marks, mark.steps, key=lambda kept: kept.steps) :]

    def copy(self, engine: Engine) -> "Course":
        """The same course so far, to be gone on with in another engine, which is at the same point."""
        twin = Course.__new__(Course)
        twin.engine, twin.dealer, twin.chances = engine, self.dealer, self.chances
        twin.steps, twin.events, twin.marks = self.steps[:], self.events[:], self.marks[:]
        twin.told, twin.since = self.told, self.since
        return twin

    def last_asked(self, seat: int) -> int:
        """How many events there had been when this player last acted; 0, if that has not happened."""
        for mark in reversed(self.marks):
            if self.steps[mark.steps][PLAYER_BYTE] == seat:
                return mark.events
        return 0


TURN, ROUND = place_of(State, "turn"), place_of(State, "round")


def time_of(position: bytes) -> Time:
    """The turn and the round of a position."""
    return Time(int.from_bytes(position[TURN], sys.byteorder), int.from_bytes(position[ROUND], sys.byteorder))
