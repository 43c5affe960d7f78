"""Tokens and free seats as discs."""

import math
import re
from collections.abc import Sequence
from functools import cache
from xml.etree import ElementTree

from passgo.game.picture.icons import FILLED
from passgo.game.picture.ink import TOKENS
from passgo.server.card.canvas import Canvas
from passgo.server.card.paths import Point, circle, parse_lines, parse_path, placed, stroked

GLYPH = 24
"""Icons are drawn in a square of this size."""
SHARE = 0.58
"""Of the disc that its glyph takes."""
EDGE, PLUS, WHITE = "#857d6d", "#464c52", "#ffffff"
DASHES = 16
CUT = re.compile(r"#fff")


@cache
def token_names() -> tuple[str, ...]:
    """Our tokens."""
    return tuple(TOKENS)


def seat_tokens(wanted: Sequence[str | None]) -> tuple[str | None, ...]:
    """The tokens of seats: none where nobody sits; one that is not of ours is drawn like the first that is free.

    >>> seat_tokens(["moon", None, "", "thimble"])
    ('moon', None, 'kite', 'acorn')
    """
    free = [name for name in token_names() if name not in wanted]
    return tuple(
        None if token is None else token if token in TOKENS else free.pop(0) if free else token_names()[0]
        for token in wanted
    )


def draw_token(canvas: Canvas, token: str, x: float, y: float, radius: float) -> None:
    """A token: a disc of its colour, and its glyph."""
    colour = TOKENS[token]
    canvas.fill([circle(x, y, radius)], colour)
    scale = 2 * radius * SHARE / GLYPH
    at = x - GLYPH / 2 * scale, y - GLYPH / 2 * scale
    for element in ElementTree.fromstring(f"<g>{FILLED[token]}</g>"):
        path, line = element.get("d", ""), float(element.get("stroke-width", "0"))
        if element.get("fill") != "none":
            polygons = placed(parse_path(path), *at, scale)
            canvas.fill(polygons, WHITE, holes=element.get("fill-rule") == "evenodd")
        if line:
            cut = CUT.search(element.get("stroke", "")) is not None
            shapes = [shape for lines in parse_lines(path) for shape in stroked(lines, line)]
            canvas.fill(placed(shapes, *at, scale), colour if cut else WHITE)


def draw_free_seat(canvas: Canvas, x: float, y: float, radius: float) -> None:
    """A seat that nobody has: a dashed ring with a plus."""
    shapes = []
    for dash in range(DASHES):
        angles = [(dash + part / 8) * 2 * math.pi / DASHES for part in range(5)]
        line = [(x + (radius - 1.5) * math.cos(angle), y + (radius - 1.5) * math.sin(angle)) for angle in angles]
        shapes += stroked(line, 3)
    canvas.fill(shapes, EDGE)
    arm = radius * 0.3
    lines: tuple[list[Point], ...] = ([(x - arm, y), (x + arm, y)], [(x, y - arm), (x, y + arm)])
    canvas.fill([shape for line in lines for shape in stroked(line, 3)], PLUS)
