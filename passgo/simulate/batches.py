"""Playing a run batch by batch, in one thread or several; the results come in the order of the games.

Whoever plays the batches of a run is a `Source`: the threads of this machine here, a cluster in `cluster.py`.
"""

import os
import queue
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from passgo.bots import MEMORY, notebooks
from passgo.dealer import deal
from passgo.rules.codes import PLAYERS
from passgo.rules.compiled import arrays
from passgo.rules.state import STATE, Action, Edition, Log, State, new
from passgo.rules.step import setup, step
from passgo.rules.who import next_to_decide
from passgo.simulate.counting import ROWS, TALLY, TURNS, WIDTH
from passgo.simulate.fallback import fallback
from passgo.simulate.loop import NOTEBOOKS, TEMPLATE, TURN_ROOM, play_games
from passgo.simulate.plan import MOST_THREADS, Plan, counters_of
from passgo.simulate.turns import Columns, joined, turn_columns

BATCH = 1000
"""Games in one call of the loop: so many that the call itself (2 ms) does not count, so few that Ctrl-C is heard."""

TURNS_BATCH = 50
"""The same when every turn is kept."""

ROOM = 16_384
"""Turns (of about 1 KB) for which there is room in a batch. Games that do not fit are played again, fewer at a time."""

AHEAD = 4
"""Batches for each thread that may be begun before the first of them is taken."""

Array = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True)
class Batch:
    """Some successive games that were played: a row for each, what was tallied over them, and, if asked for, their
    turns by column."""

    numbers: range
    rows: Array
    tally: Array
    turns: Columns | None = None


def play_batch(plan: Plan, numbers: range) -> Batch:
    """Play these games of the run."""
    if not plan.turns:
        return play_with_room(plan, numbers, 0)[0]
    batch, kept = play_with_room(plan, numbers, ROOM)
    turns = batch.rows[:, TURNS]
    if turns.sum() <= ROOM:
        return replace(batch, turns=turn_columns(plan, numbers, kept))
    parts = []
    for few in fitting(numbers, turns, ROOM):
        room = int(turns[few.start - numbers.start : few.stop - numbers.start].sum())
        parts.append(turn_columns(plan, few, play_with_room(plan, few, room)[1]))
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


def play_with_room(plan: Plan, numbers: range, room: int) -> tuple[Batch, np.ndarray[Any, Any]]:
    """Play these games, and keep the positions at the beginning of so many turns, those of the first games first."""
    states: Any = new(State, TURN_ROOM + room)
    logs: Any = new(Log)
    actions, memory = new(Action), np.zeros(2 * NOTEBOOKS, np.int64)
    memory[NOTEBOOKS : NOTEBOOKS + len(plan.bots) * MEMORY] = notebooks(bot.notebook for bot in plan.bots)
    editions, log = arrays(Edition, plan.table.record), arrays(Log, logs)
    games = arrays(State, states)
    setup(games, TEMPLATE, editions, 0, log, 0, len(plan.bots))
    if plan.start:
        states[TEMPLATE] = np.frombuffer(plan.start, STATE)[0]
    logs["listening"] = 1
    policies = [bot.policy for bot in plan.bots] + [fallback] * (PLAYERS - len(plan.bots))
    book = np.zeros(ROWS + len(numbers) * WIDTH, np.int64)
    records = [games, editions, log, arrays(Action, actions)]
    numeric = [counters_of(plan.seed, numbers), memory, book, plan.rounds]
    everything: list[Any] = [step, deal, next_to_decide, fallback, *policies, *records, *numeric]
    play_games(*everything)
    kept = states[TURN_ROOM:]
    played = Batch(numbers, book[ROWS:].reshape(len(numbers), WIDTH), book[:TALLY])
    return played, kept[kept["turn"] > 0]


def batches_of(games: int, size: int = BATCH) -> list[range]:
    """The numbers of the games, batch by batch."""
    return [range(first, min(first + size, games)) for first in range(0, games, size)]


def usual_size(plan: Plan) -> int:
    """How many games make a batch."""
    return TURNS_BATCH if plan.turns else BATCH


def usual_threads() -> int:
    """A thread for each processor this process may use."""
    return min(MOST_THREADS, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


class Source(Protocol):
    """Whoever plays the batches of a run."""

    def results(self) -> Iterator[Batch]:
        """The batches in the order of the games, each as soon as it and all before it are played."""

    def stop(self) -> None:
        """Begin no further batch; those that were begun are still played. Safe to call from a signal handler."""


class Crew:
    """Threads that take one batch after another, in order, until none is left or they are told to stop.

    Every batch that was begun is finished, so what is done is always the first so many games. They do not run far
    ahead of whoever takes the results: memory would grow if those were written more slowly than games are played.
    """

    def __init__(self, plan: Plan, threads: int, size: int | None = None) -> None:
        self._plan = plan
        self._waiting = iter(enumerate(batches_of(plan.games, size or usual_size(plan))))
        self._taking = threading.Lock()
        self._stopped = threading.Event()
        self._played: queue.SimpleQueue[tuple[int, Batch | BaseException]] = queue.SimpleQueue()
        self._at_work = max(1, min(threads, MOST_THREADS))
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(self._at_work)]
        self._leave: queue.SimpleQueue[None] = queue.SimpleQueue()  # a word in it for each batch that may be begun
        for _ in range(AHEAD * self._at_work):
            self._leave.put(None)

    def _take(self) -> tuple[int, range] | None:
        """The next batch to play, if any."""
        self._leave.get()
        with self._taking:
            return None if self._stopped.is_set() else next(self._waiting, None)

    def _work(self) -> None:
        """Play batches until there are none."""
        while (taken := self._take()) is not None:
            place, numbers = taken
            try:
                self._played.put((place, play_batch(self._plan, numbers)))
            except BaseException as problem:  # told to whoever waits for the batch, in their own thread
                self.stop()
                self._played.put((place, problem))
        self._played.put((-1, Batch(range(0), np.zeros((0, WIDTH), np.int64), np.zeros(TALLY, np.int64))))

    def stop(self) -> None:
        """Begin no further batch."""
        self._stopped.set()
        self._let_go()

    def _let_go(self) -> None:
        """Wake every thread that waits for leave to begin, so that it sees that there is nothing to do."""
        for _ in self._threads:
            self._leave.put(None)

    def results(self) -> Iterator[Batch]:
        """The batches as they are done, in the order of the games."""
        for thread in self._threads:
            thread.start()
        try:
            yield from self._in_order()
        finally:  # also when whoever takes the results fails
            self.stop()

    def _in_order(self) -> Iterator[Batch]:
        """What the threads play, sorted."""
        early: dict[int, Batch] = {}
        wanted = 0
        while self._at_work:
            place, result = self._played.get()
            if isinstance(result, BaseException):
                raise result
            if place < 0:
                self._at_work -= 1
                self._let_go()
                continue
            early[place] = result
            while wanted in early:
                yield early.pop(wanted)
                wanted += 1
                self._leave.put(None)


@contextmanager
def on_ctrl_c(stop: Callable[[], None]) -> Iterator[None]:
    """While this lasts, the first Ctrl-C calls `stop` and raises nothing, so that no result is lost half-way.

    The second one is Python's own again. Only the main thread hears Ctrl-C; elsewhere nothing changes.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def hear(number: int, frame: object) -> None:
        signal.signal(signal.SIGINT, before)
        stop()

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def play(source: Source, hear: Callable[[Batch], None]) -> None:
    """Let `hear` have each batch of a run, in order; Ctrl-C ends it after the batches that are being played."""
    with on_ctrl_c(source.stop):
        for batch in source.results():
            hear(batch)
