"""The benchmark of the engine (`passgo bench engine`): one core, four players, the classic edition.

All times are CPU times, so that other work on the machine matters little. A decision is one accepted action of a
player; chance is played too, but not counted. `passgo.dev.bench.fresh` measures what needs a new process: compiling,
starting, and the plain source.
"""

import hashlib
import time
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from passgo import editions
from passgo.dealer import counter_of, deal
from passgo.dev.bench import fresh
from passgo.dev.bench.heuristic import choose
from passgo.dev.bench.loops import play_chosen, play_randomly
from passgo.game import Game
from passgo.machine.records import arrays, new
from passgo.rules import codes
from passgo.rules.legal import legal
from passgo.rules.state import ACTION, STATE, Action, Edition, Log, State
from passgo.rules.step import setup, step
from passgo.rules.waiting import next_to_decide

__all__ = ["engine", "games_hash", "play_seeds", "rate"]

EDITION, PLAYERS = "classic", 4
TURNS = 500
"""A game of the benchmark without a winner is broken off after so many turns."""

BATCH = 256
"""Games in one call of a loop: enough that the call itself (2 ms) does not matter, few enough for the cache."""

Loop = Callable[..., int]


def engine(seconds: float = 2.0) -> dict[str, float | int]:
    """All measurements. Each takes about so many CPU-seconds, in addition to compiling."""
    chosen, chosen_games = rate(play_chosen, choose, seconds)
    drawn, drawn_games = rate(play_randomly, legal, seconds)
    return {
        "decisions_per_cpu_s": round(chosen),
        "games_per_cpu_s": round(chosen_games, 1),
        "random_decisions_per_cpu_s": round(drawn),
        "random_games_per_cpu_s": round(drawn_games, 1),
        "plain_decisions_per_cpu_s": round(fresh.plain_rate(seconds)),
        "step_us": round(step_us(seconds / 2), 3),
        "play_us": round(play_us(seconds / 2), 2),
        "copy_us": round(copy_us(seconds / 4), 3),
        "state_bytes": STATE.itemsize,
        "cold_compile_s": round(fresh.cold_compile_s(), 2),
        "warm_start_s": round(fresh.warm_start_s(), 2),
    }


def new_games(games: int) -> tuple[Any, Any, Any, Any]:
    """Some games before their first throw, with the edition, a log and a list of actions."""
    record: Any = editions.ruleset(EDITION).record
    states, logs, actions = new(State, games), new(Log), new(Action, codes.ACTIONS)
    edition, log = arrays(Edition, record), arrays(Log, logs)
    first = arrays(State, states[:1])
    setup(first, 0, edition, 0, log, 0, PLAYERS)
    states[1:] = states[0]
    return states, edition, log, arrays(Action, actions)


def play_seeds(loop: Loop, chooser: Any, seeds: range, turns: int = TURNS) -> tuple[Any, int]:
    """Play the games of these seeds by a loop; returns the games and the number of decisions."""
    states, edition, log, actions = new_games(len(seeds))
    counters = np.array([counter_of(seed) for seed in seeds], np.uint64)
    games = arrays(State, states)
    decisions = loop(step, deal, next_to_decide, chooser, games, edition, log, actions, counters, turns)
    return states, decisions


def games_hash(loop: Loop, chooser: Any, seeds: range) -> str:
    """A hash of the ends of these games. It changes only if the rules, the dealer or the player change."""
    return hashlib.sha256(play_seeds(loop, chooser, seeds)[0].tobytes()).hexdigest()[:16]


def rate(loop: Loop, chooser: Any, seconds: float, batch: int = BATCH) -> tuple[float, float]:
    """Decisions and games per CPU-second of a loop."""
    play_seeds(loop, chooser, range(1))  # compiles everything, and fills the caches
    decisions = seed = 0
    spent = 0.0
    while spent < seconds:
        states, edition, log, actions = new_games(batch)
        counters = np.array([counter_of(s) for s in range(seed, seed + batch)], np.uint64)
        games = arrays(State, states)
        began = time.process_time()
        decisions += loop(step, deal, next_to_decide, chooser, games, edition, log, actions, counters, TURNS)
        spent += time.process_time() - began
        seed += batch
    return decisions / spent, seed / spent


def game_of(seed: int) -> list[bytes]:
    """All actions, of players and of chance, in the game of a seed."""
    states, edition, log, actions = new_games(1)
    games = arrays(State, states)
    counters = np.array([counter_of(seed)], np.uint64)
    first = memoryview(actions).cast("B")[: ACTION.itemsize]
    steps = []
    while states["turn"][0] <= TURNS and (player := next_to_decide(games, 0)) >= 0:
        if player < PLAYERS:
            choose(games, 0, edition, 0, player, actions, 0)
        else:
            deal(games, 0, edition, 0, counters, 0, actions, 0)
        steps.append(bytes(first))
        step(games, 0, edition, 0, log, 0, actions, 0)
    return steps


def step_us(seconds: float) -> float:
    """Microseconds for one step that is called from Python, including the writing of the action into its record."""
    steps = game_of(1)
    spent, count = 0.0, 0
    while spent < seconds:
        states, edition, log, actions = new_games(1)
        games = arrays(State, states)
        first = memoryview(actions).cast("B")[: ACTION.itemsize]
        began = time.process_time()
        for action in steps:
            first[:] = action
            step(games, 0, edition, 0, log, 0, actions, 0)
        spent += time.process_time() - began
        count += len(steps)
    return 1e6 * spent / count


def play_us(seconds: float) -> float:
    """Microseconds for one `Game.play` with the chance that follows and its events, in games of random players."""
    spent, count, seed = 0.0, 0, 0
    while spent < seconds:
        dice, game = Random(seed), Game(EDITION, PLAYERS, seed=seed)
        while game.outcome is None and game.turn < TURNS:
            actions = [a for a in game.legal_actions() if a.kind not in ("Offer", "Counter", "Resign")]
            action = dice.choice(actions)
            began = time.process_time()
            game.play(action)
            spent += time.process_time() - began
            count += 1
            if spent >= seconds:
                break
        seed += 1
    return 1e6 * spent / count


def copy_us(seconds: float) -> float:
    """Microseconds for one copy of a state, made from Python."""
    states = new_games(2)[0].view(np.uint8).reshape(2, STATE.itemsize)
    spent, count = 0.0, 0
    while spent < seconds:
        began = time.process_time()
        for _ in range(10_000):
            states[1] = states[0]
        spent += time.process_time() - began
        count += 10_000
    return 1e6 * spent / count
