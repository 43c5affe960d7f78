"""Tables of the numbers by which bots play: their files, and what each number may be."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol


class Bounds(Protocol):
    """What a number may be, and what it means."""

    @property
    def low(self) -> int:
        """The lowest value."""

    @property
    def high(self) -> int:
        """The highest value."""

    @property
    def meaning(self) -> str:
        """What the number says."""


def check_number(table: Mapping[str, Bounds], unknown: str, name: str, value: object) -> int:
    """The value of a number of the table, if it is allowed; otherwise a `ValueError`, which begins with `unknown` if
    the table has no such name."""
    if name not in table:
        raise ValueError(f"{unknown} {name!r}: expected one of {', '.join(table)}")
    found = table[name]
    if type(value) is not int or not found.low <= value <= found.high:
        expected = f"expected a whole number from {found.low} to {found.high} ({found.meaning})"
        raise ValueError(f"{name} is {value!r:.40}: {expected}")
    return value


def read_file(path: Path) -> dict[str, Any]:
    """The content of a TOML file."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise ValueError(f"{path}: expected TOML: {problem}") from None
    except OSError as problem:
        raise ValueError(f"{path}: expected a file that can be read: {problem.strerror}") from None


def read_described(path: Path, what: str) -> dict[str, tuple[str, dict[str, Any]]]:
    """The description and the numbers of each table in a file, unchecked. `what` says what such a table is of."""
    found = {}
    for name, table in read_file(path).items():
        if not isinstance(table, dict) or not isinstance(description := table.pop("description", None), str):
            raise ValueError(f"{path}: expected a table with a description for the {what} {name}")
        found[name] = description, table
    return found
