"""The dealer: the only source of chance.

The rules never throw a die. Where chance is to act, a dealer outside of them says what happened, and that is
played like any other action. What a dealer says depends on its secret and on how many chance events the game
has had, on nothing else. So a game that is taken back or copied meets the same dice again, a record needs no
state of a generator, and one dealer can serve many games at once.

- `SeededDealer` is reproducible on every machine and in every version.
- `VerifiableDealer` publishes a hash of its secret beforehand; afterwards everybody can check every throw.
- `TypedDealer` supplies nothing: the game waits for real dice to be typed in.
- `deal` is the seeded dealer for compiled loops.
"""

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from passgo.machine.decorators import entry, part
from passgo.machine.records import arrays, new
from passgo.machine.switches import PLAIN
from passgo.rules import codes
from passgo.rules.chance import outcomes, write_outcome
from passgo.rules.legal import legal
from passgo.rules.state import Action, Actions, Editions, Games

if TYPE_CHECKING:
    Word = int
    Words = np.ndarray[Any, np.dtype[np.uint64]]
elif PLAIN:
    Word, Words = int, Any
else:
    from numba.core import types

    Word, Words = types.uint64, types.Array(types.uint64, 1, "C")

GOLDEN = 0x9E3779B97F4A7C15
"""The step of a counter: the golden ratio in 64 bits, so that successive counters lie far apart."""

# Compiled code must never mix uint64 with signed integers (the result would be a float), plain Python must
# never meet NumPy's (they warn when they wrap): so each constant is made by the word of its mode.
word: Any = int if PLAIN else np.uint64
ALL_BITS = word(2**64 - 1)
STRIDE = word(GOLDEN)
FIRST_FACTOR = word(0xBF58476D1CE4E5B9)
SECOND_FACTOR = word(0x94D049BB133111EB)
FIRST_SHIFT, SECOND_SHIFT, THIRD_SHIFT = word(30), word(27), word(31)
HALF_WORD = word(32)
LOW_HALF = word(2**32 - 1)

SEEDS = 2**64
"""Seeds are the whole numbers below this."""


@part
def mixed(counter: Word) -> Word:
    """The counter scrambled by the finaliser of SplitMix64, so that each bit depends on each."""
    counter = ((counter ^ (counter >> FIRST_SHIFT)) * FIRST_FACTOR) & ALL_BITS
    counter = ((counter ^ (counter >> SECOND_SHIFT)) * SECOND_FACTOR) & ALL_BITS
    scrambled: int = counter ^ (counter >> THIRD_SHIFT)
    return scrambled


@part
def below(counter: Word, bound: Word) -> int:
    """A whole number below the bound, each equally likely: Lemire's multiplication with rejection."""
    draw = mixed(counter)
    product = (draw >> HALF_WORD) * bound
    if (product & LOW_HALF) < bound:
        uneven = (LOW_HALF - bound + word(1)) % bound
        while (product & LOW_HALF) < uneven:
            draw = mixed((draw + STRIDE) & ALL_BITS)
            product = (draw >> HALF_WORD) * bound
    return int(product >> HALF_WORD)


@entry
def deal(games: Games, i: int, editions: Editions, e: int, counters: Words, s: int, actions: Actions, j: int) -> None:
    """Write what chance does to action `j`, and move counter `s` on: one step for each chance event."""
    counter = word(counters[s])
    counters[s] = (counter + STRIDE) & ALL_BITS
    n = below(counter, word(outcomes(games[i], editions[e])))
    write_outcome(games[i], editions[e], n, actions[j])


def counter_of(seed: int) -> int:
    """The counter with which `deal` begins the game of this seed.

    >>> counters = np.array([counter_of(seed) for seed in range(1000)], np.uint64)   # for a thousand games
    """
    return int.from_bytes(hashlib.sha256(f"passgo seed {seed}".encode()).digest()[:8], "big")


class Dealer(Protocol):
    """Supplies chance to a `Game`."""

    waits: bool
    """Supplies nothing: the game stops at chance and waits for `throw` and `draw`."""

    def deal(self, games: Any, i: int, editions: Any, e: int, number: int, actions: Any, j: int) -> None:
        """Write what chance does, as chance event `number` of the game (from 0), to action `j`."""

    def __str__(self) -> str:
        """The dealer as a record of the game names it, betraying nothing about coming chance that is secret."""


class SeededDealer:
    """Chance from a seed: the same on every machine and in every version.

    >>> SeededDealer(7)
    SeededDealer(7)
    >>> str(SeededDealer(7))
    'seeded 7'
    """

    waits = False

    def __init__(self, seed: int | None = None) -> None:
        self.seed = secrets.randbits(64) if seed is None else seed
        if isinstance(seed, bool) or not isinstance(self.seed, int) or not 0 <= self.seed < SEEDS:
            raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}")
        self._first = counter_of(self.seed)

    def deal(self, games: Any, i: int, editions: Any, e: int, number: int, actions: Any, j: int) -> None:
        """Write what chance does, as chance event `number` of the game, to action `j`."""
        counters = np.array([(self._first + number * GOLDEN) % 2**64], np.uint64)
        deal(games, i, editions, e, counters, 0, actions, j)

    def __str__(self) -> str:
        return f"seeded {self.seed}"

    def __repr__(self) -> str:
        return f"SeededDealer({self.seed})"


class VerifiableDealer:
    """Chance from a secret whose hash is known beforehand, so that nobody can have chosen the dice.

    Publish `commit` before the game and `secret` after it: `verify` checks a record against both.

    >>> dealer = VerifiableDealer(bytes(32))
    >>> dealer.commit[:16]
    '66687aadf862bd77'
    """

    waits = False

    def __init__(self, secret: bytes | None = None) -> None:
        self.secret = secrets.token_bytes(32) if secret is None else secret
        if not isinstance(self.secret, bytes) or len(self.secret) != 32:
            had = len(self.secret) if isinstance(self.secret, bytes) else f"a {type(self.secret).__name__}"
            raise ValueError(f"a dealer's secret is 32 bytes, not {had}")
        self.commit = hashlib.sha256(self.secret).hexdigest()

    def deal(self, games: Any, i: int, editions: Any, e: int, number: int, actions: Any, j: int) -> None:
        """Write what chance does, as chance event `number` of the game, to action `j`."""
        listed = arrays(Action, new(Action, codes.ACTIONS))
        count = legal(games, i, editions, e, codes.CHANCE, listed)
        actions[j] = listed[self.draw(number, count)]

    def draw(self, number: int, bound: int) -> int:
        """A number below the bound, from the HMAC of the chance event's number; uneven ends are drawn again.

        >>> [VerifiableDealer(bytes(32)).draw(number, 36) for number in range(4)]
        [1, 26, 0, 4]
        """
        attempt = 0
        while True:
            message = f"passgo chance {number} {attempt}".encode()
            value = int.from_bytes(hmac.digest(self.secret, message, "sha256"), "big")
            if value < 2**256 - 2**256 % bound:
                return value % bound
            attempt += 1

    def __str__(self) -> str:
        return f"verifiable {self.commit}"

    def __repr__(self) -> str:
        return f"VerifiableDealer(commit={self.commit!r})"


class TypedDealer:
    """Supplies nothing: the game stops at chance until somebody says what the real dice show."""

    waits = True

    def deal(self, games: Any, i: int, editions: Any, e: int, number: int, actions: Any, j: int) -> None:
        """Never called: the game waits instead."""
        raise ValueError("the dice of this game are typed in: say what they show with throw, draw or deal_deed")

    def __str__(self) -> str:
        return "typed"

    def __repr__(self) -> str:
        return "TypedDealer()"
