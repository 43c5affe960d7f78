"""Machine code as compiled loops take it: by its address.

A loop that called `step` directly would compile it, with every rule in it, a second time. Taken as an argument it is
an address: the loop compiles in half a second and calls the code that is there already.
"""

from collections.abc import Callable, Sequence
from typing import Any

from passgo.machine.decorators import lesson, source_of
from passgo.machine.entries import address_of
from passgo.machine.kinds import Pointer
from passgo.machine.switches import CALM, PLAIN

BY_ADDRESS: dict[int, Any] = {}
"""The functions whose addresses were given to loops, for a loop that runs as plain Python."""


def pointer_to(function: Any) -> Any:
    """The type of a function's address."""
    return Pointer(source_of(function))


def addresses_of(functions: Sequence[Any], kind: Any = None) -> Any:
    """The addresses of several functions of one type; 0 for None. In plain mode, the functions themselves."""
    if PLAIN:
        return [0 if function is None else function for function in functions]
    import numpy as np

    found = {address_in_process(each, kind): each for each in functions if each is not None}
    BY_ADDRESS.update(found)
    return np.array([0 if each is None else address_in_process(each, kind) for each in functions], np.int64)


def address_in_process(function: Any, kind: Any) -> int:
    """The address of one function."""
    return int(function.address) if CALM else address_of(function, kind)


def caller_of(kind: Any) -> Callable[[Any], Any]:
    """What makes a pointer of an address, inside compiled code."""

    @pointing(kind)
    def pointer_at(address: Any) -> Any:
        return BY_ADDRESS.get(address, address) if isinstance(address, int) or hasattr(address, "dtype") else address

    return pointer_at


def pointing(kind: Any) -> Callable[[Callable[[Any], Any]], Callable[[Any], Any]]:
    """Let a function of one number be, inside compiled code, what makes a pointer of an address."""

    def mark(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def teach() -> None:
            from passgo.machine.calls import teach_pointer_at

            teach_pointer_at(function, kind)

        lesson(teach)
        return function

    return mark
