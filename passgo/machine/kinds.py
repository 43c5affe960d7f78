"""What the parameters of compiled functions are, where no record and no Python type says it.

These stand in annotations. They are names only, so that whoever plays with machine code that is there already need not
load Numba; `passgo.machine.signatures` turns them into Numba's types when something is compiled.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Number:
    """A number that is no int64: `Number("uint64")`."""

    of: str


@dataclass(frozen=True)
class Numbers:
    """An array of numbers without gaps: `Numbers("int64")`."""

    of: str
    dimensions: int = 1


@dataclass(frozen=True)
class Address:
    """Where in memory numbers begin, and nothing else: `Address("int64")`."""

    of: str


@dataclass(frozen=True)
class Pointer:
    """The address of an entry point with the signature of this function."""

    like: Callable[..., Any]
