"""Lineups: every entrant in every seat, and with everyone, equally often."""

from collections import Counter
from itertools import combinations

import pytest

from passgo.simulate.tournament.lineups import ORDERS, rotations, schedule, tables


@pytest.mark.parametrize(
    ("entrants", "seats"), [(2, 2), (2, 4), (3, 2), (3, 4), (4, 4), (5, 4), (8, 8), (3, 8), (6, 3)]
)
def test_everyone_sits_everywhere_equally_often(entrants: int, seats: int) -> None:
    lineups = schedule(entrants, seats, 1)
    sat: Counter[tuple[int, int]] = Counter()
    for lineup in lineups:
        turns = rotations(lineup)
        for seating in turns:
            for seat, entrant in enumerate(seating):
                sat[entrant, seat] += seats // len(turns)  # a symmetric lineup needs fewer games
    assert len(set(sat.values())) == 1
    assert len(sat) == entrants * seats


def test_every_set_of_entrants_meets_before_any_meets_again() -> None:
    lineups = schedule(5, 3, 1)
    first = [tuple(sorted(lineup)) for lineup in lineups[:10]]
    assert sorted(first) == list(combinations(range(5), 3))


def test_neighbours_change() -> None:
    """At a table of four all six orders are played; at a larger one some, each with its mirror image."""
    assert len({min(rotations(lineup)) for lineup in schedule(4, 4, 1)}) == 6
    large = schedule(8, 8, 1)
    assert len(large) == ORDERS
    orders = {min(rotations(lineup)) for lineup in large}
    assert all(min(rotations(lineup[::-1])) in orders for lineup in large)


def test_the_schedule_depends_on_the_seed_alone() -> None:
    assert schedule(7, 4, 3) == schedule(7, 4, 3) != schedule(7, 4, 4)


def test_too_many_different_tables_are_refused() -> None:
    with pytest.raises(ValueError, match="more than 20,000: smaller tables"):
        tables(40, 8)
