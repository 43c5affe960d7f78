"""`passgo dev perft`: exact counts of the positions that can be reached."""

from pathlib import Path
from typing import Annotated

from passgo.cli.arguments import EDITIONS, checked_edition, project_folder
from passgo.cli.line import Argument, Option
from passgo.terminal.files import BadInput, expecting, read_text

FAILED = 1


def command(
    files: Annotated[list[Path] | None, Argument(metavar="FILE...", says="Positions with their counts.")] = None,
    edition: Annotated[str | None, Option("--edition", "-e", says=f"Of positions that name none: {EDITIONS}.")] = None,
    every: Annotated[bool, Option("--all", says="Every file of tests/perft.")] = False,
) -> int:
    """Count the positions that can be reached, exactly, and compare with what a file says.

    passgo dev perft tests/perft/start.toml
    """
    if every == bool(files):
        raise BadInput("dev perft: expected either files or --all")
    return count_positions(files or sorted(project_folder().glob("tests/perft/*.toml")), checked_edition(edition))


def count_positions(files: list[Path], edition: str | None) -> int:
    """Count the positions of each file and compare; the exit code."""
    from passgo.cli.warm import warm
    from passgo.dev.perft import check

    texts = {path: read_text(path) for path in files}
    warm()
    failed = 0
    for path, text in texts.items():
        with expecting(str(path)):
            verdict = check(text, edition or "classic")
        print(f"{path.name}: {verdict.text}")
        failed += not verdict.right
    return FAILED if failed else 0
