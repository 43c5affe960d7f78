"""The games of the benchmark are the same everywhere, and two threads can play at the same time."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from passgo import editions
from passgo.dealer import deal
from passgo.dev import bench
from passgo.dev.bench import games_hash, play_seeds
from passgo.dev.bench.heuristic import choose
from passgo.dev.bench.loops import play_chosen, play_randomly
from passgo.machine.records import arrays
from passgo.rules import checks, codes
from passgo.rules.legal import legal
from passgo.rules.state import Edition, State
from passgo.rules.step import step
from passgo.rules.waiting import next_to_decide

ROOT = Path(__file__).resolve().parents[3]

HEURISTIC_GAMES = "398fe6e78c42548a"
"""The hash of the first 40 games of the benchmark. It changes only with the rules, the dealer or the player."""


def test_the_heuristic_plays_the_games_it_always_played() -> None:
    assert games_hash(play_chosen, choose, range(40)) == HEURISTIC_GAMES


@pytest.mark.parametrize(("loop", "chooser"), [(play_chosen, choose), (play_randomly, legal)])
def test_the_games_are_lawful_and_some_are_won(loop: bench.Loop, chooser: object) -> None:
    states, decisions = play_seeds(loop, chooser, range(20))
    assert decisions > 20 * 500
    assert (states["phase"] == codes.PHASE_GAME_OVER).any()
    rulings = arrays(Edition, editions.ruleset(bench.EDITION).record)
    assert [checks.broken(arrays(State, states), i, rulings, 0) for i in range(20)] == [0] * 20


def test_the_plain_source_plays_the_same_games() -> None:
    code = "from passgo.dev.bench import *; from passgo.dev.bench.heuristic import choose"
    code += "; from passgo.dev.bench import play_chosen; print(games_hash(play_chosen, choose, range(2)))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PASSGO_PLAIN": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == games_hash(play_chosen, choose, range(2))


def test_two_threads_play_at_once() -> None:
    """A loop holds no lock of Python: while one thread is inside a long call, another makes calls of its own.

    How long either takes says nothing on a busy machine; in which order they end does. The second thread begins when
    the first has had time to be inside its call, which lasts many times as long as all the second has to do.
    """
    play_seeds(play_chosen, choose, range(1))
    ended: list[str] = []

    def work(name: str, seeds: range, wait_s: float) -> None:
        time.sleep(wait_s)
        play_seeds(play_chosen, choose, seeds)
        ended.append(name)

    threads = [
        threading.Thread(target=work, args=("long", range(8000), 0)),
        threading.Thread(target=work, args=("short", range(5), 0.3)),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ended == ["short", "long"]


def test_threads_play_the_games_that_one_thread_plays() -> None:
    found: dict[int, str] = {}

    def work(first: int) -> None:
        found[first] = games_hash(play_chosen, choose, range(first, first + 20))

    threads = [threading.Thread(target=work, args=(first,)) for first in (0, 20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {first: games_hash(play_chosen, choose, range(first, first + 20)) for first in (0, 20)}


def test_what_stops_a_step_stops_the_loop() -> None:
    """An assertion inside a step that a loop calls by its address is not swallowed: here, one rent claim too many."""
    states, _, log, actions = bench.new_games(20)
    manual: Any = editions.ruleset(bench.EDITION, rent_claims="manual").record
    states["phase"], states["turn"], states["owner"] = codes.PHASE_BEFORE_THROW, 1, 1
    states["claims"], states["claim_owner"] = codes.CLAIMS, 1
    counters = np.arange(20, dtype=np.uint64)
    with pytest.raises(AssertionError):
        play_chosen(
            step,
            deal,
            next_to_decide,
            choose,
            arrays(State, states),
            arrays(Edition, manual),
            log,
            actions,
            counters,
            1,
        )
