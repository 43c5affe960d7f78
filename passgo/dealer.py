"""The dealer: the only source of chance.

The rules never throw a die. Where chance is to act, a dealer outside of them says what happened, and that is
played like any other action. What a dealer says depends on its secret and on how many chance events the game
has had, on nothing else. So a game that is taken back or copied meets the same dice again, a record needs no
state of a generator, and one dealer can serve many games at once. Where somebody might profit from meeting the same
dice again, a `VerifiableDealer` skips the numbers that were seen.

- `SeededDealer` is reproducible on every machine and in every version.
- `VerifiableDealer` publishes a hash of its secret beforehand; afterwards everybody can check every throw.
- `TypedDealer` supplies nothing: the game waits for real dice to be typed in.
- `deal` is the seeded dealer for compiled loops.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from passgo.machine.decorators import entry, inner, part
from passgo.machine.kinds import Number, Numbers
from passgo.machine.pointers import pointer_to
from passgo.machine.switches import PLAIN
from passgo.rules.chance import outcomes, outcomes_now, write_outcome
from passgo.rules.state import Action, Actions, Edition, Editions, Games, State

if TYPE_CHECKING:
    Word = int
    Words = np.ndarray[Any, np.dtype[np.uint64]]
else:
    Word, Words = Number("uint64"), Numbers("uint64")

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


@inner(within="deal")
def deal_once(g: State, e: Edition, counter: Word, a: Action) -> Word:
    """Write what chance, which is to act, does by this counter; returns the counter of the next chance event."""
    write_outcome(g, e, below(counter, word(outcomes_now(g, e))), a)
    following: int = (counter + STRIDE) & ALL_BITS
    return following


@entry
def deal(games: Games, i: int, editions: Editions, e: int, counters: Words, s: int, actions: Actions, j: int) -> None:
    """Write what chance does to action `j`, and move counter `s` on."""
    counters[s] = deal_once(games[i], editions[e], word(counters[s]), actions[j])


if TYPE_CHECKING:
    Deal = Callable[[State, Edition, Word, Action], Word]
else:
    Deal = pointer_to(deal_once)


@entry
def outcome_count(games: Games, i: int, editions: Editions, e: int) -> int:
    """How many things chance may do now, all equally likely."""
    return outcomes(games[i], editions[e])


@entry
def deal_outcome(games: Games, i: int, editions: Editions, e: int, n: int, actions: Actions, j: int) -> None:
    """Write the nth of them to action `j`."""
    write_outcome(games[i], editions[e], n, actions[j])


def counter_of(seed: int) -> int:
    """The counter with which `deal` begins the game of this seed.

    >>> counters = np.array([counter_of(seed) for seed in range(1000)], np.uint64)   # for a thousand games
    """
    return int.from_bytes(hashlib.sha256(f"passgo seed {seed}".encode()).digest()[:8], "big")


Skipped = tuple[range, ...]
"""Numbers of a verifiable dealer that are not used, as ranges in rising order."""


def number_behind(skipped: Skipped, event: int) -> int:
    """The number from which chance event `event` of a game (from 0) is drawn.

    >>> [number_behind((range(2, 5),), event) for event in range(4)]
    [0, 1, 5, 6]
    """
    for numbers in skipped:
        if event >= numbers.start:
            event += len(numbers)
    return event


def skip(skipped: Skipped, event: int, number: int) -> Skipped:
    """What is skipped when chance event `event` is taken back and is drawn next time from `number`.

    >>> skip((range(2, 5),), 4, 9), skip((range(2, 5),), 2, 8), skip((range(2, 5), range(7, 8)), 1, 9)
    ((range(2, 5), range(7, 9)), (range(2, 8),), (range(1, 9),))
    """
    first = number_behind(skipped, event)
    before = [numbers for numbers in skipped if numbers.start < first]
    if number > first and before and before[-1].stop == first:
        first = before.pop().start
    return (*before, range(first, number)) if number > first else tuple(before)


def span(numbers: range) -> str:
    """A range as a record writes it.

    >>> span(range(2, 5)), span(range(7, 8))
    ('2-4', '7')
    """
    return f"{numbers.start}-{numbers.stop - 1}" if len(numbers) > 1 else str(numbers.start)


def parse_skipped(text: str) -> Skipped:
    """The skipped numbers of a text; ValueError if it is none.

    >>> parse_skipped("2-4 7")
    (range(2, 5), range(7, 8))
    """
    skipped: list[range] = []
    for word in text.split():
        first, _, last = word.partition("-")
        if not (first.isdecimal() and (last or first).isdecimal()):
            raise ValueError(f"expected skipped numbers like 2-4 or 7, found {word!r:.40}")
        numbers = range(int(first), int(last or first) + 1)
        if not numbers or (skipped and numbers.start <= skipped[-1].stop):
            raise ValueError(f"skipped numbers stand in rising order, {word!r:.40} does not")
        skipped.append(numbers)
    return tuple(skipped)


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

    `skipped` are numbers that were drawn, seen and then taken back: chance goes on with the next one.
    """

    waits = False

    def __init__(self, secret: bytes | None = None, skipped: Skipped = ()) -> None:
        self.skipped = skipped
        self.secret = secrets.token_bytes(32) if secret is None else secret
        if not isinstance(self.secret, bytes) or len(self.secret) != 32:
            had = len(self.secret) if isinstance(self.secret, bytes) else f"a {type(self.secret).__name__}"
            raise ValueError(f"a dealer's secret is 32 bytes, not {had}")
        self.commit = hashlib.sha256(self.secret).hexdigest()

    def deal(self, games: Any, i: int, editions: Any, e: int, number: int, actions: Any, j: int) -> None:
        """Write what chance does, as chance event `number` of the game, to action `j`."""
        n = self.draw(number_behind(self.skipped, number), outcome_count(games, i, editions, e))
        deal_outcome(games, i, editions, e, n, actions, j)

    def draw(self, number: int, bound: int) -> int:
        """A number below the bound, from the HMAC of a number that is used once; uneven ends are drawn again.

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
        return " ".join(("verifiable", self.commit, *(["skipping"] if self.skipped else []), *map(span, self.skipped)))

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
