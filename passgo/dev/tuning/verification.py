"""The verification of a result: is it better? Games decide that no part of the search has used."""

from dataclasses import dataclass

from passgo.bots.trader.files import read_parameters
from passgo.bots.trader.parameters import by_hand
from passgo.dev.tuning.opponents import seed_of, trader
from passgo.dev.tuning.sanity import silly_share
from passgo.dev.tuning.scoring import Comparison, compare
from passgo.dev.tuning.session import Tuning
from passgo.simulate import Bot, bot_named
from passgo.simulate.runs.workers import on_ctrl_c

ENDINGS = 4000
"""Games among four of a finalist, to see how many end, and after how many rounds."""

LEAST_ENDED = 0.995
"""The share of these games that must end."""

TOLERANCE = 1.1
"""These games may last so many times the wanted rounds, on average."""


@dataclass(frozen=True)
class TuningResult:
    """The parameters that a run ends with, and how they were judged."""

    parameters: dict[str, int]
    comparisons: list[Comparison]
    """With the hand-chosen trader, with today's trader if that is another, and with `cautious`."""
    rivals: int
    """The first so many of these comparisons are with rivals that must be beaten."""
    ended: float
    rounds: float
    wanted_rounds: float
    silly_share: float

    @property
    def faults(self) -> list[str]:
        """The reasons not to use these parameters; none if they should be used."""
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
        if self.silly_share > 0:
            found.append(f"it accepts {self.silly_share:.0%} of offers that nobody with sense accepts")
        return found


def rivals() -> list[Bot]:
    """The bots that must be beaten: the hand-chosen trader, and today's trader if that is another."""
    hand = trader("the hand-chosen trader", by_hand())
    today = read_parameters()
    return [hand] if today == by_hand() else [hand, trader("today's trader", today)]


def games_to_verify(tuning: Tuning) -> int:
    """About how many games `verify` plays."""
    choosing, judging = len(tuning.finalists), len(rivals()) + 1
    return tuning.plan.verification // 2 * choosing + ENDINGS * (choosing + 1) + tuning.plan.verification * judging


def choose_finalist(tuning: Tuning) -> dict[str, int]:
    """The better finalist, by the score of the search: wins, length of games, and silly offers."""
    judge, plan, seen = tuning.judge, tuning.plan, len(tuning.generations)
    found = []
    for finalist in tuning.finalists:
        bot = trader("finalist", finalist)
        wins = compare(judge, bot, rivals()[0], plan.verification // 2, plan.seed, "choice", seen).overall.score
        ((_, rounds),) = judge.lengths([bot], ENDINGS, seed_of(plan.seed, "choice among themselves", seen))
        found.append(wins - plan.cost(bot, rounds))
    return tuning.finalists[max(range(len(found)), key=found.__getitem__)]


def verify(tuning: Tuning) -> TuningResult:
    """Choose between the finalists, then judge the chosen one by games that were used for no choice."""
    judge, plan, seen = tuning.judge, tuning.plan, len(tuning.generations)
    with on_ctrl_c(judge.stop):
        chosen = choose_finalist(tuning)
        bot = trader("tuned", chosen)
        comparisons = [
            compare(judge, bot, rival, plan.verification, plan.seed, "verification", seen, rival.name)
            for rival in [*rivals(), bot_named("cautious")]
        ]
        ((ended, rounds),) = judge.lengths([bot], ENDINGS, seed_of(plan.seed, "endings", seen))
    return TuningResult(chosen, comparisons, len(rivals()), ended, rounds, plan.rounds, silly_share(bot))
