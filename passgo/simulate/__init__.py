"""The simulator: it plays very many games with compiled bots and counts what happens in them.

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
from passgo.simulate.runs.plan import ROUNDS, Bot, Plan, bot_named, fill_seats, finish, game_seed
from passgo.simulate.runs.workers import Source, on_ctrl_c, usual_threads, workers_for

__all__ = [
    "ROUNDS",
    "Bot",
    "Plan",
    "Report",
    "bot_named",
    "fallback",
    "fill_seats",
    "game_seed",
    "simulate",
    "usual_threads",
    "workers_for",
]


def simulate(
    plan: Plan,
    threads: int = 1,
    keep: Callable[[Batch], None] = lambda batch: None,
    tell: Callable[[Report], None] = lambda report: None,
    batch: int | None = None,
    source: Source | None = None,
) -> Report:
    """Play the games of a plan. The report does not depend on the number of threads, nor on who plays the batches.

    The batches arrive in the order of the games. Each is given to `keep`, added to the report, and the report is then
    given to `tell`. `batch` is the number of games in a batch. A `source` plays the batches instead of threads of this
    machine. Ctrl-C ends the run after the batches that are being played; a second Ctrl-C does not wait for those. The
    report is then about the games that were played.
    """
    report = Report(plan)
    source = source or workers_for(plan, threads, batch)
    try:
        with on_ctrl_c(source.stop, source.give_up):
            for played in source.results():
                keep(played)
                report.add(played)
                tell(report)
    finally:
        finish(plan.bots)
    return report
