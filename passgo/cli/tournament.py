"""`passgo tournament`: bots against one another, with the same dice for all."""

from pathlib import Path
from typing import Annotated

from passgo.cli.arguments import BOTS, SPARRING, AsJson, Edition, Limit, Options, Threads, parse_options
from passgo.cli.line import Argument, Option


def command(
    entrants: Annotated[
        list[str],
        Argument(
            metavar="BOT...",
            says='Names of bots, your own my_bot.py, or "cmd:node bot.js", a program in any language.',
            among=lambda: (*BOTS, *SPARRING),
        ),
    ],
    edition: Edition = "classic",
    players: Annotated[
        int | None, Option("--players", "-p", least=2, most=8, says="Seats at a table; otherwise one for each bot.")
    ] = None,
    matches: Annotated[
        int,
        Option("--matches", "-m", least=1, says="How many; each is played in every seating, with the same dice."),
    ] = 1000,
    threads: Threads = None,
    seed: Annotated[int, Option("--seed", "-s", least=0, says="The same seed gives the same matches.")] = 1,
    option: Options = None,
    rounds: Annotated[int, Option(least=1, most=100_000, says="Break a game off after so many rounds.")] = 500,
    limit: Limit = 2.0,
    as_json: AsJson = False,
    out: Annotated[
        Path | None, Option(says="Keep the results in this file. The same command goes on where it was left.")
    ] = None,
) -> int:
    """Let bots play duplicate matches, and rate them: wins, pairs and Elo, with intervals.

    The same dice for every seating, so that luck weighs less. Ctrl-C keeps what is done; with --out the same command
    goes on from there later.

        passgo tournament my_bot.py trader cautious --matches 500 --out results.json
        passgo tournament "cmd:node bot.js" trader --matches 20 --limit 1
    """
    from passgo.cli.matches import play_matches, tournament_of

    held = tournament_of(entrants, edition, parse_options(option), players, matches, seed, rounds, limit)
    return play_matches(held, threads, as_json, out)
