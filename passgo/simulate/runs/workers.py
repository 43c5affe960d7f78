"""Playing a run batch by batch, in one thread or several; the results come in the order of the games."""

import os
import queue
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Generic, Protocol, TypeVar

from passgo.simulate.runs.batch import Batch, play_batch
from passgo.simulate.runs.plan import MOST_THREADS, Plan

BATCH = 2000
"""Games in one call of the loop: so many that the call itself (1 ms) does not count, so few that Ctrl-C is heard."""

TURNS_BATCH = 50
"""The same when every turn is kept."""

SMALL_BATCH = 20
"""The same where a bot is a user's own compiled code."""

PLAIN_BATCH = 1
"""The same where a bot is plain Python. A game may take long then, and Ctrl-C waits for one and loses none."""

AHEAD = 4
"""Batches for each thread that may be begun before the first of them is taken."""

Played = TypeVar("Played")


def batches_of(games: int, size: int = BATCH, first: int = 0) -> Iterator[range]:
    """The numbers of the games, batch by batch; one at a time, as there may be more than memory holds."""
    return (range(begin, min(begin + size, games)) for begin in range(first, games, size))


def usual_size(plan: Plan) -> int:
    """How many games make a batch."""
    if any(bot.plain for bot in plan.bots):
        return PLAIN_BATCH
    if is_attended(plan):
        return SMALL_BATCH
    return TURNS_BATCH if plan.turns else BATCH


def is_attended(plan: Plan) -> bool:
    """Is a bot's code Python's? That runs in one thread at a time, and may remember things from game to game."""
    return any(bot.attend is not None for bot in plan.bots)


def usual_threads() -> int:
    """A thread for each processor this process may use."""
    return min(MOST_THREADS, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


class Source(Protocol):
    """Whoever plays the batches of a run."""

    def results(self) -> Iterator[Batch]:
        """The batches in the order of the games, each as soon as it and all before it are played."""

    def stop(self) -> None:
        """Begin no further batch; those that were begun are still played. Safe to call from a signal handler."""

    def give_up(self) -> None:
        """Wait for nothing more: `results` ends as soon as it can. Safe to call from a signal handler."""


class Crew(Generic[Played]):
    """Threads that take one batch after another, in order, until none is left or they are told to stop.

    Every batch that was begun is finished, so what is done is always the first so many games. They do not run far
    ahead of whoever takes the results: memory would grow if those were written more slowly than games are played.
    """

    def __init__(self, play: Callable[[range], Played], batches: Iterable[range], threads: int) -> None:
        self._play = play
        self._waiting = iter(enumerate(batches))
        self._taking = threading.Lock()
        self._stopped = threading.Event()
        self._given_up = False
        self._played: queue.SimpleQueue[tuple[int, Played | BaseException | None]] = queue.SimpleQueue()
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
                self._played.put((place, self._play(numbers)))
            except BaseException as problem:  # told to whoever waits for the batch, in their own thread
                self.stop()
                self._played.put((place, problem))
        self._played.put((-1, None))

    def stop(self) -> None:
        """Begin no further batch."""
        self._stopped.set()
        self._let_go()

    def give_up(self) -> None:
        """Do not wait for the batches being played, either: their threads are left behind. Safe in a signal handler."""
        self.stop()
        self._given_up = True
        self._played.put((-1, None))  # wakes whoever waits

    def _let_go(self) -> None:
        """Wake every thread that waits for leave to begin, so that it sees that there is nothing to do."""
        for _ in self._threads:
            self._leave.put(None)

    def results(self) -> Iterator[Played]:
        """The batches as they are done, in the order of the games."""
        for thread in self._threads:
            thread.start()
        try:
            yield from self._in_order()
        finally:  # also when whoever takes the results fails
            self.stop()

    def _in_order(self) -> Iterator[Played]:
        """What the threads play, sorted."""
        early: dict[int, Played] = {}
        wanted = 0
        while self._at_work and not self._given_up:
            place, result = self._played.get()
            if isinstance(result, BaseException):
                raise result
            if result is None:
                self._at_work -= 1
                self._let_go()
                continue
            early[place] = result
            while wanted in early:
                yield early.pop(wanted)
                wanted += 1
                self._leave.put(None)


def crew_for(plan: Plan, threads: int, size: int | None = None) -> Crew[Batch]:
    """Threads that play a run."""
    batches = batches_of(plan.games, size or usual_size(plan))
    return Crew(lambda numbers: play_batch(plan, numbers), batches, 1 if is_attended(plan) else threads)


@contextmanager
def on_ctrl_c(*answers: Callable[[], None]) -> Iterator[None]:
    """While this lasts, each Ctrl-C calls the next of the answers and raises nothing: no result is lost half-way.

    After these Ctrl-C is Python's own again. Only the main thread hears it; elsewhere nothing changes.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    left = list(answers)

    def hear(number: int, frame: object) -> None:
        answer = left.pop(0)
        if not left:
            signal.signal(signal.SIGINT, before)
        answer()

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def play(source: Source, hear: Callable[[Batch], None]) -> None:
    """Let `hear` have each batch of a run, in order; Ctrl-C ends it after the batches being played, twice at once."""
    with on_ctrl_c(source.stop, source.give_up):
        for batch in source.results():
            hear(batch)
