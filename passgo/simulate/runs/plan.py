"""A run before it is played: the table, who sits where, how many games, and from which seed."""

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

ROUNDS = 500
"""Where a game is broken off, if nobody has won."""

MOST_ROUNDS = 100_000
MOST_THREADS = 256
MOST_GAMES = 10**12
"""Games of a run, or matches of a tournament: years of play, and every count still fits its 64 bits."""


@dataclass(frozen=True)
class Bot:
    """A bot at the table: its name, its compiled policy (`passgo.bots.policy.Policy`), and what its notebook
    holds when a game begins."""

    name: str
    policy: Any
    notebook: tuple[int, ...] = ()
    polled: bool = False
    """Asks to be heard out of turn too, once a turn of another, before the first throw."""
    attend: Callable[[Any, int], None] | None = None
    """Called with the desk and the seat before a batch is played: for bots that need more than their policy."""
    fingerprint: str = ""
    """Changes when the bot does, where that is known: a tournament is not continued with another bot."""
    plain: bool = False
    """Its code is plain Python: a game with it may take long."""


@dataclass(frozen=True)
class Plan:
    """A run of games at one table; a bot for each seat.

    `turns`: keep a row for every turn. `start`: the position from which every game begins, as the bytes of a `State`
    record; empty for the beginning of a game.
    """

    table: Ruleset
    bots: tuple[Bot, ...]
    games: int
    seed: int = 1
    rounds: int = ROUNDS
    turns: bool = False
    start: bytes = b""

    def __post_init__(self) -> None:
        seats, allowed = len(self.bots), self.table.players
        if seats not in allowed:
            raise ValueError(
                f"{self.table.edition} is for {allowed[0]} to {allowed[-1]} players, not {seats} (setup.players)"
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
        """The bots' names, by seat."""
        return tuple(bot.name for bot in self.bots)


def check_start(start: bytes, seats: int) -> None:
    """The position from which games begin must be one, and of as many players as there are bots."""
    if len(start) != STATE.itemsize:
        raise ValueError(f"a position to start from has {STATE.itemsize} bytes, not {len(start)}")
    players = int(np.frombuffer(start, STATE)[0]["players"])
    if players != seats:
        raise ValueError(f"the position to start from is of {players} players, and there are {seats} bots")


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of a run: `passgo.Game(..., seed=game_seed(seed, number))` meets the same dice and cards.

    It depends on the run's seed and the game's number alone, so that it does not matter who plays the game, or when.

    >>> game_seed(1, 0), game_seed(1, 1)
    (1596436549250816946, 12997151368574015431)
    """
    return (first_seed(seed) + number * GOLDEN) % SEEDS


@cache
def first_seed(seed: int) -> int:
    """The seed of a run's first game."""
    return int.from_bytes(hashlib.sha256(f"passgo run {seed}".encode()).digest()[:8], "big")


def counters_of(seed: int, numbers: range) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """The counters with which the dealer begins these games of a run."""
    return np.array([counter_of(game_seed(seed, number)) for number in numbers], np.uint64)


def bot_named(name: str) -> Bot:
    """A bot that comes with PassGo.

    >>> bot_named("Trader").name
    'trader'
    """
    word = name.strip().casefold()
    known = bots.bot(word)
    return Bot(word, known.policy, known.notebook)


def named_apart(chosen: Sequence[Bot]) -> tuple[Bot, ...]:
    """The bots, with a number added to names that occur more than once.

    >>> [bot.name for bot in named_apart([Bot("a", None), Bot("b", None), Bot("a", None)])]
    ['a', 'b', 'a (2)']
    """
    seen: Counter[str] = Counter()
    apart = []
    for bot in chosen:
        seen[bot.name] += 1
        apart.append(bot if seen[bot.name] == 1 else replace(bot, name=f"{bot.name} ({seen[bot.name]})"))
    return tuple(apart)


def seated(chosen: Sequence[Bot], players: int | None) -> tuple[Bot, ...]:
    """A bot for each seat: those given, or the only one given in every seat.

    >>> [bot.name for bot in seated([Bot("a", None)], 3)]
    ['a', 'a', 'a']
    """
    wanted = len(chosen) if players is None else players
    seats = tuple(chosen) * wanted if len(chosen) == 1 else tuple(chosen)
    if len(seats) != wanted:
        raise ValueError(f"expected a bot for each of the {wanted} players, or one for all, not {len(chosen)}")
    return seats
