"""How rules become machine code, and how their records lie in memory."""
