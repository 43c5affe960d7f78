"""The bot that is probed: it plays its seats, and is asked which offers it would accept."""

from dataclasses import replace
from typing import Any, Protocol

import numpy as np

from passgo.analysis.judge import Judge
from passgo.analysis.table import Array, Field
from passgo.bots.policy import MEMORY
from passgo.editions import Ruleset
from passgo.game.engine import Engine
from passgo.machine.records import arrays, new
from passgo.rules import codes
from passgo.rules.state import Action, State
from passgo.simulate import bot_named
from passgo.strategies import expert
from passgo.strategies.loader import EXPERT


class Partner(Protocol):
    """A bot in all seats but one."""

    name: str
    field: Field
    """The bots with which games are played to their ends."""

    def new_memory(self) -> Any:
        """What it remembers in a seat when a game begins."""

    def decide(self, engine: Engine, seat: int, memory: Any) -> None:
        """Write what it does in the engine's position to the engine's action."""

    def accepts(self, states: Array, seats: Array, memory: Any = None) -> Array:
        """Which of these offers does it accept? Each is on the table of a position, for the seat beside it.

        It is asked with a fresh memory, because nobody sees another's; or with this one, which stays as it is.
        """


class CompiledPartner:
    """A bot with a compiled policy."""

    def __init__(self, name: str, ruleset: Ruleset, players: int) -> None:
        self.bot = bot_named(name)
        self.name = self.bot.name
        self.field = Field(ruleset, (self.bot,) * players)
        self._editions = ruleset.rows
        self._opened = self.field.notebooks(1)[:MEMORY]

    def new_memory(self) -> Array:
        """A fresh notebook."""
        return self._opened.copy()

    def decide(self, engine: Engine, seat: int, memory: Array) -> None:
        """Ask the policy."""
        engine.ask(self.bot.policy, seat, memory)

    def accepts(self, states: Array, seats: Array, memory: Array | None = None) -> Array:
        """Ask the policy about each offer."""
        actions, pages = new(Action, len(states)), np.tile(self._opened if memory is None else memory, len(states))
        games, written, ask, editions = arrays(State, states), arrays(Action, actions), self.bot.policy, self._editions
        for i, seat in enumerate(seats.tolist()):
            ask(games, i, editions, 0, seat, written, i, pages, i * MEMORY)
        return np.asarray((actions["kind"] == codes.ACCEPT) & (actions["player"] == seats))


class ExpertPartner:
    """The bot "expert", which decides in Python by the net. Its games are played to their ends by its model, trader."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        self.name, self.judge = EXPERT, Judge(ruleset, players)
        self.field = self.judge.field

    def new_memory(self) -> expert.Memory:
        """What it remembers of a game."""
        return expert.new_memory(self.judge)

    def decide(self, engine: Engine, seat: int, memory: expert.Memory) -> None:
        """Ask the expert."""
        engine.played = expert.decide(memory, seat, engine.position)

    def accepts(self, states: Array, seats: Array, memory: expert.Memory | None = None) -> Array:
        """Judge all answers to all offers together."""
        memory = replace(memory) if memory else self.new_memory()
        memory.notebook = memory.notebook.copy()
        opened, engine = memory.notebook.copy(), memory.engine
        options, margins, of = list[tuple[bytes, bytes]](), list[float](), list[int]()
        for n, (state, seat) in enumerate(zip(states, seats.tolist(), strict=True)):
            position, memory.notebook[:] = state.tobytes(), opened
            usual = expert.usual_action(memory, seat, position)
            for record, after in expert.options_beside(memory, seat, position, usual):
                options.append((record, after))
                margins.append(expert.margin_of(engine, record, usual))
                of.append(n)
        values = self.judge.values([after for _, after in options], offers=True)
        scores = values[np.arange(len(of)), seats[of]] - margins
        best = dict[int, int]()
        for option, n in enumerate(of):
            if n not in best or scores[option] > scores[best[n]]:
                best[n] = option
        chosen = np.zeros(len(states), bool)
        for n, option in best.items():
            chosen[n] = expert.kind_of(engine, options[option][0]) == codes.ACCEPT
        return chosen


def partner_named(name: str, ruleset: Ruleset, players: int) -> Partner:
    """A bot of ours by its name."""
    if name.strip().casefold() == EXPERT:
        return ExpertPartner(ruleset, players)
    return CompiledPartner(name, ruleset, players)
