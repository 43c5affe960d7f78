"""The signature of compiled bots. It is the same for all, so that every loop can call any bot by a pointer.

A bot may also be asked when the game does not wait for it, so that it can build, deal or claim rent out of turn. If it
wants to do nothing it writes END_TURN, which the rules refuse at that moment.

A bot that is asked very often may have an inner function (`Decide`): the same with records instead of arrays and
indices, which loops call with a third of the words.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from passgo.machine.decorators import lesson, part
from passgo.machine.kinds import Address, Numbers, Pointer
from passgo.rules import codes
from passgo.rules.state import Action, Actions, Edition, Editions, Games, State

MEMORY = 320
"""How many numbers the notebook of a seat has."""


def notes_at(memory: "Memory", m: int) -> "Notes":
    """The notebook of a seat, `notes[0]` to `notes[MEMORY - 1]`. In compiled code it is only an address."""
    return memory[m : m + MEMORY]


def page_of(pages: "Notes", player: int) -> "Notes":
    """The notebook of a player among those of all players. In compiled code it is only an address."""
    return pages[player * MEMORY : (player + 1) * MEMORY]


def copy_notes(page: "Notes", notes: "Notes") -> None:
    """Write into a notebook what stands in another."""
    page[:] = notes


def own_notes(notes: "Notes") -> "Notes":
    """A copy of a notebook, to be written into at will. In compiled code it lasts until the function returns."""
    return notes.copy()


def policy(
    games: Games, i: int, editions: Editions, e: int, player: int, actions: Actions, j: int, memory: "Memory", m: int
) -> None:
    """The signature of all policies: write what the player does in game i to action j."""


def decide(g: State, e: Edition, player: int, a: Action, notes: "Notes") -> None:
    """The signature of what is inside of some: the same with records, and the seat's own notebook."""


if TYPE_CHECKING:
    Memory = np.ndarray[Any, np.dtype[np.int64]]
    Notes = Memory
    Policy = Callable[[Games, int, Editions, int, int, Actions, int, Memory, int], None]
    Decide = Callable[[State, Edition, int, Action, Notes], None]
else:
    Memory, Notes = Numbers("int64"), Address("int64")
    policy.__annotations__["memory"], decide.__annotations__["notes"] = Memory, Notes
    Policy, Decide = Pointer(policy), Pointer(decide)


@part
def is_own(a: Action, player: int) -> bool:
    """Is this an action of the player? No bot may throw the dice, strike the hour or act for another player."""
    return a.player == player and a.kind < codes.DICE


@lesson
def teach_notes() -> None:
    """Tell Numba that a notebook is an address. No array is passed on, so no reference is counted."""
    from numba.core import cgutils, types
    from numba.extending import lower_builtin, type_callable

    from passgo.machine.signatures import machine_type

    @type_callable(notes_at)  # type: ignore[untyped-decorator]
    def type_notes_at(context: Any) -> Any:
        """Tell the compiler that the result is an address."""
        return lambda memory, m: machine_type(Notes)

    @lower_builtin(notes_at, machine_type(Memory), types.int64)  # type: ignore[untyped-decorator]
    def lower_notes_at(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Compute the address of number m of the array."""
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        return builder.gep(array.data, [arguments[1]])

    @type_callable(page_of)  # type: ignore[untyped-decorator]
    def type_page_of(context: Any) -> Any:
        """Tell the compiler that it is an address, too."""
        return lambda pages, player: machine_type(Notes)

    @lower_builtin(page_of, machine_type(Notes), types.Integer)  # type: ignore[untyped-decorator]
    def lower_page_of(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Compute the address of the first number."""
        seat = context.cast(builder, arguments[1], signature.args[1], types.int64)
        return builder.gep(arguments[0], [builder.mul(seat, context.get_constant(types.int64, MEMORY))])

    @type_callable(copy_notes)  # type: ignore[untyped-decorator]
    def type_copy_notes(context: Any) -> Any:
        """Tell the compiler that nothing comes of it."""
        return lambda page, notes: types.none

    @lower_builtin(copy_notes, machine_type(Notes), machine_type(Notes))  # type: ignore[untyped-decorator]
    def lower_copy_notes(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Copy the numbers."""
        cgutils.raw_memcpy(builder, *arguments, context.get_constant(types.intp, MEMORY), itemsize=8)
        return context.get_dummy_value()

    @type_callable(own_notes)  # type: ignore[untyped-decorator]
    def type_own_notes(context: Any) -> Any:
        """Tell the compiler that a copy is an address, too."""
        return lambda notes: machine_type(Notes)

    @lower_builtin(own_notes, machine_type(Notes))  # type: ignore[untyped-decorator]
    def lower_own_notes(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Copy the numbers to the stack."""
        made = cgutils.alloca_once(builder, context.get_value_type(types.int64), size=MEMORY)
        cgutils.raw_memcpy(builder, made, arguments[0], context.get_constant(types.intp, MEMORY), itemsize=8)
        return made
