"""What stands on a card, in the language of whoever shares the link."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

FIRST = "en"
"""The language of a link that names none."""


class Words:
    """The words of one language."""

    def __init__(self, language: str, texts: dict[str, Any]) -> None:
        self.language = language
        self._texts = texts

    def say(self, key: str, **filled: object) -> str:
        """A text, filled in.

        >>> words_of("en").say("invites", name="Ann")
        'Ann invites you to a game'
        """
        text: str = self._texts[key]
        return text.format(**filled)

    def number(self, count: int) -> str:
        """A small number as a word.

        >>> words_of("de").number(3)
        'drei'
        """
        numbers: list[str] = self._texts["numbers"]
        return numbers[count] if count < len(numbers) else str(count)

    def listed(self, names: list[str]) -> str:
        """Names in a row.

        >>> words_of("de").listed(["Ann", "Ben", "Cy"])
        'Ann, Ben und Cy'
        """
        together: str = self._texts["and"]
        return together.join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)

    def part(self, name: str) -> str:
        """What a part of a chance is called."""
        said: str = self._texts["parts"][name]
        return said

    def edition(self, name: str, title: str) -> str:
        """What an edition is called; `title` is what it calls itself."""
        said: str = self._texts["editions"].get(name, title)
        return said


@cache
def all_words() -> dict[str, Words]:
    """The words of all languages."""
    texts = tomllib.loads(files("passgo.server.card").joinpath("words.toml").read_text("utf-8"))
    return {language: Words(language, found) for language, found in texts.items()}


def words_of(language: str | None) -> Words:
    """The words of a language; those of English for one that has none here.

    >>> words_of("xx").language
    'en'
    """
    return all_words().get(language or FIRST, all_words()[FIRST])
