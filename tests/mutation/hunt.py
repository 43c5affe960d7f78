"""Hunting mutants: pytest collects the tests once, then each mutant lives and dies in a fork of that process."""

import gc
import os
import select
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.covering import Reached
from tests.mutation.memory import Recordings
from tests.mutation.mutants import Mutant

KILLED, SURVIVED, UNTOUCHED, TIMED_OUT = "killed", "survived", "differs in no test", "did not end"
PATIENCE = 10.0
"""A test may take so many times its usual CPU time before it counts as endless, and never less than a second."""

LEAST_TRIED = 12
UNTRIED = 0.2
"""What a test that has killed nothing yet may still do, as a share of a kill."""
OVERHEAD_S = 0.003
WRITE_EVERY_S = 30
"""Seconds between two times that recordings are kept, in case the run is ended the hard way."""


@dataclass
class Verdict:
    """What became of a mutant, by which test, and after how long."""

    mutant: Mutant
    outcome: str
    test: str = ""
    seconds: float = 0.0

    @property
    def told(self) -> dict[str, Any]:
        """As JSON may hold it."""
        return {"outcome": self.outcome, "test": self.test, "seconds": round(self.seconds, 3)}


class Unfit(Exception):
    """These tests cannot judge mutants; the message says why."""


class Hunt:
    """A pytest plugin: it takes the place of the loop that would run every test once."""

    def __init__(
        self, mutants: list[Mutant], reached: Reached, recordings: Recordings,
        heard: Callable[[Verdict], None], prepared: Callable[[int, int], None], forks: int, budget_s: float,
    ) -> None:  # fmt: skip
        self.mutants, self.reached, self.recordings = mutants, reached, recordings
        self.heard, self.prepared = heard, prepared
        self.forks, self.budget_s = forks, budget_s
        self.problem: BaseException | None = None
        self.earlier: dict[str, Any] = {}
        self.items: list[Any] = []
        self.variant: list[int] = []
        """Which of its parameters a test has: 0 the first, and so on."""
        self.usual_s: dict[int, float] = {}
        self.kills: Counter[tuple[str, int]] = Counter()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Called by pytest, which would swallow what goes wrong in here."""
        try:
            self.go(session)
        except BaseException as problem:
            self.problem = problem
        return True

    def go(self, session: pytest.Session) -> None:
        """Record what each test reaches, then hunt."""
        self.items = [] if session.testsfailed else session.items
        session.config.option.tbstyle = "no"  # nobody reads how a test failed
        met: Counter[str] = Counter()
        for item in self.items:
            name = item.nodeid.split("[")[0]
            self.variant.append(met[name])
            met[name] += 1
        self.learn(self.reached.mutants, self.earlier)
        self.record()
        gc.collect()
        gc.freeze()
        hunt_all(self)

    def learn(self, mutants: list[Mutant], verdicts: dict[str, Any]) -> None:
        """Which tests killed in earlier runs: they are promising."""
        number = {item.nodeid: n for n, item in enumerate(self.items)}
        for mutant in mutants:
            test = number.get(verdicts.get(mutant.name, {}).get("test", ""))
            if test is not None:
                for kind in likes_of(mutant):
                    self.kills[kind, test] += 1

    def record(self) -> None:
        """What does each test reach, and how long does it take? What is known already is not asked again."""
        known = [(n, self.recordings.of(item)) for n, item in enumerate(self.items)]
        for n, told in known:
            if told:
                self.usual_s[n] = told["seconds"]
                self.reached.know(n, int(told["executed"], 16), told["different"])
        asked = [n for n, told in known if not told]
        try:
            if asked:
                self.reached.begin()
            written = time.monotonic()
            for done, n in enumerate(asked):
                self.prepared(done, len(asked))
                if time.monotonic() - written > WRITE_EVERY_S:
                    self.recordings.write()
                    written = time.monotonic()
                found = self.reached.record(lambda: self.time_one(n))  # noqa: B023
                if found is None:
                    raise Unfit(f"{self.items[n].nodeid} fails without any mutant")
                executed, different = found
                self.recordings.keep(self.items[n], self.usual_s[n], executed, different)
                self.reached.know(n, executed, different)
        finally:
            self.reached.remove()
            self.recordings.write()
        self.prepared(len(asked), len(asked))

    def time_one(self, number: int) -> bool:
        """Run a test on the rules as they are. Does it pass?"""
        began = time.process_time()
        failed = fails(self.items[number])
        self.usual_s[number] = time.process_time() - began
        return not failed

    def tracked(self, mutant: Mutant) -> list[int]:
        """The tests that could kill the mutant, those first that promise most for their time."""
        like = likes_of(mutant)

        def promise(test: int) -> float:
            killed = sum(weight * self.kills[kind, test] for kind, weight in like.items())
            return (killed + UNTRIED / (1 + self.variant[test])) / (self.usual_s[test] + OVERHEAD_S)

        return sorted(self.reached.tests_for(mutant), key=promise, reverse=True)

    def pursue(self, mutant: Mutant, tests: list[int], say: Callable[[str], object]) -> None:
        """In the fork: make the mistake, and run tests until one fails."""
        mutant.apply()
        spent = 0.0
        for n, test in enumerate(tests):
            spent += self.usual_s[test]
            if spent > self.budget_s and n >= LEAST_TRIED:
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
        for kind in likes_of(mutant):
            self.kills[kind, test] += 1
        return Verdict(mutant, outcome, self.items[test].nodeid, seconds)


def likes_of(mutant: Mutant) -> dict[str, float]:
    """How much a kill says about others: in the same function, the same mistake in a like statement, anywhere."""
    begins = mutant.name.split(": ")[1].split("(")[0]
    return {f"{mutant.site.file}.{mutant.site.function.name}": 3.0, f"{mutant.operator} {begins}": 1.0, "": 0.1}


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
        hunt.pursue(mutant, tests, lambda word: os.write(writing, word.encode()))
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


def hunt_with(tests: Sequence[str], hunt: Hunt) -> None:
    """Let pytest collect the tests, without a word of its own, and hunt."""
    pytest.main([*tests, "-s", "-p", "no:terminal", "-p", "no:cacheprovider"], plugins=[hunt])
    if not hunt.items:
        raise Unfit(f"pytest finds no tests in {' '.join(tests)}, or cannot read them")
    if hunt.problem:
        raise hunt.problem
