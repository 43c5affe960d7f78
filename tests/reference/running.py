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

from tests.reference.meeting import Met
from tests.reference.pair import Difference, Pair
from tests.reference.shrinking import shrunk
from tests.reference.telling import readable
from tests.reference.wandering import random_pair, wander

BATCH = 20
ROOT = Path(__file__).parents[2]
HARNESS = {"meeting.py", "running.py", "shrinking.py", "telling.py", "wandering.py"}
"""Files of this folder that drive and tell games, but decide nothing about them."""


@dataclass
class Report:
    """What was compared. `told` is empty, or tells the first difference as a readable game."""

    games: int = 0
    steps: int = 0
    refusals: int = 0
    differences: int = 0
    told: str = ""
    met: Met = field(default_factory=Met)
    next_seed: int = 0
    interrupted: bool = False

    def add(self, other: "Report") -> None:
        self.games += other.games
        self.steps += other.steps
        self.refusals += other.refusals
        self.differences += other.differences
        self.told = self.told or other.told
        self.met.add(other.met)
        self.next_seed = other.next_seed

    def to_dict(self) -> dict[str, Any]:
        """The numbers, and what was met by name."""
        return {
            "games": self.games,
            "steps": self.steps,
            "differences": self.differences,
            "refusals": self.refusals,
            "refusals_by_one_rule_only": self.met.alone,
            **self.met.to_dict(),
            "difference": self.told,
        }


def play_seed(seed: int, edition: str | None = None, most: int | None = None) -> Report:
    """The game of one seed; a difference in it is shrunk and told."""
    report = Report(games=1, next_seed=seed + 1)
    pair: Pair | None = None
    try:
        dice, pair = random_pair(seed, edition)
        wander(dice, pair, most)
    except Difference as difference:
        report.differences = 1
        short = shrunk(pair, difference) if pair else None
        report.told = f"seed {seed}: {difference}\n\n{readable(*short) if short else 'it did not begin'}"
    if pair:
        report.steps, report.met = len(pair.played), pair.met
        report.refusals = sum(pair.met.refused.values())
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
    numbers = {
        name: getattr(report, name) for name in ("games", "steps", "refusals", "differences", "told", "next_seed")
    }
    met = report.met
    lists = {name: [[*key, n] for key, n in getattr(met, name).items()] for name in ("played", "events", "refused")}
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".new")
    beside.write_text(json.dumps({"of": fingerprint(), **numbers, **lists, "alone": met.alone}), encoding="utf-8")
    beside.replace(path)


def load(path: Path) -> Report:
    """What was done before, or a complaint that it was done by other readings."""
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
        made_by = said["of"]
    except (ValueError, KeyError, TypeError) as problem:
        raise ValueError(f"{path}: expected a file that --kept has written") from problem
    if made_by != fingerprint():
        raise ValueError(
            f"{path}: these steps were counted before the rules or the reference changed; expected a new file"
        )
    met = Met()
    for name in ("played", "events", "refused"):
        setattr(met, name, Counter({tuple(key): n for *key, n in said[name]}))
    met.alone = said["alone"]
    names = ("games", "steps", "refusals", "differences", "told", "next_seed")
    return Report(**{name: said[name] for name in names}, met=met)
