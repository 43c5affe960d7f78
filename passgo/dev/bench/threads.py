"""The benchmark of threads (`passgo bench threads`): the same games by one thread, and by one for each processor.

Each run has a process of its own, because memory is measured too. Runs alternate, and the best of each kind counts.
"""

import json

from passgo.dev.bench import fresh
from passgo.simulate.runs.workers import usual_threads

PLAY = """
import json, resource, sys, time
from passgo.dev.bench.simulator import benchmark_plan
from passgo.simulate.runs.batch import play_batch
from passgo.simulate.runs.workers import workers_for
games, threads = int(sys.argv[1]), int(sys.argv[2])
play_batch(benchmark_plan(1), range(1))  # loads the compiled code
began, cpu = time.perf_counter(), time.process_time()
played = sum(len(batch.numbers) for batch in workers_for(benchmark_plan(games), threads).results())
wall, cpu = time.perf_counter() - began, time.process_time() - cpu
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"games": played, "wall": wall, "cpu": cpu, "memory": memory}))
"""


def threads(games: int = 40_000, rounds: int = 3) -> dict[str, float]:
    """How much faster all processors are than one, and whether memory grows with threads or games.

    `efficiency` is the speed by the clock, divided by the number of threads and by that of one thread; other programs
    on the machine lower it. `cpu_efficiency` compares games per CPU-second: it shows what threads cost each other.
    """
    most = usual_threads()
    runs: dict[int, list[dict[str, float]]] = {1: [], most: []}
    for _ in range(rounds):
        for number, done in runs.items():
            done.append(json.loads(fresh.run(PLAY, str(games), str(number))))
    longer = json.loads(fresh.run(PLAY, str(4 * games), str(most)))
    one, all_of_them = runs[1], runs[most]
    return {
        "threads": most,
        "games": games,
        "efficiency": round(best(one, "wall") / best(all_of_them, "wall") / most, 3),
        "cpu_efficiency": round(best(one, "cpu") / best(all_of_them, "cpu"), 3),
        "games_per_s_one": round(games / best(one, "wall")),
        "games_per_s_all": round(games / best(all_of_them, "wall")),
        "memory_mb_one": round(best(one, "memory"), 1),
        "memory_mb_all": round(best(all_of_them, "memory"), 1),
        "memory_mb_four_times_the_games": round(longer["memory"], 1),
    }


def best(runs: list[dict[str, float]], key: str) -> float:
    """The lowest of several measurements."""
    return min(run[key] for run in runs)
