"""Why a bot refuses an offer or counters it: reasons of its own reckoning, which it leaves in its notebook.

A policy writes an action and nothing else. Whoever wants to know more puts 1 into `notes[TELLS]` before asking. A bot
that answers an offer may then leave up to three reasons by `give_reason`, the weightiest first, and `read_reasons`
finds them. A bot that knows nothing of this, and every simulation, pays nothing for it. What a bot accepts does not
depend on it; but who asks for reasons is a person, to whom a bot may name a price that no bot would pay.

A reason is said to the other players. So it may tell what the bot thinks of the deal, but neither its cash nor
anything else that is secret.
"""

from typing import NamedTuple

from passgo.bots.policy import MEMORY, Memory, Notes
from passgo.machine.decorators import part

MOST_REASONS = 3
TELLS = MEMORY - 1 - MOST_REASONS
"""The place of the notebook that says whether reasons are wanted: 1, or 0."""
FIRST_REASON = TELLS + 1

# What is meant, with the number that goes with it.
WOULD_COMPLETE = 1  # a group: the other side would hold all of it
WOULD_BREAK = 2  # a group: I hold all of it, and would no longer
WANTS_CASH = 3  # dollars: so much too little, about
TOO_LITTLE_LEFT = 4  # I need my cash for the rents ahead
NOT_FOR_SALE = 5  # a deed: no price would do
NO_USE = 6  # a group: what I would get of it brings me no nearer to it
NO_DEALS = 7  # I never deal
ONLY_TWO = 8  # only two are left: what is good for you is bad for me
TOO_SOON = 9  # I dealt these deeds lately
NO_RESCUE = 10  # without the deal the other side is bankrupt to me
TOO_LITTLE_GAIN = 11  # looking ahead, I gain too little by it beside the other side

REASONS = (
    "would-complete", "would-break", "wants-cash", "too-little-left", "not-for-sale", "no-use", "no-deals", "only-two",
    "too-soon", "no-rescue", "too-little-gain",
)  # fmt: skip
"""The names of reasons, in the order of their numbers, which begin with 1."""
OF_GROUP = frozenset((WOULD_COMPLETE, WOULD_BREAK, NO_USE))
OF_DEED = frozenset((NOT_FOR_SALE,))

ROOM = 1 << 32
"""A reason is kept as its kind times this, plus its number."""


class Reason(NamedTuple):
    """Why an offer was refused or countered: one of `REASONS`, and the number of the group, the deed or the dollars."""

    kind: str
    number: int = 0


@part
def give_reason(notes: Notes, kind: int, number: int) -> None:
    """Leave a reason in the next free place; the fourth is left out."""
    for place in range(FIRST_REASON, FIRST_REASON + MOST_REASONS):
        if notes[place] == 0:
            notes[place] = kind * ROOM + number
            return


def want_reasons(notebook: Memory, wanted: bool = True) -> None:
    """Ask the bot with this notebook for reasons, or no longer. Those of before are forgotten."""
    notebook[TELLS : FIRST_REASON + MOST_REASONS] = 0
    notebook[TELLS] = 1 if wanted else 0


def read_reasons(notebook: Memory) -> list[Reason]:
    """The reasons that a bot left, the weightiest first.

    >>> import numpy as np
    >>> notebook = np.zeros(MEMORY, np.int64)
    >>> notebook[FIRST_REASON] = WANTS_CASH * ROOM + 120
    >>> read_reasons(notebook)
    [Reason(kind='wants-cash', number=120)]
    """
    kept = [divmod(int(notebook[place]), ROOM) for place in range(FIRST_REASON, FIRST_REASON + MOST_REASONS)]
    return [Reason(REASONS[kind - 1], number) for kind, number in kept if 0 < kind <= len(REASONS)]
