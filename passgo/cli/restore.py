"""`passgo restore`: a server's games from a copy."""

from typing import Annotated

from passgo.cli.arguments import AsJson
from passgo.cli.line import Argument
from passgo.cli.upkeep import check_is_file, storing
from passgo.terminal.files import print_json


def command(
    copy: Annotated[str, Argument(says="A copy that `passgo backup` made.")],
    database: Annotated[str, Argument(says="The file in which a server is to keep its games.")],
    as_json: AsJson = False,
) -> None:
    """Put the games of a copy where a server finds them. The server must be stopped.

    The copy is checked first. Games that were there before are kept in a file beside, which is named.

        passgo restore /mnt/copies/games.db games.db
    """
    check_is_file(database)
    with storing():
        from passgo.server.store.backup import restore

        games, aside = restore(copy, database.removeprefix("sqlite:///"))
    if as_json:
        print_json({"database": database, "games": games, "aside": str(aside) if aside else None})
        return
    print(f"{database}: {games:,} games were restored.")
    if aside:
        print(f"What was there before is in {aside}")
