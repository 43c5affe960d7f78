"""Colours of the terminal, as Rich writes them. Nothing is told by a colour alone: each has its letter or sign."""

from passgo.editions import Ruleset

DIM = "color(245)"
GAIN = "color(35)"
LOSS = "color(167)"
PLAYERS = (99, 173, 110, 107, 179, 168, 73, 137)
"""The players' colours by seat, from the palette of 256: to be read on dark and on light."""

BRIGHT = 0.45
"""From this brightness on a colour has black ink on it."""


def player_style(seat: int) -> str:
    """The style of a player's letter."""
    return f"color({PLAYERS[seat % len(PLAYERS)]})"


def group_style(ruleset: Ruleset, key: str) -> str:
    """Ink on the colour of a group, which is the edition's."""
    colour = next(group.colour for group in ruleset.groups if group.key == key)
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    bright = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return f"bold {'color(16)' if bright > BRIGHT else 'color(231)'} on {colour}"


def sum_style(amount: int) -> str:
    """The style of a sum with its sign."""
    return GAIN if amount > 0 else LOSS
