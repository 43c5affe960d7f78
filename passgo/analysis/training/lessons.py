"""What the net learns from: positions of games that mixed players play out, and who won them.

A lesson is a few thousand positions. It depends on the seed and its number alone, so lessons need not be kept: a run
that was interrupted makes them again. Games that are not over after `ROUNDS` rounds have no result, and are left out.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from passgo import editions
from passgo.analysis.table import Array, Field, Floats, Table, count_cash, shares_of
from passgo.bots import SPARRING
from passgo.bots.trader.bot import trader
from passgo.bots.trader.files import read_parameters
from passgo.bots.trader.parameters import TABLE as PARAMETERS
from passgo.bots.trader.parameters import notebook
from passgo.bots.trader.values import learn_opening
from passgo.editions import Ruleset
from passgo.machine.records import arrays, new
from passgo.rules import codes
from passgo.rules.state import Log, State
from passgo.rules.step import setup
from passgo.simulate import Bot, bot_named

Generator = np.random.Generator

ROUNDS = 250
"""Games that last longer are left out."""

GAMES = 160
"""The games of one table of a lesson."""
TABLES = 24
"""The tables of a lesson."""
PAUSE = 5
"""A position is taken about every so many throws of each player."""

EDITIONS = {"classic": 0.4, "modern": 0.25, "1935": 0.15, "speed-die": 0.2}
PLAYERS = {2: 0.2, 3: 0.15, 4: 0.3, 5: 0.12, 6: 0.11, 7: 0.06, 8: 0.06}
SHORT_GAMES = 0.12
"""The share of tables at which the short game is played, for 10 to 60 rounds."""
ENDOWED = 0.35
"""The share of tables at which games begin with deeds and cash dealt at random."""
EXPERTS = 0.01
"""The share of tables at which half of the seats, about, are experts that judge by the net alone: what they find in it
that is not there is learnt from."""
MIXED = 0.6
"""The share of tables at which some seats play otherwise than the tuned trader."""
OTHERS, STRANGERS = ("easy", "normal", "hard", "cautious"), tuple(SPARRING)


@dataclass(frozen=True)
class Lesson:
    """Positions as the net sees them, and each player's share of the win."""

    rows: Floats
    shares: Floats
    began: Array
    """How many players began each game."""
    games: int
    unfinished: int


def joined(parts: list[Lesson]) -> Lesson:
    """Several lessons as one."""
    rows, shares, began = (
        np.concatenate([getattr(part, name) for part in parts]) for name in ("rows", "shares", "began")
    )
    return Lesson(rows, shares, began, sum(part.games for part in parts), sum(part.unfinished for part in parts))


class TableChoice(NamedTuple):
    """Whose games are played."""

    ruleset: Ruleset
    field: Field
    endowed: bool


def make_lesson(seed: int, number: int, tables: int = TABLES) -> Lesson:
    """The lesson of this number."""
    chance = np.random.default_rng([seed, number])
    whole = joined([play_table(choose_table(chance), chance) for _ in range(tables)])
    order = chance.permutation(len(whole.rows))
    return Lesson(whole.rows[order], whole.shares[order], whole.began[order], whole.games, whole.unfinished)


def choose_table(chance: Generator) -> TableChoice:
    """An edition, a number of players, and who they are."""
    edition = str(chance.choice(list(EDITIONS), p=list(EDITIONS.values())))
    options: dict[str, Any] = {}
    if chance.random() < SHORT_GAMES:
        options = {"short_game": True, "short_rounds": int(chance.integers(10, 61))}
    ruleset = editions.ruleset(edition, **options)
    players = int(chance.choice(list(PLAYERS), p=list(PLAYERS.values())))
    players = min(max(players, ruleset.players[0]), ruleset.players[-1])
    seats = tuple(choose_bot(chance) for _ in range(players))
    if chance.random() >= MIXED:
        seats = (bot_named("trader"),) * players
    if chance.random() < EXPERTS:
        seats = tuple(bot_named("expert:0") if chance.random() < 0.5 else seat for seat in seats)
    return TableChoice(ruleset, Field(ruleset, seats), bool(chance.random() < ENDOWED))


def choose_bot(chance: Generator) -> Bot:
    """A player of a mixed table: the trader as it is, with other numbers, a level for people, or a sparring partner."""
    kind = chance.random()
    if kind < 0.35:
        return bot_named("trader")
    if kind < 0.65:
        return Bot("varied", trader, notebook(varied(chance)), learn=learn_opening, throws=True)
    return bot_named(str(chance.choice(OTHERS if kind < 0.85 else STRANGERS)))


def varied(chance: Generator) -> dict[str, int]:
    """Parameters of a trader that plays somewhat otherwise."""
    parameters = dict(read_parameters())
    for name, about in PARAMETERS.items():
        if about.tuned:
            value = round(parameters.get(name, about.by_hand) * np.exp(chance.normal(0, 0.5)))
            parameters[name] = int(min(max(value, about.low), about.high))
    return parameters


def play_table(choice: TableChoice, chance: Generator) -> Lesson:
    """Play the games of a table, and take positions of each on the way."""
    players = len(choice.field.seats)
    counters = chance.integers(0, 2**64, GAMES, np.uint64)
    table = Table(choice.field, begin(choice.ruleset, players), counters)
    table.play_on(0)
    if choice.endowed:
        endow(table.states, choice.ruleset, chance)
    taken: list[tuple[Array, Floats]] = []
    table.play_on(chance.integers(0, PAUSE * players, GAMES), ROUNDS)
    while len(going := np.flatnonzero(is_going(table.states))):
        taken.append((going, table.rows()[going]))
        table.play_on(chance.integers(1, 2 * PAUSE * players, GAMES), ROUNDS)
    over = table.is_over
    numbers = np.concatenate([games for games, _ in taken]) if taken else np.zeros(0, np.int64)
    rows = np.concatenate([rows for _, rows in taken]) if taken else table.rows()[:0]
    kept = over[numbers]
    shares = shares_of(table.states["winners"])[numbers[kept]]
    began = np.full(len(shares), players)
    return Lesson(rows[kept], shares, began, GAMES, int(GAMES - over.sum()))


def is_going(states: Array) -> Array:
    """Which games are neither over nor broken off."""
    return np.asarray((states["phase"] == codes.PHASE_THROW) & (states["round"] < ROUNDS))


def begin(ruleset: Ruleset, players: int, games: int = GAMES) -> Array:
    """So many games that have just been set up."""
    states = new(State, games)
    setup(arrays(State, states), 0, ruleset.rows, 0, arrays(Log, new(Log)), 0, players)
    states[:] = states[0]
    return states


def endow(states: Array, ruleset: Ruleset, chance: Generator) -> None:
    """Deal deeds and cash at random, whole groups to some, put tokens anywhere, and let some rounds have passed."""
    games, players = len(states), int(states["players"][0])
    groups = ruleset.record[0]["group"].astype(np.int64)
    dealt = chance.random((games, codes.DEEDS)) < chance.uniform(0.2, 1.0, (games, 1))
    owners = np.where(dealt, chance.integers(0, players, (games, codes.DEEDS)), codes.BANK)
    whole = chance.random((games, codes.GROUPS)) < chance.uniform(0, 0.6, (games, 1))
    holders = chance.integers(0, players, (games, codes.GROUPS))
    owners = np.where(whole[:, groups], holders[:, groups], owners)
    states["owner"] = owners
    pledged = (owners != codes.BANK) & (chance.random((games, codes.DEEDS)) < chance.uniform(0, 0.3, (games, 1)))
    states["mortgaged"] = (pledged.astype(np.int64) << np.arange(codes.DEEDS)).sum(1)
    before = states["cash"][:, :players].sum(1)
    cash = chance.gamma(1.3, chance.uniform(150, 900, (games, 1)), (games, players)).astype(np.int64)
    states["cash"][:, :players] = cash
    states["cash"][:, codes.BANK] += before - cash.sum(1)
    count_cash(states)
    squares = chance.integers(0, codes.SQUARES, (games, players))
    states["square"][:, :players] = np.where(squares == codes.SQUARES * 3 // 4, 0, squares)
    if not ruleset.record[0]["short_game"]:
        states["round"] = chance.integers(0, 60, games)
