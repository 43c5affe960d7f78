"""`passgo editions`: the editions and their options, and a copy from which to write one of one's own."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table as Grid

from passgo import editions, rulebook
from passgo.cli.arguments import EDITIONS, AsJson
from passgo.editions import Option, Ruleset, format_value
from passgo.editions.template import write_template
from passgo.terminal.files import BadInput, expecting, print_json

console = Console(highlight=False, emoji=False)


def command(
    edition: Annotated[str | None, typer.Argument(help=f"Show the options of this edition: {EDITIONS}.")] = None,
    new: Annotated[
        Path | None, typer.Option("--new", metavar="DIR", help="Write an edition to start from into this folder.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the editions, or the options of one; or begin an edition of your own."""
    if new is not None:
        if edition is not None or as_json:
            raise BadInput("editions: --new goes alone")
        begin_edition(new)
    elif edition is None:
        show_editions(as_json)
    else:
        show_options(edition, as_json)


def begin_edition(folder: Path) -> None:
    """Write the files of a new edition, and say what to do next."""
    with expecting("--new"):
        written = write_template(folder)
    for path in written:
        console.print(f"wrote {path}", markup=False, soft_wrap=True)
    console.print(
        f"\nChange what you like, then try it:\n"
        f"  passgo editions {written[0]}\n"
        f"  passgo play --edition {written[0]}\n"
        f"  passgo simulate --edition {written[0]}\n"
        f"docs/editions.md explains every field. A mistake is told with its file and field.",
        markup=False,
        soft_wrap=True,
    )


def show_editions(as_json: bool) -> None:
    """The editions, and where to look for their options."""
    tables = [editions.ruleset(name) for name in editions.NAMES]
    if as_json:
        print_json([as_dict(table) for table in tables])
        return
    grid = Grid("edition", "title", "year", "players", box=None, pad_edge=False)
    for t in tables:
        grid.add_row(t.edition, t.title, str(t.year), f"{t.players[0]} to {t.players[-1]}")
    console.print(grid)
    console.print(
        "\nEach can be played as a short game: --option short-game=on. Options of one: passgo editions EDITION.\n"
        "An edition of your own: passgo editions --new my/"
    )


def as_dict(table: Ruleset) -> dict[str, Any]:
    """An edition as JSON."""
    return {
        "edition": table.edition,
        "title": table.title,
        "about": table.about,
        "extends": list(table.extends),
        "year": table.year,
        "players": list(table.players),
    }


def show_options(edition: str, as_json: bool) -> None:
    """The options of an edition: rulings and choices first, then house rules."""
    with expecting():
        table = editions.ruleset(edition)
    offered = table.offered
    house_rules = [option for option in offered if rulebook.is_house_rule(option, table)]
    if as_json:
        marks = [{"ruling": rulebook.is_ruling(o, table), "house_rule": o in house_rules} for o in offered]
        print_json([{**asdict(option), **mark} for option, mark in zip(offered, marks, strict=True)])
        return
    for title, chosen in (
        ("Choices and rulings: the books leave these open.", [o for o in offered if o not in house_rules]),
        ("House rules: these depart from the book.", house_rules),
    ):
        console.print(f"[bold]{title}[/]")
        for option in chosen:
            console.print(f"  {option.name.replace('_', '-')}={format_values(option)}  [dim]{option.rule}[/]")
            console.print(f"      {option.help}")
        console.print()
    console.print("The value marked * is the edition's own. Switch one with --option NAME=VALUE.")


def format_values(option: Option) -> str:
    """The values of an option; the edition's own is marked."""
    if not option.values:
        return f"{option.default}*, or {option.least} to {option.most}"
    return ", ".join(format_value(value) + "*" * (value == option.default) for value in option.values)
