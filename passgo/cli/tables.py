"""What a run found, as tables for people."""

from typing import Any

from rich.console import Console
from rich.table import Table as Grid

from passgo.simulate import Report

console = Console(highlight=False)


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
