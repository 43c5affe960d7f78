"""Ann with the Speed Die, for tests: where she throws it, and where it led her."""

from typing import Any

from passgo import Game
from passgo.editions import ruleset as board
from tests.rules.table import table, told

BUS, MR_M = "bus", "mr. m"
STREETS_AND_MORE = [deed.name for deed in board("speed-die").deeds]


def speeding(edition: str, square: str = "GO", **position: Any) -> Game:
    """Ann throws the Speed Die from this square."""
    ann = {"cash": 1000, "square": square, "speeding": True, **position.pop("Ann", {})}
    position.setdefault("Ben", {"cash": 1000})
    position.setdefault("Cy", {"cash": 1000})
    return table(edition, Ann=ann, **position)


def moves(game: Game) -> list[tuple[str | None, int, str]]:
    """Where the token went, how far, and by which rule."""
    return [(event.square, event.amount, event.rule) for event in told(game.events, "Moved")]


def all_but(*left: str, state: Any = 0) -> dict[str, Any]:
    """Every deed except these."""
    return {name: state for name in STREETS_AND_MORE if not any(name.lower().startswith(each) for each in left)}
