"""`passgo warm`: compiling the rules once, with a progress bar that says so."""

import importlib
import pkgutil
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import get_context
from pickle import UnpicklingError
from tempfile import TemporaryFile

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

import passgo
from passgo.machine import cache, decorators
from passgo.machine.switches import PLAIN
from passgo.terminal.files import BadInput

HEADING = "Compiling the rules. This happens once; the next start takes a second."

MOST_WORKERS = 4
"""Processes that compile at once. `step` alone takes a third of the time of all, so more would not be faster."""


def command() -> None:
    """Compile the rules for this machine, once, so that every later start is quick."""
    gather()
    print(f"The rules are ready ({warm():.1f} s).")


def cold() -> dict[str, str]:
    """The entry points that have not been compiled on this machine since the rules last changed, and their modules."""
    if PLAIN:
        return {}
    missing = {name: entry for name, entry in decorators.ENTRIES.items() if not cache.is_kept(entry)}
    return {name: entry.py_func.__module__ for name, entry in missing.items()}


def gather() -> None:
    """Import every room of PassGo, so that all there is to compile is known."""
    for module in pkgutil.walk_packages(passgo.__path__, "passgo."):
        if not module.name.startswith(
            ("passgo.cli", "passgo.server", "passgo.terminal")
        ):  # nothing to compile, and an extra's needs
            importlib.import_module(module.name)


def warm() -> float:
    """Compile what is imported and not compiled yet, with progress if that takes time; the seconds it took."""
    began = time.monotonic()
    try:
        if waiting := cold():
            try_cache()
            with progress(len(waiting)) as tell:
                compile_side_by_side(waiting, tell)
        decorators.compile_all()
    except OSError as problem:
        where = f"{cache.cache_root()}: expected a folder that can be written, for the compiled rules"
        raise BadInput(f"{where}: {problem.strerror}; PASSGO_CACHE names another") from None
    except (EOFError, UnpicklingError):
        where = f"{cache.cache_root()}: expected whole files of compiled rules"
        raise BadInput(f"{where}; remove the folder, and they are compiled again") from None
    return time.monotonic() - began


def compile_side_by_side(waiting: dict[str, str], tell: Callable[[str], None]) -> None:
    """Compile in several processes, which leave what they made in the cache."""
    from passgo.simulate.runs.workers import usual_threads

    workers = min(MOST_WORKERS, len(waiting), usual_threads())
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            for done in as_completed([pool.submit(compile_one, name, module) for name, module in waiting.items()]):
                tell(done.result())
        except BrokenExecutor:  # no memory for so many, perhaps: what is missing is compiled in this process
            return
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def compile_one(name: str, module: str) -> str:
    """Compile an entry point of a module; its name."""
    importlib.import_module(module)
    decorators.ENTRIES[name].compile(None)
    return name


def try_cache() -> None:
    """Write to the cache before the long work, not after it."""
    root = cache.cache_root()
    root.mkdir(parents=True, exist_ok=True)
    with TemporaryFile(dir=root):
        pass


@contextmanager
def progress(total: int) -> Iterator[Callable[[str], None]]:
    """A bar in a terminal, plain lines elsewhere; it is told each name that was compiled."""
    console = Console(file=sys.stderr, highlight=False)
    console.print(HEADING)
    if not console.is_terminal:
        yield lambda name: console.print(f"  compiled {name}")
        return
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("compiling", total=total)
        yield lambda name: bar.update(task, description=f"compiled [bold]{name}[/]", advance=1)
    console.print("The rules are compiled.")
