"""Records of fixed size: each is declared once, and lies in memory as NumPy and as ctypes see it.

A record is a class whose annotations are what a reader sees (`int`, or `Row` for a fixed array) and whose values say
how each field is stored. From that one list come the NumPy record that compiled rules work on, and the
`ctypes.Structure` over the same bytes that the plain source works on.
"""

import ctypes
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_type_hints

from passgo.machine.switches import CALM

if TYPE_CHECKING:  # loading NumPy takes longer than reading all editions and rules, which need no array
    import numpy as np

Row = list[int]
"""A fixed array of whole numbers inside a record."""

LETTERS = {8: "b", 16: "h", 32: "i"}
"""Whole numbers by their bits, as `struct` names them."""

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

STRUCTURES: dict[type, type[ctypes.Structure]] = {}
"""The declared records, and how ctypes sees each."""


class Dtypes(dict[type, "np.dtype[Any]"]):
    """How NumPy sees each declared record, found out when it is first asked for."""

    def __missing__(self, declared: type) -> "np.dtype[Any]":
        dtype = self[declared] = dtype_of(declared)
        assert ctypes.sizeof(STRUCTURES[declared]) == dtype.itemsize
        return dtype


DTYPES = Dtypes()

Declared = TypeVar("Declared")


def record(declared: type[Declared]) -> type[Declared]:
    """Declare a class as a record."""
    STRUCTURES[declared] = structure_of(declared)
    assert get_type_hints(declared).keys() == fields_of(declared).keys()
    return declared


def fields_of(declared: type) -> dict[str, Field]:
    """The stored fields of a record, in the order of their bytes."""
    return {name: value for name, value in vars(declared).items() if isinstance(value, Field)}


def dtype_of(declared: type) -> "np.dtype[Any]":
    """The NumPy record of a declared class."""
    import numpy as np

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


def new(declared: type, count: int = 1) -> "np.ndarray[Any, Any]":
    """So many zeroed records, as a NumPy array."""
    import numpy as np

    return np.zeros(count, DTYPES[declared])


def plain(declared: type[Declared], buffer: Any, place: int = 0) -> Declared:
    """The record at a place in a buffer as plain Python reads and writes it: whole numbers, nothing copied."""
    structure: Any = STRUCTURES[declared].from_buffer(buffer, place)
    return structure  # type: ignore[no-any-return]


def plain_rows(argument: Any, kind: Any) -> Any:
    """An argument as the plain source takes it: of an array of records, which `kind` says it is, a ctypes array."""
    declared = get_args(kind)
    if not declared or declared[0] not in STRUCTURES:
        return argument
    return (STRUCTURES[declared[0]] * len(argument)).from_buffer(argument)


def reader(
    declared: type, wanted: Mapping[str, int], first: int = 0
) -> tuple[Callable[[Any], tuple[int, ...]], list[str]]:
    """A function that reads fields from the bytes of a record at once, and their order.

    Of each field it reads so many numbers, from the number `first` on. Reading one by one through ctypes costs as much
    for every field as this for all.
    """
    structure, layout, place = STRUCTURES[declared], "@", 0
    names = sorted(wanted, key=lambda name: getattr(structure, name).offset)
    for name in names:
        size = fields_of(declared)[name].bits // 8
        begins = getattr(structure, name).offset + first * size
        layout += f"{begins - place}x{wanted[name]}{LETTERS[8 * size]}"
        place = begins + wanted[name] * size
    return struct.Struct(layout).unpack_from, names


def writer(declared: type) -> Callable[..., bytes]:
    """A function that makes the bytes of a record from all of its numbers, in the order of their bytes."""
    structure, layout, place = STRUCTURES[declared], "@", 0
    for name, field in fields_of(declared).items():
        begins = getattr(structure, name).offset
        layout += f"{begins - place}x{field.count}{LETTERS[field.bits]}"
        place = begins + getattr(structure, name).size
    return struct.Struct(f"{layout}{ctypes.sizeof(structure) - place}x").pack


def place_of(declared: type, name: str) -> slice:
    """Where a field stands in the bytes of a record."""
    field: Any = getattr(STRUCTURES[declared], name)
    return slice(field.offset, field.offset + field.size)


def arrays(declared: type, buffer: "np.ndarray[Any, Any]") -> Any:
    """A NumPy record array as entry points take it: a ctypes array over the same bytes.

    The plain source reads it, and machine code is given its memory in a fraction of the time that NumPy takes for
    it. Only where Numba wraps entry points in its own way the array is itself.
    """
    memory: Any = buffer.view("u1")
    return buffer if CALM else (STRUCTURES[declared] * len(buffer)).from_buffer(memory)


def block_of(**rows: tuple[type, int]) -> type[ctypes.Structure]:
    """A kind of memory for several arrays of records, each with its name and its length.

    Whoever needs them all often asks for memory once: what is in a block costs a fraction of an array of its own.
    """
    members = [(name, STRUCTURES[declared] * count) for name, (declared, count) in rows.items()]
    return type("Block", (ctypes.Structure,), {"_fields_": members})


def rows_of(declared: type, array: Any) -> Any:
    """An array of a block as entry points take it (see `arrays`)."""
    if CALM:
        import numpy as np

        return np.frombuffer(array, DTYPES[declared])
    return array
