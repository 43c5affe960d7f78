"""The benchmark of the simulator (`passgo bench simulate`): games of four bots, the classic edition, one thread."""

import time

from passgo import editions
from passgo.simulate import Bot, Plan, Report, bot_named, fill_seats
from passgo.simulate.runs.batch import play_batch
from passgo.simulate.runs.workers import BATCH, batches_of

EDITION, PLAYERS, BOT = "classic", 4, "trader"
MANY = 10_000_000


def simulate(seconds: float = 4.0, bot: str = BOT) -> dict[str, float]:
    """Games per CPU-second with everything that a run counts, the share of games that ended, and their mean length.

    On a shared machine the speed changes from moment to moment: the slowest and the fastest batch show by how much.
    """
    return rate(bot_named(bot), seconds)


def benchmark_plan(games: int = MANY) -> Plan:
    """The run of the benchmark with its own bot."""
    return plan_of(bot_named(BOT), games)


def plan_of(bot: Bot, games: int) -> Plan:
    """Four of one bot at the classic table."""
    return Plan(editions.ruleset(EDITION), fill_seats([bot], PLAYERS), games)


def rate(bot: Bot, seconds: float, batch: int = BATCH) -> dict[str, float]:
    """The same for any bot, measured for about so many CPU-seconds."""
    plan = plan_of(bot, MANY)
    play_batch(plan, range(1))  # compiles everything, and fills the caches
    report = Report(plan)
    spent: list[float] = []
    for numbers in batches_of(MANY, batch):
        began = time.process_time()
        report.add(play_batch(plan, numbers))
        spent.append(time.process_time() - began)
        if sum(spent) >= seconds:
            break
    return {
        "games_per_cpu_s": round(report.games / sum(spent), 1),
        "slowest_batch": round(batch / max(spent), 1),
        "fastest_batch": round(batch / min(spent), 1),
        "finished_share": round(report.finished / report.games, 5),
        "decision_us": round(1e6 * sum(spent) / report.sums["decisions"], 4),
        "mean_rounds": round(report.rounds.mean() or 0.0, 2),
    }
