"""Playing on from positions: to the next throw, for some throws, or to the end of the game.

This is the loop of everything that looks ahead. Each game has notebooks of its own, and chance of its own: who plays on
from a live game throws dice of their own, and never those of that game.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from passgo.bots.policy import MEMORY, Decide, Policy, is_own, notes_at
from passgo.bots.policy import Memory as Numbers
from passgo.dealer import Deal, Words, word
from passgo.machine.decorators import entry, part
from passgo.machine.pointers import caller_of
from passgo.rules import codes, ids
from passgo.rules.pointers import Play
from passgo.rules.state import Actions, Editions, Games, Logs, State
from passgo.rules.waiting import next_one

if TYPE_CHECKING:
    Policies = Sequence[Any]
else:
    Policies = Numbers

policy_at, decide_at = caller_of(Policy), caller_of(Decide)
"""The policy, or the inner function of one, at an address."""

NOTEBOOKS = codes.PLAYERS * MEMORY
"""The numbers in the notebooks of one game."""

FALLBACK = codes.PLAYERS
"""The place of the fallback among the policies: it decides where an action is refused, or a turn does not end."""

PATIENCE = 400
"""Decisions in one turn after which the fallback decides until the turn ends."""


@part
def is_thrown(g: State) -> bool:
    """Are dice about to be thrown that move a token, and nothing is open?"""
    return g.phase == codes.PHASE_THROW and g.matters == 0


@entry
def play_on(
    play: Play, deal: Deal, policies: Policies, deciders: Policies,
    games: Games, editions: Editions, logs: Logs, actions: Actions, counters: Words, memory: Numbers,
    throws: Numbers, rounds: int,
) -> None:  # fmt: skip
    """Play each game on until `throws` of it have fallen and the next is due, it is over, or so many rounds passed.

    With fewer than none, until chance has to do anything: dice or a card.
    """
    e, log, a = editions[0], logs[0], actions[0]
    for i in range(len(games)):
        g, turn, decisions, fallen = games[i], 0, 0, False
        while g.round < rounds:
            if is_thrown(g):
                if throws[i] == 0:
                    break
                throws[i] -= 1
            player = next_one(g)
            if player == codes.NOBODY or (player == codes.CHANCE and throws[i] < 0):
                break
            if g.turn != turn:
                turn, decisions = g.turn, 0
            decisions += 1
            helped = fallen or decisions > PATIENCE
            m = i * NOTEBOOKS + player * MEMORY
            if player == codes.CHANCE:
                counters[i] = deal(g, e, word(counters[i]), a)
            elif not helped and deciders[player] != 0:
                decide_at(deciders[player])(g, e, player, a, notes_at(memory, m))
            else:
                asked = policy_at(policies[FALLBACK if helped else player])
                asked(games, i, editions, 0, player, actions, 0, memory, m)
            refused = ids.TABLE_NO_HOUSE_RULES
            if player == codes.CHANCE or is_own(a, player):
                refused = play(g, e, log, a)
            assert refused == ids.LAWFUL or not helped
            fallen = refused != ids.LAWFUL
