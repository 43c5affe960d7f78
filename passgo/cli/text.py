"""Plain text for a terminal, without a library for it: what must answer at once is printed by these."""

import os
import shutil
import sys
from collections.abc import Sequence


def is_styled() -> bool:
    """Is the output a terminal whose user has nothing against styles (no-color.org)?"""
    return sys.stdout is not None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def bold(text: str) -> str:
    """The text in bold, where somebody sees it."""
    return f"\033[1m{text}\033[0m" if is_styled() else text


def dim(text: str) -> str:
    """The text in a paler colour, where somebody sees it."""
    return f"\033[2m{text}\033[0m" if is_styled() else text


def room() -> int | None:
    """The columns of the terminal; None if the output is no terminal, and every line may be as long as it is."""
    return shutil.get_terminal_size().columns if sys.stdout is not None and sys.stdout.isatty() else None


def format_grid(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table, its columns two blanks apart.

    >>> print(format_grid(("edition", "year"), [("classic", "2004"), ("modern", "2017")]))
    edition  year
    classic  2004
    modern   2017
    """
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    lines = [[cell.ljust(width) for cell, width in zip(row, widths, strict=True)] for row in rows]
    heading = [bold(cell.ljust(width)) for cell, width in zip(headings, widths, strict=True)]
    return "\n".join("  ".join(line).rstrip() for line in (heading, *lines))
