"""What a run found, as tables for people: in 80 columns one below the other, with more room side by side."""

from typing import Any

from rich.console import Console
from rich.table import Table as Grid

from passgo.cli.faults import show_faults
from passgo.simulate import Report
from passgo.simulate.output.report import label_of
from passgo.simulate.output.statistics import format_count

console = Console(highlight=False)

GAP = 5
"""Columns between two tables."""

BAR = 10
"""Columns of the longest bar."""


def show(report: Report, seconds: float) -> None:
    """What was found, as tables."""
    plan, found = report.plan, report.to_dict()
    options = f" ({plan.ruleset.options_text})" if plan.ruleset.options else ""
    console.print(f"[bold]{plan.ruleset.title}[/]{options}, seed {plan.seed}: {format_games(report, seconds)}")
    if plan.start:
        console.print(f"Chances from a position, {label_of(plan)}.", markup=False)
    console.print()
    by_bot = found["wins_by_bot"] if len(found["wins_by_bot"]) > 1 else []  # one in all seats wins whatever is won
    show_pair(wins_grid("seat", found["wins_by_seat"]), wins_grid("bot", by_bot))
    show_pair(lengths_grid(found), causes_grid(found["bankruptcies"]))
    show_pair(groups_grid(found["groups"], report.games), landings_grid(found["landings"]))
    show_counts(found)
    for misplay in found["misplays"]:
        console.print(format_misplay(misplay), markup=False, soft_wrap=True)
    show_faults(console, report.faults)


def show_pair(*grids: Grid) -> None:
    """Two tables, beside one another where there is room; those without rows are left out."""
    filled = [grid for grid in grids if grid.row_count]
    if sum(console.measure(grid).maximum + GAP for grid in filled) - GAP <= console.width:
        both = Grid.grid(padding=(0, GAP, 0, 0), pad_edge=False)
        both.add_row(*filled)
        filled = [both] if filled else []
    for grid in filled:
        console.print(grid)
        console.print()


def format_games(report: Report, seconds: float) -> str:
    """How many games, and how many of them ended."""
    told = (
        f"{format_count(report.games, 'game')} in {seconds:.1f} s ({report.games / max(seconds, 1e-9):,.0f} a second)"
    )
    if report.games < report.plan.games:
        told += f", broken off before {report.plan.games:,}"
    unfinished = report.games - report.finished
    return (
        f"{told}; {unfinished:,} without a winner after {format_count(report.plan.rounds, 'round')}"
        if unfinished
        else told
    )


def percent(share: float) -> str:
    """A share as people read it."""
    return f"{100 * share:.2f} %"


def bar(share: float) -> str:
    """A share as a bar, to the eighth of a column.

    >>> bar(0.5), bar(0.06), bar(0)
    ('█████', '▋', '')
    """
    eighths = round(8 * BAR * share)
    return "█" * (eighths // 8) + ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")[eighths % 8]


def plain_grid(title: str, *headings: str) -> Grid:
    """An empty table; all but its first column are numbers."""
    grid = Grid(title=title, box=None, pad_edge=False, title_justify="left", title_style="bold", header_style="dim")
    for n, heading in enumerate(headings):
        grid.add_column(heading, justify="right" if n else "left", no_wrap=True)
    return grid


def wins_grid(key: str, wins: list[dict[str, Any]]) -> Grid:
    """Wins with their intervals."""
    grid = plain_grid(f"Wins by {key}", key, "wins", "share", "95 % interval")
    grid.add_column("", justify="left", no_wrap=True)
    for won in wins:
        who = won.get("player", f"{won.get('seat', 0) + 1} {won['bot']}")
        name = who if key == "seat" else f"{won['bot']} ({format_seats(won['seats'])})"
        between = f"{percent(won['low'])} to {percent(won['high'])}"
        grid.add_row(name, f"{won['wins']:,}", percent(won["share"]), between, bar(won["share"]))
    return grid


def format_seats(count: int) -> str:
    """In how many seats."""
    return format_count(count, "seat")


def lengths_grid(found: dict[str, Any]) -> Grid:
    """Mean and quantiles."""
    grid = plain_grid("Length of the games that ended", "", "mean", "5 %", "25 %", "median", "75 %", "95 %")
    for key in ("rounds", "turns"):
        lengths = found[key]
        if lengths["mean"] is not None:
            quantiles = [f"{lengths[name]:,}" for name in ("p05", "p25", "p50", "p75", "p95")]
            grid.add_row(key, f"{lengths['mean']:,.1f}", *quantiles)
    return grid


def groups_grid(groups: list[dict[str, Any]], games: int) -> Grid:
    """Rent and return, in dollars a game: these can be compared between runs."""
    headings = ("group", "rents", "$ rent", "$ deeds", "$ buildings", "$ sold back", "return")
    grid = plain_grid("Colour groups, a game", *headings)
    for group in groups:
        back = "" if group["return"] is None else f"{group['return']:.2f}"
        means = [f"{group[key] / games:,.1f}" for key in ("rents", "rent", "price_paid", "building_cost", "sold_back")]
        grid.add_row(group["group"], *means, back)
    return grid


def landings_grid(landings: list[dict[str, Any]], most: int = 10) -> Grid:
    """The squares that are landed on most."""
    grid = plain_grid(f"The {most} squares landed on most", "square", "landings", "share")
    names = [landed["name"] for landed in landings]
    for n in sorted(range(len(landings)), key=lambda n: -int(landings[n]["landings"]))[:most]:
        name = names[n] if names.count(names[n]) == 1 else f"{names[n]} (square {n})"
        grid.add_row(name, f"{landings[n]['landings']:,}", percent(landings[n]["share"]))
    return grid


def causes_grid(causes: list[dict[str, Any]]) -> Grid:
    """Bankruptcies by cause."""
    grid = plain_grid("Bankruptcies", "debt arose from", "owed to", "count", "share")
    total = sum(cause["bankruptcies"] for cause in causes)
    for cause in causes:
        count = cause["bankruptcies"]
        grid.add_row(cause["rule"], cause["to"], f"{count:,}", percent(count / total))
    return grid


def show_counts(found: dict[str, Any]) -> None:
    """Means per game, and shortages."""
    means = ", ".join(f"{found['per_game'][name]:,.2f} {name}" for name in ("deals", "offers", "auctions", "buildings"))
    short = found["games_with_shortage"]
    console.print(f"Per game: {means}, ${found['per_game']['rent']:,.0f} rent.")
    console.print(
        f"Games with a building shortage: {percent(short['share'])} "
        f"({percent(short['low'])} to {percent(short['high'])})."
    )


def format_misplay(misplay: dict[str, Any]) -> str:
    """What a bot did wrong; in a tournament it sits in every seat."""
    who = f"Seat {misplay['seat'] + 1} ({misplay['bot']})" if "seat" in misplay else misplay["bot"]
    told = [f"{count:,} by {rule}" for rule, count in misplay["by_rule"].items()]
    refused = f"{misplay['refused']:,} actions refused ({', '.join(told)})" if told else ""
    stalled = f"{misplay['stalled_turns']:,} turns without end" if misplay["stalled_turns"] else ""
    faults = " and ".join(filter(None, [refused, stalled]))
    return f"{who}: {faults}; a simple choice was played instead."
