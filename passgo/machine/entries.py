"""Entry points: what Python calls of the compiled rules, loaded or compiled when it is first needed.

Machine code is kept as object files (`passgo.machine.objects`), each with two functions: the code itself, which
compiled loops call by its address, and a function for Python in front of it (`passgo.machine.wrappers`).
"""

import ctypes
from collections.abc import Callable
from functools import partial
from threading import RLock
from time import monotonic
from typing import Any

from passgo.machine.kinds import Pointer
from passgo.machine.switches import MEANWHILE

COMPILING = RLock()
"""One thread loads or compiles at a time."""

FASTCALL = 0x80
"""How Python hands on arguments: as an array of objects, and their number."""

METHODS: list[Any] = []
"""Python's descriptions of functions, which must live as long as the process."""

ADDRESSES: dict[Any, int] = {}
"""The addresses of entry points that are machine code from the start."""

INNER_ADDRESSES: dict[Any, int] = {}
"""The addresses of their inner functions."""


class Method(ctypes.Structure):
    """Python's description of a function in machine code."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


def python_function(name: str, address: int, doc: str | None) -> Callable[..., Any]:
    """The function for Python at an address."""
    method = Method(name.encode(), address, FASTCALL, (doc or "").encode())
    METHODS.append(method)
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.argtypes, make.restype = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p), ctypes.py_object
    return make(ctypes.addressof(method), None, None)  # type: ignore[no-any-return]


class Meanwhile:
    """What happens to calls of entry points that are not compiled yet: they are compiled, or run as plain Python.

    Who serves people does not let them wait: the plain source plays the same game, slowly, while another process
    compiles (`PASSGO_MEANWHILE=1`). As soon as the machine code of an entry point is kept, it is taken.
    """

    def __init__(self, is_plain: bool) -> None:
        self.is_plain = is_plain
        self._looked: dict[Entry, float] = {}

    def is_over(self, entry: "Entry") -> bool:
        """Is the machine code of an entry point kept by now? It is looked for once a second."""
        now = monotonic()
        if now - self._looked.get(entry, 0.0) < 1.0:
            return False
        self._looked[entry] = now
        from passgo.machine.cache import is_kept

        return is_kept(entry)


meanwhile = Meanwhile(MEANWHILE)


def call_plainly(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Call the plain source of an entry point with the arrays that machine code takes."""
    from numpy import errstate

    from passgo.machine.records import plain_rows

    kinds = [kind for name, kind in function.__annotations__.items() if name != "return"]
    rows = [plain_rows(argument, kind) for argument, kind in zip(arguments, kinds, strict=True)]
    with errstate(over="ignore"):  # a dealer's counters wrap
        return function(*rows)


class Entry(partial[Any]):
    """An entry point whose machine code is taken from the cache, or compiled, at the first call.

    As a `partial` of nothing but a function it costs a call from Python a few nanoseconds, where a method would double
    the time of a step. The function is first one that compiles, afterwards the machine code.
    """

    py_func: Callable[..., Any]
    __name__: str
    _address: int
    _inner: int

    def __new__(cls, function: Callable[..., Any]) -> "Entry":
        """Declare an entry point; nothing is compiled yet."""
        entry = super().__new__(cls, function)
        entry.py_func, entry.__name__, entry.__doc__ = function, function.__name__, function.__doc__
        entry._address = entry._inner = 0
        entry._become(entry._call_first)
        return entry

    def _become(self, code: Callable[..., Any]) -> None:
        """Let calls go to this function from now on."""
        self.__setstate__((code, (), {}, self.__dict__))  # type: ignore[attr-defined]

    def _call_first(self, *arguments: Any) -> Any:
        if meanwhile.is_plain and not meanwhile.is_over(self):
            return call_plainly(self.py_func, arguments)
        self.compile()
        return self.func(*arguments)

    def compile(self, signature: Any = None) -> None:
        """Load the machine code, or compile it and keep it; there is only one signature."""
        with COMPILING:
            if not self._address:
                from passgo.machine.objects import code_of

                code, self._address, self._inner = code_of(self.py_func)
                self._become(taking_addresses(self.py_func, code))

    @property
    def address(self) -> int:
        """Where the machine code is, for loops."""
        self.compile()
        return self._address

    @property
    def inner_address(self) -> int:
        """Where the machine code of its inner function is."""
        self.compile()
        return self._inner

    @property
    def holder(self) -> "Entry":
        """Whose machine code this is a part of: its own."""
        return self

    def __repr__(self) -> str:
        return f"<entry point {self.py_func.__module__}.{self.__name__}>"


def loaded(called: Any) -> Any:
    """What Python calls of an entry point most quickly, for whoever calls it very often: its machine code itself.

    A subclass of `partial` has its arguments packed into a tuple. Where the plain source is played meanwhile, it stays
    the entry point, which changes over to its machine code.
    """
    if not isinstance(called, Entry) or meanwhile.is_plain:
        return called
    if not called._address:
        called.compile()
    return called.func


class Inner(partial[Any]):
    """A function within an entry point, where loops call it by its address. Python calls its plain source."""

    py_func: Callable[..., Any]
    __name__: str
    _holder: Callable[[], Any]

    def __new__(cls, function: Callable[..., Any], holder: Callable[[], Any]) -> "Inner":
        """Declare an inner function; `holder` finds its entry point."""
        inner = super().__new__(cls, function)
        inner.py_func, inner.__name__, inner.__doc__ = function, function.__name__, function.__doc__
        inner._holder = holder
        return inner

    @property
    def holder(self) -> Any:
        """The entry point."""
        return self._holder()

    @property
    def address(self) -> int:
        """Where the machine code is, for loops."""
        holder = self.holder
        return holder.inner_address if isinstance(holder, Entry) else INNER_ADDRESSES[holder]


def address_of(called: Any, kind: Pointer) -> int:
    """The address of an entry point of ours, or of a function that somebody had Numba compile by itself."""
    if isinstance(called, Entry | Inner):
        return called.address
    if called in ADDRESSES:
        return ADDRESSES[called]
    if not hasattr(called, "get_compile_result"):
        raise AttributeError(f"{called!r} is no machine code, so it has no address")
    from numba.experimental.function_type import _get_jit_address

    from passgo.machine.signatures import machine_signature

    return int(_get_jit_address(called, machine_signature(kind.like)))


def taking_addresses(function: Callable[..., Any], code: Callable[..., Any]) -> Callable[..., Any]:
    """Let machine code that takes entry points by their addresses be called with the entry points themselves."""
    kinds = [kind for name, kind in function.__annotations__.items() if name != "return"]
    if not any(isinstance(kind, Pointer) for kind in kinds):
        return code

    def call(*arguments: Any) -> Any:
        return code(*[by_address(argument, kind) for argument, kind in zip(arguments, kinds, strict=True)])

    return call


def by_address(argument: Any, kind: Any) -> Any:
    """An argument, with addresses in place of entry points."""
    return address_of(argument, kind) if isinstance(kind, Pointer) else argument
