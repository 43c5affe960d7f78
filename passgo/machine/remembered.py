"""What Numba would work out thousands of times while our functions are compiled, remembered after the first time.

It leans on Numba's internals, as `passgo.machine.compiler` does.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import types
from numba.core.types.functions import BaseFunction

CALL_TYPES: dict[Any, Any] = {}
"""The signatures of Numba's own functions (`==`, `min`, reading at an index), by the types of their arguments."""


def remembered_repr(record: Any) -> str:
    """What Numba writes for a record type, for messages that it may never print; ours have many fields."""
    if "_repr" not in record.__dict__:
        record._repr = WRITTEN_OUT(record)
    return str(record._repr)


WRITTEN_OUT = types.Record.__repr__
types.Record.__repr__ = remembered_repr  # type: ignore[method-assign]


def remembered_call_type(function: Any, context: Any, args: Any, kws: Any) -> Any:
    """The signature of a function of Numba's for arguments of these types. To find it, Numba tries dozens of ways."""
    asked = function, args, tuple(sorted(kws.items()))
    found = CALL_TYPES.get(asked)
    if found is None:
        found = CALL_TYPES[asked] = FOUND_OUT(function, context, args, kws)
    return found


FOUND_OUT = BaseFunction.get_call_type


@contextmanager
def remembering() -> Iterator[None]:
    """Compile what is compiled meanwhile with signatures that are remembered. It has to be ours: other people's
    functions may be compiled in other ways, with other signatures."""
    BaseFunction.get_call_type = remembered_call_type  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        BaseFunction.get_call_type = FOUND_OUT  # type: ignore[method-assign]
