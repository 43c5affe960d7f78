"""Storms in the test suite: some of every kind, and proof that a seed gives the same history always."""

import os
import subprocess
import sys

import pytest

from tests.simulation.__main__ import run

SEEDS_AT_ONCE = 25
SEEDS = 1000


def failures(seeds: range) -> list[str]:
    """What went wrong in the storms of these seeds, each with the command that repeats it."""
    found = []
    for seed in seeds:
        outcome = run(seed, "liveness" if seed % 2 else "safety")
        if outcome.complaints:
            found.append("\n".join([outcome.command, *outcome.complaints[:3], *outcome.tail]))
    return found


@pytest.mark.parametrize("first", range(1, SEEDS, SEEDS_AT_ONCE))
def test_in_no_storm_anything_is_lost_doubled_or_told_wrong(first: int) -> None:
    assert not failures(range(first, first + SEEDS_AT_ONCE))


DIGEST = """
from tests.simulation.storm import Storm
for seed in (3, 4, 5, 6):
    storm = Storm(seed, "safety")
    storm.run()
    print(storm.digest)
"""


def test_a_seed_gives_the_same_history_in_every_process() -> None:
    heard = []
    for hash_seed in ("1", "2"):
        surroundings = {**os.environ, "PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-c", DIGEST]
        heard.append(subprocess.run(command, env=surroundings, capture_output=True, text=True, check=True).stdout)
    assert heard[0] == heard[1] != ""
