"""The run of `passgo simulate`, with a progress bar; what it says as tables, files, records and pictures."""

import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from passgo import __version__, editions
from passgo.cli import INTERRUPTED, kept_records
from passgo.cli.kept_records import write_records
from passgo.cli.progress import playing
from passgo.cli.starts import read_start
from passgo.cli.tables import show
from passgo.cli.warm import warm
from passgo.clients import bot_from
from passgo.simulate import Bot, Plan, fill_seats, simulate, usual_threads, workers_for
from passgo.simulate.output import plots as pictures
from passgo.simulate.output.holdings import holding_columns
from passgo.simulate.output.parquet import games_file, holdings_file, turns_file
from passgo.simulate.output.selection import Selection, tables_for
from passgo.simulate.output.statistics import format_count
from passgo.simulate.output.turns import turn_columns
from passgo.simulate.runs.batch import Batch
from passgo.simulate.runs.cluster import LOCAL, Cluster, connect
from passgo.simulate.runs.plan import MOST_ROUNDS, Table, number_duplicates
from passgo.simulate.runs.workers import Source
from passgo.strategies import LIMIT_S
from passgo.terminal.files import BadInput, BrokenOff, expecting, print_json


@dataclass(frozen=True)
class Wanted:
    """What the command line wants of a run: JSON instead of tables; files of rows; folders of pictures and records."""

    as_json: bool = False
    out: Path | None = None
    turns: Path | None = None
    plots: Path | None = None
    holdings: Path | None = None
    records: Path | None = None
    keep: dict[str, int] = field(default_factory=dict)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables of turns that are needed for all this."""
        return (
            *((turn_columns,) if self.turns else ()),
            *((holding_columns,) if self.holdings else ()),
            *(tables_for(self.keep) if self.records else ()),
        )


def plan_of(
    edition: str,
    players: int | None,
    bots: str,
    games: int,
    seed: int,
    options: dict[str, str],
    rounds: int,
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
        return Plan(table, seats, games, seed, rounds)


def plan_from(start: str, bots: str, games: int, seed: int, rounds: int, limit_s: float) -> Plan:
    """The run from the position of a file; rounds are counted from there."""
    with expecting("--from"):
        game = read_start(start)
    with expecting("--bots"):
        chosen = bots_from(bots, limit_s)
    with expecting("--from and --bots"):
        seats = fill_seats(chosen, len(game.names))
    with expecting():
        last = min(game.round + rounds, MOST_ROUNDS)
        return Plan(game.ruleset, seats, games, seed, last, start=game.to_bytes(), players=game.names)


def bots_from(words: str, limit_s: float) -> list[Bot]:
    """The bots of a list with commas. One that is named twice is the same; different ones of one name are numbered."""
    listed = [name.strip() for name in words.split(",")]
    meant = {name: identity_of(name) for name in listed}
    each = {what: bot_from(name, limit_s) for name, what in meant.items()}
    apart = dict(zip(each, number_duplicates(list(each.values())), strict=True))
    return [apart[meant[name]] for name in listed]


def identity_of(name: str) -> str:
    """What tells a bot from another: its file, its command, or its name in small letters."""
    if name.startswith("cmd:"):
        return name
    return str(Path(name).resolve()) if name.endswith(".py") else name.casefold()


def play_plan(plan: Plan, threads: int | None, ray: str | None, wanted: Wanted) -> int:
    """Play the games and show what was found; the exit code."""
    selection = Selection(plan, wanted.keep)
    with ExitStack() as open_files:
        keep = keeper(
            plan, wanted, selection, open_files
        )  # first: a folder that is not there is told before anything is compiled
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
    found: dict[str, Any] = report.to_dict()
    if wanted.records:
        found["records"] = write_records(plan, selection, report.games, wanted.records)
    if wanted.as_json:
        print_json(found)
    else:
        show(report, seconds)
        if wanted.records:
            kept = format_count(len(found["records"]), "record")
            print(f"{kept} in {wanted.records}, listed in {kept_records.INDEX}.")
    return INTERRUPTED if report.games < plan.games else 0


def keeper(plan: Plan, wanted: Wanted, selection: Selection, files: ExitStack) -> Callable[[Batch], None]:
    """Who is given every batch: the files that are wanted. They are whole when `files` closes."""
    keepers: list[Callable[[Batch], None]] = []
    rows = {
        "--out": (wanted.out, games_file),
        "--turns": (wanted.turns, turns_file),
        "--holdings": (wanted.holdings, holdings_file),
    }
    paths = {name: path.resolve() for name, (path, _) in rows.items() if path}
    if len(set(paths.values())) < len(paths):
        raise BadInput(f"{' and '.join(paths)}: expected a file for each, not one for two")
    with expecting("--records"):
        if wanted.records:
            kept_records.folder_for(wanted.records)
            keepers.append(selection.add)
    for name, (path, file) in rows.items():
        with expecting(name):
            keepers += [files.enter_context(file(path, plan, __version__))] if path else []
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
