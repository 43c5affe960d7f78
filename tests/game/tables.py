"""Tables at which the tests play."""

from typing import Any

from passgo import Action, Game

FIRST_SEAT: dict[str, Any] = {"dealer": "typed", "setup_first_player": "first-seat"}


def typed(**options: Any) -> Game:
    return Game("classic", players=["Ann", "Ben"], **(FIRST_SEAT | options))


def simple(game: Game) -> Action:
    """The first thing that whoever must decide can do without composing anything."""
    return next(action for action in game.legal_actions() if action.kind not in ("Offer", "Counter"))


def at(position: dict[str, Any]) -> Game:
    return Game.from_dict(position, dealer="typed")
