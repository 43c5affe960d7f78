"""Positions that are played on, seen and judged together, many at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from passgo import bots
from passgo.bots.fallback import fallback
from passgo.bots.judgement.features import see
from passgo.bots.judgement.layout import ROW, SEATS
from passgo.bots.judgement.net import SCRATCH, judge
from passgo.bots.judgement.onward import NOTEBOOKS, play_on
from passgo.bots.judgement.weights import weights
from passgo.bots.policy import MEMORY, Decide, Policy
from passgo.bots.trader.parameters import SEARCHED_TURN, SETTLED_TURN
from passgo.dealer import deal
from passgo.editions import Ruleset
from passgo.machine.decorators import inside_of
from passgo.machine.pointers import addresses_of
from passgo.machine.records import arrays, new
from passgo.rules import codes
from passgo.rules.state import STATE, Action, Log, State
from passgo.rules.step import play
from passgo.simulate import Bot, bot_named

Array = np.ndarray[Any, np.dtype[Any]]
Floats = np.ndarray[Any, np.dtype[np.float32]]

LAST_ROUND = 2**31 - 1
TO_CHANCE = -1
"""So many throws stand for playing on until dice or a card are due."""


@dataclass(frozen=True)
class Field:
    """Who plays on: a bot for each seat, under these rules."""

    ruleset: Ruleset
    seats: tuple[Bot, ...]

    def notebooks(self, games: int) -> Array:
        """Fresh notebooks for so many games."""
        return np.tile(self._opened, games)

    @cached_property
    def _opened(self) -> Array:
        opened = bots.notebooks(bot.notebook for bot in self.seats).reshape(len(self.seats), MEMORY)
        for seat, bot in enumerate(self.seats):
            if bot.learn is not None:
                bot.learn(opened[seat], self.ruleset.record, len(self.seats))
        one = np.zeros((codes.PLAYERS, MEMORY), np.int64)
        one[: len(self.seats)] = opened
        return one.reshape(NOTEBOOKS)


def all_alike(ruleset: Ruleset, players: int, name: str = "trader") -> Field:
    """A field of one bot in every seat."""
    return Field(ruleset, (bot_named(name),) * players)


class Table:
    """Games that a field plays on from given positions, side by side."""

    def __init__(self, field: Field, positions: Array, counters: Sequence[int] | Array) -> None:
        self.field, self.states = field, np.array(positions, STATE)
        self.counters = np.array(counters, np.uint64)
        self.memory = field.notebooks(len(self.states))
        self._records = [
            arrays(State, self.states),
            field.ruleset.rows,
            arrays(Log, new(Log)),
            arrays(Action, new(Action)),
        ]
        policies = [bot.policy for bot in field.seats] + [fallback] * (codes.PLAYERS + 1 - len(field.seats))
        self._policies = addresses_of(policies, Policy)
        self._deciders = addresses_of([inside_of(policy) for policy in policies], Decide)

    def play_on(self, throws: int | Array = 0, rounds: int = LAST_ROUND, dealer: Any = deal) -> None:
        """Play until so many throws have fallen and the next is due; with none, to the next throw.

        With fewer than none (`TO_CHANCE`), until chance has to do anything.
        """
        left = np.zeros(len(self.states), np.int64) + throws
        functions: list[Any] = [play, inside_of(dealer), self._policies, self._deciders]
        numbers: list[Any] = [self.counters, self.memory, left, rounds]
        play_on(*functions, *self._records, *numbers)

    def offer_nothing_now(self) -> None:
        """Let no trader look for a deal in the turn that goes on: a deal is struck where a player strikes it."""
        notes = self.memory.reshape(len(self.states), codes.PLAYERS, MEMORY)
        notes[:, :, SEARCHED_TURN] = notes[:, :, SETTLED_TURN] = self.states["turn"][:, None]

    @property
    def is_over(self) -> Array:
        """Which games are over."""
        return np.asarray(self.states["phase"] == codes.PHASE_GAME_OVER)

    def rows(self) -> Floats:
        """What is seen of each game."""
        seen = np.zeros((len(self.states), ROW), np.float32)
        see(self._records[0], self._records[1], seen.reshape(-1))
        return seen

    def values(self, net: Floats | None = None) -> Floats:
        """Each player's chance in each game by the net; of a game that is over, the result."""
        judged = values_of(self.rows(), weights() if net is None else net)
        over = self.is_over
        judged[over] = shares_of(self.states["winners"][over])
        return judged


def values_of(rows: Floats, net: Floats) -> Floats:
    """Each player's chance to win in positions that were seen."""
    values = np.zeros((len(rows), SEATS), np.float32)
    judge(rows.reshape(-1), net, np.zeros(SCRATCH, np.float32), values.reshape(-1))
    return values


def count_cash(states: Any) -> None:
    """Let the ledger of public payments say what everybody holds, in positions to which nobody has played."""
    states["ledger"], states["uncounted"] = states["cash"], 0


def shares_of(winners: Array) -> Floats:
    """The result of games, of which `winners` won as sets: 1 for who won alone, a half for each of two."""
    won = (winners[:, None].astype(np.int64) >> np.arange(SEATS)) & 1
    return np.asarray(won / np.maximum(1, won.sum(1, keepdims=True)), np.float32)
