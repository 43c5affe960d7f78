"""Bots: compiled policies, one file each."""
