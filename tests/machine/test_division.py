"""Whole division and remainder by a constant round down, as Python's do, whatever the sign."""

import numpy as np
import pytest

from passgo.bots.policy import Memory
from passgo.machine.bits import quotient
from passgo.machine.decorators import entry

DIVISORS = (1, 2, 3, 7, 8, 10, 36, 100, 10_000)
DIVIDENDS = sorted(
    {sign * (base + shift) for sign in (1, -1) for base in (0, 36, 100, 4_096, 10**9, 2**62) for shift in range(-2, 3)}
)


@entry
def divide(dividend: int, found: Memory) -> None:
    """The quotients by all divisors, then the remainders."""
    found[0] = dividend // 1
    found[1] = dividend // 2
    found[2] = dividend // 3
    found[3] = dividend // 7
    found[4] = dividend // 8
    found[5] = dividend // 10
    found[6] = dividend // 36
    found[7] = dividend // 100
    found[8] = dividend // 10_000
    found[9] = dividend % 1
    found[10] = dividend % 2
    found[11] = dividend % 3
    found[12] = dividend % 7
    found[13] = dividend % 8
    found[14] = dividend % 10
    found[15] = dividend % 36
    found[16] = dividend % 100
    found[17] = dividend % 10_000


@entry
def divide_by(dividend: int, divisor: int, found: Memory) -> None:
    """The same by a number that is not known beforehand."""
    found[0] = dividend // divisor
    found[1] = dividend % divisor


@entry
def divide_unsigned(dividend: int, divisor: int, found: Memory) -> None:
    """The quotient of numbers that are known not to be below zero."""
    found[0] = quotient(dividend, divisor)


@pytest.mark.parametrize("dividend", [dividend for dividend in DIVIDENDS if dividend >= 0])
def test_numbers_without_sign_divide_as_in_python(dividend: int) -> None:
    found = np.zeros(1, np.int64)
    for divisor in (*DIVISORS, 10**18):
        divide_unsigned(dividend, divisor, found)
        assert found[0] == dividend // divisor


@pytest.mark.parametrize("dividend", DIVIDENDS)
def test_constants_divide_as_in_python(dividend: int) -> None:
    found = np.zeros(2 * len(DIVISORS), np.int64)
    divide(dividend, found)
    assert list(found) == [dividend // by for by in DIVISORS] + [dividend % by for by in DIVISORS]


@pytest.mark.parametrize("divisor", [-7, -1, 1, 3, 40])
def test_other_divisors_divide_as_in_python(divisor: int) -> None:
    found = np.zeros(2, np.int64)
    for dividend in (-81, -80, -1, 0, 1, 79, 80):
        divide_by(dividend, divisor, found)
        assert list(found) == [dividend // divisor, dividend % divisor]
