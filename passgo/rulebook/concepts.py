"""Concepts: what the words of a question mean, whichever of many ways somebody has of saying it."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from passgo.editions import NAMES, Deed, ruleset
from passgo.rulebook.words import stem, words_of

FILE = Path(__file__).parent / "concepts.toml"
OF_DEEDS = {"street": "property", "railroad": "railroad", "utility": "utility"}
"""The concept that the name of a deed stands for, by its kind."""

GENERIC = {"avenue", "place", "gardens", "railroad", "line", "street", "road", "station"}
"""Last words of names that people leave out."""

COMMON = {"park", "short", "new", "water", "reading", "states"}
"""Words that mean something else when the rest of a name is left out."""


class Unit(NamedTuple):
    """A part of a question: the concept that a phrase stands for, if any, and the stems of its words."""

    concept: str
    stems: tuple[str, ...]


class Concepts:
    """Phrases, as the stems of their words with spaces between, and the concept that each stands for.

    >>> concepts = Concepts({"jail": "jail", "jail card": "jail_card"})
    >>> [unit.concept for unit in concepts.units(["use", "jail", "card"])]
    ['', 'jail_card']
    """

    def __init__(self, meaning: Mapping[str, str]) -> None:
        self.meaning = dict(meaning)
        self._longest: dict[str, int] = {}
        for phrase in self.meaning:
            first, length = phrase.partition(" ")[0], phrase.count(" ") + 1
            self._longest[first] = max(length, self._longest.get(first, 0))

    def units(self, stems: Sequence[str]) -> list[Unit]:
        """The parts of a question in their order; where several phrases begin, the longest is meant."""
        found, at = [], 0
        while at < len(stems):
            longest = min(self._longest.get(stems[at], 0), len(stems) - at)
            lengths = range(longest, 0, -1)
            length = next((n for n in lengths if " ".join(stems[at : at + n]) in self.meaning), 0)
            phrase = tuple(stems[at : at + (length or 1)])
            found.append(Unit(self.meaning[" ".join(phrase)] if length else "", phrase))
            at += len(phrase)
        return found


def format_phrase(text: str) -> str:
    """A phrase as the stems of its words.

    >>> format_phrase("Behind bars")
    'behind bar'
    """
    return " ".join(map(stem, words_of(text)))


def read_phrases() -> dict[str, list[str]]:
    """Every concept with its phrases: those of the file, and the names of the deeds of every edition."""
    phrases: dict[str, list[str]] = tomllib.loads(FILE.read_text(encoding="utf-8"))
    for edition in NAMES:
        for deed in ruleset(edition).deeds:
            phrases[OF_DEEDS[deed.kind]] += names_of_deed(deed)
    return phrases


def names_of_deed(deed: Deed) -> list[str]:
    """The names by which people call a deed: its own, and its own without a last word that many have."""
    first, _, last = deed.name.rpartition(" ")
    return [deed.name, first] if last.casefold() in GENERIC and first.casefold() not in COMMON else [deed.name]


def meanings(phrases: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """The phrases as stems, each with its concept; the first concept that claims a phrase has it."""
    found: dict[str, str] = {}
    for concept, texts in phrases.items():
        for text in texts:
            found.setdefault(format_phrase(text), concept)
    return found
