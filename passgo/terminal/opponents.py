"""The other players of a game in the terminal: bots of one level, each with a memory of its own."""

from collections.abc import Collection

from passgo import bots
from passgo.bots.reasons import Reason
from passgo.game import Game
from passgo.notation.actions import Action
from passgo.simulate import fallback
from passgo.strategies.thought import think


class Opponents:
    """A bot for every seat of a game; those of people's seats are never asked."""

    def __init__(self, game: Game, level: str) -> None:
        self.game, self.level = game, level
        self.memory = dict.fromkeys(game.names, b"")
        """What each bot remembers, to be kept, and restored when actions are taken back; nothing at first."""
        self.reasons: list[Reason] = []
        """Why the bot that was asked last refused an offer, if it did."""

    def choose(self, player: str) -> Action:
        """What the bot of this player does now.

        >>> game = Game("classic", players=["Ann", "Ben"], seed=7)
        >>> Opponents(game, "easy").choose("Ben")
        Throw()
        """
        action = self._think(player)
        if self.game.check(action, player) is None:
            return action
        self.reasons = []
        return self.game.choice_of(fallback, player, bots.notebooks([()]))

    def _think(self, player: str) -> Action:
        game, seat = self.game, self.game.names.index(player)
        position, memory = game._engine.position, self.memory[player]
        thought = think(self.level, game.ruleset, position, seat, memory, reasons=True)
        self.memory[player], self.reasons = thought.memory, thought.reasons
        return game._names.action(thought.action, game._g.deck)

    def claim(self, people: Collection[str]) -> tuple[str, Action] | None:
        """A bot's claim of a rent, if one of them has a rent to claim and notices it; people claim by themselves."""
        for owner in {claim.owner: None for claim in self.game.claims if claim.owner not in people and not claim.said}:
            action = self._think(owner)
            if action.kind == "ClaimRent" and action in self.game.legal_actions(owner):
                return owner, action
        return None
