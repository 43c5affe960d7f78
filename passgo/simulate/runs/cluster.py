"""The batches of a run played by a Ray cluster (extra `[cluster]`).

Workers are sent the ruleset, which is data, and the names of bots, not functions. Each finds the bots in its own PassGo
and loads the compiled rules from its own disk; a compiled rule sent over the wire would be compiled again on arrival.
For the same games it must be the same PassGo, so every worker compares its sources with those of whoever asks. A user's
own edition need not lie on the machines of the cluster: the ruleset holds all of it.
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
from passgo.simulate.runs.fingerprint import sources
from passgo.simulate.runs.plan import Plan, bot_named
from passgo.simulate.runs.workers import batches_of, on_ctrl_c, usual_size

LOCAL = "local"
"""The address of a cluster that is started for the run, on this machine, and ends with it."""

RETRIES = 20
"""How often a batch is begun anew when its worker, or its machine, dies."""

ANSWER_S = 5.0
"""How long somebody may take to answer at the address of a cluster, in seconds."""

AHEAD = 3
"""Batches for each processor that may be begun before the first of them is taken."""


@dataclass(frozen=True)
class Errand:
    """A plan as a worker is sent it."""

    table: Ruleset
    bots: tuple[str, ...]
    games: int
    seed: int
    rounds: int
    turns: bool
    start: bytes
    sources: str


def errand_of(plan: Plan) -> Errand:
    """The plan as it can be sent; bots that come with PassGo have a name.

    >>> from passgo import editions
    >>> from passgo.simulate import Bot
    >>> errand_of(Plan(editions.ruleset("classic"), (Bot("mine", None),) * 2, games=1))
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
    return Errand(plan.table, plan.names, plan.games, plan.seed, plan.rounds, plan.turns, plan.start, sources())


@cache
def plan_of(errand: Errand) -> Plan:
    """The plan again, on the side of a worker."""
    if errand.sources != sources():
        raise ValueError("a worker of the cluster has another PassGo; every machine needs the same")
    return Plan(
        errand.table,
        tuple(bot_named(name) for name in errand.bots),
        errand.games, errand.seed, errand.rounds, errand.turns, errand.start,
    )  # fmt: skip


def play_errand(errand: Errand, numbers: range) -> Batch:
    """Play these games of the run; this is what a worker is asked."""
    return play_batch(plan_of(errand), numbers)


def ray() -> Any:
    """The Ray module, which tells nobody that it is used; without it, say what to install."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # it would warn of graphics cards, used or not
    try:
        import ray
    except ImportError:
        raise ValueError("playing on a cluster needs Ray: pip install 'passgo[cluster]'") from None
    return ray


def place_of(address: str) -> tuple[str, int] | None:
    """The host and port that an address names, if it names both.

    >>> place_of("10.0.0.1:6379"), place_of("ray://[::1]:10001"), place_of("auto")
    (('10.0.0.1', 6379), ('::1', 10001), None)
    """
    scheme, _, rest = address.rpartition("://")
    if scheme not in ("", "ray"):
        return None
    named = urlsplit(f"//{rest}")
    return (named.hostname, named.port) if named.hostname and named.port is not None else None


def check_answers(address: str) -> None:
    """Say so if nobody answers at the address: Ray itself would wait for ever, and hear no Ctrl-C."""
    place = place_of(address)
    if place is None:
        return
    try:
        socket.create_connection(place, timeout=ANSWER_S).close()
    except (OSError, UnicodeError) as problem:  # a name that cannot be one is no Unicode of the net
        told = getattr(problem, "strerror", None) or problem
        raise ConnectionError(f"nobody answers there: {told}") from None


@contextmanager
def connected(address: str = LOCAL, processors: int | None = None) -> Iterator[Any]:
    """The cluster at an address, `local` for one of its own on this machine with so many processors."""
    engine, interrupted = ray(), threading.Event()
    own = {"num_cpus": processors, "include_dashboard": False} if address == LOCAL else {}
    try:
        check_answers(address)
        with on_ctrl_c(interrupted.set):  # Ray itself would leave a half-started cluster, or crash
            engine.init(address, log_to_driver=False, logging_level=logging.ERROR, **own)
    except (ConnectionError, ValueError, RuntimeError) as problem:
        told = str(problem).splitlines()[0]
        raise ValueError(f"{address}: expected the address of a Ray cluster, or `{LOCAL}`: {told}") from None
    try:
        if interrupted.is_set():
            raise KeyboardInterrupt
        yield engine
    finally:
        engine.shutdown()


class Cluster:
    """A source of batches: tasks of a Ray cluster, some ahead of the one that is waited for.

    A task whose worker or machine dies is begun anew by Ray, and as a game depends on its number alone, comes to the
    same result.
    """

    def __init__(self, engine: Any, plan: Plan, size: int | None = None) -> None:
        self._engine = engine
        self._errand = errand_of(plan)
        self._waiting = batches_of(plan.games, size or usual_size(plan))
        self._task = engine.remote(num_cpus=1, max_retries=RETRIES)(play_errand)
        self._begun: deque[Any] = deque()
        self._stopped = self._given_up = False

    def stop(self) -> None:
        """Begin no further batch."""
        self._stopped = True

    def give_up(self) -> None:
        """Nor wait for those that were begun, but for the one being waited for."""
        self._stopped = self._given_up = True

    def results(self) -> Iterator[Batch]:
        """The batches in the order of the games."""
        self._begin()
        while self._begun and not self._given_up:
            yield self._first()
            self._begin()

    def _first(self) -> Batch:
        """The first of the batches that were begun, when it is played."""
        errors = self._engine.exceptions
        try:
            batch: Batch = self._engine.get(self._begun.popleft())
        except errors.RayTaskError as problem:  # as if it had gone wrong here
            raise problem.cause from None
        except errors.RayError as problem:
            told = str(problem).strip().splitlines()[0]
            raise ValueError(f"the cluster could not play on, {RETRIES} retries included: {told}") from None
        return batch

    def _begin(self) -> None:
        """Keep every processor of the cluster busy; there may be more of them, or fewer, than a moment ago."""
        wanted = AHEAD * max(1, int(self._engine.cluster_resources().get("CPU", 1)))
        while len(self._begun) < wanted and not self._stopped and (numbers := next(self._waiting, None)):
            self._begun.append(self._task.remote(self._errand, numbers))
