"""`passgo backup`: a copy of a server's games."""

from typing import Annotated

from passgo.cli.arguments import AsJson
from passgo.cli.line import Argument
from passgo.cli.upkeep import check_is_file, storing
from passgo.terminal.files import print_json


def command(
    database: Annotated[str, Argument(says="The file in which a server keeps its games.")],
    copy: Annotated[str, Argument(says="Where the copy is to be; an older one there is replaced.")],
    as_json: AsJson = False,
) -> None:
    """Copy the games of a server, as they are at one moment, while it goes on.

    The copy is checked before it takes its place: the file is sound and the log of every game is whole.

        passgo backup games.db /mnt/copies/games.db
    """
    check_is_file(database)
    with storing():
        from passgo.server.store.backup import back_up

        games = back_up(database.removeprefix("sqlite:///"), copy)
    if as_json:
        print_json({"copy": copy, "games": games})
    else:
        print(f"{copy}: a sound copy of {games:,} games.")
