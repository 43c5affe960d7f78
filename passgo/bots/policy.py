"""What a compiled bot is: one signature for all, so that every loop takes any bot as a pointer.

A bot may also be asked when the game does not wait for it, to build, deal or claim out of turn. If it then wants
nothing it writes END_TURN, which the rules refuse from anyone whose turn it is not to end.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from passgo.machine.switches import PLAIN
from passgo.rules.state import Actions, Editions, Games

MEMORY = 96
"""Numbers in a seat's notebook."""


def notes_at(memory: "Memory", m: int) -> "Notes":
    """A seat's own notebook, `notes[0]` to `notes[MEMORY - 1]`: in compiled code no more than an address."""
    return memory[m : m + MEMORY]


if TYPE_CHECKING:
    Memory = np.ndarray[Any, np.dtype[np.int64]]
    Notes = Memory
    Policy = Callable[[Games, int, Editions, int, int, Actions, int, Memory, int], None]
elif PLAIN:
    Memory = Notes = Policy = Any
else:
    from numba.core import types
    from numba.extending import lower_builtin, type_callable

    from passgo.machine.decorators import machine_type

    Memory = types.Array(types.int64, 1, "C")
    Notes = types.CPointer(types.int64)

    @type_callable(notes_at)
    def type_notes_at(context: Any) -> Any:
        """An address, to the compiler."""
        return lambda memory, m: Notes

    @lower_builtin(notes_at, Memory, types.int64)
    def lower_notes_at(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Where the array's numbers stand, and m further. No array is handed on, so none is counted."""
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        return builder.gep(array.data, [arguments[1]])

    Policy = types.FunctionType(
        types.void(
            *(machine_type(hint) for hint in (Games, int, Editions, int, int, Actions, int)),
            Memory,
            types.int64,
        )
    )
