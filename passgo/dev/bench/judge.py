"""The benchmark of the judgement (`passgo bench judge`): values, advice by looks, and a whole analysis."""

import time
from collections.abc import Callable
from functools import partial

import numpy as np

from passgo import Game, editions
from passgo.analysis import advise, analyse, value
from passgo.analysis.table import Table, all_alike, values_of
from passgo.analysis.training.lessons import begin
from passgo.bots.judgement.weights import weights

PLAYERS = ["Ann", "Ben", "Cy", "Dee"]
POSITIONS = 256
BUDGETS = (0, 40, 200)
"""Looks of each candidate for which advice is measured."""


def judge(seconds: float = 2.0) -> dict[str, float]:
    """Microseconds of a value at a throw, values and advice from Python per CPU-second, seconds of an analysis."""
    table = Table(all_alike(editions.ruleset("classic"), 4), begin(editions.ruleset("classic"), 4, POSITIONS), dice())
    table.play_on(60)
    rows, share = table.rows(), seconds / (3 + len(BUDGETS))
    game = Game("classic", players=PLAYERS, seed=11)
    game.play_out(rounds=12)
    over = Game("classic", players=PLAYERS, seed=11)
    over.play_out()
    numbers = {
        "see_us": 1e6 * each(table.rows, share) / POSITIONS,
        "judge_us": 1e6 * each(lambda: values_of(rows, weights()), share) / POSITIONS,
        "values_per_cpu_s": 1 / each(lambda: value(game), share),
    }
    for looks in BUDGETS:
        numbers[f"advice_per_cpu_s_{looks}_looks"] = 1 / each(partial(advise, game, looks=looks), share)
    turns = over.turn
    began = time.process_time()
    analyse(over)
    numbers["analysis_s_per_200_turns"] = (time.process_time() - began) * 200 / turns
    return {name: round(number, 4) for name, number in numbers.items()}


def dice() -> "np.ndarray[tuple[int], np.dtype[np.uint64]]":
    """A counter for each game."""
    return np.arange(POSITIONS, dtype=np.uint64) * np.uint64(2**40 + 15)


def each(work: Callable[[], object], seconds: float) -> float:
    """The CPU-seconds of one call, measured for about so long."""
    work()
    began, calls = time.process_time(), 0
    while (spent := time.process_time() - began) < seconds or not calls:
        work()
        calls += 1
    return spent / calls
