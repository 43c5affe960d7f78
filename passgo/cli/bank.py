"""`passgo bank`: the Banker and Auctioneer at a real table, told what dice and cards showed."""

import time
from datetime import datetime
from pathlib import Path
from typing import Annotated

from passgo import editions, rulebook
from passgo.cli.arguments import Edition, Options, parse_options
from passgo.cli.line import Argument, Option
from passgo.terminal.files import BadInput, expecting, read_text

RESUMED = "goes on with it"


def command(
    names: Annotated[
        list[str] | None, Argument(metavar="NAME...", says="The players, in the order of the table.")
    ] = None,
    edition: Edition = "classic",
    short: Annotated[
        bool, Option("--short", says="The short game: dealt deeds, and an end at an agreed hour.")
    ] = False,
    minutes: Annotated[
        float | None, Option("--minutes", "-m", least=1, most=1440, says="From now to the short game's end.")
    ] = None,
    file: Annotated[
        Path | None, Option("--file", "-f", says="Where the game is kept after every entry; a new file.")
    ] = None,
    resume: Annotated[Path | None, Option("--resume", "-r", says="Go on with the game kept in a file.")] = None,
    option: Options = None,
) -> None:
    """Be the Banker at a real table: type what the dice showed, and PassGo does the rest.

    Rents, taxes, auctions, mortgages, the stock of houses; what is unlawful is refused with its rule. A turn is one or
    two entries: `4 3`, then `buy`. Mistakes are taken back (undo) or set right, with a reason that is kept.

        passgo bank Ann Ben Cy --edition modern --file sunday.txt
        passgo bank --resume sunday.txt
    """
    options = parse_options(option)
    if resume is not None:
        given = [name for name, value in (("NAME", names), ("--file", file), ("--option", option)) if value]
        if given or short:
            raise BadInput(f"--resume {RESUMED}: {(given or ['--short'])[0]} is for a new table")
        preside(None, resume, minutes)
        return
    if short:
        options["short_game"] = "true"
    path = file or Path(f"passgo-bank-{datetime.now():%Y-%m-%d-%H%M%S}.txt")
    if path.exists():
        raise BadInput(f"{path}: expected a new file; --resume {path} {RESUMED}")
    preside((edition, names or ask_names(), options), path, minutes)


def ask_names() -> list[str]:
    """The players' names, asked for."""
    try:
        return [
            name.strip() for name in input("Who plays? Names, with commas between them> ").split(",") if name.strip()
        ]
    except (EOFError, RuntimeError):
        raise BadInput("passgo bank: expected the names of the players; passgo bank --help shows how") from None


def preside(new: tuple[str, list[str], dict[str, str]] | None, path: Path, minutes: float | None) -> None:
    """Preside over a table, a new one or one that was kept, until the people leave."""
    from passgo import Game
    from passgo.cli.warm import warm
    from passgo.game.setup_options import seat_players
    from passgo.terminal.banker import Banker, Closed, parse_hour
    from passgo.terminal.lines import edit_lines
    from passgo.terminal.screen import Screen
    from passgo.terminal.table_questions import ends_by_the_hour

    kept = read_text(path) if new is None else ""
    if new is not None:
        with expecting():  # before compiling, which may take a while
            seat_players(editions.ruleset(new[0], **new[2]), new[1])
    warm()
    with expecting(str(path) if new is None else ""):
        game = Game.from_record(kept) if new is None else Game(new[0], new[1], dealer="typed", options=new[2])
        if not game.dealer.waits:
            raise ValueError(f"expected a game with typed dice; the dealer of this one is {game.dealer}")
    if minutes is not None and not ends_by_the_hour(game):
        raise BadInput("--minutes is for a short game that ends by the hour: --short")
    screen = Screen("")
    screen.say(f"{game.ruleset.title}. At the table: {', '.join(f'{p.name} ({p.token})' for p in game.players)}.")
    for rule in rulebook.house_rules(game.ruleset):
        screen.say(f"House rule: {rule.replace('_', '-')}.")
    screen.say(f"Kept in {path} after every entry. Type what the dice show (4 3); help shows the rest.\n")
    if new is None:
        screen.players(game)
    hour = parse_hour(kept) if minutes is None else time.monotonic() + minutes * 60
    if ends_by_the_hour(game) and hour is None and game.outcome is None:
        screen.say(
            "This game ends at an agreed hour, and none was said: minutes 60 says when, hour says that it struck."
        )
    banker = Banker(game, path, screen, hour)
    try:
        with edit_lines():
            banker.run()
    except (Closed, KeyboardInterrupt):
        screen.say(farewell(banker.game.outcome, path))


def farewell(outcome: object, path: Path) -> str:
    """The last line: how to go on, or what to do with the record."""
    if outcome is None:
        return f"Goodbye. `passgo bank --resume {path}` goes on."
    return (
        f"The record is in {path}: `passgo analyse {path}` says what decided it, `passgo why {path}` explains it, "
        f"`passgo verify {path}` replays it."
    )
