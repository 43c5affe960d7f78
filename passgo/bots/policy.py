"""What a compiled bot is: one signature for all, so that every loop takes any bot as a pointer.

A bot may also be asked when the game does not wait for it, to build, deal or claim out of turn. If it then wants
nothing it writes END_TURN, which the rules refuse from anyone whose turn it is not to end.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from passgo.rules.compiled import PLAIN
from passgo.rules.state import Actions, Editions, Games

MEMORY = 96
"""Numbers in a seat's notebook."""

if TYPE_CHECKING:
    Memory = np.ndarray[Any, np.dtype[np.int64]]
    Policy = Callable[[Games, int, Editions, int, int, Actions, int, Memory, int], None]
elif PLAIN:
    Memory = Policy = Any
else:
    from numba.core import types

    from passgo.rules.compiled import machine_type

    Memory = types.Array(types.int64, 1, "C")
    Policy = types.FunctionType(
        types.void(
            *(machine_type(hint) for hint in (Games, int, Editions, int, int, Actions, int)),
            Memory,
            types.int64,
        )
    )
