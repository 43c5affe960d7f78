"""Playing a run batch by batch, in one thread or several; the results come in the order of the games."""

import os
import queue
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import numpy as np

from passgo.bots.policy import MEMORY
from passgo.dealer import deal
from passgo.rules import ids
from passgo.rules.codes import PLAYERS
from passgo.rules.compiled import arrays
from passgo.rules.state import Action, Edition, Log, State, new
from passgo.rules.step import setup, step
from passgo.rules.who import next_to_decide
from passgo.simulate.counting import REFUSALS, ROWS, RULES, TALLY, TURNS, WIDTH
from passgo.simulate.fallback import fallback
from passgo.simulate.faults import Faults
from passgo.simulate.loop import NOTEBOOKS, TEMPLATE, play_games
from passgo.simulate.plan import MOST_THREADS, Plan, counters_of

BATCH = 1000
"""Games in one call of the loop: so many that the call itself (2 ms) does not count, so few that Ctrl-C is heard."""

SMALL_BATCH = 20
"""The same where a bot is plain Python, and a game takes a noticeable part of a second."""

Array = np.ndarray[Any, np.dtype[np.int64]]
Words = np.ndarray[Any, np.dtype[np.uint64]]
Played = TypeVar("Played")


@dataclass(frozen=True)
class Batch:
    """Some successive games that were played: a row for each, and what was tallied over them."""

    numbers: range
    rows: Array
    tally: Array
    faults: Faults = field(default_factory=Faults)


class Desk:
    """Where the games of a batch are played: the records, the notebooks, the counts.

    A bot that attends (`Bot.attend`) finds here what it needs: the game being played, and its place in `memory` behind
    all notebooks, for two numbers that are its own for the whole batch.
    """

    def __init__(self, plan: Plan, numbers: range, counters: Words) -> None:
        self.plan, self.numbers, self.counters = plan, numbers, counters
        self.states, self.actions = new(State, 2), new(Action)
        self.memory = np.zeros(2 * NOTEBOOKS + 2 * PLAYERS, np.int64)
        self.book = np.zeros(ROWS + len(numbers) * WIDTH, np.int64)
        self.rows = self.book[ROWS:].reshape(len(numbers), WIDTH)
        self.faults, self.lost = Faults(), [0] * PLAYERS
        self.kept: list[Any] = []
        """What has to live as long as the batch."""
        for seat, bot in enumerate(plan.bots):
            first = NOTEBOOKS + seat * MEMORY
            self.memory[first : first + len(bot.notebook)] = bot.notebook
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

    def results(self) -> Batch:
        """What was played. A decision lost by a fault is refused, but no rule was broken."""
        for seat, lost in enumerate(self.lost):
            self.book[REFUSALS + seat * RULES + ids.SETUP_PLAYERS] -= lost
        return Batch(self.numbers, self.rows, self.book[:TALLY], self.faults)


def play_batch(
    plan: Plan, numbers: range, dealer: Any = deal, counters_for: Callable[..., Words] = counters_of
) -> Batch:
    """Play these games of the run, with chance by a compiled dealer that begins each game with a counter."""
    desk = Desk(plan, numbers, counters_for(plan.seed, numbers))
    logs: Any = new(Log)
    games, editions, log = arrays(State, desk.states), arrays(Edition, plan.table.record), arrays(Log, logs)
    setup(games, TEMPLATE, editions, 0, log, 0, len(plan.bots))
    logs["listening"] = 1
    policies = [bot.policy for bot in plan.bots] + [fallback] * (PLAYERS - len(plan.bots))
    polled = sum(1 << seat for seat, bot in enumerate(plan.bots) if bot.polled)
    records = [games, editions, log, arrays(Action, desk.actions)]
    numeric = [desk.counters.copy(), desk.memory, desk.book, plan.rounds, polled]
    everything: list[Any] = [step, dealer, next_to_decide, fallback, *policies, *records, *numeric]
    play_games(*everything)
    return desk.results()


def batches_of(games: int, size: int = BATCH, first: int = 0) -> list[range]:
    """The numbers of the games, batch by batch."""
    return [range(begin, min(begin + size, games)) for begin in range(first, games, size)]


def usual_threads() -> int:
    """A thread for each processor this process may use."""
    return min(MOST_THREADS, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


class Crew(Generic[Played]):
    """Threads that take one batch after another, in order, until none is left or they are told to stop.

    Every batch that was begun is finished, so what is done is always the first so many games.
    """

    def __init__(self, play: Callable[[range], Played], batches: Sequence[range], threads: int) -> None:
        self._play = play
        self._waiting = iter(enumerate(batches))
        self._taking = threading.Lock()
        self._stopped = threading.Event()
        self._played: queue.SimpleQueue[tuple[int, Played | BaseException | None]] = queue.SimpleQueue()
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
                self._played.put((place, self._play(numbers)))
            except BaseException as problem:  # told to whoever waits for the batch, in their own thread
                self.stop()
                self._played.put((place, problem))
        self._played.put((-1, None))

    def stop(self) -> None:
        """Begin no further batch."""
        self._stopped.set()

    def results(self) -> Iterator[Played]:
        """The batches as they are done, in the order of the games."""
        for thread in self._threads:
            thread.start()
        early: dict[int, Played] = {}
        wanted = 0
        while self._at_work:
            place, result = self._played.get()
            if isinstance(result, BaseException):
                raise result
            if result is None:
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
    attended = any(bot.attend is not None for bot in plan.bots)
    if attended:  # their code is Python's, which runs one thread at a time, and may remember things from game to game
        threads, size = 1, min(size, SMALL_BATCH)
    crew = Crew(lambda numbers: play_batch(plan, numbers), batches_of(plan.games, size), threads)
    with on_ctrl_c(crew.stop):
        for batch in crew.results():
            hear(batch)
