"""The chances along a finished game, as lines on a sheet that lies on the board."""

from collections.abc import Sequence
from typing import NamedTuple

from passgo.game.picture.ink import TOKENS
from passgo.server.card.canvas import Canvas
from passgo.server.card.faces import face
from passgo.server.card.paths import Point, placed, rounded, stroked
from passgo.server.card.tokens import draw_token

SHEET = (636.0, 92.0, 508.0, 446.0)
"""Where the sheet lies: left, top, width and height."""
PLOT = (706.0, 186.0, 366.0, 276.0)
RAISED, LINE, INK, INK_3, SHADOW = "#ffffff", "#ddd6c8", "#1d2227", "#5f6368", "#3c321e"
TOKEN, OTHERS, WINNERS = 17.0, 4.0, 6.5
"""Half a token's size; how wide lines are."""


class Chart(NamedTuple):
    """Chances at points of a game: for each point its round and the chance of each seat."""

    title: str
    rounds: Sequence[int]
    chances: Sequence[Sequence[float]]
    tokens: Sequence[str]
    winners: Sequence[int]
    first: str
    """What the first round is called."""


def draw_chart(canvas: Canvas, chart: Chart) -> None:
    """The sheet and everything on it."""
    left, top, width, height = SHEET
    canvas.shade(left, top + 10, width, height, SHADOW)
    canvas.fill([rounded(left, top, width, height, 20)], RAISED)
    print_at(canvas, "print", chart.title, 28, left + 34, top + 56, INK)
    draw_scale(canvas, chart)
    seats = sorted(range(len(chart.tokens)), key=lambda seat: seat in chart.winners)
    lines = {seat: line_of(chart, seat) for seat in seats}
    for seat, line in lines.items():
        shapes = stroked(line, WINNERS if seat in chart.winners else OTHERS)
        canvas.fill(shapes, TOKENS[chart.tokens[seat]])
    taken: list[Point] = []
    for seat in reversed(seats):
        x, y = free_spot(lines[seat][-1], taken)
        taken.append((x, y))
        draw_token(canvas, chart.tokens[seat], x, y, TOKEN)


def draw_scale(canvas: Canvas, chart: Chart) -> None:
    """Level lines, and what they mean."""
    left, top, width, height = PLOT
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = top + height * (1 - share)
        canvas.fill([rounded(left, y - 1, width, 2, 1)], LINE)
        if share in (0, 0.5, 1):
            said = f"{share:.0%}".replace("%", "") + (" %" if share == 1 else "")
            shown = face("plain").line(said, 17)
            canvas.fill(placed(shown.polygons, left - 12 - shown.width, y + 6), INK_3)
    print_at(canvas, "plain", chart.first, 17, left, top + height + 38, INK_3)
    last = face("plain").line(str(chart.rounds[-1]), 17)
    canvas.fill(placed(last.polygons, left + width - last.width, top + height + 38), INK_3)


def print_at(canvas: Canvas, name: str, text: str, size: float, x: float, y: float, colour: str) -> None:
    """Put a line of text there."""
    canvas.fill(placed(face(name).line(face(name).spelled(text), size).polygons, x, y), colour)


def line_of(chart: Chart, seat: int) -> list[Point]:
    """The chances of a seat as points of the sheet, up to where it had none left."""
    left, top, width, height = PLOT
    chances = [row[seat] for row in chart.chances]
    while len(chances) > 2 and chances[-1] == chances[-2] == 0:
        chances.pop()
    wide = width / max(1, len(chart.chances) - 1)
    return [(left + n * wide, top + height * (1 - chance)) for n, chance in enumerate(chances)]


def free_spot(wanted: Point, taken: Sequence[Point]) -> Point:
    """Where a token can lie without covering another: where its line ends, or to the right of who is there."""
    x, y = wanted
    while any(abs(x - a) < 2 * TOKEN + 2 and abs(y - b) < 2 * TOKEN + 2 for a, b in taken):
        x += 2 * TOKEN + 3
    return x, y
