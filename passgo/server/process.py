"""Running a server: a free port, and uvicorn set up for games."""

import errno
import gc
import socket
from typing import Any

import uvicorn

from passgo.server.app import Server
from passgo.server.wire.types import LARGEST_MESSAGE
from passgo.server.wire.websocket import WebSocket

PORTS_TRIED = 50
SEND_BUFFER = 128 * 1024
"""Bytes that the system buffers for a client that does not read. Then our queue fills, and the client is dropped."""
STUCK_MS = 30_000
"""The system ends a connection whose other side has accepted nothing for so long."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket on the port or the next free one. ValueError if no port is free or the address is wrong."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for wanted in range(port, min(port + PORTS_TRIED, 65536)):
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
    raise ValueError(f"no port from {port} to {min(port + PORTS_TRIED, 65536) - 1} on {host} is free")


def calm_collector() -> None:
    """Let Python collect garbage less often, and never look at objects that exist from the start.

    Compiled rules are half a million objects, and going through them takes a tenth of a second in which nobody is
    answered. To be called in a process that only serves, when everything is loaded.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def uvicorn_config(server: Server, proxies: str | None = None) -> uvicorn.Config:
    """The settings of uvicorn that games need."""
    settings: dict[str, Any] = {
        "ws": WebSocket,
        "ws_max_size": LARGEST_MESSAGE,
        "ws_max_queue": 8,
        "ws_per_message_deflate": False,  # a compressor for each connection would cost more memory than the game
        "ws_ping_interval": 20.0,
        "ws_ping_timeout": 20.0,
        "timeout_graceful_shutdown": 5,
        "timeout_keep_alive": 30,
        "h11_max_incomplete_event_size": 64 * 1024,
        "access_log": False,
        "log_config": None,
        "server_header": False,
        "proxy_headers": proxies is not None,
        "forwarded_allow_ips": proxies,
    }
    return uvicorn.Config(server.app(), **settings)
