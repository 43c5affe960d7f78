"""The `passgo` command: a module for each of its commands, and `main`, which finds the one that was asked for.

A command is the function `command` of the module that bears its name; the folders `bench` and `dev` are groups of
commands. Only the command that is asked for is imported, so that each starts as quickly as it can.
"""

import io
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import typer
from typer.exceptions import Abort, TyperException

import passgo
from passgo.terminal.files import BadInput, BrokenOff

__all__ = ["COMMANDS", "main"]

COMMANDS = ("play", "serve", "rules", "editions", "verify", "simulate", "tournament", "bench", "warm", "dev")

NOBODY_READS = 1
BAD_INPUT = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command of the line, or of `arguments`, and leave with its exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a letter that the terminal does not know is no reason to fail
            stream.reconfigure(errors="backslashreplace")
    given = list(sys.argv[1:] if arguments is None else arguments)
    sys.exit(run(given or ["--help"]))


def run(given: list[str]) -> int:
    """The exit code of a command."""
    try:
        code = app_for(given)(with_address(given), prog_name="passgo", standalone_mode=False)
        print(end="", flush=True)  # now, where it can still be told that this failed
    except (BadInput, TyperException) as problem:
        return complain(problem.format_message() if isinstance(problem, TyperException) else str(problem))
    except BrokenOff as problem:
        complain(str(problem))
        return INTERRUPTED
    except OSError as problem:
        sys.stdout = io.StringIO()  # what could not be written is not tried again at the end
        if isinstance(problem, BrokenPipeError):
            return NOBODY_READS
        where = f"{problem.filename}: " if problem.filename else ""
        return complain(f"{where}expected to be able to go on writing and reading: {problem.strerror}")
    except (KeyboardInterrupt, Abort):
        print(file=sys.stderr)
        return INTERRUPTED
    return code if isinstance(code, int) else 0


def app_for(given: list[str]) -> typer.Typer:
    """The program with the command that is asked for; with all of them, if it is none of them."""
    app = typer.Typer(
        name="passgo",
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(about)
    add_commands(app, "passgo.cli", COMMANDS, given)
    return app


def print_version(wanted: bool) -> None:
    """Print the version, if that is asked for, and nothing else."""
    if wanted:
        print(f"passgo {passgo.__version__}")
        raise typer.Exit


def about(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=print_version, is_eager=True)
    ] = False,
) -> None:
    """Monopoly exactly as its rulebooks say, at machine speed."""


def add_commands(app: typer.Typer, package: str, names: Sequence[str], given: list[str]) -> None:
    """Add the command that the line begins with, or all of them; of a group again the one that follows."""
    for name in [given[0]] if given and given[0] in names else names:
        module = import_module(f"{package}.{name}")
        if hasattr(module, "COMMANDS"):
            group = typer.Typer(help=module.HELP)
            group.callback()(lambda: None)  # without it, Typer takes an only command for the whole group
            if given[:1] == [name]:
                add_commands(group, module.__name__, module.COMMANDS, given[1:])
            app.add_typer(group, name=name)
        else:
            app.command(name)(module.command)


def with_address(given: list[str]) -> list[str]:
    """The words of the line, with the address that `--ray` may leave out: a cluster of one's own, on this machine.

    >>> with_address(["simulate", "--ray", "--json"])
    ['simulate', '--ray=local', '--json']
    >>> with_address(["simulate", "--ray", "10.0.0.1:6379"])
    ['simulate', '--ray', '10.0.0.1:6379']
    """
    following = [*given[1:], "--"]
    bare = [word == "--ray" and after.startswith("-") for word, after in zip(given, following, strict=True)]
    return ["--ray=local" if alone else word for word, alone in zip(given, bare, strict=True)]


def complain(problem: str) -> int:
    """Say in one line what was wrong."""
    print(f"passgo: {' '.join(problem.split())}", file=sys.stderr)
    return BAD_INPUT
