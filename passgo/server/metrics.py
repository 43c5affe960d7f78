"""The server's counters, in the text format of Prometheus."""

import time
from collections.abc import Mapping

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
"""Upper ends of the histogram of the time that storing a move takes, in seconds."""


LISTED = ("open", "playing", "finished")


class Metrics:
    """Counters of one process."""

    def __init__(self) -> None:
        self.began = time.time()
        self.moves = self.refused = self.messages = self.too_fast = 0
        self.sockets = self.tables = self.dropped_readers = self.bot_failures = self.bot_moves = 0
        self._kept = [0] * (len(BUCKETS) + 1)
        self._kept_seconds = 0.0

    def observe_append(self, seconds: float) -> None:
        """Count an append to the store that took so long."""
        self._kept_seconds += seconds
        self._kept[next((n for n, bound in enumerate(BUCKETS) if seconds <= bound), len(BUCKETS))] += 1

    def text(self, counts: Mapping[str, int]) -> str:
        """All figures in Prometheus's text format; `counts` are those of the store.

        >>> print(Metrics().text({"open": 2}).splitlines()[-1])
        passgo_games{status="finished"} 0
        """
        lines = []
        for name, kind, help_text, value in self._figures(counts.get("entries", 0)):
            lines += [f"# HELP passgo_{name} {help_text}", f"# TYPE passgo_{name} {kind}", f"passgo_{name} {value}"]
        lines += self._histogram()
        lines += ["# HELP passgo_games Games kept, by status.", "# TYPE passgo_games gauge"]
        lines += [f'passgo_games{{status="{status}"}} {counts.get(status, 0)}' for status in LISTED]
        return "\n".join(lines) + "\n"

    def _figures(self, entries: int) -> list[tuple[str, str, str, float]]:
        return [
            ("entries", "gauge", "Entries in the logs of all games.", entries),
            ("start_time_seconds", "gauge", "When this process began.", round(self.began, 3)),
            ("sockets", "gauge", "Open connections.", self.sockets),
            ("tables", "gauge", "Games in memory.", self.tables),
            ("messages_total", "counter", "Messages received.", self.messages),
            ("moves_total", "counter", "Moves of people kept.", self.moves),
            ("bot_moves_total", "counter", "Moves of bots and the clock kept.", self.bot_moves),
            ("refused_total", "counter", "Requests refused.", self.refused),
            ("too_fast_total", "counter", "Messages refused for their number.", self.too_fast),
            ("dropped_readers_total", "counter", "Connections ended because they did not read.", self.dropped_readers),
            ("bot_failures_total", "counter", "Bots that failed or took too long.", self.bot_failures),
        ]

    def _histogram(self) -> list[str]:
        name, lines, below = "passgo_keep_seconds", [], 0
        lines += [f"# HELP {name} Time until a move was durable.", f"# TYPE {name} histogram"]
        for bound, count in zip((*map(str, BUCKETS), "+Inf"), self._kept, strict=True):
            below += count
            lines.append(f'{name}_bucket{{le="{bound}"}} {below}')
        return [*lines, f"{name}_sum {self._kept_seconds:.6f}", f"{name}_count {below}"]
