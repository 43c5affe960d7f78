"""`passgo bot`: a bot in a seat of a server's table."""

from typing import Annotated

from passgo.cli.arguments import BOTS, Limit, needs
from passgo.cli.line import Argument, Option


def command(
    bot: Annotated[
        str,
        Argument(
            says='A bot\'s name, your own my_bot.py, or "cmd:node bot.js", a program in any language.',
            among=lambda: BOTS,
        ),
    ],
    seat: Annotated[
        str, Option("--seat", metavar="LINK", says="The link of the seat, as the server gives it, or the key in it.")
    ],
    server: Annotated[
        str, Option("--server", metavar="URL", says="The address of the server, if the link does not say it.")
    ] = "",
    game: Annotated[str, Option(metavar="ID", says="The game, if the link does not say it.")] = "",
    limit: Limit = 2.0,
    quiet: Annotated[bool, Option("--quiet", "-q", says="Say nothing but what goes wrong.")] = False,
) -> int:
    """Seat a bot at a table of a server.

    The bot plays until the game is over. A lost connection is made again, and no move is made twice. What it does
    wrong is told, and a simple lawful action is played instead. Ctrl-C leaves the table.

        passgo bot trader --seat "http://localhost:8000/g/4YbV2k#seat=Xl0cGk3p..."
        passgo bot "cmd:node bot.js" --server http://localhost:8000 --seat "/g/4YbV2k#seat=Xl0cGk3p..."
    """
    needs("websockets", "server", "a seat at a server")
    from passgo.cli.seat import take_seat

    return take_seat(bot, server, seat, game, limit, quiet)
