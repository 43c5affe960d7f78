"""The machine code that comes with the package: a shared library with the object files of all its entry points.

`passgo.dev.library` makes it when a wheel is made. It is used if it was made for this system from exactly the sources
that are here; otherwise, as in a checkout, machine code comes from the cache or from Numba.
"""

import ctypes
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from passgo.machine.cache import PACKAGE, joint_key
from passgo.machine.entries import ADDRESSES, INNER_ADDRESSES, python_function, taking_addresses
from passgo.machine.switches import BOUNDSCHECK

SOURCES_SYMBOL = "passgo_sources"
"""A text in the library: a hash of the sources it was made of, and their folders in the package."""


def library_name() -> str:
    """What the library for this system is called; not as modules are, for Python would take it for one."""
    machine = os.uname().machine if hasattr(os, "uname") else "unknown"
    return f"shipped-{sys.platform}-{machine}.code"


@cache
def library() -> ctypes.CDLL | None:
    """The library beside this file, if it can be used."""
    file = Path(__file__).with_name(library_name())
    return fitting(file) if file.exists() and not BOUNDSCHECK else None


def fitting(file: Path) -> ctypes.CDLL | None:
    """The library in a file, if it was made of the sources that are here."""
    try:
        loaded = ctypes.CDLL(str(file))
    except OSError:  # made for another system
        return None
    key, *folders = sources_of(loaded)
    return loaded if key == joint_key(*(PACKAGE / folder for folder in folders)) else None


def sources_of(loaded: ctypes.CDLL) -> list[str]:
    """The hash of the sources that a library was made of, and their folders."""
    return ctypes.string_at(address_in(loaded, SOURCES_SYMBOL)).decode().split()


def address_in(loaded: ctypes.CDLL, symbol: str) -> int:
    """Where a function or a text of a library is; 0 if it has none of that name."""
    try:
        return int(ctypes.cast(loaded[symbol], ctypes.c_void_p).value or 0)
    except AttributeError:
        return 0


def shipped_code(function: Callable[..., Any]) -> Callable[..., Any] | None:
    """The shipped machine code of an entry point, if there is any."""
    loaded = library()
    if loaded is None or not function.__module__.startswith("passgo."):
        return None
    name = function.__name__
    called = address_in(loaded, f"{name}_python")
    if not called:
        return None
    code = taking_addresses(function, python_function(name, called, function.__doc__))
    ADDRESSES[code] = address_in(loaded, f"{name}_code")
    INNER_ADDRESSES[code] = address_in(loaded, f"{name}_inner")
    return code
