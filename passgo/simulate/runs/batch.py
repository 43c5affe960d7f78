"""One batch of a run: the records it is played in, the call of the compiled loop, and what comes out."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from passgo.bots import MEMORY, notebooks
from passgo.bots.fallback import fallback
from passgo.bots.policy import Decide, Policy
from passgo.dealer import deal
from passgo.machine.decorators import inside_of
from passgo.machine.pointers import addresses_of
from passgo.machine.records import arrays, new
from passgo.rules import codes
from passgo.rules.state import STATE, Action, Log, State
from passgo.rules.step import play, setup
from passgo.simulate.output.turns import join_columns
from passgo.simulate.runs.counts import NOT_OWN, REASONS, REFUSALS, ROWS, TALLY, TURNS, WIDTH, Array
from passgo.simulate.runs.faults import Faults
from passgo.simulate.runs.history import History
from passgo.simulate.runs.loop import TEMPLATE, TURN_ROOM, play_games
from passgo.simulate.runs.memory import OPENINGS, SIZE
from passgo.simulate.runs.plan import Columns, Plan, Table, counters_of

ROOM = 16_384
"""Turns that a batch has room for (about 1 KB each). Games that do not fit are played again, fewer at a time."""

Words = np.ndarray[Any, np.dtype[np.uint64]]


@dataclass(frozen=True)
class Batch:
    """The result of some successive games: a row for each game, the tally over all, and the tables of the plan."""

    numbers: range
    rows: Array
    tally: Array
    faults: Faults = field(default_factory=Faults)
    tables: dict[Table, Columns] = field(default_factory=dict)


class BatchRun:
    """A batch while it is played: the records of the game, the memory of the bots, and the counts.

    A bot that needs more than its policy (`Bot.prepare`) finds everything here: the record of the game that is being
    played, its number, and the bot's place in `memory` (`passgo.simulate.runs.memory`).
    """

    def __init__(self, plan: Plan, numbers: range, counters: Words, room: int = 0) -> None:
        self.plan, self.numbers, self.counters = plan, numbers, counters
        self.states, self.actions = new(State, TURN_ROOM + room), new(Action)
        self.memory = np.zeros(SIZE, np.int64)
        self.memory[OPENINGS : OPENINGS + len(plan.bots) * MEMORY] = notebooks(bot.notebook for bot in plan.bots)
        self.book = np.zeros(ROWS + len(numbers) * WIDTH, np.int64)
        self.rows = self.book[ROWS:].reshape(len(numbers), WIDTH)
        self.faults, self.lost = Faults(), [0] * codes.PLAYERS
        self.history = History(keeps=any(bot.plain for bot in plan.bots))
        self.kept: list[Any] = []
        """Objects that must live as long as the batch."""
        for seat, bot in enumerate(plan.bots):
            if bot.learn is not None:
                notebook = self.memory[OPENINGS + seat * MEMORY : OPENINGS + (seat + 1) * MEMORY]
                bot.learn(notebook, plan.ruleset.record, len(plan.bots))
            if bot.prepare is not None:
                bot.prepare(self, seat)

    @property
    def game(self) -> int:
        """The number of the game that is being played. Every game before it has had a turn."""
        return self.numbers[int(np.count_nonzero(self.rows[:, TURNS]))]

    def lose(self, seat: int, kind: str, what: str, first: str) -> None:
        """Note a fault by which the bot of this seat loses its decision."""
        self.lost[seat] += 1
        self.faults.note(self.plan.bots[seat].name, kind, what, self.game, first)

    def play(self, dealer: Any) -> None:
        """Play the games. `dealer` is a compiled dealer with an inside; each game begins with its own counter."""
        play, dealer, policies, deciders, *rest = self.arguments(dealer)
        called: list[Any] = [play, dealer, addresses_of(policies, Policy), addresses_of(deciders, Decide), *rest]
        play_games(*called)

    def arguments(self, dealer: Any) -> list[Any]:
        """What the compiled loop is called with, which takes functions by their addresses."""
        plan, log = self.plan, arrays(Log, self.history.logs)
        games, editions = arrays(State, self.states), plan.ruleset.rows
        self.history.listen()
        setup(games, TEMPLATE, editions, 0, log, 0, len(plan.bots))
        self.history.open(from_start=not plan.start)
        if plan.start:
            self.states[TEMPLATE] = np.frombuffer(plan.start, STATE)[0]
        policies = [bot.policy for bot in plan.bots] + [fallback] * (codes.PLAYERS + 1 - len(plan.bots))
        polled = sum(1 << seat for seat, bot in enumerate(plan.bots) if bot.out_of_turn)
        throwers = sum(1 << seat for seat, bot in enumerate(plan.bots) if bot.throws)
        records = [games, editions, log, arrays(Action, self.actions)]
        numeric = [self.counters.copy(), self.memory, self.book, plan.rounds, polled, throwers]
        return [play, inside_of(dealer), policies, [inside_of(policy) for policy in policies], *records, *numeric]

    def results(self) -> Batch:
        """The result of the games. A decision that was lost by a fault counts as a fault, not as a misplay too."""
        for seat, lost in enumerate(self.lost):
            self.book[REFUSALS + seat * REASONS + NOT_OWN] -= lost
        return Batch(self.numbers, self.rows, self.book[:TALLY], self.faults)

    def turns(self) -> np.ndarray[Any, Any]:
        """The kept positions, each from the beginning of a turn."""
        kept = self.states[TURN_ROOM:]
        return kept[kept["turn"] > 0]


def play_batch(
    plan: Plan, numbers: range, dealer: Any = deal, counters_for: Callable[..., Words] = counters_of
) -> Batch:
    """Play these games of a run. `dealer` is a compiled dealer; `counters_for` gives the counter of each game."""

    def play(numbers: range, room: int) -> BatchRun:
        run = BatchRun(plan, numbers, counters_for(plan.seed, numbers), room)
        run.play(dealer)
        return run

    run = play(numbers, ROOM if plan.tables else 0)
    batch = run.results()
    if not plan.tables:
        return batch
    turns = batch.rows[:, TURNS]
    if turns.sum() <= ROOM:
        return replace(batch, tables=tables_of(plan, numbers, run.turns()))
    parts = []
    for few in split_to_fit(numbers, turns, ROOM):
        room = int(turns[few.start - numbers.start : few.stop - numbers.start].sum())
        parts.append(tables_of(plan, few, play(few, room).turns()))
    return replace(batch, tables={table: join_columns([part[table] for part in parts]) for table in plan.tables})


def tables_of(plan: Plan, numbers: range, kept: np.ndarray[Any, Any]) -> dict[Table, Columns]:
    """The rows of every table of the plan for these games, from the positions at the beginnings of their turns."""
    return {table: table(plan, numbers, kept) for table in plan.tables}


def split_to_fit(numbers: range, turns: Array, room: int) -> list[range]:
    """The games in parts whose turns fit into the room. A game that does not fit even alone is a part of its own.

    >>> split_to_fit(range(10, 14), np.array([3, 4, 9, 1]), room=8)
    [range(10, 12), range(12, 13), range(13, 14)]
    """
    parts, first, filled = [], numbers.start, 0
    for number, count in zip(numbers, turns, strict=True):
        if filled and filled + count > room:
            parts.append(range(first, number))
            first, filled = number, 0
        filled += int(count)
    return [*parts, range(first, numbers.stop)]
