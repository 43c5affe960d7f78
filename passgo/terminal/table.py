"""A table of play, as the people at one keyboard meet it: against bots, with one another, or at a server.

What draws and asks knows only this. `LocalTable` plays here; `passgo.clients` has the table that a server holds.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from passgo.errors import IllegalAction
from passgo.game.views import Board
from passgo.notation.actions import Action
from passgo.notation.events import Event

QUIET = frozenset(("TurnEnded", "CardReturned"))
"""Events that only repeat what the next one says."""


@dataclass
class Happening:
    """Something that happened, whether it was taken back since, and why a bot refused, if it said so."""

    event: Event
    undone: bool = False
    reasons: str = ""

    def __str__(self) -> str:
        """In a sentence, with the reasons."""
        return f"{str(self.event).removesuffix('.')}: {self.reasons}." if self.reasons else str(self.event)


class Clock(NamedTuple):
    """How long the one who is asked may still take."""

    left_s: float
    whole_s: float


class Wish(NamedTuple):
    """Somebody elsewhere wishes to take a move back."""

    player: str
    number: int


class Remark(NamedTuple):
    """Something that somebody said, after so much had been told."""

    after: int
    player: str
    text: str


class Table(ABC):
    """A game, who of the players sits here, and what has happened so far."""

    board: Board
    """How the game stands."""
    people: tuple[str, ...]
    """The players at this keyboard, in the order of their seats."""
    told: list[Happening]
    """What happened. It only grows: what was taken back stays, marked."""
    keeping: str = ""
    """What becomes of the game when one leaves, in a sentence."""
    remarks: Sequence[Remark] = ()
    """What was said at the table, the oldest first."""
    can_talk: bool = False
    """Is somebody there with whom one could talk?"""

    # Who

    @property
    @abstractmethod
    def person(self) -> str | None:
        """Who of the people here is asked now; None while others are to move, and at the end."""

    @property
    def viewer(self) -> str:
        """Whose cash is shown: who is asked now, or was asked last."""
        return self.person or self.people[0]

    @property
    def may_wait(self) -> bool:
        """Is the person only asked whether to step in? Then others go on after `wait`."""
        return False

    @property
    def is_over(self) -> bool:
        """Is the game over, or was it given up?"""
        return self.board.outcome is not None

    # Playing

    @abstractmethod
    def go_on(self) -> bool:
        """Let the others make a move, or take in theirs; has anything changed?"""

    @abstractmethod
    def play(self, action: Action | str, person: str) -> None:
        """Play an action of one of the people here; `ValueError` says what is wrong with it."""

    def play_all(self, actions: Sequence[Action], person: str) -> None:
        """Play several actions of a person one after the other, as long as nothing else is to be settled."""
        for action in actions:
            self.play(action, person)
            if self.board.matters:
                return

    def talk(self, text: str) -> None:
        """Say something to the others at the table."""
        raise ValueError("nobody here would hear it.")

    @abstractmethod
    def wait(self) -> None:
        """Do not step in: let the others go on."""

    @abstractmethod
    def undo(self) -> None:
        """Take back the last action made here, and what followed; `ValueError` says why not."""

    @property
    @abstractmethod
    def can_undo(self) -> bool:
        """Is there something to take back?"""

    @property
    def wish(self) -> Wish | None:
        """Somebody's wish to take a move back that a person here has to answer."""
        return None

    def consent(self, wish: Wish, agree: bool) -> None:
        """Answer that wish."""
        raise ValueError(f"{wish.player} did not ask for anything.")

    def check(self, action: Action | str, person: str) -> IllegalAction | None:
        """Could this be played now? None, or the refusal. `ValueError` if it is no action."""
        return self.board.check(action, person)

    def legal_actions(self, person: str) -> list[Action]:
        """What somebody here may do now, in turn or not."""
        if self.is_over or self.board[person].out:
            return []
        return self.board.legal_actions(person)

    # Looking

    def cash(self, name: str) -> int | None:
        """A player's cash, if the viewer may know it (`table.cash-private`)."""
        return self.board[name].cash if may_see(self.board, self.viewer, name) else None

    def is_shown(self, event: Event) -> bool:
        """Is the event worth telling the viewer, and no secret?"""
        if event.kind in QUIET or event.rule == "setup.cash":
            return False
        return not is_secret(self.board, self.viewer, event)

    def why(self, rule: str | None = None) -> str:
        """The rule behind the last event or refusal, or any rule, explained."""
        return self.board.why(rule)

    def kind_of(self, name: str) -> str:
        """Who plays this seat, in a word: you, here, bot, or nothing."""
        if name in self.people:
            return "you" if len(self.people) == 1 else "here"
        return "bot"

    @property
    def clock(self) -> Clock | None:
        """The time of whoever is asked, if it is limited."""
        return None

    @abstractmethod
    def restart_clock(self) -> None:
        """Give the person the whole time again, after something else was on the screen."""

    @property
    def status(self) -> str:
        """What is wrong or waited for, beyond the game; mostly nothing."""
        return ""

    # Keeping

    @abstractmethod
    def record(self) -> str:
        """The record of the game; `ValueError` if there is none yet."""

    @abstractmethod
    def save(self) -> None:
        """Keep the game, so that it can be gone on with."""

    @abstractmethod
    def close(self) -> None:
        """Leave the table."""


def may_see(board: Board, viewer: str, name: str) -> bool:
    """May the viewer know this player's cash (`table.cash-private`)?"""
    return name == viewer or board.outcome is not None or not board.ruleset.record[0]["table_cash_private"]


def is_secret(board: Board, viewer: str, event: Event) -> bool:
    """Would the event reveal cash? A worth counted for a tax is known to its owner and the Bank alone."""
    return event.kind == "WorthCounted" and not may_see(board, viewer, event.player or "")
