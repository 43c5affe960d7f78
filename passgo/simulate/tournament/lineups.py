"""Who sits where in a tournament: lineups that treat every entrant alike."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from math import comb, factorial
from random import Random

Lineup = tuple[int, ...]
"""The entrants by seat."""

ORDERS = 6
"""Orders around the table of the same entrants that are played: all there are at a table of four."""

MOST_TABLES = 20_000
"""Different sets of entrants at a table."""


def turned(lineup: Lineup, by: int) -> Lineup:
    """The same order around the table, everybody some seats on.

    >>> turned((0, 1, 2, 3), 1)
    (3, 0, 1, 2)
    """
    by %= len(lineup)
    return lineup[-by:] + lineup[:-by]


def rotations(lineup: Lineup) -> list[Lineup]:
    """Every way to turn the lineup that gives another seating.

    >>> rotations((0, 1, 0, 1))
    [(0, 1, 0, 1), (1, 0, 1, 0)]
    """
    return list(dict.fromkeys(turned(lineup, by) for by in range(len(lineup))))


def tables(entrants: int, seats: int) -> list[Lineup]:
    """Who sits at a table together: everyone equally often, and if some sit once more than others, each set of them.

    >>> tables(2, 4), tables(3, 2)
    ([(0, 0, 1, 1)], [(0, 1), (0, 2), (1, 2)])
    >>> tables(3, 4)
    [(0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2)]
    """
    each, more = divmod(seats, entrants)
    if (count := comb(entrants, more)) > MOST_TABLES:
        told = f"{entrants} entrants make {count:,} different tables of {seats}, more than {MOST_TABLES:,}"
        raise ValueError(f"{told}: smaller tables, or fewer entrants")
    everyone = tuple(range(entrants)) * each
    return [tuple(sorted(everyone + extra)) for extra in combinations(range(entrants), more)]


def orders(table: Lineup, chance: Random) -> list[Lineup]:
    """Different orders around the table: all, or some with their mirror images.

    >>> orders((0, 1, 2), Random(1))
    [(0, 1, 2), (0, 2, 1)]
    """
    found: dict[Lineup, Lineup] = {}
    for order in sample(table, chance):
        found.setdefault(min(rotations(order)), order)
    return list(found.values())


def sample(table: Lineup, chance: Random) -> Iterator[Lineup]:
    """Orders with the first one fixed: every one, or half as many as wanted at random, each with its mirror image."""
    first, others = table[:1], list(table[1:])
    if factorial(len(others)) <= ORDERS:
        yield from (first + order for order in permutations(others))
        return
    for _ in range(ORDERS // 2):
        chance.shuffle(others)
        yield first + tuple(others)
        yield first + tuple(others[::-1])


def schedule(entrants: int, seats: int, seed: int) -> list[Lineup]:
    """The lineups in the order in which matches take them, over and over: every table once before any comes again."""
    chance = Random(f"passgo lineups {seed}")
    sets = tables(entrants, seats)
    chance.shuffle(sets)
    of_sets: list[Sequence[Lineup]] = [orders(table, chance) for table in sets]
    return [found[n % len(found)] for n in range(max(map(len, of_sets))) for found in of_sets]
