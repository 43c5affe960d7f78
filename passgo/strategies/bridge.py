"""The compiled policy of all users' bots: it calls the user's compiled policy, or asks Python.

The compiled loop calls every bot by a pointer. This policy finds two addresses of its seat behind the notebooks: the
user's compiled policy, or 0, and a function of Python's. It calls the first, and if there is none, or it raises, the
second. So one compiled function, kept on disk, serves any bot; and games with such bots are played by the same loop,
with the same dice, the same counting and the same help for bots that fail, as all others.
"""

import ctypes
from collections.abc import Callable
from typing import Any, cast

from passgo.bots.policy import Memory, Policy
from passgo.machine.decorators import entry, lesson
from passgo.machine.entries import address_of
from passgo.machine.kinds import Pointer
from passgo.machine.pointers import pointing
from passgo.machine.switches import PLAIN
from passgo.rules.state import Actions, Editions, Games
from passgo.simulate.runs.memory import addresses_of

CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_int64)

FUNCTIONS: dict[int, Any] = {}
"""Functions by number, where there are no addresses: in plain mode."""


def number_of(function: Any) -> int:
    """A number for a function."""
    FUNCTIONS[id(function)] = function
    return id(function)


def address_of_policy(policy: Any) -> int:
    """The address of a policy's machine code, or its number. The policy is compiled, if it is not yet."""
    return number_of(policy) if PLAIN else address_of(policy, cast(Pointer, Policy))


def address_of_python(function: Any) -> int:
    """The address of a Python function, or its number."""
    return number_of(function) if PLAIN else int(ctypes.cast(function, ctypes.c_void_p).value or 0)


def callback(function: Callable[[int], None]) -> Any:
    """What can be called by its address. The caller must keep it alive as long."""
    return function if PLAIN else CALLBACK(function)


@pointing(Policy)
def policy_at(address: int) -> Any:
    """The policy at this address."""
    return FUNCTIONS[address]


def call_python(address: int, player: int) -> None:
    """Call the Python function at this address; it takes Python's lock itself."""
    FUNCTIONS[address](player)


@lesson
def teach_call_python() -> None:
    """Tell Numba how a function of Python's is called."""
    from llvmlite import ir
    from numba.core import types
    from numba.extending import lower_builtin, type_callable

    @type_callable(call_python)  # type: ignore[untyped-decorator]
    def type_call_python(context: Any) -> Any:
        """Nothing, of two whole numbers."""
        return lambda address, player: types.none

    @lower_builtin(call_python, types.int64, types.int64)  # type: ignore[untyped-decorator]
    def lower_call_python(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Call what is at the address."""
        wanted = ir.FunctionType(ir.VoidType(), [ir.IntType(64)])
        builder.call(builder.inttoptr(arguments[0], wanted.as_pointer()), [arguments[1]])
        return context.get_dummy_value()


@entry
def ask_strategy(
    games: Games, i: int, editions: Editions, e: int, player: int, actions: Actions, j: int, memory: Memory, m: int
) -> None:
    """Let the user's policy decide; if there is none, or it fails, ask Python."""
    compiled = memory[addresses_of(player)]
    failed = compiled == 0
    if compiled != 0:
        try:
            policy_at(compiled)(games, i, editions, e, player, actions, j, memory, m)
        except Exception:
            failed = True
    if failed:
        call_python(memory[addresses_of(player) + 1], player)
