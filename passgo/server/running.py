"""Running a server: a free port, and uvicorn set up for games."""

import errno
import socket
from typing import Any

import uvicorn

from passgo.server.app import Server
from passgo.server.parts import LARGEST_MESSAGE

PORTS_TRIED = 50


def listening(host: str, port: int) -> socket.socket:
    """A socket on the port, or on the next one that is free; ValueError if there is none, or no such address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for wanted in range(port, min(port + PORTS_TRIED, 65536)):
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, wanted))
            listener.listen(2048)
            return listener
        except OSError as problem:
            listener.close()
            if problem.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise ValueError(f"cannot listen on {host}: {problem.strerror}") from None
    raise ValueError(f"no port from {port} to {min(port + PORTS_TRIED, 65536) - 1} on {host} is free")


def configured(server: Server, proxies: str | None = None) -> uvicorn.Config:
    """The settings of uvicorn that games need."""
    settings: dict[str, Any] = {
        "ws": "websockets-sansio",
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
