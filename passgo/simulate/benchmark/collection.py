"""How PassGo-100 was made: positions out of games of mixed bots, and chances counted until they are known well enough.

Three million games are needed, about twenty minutes of one core. Making goes on where it was left, and the file says
how well each chance is known.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np

from passgo import editions
from passgo.dealer import deal
from passgo.machine.records import plain
from passgo.notation.position_line import format_position
from passgo.rules import codes
from passgo.rules.state import State
from passgo.simulate import bot_named, simulate
from passgo.simulate.benchmark.tasks import FILE, ROUNDS, Benchmark, Lineup, Position, load, plan_from, save, witness_of
from passgo.simulate.output.statistics import NORMAL_95
from passgo.simulate.runs.batch import ROOM, BatchRun
from passgo.simulate.runs.plan import Plan, counters_of

VERSION = 1
REFERENCE = "trader"
POSITIONS = 100

PLAYERS = (2, 3, 4, 5, 6)
EDITIONS = ("classic",) * 6 + ("modern",) * 2 + ("1935", "speed-die")
DEPTHS = (0.2, 0.35, 0.5, 0.65)
"""How far into its game a position lies."""
MIXED = ("trader", "shopkeeper", "cautious", "builder", "trader", "collector", "swapper")
"""Who plays the games that positions come from: strangers reach positions that the reference bot alone does not."""

FIRST_LOOK = 500
OPEN = 0.04
"""A position in which the player on turn has a smaller chance, or one as near to 1, asks nothing."""

CHUNK = 4000

LINEUPS = (
    Lineup("duel trader", "classic", ("trader",)),
    Lineup("duel cautious", "classic", ("cautious",)),
    Lineup("duel hard", "modern", ("hard",)),
    Lineup("duel easy", "classic", ("easy",)),
    Lineup("duel shopkeeper", "classic", ("shopkeeper",)),
    Lineup("duel gambler", "speed-die", ("gambler",)),
    Lineup("three mixed", "classic", ("trader", "cautious")),
    Lineup("three builders", "classic", ("builder", "collector")),
    Lineup("three savers", "modern", ("miser", "normal")),
    Lineup("four traders", "classic", ("trader",) * 3),
    Lineup("four cautious", "classic", ("cautious",) * 3),
    Lineup("four levels", "classic", ("easy", "normal", "hard")),
    Lineup("four strangers", "classic", ("swapper", "lowballer", "recluse")),
    Lineup("four by the clock", "speed-die", ("trader", "shopkeeper", "cautious")),
    Lineup("four of today", "modern", ("trader", "blocker", "collector")),
    Lineup("four of old", "1935", ("trader", "builder", "miser")),
    Lineup("five mixed", "classic", ("trader", "swapper", "cautious", "gambler")),
    Lineup("five traders", "classic", ("trader",) * 4),
    Lineup("six mixed", "classic", ("trader", "cautious", "shopkeeper", "blocker", "builder")),
    Lineup("eight of all", "classic", ("trader", "cautious", "hard", "collector", "swapper", "miser", "recluse")),
)
"""The twenty line-ups."""


def make(half: float, goes_on: Callable[[Benchmark], bool], threads: int = 1, file: Path = FILE) -> Benchmark:
    """Gather what is missing, and count until every chance is known so well; `goes_on` hears of every step."""
    made = load(file) if file.exists() else Benchmark(VERSION, REFERENCE, (), LINEUPS, "")
    witness = witness_of(LINEUPS, REFERENCE)
    if made.witness != witness:  # other bots: what was counted with them says nothing
        made = Benchmark(VERSION, REFERENCE, (), LINEUPS, witness)
    while goes_on(made) and (better := next_step(made, half, threads)) is not None:
        made = better
        save(made, file)
    load.cache_clear()
    return made


def next_step(made: Benchmark, half: float, threads: int) -> Benchmark | None:
    """The benchmark with one position more, or with one chance known better; None if nothing is left to do."""
    known = made.positions
    if len(known) < POSITIONS:
        return replace(made, positions=(*known, find_position(len(known))))
    worst = max(range(len(known)), key=lambda n: known[n].half)
    if known[worst].half <= half:
        return None
    return replace(made, positions=(*known[:worst], count_more(known[worst], half, threads), *known[worst + 1 :]))


def find_position(number: int) -> Position:
    """A position of a game of mixed bots, in which the player on turn may still win or lose."""
    ruleset = editions.ruleset(EDITIONS[number // len(PLAYERS) % len(EDITIONS)])
    players = max(PLAYERS[number % len(PLAYERS)], ruleset.players[0])
    bots = tuple(bot_named(MIXED[(number + seat) % len(MIXED)]) for seat in range(players))
    for seed in count(number, POSITIONS):
        run = BatchRun(Plan(ruleset, bots, 1, seed, ROUNDS), range(1), counters_of(seed, range(1)), ROOM)
        run.play(deal)
        turns = run.turns()
        chosen = turns[int(len(turns) * DEPTHS[number % len(DEPTHS)])]
        g = plain(State, bytearray(chosen.tobytes()))
        if g.phase != codes.PHASE_BEFORE_THROW or g.matters:
            continue
        unknown = Position(format_position(ruleset, g), g.on_turn, (0.0,) * players, 0, 1.0)
        looked = counted(unknown, FIRST_LOOK)
        if OPEN <= looked.chances[looked.seat] <= 1 - OPEN:
            return looked
    raise AssertionError("games have no end")


def count_more(position: Position, half: float, threads: int) -> Position:
    """Count so many games more as are needed, but not too many at once."""
    widest = max(share * (1 - share) for share in position.chances)
    needed = int(widest * (NORMAL_95 / half) ** 2) + 1
    return counted(position, min(CHUNK, max(CHUNK // 8, needed - position.games)), threads)


def counted(position: Position, games: int, threads: int = 1) -> Position:
    """The position after so many games more, with dice of their own."""
    bots = (bot_named(REFERENCE),) * position.players
    report = simulate(plan_from(position, bots, games, seed=position.games), threads)
    total = position.games + report.games
    won = np.array(position.chances) * position.games + report.wins[: position.players]
    chances = won / total
    widest = NORMAL_95 * float(np.sqrt((chances * (1 - chances)).max() / total))
    return replace(position, chances=tuple(chances.tolist()), games=total, half=widest)
