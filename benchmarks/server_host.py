"""The two servers that `server.py` measures, each in a process of its own: PassGo, and a server that only echoes.

Both are Starlette on uvicorn with the same settings. The echo server shows what that stack can do without PassGo, so
its connections are uvicorn's own: a yardstick must not change when PassGo's connections get cheaper.

`copy` is no server: it multiplies the games of a database, so that there are many that were played for long.
"""

import asyncio
import json
import logging
import sys
from itertools import cycle, islice

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from passgo.machine.decorators import compile_all
from passgo.server.app import Server
from passgo.server.config import Limits
from passgo.server.process import calm_collector, listen, uvicorn_config
from passgo.server.store.sqlite import SqliteStore
from passgo.server.table.snapshot import snapshot_mark

PLENTY = 1e9
UNLIMITED = Limits(
    messages_per_second=PLENTY,
    messages_burst=PLENTY,
    address_messages_per_second=PLENTY,
    requests_per_second=PLENTY,
    requests_burst=PLENTY,
    http_per_second=PLENTY,
    http_burst=PLENTY,
    connections_per_address=1_000_000,
    sockets_per_address=1_000_000,
    games_per_address=1_000_000,
)
"""All clients of the benchmark have the same address, so there are no limits for an address."""


async def echo(socket: WebSocket) -> None:
    """Send every text back."""
    await socket.accept()
    try:
        while True:
            await socket.send_text(await socket.receive_text())
    except WebSocketDisconnect:
        pass


async def serve(role: str, database: str) -> None:
    """Print the port, and serve until the standard input ends."""
    compile_all()
    calm_collector()
    config = uvicorn_config(Server(database, limits=UNLIMITED))
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    if role == "echo":
        config.app = Starlette(routes=[WebSocketRoute("/socket", echo)])
        config.http, config.ws = "h11", "websockets-sansio"
    listener = listen("127.0.0.1", 0)
    runner = uvicorn.Server(config)
    sys.stdout.write(f"{listener.getsockname()[1]}\n")
    sys.stdout.flush()

    async def end_with_input() -> None:
        await asyncio.to_thread(sys.stdin.read)
        runner.should_exit = runner.force_exit = True

    ending = asyncio.create_task(end_with_input())
    await runner.serve(sockets=[listener])
    ending.cancel()


async def copy_games(database: str, wanted: int) -> None:
    """Copy games that are being played, with log and snapshot, until there are so many; print whose copy each is."""
    store = await SqliteStore.open(database)
    mark, names = snapshot_mark(), dict[str, str]()
    played = await store.games(status="playing", limit=wanted)

    async def copy(n: int, source: str) -> None:
        loaded, log = await store.load(source, mark), await store.entries(source)
        assert loaded is not None
        name = f"{source[:20]}-{n}"
        await store.create(msgspec.structs.replace(loaded.row, id=name, seq=1), log[:1])
        await store.append(name, log[1:], snapshot=loaded.snapshot)
        names[name] = source

    sources = islice(cycle([row.id for row in played]), wanted - len(played))
    await asyncio.gather(*(copy(n, source) for n, source in enumerate(sources)))
    entries = sorted(row.seq for row in played)
    await store.close()
    print(json.dumps({"copies": names, "entries": entries[len(entries) // 2]}))


if __name__ == "__main__":
    role, *arguments = sys.argv[1:]
    with asyncio.Runner(loop_factory=uvicorn.Config("").get_loop_factory()) as loop:
        if role == "copy":
            loop.run(copy_games(arguments[0], int(arguments[1])))
        else:
            loop.run(serve(role, arguments[0]))
