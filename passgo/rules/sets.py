"""Sets of small numbers (players, deeds, cards), a bit for each member of a whole number."""

from passgo.machine.bits import bits_in, first_bit
from passgo.machine.decorators import part


@part
def has(members: int, n: int) -> bool:
    """Is n in the set?"""
    return (members >> n) & 1 == 1


@part
def lowest(members: int) -> int:
    """The smallest member of a set that is not empty."""
    assert members != 0
    return first_bit(members)


@part
def without_lowest(members: int) -> int:
    """The set without its smallest member: what is left to go through."""
    return members & (members - 1)


@part
def count_of(members: int) -> int:
    """How many members a set has."""
    return bits_in(members)
