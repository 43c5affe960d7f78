"""A run needs no more memory for many games than for few: in a process of its own, and batch by batch."""

import os
import subprocess
import sys
import threading
import time
import tracemalloc
from pathlib import Path

import duckdb
import numpy as np
import pytest

from passgo import editions
from passgo.simulate import Plan, simulate
from passgo.simulate.output import parquet
from passgo.simulate.output.turns import turn_columns
from passgo.simulate.runs import workers
from passgo.simulate.runs.batch import Batch, play_batch
from passgo.simulate.runs.workers import AHEAD
from tests.simulate.players import MEEK

ROOT = Path(__file__).resolve().parents[2]
BATCH, BATCHES = 50, 90
THREADS = 2
ON_THEIR_WAY = AHEAD * THREADS + THREADS + 1
"""Results that may be held at the worst moment: those that wait, those that are made, and the one that is taken."""
SPARE_BYTES = 200_000
"""What a run needs beside its batches."""


def plan_of(batches: int, turns: bool) -> Plan:
    """A run of so many batches of short games."""
    tables = (turn_columns,) if turns else ()
    return Plan(editions.ruleset("classic"), (MEEK, MEEK), batches * BATCH, rounds=5, tables=tables)


def peak_bytes(batches: int, turns: bool) -> int:
    """The most that Python and NumPy held at once during a run of so many batches."""
    tracemalloc.start()
    simulate(plan_of(batches, turns), THREADS, batch=BATCH)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def result_bytes(turns: bool) -> int:
    """What the result of one batch takes as long as somebody holds it."""
    tracemalloc.start()
    result = play_batch(plan_of(1, turns), range(BATCH))
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del result
    return held


@pytest.mark.parametrize("turns", [False, True], ids=["games", "turns too"])
def test_memory_does_not_grow_with_the_number_of_games(turns: bool) -> None:
    peak_bytes(1, turns)  # compiled, and everything that is kept for good is there
    one, many = peak_bytes(1, turns), peak_bytes(BATCHES, turns)
    most = THREADS * one + ON_THEIR_WAY * result_bytes(turns) + SPARE_BYTES
    assert many < most, f"{one:,} bytes for one batch, {many:,} for {BATCHES}, {most:,} allowed"


def test_the_whole_process_stays_as_small_with_files_written(tmp_path: Path) -> None:
    """Five times as many games, written to Parquet game by game and turn by turn, for less than 60 MB more.

    Both are more than is written at once, so that what grows with them would show.
    """
    code = (
        "import resource; from passgo.cli import run;"
        "run('simulate -b cautious -p 2 --rounds 12 --json -t 2 -g {} --out games.parquet --turns t.parquet'.split());"
        "open('peak', 'w').write(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))"
    )
    peaks = []
    for games in (6_000, 30_000):
        line = [sys.executable, "-c", code.format(games)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        subprocess.run(line, cwd=tmp_path, env=environment, check=True, capture_output=True)
        peaks.append(int((tmp_path / "peak").read_text()) // 1024)
    assert peaks[1] < peaks[0] + 60, f"peaks in MB: {peaks}"


def test_threads_wait_for_whoever_takes_their_results(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, taken, leads, counting = 0, 0, [0], threading.Lock()

    def count_and_play(plan: Plan, numbers: range) -> Batch:
        nonlocal begun
        with counting:
            begun += 1
            leads.append(begun - taken)
        return play_batch(plan, numbers)

    def take(batch: Batch) -> None:
        nonlocal taken
        time.sleep(0.01)
        with counting:
            taken += 1

    monkeypatch.setattr(workers, "play_batch", count_and_play)
    plan = Plan(editions.ruleset("classic"), (MEEK, MEEK), 60, rounds=2)
    assert simulate(plan, 2, keep=take, batch=1).games == 60
    assert max(leads) <= AHEAD * 2 + 1


def test_no_thread_is_left_behind_when_writing_fails() -> None:
    before = threading.active_count()

    def fail(batch: Batch) -> None:
        raise OSError("no space left")

    plan = Plan(editions.ruleset("classic"), (MEEK, MEEK), 10_000, rounds=2)
    with pytest.raises(OSError, match="no space left"):
        simulate(plan, 3, keep=fail, batch=1)
    until = time.monotonic() + 10
    while threading.active_count() > before and time.monotonic() < until:
        time.sleep(0.05)
    assert threading.active_count() <= before


def test_many_small_batches_are_joined_while_they_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "MOST_WAITING", 3)
    with duckdb.connect() as database:
        parts = parquet.Parts(database, str(tmp_path), "*", {"edition": "classic"})
        for number in range(11):
            parts.add({"game": np.array([number], np.int64)})
            assert len(parts._waiting) < 3
        assert duckdb.read_parquet(parts.whole() or "").fetchall() == [(number,) for number in range(11)]
