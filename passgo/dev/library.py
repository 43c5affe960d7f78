"""Making the library of machine code that a wheel brings.

`python -m passgo.dev.library` makes it in build/shipped, or in the folder that is named.

Every entry point of the package is compiled to an object file for any processor of this machine's kind, and all are
linked into one library. It asks nothing but Python and the C library of whoever loads it, so a linker is enough.
"""

import importlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "passgo"
FOLDER = ROOT / "build" / "shipped"
"""Where the library is made; `hatch_build.py` takes it from there into a wheel."""

PROCESSORS = {"x86_64": "x86-64-v2", "aarch64": "generic", "arm64": "apple-m1"}
"""What each kind of machine can be expected to be at least: NumPy asks for as much."""

LINKING = {
    "linux": ("-shared", "-nostdlib", "-Wl,--build-id=none", "-s"),
    "darwin": ("-shared", "-nostdlib", "-undefined", "dynamic_lookup"),
}
DECLARATION = re.compile(r"^@entry$", re.MULTILINE)


class CannotMake(Exception):
    """The library cannot be made here; the text says why."""


def make_library(folder: Path) -> Path:
    """Compile and link; where the library is. To be called in a process that has compiled nothing yet."""
    linker = find_linker()
    os.environ["NUMBA_CPU_NAME"], os.environ["NUMBA_CPU_FEATURES"] = PROCESSORS[os.uname().machine], ""
    from passgo.machine import objects, shipped

    entries = own_entries()
    images = {name: objects.compiled_object(entry) for name, entry in entries.items()}
    images["sources"] = objects.text_object(shipped.SOURCES_SYMBOL, sources_text(entries.values()))
    made = folder / shipped.library_name()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        files = [Path(work) / f"{name}.o" for name in images]
        for file, image in zip(files, images.values(), strict=True):
            file.write_bytes(image)
        done = subprocess.run([*linker, "-o", str(made), *map(str, files)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotMake(f"linking failed: {done.stderr.strip()}")
    return made


def find_linker() -> list[str]:
    """How a library is linked here; CannotMake if it cannot be."""
    if sys.platform not in LINKING or os.uname().machine not in PROCESSORS:
        raise CannotMake(f"there is no recipe for {sys.platform} on this kind of machine")
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        raise CannotMake("there is no C compiler, which links: install gcc or clang, or name one with CC=...")
    return [compiler, *LINKING[sys.platform]]


def entry_modules() -> list[str]:
    """The modules of the package that declare entry points."""
    files = sorted(file for file in PACKAGE.rglob("*.py") if DECLARATION.search(file.read_text("utf-8")))
    return [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files]


def own_entries() -> dict[str, Any]:
    """Every entry point of the package."""
    from passgo.machine.decorators import ENTRIES
    from passgo.machine.entries import Entry
    from passgo.machine.switches import BOUNDSCHECK

    modules = entry_modules()
    for module in modules:
        importlib.import_module(module)
    own = {name: entry for name, entry in ENTRIES.items() if isinstance(entry, Entry)}
    if BOUNDSCHECK or {entry.py_func.__module__ for entry in own.values()} != set(modules):
        raise CannotMake("compile without PASSGO_ switches, in a checkout")
    return own


def sources_text(entries: Iterable[Any]) -> str:
    """The folders whose sources may be in the code of these entry points, behind a hash of them."""
    from passgo.machine.cache import joint_key
    from passgo.machine.decorators import PARTS

    functions = [*PARTS, *(entry.py_func for entry in entries)]
    folders = sorted({PACKAGE / "machine", *(Path(function.__code__.co_filename).parent for function in functions)})
    return " ".join([joint_key(*folders), *(str(folder.relative_to(PACKAGE)) for folder in folders)])


def main(folder: Path) -> int:
    """Make the library, and say where it is."""
    try:
        sys.stdout.write(f"{make_library(folder)}\n")
    except CannotMake as problem:
        sys.stderr.write(f"No machine code can be shipped: {problem}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER))
