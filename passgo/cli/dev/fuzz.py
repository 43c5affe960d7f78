"""`passgo dev fuzz`: random games in which every step is checked."""

import sys
from pathlib import Path
from typing import Annotated

from passgo.cli.arguments import AsJson, OnlyEdition, checked_edition, checkout
from passgo.cli.line import Option
from passgo.terminal.files import BadInput, print_json

FAILED = 1


def command(
    games: Annotated[
        int | None,
        Option(least=1, says="How many random games: 100, or with --minutes as many as there is time for."),
    ] = None,
    seed: Annotated[int, Option(least=0, says="Of the first game; each further game takes the next.")] = 1,
    edition: OnlyEdition = None,
    minutes: Annotated[float | None, Option(least=0.01, says="Stop after so many minutes.")] = None,
    against: Annotated[
        str | None,
        Option(says="reference: play each game in the second reading of the rules too, and compare every step."),
    ] = None,
    threads: Annotated[
        int, Option("--threads", "-t", least=1, most=256, says="With --against: so many processes at once.")
    ] = 1,
    kept: Annotated[
        Path | None, Option(says="With --against: keep what is done in this file, and go on from there.")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Play random games of random options, checking every invariant after every step.

    With `--against reference` the games are compared, step by step, with the second reading of the rulebook in
    tests/reference: legal actions, events, refusals and every field of the state. The first difference is shrunk to a
    short record and told. That needs a checkout of PassGo.

        passgo dev fuzz --minutes 10 --seed 7
        passgo dev fuzz --against reference --games 1000 --threads 2
    """
    most = games if games is not None or minutes is not None else 100
    if against is None:
        if threads != 1 or kept is not None:
            raise BadInput("fuzz: --threads and --kept go with --against reference")
        return play_random_games(most, seed, edition, minutes, as_json)
    if against != "reference":
        raise BadInput(f"fuzz: expected --against reference, not {against}")
    from passgo.cli.dev.fuzz_reference import compare_readings

    return compare_readings(checkout(), most, seed, edition, minutes, threads, kept, as_json)


def play_random_games(games: int | None, seed: int, edition: str | None, minutes: float | None, as_json: bool) -> int:
    """Play random games until one fails or all are played; the exit code."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from passgo.cli.warm import warm
    from passgo.dev.fuzz import Report, fuzz

    checked_edition(edition)
    warm()
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("games", total=games)

        def tell(report: Report) -> None:
            bar.update(task, completed=report.games)

        report = fuzz(games, seed, edition, minutes, tell)
    if as_json:
        print_json(report.to_dict())
    elif report.failure:
        print(report.failure)
    else:
        print(f"{report.games:,} games, {report.steps:,} steps, {report.tried:,} actions tried: nothing broken.")
    return FAILED if report.failure else 0
