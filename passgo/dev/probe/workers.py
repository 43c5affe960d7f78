"""Processes that play a probe side by side. Ctrl-C keeps what is done."""

import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from itertools import chain, count
from multiprocessing import get_context
from typing import Any

from passgo.dev.probe.chosen import try_offers
from passgo.dev.probe.findings import Findings
from passgo.dev.probe.matches import MatchResult, play_match
from passgo.dev.probe.plan import ProbePlan, ProbeTable
from passgo.simulate import usual_threads
from passgo.simulate.runs.workers import on_ctrl_c

MOST_GAMES_FOR_AN_OFFER = 20
"""If bots accept so little that more games would be needed for an offer, fewer offers are tried."""

Task = tuple[Callable[[ProbeTable, int], Any], int]
tables: list[ProbeTable] = []
"""In a worker: the table at which it plays."""


def begin(plan: ProbePlan) -> None:
    """Prepare a worker. Ctrl-C is for the process that asked: this one finishes what it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tables[:] = [ProbeTable(plan)]


def do(task: Task) -> Any:
    """Do a piece of work, in a worker."""
    function, number = task
    return function(tables[0], number)


class Stopped:
    """Whether Ctrl-C was pressed."""

    def __init__(self) -> None:
        self.is_set = False

    def set(self) -> None:
        """It was."""
        self.is_set = True


def tasks_of(findings: Findings) -> Iterator[Task]:
    """The pieces of work: all matches, then games in which offers are chosen, until there are enough of them."""
    plan = findings.plan
    matches = ((play_match, number) for number in range(plan.matches))
    tried = ((try_offers, number) for number in count())
    for task in chain(matches, tried):
        enough = len(findings.truths) >= plan.offers or task[1] > MOST_GAMES_FOR_AN_OFFER * plan.offers
        if task[0] is try_offers and enough:
            return
        yield task


def probe(
    plan: ProbePlan, processes: int | None = None, tell: Callable[[Findings], None] = lambda findings: None
) -> Findings:
    """Probe a bot; `tell` is shown the findings whenever there are more of them."""
    findings, began, stopped = Findings(plan), time.monotonic(), Stopped()
    pool = ProcessPoolExecutor(processes or usual_threads(), get_context("spawn"), begin, (plan,))
    with pool, on_ctrl_c(stopped.set):
        for found in results(pool, tasks_of(findings), processes or usual_threads(), stopped):
            if isinstance(found, MatchResult):
                findings.matches.append(found)
            else:
                findings.truths += found[: plan.offers - len(findings.truths)]
            findings.seconds = time.monotonic() - began
            tell(findings)
    return findings


def results(pool: Executor, tasks: Iterator[Task], processes: int, stopped: Stopped) -> Iterator[Any]:
    """The results in the order of the tasks, of which a few are under way at a time."""
    waiting: list[Future[Any]] = []
    while True:
        while not stopped.is_set and len(waiting) < 2 * processes and (task := next(tasks, None)) is not None:
            waiting.append(pool.submit(do, task))
        if stopped.is_set:
            waiting = [future for future in waiting if not future.cancel()]
        if not waiting:
            return
        wait(waiting[:1], return_when=FIRST_COMPLETED)
        yield waiting.pop(0).result()
