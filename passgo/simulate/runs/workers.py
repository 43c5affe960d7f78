"""Threads that play the batches of a run. The results come in the order of the games, and Ctrl-C loses none of them."""

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
"""Games in one call of the loop: enough that the call itself (1 ms) does not matter, few enough that Ctrl-C works."""

TURNS_BATCH = 50
"""The same if every turn is kept."""

SMALL_BATCH = 20
"""The same if a bot is compiled code of a user, or ponders."""

PLAIN_BATCH = 1
"""The same if a bot is plain Python. A game may take long then: Ctrl-C waits for one game, and loses none."""

AHEAD = 4
"""Batches for each thread that may be begun before the first result is taken."""

BatchResult = TypeVar("BatchResult")


def batches_of(games: int, size: int = BATCH, first: int = 0) -> Iterator[range]:
    """The numbers of the games, batch by batch. They are made one at a time: there may be more than memory can hold."""
    return (range(begin, min(begin + size, games)) for begin in range(first, games, size))


def usual_size(plan: Plan) -> int:
    """How many games a batch of this run has."""
    if any(bot.plain for bot in plan.bots):
        return PLAIN_BATCH
    if plan.has_user_bots or any(bot.ponders for bot in plan.bots):
        return SMALL_BATCH
    return TURNS_BATCH if plan.tables else BATCH


def usual_threads() -> int:
    """One thread for each processor that this process may use."""
    return min(MOST_THREADS, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


class Source(Protocol):
    """Something that plays the batches of a run: threads of this machine, or a cluster."""

    def results(self) -> Iterator[Batch]:
        """The batches in the order of the games, each as soon as it and all batches before it are played."""

    def stop(self) -> None:
        """Begin no further batch, but finish those that were begun. Safe to call from a signal handler."""

    def give_up(self) -> None:
        """Do not wait for any batch: `results` ends as soon as it can. Safe to call from a signal handler."""


class Workers(Generic[BatchResult]):
    """Threads that play one batch after another, in order, until none is left or `stop` is called.

    Every batch that was begun is finished, so the games that are done are always the first ones of the run. The threads
    do not run far ahead of the caller who takes the results. Otherwise memory would grow whenever results are written
    more slowly than games are played.
    """

    def __init__(self, play: Callable[[range], BatchResult], batches: Iterable[range], threads: int) -> None:
        self._play = play
        self._waiting = iter(enumerate(batches))
        self._taking = threading.Lock()
        self._stopped = threading.Event()
        self._given_up = False
        self._played: queue.SimpleQueue[tuple[int, BatchResult | BaseException | None]] = queue.SimpleQueue()
        self._at_work = max(1, min(threads, MOST_THREADS))
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(self._at_work)]
        self._permits: queue.SimpleQueue[None] = queue.SimpleQueue()  # one entry for each batch that may be begun
        for _ in range(AHEAD * self._at_work):
            self._permits.put(None)

    def _take(self) -> tuple[int, range] | None:
        """The next batch to play, or None."""
        self._permits.get()
        with self._taking:
            return None if self._stopped.is_set() else next(self._waiting, None)

    def _work(self) -> None:
        """Play batches until there are none left."""
        while (taken := self._take()) is not None:
            place, numbers = taken
            try:
                self._played.put((place, self._play(numbers)))
            except BaseException as problem:  # raised again in the thread that takes the results
                self.stop()
                self._played.put((place, problem))
        self._played.put((-1, None))

    def stop(self) -> None:
        """Begin no further batch."""
        self._stopped.set()
        self._release()

    def give_up(self) -> None:
        """Do not wait for the batches that are being played: their threads are abandoned."""
        self.stop()
        self._given_up = True
        self._played.put((-1, None))  # wakes the thread that takes the results

    def _release(self) -> None:
        """Wake every thread that waits for a permit, so that it sees that there is nothing to do."""
        for _ in self._threads:
            self._permits.put(None)

    def results(self) -> Iterator[BatchResult]:
        """The results of the batches, in the order of the games."""
        for thread in self._threads:
            thread.start()
        try:
            yield from self._in_order()
        finally:  # also if the caller who takes the results fails
            self.stop()

    def _in_order(self) -> Iterator[BatchResult]:
        """The results of all threads, sorted by batch."""
        early: dict[int, BatchResult] = {}
        wanted = 0
        while self._at_work and not self._given_up:
            place, result = self._played.get()
            if isinstance(result, BaseException):
                raise result
            if result is None:
                self._at_work -= 1
                self._release()
                continue
            early[place] = result
            while wanted in early:
                yield early.pop(wanted)
                wanted += 1
                self._permits.put(None)


def workers_for(plan: Plan, threads: int, size: int | None = None) -> Workers[Batch]:
    """Threads that play a run: a single one if a bot is one of a user's own."""
    batches = batches_of(plan.games, size or usual_size(plan))
    return Workers(lambda numbers: play_batch(plan, numbers), batches, 1 if plan.has_user_bots else threads)


@contextmanager
def on_ctrl_c(*answers: Callable[[], None]) -> Iterator[None]:
    """Inside this context each Ctrl-C calls the next of the answers instead of raising, so that no result is lost.

    After the last answer Ctrl-C raises again, as usual in Python. Signals reach only the main thread; in other threads
    this context does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    left = list(answers)

    def handle(number: int, frame: object) -> None:
        answer = left.pop(0)
        if not left:
            signal.signal(signal.SIGINT, before)
        answer()

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
