"""What a game refuses, and by which rule."""

from typing import Any

from passgo import rulebook


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

    def __init__(self, said: str, rule: str) -> None:
        super().__init__(f"{said!r} is refused: {rulebook.refusal(rule)} ({rule})")
        self.said = said
        self.rule = rule

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.said, self.rule)  # so that another process can be told
