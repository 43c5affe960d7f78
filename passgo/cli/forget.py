"""`passgo forget`: deleting games with everything that was said and done in them."""

from typing import Annotated

from passgo.cli.arguments import AsJson
from passgo.cli.line import Argument, Option
from passgo.cli.upkeep import Database, storing
from passgo.terminal.files import BadInput, print_json

DAY_MS = 24 * 3600 * 1000
AT_ONCE = 200


def command(
    database: Database,
    game: Annotated[list[str] | None, Argument(says="Games to be deleted, by their ids.")] = None,
    open_days: Annotated[
        float | None, Option(least=0, says="Delete games that never began and have not changed for so many days.")
    ] = None,
    playing_days: Annotated[
        float | None, Option(least=0, says="Delete games that are not over and have not changed for so many days.")
    ] = None,
    finished_days: Annotated[
        float | None, Option(least=0, says="Delete games that have been over for so many days.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Delete games with their names, chat and moves.

    Nothing of them is left but in older backups. It may run while the server does, once a day for example. Without
    options only the games that are named are deleted.

        passgo forget games.db --open-days 7 --finished-days 365
    """
    ages = {"open": open_days, "playing": playing_days, "finished": finished_days, "abandoned": finished_days}
    wanted = {status: days for status, days in ages.items() if days is not None}
    if not game and not wanted:
        raise BadInput("expected ids of games, --open-days, --playing-days or --finished-days")
    import asyncio

    with storing():
        forgotten, unknown = asyncio.run(forget_all(database, game or [], wanted))
    if as_json:
        print_json({"deleted": forgotten, "unknown": unknown})
    else:
        print(f"{forgotten:,} games were deleted.")
    if unknown:
        raise BadInput(f"there is no game {', '.join(unknown)}")


async def forget_all(database: str, games: list[str], ages: dict[str, float]) -> tuple[int, list[str]]:
    """Delete these games, and those of each status that have not changed for so many days.

    How many were deleted, and the ids of no game.
    """
    import time

    from passgo.server.store import open_archive

    archive = await open_archive(database)
    try:
        unknown = [game for game in games if not await archive.forget(game)]
        forgotten = len(games) - len(unknown)
        for status, days in ages.items():
            before = int(time.time() * 1000 - days * DAY_MS)
            while old := await archive.games(status=status, before=before, limit=AT_ONCE):
                forgotten += sum([await archive.forget(row.id) for row in old])
        return forgotten, unknown
    finally:
        await archive.close()
