"""The server that `passgo serve` runs: where it listens, where it keeps games, and the browser it opens."""

import asyncio
import os
import socket
import sys
import threading
import time
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import uvicorn
from rich.console import Console

from passgo.cli.warm import warm_behind
from passgo.server.app import STATIC, Server, parse_root
from passgo.server.config import Limits
from passgo.server.logs import log_as_json
from passgo.server.process import calm_collector, listen, uvicorn_config
from passgo.server.store import Unavailable, default_database, open_store
from passgo.terminal.files import BadInput, expecting

console = Console(highlight=False)
DEFAULT_PORT = 8000
"""If nobody asked for a port, this one or the next free one."""


class Place(NamedTuple):
    """Where the server listens: an address, a port if one was asked for, a path, the proxies in front."""

    host: str
    port: int | None
    root_path: str
    proxies: list[str]


class Browsers(NamedTuple):
    """What browsers must know: whether to open one, other origins, the server's names, whether all come by https."""

    open: bool
    origins: list[str]
    hosts: list[str]
    tls: bool


def serve(place: Place, browsers: Browsers, database: str | None, bot_workers: int, limits: Limits) -> int:
    """Serve until told to stop."""
    end_compiling = warm_behind(lambda said: console.print(said, soft_wrap=True))
    try:
        return serve_now(place, browsers, database, bot_workers, limits)
    finally:
        end_compiling()


def serve_now(place: Place, browsers: Browsers, database: str | None, bot_workers: int, limits: Limits) -> int:
    """Serve with what is ready."""
    calm_collector()
    kept = database or default_database()
    try:
        asyncio.run(try_store(kept))
    except (ValueError, Unavailable) as problem:
        raise BadInput(f"--database: {problem}") from None
    log_as_json()
    with expecting("serve"):
        server = Server(
            kept,
            limits=limits,
            origins=browsers.origins,
            hosts=browsers.hosts,
            root_path=place.root_path,
            tls=browsers.tls,
            workers=bot_workers,
        )
        runner = uvicorn.Server(uvicorn_config(server, ",".join(place.proxies) or None))
        listener = listen(place.host, DEFAULT_PORT if place.port is None else place.port, exact=bool(place.port))
    announce(place, listener, kept, browsers.open)
    with suppress(KeyboardInterrupt):
        runner.run(sockets=[listener])
    console.print("Stopped. Every move that was answered is kept.")
    return 0


async def try_store(database: str) -> None:
    """Open the store and close it again, so that trouble is said in one line before the server begins."""
    await (await open_store(database, wait=True)).close()


def announce(place: Place, listener: socket.socket, database: str, open_browser: bool) -> None:
    """Say where the server is, where games are kept and how to stop."""
    host, taken = place.host, listener.getsockname()[1]
    path = parse_root(place.root_path) + "/"
    shown = "localhost" if host in ("127.0.0.1", "::1", "0.0.0.0", "::") else host
    address = f"http://{shown}:{taken}{path}"
    if place.port is None and taken != DEFAULT_PORT:
        console.print(f"Port {DEFAULT_PORT} is in use; this is the next free one.")
    console.print(f"PassGo is at {address}", soft_wrap=True)
    if host in ("0.0.0.0", "::"):
        console.print(f"Others in your network find it at http://{own_address()}:{taken}{path}", soft_wrap=True)
    if not STATIC.joinpath("index.html").exists():
        console.print("The browser game is not built, so only programs can play: make web, or npm run build in web/.")
    console.print(
        f"Games are kept in {without_password(database)}. Ctrl-C stops the server; games go on next time.",
        soft_wrap=True,
    )
    if open_browser and not has_display():
        console.print("There is no display here: open the address in a browser.")
    elif open_browser:
        threading.Thread(target=open_soon, args=(address,), daemon=True).start()


def has_display() -> bool:
    """Can a window be opened? Without one a browser for terminals could start and take this one over."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def own_address() -> str:
    """This machine's address in its network. Nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that is nobody's
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def open_soon(address: str) -> None:
    """Open the browser when the server has begun to answer."""
    time.sleep(1.0)
    try:
        opened = webbrowser.open(address)
    except webbrowser.Error:
        opened = False
    if not opened:
        console.print(f"No browser could be opened here: go to {address}", soft_wrap=True)


def without_password(database: str) -> str:
    """Where games are kept, as it may be shown.

    >>> without_password("postgresql://ann:secret@db/games")
    'postgresql://...@db/games'
    """
    if "://" not in database:
        return str(Path(database).expanduser())
    scheme, _, rest = database.partition("://")
    return f"{scheme}://...@{rest.rpartition('@')[2]}" if "@" in rest else database
