"""`passgo dev tune`: better numbers for the trader."""

from pathlib import Path
from typing import Annotated

from passgo.cli.arguments import Threads, needs
from passgo.cli.line import Option
from passgo.terminal.files import expecting


def command(
    out: Annotated[Path, Option(says="Write the parameters to this file, if they are proven better.")] = Path(
        "trader.toml"
    ),
    minutes: Annotated[float | None, Option("--minutes", "-m", least=0.01, says="Tune for so long.")] = None,
    generations: Annotated[int | None, Option("--generations", "-g", least=1, says="Tune for so many.")] = None,
    seed: Annotated[int, Option("--seed", "-s", least=0, says="The same seed gives the same generations.")] = 1,
    population: Annotated[int, Option(least=4, most=1000, says="Candidates in a generation.")] = 16,
    games: Annotated[int, Option(least=100, says="Games of each candidate in a generation.")] = 1680,
    rounds: Annotated[float, Option(least=1, says="How long games among four of them may last on average.")] = 45,
    verification: Annotated[int, Option(least=100, says="Games by which the result is judged.")] = 60_000,
    threads: Threads = None,
) -> int:
    """Tune the numbers by which trader plays, by CMA-ES in very many games; needs passgo[tune].

    Ctrl-C keeps what is done, and the same command goes on from there. The result is verified by games of seeds that
    were not used before, and a file is written only if it is proven better than the hand-chosen numbers and today's.

        passgo dev tune --minutes 60 --out trader.toml
    """
    needs("cma", "tune", "tuning")
    from passgo.cli.dev.tune_search import search
    from passgo.dev.tuning import TuningPlan

    with expecting():
        plan = TuningPlan(seed, generations, minutes, population, games, rounds, verification)
    return search(plan, threads, out)
