"""The least cash for which a partner accepts an exchange, by bisection, for many exchanges together."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from passgo.analysis.table import Array
from passgo.dev.probe.offers.exchanges import NOTHING, Exchange, on_table, set_cash
from passgo.dev.probe.partner import Partner
from passgo.editions import Ruleset
from passgo.rules import codes
from passgo.rules.state import STATE


class Brackets:
    """For each exchange that a partner accepts at all: cash that it refuses (`low`), and more that it accepts (`high`).

    Cash is what the proposer pays; below zero, is paid. Who gives nothing pays at least a dollar, and nobody pays more
    than they have.
    """

    def __init__(
        self,
        partner: Partner,
        ruleset: Ruleset,
        position: bytes,
        seat: int,
        found: Sequence[Exchange],
        memory: Any = None,
    ) -> None:
        self.partner, self.seat, self.exchanges, self._memory = partner, seat, list(found), memory
        state = np.frombuffer(position, STATE)[0]
        self._seats = np.array([exchange.partner for exchange in found], np.int64)
        self.low = np.where([exchange.give == NOTHING for exchange in found], 0, -state["cash"][self._seats] - 1)
        due = interest_due(ruleset, int(state["mortgaged"]), [exchange.take.deeds for exchange in found])
        takes_nothing = [exchange.take == NOTHING for exchange in found]
        self.high = np.where(takes_nothing, -1, int(state["cash"][seat]) - due)
        self._states = on_table(position, seat, found, self.high)
        self.keep((self.high > self.low) & partner.accepts(self._states, self._seats, memory))

    def __len__(self) -> int:
        return len(self.exchanges)

    def keep(self, those: Array) -> None:
        """Drop all others."""
        kept = np.flatnonzero(those)
        self.exchanges = [self.exchanges[n] for n in kept.tolist()]
        self.low, self.high, self._seats, self._states = (
            each[kept] for each in (self.low, self.high, self._seats, self._states)
        )

    def halve(self, times: int) -> None:
        """Ask the partner about the middle of each bracket, so many times."""
        for _ in range(times):
            if not len(self) or (self.high - self.low).max() <= 1:
                return
            middle = (self.low + self.high) // 2
            set_cash(self._states, self.seat, middle)
            enough = (middle > self.low) & self.partner.accepts(self._states, self._seats, self._memory)
            self.low, self.high = np.where(enough, self.low, middle), np.where(enough, middle, self.high)


def interest_due(ruleset: Ruleset, mortgaged: int, taken: Sequence[int]) -> Array:
    """The interest that is due at once for each of these sets of deeds."""
    edition = ruleset.record[0]
    hundredths = edition["price"] // 2 * int(edition["mortgage_interest"])
    interest = (hundredths + 99) // 100 if edition["mortgage_lift_round_up"] else hundredths // 100
    pledged = np.array([deeds & mortgaged for deeds in taken], np.int64)[:, None] >> np.arange(codes.DEEDS) & 1
    return np.asarray(pledged @ interest)
