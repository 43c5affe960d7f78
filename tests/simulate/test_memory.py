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
FEW, MANY = 300, 4500
SPARE_BYTES = 200_000
"""What may differ between two runs by chance: how many batches were on their way at the worst moment."""


def peak_bytes(games: int, turns: bool) -> int:
    """The most that Python and NumPy held at once during a run."""
    plan = Plan(editions.ruleset("classic"), (MEEK, MEEK), games, rounds=5, tables=(turn_columns,) if turns else ())
    tracemalloc.start()
    simulate(plan, 2, batch=50)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


@pytest.mark.parametrize("turns", [False, True], ids=["games", "turns too"])
def test_memory_does_not_grow_with_the_number_of_games(turns: bool) -> None:
    peak_bytes(FEW, turns)  # compiled, and everything that is kept for good is there
    few, many = peak_bytes(FEW, turns), peak_bytes(MANY, turns)
    spare = SPARE_BYTES + (few // 2 if turns else 0)  # the room for turns of one thread, begun before the other's ended
    assert many < few + spare, f"{few:,} bytes for {FEW} games, {many:,} for {MANY}"


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
