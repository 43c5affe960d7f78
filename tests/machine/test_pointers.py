"""Compiled loops call entry points, and what is inside of them, by address; what is raised there is raised here."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from passgo.bots.policy import Memory
from passgo.machine.bits import eight_at
from passgo.machine.decorators import ENTRIES, entry
from passgo.machine.pointers import addresses_of, caller_of, pointer_to
from passgo.machine.records import arrays, new
from passgo.machine.switches import CALM, PLAIN
from passgo.rules.state import Games, State
from passgo.rules.step import play


@entry
def twice(number: int) -> int:
    """Twice a number below a hundred."""
    if number >= 100:  # an assertion would be rewritten by pytest
        raise ValueError("too large")
    return 2 * number


@entry
def thrice(number: int) -> int:
    """Thrice a number."""
    return 3 * number


if TYPE_CHECKING:
    Unary = Callable[[int], int]
    Table = Sequence[Any]
elif PLAIN:
    Unary = Table = Any
else:
    Unary, Table = pointer_to(twice), Memory

unary_at = caller_of(Unary)


@entry
def apply(function: Unary, number: int) -> int:
    """What a function that was handed over makes of a number."""
    return function(number)


@entry
def apply_all(table: Table, count: int, number: int) -> int:
    """What several functions make of a number, added up."""
    total = 0
    for n in range(count):
        total += unary_at(table[n])(number)
    return total


@entry
def owners_at(games: Games, at: int) -> int:
    """Eight owners as one number."""
    return eight_at(games[0].owner, at)


def test_a_loop_calls_what_it_is_given() -> None:
    assert apply(twice, 21) == 42
    assert apply(thrice, 14) == 42


def test_several_functions_are_handed_over_by_their_addresses() -> None:
    assert apply_all(addresses_of([twice, thrice, twice]), 3, 10) == 70


def test_what_is_raised_behind_a_pointer_is_raised() -> None:
    with pytest.raises(ValueError, match="too large"):
        apply(twice, 100)


@pytest.mark.skipif(PLAIN, reason="plain functions have no address")
def test_what_has_no_address_is_refused() -> None:
    builtin: Any = len
    with pytest.raises(AttributeError):
        apply(builtin, 3)


@pytest.mark.skipif(PLAIN or CALM, reason="only our compiler keeps inner functions within their entry point")
def test_an_inner_function_lies_within_its_entry_point() -> None:
    inner: Any = play
    assert inner.holder is ENTRIES["step"]
    assert inner.address not in (0, ENTRIES["step"].address)


@pytest.mark.parametrize("at", [0, 8, 16, 20])
def test_eight_bytes_are_one_number(at: int) -> None:
    states = new(State)
    states["owner"][0] = np.arange(28) - 3
    expected = int.from_bytes(states["owner"][0].tobytes()[at : at + 8], "little", signed=True)
    assert owners_at(arrays(State, states), at) == expected
