"""Who sits where in a tournament. The lineups treat all entrants equally."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from math import comb, factorial
from random import Random

Lineup = tuple[int, ...]
"""The entrants by seat."""

ORDERS = 6
"""How many orders around the table of the same entrants are played: at a table of four, all."""

MOST_TABLES = 20_000
"""The most different sets of entrants at a table."""


def rotate(lineup: Lineup, by: int) -> Lineup:
    """The same order around the table, with everybody moved on by some seats.

    >>> rotate((0, 1, 2, 3), 1)
    (3, 0, 1, 2)
    """
    by %= len(lineup)
    return lineup[-by:] + lineup[:-by]


def rotations(lineup: Lineup) -> list[Lineup]:
    """All different seatings that come from rotating the lineup.

    >>> rotations((0, 1, 0, 1))
    [(0, 1, 0, 1), (1, 0, 1, 0)]
    """
    return list(dict.fromkeys(rotate(lineup, by) for by in range(len(lineup))))


def tables(entrants: int, seats: int) -> list[Lineup]:
    """The sets of entrants that sit at a table together. Seats that are left over go to every set in turn.

    >>> tables(2, 4), tables(3, 2)
    ([(0, 0, 1, 1)], [(0, 1), (0, 2), (1, 2)])
    >>> tables(3, 4)
    [(0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2)]
    """
    each, more = divmod(seats, entrants)
    if (count := comb(entrants, more)) > MOST_TABLES:
        problem = f"{entrants} entrants make {count:,} different tables of {seats}, more than {MOST_TABLES:,}"
        raise ValueError(f"{problem}: smaller tables, or fewer entrants")
    everyone = tuple(range(entrants)) * each
    return [tuple(sorted(everyone + extra)) for extra in combinations(range(entrants), more)]


def orders(table: Lineup, chance: Random) -> list[Lineup]:
    """Different orders of these entrants around the table: all orders, or some of them with their mirror images.

    >>> orders((0, 1, 2), Random(1))
    [(0, 1, 2), (0, 2, 1)]
    """
    found: dict[Lineup, Lineup] = {}
    for order in sample_orders(table, chance):
        found.setdefault(min(rotations(order)), order)
    return list(found.values())


def sample_orders(table: Lineup, chance: Random) -> Iterator[Lineup]:
    """Orders with the first entrant fixed: all of them, or some at random, each with its mirror image."""
    first, others = table[:1], list(table[1:])
    if factorial(len(others)) <= ORDERS:
        yield from (first + order for order in permutations(others))
        return
    for _ in range(ORDERS // 2):
        chance.shuffle(others)
        yield first + tuple(others)
        yield first + tuple(others[::-1])


def schedule(entrants: int, seats: int, seed: int) -> list[Lineup]:
    """The lineups in the order in which matches use them. Every table comes once before any comes again."""
    chance = Random(f"passgo lineups {seed}")
    sets = tables(entrants, seats)
    chance.shuffle(sets)
    of_sets: list[Sequence[Lineup]] = [orders(table, chance) for table in sets]
    return [found[n % len(found)] for n in range(max(map(len, of_sets))) for found in of_sets]
