"""The handshake with which a connection becomes a WebSocket, as nearly every client sends it.

After a restart everybody sends one at once. uvicorn would read it with h11, write it again for `websockets`, read it
there, and write an answer by way of two objects with headers: that is half of what a returning player costs before the
first message. Here it is read once. What is unusual in any way goes the long way.
"""

import re
from base64 import b64encode
from hashlib import sha1
from typing import NamedTuple

LONGEST = 8 * 1024
"""Bytes of a handshake that is read here: `websockets` takes no longer header."""
UNIQUE = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
"""What the standard, RFC 6455, adds to a client's key."""
ANSWER = (
    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n"
)
REQUEST = re.compile(rb"GET (/[!-\"$->@-~]*)(?:\?([!-\"$-~]*))? HTTP/1\.1")
HEADER = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t -~\x80-\xff]*)")
KEY = re.compile(rb"[A-Za-z0-9+/]{22}==")
USUAL = {
    b"upgrade": (b"websocket",),
    b"connection": (b"upgrade", b"keep-alive, upgrade"),
    b"sec-websocket-version": (b"13",),
}
"""What headers of a handshake say, in small letters."""
UNUSUAL = frozenset((b"content-length", b"transfer-encoding", b"sec-websocket-protocol"))
"""Headers of a request that has a body, or of a client that wishes for more than there is here."""


class Handshake(NamedTuple):
    """What a client asks for; the names of headers are in small letters, as ASGI has them."""

    path: bytes
    query: bytes
    headers: list[tuple[bytes, bytes]]
    key: bytes

    @property
    def says_asked(self) -> bool:
        """Does somebody say, in the address of the socket, that a game waits for them?"""
        return b"asked=1" in self.query

    @property
    def answer(self) -> bytes:
        """The answer that makes the connection a WebSocket, without extensions."""
        return ANSWER % b64encode(sha1(self.key + UNIQUE, usedforsecurity=False).digest())


def parse_handshake(data: bytes) -> Handshake | None:
    """The handshake that this is; None if it is none, not a whole one, more than one, or an unusual one.

    >>> begin = b"GET /socket?asked=1 HTTP/1.1\\r\\nHost: a\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n"
    >>> key = b"Sec-WebSocket-Version: 13\\r\\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\\r\\n\\r\\n"
    >>> parse_handshake(begin + key).answer[-32:]
    b's3pPLMBiTxaQ9kYGzzhZRbK+xOo=\\r\\n\\r\\n'
    >>> parse_handshake(begin)
    """
    if not data.startswith(b"GET ") or len(data) > LONGEST or data.find(b"\r\n\r\n") != len(data) - 4:
        return None
    first, *lines = data[:-4].split(b"\r\n")
    request, matches = REQUEST.fullmatch(first), list(map(HEADER.fullmatch, lines))
    headers = [(match[1].lower(), match[2].rstrip(b" \t")) for match in matches if match is not None]
    said = dict(headers)
    if request is None or len(said) < len(lines) or b"host" not in said or not UNUSUAL.isdisjoint(said):
        return None
    if any(said.get(name, b"").lower() not in usual for name, usual in USUAL.items()):
        return None
    key = said.get(b"sec-websocket-key", b"")
    return Handshake(request[1], request[2] or b"", headers, key) if KEY.fullmatch(key) else None
