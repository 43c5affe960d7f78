"""The course of a game: an action, the chance after it, the next action; the way back, and the same way again.

Every game that is played in Python takes its course here: a `Game`, a table of the server, a record that is checked.
"""

from typing import NamedTuple

from passgo.dealer import Dealer
from passgo.game.engine import Engine
from passgo.notation.events import RawEvent
from passgo.notation.position_line import PHASES
from passgo.rules import codes
from passgo.rules.turns import chance_to_act


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


class Course:
    """The steps that a game takes in an engine, and what happened by them.

    `chances` counts the chance events of the whole game, because a dealer deals by their number.
    """

    __slots__ = ("chances", "dealer", "engine", "events", "marks", "steps")

    def __init__(self, engine: Engine, dealer: Dealer, chances: int = 0) -> None:
        self.engine, self.dealer, self.chances = engine, dealer, chances
        self.steps: list[bytes] = []
        """The actions of players, chance and the clock, as records."""
        self.events: list[RawEvent] = []
        self.marks: list[Mark] = []
        """Where `undo` goes back to."""

    def begin(self, players: int) -> None:
        """Set up a new game."""
        self.engine.setup(players)
        self.events = self.engine.events

    def act(self) -> None:
        """Play the action in the engine, and nothing after it; `Refusal` if the rules forbid it."""
        mark = self.mark()
        refused = self.engine.step()
        if refused:
            raise Refusal(refused)
        # Chance belongs to the action that it follows; typed in before the first one, it stands by itself.
        if not self._is_chance or (self.dealer.waits and self.chances == len(self.steps)):
            self.marks.append(mark)
        self._note()

    def let_chance_act(self) -> None:
        """While it is for chance to act, the dealer says what happens; with typed dice the game waits."""
        engine, dealer = self.engine, self.dealer
        while chance_to_act(engine.g) and not dealer.waits:
            engine.deal(dealer, self.chances)
            if engine.step():
                phase = PHASES[engine.g.phase]
                raise ValueError(f"the dealer {dealer!r} dealt what cannot happen in the phase {phase}")
            self._note()

    def undo(self) -> None:
        """Take back the last action of a player and the chance after it."""
        if not self.marks:
            raise ValueError("there is nothing to take back")
        self.restore(self.marks[-1])

    def mark(self) -> Mark:
        """This point of the course, for `restore`."""
        return Mark(self.engine.position, len(self.steps), self.chances, len(self.events))

    def restore(self, mark: Mark) -> None:
        """Go back to a point of the course."""
        self.engine.position, self.chances = mark.position, mark.chances
        del self.steps[mark.steps :], self.events[mark.events :]
        while self.marks and self.marks[-1].steps >= mark.steps:
            del self.marks[-1]

    @property
    def _is_chance(self) -> bool:
        """Is the action in the engine chance's?"""
        return codes.DICE <= self.engine.action.kind < codes.STRIKE_HOUR

    def _note(self) -> None:
        """Remember the step just taken."""
        self.steps.append(self.engine.played)
        self.chances += self._is_chance
        self.events += self.engine.events
