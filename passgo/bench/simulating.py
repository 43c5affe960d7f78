"""How fast whole games with bots are (`passgo bench simulate`): one thread, four of them, the classic edition."""

import time

from passgo import editions
from passgo.simulate import Bot, Plan, Report, bot_named, seated
from passgo.simulate.batches import BATCH, batches_of
from passgo.simulate.desk import play_batch

EDITION, PLAYERS, BOT = "classic", 4, "trader"
MANY = 10_000_000


def simulate(seconds: float = 2.0, bot: str = BOT) -> dict[str, float]:
    """Games per CPU-second with everything that a run counts, the share that ended, and how long they were."""
    return rate(bot_named(bot), seconds)


def rate(bot: Bot, seconds: float, batch: int = BATCH) -> dict[str, float]:
    """The same for any bot, by a run of about so many CPU-seconds."""
    plan = Plan(editions.table(EDITION), seated([bot], PLAYERS), MANY)
    play_batch(plan, range(1))  # compiled, and everything is in the cache
    report, spent = Report(plan), 0.0
    for numbers in batches_of(MANY, batch):
        began = time.process_time()
        report.add(play_batch(plan, numbers))
        spent += time.process_time() - began
        if spent >= seconds:
            break
    return {
        "games_per_cpu_s": round(report.games / spent, 1),
        "finished_share": round(report.finished / report.games, 5),
        "decision_us": round(1e6 * spent / report.sums["decisions"], 4),
        "mean_rounds": round(report.rounds.mean() or 0.0, 2),
    }
