"""Playing very many games with compiled bots, and counting what happened in them.

>>> from passgo import editions
>>> from passgo.simulate import Bot, Plan, fallback, simulate
>>> plan = Plan(editions.ruleset("classic"), (Bot("meek", fallback),) * 2, games=3, rounds=20)
>>> report = simulate(plan)
>>> report.games, report.plan.names
(3, ('meek', 'meek'))
"""

from collections.abc import Callable

from passgo.bots.fallback import fallback
from passgo.simulate.output.report import Report
from passgo.simulate.runs.batch import Batch
from passgo.simulate.runs.plan import ROUNDS, Bot, Plan, bot_named, game_seed, seated
from passgo.simulate.runs.workers import Source, crew_for, play, usual_threads

__all__ = [
    "ROUNDS",
    "Bot",
    "Plan",
    "Report",
    "bot_named",
    "crew_for",
    "fallback",
    "game_seed",
    "seated",
    "simulate",
    "usual_threads",
]


def simulate(
    plan: Plan,
    threads: int = 1,
    keep: Callable[[Batch], None] = lambda batch: None,
    tell: Callable[[Report], None] = lambda report: None,
    batch: int | None = None,
    source: Source | None = None,
) -> Report:
    """Play the games of a plan. The result is the same whatever the number of threads, or the source of batches.

    `keep` is given every batch, in the order of the games; `tell` hears of the report after each. After Ctrl-C the
    report is about the games played until then; a second one does not wait for those being played. A `source` plays
    the batches instead of threads of this machine.
    """
    report = Report(plan)

    def hear(played: Batch) -> None:
        keep(played)
        report.add(played)
        tell(report)

    play(source or crew_for(plan, threads, batch), hear)
    return report
