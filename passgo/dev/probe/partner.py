"""The bot that is probed: it plays its seats, and is asked which offers it would accept."""

import numpy as np

from passgo.analysis.judge import MODEL
from passgo.analysis.table import Array, Field
from passgo.bots import EXPERT
from passgo.bots.policy import MEMORY
from passgo.editions import Ruleset
from passgo.game.engine import Engine
from passgo.machine.records import arrays, new
from passgo.rules import codes
from passgo.rules.state import Action, State
from passgo.simulate import bot_named


class Partner:
    """A bot in all seats but one."""

    def __init__(self, name: str, ruleset: Ruleset, players: int) -> None:
        self.bot = bot_named(name)
        self.name = self.bot.name
        self._opened = Field(ruleset, (self.bot,) * players).notebooks(1)[:MEMORY]
        self._editions = ruleset.rows
        ends = bot_named(MODEL) if self.name.startswith(EXPERT) else self.bot
        self.field = Field(ruleset, (ends,) * players)
        """The bots with which games are played to their ends; the expert would take a tenth of a second for each."""

    def new_memory(self) -> Array:
        """What it remembers in a seat when a game begins: a fresh notebook."""
        return self._opened.copy()

    def decide(self, engine: Engine, seat: int, memory: Array) -> None:
        """Write what it does in the engine's position to the engine's action."""
        engine.ask(self.bot.policy, seat, memory)

    def accepts(self, states: Array, seats: Array, memory: Array | None = None) -> Array:
        """Which of these offers does it accept? Each is on the table of a position, for the seat beside it.

        It is asked with a fresh memory, because nobody sees another's; or with this one, which stays as it is.
        """
        actions, pages = new(Action, len(states)), np.tile(self._opened if memory is None else memory, len(states))
        games, written, ask, editions = arrays(State, states), arrays(Action, actions), self.bot.policy, self._editions
        for i, seat in enumerate(seats.tolist()):
            ask(games, i, editions, 0, seat, written, i, pages, i * MEMORY)
        return np.asarray((actions["kind"] == codes.ACCEPT) & (actions["player"] == seats))
