"""The benchmark of judgement (`passgo bench expert`): decisions of the expert by looks, values, advice, an analysis."""

import time
from collections.abc import Callable
from functools import partial

import numpy as np

from passgo import Game, editions
from passgo.analysis import advise, analyse, value
from passgo.analysis.table import Field, Table, all_alike, values_of
from passgo.analysis.training.lessons import begin
from passgo.bots.judgement.weights import weights
from passgo.bots.policy import MEMORY
from passgo.dealer import SeededDealer
from passgo.game.engine import Engine
from passgo.rules import codes
from passgo.simulate import bot_named

PLAYERS = ["Ann", "Ben", "Cy", "Dee"]
POSITIONS = 256
BUDGETS = (0, 40, 200)
"""Looks of each candidate for which advice is measured."""
EXPERTS = ("expert:0", "expert", "expert:100")
ROUNDS = 200


def expert(seconds: float = 2.0) -> dict[str, float]:
    """Decisions, values and advice per CPU-second, microseconds of a value at a throw, seconds of an analysis."""
    table = Table(all_alike(editions.ruleset("classic"), 4), begin(editions.ruleset("classic"), 4, POSITIONS), dice())
    table.play_on(60)
    rows, share = table.rows(), seconds / (3 + len(BUDGETS) + len(EXPERTS))
    game = Game("classic", players=PLAYERS, seed=11)
    game.play_out(rounds=12)
    over = Game("classic", players=PLAYERS, seed=11)
    over.play_out()
    numbers = {
        "see_us": 1e6 * each(table.rows, share) / POSITIONS,
        "judge_us": 1e6 * each(lambda: values_of(rows, weights()), share) / POSITIONS,
        "values_per_cpu_s": 1 / each(lambda: value(game), share),
    }
    for name in EXPERTS:
        numbers[f"decisions_per_cpu_s_{name.replace(':', '_')}"] = 1 / decision(name, share)
    for looks in BUDGETS:
        numbers[f"advice_per_cpu_s_{looks}_looks"] = 1 / each(partial(advise, game, looks=looks), share)
    turns = over.turn
    began = time.process_time()
    analyse(over)
    numbers["analysis_s_per_200_turns"] = (time.process_time() - began) * 200 / turns
    return {name: round(number, 4) for name, number in numbers.items()}


def decision(name: str, seconds: float) -> float:
    """The CPU-seconds of a decision of an expert among three traders, throws apart; games are played for so long."""
    spent, asked, number = 0.0, 0, 0
    while spent < seconds:
        found = game_of(name, number)
        spent, asked, number = spent + found[0], asked + found[1], number + 1
    return spent / asked


def game_of(name: str, number: int) -> tuple[float, int]:
    """The CPU-seconds that an expert needs for a game among three traders, and how often it is asked for more than a
    throw."""
    ruleset, seats = editions.ruleset("classic"), (bot_named(name), *[bot_named("trader")] * 3)
    engine, dealer, pages = Engine(ruleset), SeededDealer(number), Field(ruleset, seats).notebooks(1)
    engine.setup(len(seats))
    spent, asked, chances = 0.0, 0, 0
    while engine.g.round < ROUNDS and (player := engine.next_to_decide) != codes.NOBODY:
        if player == codes.CHANCE:
            engine.deal(dealer, chances)
            chances += 1
        else:
            began = time.process_time()
            engine.ask(seats[player].policy, player, pages[player * MEMORY : (player + 1) * MEMORY])
            if player == 0 and engine.action.kind != codes.THROW:
                spent, asked = spent + time.process_time() - began, asked + 1
        engine.step()
    return spent, asked


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
