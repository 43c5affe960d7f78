"""Who makes lessons: processes of this machine, or a Ray cluster. Some are made ahead of the one that is learnt from.

A lesson follows from the plan and its number alone, so it does not matter who makes it: the same plan gives the same
weights.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, TypeVar

from passgo.analysis.training.lessons import Lesson, make_lesson
from passgo.simulate.runs.cluster import AHEAD, RETRIES
from passgo.simulate.runs.fingerprint import source_hash

T = TypeVar("T")

Maker = Callable[[int, Iterable[int], int], Iterator[Lesson]]
"""Makes the lessons of a seed with these numbers, each of so many tables, in their order."""


def make_here(seed: int, numbers: Iterable[int], tables: int) -> Iterator[Lesson]:
    """Make lessons one after the other, in this process."""
    for number in numbers:
        yield make_lesson(seed, number, tables)


def begin_process() -> None:
    """In a process that makes lessons: Ctrl-C is for the one that learns, and products are for the others' cores."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """End this process when the one that learns is gone: killed, it can tell nobody."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


@contextmanager
def processes(count: int) -> Iterator[Maker]:
    """So many processes of this machine."""
    with ProcessPoolExecutor(count, get_context("spawn"), begin_process) as pool:

        def make(seed: int, numbers: Iterable[int], tables: int) -> Iterator[Lesson]:
            begun = (pool.submit(make_lesson, seed, number, tables) for number in numbers)
            for future in some_ahead(begun, lambda: 2 * count):
                yield future.result()

        try:
            yield make
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def make_for(sources: str, seed: int, number: int, tables: int) -> Lesson:
    """Make a lesson on a machine of a cluster, if PassGo is the same there."""
    if sources != source_hash():
        raise ValueError("a worker of the cluster has another version of PassGo: every machine needs the same")
    return make_lesson(seed, number, tables)


def cluster(engine: Any) -> Maker:
    """The processors of a Ray cluster."""
    task, sources = engine.remote(num_cpus=1, max_retries=RETRIES)(make_for), source_hash()

    def wanted() -> int:
        return AHEAD * max(1, int(engine.cluster_resources().get("CPU", 1)))

    def make(seed: int, numbers: Iterable[int], tables: int) -> Iterator[Lesson]:
        begun = (task.remote(sources, seed, number, tables) for number in numbers)
        for reference in some_ahead(begun, wanted):
            try:
                yield engine.get(reference)
            except engine.exceptions.RayTaskError as problem:  # the task's own error, as if it had happened here
                raise problem.cause from None

    return make


def some_ahead(begun: Iterator[T], wanted: Callable[[], int]) -> Iterator[T]:
    """What was begun, in order; so many are begun before the first is waited for.

    >>> list(some_ahead(iter("abc"), lambda: 2))
    ['a', 'b', 'c']
    """
    waiting: deque[T] = deque()
    while True:
        while len(waiting) < wanted() and (each := next(begun, None)) is not None:
            waiting.append(each)
        if not waiting:
            return
        yield waiting.popleft()
