"""What our functions are to Numba. Imported only where something is compiled.

Each function has exactly one machine signature, read from its annotations; otherwise Numba would compile a variant for
every width of integer. A rule is a plain Python function; where compiled code calls it, Numba is given a dispatcher of
it, made when it is first met.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any, get_args

import numba
from numba.core import types
from numba.core.registry import CPUDispatcher
from numba.core.types.misc import Omitted
from numba.core.typing.typeof import typeof_impl

from passgo.machine.cache import keep_calmly
from passgo.machine.calls import PointerType
from passgo.machine.decorators import LESSONS, PARTS, RARE
from passgo.machine.entries import Entry, Inner
from passgo.machine.kinds import Address, Number, Numbers, Pointer
from passgo.machine.records import DTYPES, STRUCTURES
from passgo.machine.switches import BOUNDSCHECK, CALM, LINES

if CALM:
    RULE_WAY: dict[str, Any] = {}
    RARE_WAY: dict[str, Any] = {}
    INNER_WAY: dict[str, Any] = {}
    ENTRY_WAY: dict[str, Any] = {}

    def row_of(record: Any) -> Any:
        """The type of an array of such records."""
        return types.Array(record, 1, "C")

else:
    from passgo.machine import division  # noqa: F401  (how `//` and `%` by a constant are compiled)
    from passgo.machine.arrays import row_of
    from passgo.machine.compiler import EntryCompiler, InnerCompiler, RareCompiler, RuleCompiler

    RULE_WAY, INNER_WAY = {"pipeline_class": RuleCompiler}, {"pipeline_class": InnerCompiler}
    RARE_WAY = {"pipeline_class": RareCompiler}
    ENTRY_WAY = {"pipeline_class": EntryCompiler}

MACHINE: dict[Any, Any] = {int: types.int64, float: types.float64, bool: types.boolean, None: types.void}
"""What annotations mean to the machine; records, arrays of them and kinds join when they are first met."""

OPTIONS = {"nopython": True, "nogil": True, "boundscheck": BOUNDSCHECK}
if LINES:
    OPTIONS |= {"debug": True, "_dbg_extend_lifetimes": False, "_dbg_optnone": False}
CALLED = {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
INLINED = {**CALLED, "forceinline": True}
NOT_INLINED = {**CALLED, "forceinline": False}
"""Without saying so, a function would be inlined wherever its first caller is."""

COMPILED: list[Callable[..., Any]] = []
"""The entry points that are being compiled, the innermost last."""

DISPATCHERS: dict[Callable[..., Any], Any] = {}
"""Numba's dispatchers of our functions. Numba itself holds them weakly."""


def machine_type(annotation: Any) -> Any:
    """The machine type of an annotation: a record, an array of records, a number, a kind, or a Numba type itself."""
    if isinstance(annotation, types.Type):
        return annotation
    if annotation not in MACHINE:
        MACHINE[annotation] = new_machine_type(annotation)
    return MACHINE[annotation]


def new_machine_type(annotation: Any) -> Any:
    """The machine type of an annotation that is met for the first time."""
    match annotation:
        case Number(of):
            return getattr(types, of)
        case Numbers(of, dimensions):
            return types.Array(getattr(types, of), dimensions, "C")
        case Address(of):
            return types.CPointer(getattr(types, of))  # type: ignore[attr-defined]
        case Pointer(like):
            return PointerType(machine_signature(like))
    if annotation in STRUCTURES:
        return numba.from_dtype(DTYPES[annotation])
    return row_of(machine_type(get_args(annotation)[0]))


def machine_signature(function: Callable[..., Any]) -> Any:
    """The one signature of a function, from its annotations."""
    hints = dict(function.__annotations__)
    result = machine_type(hints.pop("return"))
    return result(*(machine_type(hint) for hint in hints.values()))


class OneSignature(CPUDispatcher):  # type: ignore[misc]
    """A Numba function with the one signature that its annotations declare, compiled when first needed."""

    declared: Any = None

    def compile(self, sig: Any) -> Any:
        """Compile the declared signature, whatever was asked for."""
        learn()
        if self.declared is None:
            self.declared = machine_signature(self.py_func)
        return super().compile(self.declared)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Give an argument that is left out its declared type: its default becomes a constant at the call."""
        template, pysig, args, kws = super().get_call_template(args, kws)
        filled = [
            declared if isinstance(given, Omitted) else given
            for given, declared in zip(args, self.declared.args, strict=True)
        ]
        return template, pysig, tuple(filled), kws


class CalmEntry(OneSignature):
    """An entry point that Numba compiles, calls and keeps by itself."""

    @property
    def address(self) -> int:
        """Where the machine code lies. It is compiled, if it is not yet."""
        if not self.overloads:
            self.compile(None)
        (only,) = self.overloads.values()
        return int(only.library.get_pointer_to_function(only.fndesc.llvm_func_name))


class CalmInner(CalmEntry):
    """An inner function; called from Python, it runs as plain Python."""

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Run the plain source."""
        return self.py_func(*arguments, **named)


def learn() -> None:
    """Tell Numba what it has to know and has not been told yet."""
    while LESSONS:
        LESSONS.pop(0)()


def rule_of(function: Callable[..., Any], inlined: bool) -> Any:
    """The dispatcher of a function that is compiled into others."""
    if function not in DISPATCHERS:
        rare = function in RARE
        options = INLINED if inlined else NOT_INLINED
        DISPATCHERS[function] = OneSignature(function, targetoptions=options, **(RARE_WAY if rare else RULE_WAY))
    return DISPATCHERS[function]


def compile_entry(function: Callable[..., Any]) -> Any:
    """Numba's result of compiling an entry point."""
    compiled = OneSignature(function, targetoptions=CALLED, **ENTRY_WAY)
    COMPILED.append(function)
    try:
        compiled.compile(None)
    finally:
        COMPILED.pop()
    (only,) = compiled.overloads.values()
    return only


def numba_entry(function: Callable[..., Any]) -> Any:
    """An entry point as Numba compiles, calls and keeps it by itself (PASSGO_CALM=1)."""
    compiled = CalmEntry(function, targetoptions=OPTIONS)
    keep_calmly(compiled)
    return compiled


def numba_inner(function: Callable[..., Any]) -> Any:
    """An inner function as Numba compiles and keeps it by itself (PASSGO_CALM=1)."""
    compiled = CalmInner(function, targetoptions=CALLED)
    keep_calmly(compiled)
    return compiled


@typeof_impl.register(FunctionType)  # type: ignore[untyped-decorator]
def typeof_function(function: Any, context: Any) -> Any:
    """Numba meets a Python function: if it is a rule of ours, it stands for its dispatcher."""
    inlined = PARTS.get(function)
    if inlined is None:
        return typeof_impl.dispatch(object)(function, context)
    return types.Dispatcher(rule_of(function, inlined))


@typeof_impl.register(Inner)  # type: ignore[untyped-decorator]
def typeof_inner(called: Inner, context: Any) -> Any:
    """Numba meets an inner function: in its own entry point, or in another, which calls it where it is."""
    function = called.py_func
    if called.holder.py_func is not COMPILED[-1]:
        return PointerType(machine_signature(function))
    if function not in DISPATCHERS:
        DISPATCHERS[function] = OneSignature(function, targetoptions=CALLED, **INNER_WAY)
    return types.Dispatcher(DISPATCHERS[function])


@typeof_impl.register(Entry)  # type: ignore[untyped-decorator]
def typeof_entry(called: Entry, context: Any) -> Any:
    """Numba meets an entry point that another calls directly: it is linked into it."""
    return types.Dispatcher(rule_of(called.py_func, False))
