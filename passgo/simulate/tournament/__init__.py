"""Tournaments: who sits where, the same dice for every seating, ratings and standings, and the results file."""
