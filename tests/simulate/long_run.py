"""A player who only walks round the board, and the exact chain of the long run to compare with.

Nobody buys, and Jail is left by throwing, as in `tests/landing.py`. Two things differ from the chain there. Nobody uses
a get-out-of-jail card, so that, once drawn, it is missing for good and the other 15 of its deck are equally likely. And
the order of a deck is the same each time round, which changes no frequency, only how far apart the same cards come.
"""

from fractions import Fraction
from typing import Any

import numpy as np

from passgo.bots.policy import Memory
from passgo.machine.decorators import entry
from passgo.rules import codes
from passgo.rules.chance import blank
from passgo.rules.state import Actions, Editions, Games
from tests.landing import IN_JAIL, JAILED, Chain, Spread

KEPT: int | None = codes.GET_OUT_OF_JAIL_FREE
"""The effect of the cards that players keep, so that they are missing in their decks."""


@entry
def wanders(
    games: Games, i: int, editions: Editions, e: int, player: int, actions: Actions, j: int, memory: Memory, m: int
) -> None:
    """Throw, and buy nothing."""
    phase = games[i].phase
    if phase == codes.PHASE_BEFORE_THROW:
        blank(actions[j], codes.THROW, player)
    elif phase == codes.PHASE_BUY:
        blank(actions[j], codes.DECLINE, player)
    elif phase == codes.PHASE_CHOOSE_TAX:
        blank(actions[j], codes.PAY_FLAT_TAX, player)
    else:
        blank(actions[j], codes.END_TURN, player)


Expected = np.ndarray[Any, np.dtype[np.float64]]


class LongRun(Chain):
    """The chain when both get-out-of-jail cards are gone."""

    def deck_of(self, square: int) -> list[int]:
        """The cards that may be drawn on a square; none where there is no deck."""
        kind = int(self.e["square_kind"][square])
        if kind not in (codes.CHANCE_SQUARE, codes.CHEST_SQUARE):
            return []
        first = 0 if kind == codes.CHANCE_SQUARE else codes.DECK
        return [card for card in range(first, first + codes.DECK) if self.e["card_effect"][card] != KEPT]

    def landing(self, square: int) -> Spread:
        cards = self.deck_of(square)
        if not cards:
            return super().landing(square)
        spread: Spread = {}
        for card in cards:
            for end, share in self.after_card(square, card).items():
                spread[end] = spread.get(end, Fraction(0)) + share / len(cards)
        return spread

    def lasting(self) -> Expected:
        """How likely each state is before a throw, in the long run."""
        likely: Expected = np.linalg.matrix_power(self.matrix(), 4000)[0]
        return likely

    def arrivals(self, square: int, weight: float, counts: Expected) -> None:
        """Add the landing on a square, and those to which its cards lead."""
        counts[square] += weight
        cards = self.deck_of(square)
        for card in cards:
            target = self.moved_by(square, card)
            if target is not None:
                self.arrivals(target, weight / len(cards), counts)

    def moved_by(self, square: int, card: int) -> int | None:
        """Where a card moves the token, before what it finds there; None if it does not, or to Jail."""
        whole, self.landing = self.landing, lambda square: {square: Fraction(1)}  # type: ignore[method-assign]  # for one call
        (end,) = self.after_card(square, card)
        self.landing = whole  # type: ignore[method-assign]  # as it was
        return None if end in (square, JAILED) else end

    def landings(self) -> Expected:
        """How often each square is landed on, per throw."""
        counts = np.zeros(codes.SQUARES)
        for state, likely in enumerate(self.lasting()):
            for a in range(1, 7):
                for b in range(1, 7):
                    square = self.thrown_to(state, a, b)
                    if square is not None:
                        self.arrivals(square, likely / 36, counts)
        return counts

    def thrown_to(self, state: int, a: int, b: int) -> int | None:
        """Where a throw moves the token; None if it stays in Jail or goes there by three doubles."""
        if state >= IN_JAIL:
            return int(self.e["jail_square"]) + a + b if a == b or state - IN_JAIL + 1 >= self.tries else None
        to_jail = a == b and state // codes.SQUARES + 1 >= self.doubles_to_jail
        return None if to_jail else (state % codes.SQUARES + a + b) % codes.SQUARES
