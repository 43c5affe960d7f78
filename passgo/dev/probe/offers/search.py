"""The best offer that a partner accepts, as the net judges what comes of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from passgo.analysis.judge import Judge
from passgo.analysis.table import Array
from passgo.dev.probe.offers.brackets import Brackets
from passgo.dev.probe.offers.exchanges import Exchange, exchanges, offer_record
from passgo.dev.probe.partner import Partner
from passgo.game.engine import Engine
from passgo.rules import codes
from passgo.rules.state import ACTION, STATE

HALVINGS, ROUGHLY = 13, 4
"""Steps of the bisection, from thousands of dollars to one, and those after which what gains nothing is dropped."""


@dataclass(frozen=True)
class Offer:
    """An offer that a partner accepts, and what comes of it."""

    exchange: Exchange
    cash: int
    """What the proposer pays; below zero: is paid."""
    record: bytes
    after: bytes
    """The position after it was accepted."""
    gains: Array
    """By how much the net's chances change, for everybody."""


class Search:
    """Looks for the best offer of a player whose turn ends."""

    def __init__(self, judge: Judge, partner: Partner) -> None:
        self.judge, self.partner = judge, partner
        edition = judge.ruleset.record[0]
        self._groups = edition["group"].tolist()
        self._swaps = bool(edition["deal_swaps"])
        self._engine = Engine(judge.ruleset)

    def is_time(self, position: bytes, seat: int) -> bool:
        """Does the player's turn end, with nothing open?"""
        state = np.frombuffer(position, STATE)[0]
        ends = state["phase"] == codes.PHASE_END_TURN and state["on_turn"] == seat and state["matters"] == 0
        return bool(ends and state["hour_struck"] == 0 and (state["offer_to"] == codes.NOBODY).all())

    def best(
        self,
        position: bytes,
        seat: int,
        least: float,
        is_wanted: Callable[[Exchange], bool] = lambda exchange: True,
    ) -> Offer | None:
        """The accepted offer that leaves the seat the best chance, if that is better by the least gain; or None.

        The bisection pauses when the cash is roughly known: what would not gain enough for a little less is dropped.
        """
        state = np.frombuffer(position, STATE)[0]
        found = [each for each in exchanges(state, seat, self._groups, swaps=self._swaps) if is_wanted(each)]
        if not found:
            return None
        brackets = Brackets(self.partner, self.judge.ruleset, position, seat, found)
        brackets.halve(ROUGHLY)
        now, hoped = self._judge(position, seat, brackets.exchanges, brackets.low + 1)
        brackets.keep(np.array([after is not None and after[1][seat] - now[seat] >= least for after in hoped], bool))
        brackets.halve(HALVINGS - ROUGHLY)
        _, struck = self._judge(position, seat, brackets.exchanges, brackets.high)
        gains = [-1.0 if after is None else after[1][seat] - now[seat] for after in struck]
        best = int(np.argmax(gains)) if gains else 0
        if not gains or gains[best] < least or (after := struck[best]) is None:
            return None
        exchange, cash = brackets.exchanges[best], int(brackets.high[best])
        return Offer(exchange, cash, offer_record(seat, exchange, cash), after[0], after[1] - now)

    def _judge(
        self, position: bytes, seat: int, found: Sequence[Exchange], cash: Array
    ) -> tuple[Array, list[tuple[bytes, Array] | None]]:
        """Everybody's chances now, and after each of these exchanges the position and the chances; None: is refused."""
        struck = [self._strike(position, seat, *each) for each in zip(found, cash.tolist(), strict=True)]
        values = iter(self.judge.values([position, *(after for after in struck if after is not None)]))
        return next(values), [None if after is None else (after, next(values)) for after in struck]

    def _strike(self, position: bytes, seat: int, exchange: Exchange, cash: int) -> bytes | None:
        """The position after the offer was made and accepted; None if a rule refuses either."""
        engine = self._engine
        engine.position, engine.played = position, offer_record(seat, exchange, cash)
        if engine.step():
            return None
        engine.played = bytes(ACTION.itemsize)
        engine.action.kind, engine.action.player, engine.action.other = codes.ACCEPT, exchange.partner, seat
        return None if engine.step() else engine.position
