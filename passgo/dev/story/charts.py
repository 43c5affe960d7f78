"""The pictures of the story, as SVG: panels of rows, each row a dot with its interval. Drawn here, so they are small.

Nothing is shown by colour alone: every row has its name and its numbers.
"""

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

from passgo.dev.story.findings import Interval
from passgo.simulate.output.plots.style import DARK, INK, LINE, PAPER, QUIET

WIDTH, MARGIN, GAP = 860, 18, 30
"""The width of a picture, its margin, and the room between two panels side by side, in pixels."""

PANEL = (WIDTH - 2 * MARGIN - GAP) / 2
LABEL, NUMBERS = 96, 144
"""The room for the names on the left of a panel, and for the numbers on its right."""

ROW, HEAD, FOOT, TOP = 21, 30, 34, 62
"""The height of a row, of the heading and the axis of a panel, and of the title of a picture."""

FONT = "'Segoe UI', Roboto, Inter, 'Noto Sans', 'Liberation Sans', 'DejaVu Sans', sans-serif"


class Row(NamedTuple):
    """A name, a dot with its interval, and the numbers as text. `body` is a thicker part of the line."""

    name: str
    value: Interval
    text: str
    colour: str = DARK
    body: tuple[float, float] | None = None


class Panel(NamedTuple):
    """Rows under a heading. All panels of a picture share one axis."""

    title: str
    rows: Sequence[Row]


class Axis(NamedTuple):
    """What the numbers mean, how they are written, and a line at one of them: what nothing special would be."""

    label: str
    write: Callable[[float], str]
    mark: float | None = None


def draw(title: str, note: str, panels: Sequence[Panel], axis: Axis) -> str:
    """A picture of panels, two side by side."""
    low, high, ticks = scale(panels, axis)
    parts: list[str] = [
        text(MARGIN, 27, title, size=18, weight=650),
        text(MARGIN, 47, note, size=12, fill=QUIET),
    ]
    y = float(TOP)
    for n in range(0, len(panels), 2):
        pair = panels[n : n + 2]
        for side, panel in enumerate(pair):
            parts += draw_panel(panel, axis, MARGIN + side * (PANEL + GAP), y, (low, high), ticks)
        y += HEAD + ROW * max(len(panel.rows) for panel in pair) + FOOT + 12
    return document(title, note, y, parts)


def document(title: str, note: str, height: float, parts: Sequence[str]) -> str:
    """A whole file."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" font-family="{FONT}" role="img">'
    )
    told = f"<title>{escape(title)}</title><desc>{escape(note)}</desc>"
    return "\n".join([head, told, f'<rect width="100%" height="100%" fill="{PAPER}"/>', *parts, "</svg>", ""])


def scale(panels: Sequence[Panel], axis: Axis) -> tuple[float, float, list[float]]:
    """The ends of the axis, which hold every interval and the mark, and round numbers between them."""
    ends = [end for panel in panels for row in panel.rows for end in (row.value.low, row.value.high)]
    ends += [] if axis.mark is None else [axis.mark]
    low, high = min(ends), max(ends)
    step = round_step((high - low or 1.0) / 4)  # more numbers than these five or six would touch each other
    first, last = int(low // step), -int(-high // step)
    return first * step, max(last, first + 1) * step, [n * step for n in range(first, max(last, first + 1) + 1)]


def round_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20, ... and of their tenths and hundredths that is no smaller than this.

    >>> round_step(0.03), round_step(7.0), round_step(20.0)
    (0.05, 10.0, 20.0)
    """
    power = 10.0 ** math.floor(math.log10(least))
    return next(round(factor * power, 9) for factor in (1, 2, 5, 10) if factor * power >= least * 0.999999)


def draw_panel(
    panel: Panel, axis: Axis, left: float, top: float, ends: tuple[float, float], ticks: Sequence[float]
) -> list[str]:
    """A panel with its axis."""
    begin, end = left + LABEL, left + PANEL - NUMBERS
    bottom = top + HEAD + ROW * len(panel.rows)

    def x(value: float) -> float:
        return begin + (end - begin) * (value - ends[0]) / (ends[1] - ends[0])

    parts = [text(left, top + 14, panel.title, size=14, weight=650)]
    for tick in ticks:
        parts.append(line(x(tick), top + HEAD - 6, x(tick), bottom, LINE))
        parts.append(text(x(tick), bottom + 14, axis.write(tick), size=10, fill=QUIET, anchor="middle"))
    if axis.mark is not None:
        parts.append(line(x(axis.mark), top + HEAD - 6, x(axis.mark), bottom, INK, dashes="4 3"))
    parts.append(text((begin + end) / 2, bottom + 28, axis.label, size=10, fill=QUIET, anchor="middle"))
    for n, row in enumerate(panel.rows):
        parts += draw_row(row, x, left, top + HEAD + ROW * (n + 0.5))
    return parts


def draw_row(row: Row, x: Callable[[float], float], left: float, y: float) -> list[str]:
    """A name, a line, a dot, and the numbers."""
    parts = [text(left, y + 4, row.name, size=12), line(x(row.value.low), y, x(row.value.high), y, INK, width=1.6)]
    if row.body:
        parts.append(line(x(row.body[0]), y, x(row.body[1]), y, row.colour, width=6))
    parts.append(f'<circle cx="{x(row.value.mid):.1f}" cy="{y:.1f}" r="3.8" fill="{row.colour}" stroke="{INK}"/>')
    parts.append(text(left + PANEL, y + 4, row.text, size=11, anchor="end"))
    return parts


def text(
    x: float, y: float, said: str, size: int = 12, weight: int = 400, fill: str = INK, anchor: str = "start"
) -> str:
    """Some words."""
    how = f'font-size="{size}" font-weight="{weight}" fill="{fill}" text-anchor="{anchor}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {how}>{escape(said)}</text>'


def line(x: float, y: float, to_x: float, to_y: float, colour: str, width: float = 1.0, dashes: str = "") -> str:
    """A straight line."""
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    ends = f'x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width}"{dashed}/>'
