"""`passgo dev fuzz --against reference`: the engine against the second reading of the rulebook in tests/reference.

The second reading is a test and no part of the package, so it is imported from the checkout, only here and only when
it is asked for.
"""

import importlib
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from passgo import editions
from passgo.cli.warm import warm
from passgo.terminal.files import BadInput, expecting, print_json

FAILED = 1
INTERRUPTED = 130


def runs_from(root: Path) -> Any:
    """The runner of tests/reference in a checkout."""
    if not (root / "tests" / "reference" / "runs.py").exists():
        raise BadInput(
            "dev fuzz --against reference: expected a checkout of PassGo: the second reading of the rules lives in its "
            "tests/reference, which an installed package does not have"
        )
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))  # worker processes inherit it
    return importlib.import_module("tests.reference.runs")


def compare_readings(
    root: Path,
    games: int | None,
    seed: int,
    edition: str | None,
    minutes: float | None,
    processes: int,
    kept: Path | None,
    as_json: bool,
) -> int:
    """Play random games in both readings until they differ or all are played; the exit code."""
    with expecting("--edition"):
        key = editions.known_name(edition) if edition else None  # the second reading knows no other
    runs = runs_from(root)
    warm()
    console = Console(file=sys.stderr)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("comparing", total=games)

        def tell(report: Any) -> None:
            bar.update(task, completed=report.games, description=f"{report.steps:,} steps")

        with expecting():
            report = runs.run(games, seed, minutes, processes, kept=kept, edition=key, tell=tell)
    if as_json:
        print_json(report.to_dict())
    else:
        show(report.to_dict())
    if report.interrupted:
        return INTERRUPTED
    return FAILED if report.differences else 0


def show(numbers: dict[str, Any]) -> None:
    """The difference as a readable game; or what agreed, and how rare the things were that were met."""
    if numbers["differences"]:
        print(numbers["difference"])
        return
    refusals = f"{numbers['refusals']:,} refusals ({numbers['refusals_by_one_rule_only']:,} by one rule only)"
    print(f"{numbers['games']:,} games, {numbers['steps']:,} steps, {refusals}: no difference.")
    console = Console(highlight=False)
    for heading, counts in (
        ("situation", numbers["situations"]),
        ("event", numbers["events"]),
        ("refusing rule", numbers["refusing_rules"]),
        ("action", numbers["actions"]),
    ):
        table = Table(heading, "times", box=None, pad_edge=False)
        table.columns[1].justify = "right"
        for name, count in counts.items():
            table.add_row(name, f"{count:,}")
        console.print(table)
        console.print()
    for what in ("events", "refusing_rules", "actions"):
        missed = ", ".join(numbers[f"{what}_not_met"]) or "none"
        console.print(f"{what.replace('_', ' ')} never met: {missed}")
