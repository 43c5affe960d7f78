"""The switches of the machine, read from the environment once, when PassGo is imported."""

import os

PLAIN = os.environ.get("PASSGO_PLAIN") == "1"
"""Run the rules as plain Python: slow, and open to the debugger and to coverage."""

CALM = os.environ.get("PASSGO_CALM") == "1"
"""Compile with Numba's own compiler and arrays: slower to compile and to play, and leaning on no internals of Numba."""

BOUNDSCHECK = os.environ.get("PASSGO_BOUNDSCHECK") == "1"
"""Check every index of compiled code, as the tests do."""

MEANWHILE = os.environ.get("PASSGO_MEANWHILE") == "1"
"""Run the plain source of what is not compiled yet, until another process has compiled it."""

LINES = os.environ.get("PASSGO_LINES") == "1"
"""Compile with line tables, so that a profiler knows the source line of every instruction."""
