"""Whole games of bots in a compiled loop, for the tests."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from passgo import bots
from passgo.bots.policy import MEMORY, Memory, Policy
from passgo.dealer import Words, counter_of, deal
from passgo.dev.bench.loops import Deal
from passgo.editions import Ruleset
from passgo.machine.decorators import entry
from passgo.machine.records import arrays, new
from passgo.rules import codes, ids
from passgo.rules.pointers import NextToDecide, Step
from passgo.rules.state import Action, Actions, Edition, Editions, Games, Log, Logs, State
from passgo.rules.step import setup, step
from passgo.rules.waiting import next_to_decide

PLAYED, REFUSED, STUCK = range(3)
MOST_DECISIONS = 200_000


@entry
def play_seats(
    step: Step, deal: Deal, next_to_decide: NextToDecide, ours: Policy, theirs: Policy, seats: int, games: Games,
    editions: Editions, logs: Logs, actions: Actions, counters: Words, opened: Memory, memory: Memory,
    rounds: int, found: Memory,
) -> None:  # fmt: skip
    """Play every game; the seats in the set choose by `ours`, all others by `theirs`."""
    for i in range(len(games)):
        decisions = 0
        memory[:] = opened
        while games[i].round < rounds and decisions < MOST_DECISIONS:
            player = next_to_decide(games, i)
            if player == codes.NOBODY:
                break
            if player == codes.CHANCE:
                deal(games, i, editions, 0, counters, i, actions, 0)
            else:
                decisions += 1
                if (seats >> player) & 1 == 1:
                    ours(games, i, editions, 0, player, actions, 0, memory, player * MEMORY)
                else:
                    theirs(games, i, editions, 0, player, actions, 0, memory, player * MEMORY)
            refused = step(games, i, editions, 0, logs, 0, actions, 0)
            if refused != ids.LAWFUL:
                found[REFUSED] += 1
                break
        found[PLAYED] += decisions
        if decisions >= MOST_DECISIONS:
            found[STUCK] += 1


@dataclass
class MatchResult:
    """Games that were played, the number of decisions, and how many games had a refused action or got stuck."""

    states: Any
    decisions: int
    refused: int
    stuck: int
    actions: Any

    @property
    def finished(self) -> float:
        """The share of games that have a winner."""
        return float((self.states["winners"] != 0).mean())


def play(
    ruleset: Ruleset,
    players: int,
    ours: str,
    theirs: str | None = None,
    *,
    seats: int = 1,
    seeds: range,
    rounds: int = 500,
) -> MatchResult:
    """Play the games of these seeds: one bot has the seats of the set, another the other seats."""
    states, logs, actions = new(State, len(seeds)), new(Log), new(Action, codes.ACTIONS)
    record: Any = ruleset.record
    edition, log = arrays(Edition, record), arrays(Log, logs)
    assert setup(arrays(State, states[:1]), 0, edition, 0, log, 0, players) == ids.LAWFUL
    states[1:] = states[0]
    counters = np.array([counter_of(seed) for seed in seeds], np.uint64)
    found = np.zeros(3, np.int64)
    one, other = bots.bot(ours), bots.bot(theirs or ours)
    opened = bots.notebooks((one if seats >> seat & 1 else other).notebook for seat in range(8))
    play_seats(
        step, deal, next_to_decide, one.policy, other.policy, seats, arrays(State, states), edition, log,
        arrays(Action, actions), counters, opened, opened.copy(), rounds, found,
    )  # fmt: skip
    return MatchResult(states, int(found[PLAYED]), int(found[REFUSED]), int(found[STUCK]), actions)
