"""The bot "trader": it values deeds, deals, builds, and keeps cash for the rents ahead."""
