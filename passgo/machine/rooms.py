"""Memory that compiled code has for itself while a function runs: room for numbers, and copies to try something on.

Compiled, it lies on the stack, so nothing is asked for and nothing is given back. Each function is plain Python, and a
lowering to LLVM through Numba's public way of extending it.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from passgo.machine.decorators import lesson
from passgo.machine.kinds import Address, Numbers

if TYPE_CHECKING:
    import numpy as np

    Floats = np.ndarray[Any, np.dtype[np.float32]]
    FloatsAt = Floats
else:
    Floats, FloatsAt = Numbers("float32"), Address("float32")

ALIGNED = 16
"""On the stack, rooms begin at multiples of so many bytes."""


def twin(record: Any) -> Any:
    """A copy of a record, to be changed at will. It lasts until the function returns."""
    return type(record).from_buffer_copy(record)


def room_for(count: int, of: str = "float32") -> Callable[[], Any]:
    """What makes room for so many numbers, which are not cleared."""

    def room() -> Any:
        """The room; in plain Python it is an array."""
        import numpy as np

        return np.zeros(count, of)

    def teach() -> None:
        """Tell Numba that it is an address on the stack."""
        from numba.core import cgutils, types
        from numba.extending import lower_builtin, type_callable

        kind = getattr(types, of)

        @type_callable(room)  # type: ignore[untyped-decorator]
        def type_room(context: Any) -> Any:
            """An address of numbers."""
            return lambda: types.CPointer(kind)  # type: ignore[attr-defined]

        @lower_builtin(room)  # type: ignore[untyped-decorator]
        def lower_room(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            """Make the room once, where the function begins."""
            made = cgutils.alloca_once(builder, context.get_value_type(kind), size=count)
            made.align = ALIGNED
            return made

    lesson(teach)
    return room


def empty_of(record: Any) -> Callable[[], Any]:
    """What makes a record of this kind with nothing in it, to be written into. It lasts until the function returns."""

    def empty() -> Any:
        """The record."""
        return record()

    def teach() -> None:
        """Tell Numba that it is a record on the stack."""
        from numba.core import cgutils, types
        from numba.extending import lower_builtin, type_callable

        from passgo.machine.signatures import machine_type

        @type_callable(empty)  # type: ignore[untyped-decorator]
        def type_empty(context: Any) -> Any:
            """A record."""
            return lambda: machine_type(record)

        @lower_builtin(empty)  # type: ignore[untyped-decorator]
        def lower_empty(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            """Make room, and clear it."""
            kind = signature.return_type
            made = cgutils.alloca_once(builder, context.get_data_type(kind))
            made.align = ALIGNED
            cgutils.memset(builder, made, context.get_constant(types.intp, kind.size), 0)
            return made

    lesson(teach)
    return empty


def floats_at(floats: Floats, at: int) -> FloatsAt:
    """The numbers of an array from a place on. In compiled code it is only an address."""
    return floats[at:]


def constant_floats(read: Callable[[], Floats]) -> Callable[[], Any]:
    """What gives numbers that never change: compiled, they are part of the machine code."""

    def floats() -> Any:
        """The numbers; in plain Python they are an array."""
        return read()

    def teach() -> None:
        """Tell Numba to write them into the code."""
        from numba.core import types
        from numba.extending import lower_builtin, type_callable

        numbers = types.CPointer(types.float32)  # type: ignore[attr-defined]

        @type_callable(floats)  # type: ignore[untyped-decorator]
        def type_floats(context: Any) -> Any:
            """An address of numbers."""
            return lambda: numbers

        @lower_builtin(floats)  # type: ignore[untyped-decorator]
        def lower_floats(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            """Their bytes, as a constant."""
            kept = context.insert_const_bytes(builder.module, read().astype("<f4").tobytes(), name=".floats")
            return builder.bitcast(kept, context.get_value_type(numbers))

    lesson(teach)
    return floats


@lesson
def teach_rooms() -> None:
    """Tell Numba what copies of records, and places in arrays, are."""
    from numba.core import cgutils, types
    from numba.extending import lower_builtin, type_callable

    numbers = types.CPointer(types.float32)  # type: ignore[attr-defined]

    @type_callable(twin)  # type: ignore[untyped-decorator]
    def type_twin(context: Any) -> Any:
        """Another record of the same kind."""
        return lambda record: record

    @lower_builtin(twin, types.Record)  # type: ignore[untyped-decorator]
    def lower_twin(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Copy the bytes to the stack."""
        kind = signature.args[0]
        made = cgutils.alloca_once(builder, context.get_data_type(kind))
        made.align = ALIGNED
        cgutils.raw_memcpy(builder, made, arguments[0], context.get_constant(types.intp, kind.size), itemsize=1)
        return made

    @type_callable(floats_at)  # type: ignore[untyped-decorator]
    def type_floats_at(context: Any) -> Any:
        """An address of numbers."""
        return lambda floats, at: numbers

    @lower_builtin(floats_at, types.Array, types.int64)  # type: ignore[untyped-decorator]
    def lower_floats_at(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Compute the address of a number of the array."""
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        return builder.gep(array.data, [arguments[1]])
