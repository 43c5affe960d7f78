"""`passgo editions`: the editions and their options, and a copy from which to write one of one's own."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from passgo import editions
from passgo.cli.arguments import EDITIONS, AsJson
from passgo.cli.line import Argument, Option
from passgo.cli.text import bold, dim, format_grid
from passgo.editions import Ruleset, format_value
from passgo.terminal.files import BadInput, expecting, print_json


def command(
    edition: Annotated[
        str | None, Argument(says=f"Show the options of this edition: {EDITIONS}.", among=lambda: editions.NAMES)
    ] = None,
    new: Annotated[
        Path | None, Option("--new", metavar="DIR", says="Write an edition to start from into this folder.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the editions, or the options of one; or begin an edition of your own.

    passgo editions
    passgo editions classic --json
    passgo editions --new my/
    """
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
    from passgo.editions.template import write_template

    with expecting("--new"):
        written = write_template(folder)
    for path in written:
        print(f"wrote {path}")
    print(
        f"\nChange what you like, then try it:\n"
        f"  passgo editions {written[0]}\n"
        f"  passgo play --edition {written[0]}\n"
        f"  passgo simulate --edition {written[0]}\n"
        f"docs/editions.md explains every field. A mistake is told with its file and field."
    )


def show_editions(as_json: bool) -> None:
    """The editions, and where to look for their options."""
    rulesets = [editions.ruleset(name) for name in editions.NAMES]
    if as_json:
        print_json([as_dict(ruleset) for ruleset in rulesets])
        return
    rows = [(t.edition, t.title, str(t.year), f"{t.players[0]} to {t.players[-1]}") for t in rulesets]
    print(format_grid(("edition", "title", "year", "players"), rows))
    print(
        "\nEach can be played as a short game: --option short-game=on. Options of one: passgo editions EDITION.\n"
        "An edition of your own: passgo editions --new my/"
    )


def as_dict(ruleset: Ruleset) -> dict[str, Any]:
    """An edition as JSON."""
    return {
        "edition": ruleset.edition,
        "title": ruleset.title,
        "about": ruleset.about,
        "extends": list(ruleset.extends),
        "year": ruleset.year,
        "players": list(ruleset.players),
    }


def show_options(edition: str, as_json: bool) -> None:
    """The options of an edition: rulings and choices first, then house rules."""
    from passgo import rulebook

    with expecting():
        ruleset = editions.ruleset(edition)
    offered = ruleset.offered
    house_rules = [option for option in offered if rulebook.is_house_rule(option, ruleset)]
    if as_json:
        marks = [{"ruling": rulebook.is_ruling(o, ruleset), "house_rule": o in house_rules} for o in offered]
        print_json([{**asdict(option), **mark} for option, mark in zip(offered, marks, strict=True)])
        return
    for title, chosen in (
        ("Choices and rulings: the books leave these open.", [o for o in offered if o not in house_rules]),
        ("House rules: these depart from the book.", house_rules),
    ):
        print(bold(title))
        for option in chosen:
            print(f"  {option.name.replace('_', '-')}={format_values(option)}  {dim(option.rule)}")
            print(f"      {option.help}")
        print()
    print("The value marked * is the edition's own. Switch one with --option NAME=VALUE.")


def format_values(option: editions.Option) -> str:
    """The values of an option; the edition's own is marked."""
    if not option.values:
        return f"{option.default}*, or {option.least} to {option.most}"
    return ", ".join(format_value(value) + "*" * (value == option.default) for value in option.values)
