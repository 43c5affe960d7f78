"""The bot that is probed: it plays its seats, and is asked which offers it would accept."""

from dataclasses import replace

import numpy as np

from passgo.analysis.judge import Judge
from passgo.analysis.table import Array
from passgo.bots import EXPERT
from passgo.editions import Ruleset
from passgo.game.engine import Engine
from passgo.rules import codes
from passgo.strategies import expert
from passgo.strategies.offers.partner import CompiledPartner, Partner


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
