"""What a card looks like: 1200 by 630, as Open Graph wants it. All text is at the left: a square cut keeps it."""

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from passgo.server.card.canvas import Canvas
from passgo.server.card.chart import Chart, draw_chart
from passgo.server.card.faces import Line, face
from passgo.server.card.paths import placed
from passgo.server.card.png import Pixels, decode_png, encode_png
from passgo.server.card.tokens import draw_free_seat, draw_token

SIZE = (1200, 630)
LEFT, ROOM = 64, 530
INK, INK_2 = "#1d2227", "#464c52"
HEADLINES = (64, 58, 52, 46, 40)
"""Sizes of the headline, the largest that fits is taken."""
MOST_LINES = 3
SEAT, SEAT_GAP = 76, 14


class Card(NamedTuple):
    """What is on a card. A seat is a token, or nothing where it is free."""

    headline: str
    strong: str = ""
    text: str = ""
    seats: tuple[str | None, ...] = ()
    foot: str = ""
    chart: Chart | None = None


@cache
def backdrop() -> Pixels:
    """The landscape and the board, on which every card is drawn."""
    return decode_png(files("passgo.server.card").joinpath("backdrop.png").read_bytes())


def draw_card(card: Card) -> bytes:
    """The card as PNG."""
    canvas = Canvas(backdrop().copy())
    size, lines = fit_headline(card.headline)
    y = 205.0 - (64 - size) / 2
    for line in lines:
        write(canvas, line, y, INK)
        y += 1.05 * size
    y = draw_facts(canvas, card, y - 1.05 * size + 58)
    if card.seats:
        y = draw_seats(canvas, card.seats, y + 2) + 44
    write(canvas, fitted("plain", card.foot, 22), y, INK)
    if card.chart is not None:
        draw_chart(canvas, card.chart)
    return encode_png(canvas.pixels)


def fit_headline(text: str) -> tuple[float, list[Line]]:
    """The headline at the largest size at which it fits; a very long word makes it smaller still."""
    letters = face("print")
    text = letters.spelled(text)
    for size in HEADLINES:
        lines = letters.lines(text, size, ROOM)
        if len(lines) <= MOST_LINES and max((line.width for line in lines), default=0) <= ROOM:
            return size, lines
    shrunk = HEADLINES[-1] * ROOM / max(ROOM, *(line.width for line in lines))
    return shrunk, letters.lines(text, shrunk, ROOM)[:MOST_LINES]


def fitted(name: str, text: str, size: float) -> Line:
    """A line of text, smaller where it would be too long."""
    letters = face(name)
    line = letters.line(letters.spelled(text), size)
    return line if line.width <= ROOM else letters.line(letters.spelled(text), size * ROOM / line.width)


def write(canvas: Canvas, line: Line, y: float, colour: str, x: float = LEFT) -> None:
    """Put a line of text on the card."""
    if line.polygons:
        canvas.fill(placed(line.polygons, x, y), colour)


def draw_facts(canvas: Canvas, card: Card, y: float) -> float:
    """The rules and the seats, below the headline; where the next thing begins."""
    size = 26.0
    strong = face("strong").line(face("strong").spelled(card.strong), size)
    lines = face("plain").lines(face("plain").spelled(card.text), size, ROOM)
    if card.strong and len(lines) == 1 and strong.width + 14 + lines[0].width <= ROOM:
        write(canvas, strong, y, INK)
        write(canvas, lines[0], y, INK, LEFT + strong.width)
        return y + 26
    for line in [*([fitted("strong", card.strong, size)] if card.strong else []), *lines]:
        write(canvas, line, y, INK)
        y += 38
    return y - 12


def draw_seats(canvas: Canvas, seats: tuple[str | None, ...], y: float) -> float:
    """A disc for each seat; where they end."""
    step = min(SEAT + SEAT_GAP, (ROOM + SEAT_GAP) / len(seats))
    radius = (step - SEAT_GAP * step / (SEAT + SEAT_GAP)) / 2
    for n, token in enumerate(seats):
        x = LEFT + n * step + radius
        if token is None:
            draw_free_seat(canvas, x, y + radius, radius)
        else:
            draw_token(canvas, token, x, y + radius, radius)
    return y + 2 * radius
