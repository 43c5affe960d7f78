"""A Ray cluster that plays the batches of a run (extra `[cluster]`).

Workers receive the ruleset, which is data, and the names of bots, not functions. Each worker finds the bots in its own
PassGo and loads the compiled rules from its own disk; a compiled rule that is sent over the network would be compiled
again on arrival. Two versions of PassGo could play different games, so every worker compares its sources with the
caller's. A user's own edition need not lie on the machines of the cluster: the ruleset holds all of it.
"""

import logging
import os
import socket
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from passgo.editions import Ruleset
from passgo.simulate.runs.batch import Batch, play_batch
from passgo.simulate.runs.fingerprint import source_hash
from passgo.simulate.runs.plan import Plan, Table, bot_named
from passgo.simulate.runs.workers import batches_of, on_ctrl_c, usual_size

LOCAL = "local"
"""The address of a cluster on this machine that is started for the run and ends with it."""

RETRIES = 20
"""How often a batch is begun again when its worker, or its machine, dies."""

ANSWER_S = 5.0
"""How long a cluster may take to accept a connection, in seconds."""

AHEAD = 3
"""Batches for each processor that may be begun before the first result is taken."""


@dataclass(frozen=True)
class Job:
    """A plan as data: what a worker is sent."""

    ruleset: Ruleset
    bots: tuple[str, ...]
    games: int
    seed: int
    rounds: int
    tables: tuple[Table, ...]
    start: bytes
    sources: str


def job_of(plan: Plan) -> Job:
    """The plan as data. Only bots that come with PassGo can be sent, by their names.

    >>> from passgo import editions
    >>> from passgo.simulate import Bot
    >>> job_of(Plan(editions.ruleset("classic"), (Bot("mine", None),) * 2, games=1))
    Traceback (most recent call last):
    ...
    ValueError: a cluster plays with the bots that come with PassGo, and 'mine' does not
    """
    for bot in plan.bots:
        try:
            known = bot_named(bot.name) == bot
        except ValueError:
            known = False
        if not known:
            raise ValueError(f"a cluster plays with the bots that come with PassGo, and {bot.name!r} does not")
    return Job(plan.ruleset, plan.names, plan.games, plan.seed, plan.rounds, plan.tables, plan.start, source_hash())


@cache
def plan_of(job: Job) -> Plan:
    """The plan, made again by a worker."""
    if job.sources != source_hash():
        raise ValueError("a worker of the cluster has another version of PassGo: every machine needs the same")
    return Plan(
        job.ruleset,
        tuple(bot_named(name) for name in job.bots),
        job.games, job.seed, job.rounds, job.tables, job.start,
    )  # fmt: skip


def play_job(job: Job, numbers: range) -> Batch:
    """Play these games of the run. This is what a worker does."""
    return play_batch(plan_of(job), numbers)


def import_ray() -> Any:
    """The Ray module, with its usage statistics switched off; if it is missing, an error that says what to install."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # otherwise it warns about graphics cards
    try:
        import ray
    except ImportError:
        raise ValueError("playing on a cluster needs Ray: pip install 'passgo[cluster]'") from None
    return ray


def host_and_port(address: str) -> tuple[str, int] | None:
    """The host and the port of an address, or None if it does not name both.

    >>> host_and_port("10.0.0.1:6379"), host_and_port("ray://[::1]:10001"), host_and_port("auto")
    (('10.0.0.1', 6379), ('::1', 10001), None)
    """
    scheme, _, rest = address.rpartition("://")
    if scheme not in ("", "ray"):
        return None
    named = urlsplit(f"//{rest}")
    return (named.hostname, named.port) if named.hostname and named.port is not None else None


def check_reachable(address: str) -> None:
    """Raise an error if nothing answers at the address. Ray itself would wait for ever, and ignore Ctrl-C."""
    place = host_and_port(address)
    if place is None:
        return
    try:
        socket.create_connection(place, timeout=ANSWER_S).close()
    except (OSError, UnicodeError) as problem:  # UnicodeError: the host is no possible name
        reason = getattr(problem, "strerror", None) or problem
        raise ConnectionError(f"nobody answers there: {reason}") from None


@contextmanager
def connect(address: str = LOCAL, processors: int | None = None) -> Iterator[Any]:
    """The cluster at an address. For `local` a cluster is started on this machine, with so many processors."""
    engine, interrupted = import_ray(), threading.Event()
    own = {"num_cpus": processors, "include_dashboard": False} if address == LOCAL else {}
    try:
        check_reachable(address)
        with on_ctrl_c(interrupted.set):  # Ray would leave a half-started cluster behind, or crash
            engine.init(address, log_to_driver=False, logging_level=logging.ERROR, **own)
    except (ConnectionError, ValueError, RuntimeError) as problem:
        reason = str(problem).splitlines()[0]
        raise ValueError(f"{address}: expected the address of a Ray cluster, or `{LOCAL}`: {reason}") from None
    try:
        if interrupted.is_set():
            raise KeyboardInterrupt
        yield engine
    finally:
        engine.shutdown()


class Cluster:
    """A source of batches: each batch is a task of a Ray cluster, and some tasks are begun ahead of time.

    Ray begins a task again if its worker or machine dies. A game depends on its number alone, so the result is the
    same.
    """

    def __init__(self, engine: Any, plan: Plan, size: int | None = None) -> None:
        self._engine = engine
        self._job = job_of(plan)
        self._waiting = batches_of(plan.games, size or usual_size(plan))
        self._task = engine.remote(num_cpus=1, max_retries=RETRIES)(play_job)
        self._begun: deque[Any] = deque()
        self._stopped = self._given_up = False

    def stop(self) -> None:
        """Begin no further batch."""
        self._stopped = True

    def give_up(self) -> None:
        """Begin no further batch, and wait for none but the one that is already waited for."""
        self._stopped = self._given_up = True

    def results(self) -> Iterator[Batch]:
        """The batches in the order of the games."""
        self._begin()
        while self._begun and not self._given_up:
            yield self._first()
            self._begin()

    def _first(self) -> Batch:
        """Wait for the first of the batches that were begun."""
        errors = self._engine.exceptions
        try:
            batch: Batch = self._engine.get(self._begun.popleft())
        except errors.RayTaskError as problem:  # the error of the task itself, as if it had happened here
            raise problem.cause from None
        except errors.RayError as problem:
            reason = str(problem).strip().splitlines()[0]
            raise ValueError(f"the cluster failed, after {RETRIES} retries: {reason}") from None
        return batch

    def _begin(self) -> None:
        """Keep every processor of the cluster busy. Their number may have changed since the last call."""
        wanted = AHEAD * max(1, int(self._engine.cluster_resources().get("CPU", 1)))
        while len(self._begun) < wanted and not self._stopped and (numbers := next(self._waiting, None)):
            self._begun.append(self._task.remote(self._job, numbers))
