"""The bot "trader": it values deeds, deals, invests, and keeps what the rents ahead demand."""
