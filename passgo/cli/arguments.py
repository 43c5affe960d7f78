"""Arguments that several commands share."""

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from passgo import editions
from passgo.cli.line import Option
from passgo.terminal.files import BadInput, expecting

BOTS = ("cautious", "easy", "expert", "hard", "normal", "random", "trader")
"""The bots that come with PassGo, for help and completion, which do not load them."""

SPARRING = (
    "blocker", "builder", "collector", "gambler", "lowballer", "miser", "recluse", "shopkeeper", "swapper",
)  # fmt: skip
"""Sparring partners, the same way."""

EDITIONS = f"{', '.join(editions.NAMES)}, or a file of your own, my/edition.toml"

Edition = Annotated[str, Option("--edition", "-e", metavar="NAME", says=f"{EDITIONS}.", among=lambda: editions.NAMES)]
OnlyEdition = Annotated[
    str | None,
    Option("--edition", "-e", metavar="NAME", says=f"Only this edition: {EDITIONS}.", among=lambda: editions.NAMES),
]
Options = Annotated[
    list[str] | None,
    Option("--option", "-o", metavar="NAME=VALUE", says="Switch an option of the edition; may be repeated."),
]
AsJson = Annotated[bool, Option("--json", says="Print JSON instead of text.")]
Limit = Annotated[float, Option(least=0.01, says="Seconds that a bot of your own may take to decide.")]
Threads = Annotated[int | None, Option("--threads", "-t", least=1, most=256, says="Otherwise one for each processor.")]


def needs(module: str, extra: str, what: str) -> None:
    """Refuse what needs a library that is not there, before anything is loaded or compiled for it."""
    if find_spec(module) is None:
        raise BadInput(f"{what} needs {module}: pip install 'passgo[{extra}]'")


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
