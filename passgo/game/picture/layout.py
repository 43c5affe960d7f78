"""Where everything on the picture lies: a rectangular ring of forty squares, as in the browser (`board/geometry.ts`).

GO is top left, and the squares run clockwise, so that the order of travel is the order of reading. Tokens stand on a
lane of stepping stones inside the ring; at the corners, in the square itself. All measures are pixels as drawn.
"""

from collections.abc import Sequence
from typing import NamedTuple

from passgo.rules import codes

PADDING, CORNER_WIDTH, CORNER_HEIGHT, ALONG, SIDE_HEIGHT, LANE, TOKEN, GAP = 4, 116, 104, 80, 67.5, 36, 30, 1.5
SIDE = codes.SQUARES // 4
RING_WIDTH, RING_HEIGHT = 2 * CORNER_WIDTH + 9 * ALONG, 2 * CORNER_HEIGHT + 9 * SIDE_HEIGHT
WIDTH, HEIGHT = RING_WIDTH + 2 * PADDING, RING_HEIGHT + 2 * PADDING


class Rect(NamedTuple):
    """A rectangle by its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2


class Spot(NamedTuple):
    """Where a token stands: its centre and its diameter."""

    x: float
    y: float
    size: float


STAGE = Rect(CORNER_WIDTH + LANE, CORNER_HEIGHT + LANE, 9 * ALONG - 2 * LANE, 9 * SIDE_HEIGHT - 2 * LANE)


def side_of(square: int) -> str:
    """The side of the ring; a corner belongs to the side that begins with it."""
    return ("top", "right", "bottom", "left")[square // SIDE]


def is_corner(square: int) -> bool:
    """Is the square one of the four corners?"""
    return square % SIDE == 0


def rect_of(square: int) -> Rect:
    """The rectangle of a square, with the gap to its neighbours."""
    step = square % SIDE
    row, column = {"top": (0, step), "right": (step, SIDE), "bottom": (SIDE, SIDE - step), "left": (SIDE - step, 0)}[
        side_of(square)
    ]
    x = 0 if column == 0 else CORNER_WIDTH + (column - 1) * ALONG
    y = 0 if row == 0 else CORNER_HEIGHT + (row - 1) * SIDE_HEIGHT
    width = CORNER_WIDTH if column in (0, SIDE) else ALONG
    height = CORNER_HEIGHT if row in (0, SIDE) else SIDE_HEIGHT
    return Rect(x, y, width, height)


def lane_of(square: int) -> Rect:
    """Where tokens stand: the stretch of lane before a square, or the upper part of a corner."""
    x, y, width, height = rect_of(square)
    if is_corner(square):
        return Rect(x + 8, y + 8, width - 16, height * 0.62 - 8)
    return {
        "top": Rect(x, y + height, width, LANE),
        "right": Rect(x - LANE, y, LANE, height),
        "bottom": Rect(x, y - LANE, width, LANE),
        "left": Rect(x + width, y, LANE, height),
    }[side_of(square)]


def jail_of(square: int, jailed: bool, count: int) -> Rect:
    """Where tokens stand at the Jail: in its cell, or visiting, beside its name."""
    x, y, width, height = rect_of(square)
    if not is_corner(square):
        return rect_of(square) if jailed else lane_of(square)
    if jailed:
        return Rect(x + 10, y + 10, width - 20, height * 0.36)
    return Rect(x + width * 0.42, y + height * 0.49, width * 0.58 - 5, height * (0.47 if count > 2 else 0.3))


def arrange(count: int, room: Rect) -> list[Spot]:
    """Room for so many tokens, as large as fits; of two arrangements of one size the wider.

    >>> arrange(2, Rect(0, 0, 80, 36))
    [Spot(x=25.0, y=18.0, size=30), Spot(x=55.0, y=18.0, size=30)]
    """

    def largest(columns: int) -> float:
        return min(TOKEN, room.width / columns, room.height / -(-count // columns))

    columns = max(range(1, count + 1), key=lambda tried: (largest(tried), tried))
    rows, size = -(-count // columns), largest(columns)
    x, y = room.centre
    spots = []
    for n in range(count):
        row = n // columns
        in_row = count - row * columns if row == rows - 1 else columns
        spots.append(Spot(x + (n % columns - (in_row - 1) / 2) * size, y + (row - (rows - 1) / 2) * size, size))
    return spots


def standings(tokens: Sequence[tuple[int, int, bool]], jail: int) -> dict[int, Spot]:
    """Where each token stands, by seat; of each are given seat, square, and whether it is in Jail."""
    together: dict[tuple[int, bool], list[int]] = {}
    for seat, square, jailed in tokens:
        together.setdefault((square, jailed), []).append(seat)
    found: dict[int, Spot] = {}
    for (square, jailed), seats in together.items():
        room = jail_of(square, jailed, len(seats)) if square == jail else lane_of(square)
        found.update(zip(seats, arrange(len(seats), room), strict=True))
    return found
