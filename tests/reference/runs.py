"""Many random games in both readings: on several processes, kept on disk, stopped by the first difference.

`passgo dev fuzz --against reference` is this. A game is made by its seed alone, so a difference can be played again.
"""

import gc
import hashlib
import json
import multiprocessing
import signal
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.reference.compare import Difference, Pair
from tests.reference.coverage import Coverage
from tests.reference.random_walk import random_pair, walk
from tests.reference.shrinker import shrink
from tests.reference.transcript import format_difference

BATCH = 20
ROOT = Path(__file__).parents[2]
HARNESS = {"coverage.py", "random_walk.py", "runs.py", "shrinker.py", "transcript.py"}
"""Files of this folder that drive and describe games, but decide nothing about them."""

NUMBERS = ("games", "steps", "refusals", "differences", "transcript", "next_seed")
COUNTERS = ("played", "events", "refused")
"""What a kept file holds of a report, and of its coverage."""


@dataclass
class Report:
    """What was compared. `transcript` is empty, or the first difference as a readable game."""

    games: int = 0
    steps: int = 0
    refusals: int = 0
    differences: int = 0
    transcript: str = ""
    coverage: Coverage = field(default_factory=Coverage)
    next_seed: int = 0
    interrupted: bool = False

    def add(self, other: "Report") -> None:
        self.games += other.games
        self.steps += other.steps
        self.refusals += other.refusals
        self.differences += other.differences
        self.transcript = self.transcript or other.transcript
        self.coverage.add(other.coverage)
        self.next_seed = other.next_seed

    def to_dict(self) -> dict[str, Any]:
        """The numbers, and what was met by name."""
        return {
            "games": self.games,
            "steps": self.steps,
            "differences": self.differences,
            "refusals": self.refusals,
            "refusals_by_one_rule_only": self.coverage.by_one_rule,
            **self.coverage.to_dict(),
            "difference": self.transcript,
        }


def play_seed(seed: int, edition: str | None = None, most: int | None = None) -> Report:
    """The game of one seed; a difference in it is shrunk and written down."""
    report = Report(games=1, next_seed=seed + 1)
    pair: Pair | None = None
    try:
        dice, pair = random_pair(seed, edition)
        walk(dice, pair, most)
    except Difference as difference:
        report.differences = 1
        short = shrink(pair, difference) if pair else None
        report.transcript = f"seed {seed}: {difference}\n\n{format_difference(*short) if short else 'it did not begin'}"
    if pair:
        report.steps, report.coverage = len(pair.played), pair.coverage
        report.refusals = sum(pair.coverage.refused.values())
    return report


def play_batch(seed: int, count: int, edition: str | None) -> Report:
    """The games of some seeds, up to the first difference."""
    report = Report()
    gc.disable()  # games leave few cycles behind, and looking for them takes an eighth of the time
    for number in range(seed, seed + count):
        report.add(play_seed(number, edition))
        if report.differences:
            break
    gc.enable()
    gc.collect()
    return report


def batches(seed: int, games: int | None) -> Iterator[tuple[int, int]]:
    """First seed and number of games, batch by batch; without end if no number of games is given."""
    end = None if games is None else seed + games
    while end is None or seed < end:
        count = BATCH if end is None else min(BATCH, end - seed)
        yield seed, count
        seed += count


def run(
    games: int | None,
    seed: int,
    minutes: float | None = None,
    processes: int = 1,
    steps: int | None = None,
    kept: Path | None = None,
    edition: str | None = None,
    tell: Callable[[Report], None] = lambda report: None,
) -> Report:
    """Games with seeds from `seed` on, until so many games, minutes or steps; it stops at the first difference.

    With `kept`, what is done is written to that file after every batch, and a later run goes on from there, as long as
    both readings are what they were. `tell` hears the report after every batch. Ctrl-C keeps what is done.
    """
    report = load(kept) if kept and kept.exists() else Report(next_seed=seed)
    until = None if minutes is None else time.monotonic() + 60 * minutes
    results = in_order(batches(report.next_seed, games), processes, edition)
    try:
        for batch in results:
            report.add(batch)
            if kept:
                save(report, kept)
            tell(report)
            late = until is not None and time.monotonic() >= until
            if report.differences or late or (steps is not None and report.steps >= steps):
                break
    except KeyboardInterrupt:
        report.interrupted = True
    finally:
        results.close()
    return report


def in_order(todo: Iterator[tuple[int, int]], processes: int, edition: str | None) -> Any:
    """The reports of batches, in their order, played on so many processes."""
    if processes == 1:
        for seed, count in todo:
            yield play_batch(seed, count, edition)
        return
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), initializer=leave_ctrl_c_to_others)
    waiting: deque[Future[Report]] = deque()
    try:
        for seed, count in todo:
            waiting.append(pool.submit(play_batch, seed, count, edition))
            if len(waiting) > 2 * processes:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def leave_ctrl_c_to_others() -> None:
    """A worker finishes its batch; whoever started it decides what Ctrl-C means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def fingerprint() -> str:
    """A hash of both readings and of what is compared: steps count only while it stays the same."""
    files = [*(ROOT / "passgo" / "rules").glob("*.py"), *(ROOT / "passgo" / "editions").glob("*.toml")]
    files += [f for f in Path(__file__).parent.glob("*.py") if f.name not in HARNESS and not f.name.startswith("test_")]
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def save(report: Report, path: Path) -> None:
    """Write what is done, whole or not at all."""
    coverage = report.coverage
    numbers = {name: getattr(report, name) for name in NUMBERS} | {"by_one_rule": coverage.by_one_rule}
    counters = {name: [[*key, n] for key, n in getattr(coverage, name).items()] for name in COUNTERS}
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".new")
    beside.write_text(json.dumps({"of": fingerprint(), **numbers, **counters}), encoding="utf-8")
    beside.replace(path)


def load(path: Path) -> Report:
    """What was done before, or a complaint that it was done by other readings."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        made_by = kept["of"]
    except (ValueError, KeyError, TypeError) as problem:
        raise ValueError(f"{path}: expected a file that --kept has written") from problem
    if made_by != fingerprint():
        raise ValueError(
            f"{path}: these steps were counted before the rules or the reference changed; expected a new file"
        )
    coverage = Coverage()
    for name in COUNTERS:
        setattr(coverage, name, Counter({tuple(key): n for *key, n in kept[name]}))
    coverage.by_one_rule = kept["by_one_rule"]
    return Report(**{name: kept[name] for name in NUMBERS}, coverage=coverage)
