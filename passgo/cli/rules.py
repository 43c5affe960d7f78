"""`passgo rules`: searching the rulebook, and counting which of its rules are in the code and tested."""

from pathlib import Path
from typing import Annotated, Any

from passgo import editions, rulebook
from passgo.cli.arguments import AsJson, OnlyEdition, project_folder
from passgo.cli.line import Argument, Option
from passgo.cli.text import bold, format_grid, room
from passgo.editions import Ruleset
from passgo.terminal.files import BadInput, expecting, print_json


def command(
    text: Annotated[list[str] | None, Argument(says="Words to look for, or the id of a rule.")] = None,
    edition: OnlyEdition = None,
    coverage: Annotated[bool, Option("--coverage", says="Count the rules with code and with a test.")] = False,
    as_json: AsJson = False,
) -> None:
    """Search the rulebook, or count which of its rules are in the code and tested.

    passgo rules free parking
    passgo rules jail.third-turn --edition modern --json
    """
    if coverage:
        show_coverage(project_folder(), as_json)
    else:
        show_rules(" ".join(text or []), edition, as_json)


def show_rules(text: str, edition: str | None, as_json: bool) -> None:
    """The rules that speak of these words; without words, all of them by heading."""
    with expecting("--edition"):
        ruleset = editions.ruleset(edition) if edition else None
    found = rulebook.search(text, ruleset) if text else rules_of(ruleset)
    if text.strip().casefold() in rulebook.RULES:
        found = [rulebook.rule(text)]
    if as_json:
        print_json([as_dict(rule) for rule in found])
    elif not found:
        raise BadInput(f"no rule speaks of {text!r}; expected other words, or nothing to list every rule")
    elif text:
        show_best(found, ruleset)
    else:
        show_list(found)


def rules_of(ruleset: Ruleset | None) -> list[rulebook.Rule]:
    """Every rule, or every rule of an edition."""
    return [
        rulebook.RULES[rule_id] for rule_id in (rulebook.RULES if ruleset is None else rulebook.in_edition(ruleset))
    ]


def as_dict(rule: rulebook.Rule) -> dict[str, Any]:
    """A rule as JSON."""
    by_edition = {name: dict(getattr(rule, name)) for name in ("status", "reading", "ruled", "source")}
    return {"id": rule.id, "section": rule.section, "says": rule.says, **by_edition}


def show_best(found: list[rulebook.Rule], ruleset: Ruleset | None) -> None:
    """The best rule whole, a few more in a line each."""
    best, *others = found
    where = ruleset or next(name for name in ("classic", *rulebook.BOOKS) if best.exists_in(name))
    print(rulebook.why(best.id, where))
    if others:
        print("\nSee also:")
        show_list(others[:6])
    if ruleset is None:
        print("\nFor another edition: --edition " + " | ".join(n for n in rulebook.BOOKS if best.exists_in(n)))


def show_list(rules: list[rulebook.Rule]) -> None:
    """Rules, a line each, under their headings."""
    width = max(len(rule.id) for rule in rules)
    section = ""
    for rule in rules:
        if len(rules) > 6 and rule.section != section:
            section = rule.section
            print(f"\n{bold(section)}")
        line = f"  {rule.id:{width}}  {rule.says}"
        print(line[: room()])


def show_coverage(root: Path, as_json: bool) -> None:
    """How many rules are in the code and tested, and which are not."""
    from passgo.rulebook.coverage import coverage

    counted = coverage(root)
    if as_json:
        print_json(counted)
        return
    rows: list[Any] = [("all", counted), *counted["editions"].items()]
    cells = [(name, *(str(count[what]) for what in ("rules", "in_code", "tested"))) for name, count in rows]
    print(format_grid(("edition", "rules", "in code", "tested"), cells))
    for name, count in counted["editions"].items():
        for what, missing in (("code", count["missing_code"]), ("a test", count["missing_tests"])):
            if missing:
                print(f"{name}: without {what}: {', '.join(missing)}")
