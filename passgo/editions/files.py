"""Reading the TOML files of the editions. Whatever is wrong in one is said in a line that names file and field."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from passgo.errors import EditionError

FOLDER = Path(__file__).parent
"""Where the editions lie."""


@dataclass(frozen=True)
class Section:
    """A table of a file, which knows where it stands."""

    where: str
    content: dict[str, Any]

    def error(self, field: str, complaint: str) -> EditionError:
        """An error about a field.

        >>> print(Section("a.toml", {}).error("price", "is odd"))
        a.toml: price is odd
        """
        separator = "." if ": " in self.where else ": "
        return EditionError(f"{self.where}{separator}{field} {complaint}")

    def has(self, field: str) -> bool:
        """Is the field given?"""
        return field in self.content

    def only(self, *known: str) -> None:
        """Refuse fields that mean nothing, which are mostly misspelt ones."""
        for field in self.content:
            if field not in known:
                raise self.error(field, "means nothing here")

    def value(self, field: str, kind: type) -> Any:
        """The field's value, which must be of the kind; true is no number."""
        if field not in self.content:
            raise self.error(field, "is missing")
        value = self.content[field]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.error(field, f"is {value!r}, not {SPOKEN[kind]}")
        return value

    def text(self, field: str) -> str:
        """A text that is not empty."""
        text: str = self.value(field, str)
        if not text.strip():
            raise self.error(field, "is empty")
        return text

    def truth(self, field: str) -> bool:
        """True or false."""
        truth: bool = self.value(field, bool)
        return truth

    def whole(self, field: str, least: int = 0, most: int = 2**31 - 1) -> int:
        """A whole number within bounds."""
        number: int = self.value(field, int)
        if not least <= number <= most:
            raise self.error(field, f"is {number}, not within {least} to {most}")
        return number

    def wholes(self, field: str, count: int) -> tuple[int, ...]:
        """So many whole numbers, none below 0."""
        numbers = self.value(field, list)
        if len(numbers) != count or not all(type(number) is int and number >= 0 for number in numbers):
            raise self.error(field, f"is {numbers!r}, not {count} whole numbers")
        return tuple(numbers)

    def texts(self, field: str) -> tuple[str, ...]:
        """Different texts, none empty."""
        texts = self.value(field, list)
        if not all(isinstance(text, str) and text for text in texts):
            raise self.error(field, "is not a list of texts")
        for text in texts:
            if texts.count(text) > 1:
                raise self.error(field, f"has {text!r} twice")
        return tuple(texts)

    def among(self, field: str, known: Iterable[str]) -> str:
        """One of the known words."""
        text, words = self.text(field), tuple(known)
        if text not in words:
            raise self.error(field, f"is {text!r}, not one of {', '.join(words)}")
        return text

    def section(self, field: str) -> "Section":
        """A table inside this one."""
        separator = "." if ": " in self.where else ": "
        return Section(f"{self.where}{separator}{field}", self.value(field, dict))

    def sections(self, field: str, count: int) -> tuple["Section", ...]:
        """So many tables inside this one."""
        tables = self.value(field, list)
        if len(tables) != count or not all(isinstance(table, dict) for table in tables):
            raise self.error(field, f"has {len(tables)} entries, not {count}")
        return tuple(Section(f"{self.where}: {field}[{n}]", table) for n, table in enumerate(tables))


SPOKEN = {int: "a whole number", str: "a text", bool: "true or false", list: "a list", dict: "a table"}


@lru_cache(maxsize=64)
def read(folder: Path, name: str) -> Section:
    """A whole file as a section; read once."""
    path = folder / f"{name}.toml"
    try:
        return Section(path.name, tomllib.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise EditionError(f"{path.name} is missing in {folder}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise EditionError(f"{path.name} is not TOML: {problem}") from problem
