"""Letters as outlines: our two faces of type, cut to what a card prints. `web/scripts/card.py` makes their file."""

import json
import unicodedata
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from passgo.server.card.paths import Polygon, parse_path, placed

EM = 1000
"""Outlines are in thousandths of the size."""


class Line(NamedTuple):
    """A line of text at its size: its outlines from the start of the base line, and its width."""

    polygons: list[Polygon]
    width: float


class Face:
    """A face of one weight."""

    def __init__(self, letters: dict[str, tuple[int, str]], kerning: dict[str, dict[str, str]]) -> None:
        self._letters = letters
        self._kerning = {
            left + right: int(value)
            for left, rows in kerning.items()
            for value, rights in rows.items()
            for right in rights
        }
        self._outlines: dict[str, list[Polygon]] = {}

    def can_write(self, text: str) -> bool:
        """Are all letters of a text here?"""
        return all(letter in self._letters for letter in text)

    def spelled(self, text: str) -> str:
        """The text in letters that are here: without the marks on those that are not, or without them.

        >>> face("plain").spelled("Łódź"), face("plain").spelled("a 王 b")
        ('ódz', 'a b')
        """
        known = (
            letter if letter in self._letters else unicodedata.normalize("NFKD", letter)[0]
            for letter in unicodedata.normalize("NFC", text)
        )
        return " ".join("".join(letter for letter in known if letter in self._letters).split())

    def line(self, text: str, size: float) -> Line:
        """A line of text; `can_write` must be true of it."""
        at, polygons, before = 0.0, list[Polygon](), ""
        for letter in text:
            at += self._kerning.get(before + plain(letter), 0) if before else 0
            polygons += placed(self._outline(letter), at, 0)
            at, before = at + self._letters[letter][0], plain(letter)
        scale = size / EM
        return Line(placed(polygons, 0, 0, scale), at * scale)

    def _outline(self, letter: str) -> list[Polygon]:
        if letter not in self._outlines:
            self._outlines[letter] = parse_path(self._letters[letter][1])
        return self._outlines[letter]

    def lines(self, text: str, size: float, width: float) -> list[Line]:
        """The text on lines of that width; a word that is longer has a line of its own."""
        rows: list[str] = []
        for word in text.split():
            if rows and self.line(f"{rows[-1]} {word}", size).width <= width:
                rows[-1] += f" {word}"
            else:
                rows.append(word)
        return [self.line(row, size) for row in rows]


def plain(letter: str) -> str:
    """A letter without its marks: it stands beside others as that one does."""
    return unicodedata.normalize("NFD", letter)[0]


@cache
def face(name: str) -> Face:
    """One of our faces: `print` for headlines, `plain` and `strong` for the rest."""
    found = json.loads(files("passgo.server.card").joinpath("faces.json").read_text("utf-8"))[name]
    return Face(found["letters"], found["kerning"])
