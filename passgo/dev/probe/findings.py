"""What a probe found: win rates with and without offers, deals, round trips, and what chosen offers really bring."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from passgo.dev.probe.chosen import Truth
from passgo.dev.probe.matches import GameResult, MatchResult
from passgo.dev.probe.plan import EDITION, SEATS, ProbePlan
from passgo.simulate.output.statistics import NORMAL_95

BAD = -0.01
"""An offer is bad for whoever accepts it if it costs more than this chance to win."""


@dataclass(frozen=True)
class Mean:
    """A mean with its 95 % interval; none, if there are too few to tell."""

    mean: float | None
    low: float | None
    high: float | None

    def to_dict(self) -> dict[str, float | None]:
        """The entries of the JSON report."""
        return {name: None if number is None else round(number, 5) for name, number in vars(self).items()}


def mean_of(numbers: Sequence[float]) -> Mean:
    """The mean of independent numbers.

    >>> mean_of([0.0, 1.0, 0.0, 1.0]).to_dict()
    {'mean': 0.5, 'low': -0.06579, 'high': 1.06579}
    """
    if not numbers:
        return Mean(None, None, None)
    mean = float(np.mean(numbers))
    if len(numbers) == 1:
        return Mean(mean, None, None)
    reach = NORMAL_95 * float(np.std(numbers, ddof=1)) / len(numbers) ** 0.5
    return Mean(mean, mean - reach, mean + reach)


@dataclass
class Findings:
    """The results of a probe so far. Matches are independent of each other, and so are chosen offers."""

    plan: ProbePlan
    matches: list[MatchResult] = field(default_factory=list)
    truths: list[Truth] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def without(self) -> Mean:
        """The prober's share of wins without its own offers, over matches."""
        return mean_of([share_of(match.without) for match in self.matches])

    @property
    def with_offers(self) -> Mean:
        """The same with whatever the bot accepts."""
        return mean_of([share_of(match.with_offers) for match in self.matches])

    @property
    def added(self) -> Mean:
        """What offers add, match by match."""
        return mean_of([share_of(match.with_offers) - share_of(match.without) for match in self.matches])

    @property
    def games(self) -> list[GameResult]:
        """The games with offers."""
        return [game for match in self.matches for game in match.with_offers]

    def total(self, name: str) -> int:
        """A count over all games with offers."""
        return sum(getattr(game, name) for game in self.games)

    def gain_of(self, side: int) -> Mean:
        """What a deal of the prober's brings it (0) or the bot (1), as the net judges it; over games with deals."""
        return mean_of([float(np.mean([gain[side] for gain in game.gains])) for game in self.games if game.gains])

    def proved(self, side: int) -> Mean:
        """What chosen offers bring the proposer (0) or the accepter (1), by games to the end."""
        return mean_of([truth.proved[side] for truth in self.truths])

    def said(self, side: int) -> Mean:
        """The same as the net judges it."""
        return mean_of([truth.said[side] for truth in self.truths])

    def to_dict(self) -> dict[str, Any]:
        """The JSON report; docs/levels.md says what the keys mean."""
        plan, games = self.plan, self.games
        deals = sum(len(game.gains) for game in games)
        return {
            "bot": plan.bot,
            "edition": EDITION,
            "seats": SEATS,
            "seed": plan.seed,
            "matches": len(self.matches),
            "matches_wanted": plan.matches,
            "games": len(games),
            "ended_share": float(np.mean([game.ended for game in games])) if games else None,
            "wins_without_offers": self.without.to_dict(),
            "wins_with_offers": self.with_offers.to_dict(),
            "offers_add": self.added.to_dict(),
            "offers_per_game": self.total("asked") / len(games) if games else None,
            "deals_per_game": deals / len(games) if games else None,
            "gain_per_deal": {"prober": self.gain_of(0).to_dict(), "bot": self.gain_of(1).to_dict()},
            "round_trips_at_a_loss": {
                "struck": self.total("round_trips"),
                "open": self.total("open_round_trips"),
            },
            "chosen_offers": {
                "offers": len(self.truths),
                "offers_wanted": plan.offers,
                "games_each": plan.games,
                "ended_share": float(np.mean([truth.ended for truth in self.truths])) if self.truths else None,
                "accepter_gains": self.proved(1).to_dict(),
                "proposer_gains": self.proved(0).to_dict(),
                "net_says": {"accepter": self.said(1).to_dict(), "proposer": self.said(0).to_dict()},
                "bad_share": float(np.mean([t.proved[1] < BAD for t in self.truths])) if self.truths else None,
            },
            "seconds": round(self.seconds, 1),
        }


def share_of(games: Sequence[GameResult]) -> float:
    """The prober's share of the wins of a match."""
    return float(np.mean([game.share for game in games]))
