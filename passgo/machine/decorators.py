"""How rules become machine code: the decorators `rule`, `part`, `apart` and `entry`.

- `@rule("jail.card")` marks a function that applies a rule; its ids are what `passgo rules --coverage` counts.
- `@part` marks plumbing that applies no rule of its own; `@apart` the same, where it is large and rare.
- `@entry` marks what Python calls: it takes arrays of records and indices, is cached on disk and compiled once.

Each function has exactly one machine signature, read from its annotations; otherwise Numba would compile
a variant for every width of integer. Rules are inlined into their entry points, so that a step is one
function. With PASSGO_PLAIN=1 the decorators only register, and the same source runs as ordinary Python.
With PASSGO_CALM=1 Numba compiles in its own way, without `compiler` and `arrays`.
"""

import time
from collections.abc import Callable
from typing import Any, TypeVar, get_args

from passgo.machine.records import DTYPES
from passgo.machine.switches import BOUNDSCHECK, CALM, PLAIN

Function = TypeVar("Function", bound=Callable[..., Any])

RULES: dict[str, list[str]] = {}
"""Rule id -> the functions that apply it."""

ENTRIES: dict[str, Any] = {}
"""Entry points by name, in the order in which they were declared."""


def cite(function: Callable[..., Any], ids: tuple[str, ...]) -> None:
    """Record that a function applies these rules."""
    for rule_id in ids:
        RULES.setdefault(rule_id, []).append(f"{function.__module__}.{function.__qualname__}")


def rule(*ids: str) -> Callable[[Function], Function]:
    """Mark a function as applying these rules, and compile it into whoever calls it."""

    def mark(function: Function) -> Function:
        cite(function, ids)
        return part(function)

    return mark


if PLAIN:

    def part(function: Function) -> Function:
        """Mark plumbing."""
        return function

    apart = part

    def entry(function: Function) -> Function:
        """Mark an entry point."""
        ENTRIES[function.__name__] = function
        return function

    def compile_all(tell: Callable[[str], None] = lambda name: None) -> dict[str, float]:
        """Nothing to compile in plain mode."""
        return {}

else:
    import numba
    from numba.core import types
    from numba.core.registry import CPUDispatcher
    from numba.core.types.misc import Omitted

    from passgo.machine.cache import keep

    if CALM:
        RULE_WAY: dict[str, Any] = {}
        ENTRY_WAY: dict[str, Any] = {}

        def row_of(record: Any) -> Any:
            """The type of an array of such records."""
            return types.Array(record, 1, "C")

    else:
        from passgo.machine.arrays import row_of
        from passgo.machine.compiler import EntryCompiler, RuleCompiler

        RULE_WAY, ENTRY_WAY = {"pipeline_class": RuleCompiler}, {"pipeline_class": EntryCompiler}

    MACHINE: dict[Any, Any] = {int: types.int64, float: types.float64, bool: types.boolean, None: types.void}
    """What annotations mean to the machine; records and arrays of them join when they are first met."""

    def machine_type(annotation: Any) -> Any:
        """The machine type of an annotation: a record, an array of records, a number, or a Numba type itself."""
        if isinstance(annotation, types.Type):
            return annotation
        if annotation not in MACHINE:
            MACHINE[annotation] = (
                numba.from_dtype(DTYPES[annotation])
                if annotation in DTYPES
                else row_of(machine_type(get_args(annotation)[0]))
            )
        return MACHINE[annotation]

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

    class InlinedRule(OneSignature):
        """A rule: compiled only into the entry points that use it. Called from Python, it runs as plain Python."""

        def __call__(self, *arguments: Any, **named: Any) -> Any:
            """Run the plain source."""
            return self.py_func(*arguments, **named)

    OPTIONS = {"nopython": True, "nogil": True, "boundscheck": BOUNDSCHECK}
    CALLED = {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    INLINED = {**CALLED, "forceinline": True}

    def part(function: Function) -> Function:
        """Compile plumbing into whoever calls it."""
        return InlinedRule(function, targetoptions=INLINED, **RULE_WAY)

    def apart(function: Function) -> Function:
        """Compile plumbing that is too large and too rarely called to be inlined: the optimiser decides."""
        return InlinedRule(function, targetoptions=CALLED, **RULE_WAY)

    def entry(function: Function) -> Function:
        """Compile what Python, or a loop through a function pointer, calls; keep it on disk."""
        compiled = OneSignature(function, targetoptions=OPTIONS, **ENTRY_WAY)
        keep(compiled)
        ENTRIES[function.__name__] = compiled
        return compiled

    def compile_all(tell: Callable[[str], None] = lambda name: None) -> dict[str, float]:
        """Compile, or load, every entry point; the CPU-seconds each took. `tell` hears each name beforehand."""
        seconds = {}
        for name, compiled in ENTRIES.items():
            tell(name)
            began = time.process_time()
            compiled.compile(None)
            seconds[name] = time.process_time() - began
        return seconds
