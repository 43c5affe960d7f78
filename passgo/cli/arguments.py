"""Arguments that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

from passgo import editions
from passgo.terminal.files import BadInput, expecting

EDITIONS = f"{', '.join(editions.NAMES)}, or a file of your own, my/edition.toml"

Edition = Annotated[str, typer.Option("--edition", "-e", help=f"{EDITIONS}.")]
OnlyEdition = Annotated[str | None, typer.Option("--edition", "-e", help=f"Only this edition: {EDITIONS}.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="Switch an option of the edition; may be repeated."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Limit = Annotated[float, typer.Option(min=0.01, help="Seconds that a bot in Python may take to decide.")]
Threads = Annotated[
    int | None, typer.Option("--threads", "-t", min=1, max=256, help="Otherwise one for each processor.")
]


def parse_options(words: list[str] | None) -> dict[str, str]:
    """The options given as NAME=VALUE."""
    with expecting("--option"):
        return editions.parse_options(" ".join(words or []))


def checked_edition(edition: str | None) -> str | None:
    """The edition that was asked for, if it can be played; before compiling, which may take a while."""
    if edition is not None:
        with expecting("--edition"):
            editions.ruleset(edition)
    return edition


def checkout() -> Path:
    """The folder that the package lies in: the project's own, if this is a checkout."""
    return Path(__file__).resolve().parents[2]


def project_folder() -> Path:
    """The project's own folder, for commands that work on its files."""
    folder = checkout()
    if not (folder / "pyproject.toml").exists():
        raise BadInput("expected to run from a checkout of PassGo; this is an installed package")
    return folder
