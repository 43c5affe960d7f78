"""Tournaments: who sits where, the same dice for every seating, ratings and standings."""
