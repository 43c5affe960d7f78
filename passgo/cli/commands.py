"""The commands. Each imports what it needs when it is called, so that `--help` is quick."""

from pathlib import Path
from typing import Annotated, Any

import typer

from passgo.terminal.files import BadInput, expecting, print_json, read_text

app = typer.Typer(
    name="passgo",
    help="Monopoly exactly as its rulebooks say, at machine speed.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
bench = typer.Typer(help="Measure how fast PassGo is on this machine.")
app.add_typer(bench, name="bench")

Edition = Annotated[str, typer.Option("--edition", "-e", help="1935, classic, speed-die or modern.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="Switch an option of the edition; may be repeated."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Limit = Annotated[float, typer.Option(min=0.01, help="Seconds that a bot in Python may take to decide.")]
Seed = Annotated[int | None, typer.Option("--seed", "-s", min=0, help="The same seed gives the same dice and cards.")]


def options_of(words: list[str] | None) -> dict[str, str]:
    """The options given as NAME=VALUE."""
    from passgo import editions

    with expecting("--option"):
        return editions.read_options(" ".join(words or []))


@app.command()
def play(
    edition: Edition = "classic",
    players: Annotated[
        int, typer.Option("--players", "-p", min=2, max=8, help="Players at the table, you included.")
    ] = 3,
    name: Annotated[str, typer.Option("--name", "-n", help="Your name at the table.")] = "Ann",
    level: Annotated[str, typer.Option("--level", "-l", help="Of the others: easy, normal or hard.")] = "normal",
    seed: Seed = None,
    option: Options = None,
) -> None:
    """Play a game here, against bots that build, bid and deal.

    Type a number, an action in words (buy, build ..., bid 120), or help. You can ask why at any moment.
    """
    from passgo.cli.play import sit_down

    sit_down(edition, name, players, level, seed, options_of(option))


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for everybody.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", "-p", min=0, max=65535, help="If it is in use, the next free one is taken.")
    ] = 8000,
    database: Annotated[
        str | None,
        typer.Option("--database", "-d", help="Where games are kept: a file, or postgresql://... for several servers."),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
    origin: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="A further origin whose pages may play here; may be repeated."),
    ] = None,
    proxy: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A proxy in front whose X-Forwarded-For is believed.")
    ] = None,
    bot_workers: Annotated[int, typer.Option(min=1, max=64, help="Processes in which bots think.")] = 1,
    games_per_address: Annotated[int, typer.Option(min=1, help="Games one address may create in an hour.")] = 30,
    sockets_per_address: Annotated[int, typer.Option(min=1, help="Connections one address may have open.")] = 100,
    requests_per_second: Annotated[float, typer.Option(min=1, help="Requests a second from one address.")] = 20,
    messages_per_second: Annotated[
        float, typer.Option(min=1, help="Messages a second, of all connections of one address.")
    ] = 500,
) -> int:
    """Host games for browsers and programs. Nothing that was answered is ever lost.

    Games are kept in a file of yours and go on when the server starts again. Ctrl-C stops it.
    """
    try:
        from passgo.cli import serve
        from passgo.server.config import Limits
    except ImportError as problem:
        raise BadInput(f"serving needs {problem.name}: pip install 'passgo[server]'") from None
    limits = Limits(
        games_per_address=games_per_address,
        sockets_per_address=sockets_per_address,
        requests_per_second=requests_per_second,
        requests_burst=max(100.0, 5 * requests_per_second),
        address_messages_per_second=messages_per_second,
    )
    return serve.serve(host, port, database, open_browser, origin or [], proxy, bot_workers, limits)


@app.command()
def rules(
    text: Annotated[list[str] | None, typer.Argument(help="Words to look for, or the id of a rule.")] = None,
    edition: Annotated[str | None, typer.Option("--edition", "-e", help="Only the rules of this edition.")] = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="Count the rules with code and with a test.")] = False,
    as_json: AsJson = False,
) -> None:
    """Search the rulebook, or count which of its rules are in the code and tested."""
    from passgo.cli import rules

    if coverage:
        rules.show_coverage(root(), as_json)
    else:
        rules.show_rules(" ".join(text or []), edition, as_json)


@app.command()
def editions(
    edition: Annotated[str | None, typer.Argument(help="Show the options of this edition.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the editions, or the options of one."""
    from passgo.cli import rules

    if edition is None:
        rules.show_editions(as_json)
    else:
        rules.show_options(edition, as_json)


@app.command()
def verify(
    record: Annotated[
        Path, typer.Argument(help="The text record of a game, as `save` writes it; - reads it from stdin.")
    ],
    as_json: AsJson = False,
) -> None:
    """Replay the record of a game: is it lawful and complete, and does its seed give every throw and card?"""
    from passgo.cli.rules import show_verdict

    show_verdict(record, read_text(record), as_json)


@bench.command("engine")
def bench_engine(
    as_json: AsJson = False,
    seconds: Annotated[float, typer.Option(min=0.1, help="CPU time for each measurement.")] = 2.0,
) -> None:
    """Decisions and games per CPU-second, the cost of a step, bytes of a state, compile time."""
    from passgo.cli import warm
    from passgo.dev.bench import engine

    warm.warm()
    show_numbers(engine(seconds=seconds), as_json)


@bench.command("simulate")
def bench_simulate(
    as_json: AsJson = False,
    seconds: Annotated[float, typer.Option(min=0.1, help="CPU time for the measurement.")] = 2.0,
) -> None:
    """Whole games of four traders per CPU-second of one thread, everything counted."""
    from passgo.cli import warm
    from passgo.dev.bench.simulator import simulate

    warm.warm()
    with expecting():
        numbers = simulate(seconds)
    show_numbers(numbers, as_json)


@app.command()
def simulate(
    bots: Annotated[
        str, typer.Option("--bots", "-b", help="A bot for each seat, or one for all: trader,cautious,my_bot.py.")
    ] = "trader",
    edition: Edition = "classic",
    players: Annotated[int | None, typer.Option("--players", "-p", min=2, max=8, help="Seats at the table.")] = None,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="How many games, at most 10**12.")] = 10_000,
    threads: Annotated[
        int | None, typer.Option("--threads", "-t", min=1, max=256, help="Otherwise one for each processor.")
    ] = None,
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
    from passgo.cli import simulate

    plan = simulate.plan_of(edition, players, bots, games, seed, options_of(option), rounds, turns is not None, limit)
    return simulate.run(plan, threads, ray, simulate.Wanted(as_json, out, turns, plots))


@app.command()
def tune(
    out: Annotated[Path, typer.Option(help="Write the parameters to this file, if they are proven better.")] = Path(
        "trader.toml"
    ),
    minutes: Annotated[float | None, typer.Option("--minutes", "-m", min=0.01, help="Tune for so long.")] = None,
    generations: Annotated[int | None, typer.Option("--generations", "-g", min=1, help="Tune for so many.")] = None,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, help="The same seed gives the same generations.")] = 1,
    population: Annotated[int, typer.Option(min=4, max=1000, help="Candidates in a generation.")] = 16,
    games: Annotated[int, typer.Option(min=100, help="Games of each candidate in a generation.")] = 1680,
    rounds: Annotated[float, typer.Option(min=1, help="How long games among four of them may last on average.")] = 45,
    verification: Annotated[int, typer.Option(min=100, help="Games by which the result is judged.")] = 60_000,
    threads: Annotated[
        int | None, typer.Option("--threads", "-t", min=1, max=256, help="Otherwise one for each processor.")
    ] = None,
) -> int:
    """Tune the numbers by which trader plays, by CMA-ES in very many games; needs passgo\\[tune].

    Ctrl-C keeps what is done, and the same command goes on from there. The result is verified by games of seeds that
    were not used before, and a file is written only if it is proven better than the hand-chosen numbers and today's.
    """
    from passgo.cli import tune
    from passgo.dev.tuning import TuningPlan

    with expecting():
        plan = TuningPlan(seed, generations, minutes, population, games, rounds, verification)
    return tune.run(plan, threads, out)


@app.command()
def tournament(
    entrants: Annotated[list[str], typer.Argument(metavar="BOT...", help="Names of bots, or your own my_bot.py.")],
    edition: Edition = "classic",
    players: Annotated[
        int | None, typer.Option("--players", "-p", min=2, max=8, help="Seats at a table; otherwise one for each bot.")
    ] = None,
    matches: Annotated[
        int,
        typer.Option("--matches", "-m", min=1, help="How many; each is played in every seating, with the same dice."),
    ] = 1000,
    threads: Annotated[
        int | None, typer.Option("--threads", "-t", min=1, max=256, help="Otherwise one for each processor.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, help="The same seed gives the same matches.")] = 1,
    option: Options = None,
    rounds: Annotated[int, typer.Option(min=1, max=100_000, help="Break a game off after so many rounds.")] = 500,
    limit: Limit = 2.0,
    as_json: AsJson = False,
    out: Annotated[
        Path | None, typer.Option(help="Keep the results in this file. The same command goes on where it was left.")
    ] = None,
) -> int:
    """Let bots play duplicate matches, and rate them: wins, pairs and Elo, with intervals.

    The same dice for every seating, so that luck weighs less. Ctrl-C keeps what is done; with --out the same command
    goes on from there later.
    """
    from passgo.cli import tournament as command

    held = command.tournament_of(entrants, edition, options_of(option), players, matches, seed, rounds, limit)
    return command.run(held, threads, as_json, out)


@app.command()
def perft(
    files: Annotated[list[Path] | None, typer.Argument(metavar="FILE...", help="Positions with their counts.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Every file of tests/perft.")] = False,
) -> int:
    """Count the positions that can be reached, exactly, and compare with what a file says."""
    from passgo.cli.checks import count_positions

    if every == bool(files):
        raise BadInput("perft: expected either files or --all")
    return count_positions(files or sorted(root().glob("tests/perft/*.toml")))


@app.command()
def fuzz(
    games: Annotated[
        int | None,
        typer.Option(min=1, help="How many random games: 100, or with --minutes as many as there is time for."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of the first game; each further game takes the next.")] = 1,
    edition: Annotated[str | None, typer.Option("--edition", "-e", help="Only this edition; otherwise all.")] = None,
    minutes: Annotated[float | None, typer.Option(min=0.01, help="Stop after so many minutes.")] = None,
    against: Annotated[
        str | None,
        typer.Option(help="reference: play each game in the second reading of the rules too, and compare every step."),
    ] = None,
    threads: Annotated[
        int, typer.Option("--threads", "-t", min=1, max=256, help="With --against: so many processes at once.")
    ] = 1,
    kept: Annotated[
        Path | None, typer.Option(help="With --against: keep what is done in this file, and go on from there.")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Play random games of random options, checking every invariant after every step.

    With `--against reference` the games are compared, step by step, with the second reading of the rulebook in
    tests/reference: legal actions, events, refusals and every field of the state. The first difference is shrunk to a
    short record and told. That needs a checkout of PassGo.
    """
    from passgo.cli import fuzz_reference as comparing
    from passgo.cli.checks import play_random_games

    most = games if games is not None or minutes is not None else 100
    if against is None:
        if threads != 1 or kept is not None:
            raise BadInput("fuzz: --threads and --kept go with --against reference")
        return play_random_games(most, seed, edition, minutes, as_json)
    if against != "reference":
        raise BadInput(f"fuzz: expected --against reference, not {against}")
    return comparing.compare_readings(checkout(), most, seed, edition, minutes, threads, kept, as_json)


@app.command()
def docs() -> None:
    """Regenerate from the source: docs/state.md, actions.md and events.md, and the protocol's schemas and types."""
    from passgo.dev import contract
    from passgo.server.http import schema

    changed = contract.write(root() / "docs") + schema.write(root())
    for path in changed:
        print(f"wrote {path.relative_to(root())}")
    if not changed:
        print("everything is fresh")


@app.command()
def warm() -> None:
    """Compile the rules for this machine, once, so that every later start is quick."""
    from passgo.cli import warm

    warm.gather()
    seconds = warm.warm()
    print(f"The rules are ready ({seconds:.1f} s).")


def checkout() -> Path:
    """The folder that the package lies in: the project's own, if this is a checkout."""
    return Path(__file__).resolve().parents[2]


def root() -> Path:
    """The project's own folder, for commands that work on its files."""
    folder = checkout()
    if not (folder / "pyproject.toml").exists():
        raise BadInput("expected to run from a checkout of PassGo; this is an installed package")
    return folder


def show_numbers(numbers: dict[str, Any], as_json: bool) -> None:
    """Print measurements by name."""
    if as_json:
        print_json(numbers)
        return
    width = max(map(len, numbers))
    for name, number in numbers.items():
        print(f"{name:{width}}  {number:,.2f}" if isinstance(number, float) else f"{name:{width}}  {number:,}")
