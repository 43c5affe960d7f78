"""A position, an action, an event, a whole game as text."""
