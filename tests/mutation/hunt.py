"""Hunting mutants: pytest collects the tests once, then each mutant lives and dies in a fork of that process."""

import gc
import os
import select
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.covering import recorded
from tests.mutation.mutants import Mutant

KILLED, SURVIVED, UNTOUCHED, TIMED_OUT = "killed", "survived", "not executed by any test", "did not end"
PATIENCE = 10.0
"""A test may take so many times its usual CPU time before it counts as endless, and never less than a second."""


@dataclass
class Verdict:
    """What became of a mutant, by which test, and after how long."""

    mutant: Mutant
    outcome: str
    test: str = ""
    seconds: float = 0.0

    @property
    def is_dead(self) -> bool:
        return self.outcome in (KILLED, TIMED_OUT)


class Hunt:
    """A pytest plugin: it takes the place of the loop that would run every test once."""

    def __init__(
        self, mutants: list[Mutant], heard: Callable[[Verdict], None], prepared: Callable[[int, int], None],
        forks: int = 1, budget_s: float = 30.0,
    ) -> None:  # fmt: skip
        self.mutants, self.heard, self.prepared = mutants, heard, prepared
        self.forks, self.budget_s = forks, budget_s
        self.items: list[Any] = []
        self.usual_s: list[float] = []
        self.kills: Counter[tuple[str, int]] = Counter()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise pytest.UsageError("the tests cannot even be collected")
        self.items = session.items
        self.covering = recorded(len(self.items), self.time_one)
        self.prepared(len(self.items), len(self.items))
        gc.collect()
        gc.freeze()
        hunt_all(self)
        return True

    def time_one(self, number: int) -> None:
        """Run a test on the rules as they are, which it must pass."""
        self.prepared(number, len(self.items))
        began = time.process_time()
        if fails(self.items[number]):
            raise pytest.UsageError(f"{self.items[number].nodeid} fails without any mutant")
        self.usual_s.append(time.process_time() - began)

    def tracked(self, mutant: Mutant) -> list[int]:
        """The tests that execute the mutant's statement: those that killed in its function before, then the quick."""
        tests = self.covering.get((mutant.site.file, mutant.site.number), [])
        return sorted(tests, key=lambda test: (-self.kills[place_of(mutant), test], self.usual_s[test]))

    def pursue(self, mutant: Mutant, tests: list[int], say: Callable[[str], None]) -> None:
        """In the fork: make the mistake, and run tests until one fails."""
        mutant.apply()
        spent = 0.0
        for test in tests:
            spent += self.usual_s[test]
            if spent > self.budget_s:
                break
            say(f"{test} ")
            signal.setitimer(signal.ITIMER_PROF, 1 + PATIENCE * self.usual_s[test])
            if fails(self.items[test]):
                say(KILLED)
                return
            signal.setitimer(signal.ITIMER_PROF, 0)
        say(SURVIVED)

    def judged(self, mutant: Mutant, said: str, seconds: float) -> Verdict:
        """What the fork said before it ended: the tests it began, and the outcome unless a test never ended."""
        *begun, last = said.split(" ")
        outcome = last or TIMED_OUT
        test = int(begun[-1]) if begun else -1
        if outcome == SURVIVED or test < 0:
            return Verdict(mutant, outcome if begun else UNTOUCHED, "", seconds)
        self.kills[place_of(mutant), test] += 1
        return Verdict(mutant, outcome, self.items[test].nodeid, seconds)


def place_of(mutant: Mutant) -> str:
    return f"{mutant.site.file}.{mutant.site.function.name}"


def fails(item: Any) -> bool:
    """Run one test; does it fail, or break off?"""
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


@dataclass
class Fork:
    """A child at work on a mutant; it speaks through a pipe."""

    mutant: Mutant
    process: int
    pipe: int
    began: float
    said: str = ""


def hunt_all(hunt: Hunt) -> None:
    """All mutants, so many at a time."""
    waiting = iter(hunt.mutants)
    at_work: dict[int, Fork] = {}
    try:
        while True:
            for mutant in waiting:
                fork = forked(hunt, mutant)
                at_work[fork.pipe] = fork
                if len(at_work) >= hunt.forks:
                    break
            if not at_work:
                return
            for fork in ended(at_work):
                del at_work[fork.pipe]
                hunt.heard(hunt.judged(fork.mutant, fork.said, time.monotonic() - fork.began))
    finally:
        for fork in at_work.values():
            os.kill(fork.process, signal.SIGKILL)
            os.waitpid(fork.process, 0)


def forked(hunt: Hunt, mutant: Mutant) -> Fork:
    """Begin the pursuit of a mutant in a process of its own."""
    tests = hunt.tracked(mutant)
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return Fork(mutant, process, reading, time.monotonic())
    status = 1
    try:
        os.close(reading)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)  # a test that never ends ends the fork
        hunt.pursue(mutant, tests, lambda word: os.write(writing, word.encode()) and None)
        status = 0
    finally:
        os._exit(status)


def ended(at_work: dict[int, Fork]) -> Iterator[Fork]:
    """Listen until at least one fork has ended."""
    while True:
        ready, _, _ = select.select(list(at_work), [], [])
        done = []
        for pipe in ready:
            heard = os.read(pipe, 65536)
            at_work[pipe].said += heard.decode()
            if not heard:
                os.close(pipe)
                if os.waitstatus_to_exitcode(os.waitpid(at_work[pipe].process, 0)[1]) == 1:
                    raise RuntimeError(f"this mutant could not be made: {at_work[pipe].mutant.name}")
                done.append(at_work[pipe])
        if done:
            yield from done
            return


def verdicts(hunt: Hunt, tests: Iterable[str]) -> int:
    """Collect the tests and hunt; pytest's exit code."""
    return int(pytest.main([*tests, "-q", "-s", "--no-header", "--tb=no", "-p", "no:cacheprovider"], plugins=[hunt]))
