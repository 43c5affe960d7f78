"""Commands that read and show: the rulebook, the editions, the verdict on a record."""

from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid

from passgo import editions
from passgo.cli.asking import expecting
from passgo.cli.commands import print_json
from passgo.editions import Option

console = Console(highlight=False)


def show_editions(as_json: bool) -> None:
    """The editions, and where to look for their options."""
    tables = [editions.table(name) for name in editions.NAMES]
    if as_json:
        print_json(
            [{"edition": t.edition, "title": t.title, "year": t.year, "players": list(t.players)} for t in tables]
        )
        return
    grid = Grid("edition", "title", "year", "players", box=None, pad_edge=False)
    for t in tables:
        grid.add_row(t.edition, t.title, str(t.year), f"{t.players[0]} to {t.players[-1]}")
    console.print(grid)
    console.print(
        "\nEach can be played as a short game: --option short-game=on. Options of one: passgo editions EDITION"
    )


def show_options(edition: str, as_json: bool) -> None:
    """The options of an edition: rulings and choices first, then house rules."""
    with expecting():
        offered = editions.options(edition)
    if as_json:
        print_json([{**asdict(option), "house_rule": option.house_rule} for option in offered])
        return
    for title, chosen in (
        ("Choices and rulings: the books leave these open.", [o for o in offered if not o.house_rule]),
        ("House rules: these depart from the book.", [o for o in offered if o.house_rule]),
    ):
        console.print(f"[bold]{title}[/]")
        for option in chosen:
            console.print(f"  {option.name.replace('_', '-')}={values_of(option)}  [dim]{option.rule}[/]")
            console.print(f"      {option.help}")
        console.print()
    console.print("The value marked * is the edition's own. Switch one with --option NAME=VALUE.")


def values_of(option: Option) -> str:
    """The values of an option; the edition's own is marked."""
    if not option.values:
        return f"{option.default}*, or {option.least} to {option.most}"
    return ", ".join(spoken(value) + "*" * (value == option.default) for value in option.values)


def spoken(value: bool | int | str) -> str:
    """A value as one types it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
