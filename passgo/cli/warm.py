"""`passgo warm`: compiling the rules once, with a progress bar that says so."""

import importlib
import os
import pkgutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import passgo
from passgo.cli.arguments import AsJson
from passgo.machine.switches import CALM, PLAIN
from passgo.terminal.files import BadInput, print_json

HEADING = "Compiling the rules. This happens once; the next start takes a second."

BEHIND = "The rules are being compiled, once. Play can begin: until that is done, bots take a little longer."
DONE_BEHIND = "The rules are compiled."
FAILED_BEHIND = "The rules could not be compiled: play goes on without, slowly. passgo warm says what is wrong."

APART = ("passgo.cli", "passgo.server", "passgo.terminal", "passgo.envs.")
"""What is not imported to be compiled: there is nothing in it, and it may need what an extra brings. Environments have
one room, `tables`, in which there is."""

MOST_WORKERS = 4
"""Processes that compile at once. `step` alone takes a third of the time of all, so more would not be faster."""


def command(as_json: AsJson = False) -> None:
    """Compile the rules for this machine, once, so that every later start is quick.

    passgo warm
    """
    gather()
    seconds = warm()
    if as_json:
        print_json({"seconds": seconds})
    else:
        print(f"The rules are ready ({seconds:.1f} s).")


def cold() -> dict[str, str]:
    """The entry points that have not been compiled on this machine since the rules last changed, and their modules."""
    if PLAIN:
        return {}
    from passgo.machine import cache, decorators

    able = {name: entry for name, entry in decorators.ENTRIES.items() if hasattr(entry, "compile")}  # others came ready
    return {name: entry.py_func.__module__ for name, entry in able.items() if not cache.is_kept(entry)}


def gather() -> None:
    """Import every room of PassGo, so that all there is to compile is known."""
    for module in pkgutil.walk_packages(passgo.__path__, "passgo."):
        if not module.name.startswith(APART) or module.name.startswith("passgo.envs.tables"):
            importlib.import_module(module.name)


def warm() -> float:
    """Compile what is imported and not compiled yet, with progress if that takes time; the seconds it took."""
    from pickle import UnpicklingError

    from passgo.machine import cache, decorators

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


def warm_behind(tell: Callable[[str], None]) -> Callable[[], None]:
    """Let play begin at once: if anything is to be compiled, another process does it, and plain rules play meanwhile.

    `tell` hears a sentence when it begins and another when it ends. What is returned ends the other process.
    """
    import subprocess

    from passgo.machine import decorators, entries

    if CALM or not cold() or not is_cache_writable():
        warm()
        return lambda: None
    tell(BEHIND)
    entries.meanwhile.is_plain = True
    environment = dict(os.environ)
    os.environ["PASSGO_MEANWHILE"] = "1"  # for the processes in which bots think
    command = [sys.executable, "-c", "import os; os.nice(10); from passgo.cli import main; main(['warm'])"]
    nobody = subprocess.DEVNULL
    process = subprocess.Popen(command, env=environment, stdin=nobody, stdout=nobody, stderr=nobody)

    def wait() -> None:
        if process.wait() == 0:
            decorators.compile_all()  # from the cache
            tell(DONE_BEHIND)
        elif process.returncode > 0:
            tell(FAILED_BEHIND)

    threading.Thread(target=wait, daemon=True).start()
    return process.terminate


def compile_side_by_side(waiting: dict[str, str], tell: Callable[[str], None]) -> None:
    """Compile in several processes, which leave what they made in the cache."""
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, as_completed
    from multiprocessing import get_context

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
    from passgo.machine import decorators

    importlib.import_module(module)
    decorators.ENTRIES[name].compile(None)
    return name


def is_cache_writable() -> bool:
    """Can compiled code be kept?"""
    try:
        try_cache()
    except OSError:
        return False
    return True


def try_cache() -> None:
    """Write to the cache before the long work, not after it."""
    from tempfile import TemporaryFile

    from passgo.machine import cache

    root = cache.cache_root()
    root.mkdir(parents=True, exist_ok=True)
    with TemporaryFile(dir=root):
        pass


@contextmanager
def progress(total: int) -> Iterator[Callable[[str], None]]:
    """A bar in a terminal, plain lines elsewhere; it is told each name that was compiled."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

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
