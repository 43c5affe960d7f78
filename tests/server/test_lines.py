"""Half-sent requests, slow readers and many idle connections: none of them lasts, and players play on."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response

from passgo.server.http.rest import Rest
from tests.server.flood import ending, limits_with, line_to, metric, slowest_of
from tests.server.play import PATIENCE, Running, person, play_simply, running, sit, until

HURRIED = limits_with(
    head_seconds=1.0, body_seconds=1.0, idle_http_seconds=4.0, send_seconds=1.0, connections_per_address=20
)
POST = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
GET = b"GET /api/bots HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    static = tmp_path_factory.mktemp("static")
    (static / "index.html").write_text("<p>hello</p>")
    (static / "assets").mkdir()
    (static / "assets" / "big.js").write_bytes(b"x" * 20_000_000)
    with running(tmp_path_factory.mktemp("server") / "games.db", HURRIED, static=static) as here:
        yield here


@pytest.mark.parametrize(
    "more",
    [b"content-length: 1000", b"transfer-encoding: chunked", b"x: " + b"y" * 9_000],
    ids=["a body", "chunks", "a long header"],
)
def test_a_handshake_that_is_none_is_refused_at_once_and_holds_no_connection(hurried: Running, more: bytes) -> None:
    for _ in range(3):
        line = line_to(hurried)
        line.sendall(
            b"GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: cGFzc2dvIHBhc3NnbyBnbw==\r\nSec-WebSocket-Version: 13\r\n" + more + b"\r\n\r\n"
        )
        line.settimeout(60)
        answer = b""
        while part := line.recv(4096):
            answer += part
        assert answer.startswith(b"HTTP/1.1 4"), answer
        line.close()


def dribble(line: socket.socket, data: bytes, pause: float = 0.1) -> float:
    """Send byte by byte until the other side has enough; the seconds that it took."""
    began = time.monotonic()
    line.settimeout(pause)
    for n in range(len(data)):
        try:
            line.send(data[n : n + 1])
            if line.recv(1, socket.MSG_PEEK) is not None:
                break
        except TimeoutError:
            continue
        except OSError:
            break
    else:
        pytest.fail("everything was taken")
    return time.monotonic() - began


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"G",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n",
        b"\r\n\r\n",
        POST + b"Content-Length: 100\r\n\r\n",
        POST + b"Content-Length: 100\r\n\r\n{",
        POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{   ",
        POST + b"Content-Length: 100\r\nExpect: 100-continue\r\n\r\n",
        b"GET /api/bots HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n",
        b"GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
        GET + b"GET / HTTP/1.1\r\nHost: loc",
    ],
)
def test_a_request_that_does_not_come_is_not_waited_for(hurried: Running, half: bytes) -> None:
    line = line_to(hurried)
    line.sendall(half)
    began = time.monotonic()
    assert ending(line)
    assert time.monotonic() - began < 30


def test_late_requests_are_told_so_and_counted(hurried: Running) -> None:
    before = metric(hurried, "late_requests_total")
    for half in (b"GET / HTTP/1.1\r\n", POST + b"Content-Length: 9\r\n\r\n{"):
        line = line_to(hurried)
        line.sendall(half)
        assert b" 408 " in ending(line).splitlines()[0]
    assert metric(hurried, "late_requests_total") == before + 2


def answer_on(line: socket.socket) -> bytes:
    """One whole answer, however it comes."""
    said = b""
    while b"\r\n\r\n" not in said:
        said += line.recv(65536)
    head, _, body = said.partition(b"\r\n\r\n")
    size = next(int(field[15:]) for field in head.lower().split(b"\r\n") if field.startswith(b"content-length:"))
    while len(body) < size:
        body += line.recv(65536)
    return head + body


@pytest.mark.parametrize(
    "start", [b"GET / HTTP/1.1\r\nX-Long: ", POST + b"Content-Length: 500\r\n\r\n", GET + b"\r\n" * 2]
)
def test_a_byte_now_and_then_buys_no_time(hurried: Running, start: bytes) -> None:
    line = line_to(hurried)
    line.sendall(start)
    if start.startswith(GET):
        answer_on(line)
    assert dribble(line, b"\r\n" * 50 if start.startswith(GET) else b"x" * 100) < 9


def test_a_connection_serves_many_requests_and_ends_when_idle(hurried: Running) -> None:
    line = line_to(hurried)
    for _ in range(5):
        line.sendall(GET)
        assert answer_on(line).startswith(b"HTTP/1.1 200")
        time.sleep(0.4)  # together longer than a head may take
    line.sendall(GET * 3)
    assert ending(line).count(b"HTTP/1.1 200") == 3


def test_one_address_holds_only_so_many_connections(tmp_path: Path) -> None:
    """With the usual patience: none of them ends because it is late."""
    with running(tmp_path / "games.db", limits_with(connections_per_address=20)) as here:
        idle = [line_to(here) for _ in range(60)]
        for line in idle:
            line.send(b"GET / HTTP/1.1\r\n")
        assert here.get("/api/health").status_code == 200, "the newest has its turn"
        asyncio.run(until(lambda: len(here.runner.server_state.connections) <= 25))
        assert len(ended_of(idle)) >= 35
        for line in idle:
            line.close()


def ended_of(lines: list[socket.socket]) -> list[socket.socket]:
    """Those that the server has ended, as far as one can tell now."""
    found = []
    for line in lines:
        line.setblocking(False)
        try:
            line.recv(1)
        except BlockingIOError:
            continue
        except OSError:
            pass
        found.append(line)
    return found


def test_whoever_reads_an_answer_too_slowly_is_dropped(hurried: Running) -> None:
    before = metric(hurried, "dropped_readers_total")
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", hurried.port))
    line.sendall(b"GET /assets/big.js HTTP/1.1\r\nHost: localhost\r\n\r\n")
    end = time.monotonic() + PATIENCE
    while metric(hurried, "dropped_readers_total") == before and time.monotonic() < end:
        line.recv(100)
        time.sleep(0.2)
    assert metric(hurried, "dropped_readers_total") == before + 1
    assert len(hurried.get("/assets/big.js").content) == 20_000_000, "a usual reader gets all of it"


def test_a_whole_crowd_of_such_connections_costs_players_nothing(hurried: Running) -> None:
    async def run() -> None:
        game = hurried.create([person("Ann"), person("Ben")])
        ann = await sit(hurried, game["game"], *(seat["key"] for seat in game["seats"]))
        calm = await slowest_of(ann, 20)
        halves = (b"GET / HT", POST + b"Content-Length: 99\r\n\r\n{", b"GET /assets/big.js HTTP/1.1\r\nHost: x\r\n\r\n")
        crowd = [line_to(hurried) for _ in range(60)]
        for n, line in enumerate(crowd):
            line.send(halves[n % len(halves)])
        assert await slowest_of(ann, 30) < 8.0 + 20 * calm
        await play_simply(ann, [0, 1], 5)
        again = await sit(hurried, game["game"], game["seats"][0]["key"])
        assert again.welcome.you == [0]
        for line in crowd:
            line.close()

    asyncio.run(run())


def test_the_server_has_only_so_many_connections_and_keeps_some_for_players(tmp_path: Path) -> None:
    async def run(here: Running) -> None:
        game = here.create([person("Ann"), person("Ben")], public=True)
        here.http.close()
        idle = [line_to(here) for _ in range(30)]
        watchers = [await sit(here, game["game"]) for _ in range(19)]
        told = [getattr(client.messages[0], "reason", "") for client in watchers]
        assert told == [""] * 18 + ["full"]
        await watchers[-1].closed()
        for seat in game["seats"]:
            assert (await sit(here, game["game"], seat["key"])).welcome.you
        assert len(here.runner.server_state.connections) <= 22
        for line in idle:
            line.close()

    limits = limits_with(connections=20, connections_per_address=1000, watchers_per_address=1000)
    with running(tmp_path / "games.db", limits) as here:
        asyncio.run(run(here))


def test_when_all_are_busy_the_next_is_told_to_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    released, asked = threading.Event(), threading.Semaphore(0)

    async def slow(self: Rest, request: Request) -> Response:
        asked.release()
        await asyncio.to_thread(released.wait, PATIENCE)
        return Response("slow")

    monkeypatch.setattr(Rest, "bots", slow)
    with running(tmp_path / "games.db", limits_with(connections_per_address=3)) as here:
        busy = [line_to(here) for _ in range(3)]
        for line in busy:
            line.sendall(GET)
            assert asked.acquire(timeout=PATIENCE)
        assert b" 503 " in ending(line_to(here)).splitlines()[0]
        released.set()
        for line in busy:
            assert line.recv(65536).startswith(b"HTTP/1.1 200")
        assert here.get("/api/health").status_code == 200
        assert metric(here, "turned_away_total") == 1


def test_a_proxy_may_have_more_connections_than_an_address(tmp_path: Path) -> None:
    with running(tmp_path / "games.db", limits_with(connections_per_address=3), "127.0.0.1") as here:
        lines = [line_to(here) for _ in range(10)]
        for line in lines:
            line.sendall(GET)
            assert line.recv(65536).startswith(b"HTTP/1.1 200")
