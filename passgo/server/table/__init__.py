"""A live game: its log, its state, its clock, and what may be asked of it."""
