"""Machine code as object files: emitted by Numba and LLVM, loaded by LLVM alone, linked by whoever makes a library.

An object file has two functions of an entry point: `NAME_code`, which loops call, and `NAME_python` for Python.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from llvmlite import binding as llvm
from llvmlite import ir

from passgo.machine.cache import PACKAGE, keep_object, kept_object
from passgo.machine.decorators import INSIDES, inside_of_source
from passgo.machine.entries import Entry, python_function

LOADED: list[Any] = []
"""LLVM's engines, which must live as long as the process."""


def is_ours(function: Callable[..., Any]) -> bool:
    """Is a function one of the package? Others' may do whatever Numba allows."""
    return function.__code__.co_filename.startswith(str(PACKAGE))


def code_of(function: Callable[..., Any]) -> tuple[Callable[..., Any], int, int]:
    """The machine code of an entry point, from the cache or compiled: as `load` gives it."""
    image = object_of(function)
    if not is_ours(function):
        ready_numba()
    return load(image, function.__name__, function.__doc__, inside_of_source(function) is not None)


def object_of(function: Callable[..., Any]) -> bytes:
    """The object file of an entry point, from the cache or compiled."""
    image = kept_object(function)
    if image is None:
        image, may_be_kept = emit(function)
        if may_be_kept:
            keep_object(function, image)
    return image


def load(image: bytes, name: str, doc: str | None, has_inner: bool) -> tuple[Callable[..., Any], int, int]:
    """Load an object file; the function for Python, and the addresses of the code and of an inner function, or 0."""
    link_inner_functions(image, name)
    # LLVM's own memory manager: that of llvmlite reserves too little for some alignments of sections, and aborts.
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), host_machine())
    engine.add_object_file(llvm.ObjectFileRef.from_data(image))
    engine.finalize_object()
    LOADED.append(engine)
    called = python_function(name, engine.get_function_address(f"{name}_python"), doc)
    inner = int(engine.get_function_address(f"{name}_inner")) if has_inner else 0
    return called, int(engine.get_function_address(f"{name}_code")), inner


def link_inner_functions(image: bytes, name: str) -> None:
    """Load the entry points whose inner functions an object file calls, and tell LLVM where these are."""
    for holder in holders_called(image, name):
        llvm.add_symbol(f"{holder}_inner", INSIDES[holder].address)


def holders_called(image: bytes, name: str) -> list[str]:
    """The entry points whose inner functions the object file of another one calls."""
    return [holder for holder in INSIDES if holder != name and b"\0" + f"{holder}_inner".encode() + b"\0" in image]


def host_machine() -> Any:
    """What LLVM needs to know of this machine to load code."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(reloc="pic", codemodel="default")


def ready_numba() -> None:
    """Load Numba's own functions, which others' compiled code may call."""
    from numba.core.registry import cpu_target

    cpu_target.target_context.refresh()


def inner_symbol(name: str) -> str:
    """How Numba names an inner function, from its full name; `EntryLibrary` renames it."""
    from numba.core.itanium_mangler import mangle

    return str(mangle(name, ()))


def symbol_of(function: Any) -> str:
    """The name of an entry point's code, or of an inner function, in the object file of the entry point."""
    return f"{function.holder.__name__}_{'code' if function.holder is function else 'inner'}"


def compiled_object(entry: Entry) -> bytes:
    """The object file of an entry point, from the cache or compiled."""
    return object_of(entry.py_func)


def emit(function: Callable[..., Any]) -> tuple[bytes, bool]:
    """Compile an entry point to an object file, for the processor that Numba compiles for; may it be kept?

    Code that holds addresses of this process may not.
    """
    library = optimised(function)
    codegen = library.codegen
    image = emit_for(library, codegen._get_host_cpu_name(), codegen._tm_features)
    return image, not library.has_dynamic_globals


def emit_for(library: Any, processor: str, features: str) -> bytes:
    """The object file of a compiled library for a processor, wherever in memory it will be."""
    target = llvm.Target.from_triple(llvm.get_process_triple())
    machine = target.create_target_machine(cpu=processor, features=features, opt=2, reloc="pic", codemodel="default")
    return bytes(machine.emit_object(library._final_module))


def optimised(function: Callable[..., Any]) -> Any:
    """The optimised intermediate code of an entry point."""
    from passgo.machine.remembered import remembering
    from passgo.machine.signatures import compile_entry

    with undisturbed(), remembering() if is_ours(function) else nullcontext():
        return compile_entry(function).library


@contextmanager
def undisturbed() -> Iterator[None]:
    """Compile without collecting garbage: Numba makes millions of objects, and most of them stay."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def text_object(symbol: str, text: str) -> bytes:
    """An object file with nothing but a text in it."""
    module = ir.Module()
    data = bytearray(text.encode() + b"\0")
    constant = ir.GlobalVariable(module, ir.ArrayType(ir.IntType(8), len(data)), symbol)
    constant.global_constant, constant.initializer = True, ir.Constant(constant.value_type, data)
    return bytes(host_machine().emit_object(llvm.parse_assembly(str(module))))
