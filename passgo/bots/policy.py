"""The signature of compiled bots. It is the same for all, so that every loop can call any bot by a pointer.

A bot may also be asked when the game does not wait for it, so that it can build, deal or claim rent out of turn. If it
wants to do nothing it writes END_TURN, which the rules refuse at that moment.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from passgo.machine.switches import PLAIN
from passgo.rules.state import Actions, Editions, Games

MEMORY = 96
"""How many numbers the notebook of a seat has."""


def notes_at(memory: "Memory", m: int) -> "Notes":
    """The notebook of a seat, `notes[0]` to `notes[MEMORY - 1]`. In compiled code it is only an address."""
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
        """Tell the compiler that the result is an address."""
        return lambda memory, m: Notes

    @lower_builtin(notes_at, Memory, types.int64)
    def lower_notes_at(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Compute the address of number m of the array. No array is passed on, so no reference is counted."""
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        return builder.gep(array.data, [arguments[1]])

    Policy = types.FunctionType(
        types.void(
            *(machine_type(hint) for hint in (Games, int, Editions, int, int, Actions, int)),
            Memory,
            types.int64,
        )
    )
