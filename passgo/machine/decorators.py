"""How rules become machine code: the decorators `rule`, `part`, `apart`, `rare`, `inner` and `entry`.

- `@rule("jail.card")` marks a function that applies a rule; its ids are what `passgo rules --coverage` counts.
- `@part` marks plumbing that applies no rule of its own; `@apart` the same, where it is large;
  `@rare` the same, where it is hardly ever called.
- `@inner` marks what an entry point and compiled loops share: it takes records, and loops call it by its address.
- `@entry` marks what Python calls: it takes arrays of records and indices, and is machine code.

Rules stay plain Python functions. An entry point is compiled with every rule below it inlined, so that a step is one
function; its machine code comes with the package (`passgo.machine.shipped`), or from the cache, or from Numba, which
is loaded only then (`passgo.machine.entries`). With PASSGO_PLAIN=1 an entry point is a plain function, too. With
PASSGO_CALM=1 Numba compiles and keeps in its own way.
"""

import time
from collections.abc import Callable
from typing import Any, TypeVar

from passgo.machine.switches import CALM, PLAIN

Function = TypeVar("Function", bound=Callable[..., Any])

RULES: dict[str, list[str]] = {}
"""Rule id -> the functions that apply it."""

ENTRIES: dict[str, Any] = {}
"""Entry points by name, in the order in which they were declared."""

INSIDES: dict[str, Any] = {}
"""Inner functions by the name of the entry point around them."""

PARTS: dict[Callable[..., Any], bool] = {}
"""The functions that are compiled into entry points. True: inlined wherever it is called."""

RARE: set[Callable[..., Any]] = set()
"""Those of them that are hardly ever called."""

SOURCES: dict[Any, Callable[..., Any]] = {}
"""The plain functions of entry points that are machine code from the start."""

LESSONS: list[Callable[[], None]] = []
"""What Numba has to learn before it compiles: functions that tell it, each called once."""


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


def part(function: Function) -> Function:
    """Compile plumbing into whoever calls it."""
    PARTS[function] = True
    return function


def apart(function: Function) -> Function:
    """Compile plumbing that is too large and too rarely called to be inlined: the optimiser decides."""
    PARTS[function] = False
    return function


def rare(function: Function) -> Function:
    """Compile what is hardly ever called: it is never inlined, so that its callers stay small."""
    PARTS[function] = False
    RARE.add(function)
    return function


def lesson(teach: Callable[[], None]) -> Callable[[], None]:
    """Have a function called before Numba compiles anything; it tells Numba how to compile something new."""
    if not PLAIN:
        LESSONS.append(teach)
    return teach


def inside_of(entry: Any) -> Any:
    """The inner function of an entry point; None if it has none."""
    name = source_of(entry).__name__
    return INSIDES.get(name) if ENTRIES.get(name) is entry else None


def inside_of_source(function: Callable[..., Any]) -> Callable[..., Any] | None:
    """The plain source of the inner function of an entry point, which is given by its own."""
    found = source_of(INSIDES.get(function.__name__))
    return found if found is not None and found.__module__ == function.__module__ else None


def inner(within: str) -> Callable[[Function], Function]:
    """Compile what stays a function of its own within an entry point, so that loops can call it there."""

    def mark(function: Function) -> Function:
        INSIDES[within] = shared = declare_inner(function, within)
        return shared  # type: ignore[no-any-return]

    return mark


def source_of(entry: Any) -> Callable[..., Any]:
    """The plain function of an entry point."""
    source: Callable[..., Any] = SOURCES.get(entry) or getattr(entry, "py_func", entry)
    return source


def entry(function: Function) -> Function:
    """Make machine code of what Python, or a loop through a function pointer, calls."""
    declared: Any = declare(function)
    ENTRIES[function.__name__] = declared
    return declared  # type: ignore[no-any-return]


if PLAIN:

    def declare(function: Callable[..., Any]) -> Any:
        """The function itself."""
        return function

    def declare_inner(function: Callable[..., Any], within: str) -> Any:
        """The function itself."""
        return function

elif CALM:

    def declare(function: Callable[..., Any]) -> Any:
        """A function of Numba's."""
        from passgo.machine.signatures import numba_entry

        return numba_entry(function)

    def declare_inner(function: Callable[..., Any], within: str) -> Any:
        """A function of Numba's, too: its compiler makes code of each function by itself."""
        from passgo.machine.signatures import numba_inner

        return numba_inner(function)

else:
    from passgo.machine.entries import Entry, Inner
    from passgo.machine.shipped import shipped_code

    def declare(function: Callable[..., Any]) -> Any:
        """The machine code that came with the package, or what loads or compiles it when it is first called."""
        ready = shipped_code(function)
        if ready is None:
            return Entry(function)
        SOURCES[ready] = function
        return ready

    def declare_inner(function: Callable[..., Any], within: str) -> Any:
        """A plain function that has an address within the entry point."""
        return Inner(function, lambda: ENTRIES[within])


def compile_all(tell: Callable[[str], None] = lambda name: None) -> dict[str, float]:
    """Compile, or load, every entry point; the CPU-seconds each took. `tell` hears each name beforehand."""
    seconds = {}
    for name, declared in ENTRIES.items():
        if hasattr(declared, "compile"):
            tell(name)
            began = time.process_time()
            declared.compile(None)
            seconds[name] = time.process_time() - began
    return seconds
