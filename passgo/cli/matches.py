"""The matches of `passgo tournament`, with a progress bar, the table of ratings, and a file to go on from."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as Grid

from passgo import editions
from passgo.cli import INTERRUPTED
from passgo.cli.faults import format_fault, show_faults
from passgo.cli.progress import playing
from passgo.cli.tables import format_misplay, percent, plain_grid
from passgo.cli.warm import warm
from passgo.clients import bot_from
from passgo.simulate import usual_threads
from passgo.simulate.output.parquet import check_file
from passgo.simulate.output.statistics import format_count
from passgo.simulate.tournament import results_file
from passgo.simulate.tournament.tournament import Results, Tournament, hold, number_duplicates, seats_for
from passgo.terminal.files import BrokenOff, expecting, print_json

console = Console(highlight=False)


def tournament_of(
    entrants: list[str],
    edition: str,
    options: dict[str, str],
    players: int | None,
    matches: int,
    seed: int,
    rounds: int,
    limit_s: float,
) -> Tournament:
    """The tournament that the command line asks for."""
    with expecting("--edition or --option"):
        table = editions.ruleset(edition, **options)
    with expecting():
        field = number_duplicates([bot_from(word, limit_s) for word in entrants])
        return Tournament(table, field, players or seats_for(table, len(field)), matches, seed, rounds)


def play_matches(tournament: Tournament, threads: int | None, as_json: bool, out: Path | None) -> int:
    """Play what is left to play and show what was found; the exit code."""
    with expecting("--out"):
        before = results_file.read(check_file(out), tournament) if out else Results(tournament)
    warm()
    with playing("matches", tournament.matches, before.matches) as (tell, aside):
        known = len(before.faults.all())

        def keep(found: Results) -> None:
            nonlocal known
            if out:
                results_file.write(out, found)
            tell(found.matches)
            faults = found.faults.all()
            for fault in faults[known:] if aside.is_terminal else ():  # a new fault is told at once
                aside.print(format_fault(fault), markup=False, soft_wrap=True)
            known = len(faults)

        began, first = time.monotonic(), before.matches
        found = hold(tournament, threads or usual_threads(), before, keep)
        seconds = time.monotonic() - began
    if found.matches == 0:
        raise BrokenOff("broken off before the first match was played")
    if as_json:
        print_json(found.to_dict())
    else:
        show(found, found.matches - first, seconds, out)
    return INTERRUPTED if found.matches < tournament.matches else 0


def show(found: Results, played: int, seconds: float, out: Path | None) -> None:
    """What was found, as tables."""
    tournament, numbers = found.tournament, found.to_dict()
    options = f" ({tournament.ruleset.options_text})" if tournament.ruleset.options else ""
    matches = f"{format_count(found.matches, 'match')}, {format_count(numbers['games'], 'game')}"
    if played < found.matches:
        matches += f" ({format_count(found.matches - played, 'match')} from {out})"
    if found.matches < tournament.matches:
        matches += f", broken off before {tournament.matches:,}"
    console.print(
        f"[bold]{tournament.ruleset.title}[/]{options}, tables of {tournament.seats}, seed {tournament.seed}: "
        f"{matches}; {seconds:.1f} s; {percent(numbers['finished_share'])} of the games ended."
    )
    console.print()
    console.print(standings_grid(numbers["standings"]))
    console.print()
    console.print(pairs_grid(numbers["pairs"]))
    for misplay in numbers["misplays"]:
        console.print(format_misplay(misplay), markup=False, soft_wrap=True)
    show_faults(console, found.faults)


def between(low: float | None, high: float | None, format_number: Callable[[float], str]) -> str:
    """An interval as people read it."""
    return "too few matches" if low is None or high is None else f"{format_number(low)} to {format_number(high)}"


def standings_grid(entrants: list[dict[str, Any]]) -> Grid:
    """Ratings and wins, the best first."""
    grid = plain_grid("Standings", "bot", "Elo", "95 % interval", "games", "wins", "share", "95 % interval")
    for n, found in enumerate(entrants, 1):
        rated = between(found["elo_low"], found["elo_high"], lambda points: f"{points:.0f}")
        won = between(found["low"], found["high"], percent)
        cells = (
            f"{found['elo']:.0f}",
            rated,
            f"{found['games']:,}",
            f"{found['wins']:,g}",
            percent(found["share"]),
            won,
        )
        grid.add_row(f"{n} {found['bot']}", *cells)
    return grid


def pairs_grid(pairs: list[dict[str, Any]]) -> Grid:
    """Every two that met."""
    grid = plain_grid("Pairs: the first's share of what the two won", "", "share", "95 % interval")
    for pair in pairs:
        name = f"{pair['bot']} against {pair['against']}"
        grid.add_row(name, percent(pair["share"]), between(pair["low"], pair["high"], percent))
    return grid
