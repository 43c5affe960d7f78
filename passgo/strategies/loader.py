"""From a file to a bot."""

import importlib.util
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from types import ModuleType
from typing import Any

from passgo.bots.policy import MEMORY
from passgo.machine.decorators import ENTRIES
from passgo.machine.entries import Entry
from passgo.machine.switches import PLAIN
from passgo.simulate import Bot, bot_named
from passgo.simulate.runs.batch import BatchRun
from passgo.simulate.runs.fingerprint import hash_files
from passgo.strategies.adapter import CompiledSeat, PythonSeat
from passgo.strategies.bridge import address_of_policy, ask_strategy
from passgo.strategies.sandbox import Sandbox

LIMIT_S = 2.0
"""How long a strategy may think about one decision."""


def bot_from(word: str, limit_s: float = LIMIT_S) -> Bot:
    """A bot by its name, or from the Python file of that name.

    >>> bot_from("trader").name, bot_from("expert:40").name
    ('trader', 'expert:40')
    >>> bot_from("nowhere/mine.py")
    Traceback (most recent call last):
    ValueError: nowhere/mine.py: expected a Python file
    """
    path = Path(word.strip())
    return bot_of_file(path, limit_s) if path.suffix == ".py" else bot_named(word)


def bot_of(
    choose: Callable[..., Any],
    name: str = "mine",
    limit_s: float = LIMIT_S,
    out_of_turn: bool = False,
    fingerprint: str = "",
) -> Bot:
    """A bot that decides by a Python function.

    >>> bot_of(lambda game, player: game.legal_actions()[0], "first").name
    'first'
    """
    sandbox = Sandbox(choose, getattr(getattr(choose, "__code__", None), "co_filename", ""), limit_s)

    def prepare(batch: BatchRun, seat: int) -> None:
        batch.kept.append(PythonSeat(batch, seat, sandbox))

    return Bot(name, ask_strategy, (), out_of_turn, prepare, fingerprint, finish=sandbox.rest, plain=True)


def bot_of_policy(
    policy: Any, name: str, file: str, notebook: tuple[int, ...], out_of_turn: bool, fingerprint: str
) -> Bot:
    """A bot that decides by a user's compiled policy."""

    def prepare(batch: BatchRun, seat: int) -> None:
        batch.kept.append(CompiledSeat(batch, seat, policy, file))

    return Bot(name, ask_strategy, notebook, out_of_turn, prepare, fingerprint)


def bot_of_file(path: Path, limit_s: float) -> Bot:
    """The bot of a file, named after it."""
    module, fingerprint = module_of(path)
    choose, policy = getattr(module, "choose", None), getattr(module, "policy", None)
    if (choose is None) == (policy is None):
        raise ValueError(f"{path}: expected either choose(game, player) or a compiled policy in it")
    out_of_turn = bool(getattr(module, "out_of_turn", False))
    if policy is None:
        if not callable(choose):
            raise ValueError(f"{path}: expected choose to be a function")
        return bot_of(choose, path.stem, limit_s, out_of_turn, fingerprint)
    check_policy(path, policy)
    notebook = check_notebook(path, getattr(module, "notebook", ()))
    return bot_of_policy(policy, path.stem, str(path), notebook, out_of_turn, fingerprint)


def module_of(path: Path) -> tuple[ModuleType, str]:
    """Run a file; its module, and a hash of it and of what it imports. It may import files beside it."""
    if not path.is_file():
        raise ValueError(f"{path}: expected a Python file")
    name = f"passgo_strategy_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ValueError(f"{path}: expected a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    with neighbours_of(path) as neighbours:
        try:
            with redirect_stdout(sys.stderr):  # the output belongs to the results
                spec.loader.exec_module(module)
        except (Exception, SystemExit) as problem:
            raise ValueError(f"{path}: running it failed: {type(problem).__name__}: {problem}") from problem
    folder = path.resolve().parent
    return module, hash_files(folder, {folder / path.name, *neighbours})


@contextmanager
def neighbours_of(path: Path) -> Iterator[set[Path]]:
    """Let files beside this one be imported, for the length of a `with` block. Afterwards other files do not see them.

    The set then holds the files that were imported. Functions that the strategy compiles do not stay in the list of
    the package's entry points.
    """
    folder = path.resolve().parent
    entries, modules = dict(ENTRIES), set(sys.modules)
    sys.path.insert(0, str(folder))
    imported: set[Path] = set()
    try:
        yield imported
    finally:
        sys.path.remove(str(folder))
        ENTRIES.clear()
        ENTRIES.update(entries)
        near = [name for name in set(sys.modules) - modules if lies_in(folder, name)]
        files = [getattr(sys.modules.pop(name), "__file__", None) for name in near]
        imported.update(Path(file) for file in files if file and Path(file).is_relative_to(folder))


def lies_in(folder: Path, name: str) -> bool:
    """Is a module, or its top-level package, in this folder? PassGo itself never counts as a file beside another."""
    first = name.partition(".")[0]
    whole = sys.modules.get(first)
    places = list(getattr(whole, "__path__", [])) or [getattr(whole, "__file__", None)]
    return first != "passgo" and any(Path(place).parent == folder for place in places if place)


def check_policy(path: Path, policy: Any) -> None:
    """Compile the policy now, so that what is wrong with it is known before the first game."""
    if not PLAIN and not isinstance(policy, Entry) and not hasattr(policy, "get_compile_result"):
        raise ValueError(f"{path}: expected policy to be compiled: put @entry of passgo.machine.decorators before it")
    try:
        address_of_policy(policy)
    except Exception as problem:
        reason = " ".join(str(problem).split())
        raise ValueError(f"{path}: its policy does not compile: {reason[:300]}") from problem


def check_notebook(path: Path, notebook: Any) -> tuple[int, ...]:
    """What the notebook holds when a game begins."""
    fine = isinstance(notebook, list | tuple) and all(type(number) is int for number in notebook)
    if not fine or len(notebook) > MEMORY:
        raise ValueError(f"{path}: expected notebook to be at most {MEMORY} whole numbers")
    return tuple(notebook)
