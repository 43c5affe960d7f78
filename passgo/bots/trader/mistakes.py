"""Mistakes for the levels below the best: the bot overlooks things, and misjudges sums.

The mistakes of a turn are drawn once for that turn, from a number in the bot's notebook (its mood) and from the squares
of the tokens. So a rent that the bot overlooks stays overlooked until the next turn, a deed is misjudged by the same
amount in the purchase and in the auction, and the same game has the same mistakes. The bot learns nothing about future
dice.
"""

from passgo.bots.policy import Notes
from passgo.bots.rng import MASK, next_number
from passgo.bots.trader.parameters import MISJUDGES, MOOD, MOOD_TURN, OVERLOOKS
from passgo.machine.decorators import apart, part
from passgo.rules import codes
from passgo.rules.state import State

# The subject of a mistake: the number of a deed, or one of these.
A_DEAL, AN_ANSWER, A_RENT, A_BUILDING, A_RESERVE, A_LOT = range(codes.DEEDS, codes.DEEDS + 6)


@apart
def draw(g: State, notes: Notes, about: int, bound: int) -> int:
    """The random number of this turn for one subject, below a bound."""
    if notes[MOOD_TURN] != g.turn:
        mood = int(notes[MOOD]) + g.turn
        for p in range(g.players):
            mood = next_number(mood + g.square[p])
        notes[MOOD_TURN] = g.turn
        notes[MOOD] = mood
    return (next_number(next_number(int(notes[MOOD]) ^ (about << 16)) & MASK) >> 11) % bound


@part
def overlooks(g: State, notes: Notes, about: int) -> bool:
    """Does the bot overlook this subject in this turn?"""
    percent = int(notes[OVERLOOKS])
    return percent > 0 and draw(g, notes, about, 100) < percent


@part
def misjudge(g: State, notes: Notes, about: int, dollars: int) -> int:
    """The sum as the bot judges it in this turn: a little more or less than it is."""
    percent = int(notes[MISJUDGES])
    if percent == 0:
        return dollars
    return dollars + dollars * (draw(g, notes, about, 2 * percent + 1) - percent) // 100
