"""Random numbers for bots. They come from a number in the bot's notebook, so that the same game can be played again."""

from passgo.bots.policy import Notes
from passgo.machine.decorators import apart, part

MULTIPLIER, INCREMENT, MASK = 1_103_515_245, 12_345, 2**31 - 1
"""A linear congruential generator of 31 bits, of which the upper ones are used. Plain and compiled code agree on it."""


@part
def next_number(number: int) -> int:
    """The number that follows in the generator."""
    return (number * MULTIPLIER + INCREMENT) & MASK


@apart
def below(notes: Notes, at: int, bound: int) -> int:
    """The next random number below a bound of at most a few thousand. The generator is the number `notes[at]`."""
    if bound <= 1:
        return 0
    notes[at] = next_number(int(notes[at]))
    return (int(notes[at]) >> 11) % bound
