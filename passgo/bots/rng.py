"""Random numbers for bots that want some, from a number in their own notebook, so that a game can be played again."""

from passgo.bots.policy import Notes
from passgo.machine.decorators import apart, part

MULTIPLIER, INCREMENT, MASK = 1_103_515_245, 12_345, 2**31 - 1
"""A linear congruence of 31 bits, of which the upper ones are used: enough to wander, and alike in both modes."""


@part
def stirred(number: int) -> int:
    """The number that follows."""
    return (number * MULTIPLIER + INCREMENT) & MASK


@apart
def below(notes: Notes, at: int, bound: int) -> int:
    """The next random number below a bound of at most a few thousand, from the number at this place."""
    if bound <= 1:
        return 0
    notes[at] = stirred(int(notes[at]))
    return (int(notes[at]) >> 11) % bound
