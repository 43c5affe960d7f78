"""The server's figures, for Prometheus."""

import asyncio
import time
from collections.abc import Mapping

import prometheus_client
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

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


class Metrics:
    """The figures of one process, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.moves = self._counter("moves", "Moves of people kept.")
        self.bot_moves = self._counter("bot_moves", "Moves of bots and the clock kept.")
        self.messages = self._counter("messages", "Messages received.")
        self.refused = self._counter("refused", "Requests and messages refused, by reason.", "reason")
        self.dropped_readers = self._counter("dropped_readers", "Connections ended because they did not read.")
        self.floods = self._counter("floods", "Connections ended because of too many frames.")
        self.late_requests = self._counter("late_requests", "Requests that did not come in time.")
        self.turned_away = self._counter("turned_away", "Connections for which there was no place.")
        self.shut_out = self._counter("shut_out", "Addresses shut out for a while because of too much HTTP.")
        self.bot_failures = self._counter("bot_failures", "Bots that failed or took too long.")
        self.bots_waiting = self._gauge("bots_waiting", "Questions to bots that wait for a free process.")
        self.store_errors = self._counter("store_errors", "Games that could not be kept or read, by kind.", "kind")
        self.sockets = self._gauge("sockets", "Open connections.")
        self.tables = self._gauge("tables", "Games in memory.")
        self.loop_lag = self._histogram("loop_lag_seconds", "How late the event loop does what is due.", LAGGING)
        self._kept = self._histogram("keep_seconds", "Time until a move was durable.", KEEPING)
        self._entries = self._gauge("entries", "Entries in the logs of all games.")
        self._games = self._gauge("games", "Games kept, by status.", "status")
        self._gauge("start_time_seconds", "When this process began.").set(round(time.time(), 3))

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"passgo_{name}", about, labels, registry=self.registry)

    def _gauge(self, name: str, about: str, *labels: str) -> Gauge:
        return Gauge(f"passgo_{name}", about, labels, registry=self.registry)

    def _histogram(self, name: str, about: str, buckets: tuple[float, ...]) -> Histogram:
        return Histogram(f"passgo_{name}", about, buckets=buckets, registry=self.registry)

    def observe_append(self, seconds: float) -> None:
        """Count an append to the store that took so long."""
        self._kept.observe(seconds)

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
