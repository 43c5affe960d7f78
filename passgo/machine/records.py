"""Records of fixed size: each is declared once, and lies in memory as NumPy and as ctypes see it.

A record is a class whose annotations are what a reader sees (`int`, or `Row` for a fixed array) and whose values say
how each field is stored. From that one list come the NumPy record that compiled rules work on, and the
`ctypes.Structure` over the same bytes that the plain source works on.
"""

import ctypes
from dataclasses import dataclass
from typing import Any, TypeVar, get_type_hints

import numpy as np

from passgo.machine.switches import PLAIN

Row = list[int]
"""A fixed array of whole numbers inside a record."""

STORED = {8: ("i1", ctypes.c_int8), 16: ("i2", ctypes.c_int16), 32: ("i4", ctypes.c_int32)}


@dataclass(frozen=True)
class Field:
    """How one field is stored, and what it means."""

    bits: int
    count: int
    meaning: str
    unit: str
    least: int
    most: int


def stored(bits: int) -> Any:
    """A maker of fields of so many bits."""

    def field(meaning: str, *, count: int = 1, unit: str = "", least: int = 0, most: int | None = None) -> Any:
        ceiling = 2 ** (bits - 1) - 1
        return Field(bits, count, meaning, unit, least, ceiling if most is None else most)

    return field


byte, short, word = stored(8), stored(16), stored(32)

DTYPES: dict[type, np.dtype[Any]] = {}
"""The declared records, and how NumPy sees each."""

STRUCTURES: dict[type, type[ctypes.Structure]] = {}
"""The declared records, and how ctypes sees each."""

Declared = TypeVar("Declared")


def record(declared: type[Declared]) -> type[Declared]:
    """Declare a class as a record."""
    DTYPES[declared], STRUCTURES[declared] = dtype_of(declared), structure_of(declared)
    assert ctypes.sizeof(STRUCTURES[declared]) == DTYPES[declared].itemsize
    assert get_type_hints(declared).keys() == fields_of(declared).keys()
    return declared


def fields_of(declared: type) -> dict[str, Field]:
    """The stored fields of a record, in the order of their bytes."""
    return {name: value for name, value in vars(declared).items() if isinstance(value, Field)}


def dtype_of(declared: type) -> np.dtype[Any]:
    """The NumPy record of a declared class."""
    return np.dtype(
        [
            (name, STORED[field.bits][0]) if field.count == 1 else (name, STORED[field.bits][0], (field.count,))
            for name, field in fields_of(declared).items()
        ],
        align=True,
    )


def structure_of(declared: type) -> type[ctypes.Structure]:
    """The ctypes structure over the same bytes, for the plain source."""
    members = [
        (name, STORED[field.bits][1] if field.count == 1 else STORED[field.bits][1] * field.count)
        for name, field in fields_of(declared).items()
    ]
    return type(f"Plain{declared.__name__}", (ctypes.Structure,), {"_fields_": members})


def new(declared: type, count: int = 1) -> np.ndarray[Any, Any]:
    """So many zeroed records, as a NumPy array."""
    return np.zeros(count, DTYPES[declared])


def plain(declared: type[Declared], buffer: Any) -> Declared:
    """The first record in a buffer as plain Python reads and writes it: whole numbers, nothing copied."""
    structure: Any = STRUCTURES[declared].from_buffer(buffer)
    return structure  # type: ignore[no-any-return]


def arrays(declared: type, buffer: Any) -> Any:
    """A NumPy record array as the rules take it in this mode: itself, or a ctypes array over the same bytes."""
    if not PLAIN:
        return buffer
    return (STRUCTURES[declared] * len(buffer)).from_buffer(buffer)
