"""The `passgo` command. `main` is the only place that turns bad input into one line and exit code 2."""

import io
import sys
from collections.abc import Sequence

from typer.exceptions import Abort, TyperException

from passgo.cli.commands import app
from passgo.terminal.files import BadInput, BrokenOff

__all__ = ["main"]

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
        code = app(with_address(given), prog_name="passgo", standalone_mode=False)
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


def complain(told: str) -> int:
    """Say in one line what was wrong."""
    print(f"passgo: {' '.join(told.split())}", file=sys.stderr)
    return BAD_INPUT
