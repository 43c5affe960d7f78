"""Text and keys laid out in lines of a width."""

from collections.abc import Iterable
from textwrap import wrap
from typing import NamedTuple

GAP = 3
"""Columns between two keys."""


class Placed(NamedTuple):
    """A key with its label in its place."""

    x: int
    y: int
    key: str
    label: str
    lacks: str

    @property
    def text(self) -> str:
        """What stands there."""
        return f"{self.key} {self.label}"


def wrap_text(text: str, width: int) -> list[str]:
    """A sentence on lines of that width; what follows the first is indented."""
    return wrap(text, width, subsequent_indent="  ", break_long_words=True) or [""]


def lay_out(entries: Iterable[tuple[str, str, str]], width: int, first_row: int = 0) -> list[Placed]:
    """Keys, labels and what they lack side by side, on as many rows as they need.

    >>> [placed[:3] for placed in lay_out([("b", "buy", ""), ("a", "auction", "")], 12)]
    [(1, 0, 'b'), (1, 1, 'a')]
    """
    found: list[Placed] = []
    x, y = 1, first_row
    for key, label, lacks in entries:
        size = len(key) + 1 + len(label)
        if x > 1 and x + size > width:
            x, y = 1, y + 1
        found.append(Placed(x, y, key, label, lacks))
        x += size + GAP
    return found
