"""The benchmark of the library (`passgo bench library`): what a program waits for, one measurement a name.

`MEASUREMENTS` is the table. A measurement is given about how many CPU-seconds it may take, and answers with a number in
the unit with which its name ends (`_s`, `_us`, `_kb`). All times are CPU times.
"""

import time
from collections.abc import Callable
from functools import cache

from passgo import editions
from passgo.dealer import SeededDealer
from passgo.dev.bench import EDITION, PLAYERS, game_of
from passgo.game import Game, read_record
from passgo.game.engine import Engine
from passgo.game.records import format_record
from passgo.game.setup_options import seat_players

TURNS = 158
"""The length of the game that is read: a usual one of four players."""

CHANCES = 2000
"""Games by which chances are found, as `Game.chances` does if nothing else is said."""


def library(seconds: float = 1.0) -> dict[str, float]:
    """All measurements by name; each takes about so many CPU-seconds."""
    return {name: float(f"{measure(seconds):.4g}") for name, measure in MEASUREMENTS.items()}


def best_of(work: Callable[[], object], seconds: float) -> float:
    """The CPU-seconds of the quickest of as many attempts as there is time for, after one that warms up."""
    work()
    spent: list[float] = []
    while not spent or sum(spent) < seconds:
        began = time.process_time()
        work()
        spent.append(time.process_time() - began)
    return min(spent)


@cache
def long_record() -> str:
    """The record of the first game of the benchmark's player, up to the end of turn `TURNS`."""
    names = seat_players(editions.ruleset(EDITION), PLAYERS)
    for seed in range(1, 1000):
        engine = Engine(names.ruleset)
        steps: list[bytes] = []
        engine.setup(PLAYERS)
        for step in game_of(seed):
            engine.played = step
            engine.step()
            if engine.g.turn > TURNS:
                tokens = names.ruleset.tokens[:PLAYERS]
                return format_record(names, tokens, SeededDealer(seed), steps, None, over=False)
            steps.append(step)
    raise RuntimeError(f"expected a game of {TURNS} turns")


def walk_record_s(seconds: float) -> float:
    """Read a record of 158 turns, and ask every moment for all that it knows."""

    def walk() -> None:
        for moment in read_record(long_record()):
            _ = moment.action, moment.events, moment.game, moment.turn, moment.round

    return best_of(walk, seconds)


def read_record_s(seconds: float) -> float:
    """Read and verify the same record."""
    return best_of(lambda: read_record(long_record()), seconds)


def middle_game() -> Game:
    """A position in the middle of a game among traders."""
    game = Game(EDITION, PLAYERS, seed=1)
    game.play_out("trader", rounds=15)
    return game


def chances_per_cpu_s(seconds: float) -> float:
    """Games a CPU-second that `Game.chances` plays among traders, from the middle of a game."""
    game = middle_game()
    return CHANCES / best_of(lambda: game.chances("trader", games=CHANCES), seconds)


def copy_us(seconds: float) -> float:
    """Copy that game."""
    game = middle_game()

    def copy() -> None:
        for _ in range(1000):
            game.copy()

    return best_of(copy, seconds) * 1000


def from_dict_us(seconds: float) -> float:
    """Set that position up from its dictionary, and judge it."""
    position = middle_game().to_dict()
    return best_of(lambda: Game.from_dict(position), seconds) * 1e6


def svg_us(seconds: float) -> float:
    """Draw that position."""
    return best_of(middle_game().svg, seconds) * 1e6


def svg_kb(seconds: float) -> float:
    """The size of the picture."""
    return len(middle_game().svg().encode()) / 1024


MEASUREMENTS: dict[str, Callable[[float], float]] = {
    "walk_record_s": walk_record_s,
    "read_record_s": read_record_s,
    "chances_per_cpu_s": chances_per_cpu_s,
    "copy_us": copy_us,
    "from_dict_us": from_dict_us,
    "svg_us": svg_us,
    "svg_kb": svg_kb,
}
"""Every measurement by its name."""
