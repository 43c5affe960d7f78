"""`passgo check`: are all games of a server whole?"""

from typing import Annotated, Any

from passgo import editions
from passgo.cli.arguments import AsJson
from passgo.cli.line import Option
from passgo.cli.upkeep import Database, storing
from passgo.terminal.files import expecting, print_json

DAMAGED = 1


def command(
    database: Database,
    edition: Annotated[
        list[str] | None,
        Option("--edition", "-e", metavar="FILE", says="An edition of the server's own; may be repeated."),
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Check all games of a server: is every log whole and lawful?

    And does all else say what the logs say? It may run while the server does. Each fault is named with its game and
    entry; then the exit code is 1.

        passgo check games.db --json
    """
    for path in edition or []:
        with expecting("--edition"):
            editions.add(path)
    with storing():
        import asyncio

        import msgspec

        from passgo.cli.warm import warm

        warm()
        report = asyncio.run(check_all(database))
    if as_json:
        print_json(msgspec.to_builtins(report))
    else:
        print(f"{report.games:,} games, {report.entries:,} entries, {report.snapshots:,} snapshots.")
        for fault in report.faults:
            print(fault)
        print(f"{len(report.faults):,} faults." if report.faults else "Nothing is wrong.")
    return DAMAGED if report.faults else 0


async def check_all(database: str) -> Any:
    """The report on a database, with a bar."""
    from passgo.cli.progress import playing
    from passgo.server.check import check
    from passgo.server.store import open_archive

    archive = await open_archive(database)
    try:
        counts = await archive.counts()
        with playing("games", sum(count for what, count in counts.items() if what != "entries")) as (tell, _):
            return await check(archive, tell)
    finally:
        await archive.close()
