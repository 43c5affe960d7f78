"""Tuning the numbers by which `trader` plays, by CMA-ES in very many games.

Every generation meets opponents and games of its own, and all its candidates meet the same ones. From time to time the
place where the search stands challenges the reigning champion and, if it plainly wins, takes its place in the
field. Two things cost score that games against others do not show: games among four of a candidate that last too long,
for who never deals loses little; and accepting offers that no bot makes and any person would try. The result is
judged by games that no part of the search has seen.
"""

from passgo.dev.tuning.scoring import Interrupted, Judge
from passgo.dev.tuning.session import News, Tuning, Wish
from passgo.dev.tuning.verification import Result, games_to_verify, verify

__all__ = ["Interrupted", "Judge", "News", "Result", "Tuning", "Wish", "games_to_verify", "verify"]
