"""How rows of records are handed to compiled functions, and read: as an address and a length, from the front.

Numba hands an array on as seven words, and counts a reference to its memory besides. An entry point takes four rows;
at a few hundred nanoseconds a decision, that is a tenth of the time. Whoever calls holds the memory as long as the
call lasts, and no entry point returns a row, so the other five words say nothing.

And wherever something is read or written at an index, Numba computes what it would mean if it were negative: counted
from the end. No rule, bot or loop asks so, and it is a quarter of all instructions. So while our own functions are
compiled (`from_the_front`), an index is an index, in records and in arrays of numbers, and checked builds, in which the
tests run, refuse a negative one. Others' functions are compiled as ever.
"""

import operator
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.cgutils import do_boundscheck
from numba.core.datamodel import default_manager, models
from numba.extending import lower_builtin
from numba.np.arrayobj import getitem_arraynd_intp, setitem_array, store_item

compiling_ours: list[bool] = []
"""Not empty while a function of ours is being compiled."""


class RowModel(models.ArrayModel):  # type: ignore[misc]
    """An array of one dimension without gaps, of which only address and length are handed on."""

    def get_argument_type(self) -> tuple[Any, Any]:
        """What is handed on."""
        handed_on = (self.get_field_position(name) for name in ("data", "nitems"))
        address, length = (self.get_model(at).get_argument_type() for at in handed_on)
        return address, length

    def as_argument(self, builder: Any, value: Any) -> tuple[Any, Any]:
        """Leave all but address and length behind."""
        return self.get(builder, value, "data"), self.get(builder, value, "nitems")

    def from_argument(self, builder: Any, value: tuple[Any, Any]) -> Any:
        """Make an array of address and length again."""
        data, length = value
        size = ir.Constant(length.type, self._fe_type.dtype.size)
        row = ir.Constant(self.get_value_type(), None)  # all zero: no owner whose references are counted
        row = self.set(builder, row, data, "data")
        row = self.set(builder, row, length, "nitems")
        row = self.set(builder, row, size, "itemsize")
        row = builder.insert_value(row, length, [self.get_field_position("shape"), 0])
        return builder.insert_value(row, size, [self.get_field_position("strides"), 0])


def row_of(record: types.Record) -> types.Array:
    """The type of an array of such records, handed on lightly from now on."""
    row = types.Array(record, 1, "C")
    default_manager._cache[row] = RowModel(default_manager, row)
    lower_builtin(operator.getitem, row, types.int64)(item_at)
    return row


@contextmanager
def from_the_front() -> Iterator[None]:
    """Compile what is compiled meanwhile without counting from the end."""
    compiling_ours.append(True)
    try:
        yield
    finally:
        compiling_ours.pop()


def is_plain_row(array: Any) -> bool:
    """Does an array have one dimension and no gaps, so that an index is all that its items lie apart by?"""
    return bool(array.ndim == 1 and array.layout == "C")


@lower_builtin(operator.getitem, types.Array, types.int64)  # type: ignore[untyped-decorator]
def item_at(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """What stands at an index of a row, or of an array inside a record."""
    if not compiling_ours or not is_plain_row(signature.args[0]):
        return getitem_arraynd_intp(context, builder, signature, arguments)
    address = address_of(context, builder, signature.args[0], arguments)
    return context.unpack_value(builder, signature.args[0].dtype, address)


@lower_builtin(operator.setitem, types.Array, types.int64, types.Any)  # type: ignore[untyped-decorator]
def write_at(context: Any, builder: Any, signature: Any, arguments: Any) -> None:
    """Write at an index of an array of numbers, by itself or inside a record."""
    if not compiling_ours or not is_plain_row(signature.args[0]) or isinstance(signature.args[0].dtype, types.Record):
        setitem_array(context, builder, signature, arguments)
        return
    array, _, written = signature.args
    address = address_of(context, builder, array, arguments)
    store_item(context, builder, array, context.cast(builder, arguments[2], written, array.dtype), address)


def address_of(context: Any, builder: Any, kind: Any, arguments: Any) -> Any:
    """Where an index of an array lies, counted from the front; checked builds refuse what lies outside."""
    array = context.make_array(kind)(context, builder, arguments[0])
    if context.enable_boundscheck:
        do_boundscheck(context, builder, arguments[1], array.nitems)
    return builder.gep(array.data, [arguments[1]])
