"""The search that `passgo dev tune` makes, with its progress, and the file that it ends with."""

import datetime
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from passgo.bots.trader.files import format_parameters
from passgo.bots.trader.parameters import TABLE, by_hand
from passgo.cli import INTERRUPTED
from passgo.cli.tables import plain_grid
from passgo.cli.warm import warm
from passgo.dev.tuning import Generation, Interrupted, Judge, Tuning, TuningPlan, TuningResult, games_to_verify, verify
from passgo.dev.tuning.journal import Journal, versions
from passgo.dev.tuning.opponents import TABLE_KINDS
from passgo.simulate import usual_threads
from passgo.simulate.output.parquet import check_file
from passgo.terminal.files import expecting, write_text

FAILED = 1

console = Console(highlight=False)
aside = Console(file=sys.stderr, highlight=False, soft_wrap=True)


def journal_of(out: Path) -> Path:
    """Where the run to a file keeps what it has done."""
    return out.with_name(out.name + ".tuning")


def search(plan: TuningPlan, threads: int | None, out: Path) -> int:
    """Tune, verify, and write the file if it is better; the exit code."""
    with expecting("--out"):
        check_file(out)
    warm()
    judge = Judge(threads or usual_threads())
    with expecting():
        tuning = Tuning(plan, judge, Journal(journal_of(out), plan.heading))
    if tuning.generations:
        aside.print(f"Going on after generation {len(tuning.generations)} of {journal_of(out)}.")
    try:
        with progress(plan, tuning) as tell:
            tuning.run(tell)
        aside.print(f"Verifying by {plan.verification:,} games against each rival, of seeds not used so far ...")
        with bar_of_games(judge, games_to_verify(tuning)):
            result = verify(tuning)
    except Interrupted:
        aside.print(
            f"Kept {len(tuning.generations)} generations in {journal_of(out)}: the same command goes on from there."
        )
        return INTERRUPTED
    show(result)
    if result.faults:
        aside.print(f"Nothing is written to {out}: {'; '.join(result.faults)}.", markup=False)
        aside.print(f"The same command with more generations or minutes goes on from {journal_of(out)}.")
        return FAILED
    write_text(out, format_parameters(tuned_only(result.parameters), obtained(tuning, result, out)))
    tuning.journal.close()
    console.print(f"Wrote {out}.")
    return 0


def tuned_only(parameters: dict[str, int]) -> dict[str, int]:
    """What the file says: mistakes are no part of it."""
    return {name: value for name, value in parameters.items() if TABLE[name].tuned}


def obtained(tuning: Tuning, result: TuningResult, out: Path) -> dict[str, Any]:
    """How the parameters were obtained, so that it can be done again."""
    plan = tuning.plan
    again = f"passgo dev tune --generations {len(tuning.generations)} --seed {plan.seed} --population {plan.population}"
    return {
        "how": "CMA-ES in games against champions, former champions and cautious; verified by games of other seeds",
        "command": f"{again} --games {plan.games} --rounds {plan.rounds:g} --out {out.name}",
        "date": datetime.datetime.now(datetime.UTC).date(),
        "seed": plan.seed,
        "generations": len(tuning.generations),
        "population": plan.population,
        "games": tuning.games,
        "minutes": round(tuning.seconds / 60, 1),
        "champions": tuning.champions,
        "tables": [f"{kind}, weight {kind.weight}" for kind in TABLE_KINDS],
        "verified": [comparison.to_dict() for comparison in result.comparisons],
        "ended_share": round(result.ended, 4),
        "mean_rounds": round(result.rounds, 2),
        "silly_offers_accepted": round(result.silly_share, 4),
        "versions": versions(),
    }


@contextmanager
def progress(plan: TuningPlan, tuning: Tuning) -> Iterator[Callable[[Generation], None]]:
    """A line for each generation and, where somebody can see it, a bar with the time left."""
    columns = (
        TextColumn("tuning"),
        BarColumn(),
        TextColumn("{task.fields[told]}"),
        TimeRemainingColumn(elapsed_when_finished=True),
        TextColumn("[dim]Ctrl-C keeps what is done[/]"),
    )
    by_time = plan.minutes is not None
    total = 60 * plan.minutes if plan.minutes is not None else plan.generations
    with Progress(*columns, console=aside, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("tuning", total=total, told=f"generation {len(tuning.generations)}")
        bar.update(task, completed=tuning.seconds if by_time else len(tuning.generations))

        def tell(found: Generation) -> None:
            told = f"best {found.best:.3f}, mean {found.mean:.3f} of a fair share, step {found.step:.3f}"
            aside.print(f"generation {found.number}: {told}, {found.champions} crowned, {found.seconds:.0f} s")
            done = found.seconds if by_time else found.number
            bar.update(task, completed=done, told=f"generation {found.number}")

        yield tell


@contextmanager
def bar_of_games(judge: Judge, games: int) -> Iterator[None]:
    """A bar for the games that the judge plays."""
    columns = (TextColumn("verifying"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=aside, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("verifying", total=games)
        judge.on_games = lambda played: bar.advance(task, played)
        yield


def show(result: TuningResult) -> None:
    """The numbers beside the hand-chosen ones, and what they are worth."""
    grid = plain_grid("Parameters", "parameter", "by hand", "tuned", "range")
    for name, value in tuned_only(result.parameters).items():
        entry = TABLE[name]
        grid.add_row(name, str(by_hand()[name]), str(value), f"{entry.low} to {entry.high}")
    console.print(grid)
    for comparison in result.comparisons:
        grid = plain_grid(f"Against {comparison.against}", "table", "of a fair share", "95 % interval", "games")
        for name, score in {**comparison.by_table, "all, by weight": comparison.overall}.items():
            grid.add_row(name, f"{score.score:.3f}", f"{score.low:.3f} to {score.high:.3f}", f"{score.games:,}")
        console.print()
        console.print(grid)
    console.print(f"\nAmong four of them {result.ended:.2%} of games end, after {result.rounds:.1f} rounds on average.")
    console.print(f"Of silly offers they accept {result.silly_share:.0%}.")
