"""`passgo serve`: a server for browsers and programs, in this terminal."""

from pathlib import Path
from typing import Annotated

from passgo import editions
from passgo.cli.arguments import needs
from passgo.cli.line import Option
from passgo.terminal.files import BadInput, expecting

Host = Annotated[str, Option(says="The address to listen on; 0.0.0.0 for everybody.")]
Port = Annotated[
    int | None,
    Option("--port", "-p", least=0, most=65535, says="Without it, 8000 or the next free one; 0 is any free one."),
]
Database = Annotated[
    str | None,
    Option("--database", "-d", says="Where games are kept: a file, or postgresql://... for several servers."),
]
OpenBrowser = Annotated[bool, Option("--open", says="Open the browser.")]
AllowedOrigins = Annotated[
    list[str] | None,
    Option(metavar="URL", says="A further origin whose pages may play here; may be repeated."),
]
HostNames = Annotated[
    list[str] | None,
    Option(
        metavar="NAME",
        says="A name by which browsers call this server, like play.example; may be repeated. Without it, addresses in"
        " numbers and names of the own network.",
    ),
]
RootPath = Annotated[str, Option(metavar="PATH", says="The path under which all is served, like /monopoly.")]
NamedProxies = Annotated[
    list[str] | None,
    Option(
        metavar="ADDRESS",
        says="A proxy in front, or its network, whose X-Forwarded-For, -Proto and -Host are believed; may be repeated.",
    ),
]
Tls = Annotated[
    bool, Option("--tls", says="Browsers come by https alone, which a proxy in front speaks: tell them so.")
]
BotWorkers = Annotated[int, Option(least=1, most=64, says="Processes in which bots think.")]
GamesPerAddress = Annotated[int, Option(least=1, says="Games one address may create in an hour.")]
SocketsPerAddress = Annotated[int, Option(least=1, says="Connections one address may have open.")]
WatchersPerTable = Annotated[int, Option(least=0, says="Watchers at one table. Players never count.")]
Connections = Annotated[int, Option(least=10, says="Connections of everybody together.")]
RequestsPerSecond = Annotated[float, Option(least=1, says="Requests a second from one address.")]
Editions = Annotated[
    list[str] | None,
    Option("--edition", "-e", metavar="FILE", says="An edition of your own to be played here too; may be repeated."),
]
MessagesPerSecond = Annotated[float, Option(least=1, says="Messages a second, of all connections of one address.")]


def command(
    host: Host = "127.0.0.1",
    port: Port = None,
    database: Database = None,
    open_browser: OpenBrowser = False,
    origin: AllowedOrigins = None,
    host_name: HostNames = None,
    root_path: RootPath = "",
    proxy: NamedProxies = None,
    tls: Tls = False,
    bot_workers: BotWorkers = 1,
    games_per_address: GamesPerAddress = 30,
    sockets_per_address: SocketsPerAddress = 100,
    watchers_per_table: WatchersPerTable = 64,
    connections: Connections = 10_000,
    requests_per_second: RequestsPerSecond = 20,
    edition: Editions = None,
    messages_per_second: MessagesPerSecond = 500,
) -> int:
    """Host games for browsers and programs. Nothing that was answered is ever lost.

    Games are kept in a file of yours and go on when the server starts again. Ctrl-C stops it.

        passgo serve --open
        passgo serve --host 0.0.0.0 --port 8000 --database games.db
    """
    needs("uvicorn", "server", "serving")
    check_folder(database)
    from passgo.cli.server import Browsers, Place, serve
    from passgo.server.config import Limits
    from passgo.server.process import allow_connections

    for path in edition or []:
        with expecting("--edition"):
            editions.add(path)
    limits = Limits(
        games_per_address=games_per_address,
        sockets_per_address=sockets_per_address,
        connections_per_address=max(2 * sockets_per_address, 40),
        watchers_per_table=watchers_per_table,
        connections=allow_connections(connections),
        requests_per_second=requests_per_second,
        requests_burst=20 * requests_per_second,
        http_per_second=15 * requests_per_second,
        http_burst=200 * requests_per_second,
        address_messages_per_second=messages_per_second,
    )
    place = Place(host, port, root_path, proxy or [])
    browsers = Browsers(open_browser, origin or [], host_name or [], tls)
    return serve(place, browsers, database, bot_workers, limits)


def check_folder(database: str | None) -> None:
    """Refuse a file in a folder that is not there: a slip of the pen would make a new place, without the games.

    Without `--database` the folder is PassGo's own, and made when it is first needed.
    """
    if database is None or ("://" in database and not database.startswith("sqlite:///")):
        return
    folder = Path(database.removeprefix("sqlite:///")).expanduser().parent
    if not folder.is_dir():
        raise BadInput(f"--database: expected a file in a folder that is there, and {folder} is none")
