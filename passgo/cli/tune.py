"""`passgo tune`: the search with its progress, and the file that it ends with."""

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
from passgo.cli.simulate import INTERRUPTED
from passgo.cli.tables import plain_grid
from passgo.cli.warm import warm
from passgo.dev.tuning import Interrupted, Judge, News, Result, Tuning, Wish, games_to_verify, verify
from passgo.dev.tuning.journal import Diary, versions
from passgo.dev.tuning.opponents import SETTINGS
from passgo.simulate import usual_threads
from passgo.simulate.output.parquet import check_file
from passgo.terminal.files import expecting, write_text

FAILED = 1

console = Console(highlight=False)
aside = Console(file=sys.stderr, highlight=False, soft_wrap=True)


def diary_of(out: Path) -> Path:
    """Where the run to a file keeps what it has done."""
    return out.with_name(out.name + ".tuning")


def run(wish: Wish, threads: int | None, out: Path) -> int:
    """Tune, verify, and write the file if it is better; the exit code."""
    with expecting("--out"):
        check_file(out)
    warm()
    judge = Judge(threads or usual_threads())
    with expecting():
        tuning = Tuning(wish, judge, Diary(diary_of(out), wish.heading))
    if tuning.news:
        aside.print(f"Going on after generation {len(tuning.news)} of {diary_of(out)}.")
    try:
        with progress(wish, tuning) as tell:
            tuning.run(tell)
        aside.print(f"Verifying by {wish.verification:,} games against each rival, of seeds not used so far ...")
        with bar_of_games(judge, games_to_verify(tuning)):
            result = verify(tuning)
    except Interrupted:
        aside.print(f"Kept {len(tuning.news)} generations in {diary_of(out)}: the same command goes on from there.")
        return INTERRUPTED
    show(result)
    if result.faults:
        aside.print(f"Nothing is written to {out}: {'; '.join(result.faults)}.", markup=False)
        aside.print(f"The same command with more generations or minutes goes on from {diary_of(out)}.")
        return FAILED
    write_text(out, format_parameters(tuned_only(result.parameters), obtained(tuning, result, out)))
    tuning.diary.close()
    console.print(f"Wrote {out}.")
    return 0


def tuned_only(parameters: dict[str, int]) -> dict[str, int]:
    """What the file says: mistakes are no part of it."""
    return {name: value for name, value in parameters.items() if TABLE[name].tuned}


def obtained(tuning: Tuning, result: Result, out: Path) -> dict[str, Any]:
    """How the parameters were obtained, so that it can be done again."""
    wish = tuning.wish
    again = f"passgo tune --generations {len(tuning.news)} --seed {wish.seed} --population {wish.population}"
    return {
        "how": "CMA-ES in games against champions, former champions and cautious; verified by games of other seeds",
        "command": f"{again} --games {wish.games} --rounds {wish.rounds:g} --out {out.name}",
        "date": datetime.datetime.now(datetime.UTC).date(),
        "seed": wish.seed,
        "generations": len(tuning.news),
        "population": wish.population,
        "games": tuning.games,
        "minutes": round(tuning.seconds / 60, 1),
        "champions": tuning.champions,
        "tables": [f"{setting}, weight {setting.weight}" for setting in SETTINGS],
        "verified": [comparison.to_dict() for comparison in result.comparisons],
        "ended_share": round(result.ended, 4),
        "mean_rounds": round(result.rounds, 2),
        "silly_offers_accepted": round(result.silly, 4),
        "versions": versions(),
    }


@contextmanager
def progress(wish: Wish, tuning: Tuning) -> Iterator[Callable[[News], None]]:
    """A line for each generation and, where somebody can see it, a bar with the time left."""
    columns = (
        TextColumn("tuning"),
        BarColumn(),
        TextColumn("{task.fields[told]}"),
        TimeRemainingColumn(elapsed_when_finished=True),
        TextColumn("[dim]Ctrl-C keeps what is done[/]"),
    )
    by_time = wish.minutes is not None
    total = 60 * wish.minutes if wish.minutes is not None else wish.generations
    with Progress(*columns, console=aside, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("tuning", total=total, told=f"generation {len(tuning.news)}")
        bar.update(task, completed=tuning.seconds if by_time else len(tuning.news))

        def tell(news: News) -> None:
            told = f"best {news.best:.3f}, mean {news.mean:.3f} of a fair share, step {news.step:.3f}"
            aside.print(f"generation {news.generation}: {told}, {news.champions} crowned, {news.seconds:.0f} s")
            done = news.seconds if by_time else news.generation
            bar.update(task, completed=done, told=f"generation {news.generation}")

        yield tell


@contextmanager
def bar_of_games(judge: Judge, games: int) -> Iterator[None]:
    """A bar for the games that the judge plays."""
    columns = (TextColumn("verifying"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=aside, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("verifying", total=games)
        judge.hear = lambda played: bar.advance(task, played)
        yield


def show(result: Result) -> None:
    """The numbers beside the hand-chosen ones, and what they are worth."""
    grid = plain_grid("Parameters", "parameter", "by hand", "tuned", "range")
    for name, value in tuned_only(result.parameters).items():
        entry = TABLE[name]
        grid.add_row(name, str(by_hand()[name]), str(value), f"{entry.low} to {entry.high}")
    console.print(grid)
    for comparison in result.comparisons:
        grid = plain_grid(f"Against {comparison.against}", "table", "of a fair share", "95 % interval", "games")
        for name, score in {**comparison.by_setting, "all, by weight": comparison.overall}.items():
            grid.add_row(name, f"{score.score:.3f}", f"{score.low:.3f} to {score.high:.3f}", f"{score.games:,}")
        console.print()
        console.print(grid)
    console.print(f"\nAmong four of them {result.ended:.2%} of games end, after {result.rounds:.1f} rounds on average.")
    console.print(f"Of silly offers they accept {result.silly:.0%}.")
