"""Sets and rows of bytes as rows of 16-bit numbers, in a few machine instructions that Numba does not know by itself.

An observation is mostly flags. Written one by one they would take longer than the step that they show.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from passgo.machine.decorators import lesson
from passgo.machine.kinds import Numbers
from passgo.machine.records import Row
from passgo.rules import codes

if TYPE_CHECKING:
    Seen = np.ndarray[Any, np.dtype[np.int16]]
else:
    Seen = Numbers("int16")


LANES = 16
"""Sets are widened by so many members at a time."""


def write_deeds(seen: Seen, at: int, members: int) -> None:
    """Write a set of deeds as flags."""
    for n in range(codes.DEEDS):
        seen[at + n] = (members >> n) & 1


def write_cards(seen: Seen, at: int, members: int) -> None:
    """Write a set of cards of one deck as flags."""
    for n in range(codes.DECK):
        seen[at + n] = (members >> n) & 1


def write_bytes(seen: Seen, at: int, row: Row) -> None:
    """Write a number for each deed, from a row of bytes."""
    for n in range(codes.DEEDS):
        seen[at + n] = row[n]


@lesson
def teach_flags() -> None:
    """Tell Numba what these are in machine instructions."""
    from llvmlite import ir
    from numba.core import types
    from numba.extending import lower_builtin, type_callable

    from passgo.machine.signatures import machine_type

    kind = machine_type(Seen)

    def type_of(function: Callable[..., None]) -> None:
        type_callable(function)(lambda context: lambda seen, at, written: types.void)

    def store(context: Any, builder: Any, array: Any, at: Any, numbers: Any) -> Any:
        """Store so many numbers at once, from a place on; checked builds look whether the last one lies inside."""
        row = context.make_array(kind)(context, builder, array)
        if context.enable_boundscheck:
            from numba.core.cgutils import do_boundscheck

            for last in (0, numbers.type.count - 1):
                place = builder.add(at, ir.Constant(at.type, last))
                do_boundscheck(context, builder, place, builder.extract_value(row.shape, 0))
        address = builder.bitcast(builder.gep(row.data, [at]), numbers.type.as_pointer())
        builder.store(numbers, address, align=2)
        return context.get_dummy_value()

    def lower_set(function: Callable[..., None], count: int) -> None:
        type_of(function)

        @lower_builtin(function, kind, types.int64, types.Integer)  # type: ignore[untyped-decorator]
        def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array, at, members = arguments
            members = context.cast(builder, members, signature.args[2], types.int64)
            whole = (
                (count + LANES - 1) // LANES * LANES
            )  # LLVM fails at widening other numbers of flags for older processors
            flags = builder.bitcast(builder.trunc(members, ir.IntType(whole)), ir.VectorType(ir.IntType(1), whole))
            numbers = builder.zext(flags, ir.VectorType(ir.IntType(16), whole))
            chosen = ir.Constant(ir.VectorType(ir.IntType(32), count), list(range(count)))
            return store(context, builder, array, at, builder.shuffle_vector(numbers, numbers, chosen))

    lower_set(write_deeds, codes.DEEDS)
    lower_set(write_cards, codes.DECK)
    type_of(write_bytes)

    @lower_builtin(write_bytes, kind, types.int64, types.NestedArray)  # type: ignore[untyped-decorator]
    def lower_bytes(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, at, row = arguments
        source = context.make_array(signature.args[2])(context, builder, row).data
        numbers = ir.VectorType(ir.IntType(8), codes.DEEDS)
        loaded = builder.load(builder.bitcast(source, numbers.as_pointer()), align=1)
        return store(context, builder, array, at, builder.sext(loaded, ir.VectorType(ir.IntType(16), codes.DEEDS)))
