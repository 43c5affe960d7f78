"""The bar of a long run of games: how far, how fast, how long yet."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn

HINTED = 10**7
"""From so many on the numbers need the room of the hint."""


def columns_for(total: int) -> list[ProgressColumn]:
    """What the bar says, in 80 columns: the bar itself takes the room that the numbers leave."""
    done = TextColumn("{task.completed:,.0f}/{task.total:,.0f}")
    columns = [BarColumn(bar_width=None), done, TextColumn("{task.fields[rate]}"), TimeRemainingColumn()]
    return columns + ([TextColumn("[dim]Ctrl-C keeps what is done[/]")] if total < HINTED else [])


@contextmanager
def playing(unit: str, total: int, before: int = 0) -> Iterator[tuple[Callable[[int], None], Console]]:
    """A bar, where somebody can see it: it is told how many are done. On the console one can write above it.

    `before` of them were done in an earlier run, and say nothing about the rate. Whatever others print meanwhile, a
    strategy or a cluster, goes where the bar is: the output belongs to the results.
    """
    console = Console(file=sys.stderr, highlight=False)
    bar = Progress(
        *columns_for(total), console=console, transient=True, disable=not sys.stderr.isatty(), redirect_stdout=False
    )
    with bar, redirect_stdout(sys.stderr):  # the bar's own, where there is one: lines come above it
        task = bar.add_task(unit, total=total, completed=before, rate="")
        began = time.monotonic()

        def tell(done: int) -> None:
            rate = (done - before) / max(1e-9, time.monotonic() - began)
            bar.update(task, completed=done, rate=f"{rate:,.{0 if rate >= 100 else 1}f} {unit}/s")

        yield tell, console


@contextmanager
def telling() -> Iterator[Callable[[str, int, int], None]]:
    """A bar for work of several parts, where somebody sees it: it is told which part, how far, and how far it goes."""
    console = Console(file=sys.stderr, highlight=False)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("", total=None)
        yield lambda what, done, of: bar.update(task, description=what, completed=done, total=of)
