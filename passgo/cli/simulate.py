"""`passgo simulate`: many games at once, with a progress bar; what they say as tables, files and pictures."""

import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from passgo import editions
from passgo.cli.arguments import AsJson, Edition, Limit, Options, Threads, parse_options
from passgo.cli.progress import playing
from passgo.cli.tables import show
from passgo.cli.warm import warm
from passgo.simulate import Bot, Plan, fill_seats, simulate, usual_threads, workers_for
from passgo.simulate.output import plots as pictures
from passgo.simulate.output.parquet import games_file, turns_file
from passgo.simulate.runs.batch import Batch
from passgo.simulate.runs.cluster import LOCAL, Cluster, connect
from passgo.simulate.runs.plan import number_duplicates
from passgo.simulate.runs.workers import Source
from passgo.strategies import LIMIT_S, bot_from
from passgo.terminal.files import BadInput, BrokenOff, expecting, print_json

INTERRUPTED = 130


@dataclass(frozen=True)
class Wanted:
    """What the command line wants of a run: JSON instead of tables; files of games and turns; a folder of pictures."""

    as_json: bool = False
    out: Path | None = None
    turns: Path | None = None
    plots: Path | None = None


def command(
    bots: Annotated[
        str, typer.Option("--bots", "-b", help="A bot for each seat, or one for all: trader,cautious,my_bot.py.")
    ] = "trader",
    edition: Edition = "classic",
    players: Annotated[int | None, typer.Option("--players", "-p", min=2, max=8, help="Seats at the table.")] = None,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="How many games, at most 10**12.")] = 10_000,
    threads: Threads = None,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, help="The same seed gives the same games.")] = 1,
    option: Options = None,
    rounds: Annotated[int, typer.Option(min=1, max=100_000, help="Break a game off after so many rounds.")] = 500,
    limit: Limit = 2.0,
    as_json: AsJson = False,
    out: Annotated[
        Path | None, typer.Option(help="Write a row for each game to this Parquet file; needs passgo\\[data].")
    ] = None,
    turns: Annotated[
        Path | None, typer.Option(help="Write a row for each turn to this Parquet file; needs passgo\\[data].")
    ] = None,
    plots: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Draw what was found into this folder; needs passgo\\[data].")
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="[ADDRESS]",
            help="Play on a Ray cluster; without an address, on one started here. Needs passgo\\[cluster].",
        ),
    ] = None,
) -> int:
    """Play many games with bots and count: wins, lengths, landings, rent, bankruptcies.

    The same seed gives the same games whatever the number of threads or machines. Ctrl-C keeps what is done.
    """
    wanted = Wanted(as_json, out, turns, plots)
    plan = plan_of(edition, players, bots, games, seed, parse_options(option), rounds, turns is not None, limit)
    return play_plan(plan, threads, ray, wanted)


def plan_of(
    edition: str,
    players: int | None,
    bots: str,
    games: int,
    seed: int,
    options: dict[str, str],
    rounds: int,
    turns: bool = False,
    limit_s: float = LIMIT_S,
) -> Plan:
    """The run that the command line asks for."""
    with expecting("--edition or --option"):
        table = editions.ruleset(edition, **options)
    with expecting("--bots"):
        chosen = bots_from(bots, limit_s)
    with expecting("--players and --bots"):
        seats = fill_seats(chosen, 4 if players is None and len(chosen) == 1 else players)
    with expecting():
        return Plan(table, seats, games, seed, rounds, turns)


def bots_from(words: str, limit_s: float) -> list[Bot]:
    """The bots of a list with commas. One that is named twice is the same; different ones of one name are numbered."""
    listed = [name.strip() for name in words.split(",")]
    meant = {name: str(Path(name).resolve()) if name.endswith(".py") else name.casefold() for name in listed}
    each = {what: bot_from(name, limit_s) for name, what in meant.items()}
    apart = dict(zip(each, number_duplicates(list(each.values())), strict=True))
    return [apart[meant[name]] for name in listed]


def play_plan(plan: Plan, threads: int | None, ray: str | None, wanted: Wanted) -> int:
    """Play the games and show what was found; the exit code."""
    with ExitStack() as open_files:
        keep = keeper(plan, wanted, open_files)  # first: a folder that is not there is told before anything is compiled
        warm()
        with expecting("--ray" if ray else ""), redirect_stdout(sys.stderr), ExitStack() as engines:
            source = source_of(plan, threads, ray, engines)
            with playing("games", plan.games) as (tell, _):
                began = time.monotonic()
                report = simulate(plan, keep=keep, tell=lambda report: tell(report.games), source=source)
                seconds = time.monotonic() - began
        if report.games == 0:
            raise BrokenOff("broken off before the first game was played")
    if wanted.plots:
        with expecting("--plots"):
            pictures.draw(report, wanted.plots)
    if wanted.as_json:
        print_json(report.to_dict())
    else:
        show(report, seconds)
    return INTERRUPTED if report.games < plan.games else 0


def keeper(plan: Plan, wanted: Wanted, files: ExitStack) -> Callable[[Batch], None]:
    """Who is given every batch: the files that are wanted. They are whole when `files` closes."""
    keepers: list[Callable[[Batch], None]] = []
    if wanted.out and wanted.turns and wanted.out.resolve() == wanted.turns.resolve():
        raise BadInput("--out and --turns: expected two files, not one")
    with expecting("--out"):
        keepers += [files.enter_context(games_file(wanted.out, plan))] if wanted.out else []
    with expecting("--turns"):
        keepers += [files.enter_context(turns_file(wanted.turns, plan))] if wanted.turns else []
    with expecting("--plots"):
        if wanted.plots:
            pictures.folder_for(wanted.plots)

    def keep(batch: Batch) -> None:
        for each in keepers:
            each(batch)

    return keep


def source_of(plan: Plan, threads: int | None, ray: str | None, engines: ExitStack) -> Source:
    """Who plays: threads of this machine, or a cluster, which is left when `engines` closes."""
    if ray is None:
        return workers_for(plan, threads or usual_threads())
    if threads is not None and ray != LOCAL:
        raise BadInput("--threads: a cluster has its own processors; say how many only for one of your own")
    return Cluster(engines.enter_context(connect(ray, threads)), plan)
