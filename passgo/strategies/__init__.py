"""Users' own strategies: a Python file becomes a bot that simulator and tournament can seat.

A file has either `choose(game, player)`, plain Python, or `policy`, compiled. Whatever its code does, it cannot end a
run: what goes wrong is noted under the bot's name, and the seat plays a simple lawful choice for that decision.
"""

from passgo.strategies.loader import LIMIT_S, bot_from, bot_of

__all__ = ["LIMIT_S", "bot_from", "bot_of"]
