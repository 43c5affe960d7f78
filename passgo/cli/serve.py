"""`passgo serve`: a server for browsers and programs, in this terminal."""

from typing import Annotated

import typer

from passgo import editions
from passgo.terminal.files import BadInput, expecting


def command(
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
    edition: Annotated[
        list[str] | None,
        typer.Option(
            "--edition", "-e", metavar="FILE", help="An edition of your own to be played here too; may be repeated."
        ),
    ] = None,
    messages_per_second: Annotated[
        float, typer.Option(min=1, help="Messages a second, of all connections of one address.")
    ] = 500,
) -> int:
    """Host games for browsers and programs. Nothing that was answered is ever lost.

    Games are kept in a file of yours and go on when the server starts again. Ctrl-C stops it.
    """
    try:
        from passgo.cli.server import serve
        from passgo.server.config import Limits
    except ImportError as problem:
        raise BadInput(f"serving needs {problem.name}: pip install 'passgo[server]'") from None
    for path in edition or []:
        with expecting("--edition"):
            editions.add(path)
    limits = Limits(
        games_per_address=games_per_address,
        sockets_per_address=sockets_per_address,
        requests_per_second=requests_per_second,
        requests_burst=max(100.0, 5 * requests_per_second),
        address_messages_per_second=messages_per_second,
    )
    return serve(host, port, database, open_browser, origin or [], proxy, bot_workers, limits)
