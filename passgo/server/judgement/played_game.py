"""A game of the server as the analysis reads it: a `Game` made of its log, and which entry holds which step."""

from bisect import bisect_right
from collections.abc import Sequence

from passgo.game import Game
from passgo.notation.actions import Action as NamedAction
from passgo.server.http.export import text_of
from passgo.server.store import Entry
from passgo.server.table import entries
from passgo.server.table.edition_engine import EditionEngine
from passgo.server.table.state import GameState, without_undone
from passgo.server.wire.actions import told_action
from passgo.server.wire.types import Action

NO_SEED = bytes(32)
"""A record needs a seed to name its dealer; who only looks at the game needs none."""


class PlayedGame:
    """A game of the server, without what was taken back."""

    def __init__(self, game: str, log: Sequence[Entry], seed: bytes = NO_SEED) -> None:
        self.game = Game.from_record(text_of(game, log, seed).decode())
        self.edition = edition_of(game, log)
        self.seqs: list[int] = []
        """The entries that hold steps, in order."""
        self._ends: list[int] = []
        steps = 0
        for entry, body in without_undone(log):
            if isinstance(body, entries.Started | entries.Moved | entries.Corrected):
                steps += 1 if isinstance(body, entries.Corrected) else len(body.steps)
                self.seqs.append(entry.seq)
                self._ends.append(steps)

    def seq_of(self, step: int) -> int:
        """The entry that holds a step, counted from 0."""
        return self.seqs[min(bisect_right(self._ends, step), len(self.seqs) - 1)]

    def steps_until(self, at: int) -> int:
        """How many steps there were after the entry number `at` of those with steps."""
        return self._ends[at]

    def seat(self, name: str) -> int:
        """The seat of a player."""
        return self.game.names.index(name)

    def action(self, action: NamedAction, player: str) -> Action:
        """An action as it is sent."""
        record = self.game._engine.action
        self.game._names.write(action, self.seat(player), 0, record)
        return told_action(self.edition, self.game._engine.played)


def edition_of(game: str, log: Sequence[Entry]) -> EditionEngine:
    """The edition of a game."""
    state = GameState(game)
    state.absorb(log[0], entries.body_of(log[0]))
    return state.edition
