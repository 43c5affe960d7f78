"""Reading TOML files. An error is one line that names the file, the field, and what was expected there."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from passgo.errors import EditionError

PACKAGE = Path(__file__).parent
"""The folder of the editions that come with PassGo."""

LARGEST_FILE = 1 << 20
"""Bytes. The largest file of the package has a hundredth of it."""


class TextFile(NamedTuple):
    """A file that was read: what errors call it, and what it holds."""

    label: str
    text: str


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
            raise self.error(field, f"is {value!r}, not {KINDS[kind]}")
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


KINDS = {int: "a whole number", str: "a text", bool: "true or false", list: "a list", dict: "a table"}
"""What errors call each kind of value."""


def read_file(path: Path, label: str = "") -> TextFile:
    """The text of a file; `label` is what errors call it, otherwise the path as given."""
    label = label or str(path)
    try:
        if path.exists() and not path.is_file():
            problem = "is a folder or a device, not a file"
        elif path.stat().st_size > LARGEST_FILE:
            problem = f"is larger than {LARGEST_FILE:,} bytes: it cannot be a file of an edition"
        else:
            return TextFile(label, path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        problem = "is missing: no such file"
    except OSError as trouble:
        problem = f"cannot be read: {trouble.strerror}"
    except UnicodeDecodeError:
        problem = "is not text in UTF-8"
    except ValueError:  # a zero byte, for instance
        problem = "is not the name of a file"
    raise EditionError(f"{label} {problem}")


@lru_cache(maxsize=64)
def parse_file(file: TextFile) -> Section:
    """A whole file as a section."""
    try:
        return Section(file.label, tomllib.loads(file.text))
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        raise EditionError(f"{file.label} is not TOML: {problem}") from None
