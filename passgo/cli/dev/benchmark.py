"""`passgo dev benchmark`: the positions and chances of PassGo-100."""

import time
from typing import Annotated

from passgo.cli.arguments import Threads
from passgo.cli.line import Option


def command(
    minutes: Annotated[float, Option(least=0.1, says="Stop after so long; the same command goes on later.")] = 60.0,
    half: Annotated[
        float, Option(least=0.1, most=10, says="Half of the 95 % interval to reach, in points of chance.")
    ] = 0.5,
    threads: Threads = None,
) -> None:
    """Gather the positions of PassGo-100, and count chances until they are known well enough.

    The reference bot plays for all, about three million games. If the bots have changed since, it begins anew: then the
    version must change, too, once one was published.

        passgo dev benchmark --minutes 120
    """
    from passgo.cli.warm import warm
    from passgo.simulate import usual_threads
    from passgo.simulate.benchmark.collection import POSITIONS, make

    warm()
    end = time.monotonic() + 60 * minutes
    made = make(half / 100, lambda made: time.monotonic() < end, threads or usual_threads())
    widest = 100 * max((position.half for position in made.positions), default=1)
    games = sum(position.games for position in made.positions)
    print(
        f"{made.name}: {len(made.positions)} of {POSITIONS} positions, known to ± {widest:.2f} points, {games:,} games"
    )
