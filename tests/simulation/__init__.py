"""A seeded storm: the whole server, its network, its disk and its players in one thread, on a clock of their own."""
