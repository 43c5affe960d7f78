"""The compiled policy of all users' bots: it calls the user's compiled policy, or asks Python.

The compiled loop calls every bot by a pointer. This policy finds two addresses of its seat behind the notebooks: the
user's compiled policy, or 0, and a function of Python's. It calls the first, and if there is none, or it raises, the
second. So one compiled function, kept on disk, serves any bot; and games with such bots are played by the same loop,
with the same dice, the same counting and the same help for bots that fail, as all others.
"""

import ctypes
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from passgo.bots.policy import Memory, Policy
from passgo.machine.decorators import entry
from passgo.machine.switches import PLAIN
from passgo.rules.state import Actions, Editions, Games
from passgo.simulate.runs.memory import addresses_of

CALLBACK = ctypes.CFUNCTYPE(None, ctypes.c_int64)

if PLAIN:
    FUNCTIONS: dict[int, Any] = {}
    """Functions by number, where there are no addresses."""

    def address_of_policy(policy: Any) -> int:
        """A number for the policy."""
        FUNCTIONS[id(policy)] = policy
        return id(policy)

    def address_of_python(function: Any) -> int:
        """A number for the function."""
        FUNCTIONS[id(function)] = function
        return id(function)

    def policy_at(address: int) -> Any:
        """The policy of that number."""
        return FUNCTIONS[address]

    def call_python(address: int, player: int) -> None:
        """Call the function of that number."""
        FUNCTIONS[address](player)

    def callback(function: Callable[[int], None]) -> Any:
        """What can be called by its number."""
        return function

else:
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.experimental.function_type import _get_jit_address
    from numba.extending import intrinsic

    def address_of_policy(policy: Any) -> int:
        """The address of a policy's machine code. The policy is compiled, if it is not yet."""
        return int(_get_jit_address(policy, Policy.signature))  # type: ignore[attr-defined]

    def address_of_python(function: Any) -> int:
        """The address of a Python function."""
        return int(ctypes.cast(function, ctypes.c_void_p).value or 0)

    def callback(function: Callable[[int], None]) -> Any:
        """What can be called by its address. The caller must keep it alive as long."""
        return CALLBACK(function)

    if not TYPE_CHECKING:

        @intrinsic
        def policy_at(typingctx: Any, address: Any) -> Any:
            """The policy at this address."""

            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                policy = cgutils.create_struct_proxy(Policy)(context, builder)
                pointer = context.get_value_type(types.voidptr)
                policy.c_addr = policy.py_addr = ir.Constant(pointer, None)
                policy.jit_addr = builder.inttoptr(arguments[0], pointer)
                return policy._getvalue()

            return Policy(types.int64), generate

        @intrinsic
        def call_python(typingctx: Any, address: Any, player: Any) -> Any:
            """Call the Python function at this address; it takes Python's lock itself."""

            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                wanted = ir.FunctionType(ir.VoidType(), [ir.IntType(64)])
                builder.call(builder.inttoptr(arguments[0], wanted.as_pointer()), [arguments[1]])
                return context.get_dummy_value()

            return types.void(types.int64, types.int64), generate


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
