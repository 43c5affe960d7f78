"""`passgo rules`: searching the rulebook, and counting which of its rules are in the code and tested."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table as Grid

from passgo import editions, rulebook
from passgo.cli.arguments import AsJson, OnlyEdition, project_folder
from passgo.editions import Ruleset
from passgo.terminal.files import BadInput, expecting, print_json

console = Console(highlight=False, emoji=False)


def command(
    text: Annotated[list[str] | None, typer.Argument(help="Words to look for, or the id of a rule.")] = None,
    edition: OnlyEdition = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="Count the rules with code and with a test.")] = False,
    as_json: AsJson = False,
) -> None:
    """Search the rulebook, or count which of its rules are in the code and tested."""
    if coverage:
        show_coverage(project_folder(), as_json)
    else:
        show_rules(" ".join(text or []), edition, as_json)


def show_rules(text: str, edition: str | None, as_json: bool) -> None:
    """The rules that speak of these words; without words, all of them by heading."""
    with expecting("--edition"):
        table = editions.ruleset(edition) if edition else None
    found = rulebook.search(text, table) if text else rules_of(table)
    if text.strip().casefold() in rulebook.RULES:
        found = [rulebook.rule(text)]
    if as_json:
        print_json([as_dict(rule) for rule in found])
    elif not found:
        raise BadInput(f"no rule speaks of {text!r}; expected other words, or nothing to list every rule")
    elif text:
        show_best(found, table)
    else:
        show_list(found)


def rules_of(table: Ruleset | None) -> list[rulebook.Rule]:
    """Every rule, or every rule of an edition."""
    return [rulebook.RULES[rule_id] for rule_id in (rulebook.RULES if table is None else rulebook.in_edition(table))]


def as_dict(rule: rulebook.Rule) -> dict[str, Any]:
    """A rule as JSON."""
    by_edition = {name: dict(getattr(rule, name)) for name in ("status", "reading", "ruled", "source")}
    return {"id": rule.id, "section": rule.section, "says": rule.says, **by_edition}


def show_best(found: list[rulebook.Rule], table: Ruleset | None) -> None:
    """The best rule whole, a few more in a line each."""
    best, *others = found
    where = table or next(name for name in ("classic", *rulebook.BOOKS) if best.exists_in(name))
    console.print(rulebook.why(best.id, where), markup=False)
    if others:
        console.print("\nSee also:")
        show_list(others[:6])
    if table is None:
        console.print("\nFor another edition: --edition " + " | ".join(n for n in rulebook.BOOKS if best.exists_in(n)))


def show_list(rules: list[rulebook.Rule]) -> None:
    """Rules, a line each, under their headings."""
    width = max(len(rule.id) for rule in rules)
    section = ""
    for rule in rules:
        if len(rules) > 6 and rule.section != section:
            section = rule.section
            console.print(f"\n[bold]{section}[/]")
        line = f"  {rule.id:{width}}  {rule.says}"
        console.print(line[: console.width] if console.is_terminal else line, markup=False, soft_wrap=True)


def show_coverage(root: Path, as_json: bool) -> None:
    """How many rules are in the code and tested, and which are not."""
    from passgo.rulebook.coverage import coverage

    counted = coverage(root)
    if as_json:
        print_json(counted)
        return
    grid = Grid("edition", "rules", "in code", "tested", box=None, pad_edge=False)
    grid.add_row("all", str(counted["rules"]), str(counted["in_code"]), str(counted["tested"]))
    for name, count in counted["editions"].items():
        grid.add_row(name, str(count["rules"]), str(count["in_code"]), str(count["tested"]))
    console.print(grid)
    for name, count in counted["editions"].items():
        for what, missing in (("code", count["missing_code"]), ("a test", count["missing_tests"])):
            if missing:
                console.print(f"{name}: without {what}: {', '.join(missing)}")
