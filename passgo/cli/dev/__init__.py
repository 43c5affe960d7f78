"""`passgo dev`: commands for those who develop PassGo itself."""

HELP = "Commands for those who develop PassGo itself."
COMMANDS = ("fuzz", "perft", "docs", "tune")
