"""Entry points as compiled loops take them: by their address.

A loop that called `step` directly would compile it, with every rule in it, a second time. Taken as an argument it is
an address: the loop compiles in half a second and calls the code that is there already.
"""

from typing import Any

from passgo.machine.switches import PLAIN

if PLAIN:

    def pointer_to(entry: Any) -> Any:
        """Plain loops take the function itself."""
        return Any

else:
    from numba.core import types

    from passgo.machine.decorators import machine_signature

    def pointer_to(entry: Any) -> Any:
        """The type of an entry point's address."""
        return types.FunctionType(machine_signature(entry.py_func))
