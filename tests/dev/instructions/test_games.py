"""The games by which instructions are counted are known by their hash, in every way of compiling and of counting."""

import json
import shutil
import subprocess
import sys

import pytest

from passgo.dealer import deal
from passgo.dev.bench.simulator import benchmark_plan
from passgo.dev.instructions import count
from passgo.dev.instructions.program import GAMES, hash_of
from passgo.machine.switches import PLAIN
from passgo.simulate.runs.batch import BatchRun
from passgo.simulate.runs.plan import counters_of

HASH = "fa47a53e0c9f3fcb"
"""Changes only with the rules, the dealer, the trader, or what a run counts. A change that claims to keep play keeps
it."""

MOST, MOST_WITHOUT_BOTS = 1_250_000, 345_000
"""Instructions a game that no change may exceed without a word in benchmarks/results.md."""


@pytest.mark.skipif(PLAIN, reason="two hundred games take the plain source too long")
def test_the_games_are_the_same_as_ever() -> None:
    plan = benchmark_plan(GAMES)
    run = BatchRun(plan, range(GAMES), counters_of(plan.seed, range(GAMES)))
    run.play(deal)
    assert hash_of(run.book.tobytes()) == HASH


@pytest.mark.skipif(PLAIN or not shutil.which("valgrind") or not shutil.which("cc"), reason="needs valgrind and cc")
def test_the_command_counts_these_games() -> None:
    command = [sys.executable, "-c", "from passgo.cli import main; main()", "dev", "instructions", "--totals", "--json"]
    told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert told["games_hash"] == HASH
    assert 100_000 < told["instructions_per_game"] < MOST
    assert told["instructions_per_step"] == pytest.approx(
        told["instructions_per_game"] / told["steps_per_game"], rel=1e-3
    )
    assert sum(told["by_part"].values()) == pytest.approx(told["instructions_per_game"], abs=2)
    assert told["without_bots"] == pytest.approx(told["instructions_per_game"] - told["by_part"]["bots"], abs=2)
    assert told["without_bots"] < MOST_WITHOUT_BOTS
    assert told["by_function"] == {}


def test_a_missing_tool_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda tool: None if tool == "valgrind" else f"/usr/bin/{tool}")
    with pytest.raises(ValueError, match="expected valgrind to count"):
        count()
