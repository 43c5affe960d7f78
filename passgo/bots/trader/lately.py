"""What `trader` has dealt lately: such deeds rest, so that nobody pumps it by selling and buying back.

Deals are remembered in windows of some rounds: the deeds of this window and of the one before. So each deed rests for
at least a window and at most two, however many deals there are.
"""

from passgo.bots.policy import Notes
from passgo.bots.trader.parameters import DEALT_BEFORE, DEALT_LATELY, DEALT_ROUND
from passgo.machine.decorators import part
from passgo.rules.state import State

WINDOW = 6
"""Rounds in which the deeds of a deal are not dealt again, at least."""


@part
def note_dealt(g: State, notes: Notes, deeds: int) -> None:
    """Note that these deeds have changed hands by a deal of mine."""
    passed = g.round - int(notes[DEALT_ROUND])
    if passed >= WINDOW:
        notes[DEALT_BEFORE] = notes[DEALT_LATELY] if passed < 2 * WINDOW else 0
        notes[DEALT_LATELY] = 0
        notes[DEALT_ROUND] = g.round
    notes[DEALT_LATELY] |= deeds


@part
def was_dealt_lately(g: State, notes: Notes, deeds: int) -> bool:
    """Is one of these deeds of a deal of mine, so lately?"""
    passed = g.round - int(notes[DEALT_ROUND])
    if passed >= 2 * WINDOW:
        return False
    resting = int(notes[DEALT_LATELY]) | (int(notes[DEALT_BEFORE]) if passed < WINDOW else 0)
    return resting & deeds != 0
