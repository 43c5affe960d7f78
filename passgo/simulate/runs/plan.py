"""The plan of a run: the rules, the bot of each seat, the number of games, and the seed."""

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from passgo import bots
from passgo.dealer import GOLDEN, SEEDS, counter_of
from passgo.editions import Ruleset
from passgo.rules.state import STATE

Columns = dict[str, np.ndarray[Any, Any]]
"""Rows of a table, column by column."""

Table = Callable[["Plan", range, np.ndarray[Any, Any]], Columns]
"""Rows for these games of a plan, from the positions at the beginnings of all their turns, which are in order."""

ROUNDS = 500
"""A game without a winner is broken off after so many rounds."""

MOST_ROUNDS = 100_000
MOST_THREADS = 256
MOST_GAMES = 10**12
"""The most games of a run, or matches of a tournament. They take years, and every count still fits into 64 bits."""


@dataclass(frozen=True)
class Bot:
    """A bot that can sit at a table: its name, its compiled policy (`passgo.bots.policy.Policy`), and the content of
    its notebook when a game begins."""

    name: str
    policy: Any
    notebook: tuple[int, ...] = ()
    out_of_turn: bool = False
    """Is the bot also asked in the turns of others, once a turn, before the first throw?"""
    prepare: Callable[[Any, int], None] | None = None
    """Called with the `BatchRun` and the seat before a batch is played. Users' bots need more than a policy."""
    fingerprint: str = ""
    """A hash of the bot's code, if there is one. A tournament is not continued with another bot of the same name."""
    finish: Callable[[], None] | None = None
    """Called when a run or a tournament is over. Programs are ended then."""
    plain: bool = False
    """Is the bot's code plain Python? Then a game with it may take long."""
    learn: Callable[[Any, Any, int], None] | None = None
    """Adds to the notebook, once a batch, what depends on the edition and the number of players alone."""
    throws: bool = False
    """Does the bot always throw where it is on turn, out of Jail, with no offer to answer and no rent to claim? Then it
    is not asked: the loop throws for it."""
    ponders: bool = False
    """Does a game of the bot take long, though it is compiled? Then batches are small."""


@dataclass(frozen=True)
class Plan:
    """A run of games: one set of rules, and a bot for each seat.

    `tables` are worked out of the positions at the beginnings of all turns, batch by batch. `start` is the position
    from which every game begins, as the bytes of a `State` record; if it is empty, games begin at the beginning.
    """

    ruleset: Ruleset
    bots: tuple[Bot, ...]
    games: int
    seed: int = 1
    rounds: int = ROUNDS
    tables: tuple[Table, ...] = ()
    start: bytes = b""
    players: tuple[str, ...] = ()
    """What bots in Python call the players; `Player 1` and so on, if empty."""

    def __post_init__(self) -> None:
        seats, allowed = len(self.bots), self.ruleset.players
        if seats not in allowed:
            raise ValueError(
                f"{self.ruleset.edition} is for {allowed[0]} to {allowed[-1]} players, not {seats} (setup.players)"
            )
        if self.games < 1:
            raise ValueError(f"expected at least one game, not {self.games}")
        if self.games > MOST_GAMES:
            raise ValueError(f"expected at most {MOST_GAMES:,} games, not {self.games:,}")
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise ValueError(f"expected 1 to {MOST_ROUNDS} rounds, not {self.rounds}")
        if not 0 <= self.seed < SEEDS:
            raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {self.seed}")
        if self.start:
            check_start(self.start, seats)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the bots, by seat."""
        return tuple(bot.name for bot in self.bots)

    @property
    def has_user_bots(self) -> bool:
        """Is a bot one of a user's own? Its code may call Python, which runs one thread at a time."""
        return any(bot.prepare is not None for bot in self.bots)


def check_start(start: bytes, seats: int) -> None:
    """Refuse a start that is no position, or a position with another number of players than there are bots."""
    if len(start) != STATE.itemsize:
        raise ValueError(f"a position to start from has {STATE.itemsize} bytes, not {len(start)}")
    players = int(np.frombuffer(start, STATE)[0]["players"])
    if players != seats:
        raise ValueError(f"the position to start from is of {players} players, and there are {seats} bots")


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of a run: `passgo.Game(..., seed=game_seed(seed, number))` has the same dice and cards.

    It depends only on the seed of the run and the number of the game, so it does not matter who plays the game, or
    when.

    >>> game_seed(1, 0), game_seed(1, 1)
    (1596436549250816946, 12997151368574015431)
    """
    return (first_seed(seed) + number * GOLDEN) % SEEDS


@cache
def first_seed(seed: int) -> int:
    """The seed of the first game of a run."""
    return int.from_bytes(hashlib.sha256(f"passgo run {seed}".encode()).digest()[:8], "big")


def counters_of(seed: int, numbers: range) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """The counter with which the dealer begins each of these games of a run."""
    return np.array([counter_of(game_seed(seed, number)) for number in numbers], np.uint64)


def bot_named(name: str) -> Bot:
    """A bot that comes with PassGo.

    >>> bot_named("Trader").name
    'trader'
    """
    word = name.strip().casefold()
    known = bots.bot(word)
    return Bot(word, known.policy, known.notebook, learn=known.learn, throws=known.throws, ponders=known.ponders)


def finish(chosen: Sequence[Bot]) -> None:
    """The run of these bots is over, however it ended."""
    for bot in chosen:
        if bot.finish is not None:
            bot.finish()


def number_duplicates(chosen: Sequence[Bot]) -> tuple[Bot, ...]:
    """The bots, with a number added to each name that occurred before.

    >>> [bot.name for bot in number_duplicates([Bot("a", None), Bot("b", None), Bot("a", None)])]
    ['a', 'b', 'a (2)']
    """
    seen: Counter[str] = Counter()
    apart = []
    for bot in chosen:
        seen[bot.name] += 1
        apart.append(bot if seen[bot.name] == 1 else replace(bot, name=f"{bot.name} ({seen[bot.name]})"))
    return tuple(apart)


def fill_seats(chosen: Sequence[Bot], players: int | None) -> tuple[Bot, ...]:
    """A bot for each seat: the bots given, or the same bot in every seat if only one is given.

    >>> [bot.name for bot in fill_seats([Bot("a", None)], 3)]
    ['a', 'a', 'a']
    """
    wanted = len(chosen) if players is None else players
    seats = tuple(chosen) * wanted if len(chosen) == 1 else tuple(chosen)
    if len(seats) != wanted:
        raise ValueError(f"expected a bot for each of the {wanted} players, or one for all, not {len(chosen)}")
    return seats
