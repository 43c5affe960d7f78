"""The errors of PassGo. All of them are `ValueError`s that say what, where, and by which rule."""

from typing import Any


class IllegalAction(ValueError):
    """An action that the rules forbid now. `rule` is the id of the rule, and nothing has changed.

    >>> from passgo import Game, IllegalAction
    >>> game = Game("classic", players=["Ann", "Ben"], seed=7)
    >>> try:
    ...     game.play("end turn")
    ... except IllegalAction as refusal:
    ...     print(refusal.rule)
    move.turn-end
    """

    def __init__(self, action: str, rule: str, reason: str) -> None:
        super().__init__(f"{action!r} is refused: {reason} ({rule})")
        self.action = action
        self.rule = rule
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.action, self.rule, self.reason)  # so that it can be sent to another process


class UnknownAction(ValueError):
    """A text that says no action at all."""


class UnlawfulPosition(ValueError):
    """A position that the rules do not allow, or that is none. `rule` is the id of the rule, if one forbids it."""

    def __init__(self, complaint: str, rule: str | None = None) -> None:
        super().__init__(f"{complaint} ({rule})" if rule else complaint)
        self.complaint = complaint
        self.rule = rule

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.complaint, self.rule)


class BadRecord(ValueError):
    """A text that is no record of a game, or one that was altered or broken off; it names the line."""

    def __init__(self, line: int, complaint: str) -> None:
        super().__init__(f"line {line}: {complaint}")
        self.line = line
        self.complaint = complaint

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.line, self.complaint)


class EditionError(ValueError):
    """An edition or an option that does not exist, or a file of an edition that is wrong; it names file and field."""


class UnknownName(KeyError, ValueError):
    """Nobody and nothing is called so: a player, a square, a group, a rule. Python expects a `KeyError`.

    >>> from passgo import Game
    >>> Game("classic", players=["Ann", "Ben"])["Zoe"]
    Traceback (most recent call last):
    passgo.errors.UnknownName: nobody is called 'Zoe'; the players are Ann, Ben
    """

    def __str__(self) -> str:
        return str(self.args[0])  # a KeyError would put the sentence between quotation marks
