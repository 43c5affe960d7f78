"""Playing a batch of games: the records on the desk, the compiled loop, and what comes of it."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from passgo.bots import MEMORY, notebooks
from passgo.bots.fallback import fallback
from passgo.dealer import deal
from passgo.machine.records import arrays, new
from passgo.machine.switches import PLAIN
from passgo.rules import ids
from passgo.rules.codes import PLAYERS
from passgo.rules.state import STATE, Action, Edition, Log, State
from passgo.rules.step import setup, step
from passgo.rules.waiting import next_to_decide
from passgo.simulate.output.turns import Columns, joined, turn_columns
from passgo.simulate.runs.counts import REFUSALS, ROWS, RULES, TALLY, TURNS, WIDTH
from passgo.simulate.runs.faults import Faults
from passgo.simulate.runs.loop import NOTEBOOKS, TEMPLATE, TURN_ROOM, play_games
from passgo.simulate.runs.plan import Plan, counters_of

ROOM = 16_384
"""Turns (of about 1 KB) for which there is room in a batch. Games that do not fit are played again, fewer at a time."""

Array = np.ndarray[Any, np.dtype[np.int64]]
Words = np.ndarray[Any, np.dtype[np.uint64]]


@dataclass(frozen=True)
class Batch:
    """Some successive games that were played: a row for each, what was tallied over them, their turns if kept."""

    numbers: range
    rows: Array
    tally: Array
    faults: Faults = field(default_factory=Faults)
    turns: Columns | None = None


class Desk:
    """Where the games of a batch are played: the records, the notebooks, the counts.

    A bot that attends (`Bot.attend`) finds here what it needs: the game being played, and its place in `memory` behind
    all notebooks, for two numbers that are its own for the whole batch.
    """

    def __init__(self, plan: Plan, numbers: range, counters: Words, room: int = 0) -> None:
        self.plan, self.numbers, self.counters = plan, numbers, counters
        self.states, self.actions = new(State, TURN_ROOM + room), new(Action)
        self.memory = np.zeros(2 * NOTEBOOKS + 2 * PLAYERS, np.int64)
        self.memory[NOTEBOOKS : NOTEBOOKS + len(plan.bots) * MEMORY] = notebooks(bot.notebook for bot in plan.bots)
        self.book = np.zeros(ROWS + len(numbers) * WIDTH, np.int64)
        self.rows = self.book[ROWS:].reshape(len(numbers), WIDTH)
        self.faults, self.lost = Faults(), [0] * PLAYERS
        self.kept: list[Any] = []
        """What has to live as long as the batch."""
        for seat, bot in enumerate(plan.bots):
            if bot.attend is not None:
                bot.attend(self, seat)

    @property
    def game(self) -> int:
        """The number of the game being played: every game before it has had a turn."""
        return self.numbers[int(np.count_nonzero(self.rows[:, TURNS]))]

    def lose(self, seat: int, kind: str, what: str, first: str) -> None:
        """Note a fault that costs the bot of this seat its decision."""
        self.lost[seat] += 1
        self.faults.note(self.plan.bots[seat].name, kind, what, self.game, first)

    def play(self, dealer: Any) -> None:
        """Play the games, with chance by a compiled dealer that begins each game with its counter."""
        plan, logs = self.plan, new(Log)
        games, editions, log = arrays(State, self.states), arrays(Edition, plan.table.record), arrays(Log, logs)
        setup(games, TEMPLATE, editions, 0, log, 0, len(plan.bots))
        if plan.start:
            self.states[TEMPLATE] = np.frombuffer(plan.start, STATE)[0]
        logs["listening"] = 1
        policies = [bot.policy for bot in plan.bots] + [fallback] * (PLAYERS + 1 - len(plan.bots))
        polled = sum(1 << seat for seat, bot in enumerate(plan.bots) if bot.polled)
        records = [games, editions, log, arrays(Action, self.actions)]
        numeric = [self.counters.copy(), self.memory, self.book, plan.rounds, polled]
        everything: list[Any] = [step, dealer, next_to_decide, tuple(policies), *records, *numeric]
        entry_point(play_games)(*everything)

    def results(self) -> Batch:
        """What was played. A decision lost by a fault is refused, but no rule was broken."""
        for seat, lost in enumerate(self.lost):
            self.book[REFUSALS + seat * RULES + ids.SETUP_PLAYERS] -= lost
        return Batch(self.numbers, self.rows, self.book[:TALLY], self.faults)

    def turns(self) -> np.ndarray[Any, Any]:
        """The positions kept, each from the beginning of a turn."""
        kept = self.states[TURN_ROOM:]
        return kept[kept["turn"] > 0]


def entry_point(entry: Any) -> Any:
    """What runs, without Numba's choosing by the types of the arguments: with functions among them it takes 4 ms."""
    if PLAIN:
        return entry
    if not entry.overloads:
        entry.compile(None)
    (only,) = entry.overloads.values()
    return only.entry_point


def play_batch(
    plan: Plan, numbers: range, dealer: Any = deal, counters_for: Callable[..., Words] = counters_of
) -> Batch:
    """Play these games of the run, with chance by a compiled dealer that begins each game with a counter."""

    def played(numbers: range, room: int) -> Desk:
        desk = Desk(plan, numbers, counters_for(plan.seed, numbers), room)
        desk.play(dealer)
        return desk

    desk = played(numbers, ROOM if plan.turns else 0)
    batch = desk.results()
    if not plan.turns:
        return batch
    turns = batch.rows[:, TURNS]
    if turns.sum() <= ROOM:
        return replace(batch, turns=turn_columns(plan, numbers, desk.turns()))
    parts = []
    for few in fitting(numbers, turns, ROOM):
        room = int(turns[few.start - numbers.start : few.stop - numbers.start].sum())
        parts.append(turn_columns(plan, few, played(few, room).turns()))
    return replace(batch, turns=joined(parts))


def fitting(numbers: range, turns: Array, room: int) -> list[range]:
    """The games in parts whose turns fit into the room; a game that fits nowhere is a part of its own.

    >>> fitting(range(10, 14), np.array([3, 4, 9, 1]), room=8)
    [range(10, 12), range(12, 13), range(13, 14)]
    """
    parts, first, filled = [], numbers.start, 0
    for number, count in zip(numbers, turns, strict=True):
        if filled and filled + count > room:
            parts.append(range(first, number))
            first, filled = number, 0
        filled += int(count)
    return [*parts, range(first, numbers.stop)]
