"""Cleaning of names, titles and chat: no invisible characters, no change of writing direction, no endless text."""

import re
import unicodedata

from passgo.notation.names import LONGEST_NAME, UNSEEN
from passgo.server.wire.lookalikes import check_look_alikes

LONGEST_CHAT = 280
LONGEST_TITLE = 60
MOST_MARKS = 2
"""Combining marks on one letter. More of them would cover the lines above."""

STACKED = re.compile(r"\s+")


def clean(text: str, longest: int) -> str:
    """The text in one line, without control, format and bidirectional characters, and cut to a length.

    >>> clean("Ann\\u202e\\x00  the\\nGreat", 20)
    'Ann the Great'
    """
    letters: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind.startswith("M") else 0
        if letter.isspace():
            letters.append(" ")
        elif not kind.startswith("C") and kind not in ("Zl", "Zp") and not UNSEEN.match(letter) and marks <= MOST_MARKS:
            letters.append(letter)
    return STACKED.sub(" ", "".join(letters)).strip()[:longest].strip()


def clean_name(text: str) -> str:
    """A player's name, or ValueError saying what is wrong with it.

    >>> clean_name("  Big  Ben ")
    'Big Ben'
    """
    (name,) = check_look_alikes([clean(text, LONGEST_NAME)])
    return name
