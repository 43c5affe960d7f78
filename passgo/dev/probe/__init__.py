"""The probe: what a player wins who may offer whatever a bot accepts (`passgo dev probe`).

A bot that only meets its like is never asked for what it should refuse. Here a player who judges by the net sits among
three of the bot, and looks for the best deal that the bot just accepts, by really asking it. The same matches are
played without its offers; the difference is what the bot's answers give away.
"""

from passgo.dev.probe.findings import Findings
from passgo.dev.probe.plan import SEATS, ProbePlan
from passgo.dev.probe.workers import probe

__all__ = ["SEATS", "Findings", "ProbePlan", "probe"]
