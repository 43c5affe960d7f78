"""PASSGO_CALM=1 compiles with Numba's own compiler and arrays, and plays the same games."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from passgo.dev.bench import games_hash
from passgo.dev.bench.heuristic import choose
from passgo.dev.bench.loops import play_chosen
from passgo.machine.switches import PLAIN

ROOT = Path(__file__).resolve().parents[2]

PLAY = """
import sys
from passgo.dev.bench import games_hash
from passgo.dev.bench.heuristic import choose
from passgo.dev.bench.loops import play_chosen
from passgo.machine import cache
from passgo.machine.decorators import ENTRIES
print(games_hash(play_chosen, choose, range(20)))
print(sorted(name for name in sys.modules if name in ("passgo.machine.compiler", "passgo.machine.arrays")))
print(cache.is_kept(ENTRIES["step"]))
"""


@pytest.mark.skipif(PLAIN, reason="nothing is compiled in plain mode")
def test_the_calm_build_plays_the_same_games_without_our_compiler() -> None:
    environment = {**os.environ, "PASSGO_CALM": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", PLAY], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.split("\n")[:3] == [games_hash(play_chosen, choose, range(20)), "[]", "True"]
