"""The board drawn with letters, for a terminal of a hundred columns.

Each square shows its name, then who owns it and what stands on it, then the tokens. Inside the board stand
the players and what the game waits for.
"""
