"""Memory that compiled code has for itself: copies that leave the original alone, and sums to the last bit."""

from typing import Any

import numpy as np
import pytest

from passgo.machine.decorators import entry, source_of
from passgo.machine.records import arrays, new
from passgo.machine.rooms import Floats, adder_of, constant_floats, floats_at, room_for, twin
from passgo.rules.state import Games, State

COUNT = 48
KEPT = np.random.default_rng(5).normal(size=COUNT).astype(np.float32)

add, room, kept_floats = adder_of(COUNT), room_for(COUNT), constant_floats(lambda: KEPT)


@entry
def change_a_copy(games: Games, found: Floats) -> None:
    """Change a copy of the first game, and say what each has in the end."""
    g = games[0]
    tried = twin(g)
    tried.houses -= 1
    tried.cash[3] += 70
    found[0], found[1], found[2], found[3] = g.houses, tried.houses, g.cash[3], tried.cash[3]


@entry
def add_up(factors: Floats, row: Floats, found: Floats) -> None:
    """Multiples of a row and of numbers in the code, summed in a room of its own."""
    sums = room()
    for n in range(COUNT):
        sums[n] = 0
    for k in range(len(factors)):
        add(sums, 0, factors[k], floats_at(row, 1), k)
        add(sums, 0, 0.1, kept_floats(), 0)
    for n in range(COUNT):
        found[n] = sums[n]


def test_a_copy_of_a_record_is_changed_alone() -> None:
    states, found = new(State), np.zeros(4, np.float32)
    states[0]["houses"], states[0]["cash"][3] = 32, 1500
    change_a_copy(arrays(State, states), found)
    assert found.tolist() == [32, 31, 1500, 1570]
    assert (states[0]["houses"], states[0]["cash"][3]) == (32, 1500)


def test_rows_are_added_as_numpy_adds_them_to_the_last_bit() -> None:
    random = np.random.default_rng(1)
    factors, row = random.normal(size=9).astype(np.float32), random.normal(size=COUNT + 10).astype(np.float32)
    found, expected = np.zeros(COUNT, np.float32), np.zeros(COUNT, np.float32)
    add_up(factors, row, found)
    for k, factor in enumerate(factors):
        expected += factor * row[1 + k : 1 + k + COUNT]
        expected += np.float32(0.1) * KEPT
    assert found.tobytes() == expected.tobytes()


def test_rows_are_added_in_whole_vectors_only() -> None:
    with pytest.raises(ValueError, match="a multiple of 16, not 40"):
        adder_of(40)


def test_plain_python_reckons_the_same() -> None:
    found: list[np.ndarray[Any, Any]] = []
    for function in (add_up, source_of(add_up)):
        found.append(np.zeros(COUNT, np.float32))
        function(KEPT[:7], np.arange(COUNT + 10, dtype=np.float32), found[-1])
    assert found[0].tobytes() == found[1].tobytes()
