"""`passgo simulate`: many games at once, with a progress bar, and what they say as tables."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from passgo import editions
from passgo.cli.asking import BadInput, expecting, print_json
from passgo.cli.faulting import show_faults
from passgo.cli.warming import warm
from passgo.simulate import Plan, Report, seated, simulate, usual_threads
from passgo.simulate.keeping import parquet
from passgo.strategies import bot_from

INTERRUPTED = 130

console = Console(highlight=False)


def plan_of(
    edition: str, players: int | None, bots: str, games: int, seed: int, options: dict[str, str], rounds: int
) -> Plan:
    """The run that the command line asks for."""
    with expecting("--edition or --option"):
        table = editions.table(edition, **options)
    with expecting("--bots"):
        chosen = [bot_from(name) for name in bots.split(",")]
    with expecting("--players and --bots"):
        seats = seated(chosen, 4 if players is None and len(chosen) == 1 else players)
    with expecting():
        return Plan(table, seats, games, seed, rounds)


def run(plan: Plan, threads: int | None, as_json: bool, out: Path | None) -> int:
    """Play the games and show what was found; the exit code."""
    warm()
    with expecting("--out"), parquet(out, plan) if out else nullcontext(lambda batch: None) as keep:
        with progress(plan.games) as tell:
            began = time.monotonic()
            report = simulate(plan, threads or usual_threads(), keep, tell)
            seconds = time.monotonic() - began
        if report.games == 0:
            raise BadInput("broken off before the first games were played")
    if as_json:
        print_json(report.to_dict())
    else:
        show(report, seconds)
    return INTERRUPTED if report.games < plan.games else 0


@contextmanager
def progress(games: int) -> Iterator[Callable[[Report], None]]:
    """A bar with the rate and the time left, where somebody can see it."""
    columns = (
        TextColumn("playing"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("[dim]Ctrl-C keeps what is done[/]"),
    )
    with Progress(*columns, console=Console(file=sys.stderr), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("games", total=games, rate="")
        began = time.monotonic()

        def tell(report: Report) -> None:
            rate = report.games / max(1e-9, time.monotonic() - began)
            bar.update(task, completed=report.games, rate=f"{rate:,.0f} games/s")

        yield tell


def show(report: Report, seconds: float) -> None:
    """What was found, as tables."""
    plan, found = report.plan, report.to_dict()
    options = f" ({plan.table.options_text})" if plan.table.options else ""
    console.print(f"[bold]{plan.table.title}[/]{options}, seed {plan.seed}: {told_games(report, seconds)}")
    for title, grid in (
        ("Wins by seat", wins_grid("seat", found["wins_by_seat"])),
        ("Wins by bot", wins_grid("bot", found["wins_by_bot"])),
        ("Length of the games that ended", lengths_grid(found)),
        ("Colour groups", groups_grid(found["groups"])),
        ("Squares landed on most", landings_grid(found["landings"])),
        ("Bankruptcies", causes_grid(found["bankruptcies"])),
    ):
        if grid.row_count:
            console.print(f"\n[bold]{title}[/]")
            console.print(grid)
    show_counts(found)
    for misplay in found["misplays"]:
        console.print(told_misplay(misplay), markup=False)
    show_faults(console, report.faults)


def told_games(report: Report, seconds: float) -> str:
    """How many games, and how many of them ended."""
    told = f"{report.games:,} games in {seconds:.1f} s ({report.games / max(seconds, 1e-9):,.0f} a second)"
    if report.games < report.plan.games:
        told += f", broken off before {report.plan.games:,}"
    unfinished = report.games - report.finished
    return f"{told}; {unfinished:,} without a winner after {report.plan.rounds} rounds" if unfinished else told


def percent(share: float) -> str:
    """A share as people read it."""
    return f"{100 * share:.2f} %"


def plain_grid(*headings: str) -> Grid:
    """An empty table; all but its first column are numbers."""
    grid = Grid(box=None, pad_edge=False)
    for n, heading in enumerate(headings):
        grid.add_column(heading, justify="right" if n else "left")
    return grid


def wins_grid(key: str, wins: list[dict[str, Any]]) -> Grid:
    """Wins with their intervals."""
    grid = plain_grid(key, "wins", "share", "95 % interval")
    for won in wins:
        name = f"{won['seat'] + 1} {won['bot']}" if key == "seat" else f"{won['bot']} ({seats(won['seats'])})"
        between = f"{percent(won['low'])} to {percent(won['high'])}"
        grid.add_row(name, f"{won['wins']:,}", percent(won["share"]), between)
    return grid


def seats(count: int) -> str:
    """In how many seats."""
    return "1 seat" if count == 1 else f"{count} seats"


def lengths_grid(found: dict[str, Any]) -> Grid:
    """Mean and quantiles."""
    grid = plain_grid("", "mean", "5 %", "25 %", "median", "75 %", "95 %")
    for key in ("rounds", "turns"):
        lengths = found[key]
        if lengths["mean"] is not None:
            quantiles = [f"{lengths[name]:,}" for name in ("p05", "p25", "p50", "p75", "p95")]
            grid.add_row(key, f"{lengths['mean']:,.1f}", *quantiles)
    return grid


def groups_grid(groups: list[dict[str, Any]]) -> Grid:
    """Rent and return."""
    grid = plain_grid("group", "rents", "rent earned $", "deeds $", "buildings $", "sold back $", "return")
    for group in groups:
        back = "" if group["return"] is None else f"{group['return']:.2f}"
        amounts = [f"{group[key]:,}" for key in ("rents", "rent", "price_paid", "building_cost", "sold_back")]
        grid.add_row(group["group"], *amounts, back)
    return grid


def landings_grid(landings: list[dict[str, Any]], most: int = 10) -> Grid:
    """The squares that are landed on most."""
    grid = plain_grid("square", "landings", "share")
    for landed in sorted(landings, key=lambda square: -int(square["landings"]))[:most]:
        grid.add_row(landed["name"], f"{landed['landings']:,}", percent(landed["share"]))
    return grid


def causes_grid(causes: list[dict[str, Any]]) -> Grid:
    """Bankruptcies by cause."""
    grid = plain_grid("debt arose from", "owed to", "bankruptcies", "share")
    total = sum(cause["bankruptcies"] for cause in causes)
    for cause in causes:
        count = cause["bankruptcies"]
        grid.add_row(cause["rule"], cause["to"], f"{count:,}", percent(count / total))
    return grid


def show_counts(found: dict[str, Any]) -> None:
    """Means per game, and shortages."""
    means = ", ".join(f"{found['per_game'][name]:,.2f} {name}" for name in ("deals", "offers", "auctions", "buildings"))
    short = found["games_with_shortage"]
    console.print(f"\nPer game: {means}, ${found['per_game']['rent']:,.0f} rent.")
    console.print(
        f"Games with a building shortage: {percent(short['share'])} "
        f"({percent(short['low'])} to {percent(short['high'])})."
    )


def told_misplay(misplay: dict[str, Any]) -> str:
    """What a bot did wrong."""
    told = [f"{count:,} by {rule}" for rule, count in misplay["by_rule"].items()]
    refused = f"{misplay['refused']:,} actions refused ({', '.join(told)})" if told else ""
    stalled = f"{misplay['stalled_turns']:,} turns without end" if misplay["stalled_turns"] else ""
    faults = " and ".join(filter(None, [refused, stalled]))
    return f"Seat {misplay['seat'] + 1} ({misplay['bot']}): {faults}; a simple choice was played instead."
