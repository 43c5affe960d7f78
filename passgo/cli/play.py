"""`passgo play`: a game in the terminal, against bots, with others at the keyboard, or at a server."""

from typing import Annotated

from passgo.cli.arguments import Edition, Options, needs
from passgo.cli.line import Option

LEVELS = ("easy", "normal", "hard", "expert")
"""The levels for help and completion, which do not load the bots."""

SPEEDS = ("calm", "brisk", "instant")


def command(
    edition: Edition = "classic",
    players: Annotated[int, Option("--players", "-p", least=2, most=8, says="Players at the table, you included.")] = 3,
    name: Annotated[
        list[str] | None,
        Option("--name", "-n", says="Your name; again for each person who shares this keyboard."),
    ] = None,
    level: Annotated[
        str,
        Option("--level", "-l", says="Of the others: easy, normal, hard or expert.", among=lambda: LEVELS),
    ] = "normal",
    seed: Annotated[
        int | None, Option("--seed", "-s", least=0, says="The same seed gives the same dice and cards.")
    ] = None,
    option: Options = None,
    resume: Annotated[bool, Option("--resume", "-r", says="Go on with the game that was played last.")] = False,
    plain: Annotated[
        bool, Option("--plain", says="Lines to read and to type, for screen readers and scripts.")
    ] = False,
    speed: Annotated[
        str, Option("--speed", says="Of the others' moves: calm, brisk or instant.", among=lambda: SPEEDS)
    ] = "calm",
    call: Annotated[
        int, Option("--call", least=0, most=3600, says="Seconds for a call in an auction; 0 is no limit.")
    ] = 30,
    server: Annotated[
        str, Option("--server", metavar="URL", says="Play at a server: its address, if the link does not say it.")
    ] = "",
    seat: Annotated[str, Option("--seat", metavar="LINK", says="The link of your seat, as the server gives it.")] = "",
) -> None:
    """Play a game here, against bots that build, bid and deal.

    The keys stand on the screen, ? says why, F1 lists all keys. Where there is no whole screen, or with --plain, type
    a number, an action in words (buy, build ..., bid 120), or help. The game is kept as you play: --resume goes on.

        passgo play --edition modern --players 4 --level hard
        passgo play --name Ann --name Ben --players 4
        passgo play --seat "http://localhost:8000/g/4YbV2k#seat=Xl0cGk3p..."
    """
    if server or seat:
        needs("websockets", "server", "a seat at a server")
    from passgo.cli.tables_of_play import Wanted, sit_down

    sit_down(Wanted(edition, players, name or ["Ann"], level, seed, option, resume, plain, speed, call, server, seat))
