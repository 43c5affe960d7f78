"""The records of one game and the rules that work on them, as Python needs them: bytes in, bytes out.

Everything here is about speed. Records are read through ctypes, which gives Python's own integers in a
fraction of the time that NumPy's take, and the arrays that the rules want are made once.
"""

from typing import Any, cast

import numpy as np

from passgo.editions import Ruleset
from passgo.machine import records
from passgo.machine.records import arrays
from passgo.rules import state
from passgo.rules.codes import ACTIONS
from passgo.rules.legal import allowed, legal
from passgo.rules.step import setup, step
from passgo.rules.waiting import next_to_decide, to_act

ACTION_BYTES = state.ACTION.itemsize


class Engine:
    """One game: its record, an action to be played, and a log of what the last step did."""

    __slots__ = ("_actions", "_editions", "_games", "_list", "_listed", "_log", "_logs", "_memory", "action", "g")

    def __init__(self, table: Ruleset) -> None:
        games: Any = records.new(state.State)
        logs: Any = records.new(state.Log)
        actions: Any = records.new(state.Action)
        listed: Any = records.new(state.Action, ACTIONS)
        logs["listening"] = 1
        self.g = records.plain(state.State, games)
        self._log = records.plain(state.Log, logs)
        self.action = records.plain(state.Action, actions)
        self._memory = memoryview(games.view(np.uint8))
        self._listed = memoryview(listed.view(np.uint8))
        self._games, self._logs = arrays(state.State, games), arrays(state.Log, logs)
        self._actions, self._list = arrays(state.Action, actions), arrays(state.Action, listed)
        self._editions = arrays(state.Edition, table.record)

    def setup(self, players: int) -> int:
        """Begin a game with so many players: 0, or the number of the rule that refuses it."""
        return int(setup(self._games, 0, self._editions, 0, self._logs, 0, players))

    def step(self) -> int:
        """Play the action: 0, or the number of the rule that refuses it."""
        return step(self._games, 0, self._editions, 0, self._logs, 0, self._actions, 0)

    def allowed(self) -> int:
        """0 if the action could be played, or the number of the rule that forbids it."""
        return int(allowed(self._games, 0, self._editions, 0, self._actions, 0))

    def ask(self, policy: Any, player: int, notebook: Any) -> None:
        """Let a compiled policy write what a player does to the action."""
        policy(self._games, 0, self._editions, 0, player, self._actions, 0, notebook, 0)

    def legal(self, player: int) -> list[bytes]:
        """The legal list of a player, as records of actions."""
        records = self.legal_records(player)
        return [records[at : at + ACTION_BYTES] for at in range(0, len(records), ACTION_BYTES)]

    def legal_records(self, player: int) -> bytes:
        """The legal list of a player, as records of actions one after the other."""
        count = legal(self._games, 0, self._editions, 0, player, self._list)
        return bytes(self._listed[: count * ACTION_BYTES])

    def deal(self, dealer: Any, number: int) -> None:
        """Let the dealer write what chance does, as chance event `number`, to the action."""
        dealer.deal(self._games, 0, self._editions, 0, number, self._actions, 0)

    @property
    def to_act(self) -> int:
        """Everyone the game waits for, as a set."""
        return int(to_act(self._games, 0))

    @property
    def next_to_decide(self) -> int:
        """Who is to be asked next."""
        return int(next_to_decide(self._games, 0))

    @property
    def log(self) -> state.Log:
        """What the last step did."""
        return self._log

    @property
    def position(self) -> bytes:
        """The whole game as bytes."""
        return self._memory.tobytes()

    @position.setter
    def position(self, record: bytes) -> None:
        self._memory[:] = record

    @property
    def played(self) -> bytes:
        """The action as bytes."""
        return bytes(cast(Any, self.action))

    @played.setter
    def played(self, record: bytes) -> None:
        memoryview(cast(Any, self.action)).cast("B")[:] = record
