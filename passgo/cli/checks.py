"""Commands that prove the engine: random games, and exact counts."""

import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from passgo.cli.warm import warm
from passgo.terminal.files import expecting, print_json, read_text

FAILED = 1


def play_random_games(games: int | None, seed: int, edition: str | None, minutes: float | None, as_json: bool) -> int:
    """Play random games until one fails or all are played; the exit code."""
    from passgo.dev.fuzz import Report, fuzz
    from passgo.editions.book import edition_key

    with expecting():
        key = edition_key(edition) if edition else None
    warm()
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("games", total=games)

        def tell(report: Report) -> None:
            bar.update(task, completed=report.games)

        report = fuzz(games, seed, key, minutes, tell)
    if as_json:
        print_json(report.to_dict())
    elif report.failure:
        print(report.failure)
    else:
        print(f"{report.games:,} games, {report.steps:,} steps, {report.tried:,} actions tried: nothing broken.")
    return FAILED if report.failure else 0


def count_positions(files: list[Path]) -> int:
    """Count the positions of each file and compare; the exit code."""
    texts = {path: read_text(path) for path in files}
    from passgo.dev.perft import check

    warm()
    failed = 0
    for path, text in texts.items():
        with expecting(str(path)):
            verdict = check(text)
        print(f"{path.name}: {verdict.text}")
        failed += not verdict.right
    return FAILED if failed else 0
