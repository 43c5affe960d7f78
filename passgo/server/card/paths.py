"""Outlines: paths of SVG as closed polygons."""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Polygon = NDArray[np.float64]
"""Corners, one row each: x and y, which grows downwards. The last one is joined to the first."""

STEPS = 8
"""Straight pieces of a curve: at the sizes of a card nobody sees the corners."""
WORD = re.compile(r"[MmLlHhVvCcSsQqAaZz]|-?(?:\d+\.?\d*|\.\d+)")
NUMBERS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "a": 7, "z": 0}
"""How many numbers each command takes."""

Point = tuple[float, float]


def parse_path(text: str) -> list[Polygon]:
    """The polygons of a path; what is open is closed.

    >>> [polygon.tolist() for polygon in parse_path("M1 1h2v3z")]
    [[[1.0, 1.0], [3.0, 1.0], [3.0, 4.0]]]
    """
    return [np.array(corners) for corners in parse_lines(text) if len(corners) > 2]


def parse_lines(text: str) -> list[list[Point]]:
    """The same as lines, of which some may be open: to be stroked."""
    lines: list[list[Point]] = []
    bend: Point | None = None
    for command, numbers in read_commands(text):
        x, y = lines[-1][-1] if lines else (0.0, 0.0)
        small = command.lower()
        if small == "z":
            lines.append([lines[-1][0]])  # whatever follows begins where this one began
            continue
        points = [
            (a + x * command.islower(), b + y * command.islower()) for a, b in pairs_of(small, numbers, command, x, y)
        ]
        if small == "m":
            lines.append(points)
        elif small in "lhv":
            lines[-1] += points
        elif small == "a":
            lines[-1] += list(arc((x, y), points[0], *numbers[:5]))
        else:
            if small == "s":
                points.insert(0, (x, y) if bend is None else (2 * x - bend[0], 2 * y - bend[1]))
            lines[-1] += list(curve([(x, y), *points]))
        bend = points[-2] if small in "cs" else None
    return [line for line in lines if len(line) > 1]


def pairs_of(small: str, numbers: list[float], command: str, x: float, y: float) -> list[Point]:
    """The points that a command names; a level or an upright line names half of one."""
    stays = (0.0, 0.0) if command.islower() else (x, y)
    if small == "h":
        return [(numbers[0], stays[1])]
    if small == "v":
        return [(stays[0], numbers[0])]
    if small == "a":
        return [(numbers[5], numbers[6])]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def read_commands(text: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers. More numbers than it takes are the same command again; after a move, a line."""
    words = WORD.findall(text)
    command, numbers = "", list[float]()
    for n, word in enumerate([*words, "Z"]):
        if word[0].isalpha():
            command, numbers = word, []
            if command in "Zz" and n < len(words):
                yield command, []
            continue
        numbers.append(float(word))
        if len(numbers) == NUMBERS[command.lower()]:
            yield command, numbers
            command, numbers = {"M": "L", "m": "l"}.get(command, command), []


def curve(points: Sequence[Point]) -> Iterator[Point]:
    """A curve of Bézier without its beginning."""
    for step in range(1, STEPS + 1):
        at, left = step / STEPS, list(points)
        while len(left) > 1:
            left = [(a[0] + (b[0] - a[0]) * at, a[1] + (b[1] - a[1]) * at) for a, b in pairwise(left)]
        yield left[0]


def arc(start: Point, end: Point, rx: float, ry: float, turn: float, large: float, sweep: float) -> Iterator[Point]:
    """A part of an ellipse that is not turned, without its beginning (SVG 1.1, appendix F.6)."""
    del turn
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    grown = math.sqrt(max(1.0, (dx / rx) ** 2 + (dy / ry) ** 2))
    rx, ry = rx * grown, ry * grown
    square = (rx * ry) ** 2 / ((rx * dy) ** 2 + (ry * dx) ** 2) - 1
    off = math.sqrt(max(0.0, square)) * (-1 if large == sweep else 1)
    middle = off * rx * dy / ry + (start[0] + end[0]) / 2, -off * ry * dx / rx + (start[1] + end[1]) / 2
    first, last = (math.atan2((y - middle[1]) / ry, (x - middle[0]) / rx) for x, y in (start, end))
    way = (last - first) % (2 * math.pi) if sweep else -((first - last) % (2 * math.pi))
    for step in range(1, 2 * STEPS + 1):
        angle = first + way * step / (2 * STEPS)
        yield middle[0] + rx * math.cos(angle), middle[1] + ry * math.sin(angle)


def placed(polygons: Iterable[Polygon], x: float, y: float, scale: float = 1) -> list[Polygon]:
    """The same, made larger and moved."""
    return [polygon * scale + (x, y) for polygon in polygons]


def circle(x: float, y: float, radius: float, corners: int = 64) -> Polygon:
    """A disc."""
    angles = np.arange(corners) * (2 * np.pi / corners)
    return np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], axis=1)


def rounded(x: float, y: float, width: float, height: float, radius: float) -> Polygon:
    """A rectangle with round corners."""
    path = f"M{x + radius} {y}"
    r = f"a{radius} {radius} 0 0 1"
    path += f"h{width - 2 * radius}{r} {radius} {radius}v{height - 2 * radius}{r} {-radius} {radius}"
    path += f"h{2 * radius - width}{r} {-radius} {-radius}v{2 * radius - height}{r} {radius} {-radius}z"
    return parse_path(path)[0]


def stroked(line: Sequence[Point], width: float) -> list[Polygon]:
    """A line with a width and round ends, as shapes that lie over each other."""
    shapes = [circle(x, y, width / 2, 20) for x, y in line]
    for (x, y), (to_x, to_y) in pairwise(line):
        length = math.hypot(to_x - x, to_y - y)
        if length:
            ax, ay = (y - to_y) / length * width / 2, (to_x - x) / length * width / 2
            shapes.append(
                np.array([(x - ax, y - ay), (to_x - ax, to_y - ay), (to_x + ax, to_y + ay), (x + ax, y + ay)])
            )
    return shapes
