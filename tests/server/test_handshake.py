"""Handshakes: what is read in one go is read as `websockets` would read it, and all else is left to that."""

import random

import pytest
from websockets.exceptions import WebSocketException
from websockets.server import ServerProtocol

from passgo.server.wire.handshake import LONGEST, Handshake, parse_handshake

FIRST = b"GET /socket?asked=1 HTTP/1.1"
KEY = b"Sec-WebSocket-Key: cGFzc2dvIHBhc3NnbyBnbw=="
HEADERS = [b"Host: play.example:8000", b"Upgrade: websocket", b"Connection: Upgrade", b"Sec-WebSocket-Version: 13", KEY]
BROWSER = [
    b"Host: play.example",
    b"Connection: keep-alive, Upgrade",
    b"Pragma: no-cache",
    b"User-Agent: Mozilla/5.0 (X11; Linux x86_64) \xe9",
    b"Upgrade:  WebSocket \t",
    b"Origin: https://play.example",
    b"Sec-WebSocket-Version: 13",
    b"Accept-Language: en,de;q=0.5",
    KEY,
    b"Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
]


def request(headers: list[bytes], first: bytes = FIRST) -> bytes:
    return b"\r\n".join([first, *headers]) + b"\r\n\r\n"


def read_slowly(data: bytes) -> tuple[str, list[tuple[bytes, bytes]], str] | None:
    """The path, headers and answering key that `websockets` finds; None if it refuses the request, or waits."""
    server = ServerProtocol(extensions=[])
    try:
        server.receive_data(data)
        events = server.events_received()
        if not events:
            return None
        asked = events[0]
        answer = server.accept(asked)  # type: ignore[arg-type]
    except WebSocketException:
        return None
    if answer.status_code != 101:
        return None
    headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in asked.headers.raw_items()]  # type: ignore[union-attr]
    return asked.path, headers, answer.headers["Sec-WebSocket-Accept"]  # type: ignore[union-attr]


def agrees(data: bytes, found: Handshake) -> bool:
    slowly = read_slowly(data)
    path = found.path + (b"?" + found.query if found.query else b"")
    return slowly is not None and slowly[:2] == (path.decode(), found.headers) and slowly[2].encode() in found.answer


@pytest.mark.parametrize("headers", [HEADERS, BROWSER, HEADERS[::-1]], ids=["least", "a browser's", "another order"])
def test_a_usual_handshake_is_read_as_websockets_reads_it(headers: list[bytes]) -> None:
    data = request(headers)
    found = parse_handshake(data)
    assert found is not None
    assert agrees(data, found)
    assert found.says_asked


@pytest.mark.parametrize(
    "data",
    [
        b"",
        request(HEADERS)[:-1],
        request(HEADERS) + b"\x81\x80\0\0\0\0",
        request(HEADERS) * 2,
        request(HEADERS, b"POST /socket HTTP/1.1"),
        request(HEADERS, b"GET /socket HTTP/1.0"),
        request(HEADERS, b"GET http://play.example/socket HTTP/1.1"),
        request(HEADERS, b"GET /socket# HTTP/1.1"),
        request(HEADERS, b"GET  /socket HTTP/1.1"),
        request([*HEADERS, b"Host: evil.example"]),
        request([*HEADERS, b"Origin: https://play.example", b"Origin: https://evil.example"]),
        request([*HEADERS, b"Sec-WebSocket-Protocol: chat"]),
        request([*HEADERS, b"Content-Length: 0"]),
        request([*HEADERS, b"Transfer-Encoding: chunked"]),
        request([*HEADERS, b" folded"]),
        request([*HEADERS, b"no colon"]),
        request([*HEADERS, b"X: \x01"]),
        request([*HEADERS, b"X : spaced name"]),
        request([*HEADERS, b"X: a\nHost: evil.example"]),
        request([*HEADERS, KEY]),
        request([*HEADERS[:-1], b"Sec-WebSocket-Key: short=="]),
        request([*HEADERS[:3], b"Sec-WebSocket-Version: 8", KEY]),
        request([HEADERS[0], b"Upgrade: h2c", *HEADERS[2:]]),
        request([*HEADERS[:2], b"Connection: close, upgraded", *HEADERS[3:]]),
        request(HEADERS[1:]),
        request([*HEADERS, b"X: " + b"y" * LONGEST]),
    ],
)
def test_what_is_unusual_goes_the_long_way(data: bytes) -> None:
    assert parse_handshake(data) is None


def test_whatever_is_taken_in_one_go_websockets_would_take_too() -> None:
    chance, taken = random.Random(7), 0
    for _ in range(3_000):
        data = bytearray(request(BROWSER if chance.random() < 0.5 else HEADERS))
        for _ in range(chance.randrange(3)):
            at = chance.randrange(len(data) - 4)
            data[at : at + chance.randrange(2)] = bytes([chance.choice([chance.randrange(256), *b"\r\n :,?/=\t"])])
        found = parse_handshake(bytes(data))
        if found is not None:
            taken += 1
            assert agrees(bytes(data), found), bytes(data)
    assert taken > 1_000
