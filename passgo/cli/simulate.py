"""`passgo simulate`: many games at once, and what they say."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from passgo import editions
from passgo.cli.arguments import BOTS, EDITIONS, SPARRING, AsJson, Limit, Options, Threads, needs, parse_options
from passgo.cli.line import Option
from passgo.terminal.files import expecting

USUAL = "classic"
"""The edition that is played if nothing is said."""

KEEP = "random:20,longest:5,shortest:5"
"""The games of which `--records` keeps records if nothing else is said. The closest games take more time."""


Bots = Annotated[
    str,
    Option(
        "--bots",
        "-b",
        metavar="BOT,...",
        says='A bot for each seat, or one for all: trader,cautious,my_bot.py, or "cmd:node bot.js".',
        among=lambda: (*BOTS, *SPARRING),
    ),
]
Start = Annotated[
    str | None,
    Option(
        "--from",
        metavar="FILE[@TURN]",
        says="Begin every game in this position: JSON, a line, or a record, opened at a turn.",
    ),
]
TableEdition = Annotated[
    str | None,
    Option(
        "--edition",
        "-e",
        metavar="NAME",
        says=f"{EDITIONS}. (that of --from, or else {USUAL}, if not given)",
        among=lambda: editions.NAMES,
    ),
]
Players = Annotated[int | None, Option("--players", "-p", least=2, most=8, says="Seats at the table.")]
Games = Annotated[int, Option("--games", "-g", least=1, says="How many games, at most 10**12.")]
Seed = Annotated[int, Option("--seed", "-s", least=0, says="The same seed gives the same games.")]
Rounds = Annotated[int, Option(least=1, most=100_000, says="Break a game off after so many rounds.")]
GameRows = Annotated[Path | None, Option(says="Write a row for each game to this Parquet file; needs passgo[data].")]
TurnRows = Annotated[Path | None, Option(says="Write a row for each turn to this Parquet file; needs passgo[data].")]
Plots = Annotated[Path | None, Option(metavar="DIR", says="Draw what was found into this folder; needs passgo[data].")]
HoldingRows = Annotated[
    Path | None,
    Option(says="Write to this Parquet file who held what, round by round; needs passgo[data]."),
]
Records = Annotated[Path | None, Option(metavar="DIR", says="Write records of games worth reading into this folder.")]
Keep = Annotated[str, Option(metavar="KIND:N,...", says="Which games: random:N, longest:N, shortest:N, closest:N.")]
RayCluster = Annotated[
    str | None,
    Option(
        metavar="[ADDRESS]",
        says="Play on a Ray cluster; without an address, on one started here. Needs passgo[cluster].",
    ),
]


def command(
    bots: Bots = "trader",
    start: Start = None,
    edition: TableEdition = None,
    players: Players = None,
    games: Games = 10_000,
    threads: Threads = None,
    seed: Seed = 1,
    option: Options = None,
    rounds: Rounds = 500,
    limit: Limit = 2.0,
    as_json: AsJson = False,
    out: GameRows = None,
    turns: TurnRows = None,
    plots: Plots = None,
    holdings: HoldingRows = None,
    records: Records = None,
    keep: Keep = KEEP,
    ray: RayCluster = None,
) -> int:
    """Play many games with bots and count: wins, lengths, landings, rent, bankruptcies.

    The same seed gives the same games whatever the number of threads or machines. Ctrl-C keeps what is done.

        passgo simulate --bots trader,trader,cautious --games 100000
        passgo simulate --bots my_bot.py,trader --games 200 --json
        passgo simulate --edition modern --records games/ --keep longest:5,closest:5
        passgo simulate --from game.txt@40 --games 2000
    """
    for wish, name, module, extra in (
        (out, "--out", "duckdb", "data"),
        (turns, "--turns", "duckdb", "data"),
        (holdings, "--holdings", "duckdb", "data"),
        (plots, "--plots", "matplotlib", "data"),
        (ray, "--ray", "ray", "cluster"),
    ):
        if wish:
            needs(module, extra, name)
    from passgo.cli.simulation import Wanted, plan_from, plan_of, play_plan
    from passgo.cli.starts import refuse_both, refuse_other
    from passgo.simulate.output.selection import parse_wishes

    with expecting("--keep"):
        wanted = Wanted(as_json, out, turns, plots, holdings, records, parse_wishes(keep))
    if start:
        refuse_both(players=players, option=option)
        plan = plan_from(start, bots, games, seed, rounds, limit)
        refuse_other(edition, plan.ruleset)
    else:
        plan = plan_of(edition or USUAL, players, bots, games, seed, parse_options(option), rounds, limit)
    return play_plan(replace(plan, tables=wanted.tables), threads, ray, wanted)
