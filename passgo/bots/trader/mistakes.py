"""Mistakes that people make, for the levels below the best: things overlooked, and worth or danger judged wrongly.

What goes wrong in a turn is drawn once for that turn, from a number in the bot's notebook that is stirred with where
the tokens stand. So a rent overlooked stays overlooked until the next turn, a deed is misjudged alike in the
purchase and in the auction, the same game gives the same mistakes, and nothing of the dice to come is known.
"""

from passgo.bots.policy import Notes
from passgo.bots.rng import MASK, stirred
from passgo.bots.trader.parameters import MISJUDGES, MOOD, MOOD_TURN, OVERLOOKS
from passgo.machine.decorators import apart, part
from passgo.rules.codes import DEEDS
from passgo.rules.state import State

# What a mistake is about: a deed by its number, or one of these.
A_DEAL, AN_ANSWER, A_RENT, A_BUILDING, A_RESERVE, A_LOT = range(DEEDS, DEEDS + 6)


@apart
def drawn(g: State, notes: Notes, about: int, bound: int) -> int:
    """This turn's number below a bound, for one thing."""
    if notes[MOOD_TURN] != g.turn:
        mood = int(notes[MOOD]) + g.turn
        for p in range(g.players):
            mood = stirred(mood + g.square[p])
        notes[MOOD_TURN] = g.turn
        notes[MOOD] = mood
    return (stirred(stirred(int(notes[MOOD]) ^ (about << 16)) & MASK) >> 11) % bound


@part
def overlooks(g: State, notes: Notes, about: int) -> bool:
    """Does the bot overlook this in this turn?"""
    percent = int(notes[OVERLOOKS])
    return percent > 0 and drawn(g, notes, about, 100) < percent


@part
def misjudged(g: State, notes: Notes, about: int, dollars: int) -> int:
    """A sum as the bot judges it in this turn: a little more or less."""
    percent = int(notes[MISJUDGES])
    if percent == 0:
        return dollars
    return dollars + dollars * (drawn(g, notes, about, 2 * percent + 1) - percent) // 100
