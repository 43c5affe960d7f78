"""The two servers that `server.py` measures, each in a process of its own: PassGo, and a server that only echoes.

Both are Starlette on uvicorn with the same settings. The echo server shows what that stack can do without PassGo.
"""

import asyncio
import logging
import sys

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from passgo.machine.decorators import compile_all
from passgo.server.app import Server
from passgo.server.config import Limits
from passgo.server.process import calm_collector, listen, uvicorn_config

PLENTY = 1e9
UNLIMITED = Limits(
    messages_per_second=PLENTY,
    messages_burst=PLENTY,
    address_messages_per_second=PLENTY,
    requests_per_second=PLENTY,
    requests_burst=PLENTY,
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


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvicorn.Config("").get_loop_factory()) as loop:
        loop.run(serve(*sys.argv[1:]))
