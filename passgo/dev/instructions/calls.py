"""How often each function is called in a game: counted in the plain source, where nothing is inlined.

So it runs in a process of its own, in plain mode.
"""

import cProfile
from pathlib import Path

from passgo.dev.bench.simulator import benchmark_plan
from passgo.simulate.runs.batch import play_batch

PACKAGE = Path(__file__).resolve().parents[2]

GAMES = 10
"""Games that are played to count calls."""


def calls_a_game() -> dict[str, float]:
    """The calls of each function of PassGo a game."""
    profile = cProfile.Profile()
    profile.runcall(play_batch, benchmark_plan(GAMES), range(GAMES))
    profile.create_stats()
    found = {}
    for (file, _, name), (_, calls, *_) in profile.stats.items():
        path = Path(file)
        if path.is_relative_to(PACKAGE):
            found[f"{'.'.join(path.relative_to(PACKAGE).with_suffix('').parts)}.{name}"] = calls / GAMES
    return found
