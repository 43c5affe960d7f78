"""A text that comes whole and alone takes a short way; whatever else comes, in whatever pieces, is understood alike."""

import json
import random
import struct

import pytest

from passgo.server.wire.frames import format_text, parse_text
from tests.server.flood import HANDSHAKE, line_to
from tests.server.play import Running

PING, TEXT, REST, PONG = 0x89, 0x81, 0x80, 0x8A


def masked(first: int, payload: bytes, mask: bytes = b"\x01\x02\x03\x04") -> bytes:
    """A client's frame."""
    size = len(payload)
    head = bytes((first, 0x80 | size)) if size < 126 else struct.pack("!BBH", first, 0xFE, size)
    return head + mask + bytes(byte ^ mask[n % 4] for n, byte in enumerate(payload))


@pytest.mark.parametrize("size", [0, 1, 125, 126, 200, 65535])
def test_a_whole_text_is_read_whatever_its_size(size: int) -> None:
    text = "x" * size
    assert parse_text(masked(TEXT, text.encode())) == text
    assert parse_text(masked(TEXT, text.encode())[:-1]) is None
    assert parse_text(masked(TEXT, text.encode()) + b"\x89") is None


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"\x81",
        format_text(b"not masked"),
        masked(TEXT, b"\xff"),
        masked(0x01, b"a piece"),
        masked(REST, b"the rest"),
        masked(0x82, b"bytes"),
        masked(PING, b""),
        masked(0xC1, b"compressed"),
        b"\x81\xff" + (70).to_bytes(8, "big") + b"\0\0\0\0" + b"x" * 70,
        b"\x81\xff\0\0\0\0" + b"x" * 127,
    ],
)
def test_what_is_no_whole_text_is_left_to_the_parser(frame: bytes) -> None:
    assert parse_text(frame) is None


def test_messages_are_answered_in_order_however_they_are_cut(here: Running) -> None:
    """Pings, pongs, fragments and texts in one stream, cut at random: each question gets its answer, once."""
    created = here.create([{"mine": True, "name": "Ann"}, {"mine": True, "name": "Ben"}])
    chance, line = random.Random(7), line_to(here)
    line.settimeout(60)
    line.sendall(HANDSHAKE)
    assert line.recv(4096).startswith(b"HTTP/1.1 101")
    hello = {"v": 1, "type": "hello", "game": created["game"], "seats": [created["seats"][0]["key"]]}
    line.sendall(masked(TEXT, json.dumps(hello).encode()))
    wanted = [f"q{n}" for n in range(60)]
    stream = b"".join(piece for name in wanted for piece in pieces_of(chance, name))
    while stream:
        cut = chance.choice([1, 2, 7, 40, 300])
        line.sendall(stream[:cut])
        stream = stream[cut:]
    answers = list[str]()
    received = b""
    while len(answers) < len(wanted):
        received += line.recv(65536)
        answers += [text["id"] for text in texts_in(received) if text["type"] == "pong"]
        received = b"" if not received else received[whole_bytes(received) :]
    line.close()
    assert answers == wanted


def pieces_of(chance: random.Random, name: str) -> list[bytes]:
    """The frames of a question, sometimes in fragments, sometimes beside a pong."""
    question = json.dumps({"v": 1, "type": "ping", "id": name}).encode()
    way = chance.randrange(4)
    if way == 0:
        return [masked(0x01, question[:9]), masked(PONG, b""), masked(REST, question[9:])]
    if way == 1:
        return [masked(PONG, b"late"), masked(TEXT, question)]
    return [masked(TEXT, question)]


def frames_in(data: bytes) -> list[tuple[int, bytes, int]]:
    """The whole frames of the server: the first byte, the payload, and where each ends."""
    found, at = list[tuple[int, bytes, int]](), 0
    while len(data) - at >= 2:
        size, start = data[at + 1], at + 2
        if size == 126:
            if len(data) < at + 4:
                break
            size, start = struct.unpack_from("!H", data, at + 2)[0], at + 4
        if len(data) < start + size:
            break
        found.append((data[at], data[start : start + size], start + size))
        at = start + size
    return found


def texts_in(data: bytes) -> list[dict[str, str]]:
    return [json.loads(payload) for first, payload, _ in frames_in(data) if first == TEXT]


def whole_bytes(data: bytes) -> int:
    frames = frames_in(data)
    return frames[-1][2] if frames else 0
