"""Playing a run batch by batch, in one thread or several; the results come in the order of the games."""

import os
import queue
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from passgo.bots import MEMORY, notebooks
from passgo.dealer import deal
from passgo.rules.codes import PLAYERS
from passgo.rules.compiled import arrays
from passgo.rules.state import Action, Edition, Log, State, new
from passgo.rules.step import setup, step
from passgo.rules.who import next_to_decide
from passgo.simulate.counting import ROWS, TALLY, WIDTH
from passgo.simulate.fallback import fallback
from passgo.simulate.loop import NOTEBOOKS, TEMPLATE, play_games
from passgo.simulate.plan import MOST_THREADS, Plan, counters_of

BATCH = 1000
"""Games in one call of the loop: so many that the call itself (2 ms) does not count, so few that Ctrl-C is heard."""

Array = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True)
class Batch:
    """Some successive games that were played: a row for each, and what was tallied over them."""

    numbers: range
    rows: Array
    tally: Array


def play_batch(plan: Plan, numbers: range) -> Batch:
    """Play these games of the run."""
    states: Any = new(State, 2)
    logs: Any = new(Log)
    actions, memory = new(Action), np.zeros(2 * NOTEBOOKS, np.int64)
    memory[NOTEBOOKS : NOTEBOOKS + len(plan.bots) * MEMORY] = notebooks(bot.notebook for bot in plan.bots)
    editions, log = arrays(Edition, plan.table.record), arrays(Log, logs)
    games = arrays(State, states)
    setup(games, TEMPLATE, editions, 0, log, 0, len(plan.bots))
    logs["listening"] = 1
    policies = [bot.policy for bot in plan.bots] + [fallback] * (PLAYERS - len(plan.bots))
    book = np.zeros(ROWS + len(numbers) * WIDTH, np.int64)
    records = [games, editions, log, arrays(Action, actions)]
    numeric = [counters_of(plan.seed, numbers), memory, book, plan.rounds]
    everything: list[Any] = [step, deal, next_to_decide, fallback, *policies, *records, *numeric]
    play_games(*everything)
    return Batch(numbers, book[ROWS:].reshape(len(numbers), WIDTH), book[:TALLY])


def batches_of(games: int, size: int = BATCH) -> list[range]:
    """The numbers of the games, batch by batch."""
    return [range(first, min(first + size, games)) for first in range(0, games, size)]


def usual_threads() -> int:
    """A thread for each processor this process may use."""
    return min(MOST_THREADS, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


class Crew:
    """Threads that take one batch after another, in order, until none is left or they are told to stop.

    Every batch that was begun is finished, so what is done is always the first so many games.
    """

    def __init__(self, plan: Plan, threads: int, size: int = BATCH) -> None:
        self._plan = plan
        self._waiting = iter(enumerate(batches_of(plan.games, size)))
        self._taking = threading.Lock()
        self._stopped = threading.Event()
        self._played: queue.SimpleQueue[tuple[int, Batch | BaseException]] = queue.SimpleQueue()
        self._at_work = max(1, min(threads, MOST_THREADS))
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(self._at_work)]

    def _take(self) -> tuple[int, range] | None:
        """The next batch to play, if any."""
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

    def results(self) -> Iterator[Batch]:
        """The batches as they are done, in the order of the games."""
        for thread in self._threads:
            thread.start()
        early: dict[int, Batch] = {}
        wanted = 0
        while self._at_work:
            place, result = self._played.get()
            if isinstance(result, BaseException):
                raise result
            if place < 0:
                self._at_work -= 1
                continue
            early[place] = result
            while wanted in early:
                yield early.pop(wanted)
                wanted += 1


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


def play(plan: Plan, threads: int, hear: Callable[[Batch], None], size: int = BATCH) -> None:
    """Play a run and let `hear` have each batch, in order; Ctrl-C ends it after the batches that are being played."""
    crew = Crew(plan, threads, size)
    with on_ctrl_c(crew.stop):
        for batch in crew.results():
            hear(batch)
