"""The other players of a game in the terminal: bots of one level, each with a notebook of its own."""

from collections.abc import Collection
from typing import Any

import numpy as np

from passgo import bots
from passgo.bots import MEMORY
from passgo.bots.reasons import Reason, read_reasons, want_reasons
from passgo.game import Game
from passgo.notation.actions import Action
from passgo.simulate import fallback

Notebook = np.ndarray[Any, np.dtype[np.int64]]


class Opponents:
    """A bot for every seat of a game; those of people's seats are never asked."""

    def __init__(self, game: Game, level: str) -> None:
        self.game = game
        self.bot = bots.bot(level)
        self.memory = bots.notebooks([self.bot.notebook] * len(game.names))

    def choose(self, player: str) -> Action:
        """What the bot of this player does now.

        >>> game = Game("classic", players=["Ann", "Ben"], seed=7)
        >>> Opponents(game, "easy").choose("Ben")
        Throw()
        """
        notebook = self.notebook(player)
        want_reasons(notebook)
        action = self.game.choice_of(self.bot.policy, player, notebook)
        if self.game.check(action, player) is None:
            return action
        want_reasons(notebook, False)
        return self.game.choice_of(fallback, player, notebook)

    def reasons(self, player: str) -> list[Reason]:
        """Why this bot answered as it just did, if that was a refusal."""
        return read_reasons(self.notebook(player))

    def notebook(self, player: str) -> Notebook:
        """The bot's own notebook, to be kept and restored when actions are taken back."""
        seat = self.game.names.index(player)
        return self.memory[seat * MEMORY : (seat + 1) * MEMORY]

    def claim(self, people: Collection[str]) -> tuple[str, Action] | None:
        """A bot's claim of a rent, if one of them has a rent to claim and notices it; people claim by themselves."""
        for owner in {claim.owner: None for claim in self.game.claims if claim.owner not in people and not claim.said}:
            action = self.game.choice_of(self.bot.policy, owner, self.notebook(owner))
            if action.kind == "ClaimRent" and action in self.game.legal_actions(owner):
                return owner, action
        return None
