"""A table for tests: three players, dice and cards typed in, everything else as one says.

    game = table("classic", Ann={"cash": 10, "deeds": {"boardwalk": 0}}, on_turn="Ben", options={"rent_in_jail": False})

A name with a capital letter is a player; Ann, Ben and Cy always sit there, in this order, others to their left.
Whatever is not said is as at the start of a turn of Ann's, with the cash of the edition.
"""

from typing import Any

import pytest

from passgo import Event, Game, IllegalAction, Outcome
from passgo.editions import ruleset as board
from passgo.game.views import Auction, Debt


def table(edition: str, *, each: int | None = None, **position: Any) -> Game:
    """A game set up by hand, waiting for typed dice; `each` is the cash of those of whom no other is said."""
    players: dict[str, dict[str, Any]] = {name: {} for name in ("Ann", "Ben", "Cy")}
    players |= {name: position.pop(name) for name in list(position) if name[0].isupper()}
    if each is not None:
        players = {name: {"cash": each, **told_of} for name, told_of in players.items()}
    return Game.from_dict({"edition": edition, "players": players, **position}, dealer="typed")


def pair(edition: str, **position: Any) -> Game:
    """The same with only Ann and Ben, in the editions that two can play."""
    players = {name: position.pop(name, {}) for name in ("Ann", "Ben")}
    return Game.from_dict({"edition": edition, "players": players, **position}, dealer="typed")


def refused(game: Game, action: str) -> str:
    """The rule that refuses the action; not a byte of the game may have changed."""
    before = game._engine.position
    with pytest.raises(IllegalAction) as refusal:
        game.play(action)
    assert game._engine.position == before
    return refusal.value.rule


def may(game: Game, player: str) -> set[str]:
    """The kinds of action that a player may play now."""
    return {action.kind for action in game.legal_actions(player)}


def told(events: list[Event], *kinds: str) -> list[Event]:
    """The events of these kinds, in order."""
    return [event for event in events if event.kind in kinds]


def payments(events: list[Event]) -> list[tuple[str | None, str | None, int, str]]:
    """Who paid whom how much, and by which rule, in order."""
    return [(event.player, event.other, event.amount, event.rule) for event in told(events, "Paid")]


def play(game: Game, *actions: str) -> list[Event]:
    """Play several actions; everything that happened."""
    return [event for action in actions for event in game.play(action)]


def cash(game: Game) -> tuple[int, ...]:
    """The cash of every player, in the order of their seats."""
    return tuple(player.cash for player in game.players)


def outcome(game: Game) -> Outcome:
    """How the game ended, which it must have."""
    ended = game.outcome
    assert ended is not None, "the game goes on"
    return ended


def open_debts(game: Game) -> list[Debt]:
    """Everything that lies open, which must be debts alone."""
    found = [matter for matter in game.matters if isinstance(matter, Debt)]
    assert found == game.matters
    return found


def open_auction(game: Game) -> Auction:
    """The matter to be settled now, which must be an auction."""
    matter = game.matters[-1]
    assert isinstance(matter, Auction), matter
    return matter


def to_act(game: Game) -> tuple[str, ...]:
    """Everyone the game waits for."""
    return game.to_act


def is_out(game: Game, player: str) -> bool:
    """Has the player left the game?"""
    return game[player].out


def landed(edition: str, square: str, *, dice: tuple[int, int] = (1, 2), **position: Any) -> Game:
    """A game in which Ann's throw has just carried her to the square; `game.events` tells what that did."""
    start = (board(edition).square(square).index - sum(dice)) % 40
    if board(edition).squares[start].kind == "go_to_jail":  # nobody stands there
        dice, start = (1, 3), start - 1
    position["Ann"] = {"square": str(start), **position.get("Ann", {})}
    game = table(edition, **position)
    game.throw(*dice)
    return game


def draws(edition: str, square: str, card: str, **position: Any) -> Game:
    """A game in which Ann's throw carried her to a card square, where she has drawn this card."""
    game = landed(edition, square, **position)
    game.draw(card)
    return game
