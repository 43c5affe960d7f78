"""Some games of an environment: their records, and the compiled call that plays one numbered action in each."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from passgo import bots
from passgo.bots import MEMORY
from passgo.bots.fallback import fallback
from passgo.bots.policy import Decide, Policy
from passgo.dealer import SEEDS, counter_of, deal
from passgo.envs.setup import Setup
from passgo.envs.tables import actions as space
from passgo.envs.tables import loop
from passgo.envs.tables.loop import BEGIN, BOOK, ENDS, choose_any, first_unlawful, observe_seat, step_tables
from passgo.machine.decorators import inside_of
from passgo.machine.pointers import addresses_of
from passgo.machine.records import arrays, new, plain
from passgo.rules import codes
from passgo.rules.state import STATE, Action, Log, State
from passgo.rules.step import play, setup

Array = np.ndarray[Any, Any]


KEPT = (
    "states", "drafts", "book", "ends", "told", "seen", "masks", "choices", "counters", "choosing", "memory", "settings"
)  # fmt: skip
"""The arrays that make up the games."""


class Games:
    """So many games of one kind, in flat arrays with a row for each game.

    `seen`, `masks`, `told` and `chosen` are the memory that the compiled call writes: whoever wraps them for other
    loops copies what must outlive the next step.

    >>> games = Games(Setup("classic", 2), 3)
    >>> games.begin([1, 2, 3])
    >>> games.seen.shape, games.masks.shape, games.over.tolist()
    ((3, 283), (3, 251), [0, 0, 0])
    """

    def __init__(self, wanted: Setup, count: int = 1) -> None:
        self.setup, self.count, self.layout = wanted, count, wanted.layout
        seats = wanted.seats
        self.states, self.drafts = new(State, count + 1), new(Action, count)
        self.book, self.ends = np.zeros((count, BOOK), np.int64), np.zeros((count, ENDS), np.int64)
        self.told = np.zeros((loop.TOLD, count), np.int64)
        self.seen = np.zeros((count, self.layout.size), np.int16)
        self.masks = np.zeros((count, space.COUNT), np.int8)
        self.choices = np.zeros((count, space.COUNT), np.uint8)
        self.counters, self.choosing = np.zeros(count, np.uint64), np.zeros(count, np.uint64)
        self.chosen, self.rows = np.zeros(count, np.int64), np.arange(count)
        self.memory = np.zeros((count + 1) * seats * MEMORY if wanted.bots else 0, np.int64)
        self.settings = self._settings()
        self._log, self._actions = new(Log), new(Action, codes.ACTIONS)
        self._edition = wanted.ruleset.rows
        self._all_games, self._all_drafts = arrays(State, self.states), arrays(Action, self.drafts)
        setup(self._all_games, count, self._edition, 0, arrays(Log, self._log), 0, seats)
        self._open_notebooks()
        self._fixed = self._arguments()
        self.learner = wanted.learners[0]

    def _settings(self) -> Array:
        """What the compiled call is told about all games."""
        wanted, settings = self.setup, np.zeros(loop.SETTINGS, np.int64)
        settings[loop.LEARNERS] = sum(1 << seat for seat in wanted.learners)
        settings[loop.OUT_OF_TURN], settings[loop.RESIGNING] = wanted.out_of_turn, wanted.resign
        settings[loop.DEALING], settings[loop.CHANCE_PLAYED] = wanted.deals, wanted.chance == "agent"
        settings[loop.CASH_SHOWN], settings[loop.MOST_STEPS] = wanted.cash_shown, wanted.max_steps
        settings[loop.WORTH_COUNTED], settings[loop.WIDTH] = wanted.reward == "shaped", self.layout.size
        return settings

    def _open_notebooks(self) -> None:
        """Write the notebooks with which every game begins."""
        first = self.count * self.setup.seats * MEMORY
        for seat, name in self.setup.bots.items():
            bot = bots.bot(name)
            notebook = self.memory[first + seat * MEMORY :][:MEMORY]
            notebook[: len(bot.notebook)] = bot.notebook
            if bot.learn is not None:
                bot.learn(notebook, self.setup.ruleset.record, self.setup.seats)

    def _arguments(self) -> list[Any]:
        """What the compiled call is always called with."""
        policies = [bots.policy(self.setup.bots[s]) if s in self.setup.bots else None for s in range(codes.PLAYERS)]
        deciders = [None if policy is None else inside_of(policy) for policy in policies]
        return [
            play, inside_of(deal), addresses_of([*policies, fallback], Policy), addresses_of(deciders, Decide),
            self._all_games, self._edition, arrays(Log, self._log), arrays(Action, self._actions), self._all_drafts,
            self.counters, self.memory, self.book.reshape(-1), self.ends.reshape(-1), self.told.reshape(-1),
            self.seen.reshape(-1), self.masks.view(np.uint8).reshape(-1), self.choices.reshape(-1), self.settings,
        ]  # fmt: skip

    def begin(self, seeds: Sequence[int | None] = (), rows: Array | None = None) -> None:
        """Begin a new game in these rows, or in all; a row with a seed has the dice of that seed, others go on."""
        rows = self.rows if rows is None else rows
        for row, seed in zip(rows, seeds, strict=False):
            if seed is not None:
                self.counters[row] = counter_of(seed)
                self.choosing[row] = counter_of(seed + SEEDS)  # no seed of dice
        self.play(np.full(len(rows), BEGIN), rows)

    def play(self, chosen: Array, rows: Array | None = None) -> int:
        """Play a numbered action in these games, or in all, and go on until the caller has to decide; returns how many
        of them are over."""
        called: list[Any] = [*self._fixed, self.rows if rows is None else rows, chosen]
        return step_tables(*called)

    def choose_any(self) -> Array:
        """A random lawful action for every game, all equally likely."""
        choose_any(self.told.reshape(-1), self.choices.reshape(-1), self.choosing, self.chosen)
        return self.chosen

    def first_unlawful(self, chosen: Array) -> int:
        """The first game in which what was chosen is not lawful now; NOBODY if it is so in none."""
        return first_unlawful(self.masks.view(np.uint8).reshape(-1), chosen)

    def observe(self, row: int, player: int) -> Array:
        """What a player sees of a game."""
        seen = np.zeros(self.layout.size, np.int16)
        polled = int(self.book[row, loop.POLLED])
        cash = int(self.settings[loop.CASH_SHOWN])
        observe_seat(self._all_games, row, self._edition, self._all_drafts, player, cash, polled, seen)
        return seen

    def place(self, row: int, position: bytes) -> None:
        """Put a position in place of a game; chance to come is the game's own."""
        held = np.frombuffer(position, STATE)[0]
        if held["players"] != self.setup.seats:
            raise ValueError(f"expected a position of {self.setup.seats} players, found {held['players']}")
        template = self.states[self.count].copy()
        self.states[self.count] = held
        self.begin(rows=np.array([row]))
        self.states[self.count] = template

    def __deepcopy__(self, memo: dict[int, Any]) -> "Games":
        """Other games at the same points, with the same chance to come."""
        twin = Games(self.setup, self.count)
        for name in KEPT:
            getattr(twin, name)[...] = getattr(self, name)
        return twin

    def state(self, row: int = 0) -> State:
        """The record of a game, to read."""
        return plain(State, self.states, row * STATE.itemsize)

    @property
    def players(self) -> Array:
        """Who decides in each game: a player, CHANCE, or NOBODY."""
        told: Array = self.told[loop.TOLD_PLAYER]
        return told

    @property
    def over(self) -> Array:
        """0 where the game goes on, or `loop.FINISHED`, or `loop.CUT_OFF`."""
        told: Array = self.told[loop.TOLD_OVER]
        return told

    @property
    def bytes_per_game(self) -> float:
        """The memory of a game, with everything that grows with the number of games."""
        held = (self.states, self.drafts, self.book, self.seen, self.masks, self.choices, self.counters, self.choosing)
        more = (self.ends, self.told, self.chosen, self.rows, self.memory)
        return sum(array.nbytes for array in (*held, *more)) / self.count
