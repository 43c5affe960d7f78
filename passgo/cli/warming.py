"""Compiling the rules once, with a progress bar that says so."""

import importlib
import pkgutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from pickle import UnpicklingError
from tempfile import TemporaryFile

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

import passgo
from passgo.cli.asking import BadInput
from passgo.rules import compiled

HEADING = "Compiling the rules. This happens once; the next start takes a second."


def cold() -> set[str]:
    """The entry points that have not been compiled on this machine since the rules last changed."""
    if compiled.PLAIN:
        return set()
    entries = compiled.ENTRIES.items()
    return {name for name, entry in entries if not Path(entry._cache._cache_file._index_path).exists()}


def gather() -> None:
    """Import every room of PassGo, so that all there is to compile is known."""
    for module in pkgutil.walk_packages(passgo.__path__, "passgo."):
        if not module.name.startswith(("passgo.cli", "passgo.server")):  # nothing to compile, and an extra's needs
            importlib.import_module(module.name)


def warm() -> float:
    """Compile what is imported and not compiled yet, with progress if that takes time; the seconds it took."""
    began = time.monotonic()
    try:
        if waiting := cold():
            try_cache()
            with progress(len(waiting)) as tell:
                compiled.compile_all(lambda name: tell(name) if name in waiting else None)
        else:
            compiled.compile_all()
    except OSError as problem:
        where = f"{compiled.cache_root()}: expected a folder that can be written, for the compiled rules"
        raise BadInput(f"{where}: {problem.strerror}; PASSGO_CACHE names another") from None
    except (EOFError, UnpicklingError):
        where = f"{compiled.cache_root()}: expected whole files of compiled rules"
        raise BadInput(f"{where}; remove the folder, and they are compiled again") from None
    return time.monotonic() - began


def try_cache() -> None:
    """Write to the cache before the long work, not after it."""
    root = compiled.cache_root()
    root.mkdir(parents=True, exist_ok=True)
    with TemporaryFile(dir=root):
        pass


@contextmanager
def progress(total: int) -> Iterator[Callable[[str], None]]:
    """A bar in a terminal, plain lines elsewhere; it is told each name before that is compiled."""
    console = Console(file=sys.stderr, highlight=False)
    console.print(HEADING)
    if not console.is_terminal:
        yield lambda name: console.print(f"  compiling {name} ...")
        return
    columns = (
        SpinnerColumn(),
        TextColumn("compiling [bold]{task.description}[/]"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("...", total=total)
        compiled_so_far = -1

        def tell(name: str) -> None:
            nonlocal compiled_so_far
            compiled_so_far += 1
            bar.update(task, description=name, completed=compiled_so_far)

        yield tell
    console.print("The rules are compiled.")
