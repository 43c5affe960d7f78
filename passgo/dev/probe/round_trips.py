"""Round trips: two deals within a few rounds that restore who owns what, at a loss of the bot's in cash."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from passgo.dev.probe.offers.brackets import Brackets
from passgo.dev.probe.offers.exchanges import Exchange, part_of
from passgo.dev.probe.offers.search import HALVINGS
from passgo.dev.probe.plan import ProbeTable
from passgo.rules.state import STATE

ROUNDS = 5
"""Within so many rounds two deals are a round trip."""


@dataclass(frozen=True)
class Deal:
    """A deal that was struck: who offered what to whom."""

    round: int
    proposer: int
    partner: int
    give: int
    take: int
    cash: int
    """What the proposer paid; below zero: was paid."""

    def is_undone_by(self, other: "Deal") -> bool:
        """Does a later deal restore who owned the deeds?"""
        sides = (self.proposer, self.give), (self.partner, self.take)
        back = {(other.proposer, other.take), (other.partner, other.give)} == set(sides)
        return back and self.give | self.take != 0 and other.round - self.round <= ROUNDS

    def earned_by(self, seat: int) -> int:
        """The dollars that one of the two earned by it."""
        return self.cash if seat == self.partner else -self.cash


def losses_by_round_trips(deals: Sequence[Deal], bots: Sequence[int]) -> int:
    """How often a deal was undone within a few rounds, at a loss of one of these seats in cash.

    >>> sold = Deal(3, 0, 1, give=0, take=0b10, cash=100)
    >>> losses_by_round_trips([sold, Deal(5, 0, 1, give=0b10, take=0, cash=-150)], bots=[1])
    1
    >>> losses_by_round_trips([sold, Deal(9, 0, 1, give=0b10, take=0, cash=-150)], bots=[1])
    0
    """
    undone = ((deal, later) for n, deal in enumerate(deals) for later in deals[n + 1 :] if deal.is_undone_by(later))
    return sum(
        any(seat in (deal.proposer, deal.partner) and deal.earned_by(seat) + later.earned_by(seat) < 0 for seat in bots)
        for deal, later in undone
    )


def would_undo(table: ProbeTable, position: bytes, deal: Deal, memory: Any) -> bool:
    """Would the partner of a deal give back what it got, for less cash than it got, or more than it paid?

    It is asked with its own memory: it may well remember the deal.
    """
    state = np.frombuffer(position, STATE)[0]
    groups, built = table.ruleset.record[0]["group"], np.flatnonzero(state["level"])
    give, take = part_of(deal.take, groups), part_of(deal.give, groups)
    held = all(state["owner"][deed] == deal.proposer for deed in deeds_in(deal.take))
    held = held and all(state["owner"][deed] == deal.partner for deed in deeds_in(deal.give))
    if not held or {int(groups[deed]) for deed in built} & (give.groups | take.groups):
        return False
    back = Exchange(deal.partner, give, take)
    brackets = Brackets(table.partner, table.ruleset, position, deal.proposer, [back], memory)
    brackets.halve(HALVINGS)
    return len(brackets) > 0 and deal.cash + int(brackets.high[0]) < 0


def deeds_in(members: int) -> list[int]:
    """The deeds of a set.

    >>> deeds_in(0b1010)
    [1, 3]
    """
    return [deed for deed in range(members.bit_length()) if members >> deed & 1]
