"""Whole numbers, and sets in them, in single machine instructions that Numba does not know by itself.

Each function is plain Python, and a lowering to LLVM through Numba's public way of extending it.
"""

from typing import Any

from passgo.machine.decorators import lesson
from passgo.machine.records import Row


def first_bit(members: int) -> int:
    """The smallest member of a set that is not empty."""
    return (members & -members).bit_length() - 1


def bits_in(members: int) -> int:
    """How many members a set has."""
    return members.bit_count()


def quotient(dividend: int, divisor: int) -> int:
    """How often a number above zero goes into one that is not below zero: no sign is asked for, unlike by `//`."""
    return dividend // divisor


def places(row: Row, number: int) -> int:
    """Where in a row of bytes the number stands, as a set: compiled, a comparison of all bytes at once."""
    return sum(1 << n for n, found in enumerate(row) if found == number)


def places_below(row: Row, number: int) -> int:
    """Where in a row of bytes a smaller number stands, as a set: compiled, a comparison of all bytes at once, too."""
    return sum(1 << n for n, found in enumerate(row) if found < number)


def eight_at(row: Row, at: int) -> int:
    """Eight bytes of a row, from a place on, as one number: to compare them all at once."""
    return int.from_bytes(bytes(memoryview(row).cast("B")[at : at + 8]), "little", signed=True)  # type: ignore[arg-type]


@lesson
def teach_bits() -> None:
    """Tell Numba what questions to single numbers are in machine instructions."""
    from llvmlite import ir
    from numba.core import types
    from numba.extending import lower_builtin, type_callable

    @type_callable(first_bit)  # type: ignore[untyped-decorator]
    def type_first_bit(context: Any) -> Any:
        """A whole number of a whole number."""
        return lambda members: types.int64

    @lower_builtin(first_bit, types.int64)  # type: ignore[untyped-decorator]
    def lower_first_bit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Count the zeros below the first bit."""
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    @type_callable(bits_in)  # type: ignore[untyped-decorator]
    def type_bits_in(context: Any) -> Any:
        """A whole number of a whole number."""
        return lambda members: types.int64

    @lower_builtin(bits_in, types.int64)  # type: ignore[untyped-decorator]
    def lower_bits_in(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Count the bits."""
        return builder.ctpop(arguments[0])

    @type_callable(quotient)  # type: ignore[untyped-decorator]
    def type_quotient(context: Any) -> Any:
        """A whole number of two."""
        return lambda dividend, divisor: types.int64

    @lower_builtin(quotient, types.int64, types.int64)  # type: ignore[untyped-decorator]
    def lower_quotient(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Divide as if both had no sign."""
        return builder.udiv(*arguments)


@lesson
def teach_rows() -> None:
    """Tell Numba how bytes of a row are read at once."""
    from llvmlite import ir
    from numba.core import types
    from numba.extending import lower_builtin, type_callable

    @type_callable(eight_at)  # type: ignore[untyped-decorator]
    def type_eight_at(context: Any) -> Any:
        """A number, of a row and a place."""
        return lambda row, at: types.int64

    @lower_builtin(eight_at, types.NestedArray, types.int64)  # type: ignore[untyped-decorator]
    def lower_eight_at(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Load eight bytes as one number."""
        row, at = arguments
        address = context.make_array(signature.args[0])(context, builder, row).data
        return builder.load(builder.bitcast(builder.gep(address, [at]), ir.IntType(64).as_pointer()), align=1)

    for function, how in ((places, "=="), (places_below, "<")):
        teach_comparison(function, how)


def teach_comparison(function: Any, how: str) -> None:
    """Tell Numba how all bytes of a row are compared with a number."""
    from llvmlite import ir
    from numba.core import types
    from numba.extending import lower_builtin, type_callable

    @type_callable(function)  # type: ignore[untyped-decorator]
    def type_comparison(context: Any) -> Any:
        """A set, of a row and a number."""
        return lambda row, number: types.int64

    @lower_builtin(function, types.NestedArray, types.int64)  # type: ignore[untyped-decorator]
    def lower_comparison(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Load the row as one vector, compare it with the number in every place, and take the bits of the answer."""
        row, number = arguments
        width = signature.args[0].nitems
        together = ir.VectorType(ir.IntType(8), width)
        address = context.make_array(signature.args[0])(context, builder, row).data
        found = builder.load(builder.bitcast(address, together.as_pointer()), align=1)
        first = builder.insert_element(
            ir.Constant(together, ir.Undefined), builder.trunc(number, ir.IntType(8)), ir.Constant(ir.IntType(32), 0)
        )
        zeros = ir.Constant(ir.VectorType(ir.IntType(32), width), None)
        wanted = builder.shuffle_vector(first, first, zeros)
        fitting = builder.bitcast(builder.icmp_signed(how, found, wanted), ir.IntType(width))
        return builder.zext(fitting, ir.IntType(64))
