"""PassGo-100: 100 positions whose chances are known, and 20 line-ups, to measure an agent by (`docs/benchmark.md`).

>>> benchmark = load()
>>> len(benchmark.positions), len(benchmark.lineups), benchmark.name
(100, 20, 'PassGo-100 v1')
"""

from passgo.simulate.benchmark.score import Score, score
from passgo.simulate.benchmark.tasks import Benchmark, Lineup, Position, load

__all__ = ["Benchmark", "Lineup", "Position", "Score", "load", "score"]
