"""The records of one game and the rules that work on them, as Python needs them: bytes in, bytes out.

Everything here is about speed. Records are read through ctypes, which gives Python's own integers in a
fraction of the time that NumPy's take, and the arrays that the rules want are made once.

A `Game` owns an engine. Whoever has many games shares one and borrows it for a position: `with engine.at(position):`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from passgo.dealer import Dealer
from passgo.editions import Ruleset
from passgo.machine.entries import loaded
from passgo.machine.records import block_of, rows_of
from passgo.notation.events import RawEvent, read_events
from passgo.rules import codes, state
from passgo.rules.legal import allowed, legal
from passgo.rules.step import setup, step
from passgo.rules.waiting import next_to_decide, to_act

STATE, ACTION = state.STATE, state.ACTION
STATE_BYTES, ACTION_BYTES = STATE.itemsize, ACTION.itemsize
EMPTY = bytes(STATE_BYTES)

BLOCK: Any = block_of(
    games=(state.State, 1), actions=(state.Action, 1), listed=(state.Action, codes.ACTIONS), logs=(state.Log, 1)
)
"""The memory of an engine, asked for at once: games are copied often, and asking for memory is most of that."""

GAME_AT = slice(0, STATE_BYTES)
ACTION_AT = slice(BLOCK.actions.offset, BLOCK.actions.offset + ACTION_BYTES)
LIST_AT = BLOCK.listed.offset


class Engine:
    """The record of a game, an action to be played, and a log of what the last step did.

    >>> from passgo import editions
    >>> engine = Engine(editions.ruleset("classic"))
    >>> engine.setup(3)
    >>> engine.g.players, engine.g.cash[0]
    (3, 1500)
    """

    __slots__ = (
        "_actions",
        "_block",
        "_editions",
        "_games",
        "_lent",
        "_list",
        "_logs",
        "_memory",
        "_record",
        "action",
        "g",
        "read_events",
        "step",
        "take_played",
        "take_position",
    )

    g: state.State
    """The game."""
    action: state.Action
    """The action to be played."""

    # These four are called at every step. Made of what is not Python, they cost half of what methods would.
    step: Callable[[], int]
    """Play the action: 0, or the number of the rule that refuses it."""
    read_events: Callable[[], list[RawEvent]]
    """What the last step did."""
    take_position: Callable[[], bytes]
    """The whole game as bytes."""
    take_played: Callable[[], bytes]
    """The action as bytes."""

    def __init__(self, ruleset: Ruleset) -> None:
        block = BLOCK()
        games, actions, logs = block.games, block.actions, block.logs
        self.g, self.action, log = games[0], actions[0], logs[0]
        log.listening = 1
        self._block = memoryview(block).cast("B")
        self._memory, self._record = self._block[GAME_AT], self._block[ACTION_AT]
        self._games, self._logs = rows_of(state.State, games), rows_of(state.Log, logs)
        self._actions, self._list = rows_of(state.Action, actions), rows_of(state.Action, block.listed)
        self._editions = ruleset.rows
        self.step = partial(loaded(step), self._games, 0, self._editions, 0, self._logs, 0, self._actions, 0)
        self.read_events = partial(read_events, log)
        self.take_position, self.take_played = self._memory.tobytes, self._record.tobytes
        self._lent = False

    @contextmanager
    def at(self, position: bytes) -> Iterator["Engine"]:
        """Borrow the engine for a position, until the end of the `with` block.

        >>> from passgo import editions
        >>> engine = Engine(editions.ruleset("classic"))
        >>> with engine.at(EMPTY):
        ...     with engine.at(EMPTY):
        ...         pass
        Traceback (most recent call last):
        RuntimeError: the engine is lent to another position; nothing may wait while it is borrowed
        """
        self.borrow(position)
        try:
            yield self
        finally:
            self.give_back()

    def borrow(self, position: bytes) -> None:
        """Put a position into the engine, which nobody else can do until `give_back`."""
        if self._lent:
            raise RuntimeError("the engine is lent to another position; nothing may wait while it is borrowed")
        self._lent = True
        self._memory[:] = position

    def give_back(self) -> None:
        """End the loan."""
        self._lent = False

    def setup(self, players: int) -> None:
        """Begin a game with so many players. The rules begin with an empty record."""
        self._memory[:] = EMPTY
        if setup(self._games, 0, self._editions, 0, self._logs, 0, players):
            raise ValueError(f"this edition cannot be played by {players} (setup.players)")

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
        return self._block[LIST_AT : LIST_AT + count * ACTION_BYTES].tobytes()

    def deal(self, dealer: Dealer, number: int) -> None:
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
    def position(self) -> bytes:
        """The whole game as bytes."""
        return self.take_position()

    @position.setter
    def position(self, record: bytes) -> None:
        self._memory[:] = record

    def read(self, unpack: Callable[[Any], tuple[int, ...]]) -> tuple[int, ...]:
        """Several fields of the game at once, by a `passgo.machine.records.reader` of them."""
        return unpack(self._memory)

    def cut(self, place: slice) -> bytes:
        """Some bytes of the game, at a `passgo.machine.records.place_of` a field."""
        return self._memory[place].tobytes()

    @property
    def played(self) -> bytes:
        """The action as bytes."""
        return self.take_played()

    @played.setter
    def played(self, record: bytes) -> None:
        self._record[:] = record
