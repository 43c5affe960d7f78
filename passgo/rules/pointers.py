"""The types of entry points as compiled loops take them.

A loop that called `step` directly would compile it, with every rule in it, a second time. Taken as an argument it is
an address: the loop compiles in half a second and calls the code that is there already.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from passgo.rules.compiled import PLAIN
from passgo.rules.legal import legal
from passgo.rules.step import step
from passgo.rules.who import next_to_decide

if TYPE_CHECKING:
    Step = Callable[..., int]
    Legal = Callable[..., int]
    NextToDecide = Callable[..., int]
elif PLAIN:
    Step = Legal = NextToDecide = Any


if PLAIN:

    def pointer_to(entry: Any) -> Any:
        """Plain loops take the function itself."""
        return Any

else:
    from numba.core import types

    from passgo.rules.compiled import machine_signature

    def pointer_to(entry: Any) -> Any:
        """The type of an entry point's address."""
        return types.FunctionType(machine_signature(entry.py_func))

    if not TYPE_CHECKING:
        Step, Legal, NextToDecide = pointer_to(step), pointer_to(legal), pointer_to(next_to_decide)
