"""Tuning the numbers by which `trader` plays, by CMA-ES in very many games.

Every generation meets opponents and games of its own, and all its candidates meet the same ones. From time to time the
place where the search stands challenges the reigning champion and, if it plainly wins, takes its place in the
field. Among themselves candidates must bring games to an end in good time, which costs score otherwise: who never deals
loses little, but nobody wants to play with them. The result is judged by games that no part of the search has seen.
"""

from passgo.tuning.judging import Interrupted, Judge
from passgo.tuning.running import News, Tuning, Wish
from passgo.tuning.verifying import Result, games_to_verify, verify

__all__ = ["Interrupted", "Judge", "News", "Result", "Tuning", "Wish", "games_to_verify", "verify"]
