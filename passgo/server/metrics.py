"""The server's figures, for Prometheus."""

import asyncio
import time
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import accumulate

import prometheus_client
from prometheus_client import CollectorRegistry, Counter, Gauge
from prometheus_client.metrics_core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from passgo.server.store import STATUSES

# When a counter was made says nothing that `start_time_seconds` does not.
prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]

KEEPING = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
"""Upper ends of the histogram of the time that storing a move takes, in seconds."""
LAGGING = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
"""Upper ends of the histogram of how late the event loop is, in seconds."""
LOOK_S = 0.25
"""How often the lag of the event loop is observed."""
TEXT = "text/plain; version=0.0.4; charset=utf-8"


class Count(Collector):
    """A counter of one process. Only its event loop counts, with every message and move: so there is no lock."""

    def __init__(self, name: str, about: str) -> None:
        self._name, self._about, self._count = name, about, 0

    def inc(self) -> None:
        """Count one more."""
        self._count += 1

    def collect(self) -> Iterator[Metric]:
        """The count, for Prometheus."""
        yield CounterMetricFamily(self._name, self._about, self._count)


class Spread(Collector):
    """A histogram of one process, without a lock too. `ends` are the upper ends of its parts."""

    def __init__(self, name: str, about: str, ends: tuple[float, ...]) -> None:
        self._name, self._about, self._ends = name, about, ends
        self._counts, self._sum = [0] * (len(ends) + 1), 0.0

    def observe(self, value: float) -> None:
        """Count a value."""
        self._counts[bisect_left(self._ends, value)] += 1
        self._sum += value

    def collect(self) -> Iterator[Metric]:
        """How many values are below each end, for Prometheus.

        >>> spread = Spread("waits", "Waits in seconds.", (0.5, 1.0))
        >>> for value in (0.1, 0.7, 0.5, 20):
        ...     spread.observe(value)
        >>> [(sample.labels["le"], sample.value) for metric in spread.collect() for sample in metric.samples[:3]]
        [('0.5', 2), ('1.0', 3), ('+Inf', 4)]
        """
        ends = [*map(str, self._ends), "+Inf"]
        yield HistogramMetricFamily(
            self._name, self._about, list(zip(ends, accumulate(self._counts), strict=True)), self._sum
        )


class Metrics:
    """The figures of one process, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.moves = self._count("moves", "Moves of people kept.")
        self.bot_moves = self._count("bot_moves", "Moves of bots and the clock kept.")
        self.messages = self._count("messages", "Messages received.")
        self.refused = self._counter("refused", "Requests and messages refused, by reason.", "reason")
        self.dropped_readers = self._count("dropped_readers", "Connections ended because they did not read.")
        self.floods = self._count("floods", "Connections ended because of too many frames.")
        self.late_requests = self._count("late_requests", "Requests that did not come in time.")
        self.turned_away = self._count("turned_away", "Connections for which there was no place.")
        self.shut_out = self._count("shut_out", "Addresses shut out for a while because of too much HTTP.")
        self.bot_failures = self._count("bot_failures", "Bots that failed or took too long.")
        self.bots_waiting = self._gauge("bots_waiting", "Questions to bots that wait for a free process.")
        self.store_errors = self._counter("store_errors", "Games that could not be kept or read, by kind.", "kind")
        self.sockets = self._gauge("sockets", "Open connections.")
        self.tables = self._gauge("tables", "Games in memory.")
        self.loop_lag = self._spread("loop_lag_seconds", "How late the event loop does what is due.", LAGGING)
        self.keeping = self._spread("keep_seconds", "Time until a move was durable.", KEEPING)
        self._entries = self._gauge("entries", "Entries in the logs of all games.")
        self._games = self._gauge("games", "Games kept, by status.", "status")
        self._gauge("start_time_seconds", "When this process began.").set(round(time.time(), 3))

    def _count(self, name: str, about: str) -> Count:
        count = Count(f"passgo_{name}", about)
        self.registry.register(count)
        return count

    def _counter(self, name: str, about: str, label: str) -> Counter:
        return Counter(f"passgo_{name}", about, [label], registry=self.registry)

    def _gauge(self, name: str, about: str, *labels: str) -> Gauge:
        return Gauge(f"passgo_{name}", about, labels, registry=self.registry)

    def _spread(self, name: str, about: str, ends: tuple[float, ...]) -> Spread:
        spread = Spread(f"passgo_{name}", about, ends)
        self.registry.register(spread)
        return spread

    async def watch_loop(self) -> None:
        """Observe, as long as it runs, how late the event loop is."""
        while True:
            due = time.monotonic() + LOOK_S
            await asyncio.sleep(LOOK_S)
            self.loop_lag.observe(max(0.0, time.monotonic() - due))

    def value(self, name: str, **labels: str) -> float:
        """One figure by its name without `passgo_`; 0 if it was never counted.

        >>> metrics = Metrics()
        >>> metrics.refused.labels("too-fast").inc()
        >>> metrics.value("refused_total", reason="too-fast"), metrics.value("moves_total")
        (1.0, 0.0)
        """
        return self.registry.get_sample_value(f"passgo_{name}", labels) or 0.0

    def text(self, counts: Mapping[str, int]) -> bytes:
        """All figures in Prometheus's text format; `counts` are those of the store.

        >>> print(Metrics().text({"open": 2}).decode().partition("passgo_games{")[2].splitlines()[0])
        status="open"} 2.0
        """
        self._entries.set(counts.get("entries", 0))
        for status in STATUSES:
            self._games.labels(status).set(counts.get(status, 0))
        return prometheus_client.generate_latest(self.registry)
