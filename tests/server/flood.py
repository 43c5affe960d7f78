"""Sockets by hand: bytes as one likes, for tests of what a client should never send."""

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from threading import Event, Thread
from typing import Any

from passgo.server.config import Limits
from tests.server.play import GENEROUS, Client, Running

HANDSHAKE = (
    b"GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, BEGIN, MIDDLE, LAST, CLOSE, PING, PONG = 0x81, 0x01, 0x00, 0x80, 0x88, 0x89, 0x8A
"""First bytes of frames: a whole text; of several fragments the first, a later one and the last; and others."""


def frame(payload: bytes, kind: int = TEXT) -> bytes:
    """A client's frame, masked with nothing."""
    size = len(payload)
    head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE)) + size.to_bytes(2, "big")
    return head + bytes(4) + payload


def line_to(here: Running) -> socket.socket:
    """A connection on which nothing was said."""
    return socket.create_connection(("127.0.0.1", here.port), timeout=60)


def greet(here: Running, game: str, *keys: str, watch: str | None = None) -> socket.socket:
    """A WebSocket by hand, after its welcome."""
    line = line_to(here)
    line.sendall(HANDSHAKE)
    said = line.recv(4096)
    assert b"101" in said, said
    hello = {"v": 1, "type": "hello", "game": game, "seats": keys, **({"watch": watch} if watch else {})}
    line.sendall(frame(json.dumps(hello).encode()))
    line.recv(65536)
    return line


def ending(line: socket.socket, seconds: float = 60) -> bytes:
    """All that is said until the connection ends; nothing if it does not."""
    line.settimeout(seconds)
    said = b""
    try:
        while piece := line.recv(65536):
            said += piece
    except TimeoutError:
        return b""
    except ConnectionError:
        pass
    return said or b"reset"


def close_code(said: bytes) -> int:
    """The code of the close frame at the end of what a server said; 0 if there is none."""
    at = said.rfind(b"\x88")
    return int.from_bytes(said[at + 2 : at + 4], "big") if at >= 0 else 0


@contextmanager
def flooding(line: socket.socket, frames: bytes, per_second: int = 500_000) -> Iterator[None]:
    """Somebody sends these frames again and again, so many bytes a second."""
    over = Event()

    def flood() -> None:
        began, sent = time.monotonic(), 0
        with suppress(OSError):
            while not over.is_set():
                line.sendall(frames)
                sent += len(frames)
                over.wait(max(0.0, began + sent / per_second - time.monotonic()))

    thread = Thread(target=flood, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        with suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
        thread.join(60)


async def slowest_of(client: Client, questions: int, pause: float = 0.02) -> float:
    """Ask so often whether the server is there; the longest time that an answer took."""
    slowest = 0.0
    for _ in range(questions):
        began = time.monotonic()
        await client.ask("ping")
        slowest = max(slowest, time.monotonic() - began)
        await asyncio.sleep(pause)
    return slowest


def metric(here: Running, name: str) -> float:
    """A figure of the server, as Prometheus reads it."""
    lines = here.figures().splitlines()
    return next(float(line.rpartition(" ")[2]) for line in lines if line.startswith(f"passgo_{name} "))


def limits_with(**changes: Any) -> Limits:
    """Generous limits but for these."""
    return replace(GENEROUS, **changes)
