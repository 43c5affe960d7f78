"""Floods by HTTP: whoever asks for too much is refused, then shut out, and players play on. Crowds are no floods."""

import asyncio
import http.client
import logging
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from passgo.server.config import Limits
from passgo.server.http import floods
from passgo.server.http.floods import Turnstile
from tests.server.flood import ending, limits_with, line_to, metric, slowest_of
from tests.server.play import PATIENCE, Running, person, play_simply, running, sit, until

SPARING = limits_with(http_per_second=50, http_burst=200)
ELSEWHERE = "127.0.0.9"
"""Another address of this machine."""


def get(path: str, more: str = "") -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{more}\r\n".encode()


def statuses_on(line: socket.socket, requests: list[bytes]) -> list[int]:
    """Ask these one after the other on one connection; the statuses of the answers."""
    statuses = []
    for request in requests:
        line.sendall(request)
        answer = http.client.HTTPResponse(line)
        answer.begin()
        answer.read()
        statuses.append(answer.status)
    return statuses


def line_from(here: Running, address: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", here.port), PATIENCE, (address, 0))


FLOODS = {
    "metrics": get("/metrics"),
    "health": get("/api/health/live"),
    "what is nowhere": get("/nowhere"),
    "pipelined": get("/api/bots") * 100,
    "short connections": get("/metrics", "Connection: close\r\n"),
    "long heads": get("/", "a:b\r\n" * 12_000),
    "no HTTP": b"\x16\x03\x01 hello\r\n\r\n",
    "small pieces": b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    + b"1\r\nx\r\n" * 9_999,
    "mere connections": b"",
}


@contextmanager
def flooding_from(here: Running, address: str, data: bytes, lines: int = 8) -> Iterator[list[int]]:
    """Somebody sends this on so many connections again and again; how many connections were opened."""
    over, opened = threading.Event(), [0]

    def flood() -> None:
        while not over.is_set():
            with suppress(OSError), line_from(here, address) as line:
                opened[0] += 1
                line.settimeout(0.5)
                if not data:
                    over.wait(0.001)  # else the server, which has the same interpreter, would hardly get a turn
                while data and not over.is_set():
                    line.sendall(data)
                    if not line.recv(65536):
                        break

    threads = [threading.Thread(target=flood, daemon=True) for _ in range(lines)]
    for thread in threads:
        thread.start()
    try:
        yield opened
    finally:
        over.set()
        for thread in threads:
            thread.join(PATIENCE)


@pytest.mark.parametrize("address", ["127.0.0.1", ELSEWHERE])
@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_is_shut_out_and_the_players_play_on(tmp_path: Path, kind: str, address: str) -> None:
    async def run(here: Running) -> None:
        game = here.create([person("Ann"), person("Ben")])
        ann = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        calm = await slowest_of(ann, 20)
        with flooding_from(here, address, FLOODS[kind]):
            busy = await slowest_of(ann, 20)
            await play_simply(ann, [0, 1], 5)
            await until(lambda: metric(here, "shut_out_total") == 1)
            assert ending(line_from(here, address)) == b"reset"
            assert statuses_on(line_from(here, "127.0.0.8"), [get("/api/health/live")]) == [200], "others are served"
        assert busy < 8.0 + 20 * calm, "a flood let in stalls the players for twelve seconds and more"

    with running(tmp_path / "games.db", SPARING) as here:
        asyncio.run(run(here))


def test_whoever_stops_is_let_in_again_and_the_log_says_it_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(floods, "SHUT_OUT_S", 0.5)
    with running(tmp_path / "games.db", SPARING) as here, caplog.at_level(logging.WARNING):
        for _ in range(3):
            with flooding_from(here, ELSEWHERE, get("/metrics")) as opened:
                asked = time.monotonic() + 4 * PATIENCE  # the flood takes what the machine has
                before = metric(here, "shut_out_total")
                while metric(here, "shut_out_total") == before or opened[0] < 50:
                    assert time.monotonic() < asked
                    time.sleep(0.01)
            time.sleep(1.5)
            with line_from(here, ELSEWHERE) as line:
                assert statuses_on(line, [get("/api/health/live")]) == [200]
        told = [record for record in caplog.records if "shut out" in record.getMessage()]
        assert len(told) == 1
        assert "127." not in caplog.text


def test_the_refusal_is_bare_and_ends_the_connection(tmp_path: Path) -> None:
    with running(tmp_path / "games.db", limits_with(http_per_second=0.001, http_burst=21)) as here:
        line = line_from(here, ELSEWHERE)
        assert statuses_on(line, [get("/api/health/live")] * 10) == [200] * 10
        line.sendall(get("/api/health/live"))
        said = ending(line)
        assert said.startswith(b"HTTP/1.1 429 ")
        assert len(said) < 300
        assert 'passgo_refused_total{reason="flood"} 1.0' in here.figures()


def test_thirty_people_behind_one_address_open_the_game_at_once(tmp_path: Path) -> None:
    """By the limits that a server has by default: the page, all its files, and what it asks first; and once more."""
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<p>hello</p>")
    files = [f"/assets/{n}.js" for n in range(14)]
    for file in files:
        (static / file[1:]).write_text("x" * 5_000)
    asked = ("/", *files, "/api/editions", "/api/bots", "/api/editions/classic", "/api/games?status=open")

    async def visit(here: Running) -> list[int]:
        limits = httpx.Limits(max_connections=6)  # as many as a browser opens
        async with httpx.AsyncClient(base_url=here.url, limits=limits, timeout=60) as browser:
            return [answer.status_code for answer in await asyncio.gather(*map(browser.get, asked))]

    async def run(here: Running) -> None:
        for _ in range(2):
            statuses = await asyncio.gather(*(visit(here) for _ in range(30)))
            assert {status for each in statuses for status in each} == {200}
            await asyncio.sleep(5)

    # Only the browsers, which are all in this process, may be slow.
    limits = Limits(head_seconds=PATIENCE, body_seconds=PATIENCE, idle_http_seconds=PATIENCE)
    with running(tmp_path / "games.db", limits, static=static) as here:
        asyncio.run(run(here))


def test_behind_a_proxy_one_client_is_refused_and_the_others_share_its_connections(tmp_path: Path) -> None:
    def forwarded(address: str) -> bytes:
        return get("/api/health/live", f"X-Forwarded-For: {address}\r\n")

    with running(tmp_path / "games.db", limits_with(http_per_second=0.001, http_burst=20), proxies="127.0.0.1") as here:
        line = line_to(here)
        assert statuses_on(line, [forwarded("192.0.2.7")] * 200) == [200] * 20 + [429] * 180
        assert statuses_on(line, [forwarded("192.0.2.8")]) == [200], "the connection is still open, and serves others"
        assert metric(here, "shut_out_total") == 0


def test_a_body_says_its_length(here: Running) -> None:
    line = line_to(here)
    line.sendall(
        b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
    )
    assert ending(line).startswith(b"HTTP/1.1 411 ")


def test_a_head_is_not_too_long_however_it_comes(here: Running) -> None:
    assert httpx.get(f"{here.url}/api/bots", headers={"cookie": "x" * 12_000}).status_code == 200
    line = line_to(here)
    line.sendall(get("/api/bots", f"Cookie: {'x' * 40_000}\r\n"))
    assert ending(line).startswith(b"HTTP/1.1 400 ")


def test_metrics_are_written_once_a_second_however_many_ask(here: Running) -> None:
    began = time.monotonic()
    texts = {here.get("/metrics").text for _ in range(20)}
    assert len(texts) <= 2 + (time.monotonic() - began)


def test_requests_are_let_in_a_few_at_a_time_and_one_address_after_the_other() -> None:
    async def run() -> None:
        turnstile, entered = Turnstile(), list[str]()

        async def ask(address: str) -> None:
            await turnstile.enter(address)
            entered.append(address)

        crowd = [asyncio.create_task(ask("crowd")) for _ in range(100)]
        late = asyncio.create_task(ask("late"))
        turns = [0]
        while not all(task.done() for task in crowd):
            before = len(entered)
            await asyncio.sleep(0)
            turns[0] += 1
            assert len(entered) - before <= 2 * floods.LET_IN
        assert turns[0] >= 100 / floods.LET_IN / 2
        assert entered.index("late") < 4 * floods.LET_IN
        await late
        await asyncio.wait_for(ask("after"), PATIENCE)

    asyncio.run(run())
