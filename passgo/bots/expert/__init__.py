"""The bot "expert": it tries everything it could do, judges what comes of it, and does what leaves the best chance."""
