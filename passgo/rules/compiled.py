"""How rules become machine code: the decorators `rule`, `part` and `entry`, and the cache of what they compiled.

- `@rule("jail.card")` marks a function that applies a rule; its ids are what `passgo rules --coverage` counts.
- `@part` marks plumbing that applies no rule of its own; `@apart` the same, where it is large and rare.
- `@entry` marks what Python calls: it takes arrays of records and indices, is cached on disk and compiled once.

Each function has exactly one machine signature, read from its annotations; otherwise Numba would compile
a variant for every width of integer. Rules are inlined into their entry points, so that a step is one
function. With PASSGO_PLAIN=1 the decorators only register, and the same source runs as ordinary Python.
"""

import hashlib
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from passgo.rules import state

PLAIN = os.environ.get("PASSGO_PLAIN") == "1"
"""Run the rules as plain Python: slow, and open to the debugger and to coverage."""

BOUNDSCHECK = os.environ.get("PASSGO_BOUNDSCHECK") == "1"
"""Check every index of compiled code, as the tests do."""

Function = TypeVar("Function", bound=Callable[..., Any])

RULES: dict[str, list[str]] = {}
"""Rule id -> the functions that apply it."""

ENTRIES: dict[str, Any] = {}
"""Entry points by name, in the order in which they were declared."""


def cite(function: Callable[..., Any], ids: tuple[str, ...]) -> None:
    """Record that a function applies these rules."""
    for rule_id in ids:
        RULES.setdefault(rule_id, []).append(f"{function.__module__}.{function.__qualname__}")


def source_key(folder: Path) -> str:
    """A hash of every source in a folder: editing any rule file makes a new cache."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled code is kept: PASSGO_CACHE, or the user's cache folder."""
    chosen = os.environ.get("PASSGO_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "passgo"


def first_bit(members: int) -> int:
    """The smallest member of a set that is not empty: one machine instruction, where Numba knows none."""
    return (members & -members).bit_length() - 1


def bits_in(members: int) -> int:
    """How many members a set has: one machine instruction too."""
    return members.bit_count()


def places(row: state.Row, number: int) -> int:
    """Where in a row of bytes the number stands, as a set: compiled, a comparison of all bytes at once."""
    return sum(1 << n for n, found in enumerate(row) if found == number)


if PLAIN:

    def rule(*ids: str) -> Callable[[Function], Function]:
        """Mark a function as applying these rules."""

        def mark(function: Function) -> Function:
            cite(function, ids)
            return function

        return mark

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
    from llvmlite import ir
    from numba.core import caching, types
    from numba.core.registry import CPUDispatcher
    from numba.extending import lower_builtin, type_callable

    from passgo.rules.arguments import row_of
    from passgo.rules.inlining import EntryCompiler, RuleCompiler

    MACHINE: dict[Any, Any] = {int: types.int64, float: types.float64, bool: types.boolean, None: types.void}
    for record, dtype in state.DTYPES.items():
        MACHINE[record] = numba.from_dtype(dtype)
        MACHINE[list[record]] = row_of(MACHINE[record])  # type: ignore[valid-type]

    class SourceFolder(caching._CacheLocator):  # type: ignore[misc]
        """Keeps compiled code in a folder named after the sources it was compiled from."""

        def __init__(self, function: Any, file: str) -> None:
            rules = Path(__file__).parent
            folders = [rules]
            if Path(file).parent != rules:  # loops elsewhere inline rules, the dealer, bots, and their neighbours
                folders += [rules.parent, rules.parent / "bots", Path(file).parent]
            keys = [source_key(folder) for folder in dict.fromkeys(folders)]
            checked = "checked" if BOUNDSCHECK else "fast"
            self._path = cache_root() / "-".join([*keys, numba.__version__, checked])
            self._line = function.__code__.co_firstlineno

        def get_cache_path(self) -> str:
            return str(self._path)

        def get_source_stamp(self) -> str:
            return "by folder"  # the folder's name is the stamp

        def get_disambiguator(self) -> str:
            return str(self._line)

        @classmethod
        def from_function(cls, function: Any, file: str) -> "SourceFolder":
            return cls(function, file)

    class RuleCacheImpl(caching.CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = [SourceFolder]

    class RuleCache(caching.FunctionCache):  # type: ignore[misc]
        _impl_class = RuleCacheImpl

    class OneSignature(CPUDispatcher):  # type: ignore[misc]
        """A Numba function with the one signature that its annotations declare, compiled when first needed."""

        declared: Any = None

        def compile(self, sig: Any) -> Any:
            if self.declared is None:
                self.declared = machine_signature(self.py_func)
            return super().compile(self.declared)

    class InlinedRule(OneSignature):
        """A rule: compiled only into the entry points that use it. Called from Python, it runs as plain Python."""

        def __call__(self, *arguments: Any) -> Any:
            return self.py_func(*arguments)

    def machine_type(annotation: Any) -> Any:
        """The machine type of an annotation: a record, an array of records, a number, or a Numba type itself."""
        return annotation if isinstance(annotation, types.Type) else MACHINE[annotation]

    def machine_signature(function: Callable[..., Any]) -> Any:
        """The one signature of a function, from its annotations."""
        hints = dict(function.__annotations__)
        result = machine_type(hints.pop("return"))
        return result(*(machine_type(hint) for hint in hints.values()))

    OPTIONS = {"nopython": True, "nogil": True, "boundscheck": BOUNDSCHECK}
    CALLED = {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    INLINED = {**CALLED, "forceinline": True}

    def rule(*ids: str) -> Callable[[Function], Function]:
        """Mark a function as applying these rules, and compile it into whoever calls it."""

        def mark(function: Function) -> Function:
            cite(function, ids)
            return part(function)

        return mark

    def part(function: Function) -> Function:
        """Compile plumbing into whoever calls it."""
        return InlinedRule(function, targetoptions=INLINED, pipeline_class=RuleCompiler)

    def apart(function: Function) -> Function:
        """Compile plumbing that is too large and too rarely called to be inlined: the optimiser decides."""
        return InlinedRule(function, targetoptions=CALLED, pipeline_class=RuleCompiler)

    def entry(function: Function) -> Function:
        """Compile what Python, or a loop through a function pointer, calls; keep it on disk."""
        compiled = OneSignature(function, targetoptions=OPTIONS, pipeline_class=EntryCompiler)
        compiled._cache = RuleCache(function)
        ENTRIES[function.__name__] = compiled
        return compiled

    @type_callable(first_bit)  # type: ignore[untyped-decorator]
    def type_first_bit(context: Any) -> Any:
        return lambda members: types.int64

    @lower_builtin(first_bit, types.int64)  # type: ignore[untyped-decorator]
    def lower_first_bit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    @type_callable(bits_in)  # type: ignore[untyped-decorator]
    def type_bits_in(context: Any) -> Any:
        return lambda members: types.int64

    @lower_builtin(bits_in, types.int64)  # type: ignore[untyped-decorator]
    def lower_bits_in(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    @type_callable(places)  # type: ignore[untyped-decorator]
    def type_places(context: Any) -> Any:
        return lambda row, number: types.int64

    @lower_builtin(places, types.NestedArray, types.int64)  # type: ignore[untyped-decorator]
    def lower_places(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        row, number = arguments
        width = signature.args[0].nitems
        together = ir.VectorType(ir.IntType(8), width)
        address = context.make_array(signature.args[0])(context, builder, row).data
        found = builder.load(builder.bitcast(address, together.as_pointer()), align=1)
        first = builder.insert_element(
            ir.Constant(together, ir.Undefined), builder.trunc(number, ir.IntType(8)), ir.Constant(ir.IntType(32), 0)
        )
        zeros = ir.Constant(ir.VectorType(ir.IntType(32), width), None)
        wanted = builder.shuffle_vector(first, first, zeros)
        same = builder.bitcast(builder.icmp_signed("==", found, wanted), ir.IntType(width))
        return builder.zext(same, ir.IntType(64))

    def compile_all(tell: Callable[[str], None] = lambda name: None) -> dict[str, float]:
        """Compile, or load, every entry point; the CPU-seconds each took. `tell` hears each name beforehand."""
        seconds = {}
        for name, compiled in ENTRIES.items():
            tell(name)
            began = time.process_time()
            compiled.compile(None)
            seconds[name] = time.process_time() - began
        return seconds


def arrays(record: type, buffer: Any) -> Any:
    """A NumPy record array as the rules take it in this mode: itself, or a ctypes array over the same bytes."""
    if not PLAIN:
        return buffer
    return (state.STRUCTURES[record] * len(buffer)).from_buffer(buffer)
