"""Is the result of a search better? Games that no part of the search has seen say so, or that it is not."""

from dataclasses import dataclass

from passgo.bots.trader.files import read_parameters
from passgo.bots.trader.parameters import by_hand
from passgo.dev.tuning.opponents import seed_of, trader
from passgo.dev.tuning.sanity import silly
from passgo.dev.tuning.scoring import Comparison, compare
from passgo.dev.tuning.session import Tuning
from passgo.simulate import Bot, bot_named
from passgo.simulate.runs.workers import on_ctrl_c

ENDINGS = 4000
"""Games among four of a finalist, to see whether they end and when."""

LEAST_ENDED = 0.995
"""At least so many of them must end."""

TOLERANCE = 1.1
"""They may last this many times the wanted rounds, on average."""


@dataclass(frozen=True)
class Result:
    """The numbers that a run ends with, and how they were judged."""

    parameters: dict[str, int]
    comparisons: list[Comparison]
    """With the hand-chosen trader, with today's where that is another, and with `cautious`."""
    rivals: int
    """How many of these must be beaten."""
    ended: float
    rounds: float
    wanted_rounds: float
    silly: float

    @property
    def faults(self) -> list[str]:
        """Why these numbers should not be taken; nothing if they should."""
        found = [
            f"not proven better than {c.against}: {c.overall.score:.3f} of a fair share ({c.overall.low:.3f} to "
            f"{c.overall.high:.3f})"
            for c in self.comparisons[: self.rivals]
            if c.overall.low <= 1
        ]
        if self.ended < LEAST_ENDED:
            found.append(f"only {self.ended:.2%} of games among four of them end")
        if self.rounds > TOLERANCE * self.wanted_rounds:
            found.append(f"games among four of them last {self.rounds:.1f} rounds, not {self.wanted_rounds:g}")
        if self.silly > 0:
            found.append(f"it accepts {self.silly:.0%} of offers that nobody with sense accepts")
        return found


def rivals() -> list[Bot]:
    """Who must be beaten: the hand-chosen trader, and today's if that is another."""
    hand = trader("the hand-chosen trader", by_hand())
    today = read_parameters()
    return [hand] if today == by_hand() else [hand, trader("today's trader", today)]


def games_to_verify(tuning: Tuning) -> int:
    """About how many games `verify` will play."""
    choosing, judging = len(tuning.finalists), len(rivals()) + 1
    return tuning.wish.verification // 2 * choosing + ENDINGS * (choosing + 1) + tuning.wish.verification * judging


def chosen_finalist(tuning: Tuning) -> dict[str, int]:
    """The better of the finalists, as the search reckons: by wins, the length of its games, and its sense."""
    judge, wish, seen = tuning.judge, tuning.wish, len(tuning.news)
    found = []
    for finalist in tuning.finalists:
        bot = trader("finalist", finalist)
        wins = compare(judge, bot, rivals()[0], wish.verification // 2, wish.seed, "choice", seen).overall.score
        ((_, rounds),) = judge.lengths([bot], ENDINGS, seed_of(wish.seed, "choice among themselves", seen))
        found.append(wins - wish.cost(bot, rounds))
    return tuning.finalists[max(range(len(found)), key=found.__getitem__)]


def verify(tuning: Tuning) -> Result:
    """Choose between the finalists, then judge the chosen one by games that nothing has been chosen by."""
    judge, wish, seen = tuning.judge, tuning.wish, len(tuning.news)
    with on_ctrl_c(judge.stop):
        chosen = chosen_finalist(tuning)
        bot = trader("tuned", chosen)
        comparisons = [
            compare(judge, bot, rival, wish.verification, wish.seed, "verification", seen, rival.name)
            for rival in [*rivals(), bot_named("cautious")]
        ]
        ((ended, rounds),) = judge.lengths([bot], ENDINGS, seed_of(wish.seed, "endings", seen))
    return Result(chosen, comparisons, len(rivals()), ended, rounds, wish.rounds, silly(bot))
