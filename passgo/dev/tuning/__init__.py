"""The tuner: it looks for better parameters of `trader` by CMA-ES in very many games.

Every generation has its own opponents and its own games, and all candidates of a generation play the same ones. From
time to time the mean of the search challenges the champion. If it clearly wins, it becomes the champion among the
opponents.

Games against others do not show two faults, so both lower the score. A candidate that never deals loses little, but
games among four of its kind last too long. And a candidate may accept offers that no bot makes but any person would
try.

The result is judged by games that no part of the search has used.
"""

from passgo.dev.tuning.scoring import Interrupted, Judge
from passgo.dev.tuning.session import Generation, Tuning, TuningPlan
from passgo.dev.tuning.verification import TuningResult, games_to_verify, verify

__all__ = [
    "Generation",
    "Interrupted",
    "Judge",
    "Tuning",
    "TuningPlan",
    "TuningResult",
    "games_to_verify",
    "verify",
]
