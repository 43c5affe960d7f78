"""A storm: one seeded run of processes, players and faults, and its verdict."""

import asyncio
import hashlib
import logging
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from tests.simulation.chronicle import Chronicle
from tests.simulation.disk import Disk
from tests.simulation.judge import Judge
from tests.simulation.loop import StandsStill, World
from tests.simulation.network import Network
from tests.simulation.players import Party, Person
from tests.simulation.process import Process
from tests.simulation.weather import Weather

Mode = Literal["safety", "liveness"]
STORM_SECONDS = 120.0
"""How long the storm lasts, by the clock of its world."""
STORM_ENTRIES = 120
"""Entries in all logs after which it ends earlier."""
CALM_SECONDS = 2 * 3600.0
"""How long every game may take to its end when nothing goes wrong any more."""
SETTLING_SECONDS = 60.0
"""After the last game, until all have heard of it."""
NAMES = ("Ann", "Ben", "Cy", "Dot", "Eve", "Fay", "Gil", "Hal", "Ida", "Joe", "Kim", "Lou")
ENDED = ("finished", "abandoned")
SHORT: tuple[dict[str, Any], ...] = (
    {"setup_cash": 250, "move_salary": 0},
    {"setup_cash": 150, "move_salary": 0, "auction_declined": False},
    {"short_game": True, "short_rounds": 3},
    {"setup_cash": 300, "move_salary": 0, "table_cash_private": False},
)
"""Options with which a game is over soon."""


@dataclass
class Outcome:
    """The verdict on a run."""

    seed: int
    mode: Mode
    complaints: list[str]
    tail: list[str]
    entries: int
    games: int
    finished: int
    deaths: int
    seconds: float

    @property
    def command(self) -> str:
        """The line that repeats the run."""
        return f"python -m tests.simulation --seeds 1 --first {self.seed} --mode {self.mode}"


class Errors(logging.Handler):
    """Collects what the server logs as its own mistakes."""

    def __init__(self, complain: Callable[[str], None]) -> None:
        super().__init__(logging.ERROR)
        self._complain = complain

    def emit(self, record: logging.LogRecord) -> None:
        """A mistake was logged."""
        if record.exc_info:  # without it, it is the disk's trouble
            self._complain(f"the server logs: {record.getMessage()}: {record.exc_info[1]!r}")


class Storm:
    """One run."""

    def __init__(self, seed: int, mode: Mode) -> None:
        self.seed, self.mode = f"{seed} {mode}", mode
        self.number = seed
        self.world, self.chance = World(), Random(self.seed)
        self.weather = Weather.of(self.seed)
        shared = self.chance.random() < 0.4
        weather = self.weather
        self.disk = Disk(
            self.world.outside, shared, weather.commit_delay, weather.fate, weather.readable, changed=self._look
        )
        self.judge = Judge(self.disk)
        self.network = Network(self.world, weather, self.judge)
        self.processes: list[Process] = []
        self.deaths = 0
        self.calm = self.over = self._enough = self._all_over = False
        for _ in range(self.chance.choice((2, 2, 3)) if shared else 1):
            self.processes.append(self._process(len(self.processes)))
        self.parties = [self._party() for _ in range(self.chance.choice((1, 1, 2)))]
        self.people: list[Person] = []

    # Processes

    def _process(self, place: int) -> Process:
        name = f"process {place} after {self.deaths} deaths"
        set_by = self.processes[place].set_by if place < len(self.processes) else 0.0
        process = Process(self.world, self.disk, self.weather, name, self.seed, set_by)
        process.on_death.append(lambda: self._replace(place))
        self.judge.note(name, "starts")
        return process

    def _replace(self, place: int) -> None:
        """A process has died: another takes its place after a while."""
        self.judge.note(self.processes[place].name, "dies")
        self.deaths += 1

        def start() -> None:
            self.processes[place] = self._process(place)

        self.world.outside.call_later(self.weather.wait(1.0 if self.calm else 4.0), start)

    def find_process(self) -> Process:
        """The process to which the next connection leads; it may be dead."""
        return self.chance.choice(self.processes)

    # Faults

    async def _now_and_then(self, every: Callable[[], float], do: Callable[[Process], None]) -> None:
        """Do something to some process again and again."""
        while every() and not self.calm:
            await asyncio.sleep(self.weather.wait(every()))
            process = self.find_process()
            if process.alive and not self.calm:
                self.judge.note(process.name, do.__name__)
                do(process)

    def _kill(self, process: Process) -> None:
        process.die()

    def _stop(self, process: Process) -> None:
        process.stop()

    def _pause(self, process: Process) -> None:
        process.pause(self.weather.wait(self.weather.chance.choice((0.5, 5.0, 30.0))))

    def _set_clock(self, process: Process) -> None:
        process.set_by += self.weather.chance.choice((-3600.0, -5.0, 5.0, 3600.0))

    # People

    def _party(self) -> Party:
        chance = self.chance
        seats = chance.choice((2, 2, 3))
        bots, own = chance.choice((0, 0, 1)), chance.choice((1, 1, 2))
        wanted: list[dict[str, Any]] = [{"mine": True, "name": NAMES[n]} for n in range(min(own, seats))]
        wanted += [{"kind": "bot", "bot": "cautious"}] * min(bots, seats - len(wanted))
        guests = seats - len(wanted)
        wanted += [{"kind": "person"}] * guests
        clock = {
            "decision": chance.choice((0, 10, 60)),
            "call": chance.choice((0, 5, 20)),
            "grace": chance.choice((0, 5, 30)),
        }
        wish = {
            "edition": chance.choice(("classic", "classic", "speed-die", "modern")),
            "seats": wanted,
            "options": chance.choice(SHORT),
            "public": chance.random() < 0.5,
            "clock": clock,
        }
        return Party(wish, guests - (guests and chance.random() < 0.15), chance.choice((0, 0, 1)))

    def _invite_all(self) -> None:
        for n, party in enumerate(self.parties):
            for m in range(1 + party.guests + party.watchers):
                person = Person(self, party, f"{NAMES[2 + m]} {n}")
                self.people.append(person)
                live = person.host if m == 0 else person.visit if m <= party.guests else person.watch
                self._begin(live)

    def _begin(self, live: Callable[[], Awaitable[None]]) -> None:
        task: asyncio.Task[None] = self.world.outside.create_task(live())

        def ended(task: asyncio.Task[None]) -> None:
            if not task.cancelled() and task.exception() is not None:
                self.judge.complain(f"a player cannot go on: {task.exception()!r}")

        task.add_done_callback(ended)

    # The course of a run

    @property
    def entries(self) -> int:
        """How many entries there are in all."""
        return sum(len(kept.entries) for kept in self.disk.games.values())

    def run(self) -> Outcome:
        """Storm, calm if games are to end, and the verdict."""
        errors, logger = Errors(self.judge.complain), logging.getLogger("passgo")
        logger.addHandler(errors)
        try:
            self._storm()
            if self.mode == "liveness" and not self.judge.complaints:
                self._calm()
        except StandsStill as problem:
            self.judge.complain(f"the world stands still: {problem}")
        except Exception as problem:  # of a callback: a real loop would only log it
            self.judge.complain("".join(traceback.format_exception(problem)))
        finally:
            logger.removeHandler(errors)
            self.over = True
        self._judge()
        outcome = self._outcome()
        self.world.end()
        return outcome

    def _judge(self) -> None:
        browsers = [browser for person in self.people for browser in person.browsers]
        try:
            chronicles = self.judge.conclude(self.processes, browsers)
            if self.calm:
                self._judge_news(chronicles)
        except Exception as problem:  # a log that makes no sense at all
            self.judge.complain("".join(traceback.format_exception(problem)))

    def _storm(self) -> None:
        self._invite_all()
        weather, outside = self.weather, self.world.outside
        outside.create_task(self._now_and_then(lambda: weather.life, self._kill))
        outside.create_task(self._now_and_then(lambda: weather.service, self._stop))
        outside.create_task(self._now_and_then(lambda: weather.wake, self._pause))
        outside.create_task(self._now_and_then(lambda: weather.clock, self._set_clock))
        self.world.run(lambda: self._enough or self._all_over, STORM_SECONDS)

    def _look(self) -> None:
        """Something was kept: is it enough, or are all games over?"""
        rows = [kept.row for kept in self.disk.games.values()]
        self._enough = self.entries > STORM_ENTRIES
        self._all_over = len(rows) == len(self.parties) and all(row.status in ENDED for row in rows)

    def _calm(self) -> None:
        """Nothing goes wrong from now on, and everybody plays on: every game ends, and everybody hears of it."""
        self.weather.calm_down()
        self.calm = True
        for process in self.processes:
            process.loop.paused_until = 0.0
        self.judge.note("weather", "calm")
        if not self.world.run(lambda: self._all_over, self.world.now + CALM_SECONDS):
            rows = [kept.row for kept in self.disk.games.values()]
            self.judge.complain(f"games do not end: {rows} of {len(self.parties)}")
        self.world.run(lambda: False, self.world.now + SETTLING_SECONDS)

    def _judge_news(self, chronicles: dict[str, Chronicle]) -> None:
        """When it has been calm for a while, everybody has an answer to everything, and sees the game as it is."""
        for person in self.people:
            for browser in person.browsers[-1:]:
                chronicle, who = chronicles[browser.game], f"{browser.game}: {person.name}"
                if browser.refused:
                    if person.keys and not person.may_be_refused(chronicle):
                        self.judge.complain(f"{who} is refused")
                    continue
                if browser.unanswered:
                    self.judge.complain(f"{who} gets no answer to {list(browser.unanswered.values())}")
                last = chronicle.last.seq
                if browser.table != chronicle.table(last):
                    self.judge.complain(f"{who} sees another table: {browser.table}, {chronicle.table(last)}")
                if chronicle.last.started_at and browser.view != chronicle.view(last):
                    self.judge.complain(f"{who} sees another position")

    def _outcome(self) -> Outcome:
        rows = [kept.row for kept in self.disk.games.values()]
        history = self.judge.history
        finished = sum(row.status == "finished" for row in rows)
        tail = [f"{at:10.3f} {who}: {what!r:.300}" for at, who, what in history[-40:]] if self.judge.complaints else []
        return Outcome(
            self.number, self.mode, self.judge.complaints, tail, self.entries, len(rows), finished, self.deaths,
            self.world.now,
        )  # fmt: skip

    @property
    def digest(self) -> str:
        """A hash of all that happened and of all that was kept."""
        whole = hashlib.sha256()
        for moment in self.judge.history:
            whole.update(repr(moment).encode())
        for kept in self.disk.games.values():
            whole.update(repr(kept.entries).encode())
        return whole.hexdigest()
