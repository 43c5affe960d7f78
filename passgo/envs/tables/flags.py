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


MOST = 2**15 - 1
"""What a number of an observation can be at most; more cash than this is shown as this."""

LANES = 16
"""Sets are widened by so many members at a time."""

SEATS = codes.PLAYERS
"""Rows of players are written by so many numbers at a time, however many players there are."""


def write_deeds(seen: Seen, at: int, members: int) -> None:
    """Write a set of deeds as flags."""
    for n in range(codes.DEEDS):
        seen[at + n] = (members >> n) & 1


def write_cards(seen: Seen, at: int, members: int) -> None:
    """Write a set of cards of one deck as flags."""
    for n in range(codes.DECK):
        seen[at + n] = (members >> n) & 1


def write_holder(seen: Seen, at: int, row: Row, holder: int) -> None:
    """Write flags for the deeds that somebody holds, from the row of holders."""
    for n in range(codes.DEEDS):
        seen[at + n] = 1 if row[n] == holder else 0


def write_turned(seen: Seen, at: int, row: Row, first: int, count: int) -> None:
    """Write a number for each of so many players, the one in place `first` first, from a row of bytes or of amounts.

    Compiled, it spoils the eight numbers after them: whatever follows in the observation is written later.
    """
    for n in range(count):
        seen[at + n] = max(-MOST, min(MOST, row[(first + n) % count]))


def write_bytes(seen: Seen, at: int, row: Row) -> None:
    """Write a number for each deed, from a row of bytes."""
    for n in range(codes.DEEDS):
        seen[at + n] = row[n]


def declare(function: Callable[..., None], typed: Callable[..., Any]) -> None:
    """Tell Numba what kind of arguments a function takes: `typed` takes as many, and says what comes of them."""
    from numba.extending import type_callable

    type_callable(function)(lambda context: typed)


def load(context: Any, builder: Any, array: Any, row: Any, count: int, first: Any = None) -> Any:
    """So many numbers of a row of a record, at once; they may reach into what lies behind the row."""
    from llvmlite import ir

    source = context.make_array(array)(context, builder, row).data
    numbers = ir.VectorType(source.type.pointee, count)
    source = source if first is None else builder.gep(source, [first])
    return builder.load(builder.bitcast(source, numbers.as_pointer()), align=1)


def all_alike(builder: Any, number: Any, count: int) -> Any:
    """A number in every place of a vector."""
    from llvmlite import ir

    vector = ir.VectorType(number.type, count)
    first = builder.insert_element(ir.Constant(vector, ir.Undefined), number, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(first, first, ir.Constant(ir.VectorType(ir.IntType(32), count), None))


def store(context: Any, builder: Any, array: Any, at: Any, numbers: Any) -> Any:
    """Store so many numbers at once, from a place on; checked builds look whether the last one lies inside."""
    from llvmlite import ir

    from passgo.machine.signatures import machine_type

    row = context.make_array(machine_type(Seen))(context, builder, array)
    if context.enable_boundscheck:
        from numba.core.cgutils import do_boundscheck

        for last in (0, numbers.type.count - 1):
            place = builder.add(at, ir.Constant(at.type, last))
            do_boundscheck(context, builder, place, builder.extract_value(row.shape, 0))
    address = builder.bitcast(builder.gep(row.data, [at]), numbers.type.as_pointer())
    builder.store(numbers, address, align=2)
    return context.get_dummy_value()


@lesson
def teach_sets() -> None:
    """Tell Numba how sets are written in machine instructions."""
    from llvmlite import ir
    from numba.core import types
    from numba.extending import lower_builtin

    from passgo.machine.signatures import machine_type

    kind = machine_type(Seen)

    def lower_set(function: Callable[..., None], count: int) -> None:
        declare(function, lambda seen, at, members: types.void)

        @lower_builtin(function, kind, types.int64, types.Integer)  # type: ignore[untyped-decorator]
        def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array, at, members = arguments
            members = context.cast(builder, members, signature.args[2], types.int64)
            whole = (count + LANES - 1) // LANES * LANES  # LLVM fails at widening other numbers for older processors
            flags = builder.bitcast(builder.trunc(members, ir.IntType(whole)), ir.VectorType(ir.IntType(1), whole))
            numbers = builder.zext(flags, ir.VectorType(ir.IntType(16), whole))
            chosen = ir.Constant(ir.VectorType(ir.IntType(32), count), list(range(count)))
            return store(context, builder, array, at, builder.shuffle_vector(numbers, numbers, chosen))

    lower_set(write_deeds, codes.DEEDS)
    lower_set(write_cards, codes.DECK)


@lesson
def teach_deeds() -> None:
    """Tell Numba how rows of deeds are written in machine instructions."""
    from llvmlite import ir
    from numba.core import types
    from numba.extending import lower_builtin

    from passgo.machine.signatures import machine_type

    kind = machine_type(Seen)
    shorts, narrow = (ir.VectorType(ir.IntType(bits), codes.DEEDS) for bits in (16, 8))
    declare(write_bytes, lambda seen, at, row: types.void)
    declare(write_holder, lambda seen, at, row, holder: types.void)

    @lower_builtin(write_bytes, kind, types.int64, types.NestedArray)  # type: ignore[untyped-decorator]
    def lower_bytes(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, at, row = arguments
        loaded = load(context, builder, signature.args[2], row, codes.DEEDS)
        return store(context, builder, array, at, builder.sext(loaded, shorts))

    @lower_builtin(write_holder, kind, types.int64, types.NestedArray, types.int64)  # type: ignore[untyped-decorator]
    def lower_holder(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, at, row, holder = arguments
        holders = load(context, builder, signature.args[2], row, codes.DEEDS)
        wanted = all_alike(builder, builder.trunc(holder, ir.IntType(8)), codes.DEEDS)
        flags = builder.zext(builder.icmp_signed("==", holders, wanted), narrow)
        return store(context, builder, array, at, builder.zext(flags, shorts))


@lesson
def teach_players() -> None:
    """Tell Numba how rows of players are written in machine instructions."""
    from llvmlite import ir
    from numba.core import types
    from numba.extending import lower_builtin

    from passgo.machine.signatures import machine_type

    kind = machine_type(Seen)
    shorts = ir.VectorType(ir.IntType(16), SEATS)
    declare(write_turned, lambda seen, at, row, first, count: types.void)

    @lower_builtin(write_turned, kind, types.int64, types.NestedArray, types.Integer, types.Integer)  # type: ignore[untyped-decorator]
    def lower_turned(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """The row from `first` on, and then over its end the row from its beginning on."""
        array, at, row = arguments[:3]
        first, count = (context.cast(builder, arguments[n], signature.args[n], types.int64) for n in (3, 4))
        for begin, place in ((first, at), (None, builder.add(at, builder.sub(count, first)))):
            numbers = load(context, builder, signature.args[2], row, SEATS, begin)
            if numbers.type.element.width == 8:
                numbers = builder.sext(numbers, shorts)
            else:
                most, least = (ir.Constant(numbers.type, [sign * MOST] * SEATS) for sign in (1, -1))
                numbers = builder.select(builder.icmp_signed("<", numbers, most), numbers, most)
                numbers = builder.select(builder.icmp_signed(">", numbers, least), numbers, least)
                numbers = builder.trunc(numbers, shorts)
            store(context, builder, array, place, numbers)
        return context.get_dummy_value()
