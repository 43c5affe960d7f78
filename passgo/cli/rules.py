"""Commands that read and show: the rulebook, the editions, the verdict on a record."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as Grid

from passgo import editions, rulebook
from passgo.cli.warm import warm
from passgo.editions import Option
from passgo.editions.book import edition_key
from passgo.notation.record import parse_record
from passgo.terminal.files import BadInput, expecting, print_json

console = Console(highlight=False, emoji=False)


def show_editions(as_json: bool) -> None:
    """The editions, and where to look for their options."""
    tables = [editions.ruleset(name) for name in editions.NAMES]
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


def show_rules(text: str, edition: str | None, as_json: bool) -> None:
    """The rules that speak of these words; without words, all of them by heading."""
    with expecting():
        key = edition_key(edition) if edition else None
    found = rulebook.search(text, key) if text else rules_of(key)
    if text.strip().casefold() in rulebook.RULES:
        found = [rulebook.rule(text)]
    if as_json:
        print_json([as_dict(rule) for rule in found])
    elif not found:
        raise BadInput(f"no rule speaks of {text!r}; expected other words, or nothing to list every rule")
    elif text:
        show_best(found, key)
    else:
        show_list(found)


def rules_of(edition: str | None) -> list[rulebook.Rule]:
    """Every rule, or every rule of an edition."""
    return [rule for rule in rulebook.RULES.values() if edition is None or rule.exists_in(edition)]


def as_dict(rule: rulebook.Rule) -> dict[str, Any]:
    """A rule as JSON."""
    by_edition = {name: dict(getattr(rule, name)) for name in ("status", "reading", "ruled", "source")}
    return {"id": rule.id, "section": rule.section, "says": rule.says, **by_edition}


def show_best(found: list[rulebook.Rule], edition: str | None) -> None:
    """The best rule whole, a few more in a line each."""
    best, *others = found
    where = edition or next(name for name in ("classic", *editions.NAMES) if best.exists_in(name))
    console.print(rulebook.why(best.id, where), markup=False)
    if others:
        console.print("\nSee also:")
        show_list(others[:6])
    if edition is None:
        console.print("\nFor another edition: --edition " + " | ".join(n for n in editions.NAMES if best.exists_in(n)))


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


def show_verdict(path: Path, text: str, as_json: bool) -> None:
    """Whether a record is lawful and complete, and whether its dice are the dealer's."""
    from passgo import Game, verify

    with expecting(str(path)):
        parse_record(text)  # before compiling, which may take a while
        warm()
        game = Game.from_record(text)
        dealt = None if game.dealer.waits else verify(text)
    over = game.outcome
    if as_json:
        winners = list(over.winners) if over else []
        print_json({"lawful": True, "complete": over is not None, "winners": winners, "chance_verified": dealt})
        return
    players = ", ".join(game.names)
    console.print(f"{path}: lawful and {'complete' if over else 'not finished'}.", markup=False, soft_wrap=True)
    console.print(f"{game.table.title}; {players}; {game.turn} turns.", markup=False)
    console.print(f"{' and '.join(over.winners)} won." if over else f"{game.next_to_decide} is to act.", markup=False)
    if dealt is None:
        console.print("Dice and cards were typed in, or their dealer's secret is not in the record: not verifiable.")
    else:
        console.print(f"All {dealt} throws and cards are what the dealer ({game.dealer}) gives.", markup=False)
