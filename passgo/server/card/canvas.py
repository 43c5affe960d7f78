"""A picture on which outlines are filled, with smooth edges."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from passgo.server.card.paths import Polygon
from passgo.server.card.png import Pixels

LINES = 5
"""Lines of sight through each row of pixels."""
SPREAD, DEPTH = 28, 0.5
"""How far a shadow reaches beyond its sheet, and how dark it is below it."""


class Canvas:
    """Pixels that are drawn on."""

    def __init__(self, pixels: Pixels) -> None:
        self.pixels = pixels

    def fill(self, polygons: Sequence[Polygon], colour: str, opacity: float = 1, *, holes: bool = False) -> None:
        """Fill outlines with a colour. With `holes` an outline within another is cut out, whichever way it runs."""
        height, width, _ = self.pixels.shape
        corners = np.concatenate(list(polygons))
        left, top = np.maximum(np.floor(corners.min(axis=0)).astype(int), 0)
        right, bottom = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 1, (width, height))
        if left >= right or top >= bottom:
            return
        moved = [polygon - (left, top) for polygon in polygons]
        cover = coverage(moved, right - left, bottom - top, holes) * opacity
        self._blend(left, top, cover, colour)

    def shade(self, left: float, top: float, width: float, height: float, colour: str) -> None:
        """The soft shadow of a sheet that lies there: the darker, the nearer it is."""
        x, y = (np.arange(side, dtype=np.float32) + 0.5 for side in self.pixels.shape[1::-1])
        beside = np.maximum(np.abs(x - left - width / 2) - width / 2 + SPREAD, 0)
        above = np.maximum(np.abs(y - top - height / 2) - height / 2 + SPREAD, 0)
        near = np.maximum(1 - np.hypot(beside[None, :], above[:, None]) / (2 * SPREAD), 0)
        self._blend(0, 0, DEPTH * near * near, colour)

    def _blend(self, left: int, top: int, cover: NDArray[np.float32], colour: str) -> None:
        height, width = cover.shape
        part: Any = self.pixels[top : top + height, left : left + width]
        part[:] = np.rint(part + (parse_colour(colour) - part) * cover[:, :, None])


def coverage(polygons: Sequence[Polygon], width: int, height: int, holes: bool) -> NDArray[np.float32]:
    """How much of each pixel lies inside.

    Each line of sight meets edges: to the right of one that runs down it is further inside, of one that runs up,
    further outside. So a running sum along the line says where it is inside, to a fraction of a pixel.
    """
    row, x, way = crossings(polygons, height * LINES)
    at = np.clip(x, 0, width)
    pixel = np.minimum(at.astype(np.int64), width - 1)
    share = at - pixel
    places = row * (width + 1) + pixel
    size = height * LINES * (width + 1)
    turns = np.bincount(places, way * (1 - share), size) + np.bincount(places + 1, way * share, size + 1)[:size]
    inside = np.cumsum(turns.reshape(height * LINES, width + 1), axis=1)[:, :width]
    filled = np.abs((inside + 1) % 2 - 1) if holes else np.minimum(np.abs(inside), 1)
    return np.asarray(filled.reshape(height, LINES, width).mean(axis=1), np.float32)


def crossings(polygons: Sequence[Polygon], rows: int) -> tuple[NDArray[np.int64], NDArray[np.float64], Any]:
    """Where lines of sight meet edges: the line, how far to the right, and if the edge runs down (1) or up (-1)."""
    start = np.concatenate(list(polygons))
    end = np.concatenate([np.roll(polygon, -1, axis=0) for polygon in polygons])
    way = np.sign(end[:, 1] - start[:, 1])
    upper = np.where(way[:, None] > 0, start, end)
    lower = np.where(way[:, None] > 0, end, start)
    first = np.clip(np.ceil(upper[:, 1] * LINES - 0.5), 0, rows).astype(np.int64)
    last = np.clip(np.ceil(lower[:, 1] * LINES - 0.5), 0, rows).astype(np.int64)
    counts = last - first
    edge = np.repeat(np.arange(len(counts)), counts)
    row = first[edge] + np.arange(len(edge)) - np.repeat(np.cumsum(counts) - counts, counts)
    y = (row + 0.5) / LINES
    slope = (lower - upper)[edge]
    x = upper[edge, 0] + (y - upper[edge, 1]) * slope[:, 0] / slope[:, 1]
    return row, x, way[edge]


def parse_colour(colour: str) -> NDArray[np.float32]:
    """Red, green and blue.

    >>> parse_colour("#0b5d69").tolist()
    [11.0, 93.0, 105.0]
    """
    return np.array([int(colour[n : n + 2], 16) for n in (1, 3, 5)], np.float32)
