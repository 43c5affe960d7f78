"""The `passgo` command. `main` is the only place that turns bad input into one line and exit code 2."""

import sys
from collections.abc import Sequence

from typer.exceptions import Abort, TyperException

from passgo.cli.asking import BadInput
from passgo.cli.commands import app

__all__ = ["main"]

BAD_INPUT = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command of the line, or of `arguments`, and leave with its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    sys.exit(run(given or ["--help"]))


def run(given: list[str]) -> int:
    """The exit code of a command."""
    try:
        code = app(given, prog_name="passgo", standalone_mode=False)
    except (BadInput, TyperException) as problem:
        told = problem.format_message() if isinstance(problem, TyperException) else str(problem)
        print(f"passgo: {' '.join(told.split())}", file=sys.stderr)
        return BAD_INPUT
    except (KeyboardInterrupt, Abort):
        print(file=sys.stderr)
        return INTERRUPTED
    return code if isinstance(code, int) else 0
