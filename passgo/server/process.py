"""Running a server: a free port, and uvicorn set up for games."""

import errno
import gc
import socket
from contextlib import suppress
from functools import partial
from typing import Any

import uvicorn

from passgo.server.app import Server
from passgo.server.http.lines import HttpConnection
from passgo.server.http.proxies import Proxies
from passgo.server.wire.types import LARGEST_MESSAGE
from passgo.server.wire.websocket import WebSocket

PORTS_TRIED = 50
OWN_FILES = 100
"""Files that the server has open itself."""
SEND_BUFFER = 128 * 1024
"""Bytes that the system buffers for a client that does not read. Then our queue fills, and the client is dropped."""
STUCK_MS = 30_000
"""The system ends a connection whose other side has accepted nothing for so long."""


def listen(host: str, port: int, exact: bool = False) -> socket.socket:
    """A listening socket on the port or, if it need not be exactly this one, the next free one.

    ValueError if no port is free or the address is wrong.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    end = port + 1 if exact else min(port + PORTS_TRIED, 65536)
    for wanted in range(port, end):
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)  # connections inherit it
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STUCK_MS)
        try:
            listener.bind((host, wanted))
            listener.listen(2048)
            return listener
        except OSError as problem:
            listener.close()
            if problem.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise ValueError(f"cannot listen on {host}: {problem.strerror}") from None
            reason = "is in use" if problem.errno == errno.EADDRINUSE else "may not be used by you"
    if exact:
        raise ValueError(f"port {port} on {host} {reason}: choose another with --port, or none for the next free one")
    raise ValueError(f"no port from {port} to {end - 1} on {host} is free")


def allow_connections(most: int) -> int:
    """Let this process open so many connections, as far as the system allows; how many it may have."""
    try:
        import resource
    except ImportError:  # only systems like Unix have it
        return most
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most + OWN_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return max(min(most, soft - OWN_FILES), OWN_FILES)
    return most


def calm_collector() -> None:
    """Let Python collect garbage less often, and never look at objects that exist from the start.

    Compiled rules are half a million objects, and going through them takes a tenth of a second in which nobody is
    answered. To be called in a process that only serves, when everything is loaded.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def uvicorn_config(server: Server, proxies: str | None = None) -> uvicorn.Config:
    """The settings of uvicorn that games need; what these proxies, with commas between, say of clients is believed."""
    named = Proxies(proxies.split(",") if proxies else ())
    settings: dict[str, Any] = {
        "http": partial(HttpConnection, server.lines(named)),
        "ws": WebSocket,
        "ws_max_size": LARGEST_MESSAGE,
        "ws_max_queue": 8,
        "ws_per_message_deflate": False,  # a compressor for each connection would cost more memory than the game
        "ws_ping_interval": 20.0,
        "ws_ping_timeout": 20.0,
        "timeout_graceful_shutdown": 5,
        "timeout_keep_alive": 30,
        "access_log": False,
        "log_config": None,
        "server_header": False,
        "proxy_headers": False,  # `Proxies` reads them, the host too
    }
    return uvicorn.Config(server.app(named), **settings)
