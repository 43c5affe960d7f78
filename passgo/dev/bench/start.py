"""The benchmark of waiting (`passgo bench start`): importing, the first step, and calls from Python.

Times of other machines say little. So everything is compared with what the same run measures beside it: starts with
`import numpy`, in turns, and calls with an empty Python function of eight arguments.
"""

import time
from random import Random
from statistics import median
from typing import Any

from passgo.dev.bench import EDITION, PLAYERS, fresh, game_of, new_games
from passgo.game import Game
from passgo.machine.entries import loaded
from passgo.machine.records import arrays
from passgo.machine.shipped import library
from passgo.rules.state import ACTION, State
from passgo.rules.step import step

NUMPY = "import time, numpy; print(time.process_time())"
PASSGO = "import time, passgo; print(time.process_time())"
FIRST_STEP = """
import sys, time
import passgo
passgo.Game("classic", players=4, seed=1).play("throw")
print(time.process_time(), int("numba" in sys.modules))
"""
GAMES = 100
"""How often a game is measured; the best counts, for whatever else the machine does only adds."""
PLAYS = 300
"""Calls of `Game.play` in it."""


def start(attempts: int = 7, cold: bool = False) -> dict[str, float | int | bool]:
    """All measurements: CPU-seconds of new processes, the median of some in turns, and microseconds of calls."""
    fresh.run(FIRST_STEP)  # compiles, if anything is to be compiled
    numpy, imported, first, numba = [], [], [], 0
    for _ in range(attempts):
        numpy.append(float(fresh.run(NUMPY)))
        imported.append(float(fresh.run(PASSGO)))
        spent, loaded = fresh.run(FIRST_STEP).split()
        first.append(float(spent))
        numba += int(loaded)
    call, one_step = calls_us()
    play = plays_us()
    numbers: dict[str, float | int | bool] = {
        "machine_code_shipped": library() is not None,
        "numba_loaded": numba > 0,
        "import_numpy_s": round(median(numpy), 3),
        "import_passgo_s": round(median(imported), 3),
        "import_passgo_per_import_numpy": round(median(imported) / median(numpy), 2),
        "first_step_s": round(median(first), 3),
        "first_step_per_import_numpy": round(median(first) / median(numpy), 2),
        "empty_call_us": round(call, 4),
        "step_us": round(one_step, 3),
        "step_per_empty_call": round(one_step / call, 2),
        "play_us": round(play, 2),
        "play_per_empty_call": round(play / call, 1),
    }
    return {**numbers, "cold_compile_s": round(fresh.cold_compile_s(), 1)} if cold else numbers


def calls_us() -> tuple[float, float]:
    """Microseconds for a call, in a loop, of a function of eight arguments that does nothing, and for a `step`.

    The actions of a game are written to their record one by one, which takes time of its own: it is taken off.
    """

    def empty(a: Any, b: int, c: Any, d: int, e: Any, f: int, g: Any, h: int) -> None:
        """Do nothing."""

    def spent(called: Any, writes: bool) -> float:
        states, edition, log, actions = new_games(1)
        games, first = arrays(State, states), memoryview(actions).cast("B")[: ACTION.itemsize]
        began = time.process_time()
        for action in steps:
            if writes:
                first[:] = action
            if called is not None:
                called(games, 0, edition, 0, log, 0, actions, 0)
        return 1e6 * (time.process_time() - began) / len(steps)

    steps = game_of(1)
    ways = {"nothing": (None, False), "writing": (None, True), "empty": (empty, False), "step": (loaded(step), True)}
    best = {name: min(spent(*way) for _ in range(GAMES)) for name, way in ways.items()}
    return best["empty"], best["step"] - (best["writing"] - best["nothing"])


def plays_us() -> float:
    """Microseconds for a `Game.play` with the chance that follows and its events, in a game of random players.

    The same game is played again and again, and of each play the best time counts, without what the clock itself takes.
    """
    clock = time.perf_counter_ns
    best = [1e9] * PLAYS
    for _ in range(GAMES):
        dice, game = Random(0), Game(EDITION, PLAYERS, seed=0)
        for n in range(PLAYS):
            action = dice.choice([a for a in game.legal_actions() if a.kind not in ("Offer", "Counter", "Resign")])
            began = clock()
            game.play(action)
            best[n] = min(best[n], clock() - began)
    reading = min(-(clock() - clock()) for _ in range(1000))
    return (sum(best) / PLAYS - reading) / 1000
