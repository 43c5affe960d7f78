"""Frames that no application sees: one client that sends too many of them is shown out, and nobody waits for it."""

import asyncio
import json
import logging
import select
import socket
import time
from contextlib import suppress
from pathlib import Path

import pytest

from passgo.server.wire import protocol
from tests.server.flood import (
    BEGIN,
    CLOSE,
    HANDSHAKE,
    LAST,
    MIDDLE,
    PING,
    PONG,
    close_code,
    ending,
    flooding,
    frame,
    greet,
    limits_with,
    line_to,
    metric,
    slowest_of,
)
from tests.server.play import PATIENCE, Client, Running, person, play_simply, running, sit

ASK = b'{"v":1,"type":"ping","id":"p"}'
FLOODS = {
    "pings": frame(b"", PING) * 1000,
    "full pings": frame(b"x" * 125, PING) * 100,
    "pongs": frame(b"", PONG) * 1000,
    "empty fragments": frame(b"", MIDDLE) * 1000,
    "small fragments": frame(b"x", MIDDLE) * 1000,
}
"""Each is sent again and again; fragments after the beginning of a message."""


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_of_frames_is_ended_and_the_players_play_on(tmp_path: Path, kind: str) -> None:
    async def run(here: Running) -> None:
        game = here.create([person("Ann"), person("Ben")], public=True)
        ann = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        calm = await slowest_of(ann, 20)
        flooder = greet(here, game["game"])
        if "fragments" in kind:
            flooder.sendall(frame(b"", BEGIN))
        with flooding(flooder, FLOODS[kind]):
            busy = await slowest_of(ann, 20)
            await play_simply(ann, [0, 1], 5)
            assert close_code(await asyncio.to_thread(ending, flooder)) == 1008
        assert busy < 8.0 + 20 * calm, "a flood let in stalls the players for twenty seconds and more"
        assert metric(here, "floods_total") == 1

    with running(tmp_path / "games.db") as here:
        asyncio.run(run(here))


def test_what_came_at_once_is_handled_in_portions(here: Running) -> None:
    """Somebody sends a quarter of a megabyte of the smallest frames in one go: others have their turn in between."""

    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")], public=True)
        ann = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        calm = await slowest_of(ann, 20)
        fastest = min([await wait_in_a_crowd(game["game"], ann) for _ in range(3)])
        assert fastest < 1.0 + 20 * calm, "a busy machine is slow now and then, but not each time"

    async def wait_in_a_crowd(game: str, ann: Client) -> float:
        flooders = [greet(here, game) for _ in range(10)]
        began = time.monotonic()
        for flooder in flooders:
            flooder.setblocking(False)
            flooder.send(frame(b"", PONG) * 40_000)
        assert isinstance(await ann.ask("ping"), protocol.Pong)
        waited = time.monotonic() - began
        for flooder in flooders:
            assert await asyncio.to_thread(ending, flooder)
        return waited

    asyncio.run(run())


def test_many_connections_of_one_address_share_what_it_may_send(tmp_path: Path) -> None:
    async def run(here: Running) -> None:
        game = here.create([person("Ann"), person("Ben")], public=True)
        ann = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        crowd = [greet(here, game["game"]) for _ in range(12)]
        for _ in range(20):
            for line in crowd:
                send_or_not(line, frame(b"", PING) * 40)
            await ann.ask("ping")
        ended = [line for line in crowd if await asyncio.to_thread(ending, line, 0.5)]
        assert len(ended) >= 6, "each alone might send as much, not all of them"
        pong = await ann.socket.ping()
        await asyncio.wait_for(pong, PATIENCE)
        await play_simply(ann, [0, 1], 5)

    limits = limits_with(frames_per_second=300, address_frames_per_second=50)
    with running(tmp_path / "games.db", limits) as here:
        asyncio.run(run(here))


def send_or_not(line: socket.socket, data: bytes) -> None:
    with suppress(OSError):
        line.sendall(data)


def test_usual_pings_and_fragments_are_welcome(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")])
        ann = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))

        async def pieces(text: str) -> None:
            await ann.socket.send([text[n : n + 1] for n in range(len(text))])

        for n in range(10):
            await asyncio.wait_for(await ann.socket.ping(), PATIENCE)
            await pieces(f'{{"v":1,"type":"ping","id":"{n}"}}')
            assert isinstance(await ann.answer_to(str(n)), protocol.Pong)
            await asyncio.sleep(0.4)

    asyncio.run(run())


def test_a_message_has_only_so_many_pieces(here: Running) -> None:
    game = here.create([person("Ann"), person("Ben")], public=True)
    line = greet(here, game["game"])
    line.sendall(frame(b"", BEGIN) + frame(b" ", MIDDLE) * 150)
    assert close_code(ending(line)) == 1008


def test_who_says_too_much_hears_why_while_more_is_on_its_way(here: Running) -> None:
    """Bytes that nobody reads would make the system throw away the last word."""
    game = here.create([person("Ann"), person("Ben")], public=True)
    line, said = greet(here, game["game"]), frame(b"x" * 60_000)
    line.sendall(said[:2000])
    assert select.select([line], [], [], PATIENCE)[0], "the head of the frame says how long it is"
    for at in range(2000, len(said), 10_000):
        line.sendall(said[at : at + 10_000])
        time.sleep(0.01)
    assert close_code(ending(line)) == 1009


@pytest.mark.parametrize("messages", [1, 5])
def test_what_comes_in_one_piece_with_the_handshake_is_heard(
    here: Running, messages: int, caplog: pytest.LogCaptureFixture
) -> None:
    """It should wait for the answer, but it is not lost, and however much it is, no request of HTTP."""
    game = here.create([person("Ann"), person("Ben")], public=True)
    hello = {"v": 1, "type": "hello", "game": game["game"], "seats": []}
    with line_to(here) as line:
        line.sendall(HANDSHAKE + frame(json.dumps(hello).encode()) + frame(b" " * 5000 + ASK) * messages)
        said = b""
        while said.count(b'"pong"') < messages:
            piece = line.recv(65536)
            assert piece, said
            said += piece
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


NO_TEXTS = {
    "whole": frame(b"\xff"),
    "in pieces": frame(b"\xff", BEGIN) + frame(b"", LAST),
    "before a ping": frame(b"\xff") + frame(b"", PING),
    "before a text": frame(b"\xff") + frame(b"{}"),
    "before a close": frame(b"\xff") + frame(b"\x03\xe8", CLOSE),
}


@pytest.mark.parametrize("kind", NO_TEXTS)
def test_a_text_that_is_none_ends_the_connection_and_is_no_fault_of_the_server(
    here: Running, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    game = here.create([person("Ann"), person("Ben")], public=True)
    line = greet(here, game["game"])
    line.sendall(NO_TEXTS[kind])
    assert close_code(ending(line)) == (1000 if kind == "before a close" else 1007)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_whole_messages_wait_for_the_application_in_the_right_order(here: Running) -> None:
    """Many messages at once are no flood: the application takes one after the other."""

    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")])
        ann = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        for n in range(2000):
            await ann.send("ping", id=str(n))
        for n in range(2000):
            pong = await ann.until(lambda message: isinstance(message, protocol.Pong))
            assert pong.id == str(n)

    asyncio.run(run())


def test_a_flood_after_the_last_word_ends_the_connection(tmp_path: Path) -> None:
    with running(tmp_path / "games.db", limits_with(hello_seconds=0.2)) as here:
        line = socket.create_connection(("127.0.0.1", here.port), timeout=20)
        line.sendall(HANDSHAKE)
        said = b""
        while b'"bye"' not in said:
            said += line.recv(4096)
        with flooding(line, frame(b"") * 1000):
            began = time.monotonic()
            assert ending(line)
            assert time.monotonic() - began < 8, "uvicorn would wait 10 s for an answer to its last word"
