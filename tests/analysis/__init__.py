"""The judgement of positions and games."""
