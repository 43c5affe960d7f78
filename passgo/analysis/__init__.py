"""Judging games: what a position is worth to each player, what is best in it, and what a game was decided by.

>>> import passgo
>>> game = passgo.Game("classic", players=["Ann", "Ben"], seed=7)
>>> sorted(passgo.analysis.value(game))
['Ann', 'Ben']
"""

from passgo.analysis.advice import Advice, Choice, advise, value
from passgo.analysis.deals import Fairness, fairness
from passgo.analysis.report import Analysis, Change, Decisions, Mistake, Point, analyse

__all__ = [
    "Advice",
    "Analysis",
    "Change",
    "Choice",
    "Decisions",
    "Fairness",
    "Mistake",
    "Point",
    "advise",
    "analyse",
    "fairness",
    "value",
]
