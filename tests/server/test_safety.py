"""Nobody gets in who does not belong, nobody takes more than a fair share, and nobody slows a table."""

import asyncio
import json
import re
import socket
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from passgo.server.app import HEADERS
from passgo.server.config import Limits
from passgo.server.http.endpoints import ENDPOINTS
from passgo.server.rate_limit import Buckets
from passgo.server.wire import protocol
from passgo.server.wire.types import LARGEST_MESSAGE
from tests.server.play import BOT, FREE, GENEROUS, Running, person, play_simply, running, sit, until

ROOT = Path(__file__).parents[2]


def with_limits(**changed: Any) -> Limits:
    return replace(GENEROUS, **changed)


def test_only_pages_of_this_server_or_of_allowed_origins_may_connect(tmp_path: Path) -> None:
    with running(tmp_path / "games.db", origins=["https://friends.example"]) as here:
        game = here.create([person("Ann"), FREE], public=True)["game"]

        async def try_from(origin: str | None) -> bool:
            try:
                client = await sit(here, game, origin=origin)
            except InvalidStatus as refusal:
                return refusal.response.status_code != 403
            return isinstance(client.messages[0], protocol.Welcome)

        async def run() -> list[bool]:
            origins = [None, here.url, "https://friends.example", "https://evil.example", "null"]
            return [await try_from(origin) for origin in origins]

        assert asyncio.run(run()) == [True, True, True, False, False]


def test_whoever_does_not_say_hello_is_shown_out(tmp_path: Path) -> None:
    async def run(here: Running) -> None:
        async with connect(here.socket_url) as client:
            told = json.loads(await client.recv())
            assert (told["type"], told["reason"]) == ("bye", "unavailable")
        async with connect(here.socket_url) as client:
            await client.send('{"v":1,"type":"ping","id":"p"}')
            assert json.loads(await client.recv())["type"] == "bye"
        async with connect(here.socket_url) as client:
            await client.send('{"v":1,"type":"hello","game":"00000000"}')
            assert json.loads(await client.recv())["reason"] == "no-game"

    with running(tmp_path / "games.db", with_limits(hello_seconds=0.3)) as here:
        asyncio.run(run(here))


def test_messages_and_requests_have_a_largest_size(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), FREE])
        client = await sit(here, game["game"], game["seats"][0]["key"])
        await client.socket.send("x" * (LARGEST_MESSAGE + 1))
        assert await client.closed() == 1009

    asyncio.run(run())
    assert here.http.post("/api/games", content=b"x" * (LARGEST_MESSAGE + 1)).status_code == 413


def test_a_connection_that_sends_much_is_read_slowly_and_loses_nothing(tmp_path: Path) -> None:
    async def run(here: Running) -> None:
        game = here.create([person("Ann"), FREE])
        client = await sit(here, game["game"], game["seats"][0]["key"])
        began = asyncio.get_running_loop().time()
        for _ in range(40):
            await client.send("ping")
        pongs = 0
        while pongs < 40:
            pongs += isinstance(await client.read(), protocol.Pong)
        assert asyncio.get_running_loop().time() - began > 1.0

    with running(tmp_path / "games.db", with_limits(messages_per_second=20, messages_burst=10)) as here:
        asyncio.run(run(here))


def test_an_address_has_limits_for_messages_sockets_requests_and_games(tmp_path: Path) -> None:
    async def flood(here: Running, game: dict[str, Any]) -> None:
        client = await sit(here, game["game"], game["seats"][0]["key"])
        for _ in range(60):
            await client.send("ping")
        refused = await client.until(lambda message: isinstance(message, protocol.Refused))
        assert refused.reason == "too-fast"
        other = await sit(here, game["game"], game["seats"][0]["key"])
        watcher = await sit(here, game["game"], watch=game["watch"])
        assert watcher.messages[0].reason == "full"
        third = await sit(here, game["game"], game["seats"][0]["key"])
        assert await client.closed() == 4000, "the oldest of the seat makes room"
        await third.socket.close()
        await other.socket.close()

    limits = with_limits(address_messages_per_second=5, sockets_per_address=2, games_per_address=3)
    with running(tmp_path / "games.db", limits) as here:
        games = [here.create([person("Ann"), FREE]) for _ in range(3)]
        refused = here.http.post("/api/games", json={"edition": "classic", "seats": [person("Ann"), FREE]})
        assert refused.status_code == 429
        asyncio.run(flood(here, games[0]))
    with running(tmp_path / "games.db", with_limits(requests_per_second=1, requests_burst=5)) as here:
        answers = [here.get("/api/editions").status_code for _ in range(8)]
        assert answers[:5] == [200] * 5
        assert 429 in answers


@pytest.mark.parametrize(("proxies", "welcome"), [("127.0.0.1", [True, True, False]), (None, [True, False, False])])
def test_an_address_told_by_a_proxy_counts_only_if_the_proxy_was_named(
    proxies: str | None, welcome: list[bool], tmp_path: Path
) -> None:
    async def run(here: Running) -> list[bool]:
        game = here.create([person("Ann"), FREE], public=True)["game"]
        return [await comes_in(here, game, address) for address in ("192.0.2.1", "192.0.2.2", "192.0.2.1")]

    async def comes_in(here: Running, game: str, address: str) -> bool:
        try:
            client = await sit(here, game, additional_headers={"X-Forwarded-For": address})
        except InvalidStatus:
            return False
        return isinstance(client.messages[0], protocol.Welcome)

    with running(tmp_path / "games.db", with_limits(sockets_per_address=1), proxies) as here:
        here.server._admission._opening = Buckets(100, 100)  # only how many are open at once matters here
        assert asyncio.run(run(here)) == welcome


def test_nobody_fills_the_chat(tmp_path: Path) -> None:
    async def run(here: Running) -> None:
        game = here.create([person("Ann"), FREE])
        client = await sit(here, game["game"], game["seats"][0]["key"])
        answers = [await client.ask("chat", seat=0, text="spam") for _ in range(5)]
        assert [type(answer) for answer in answers[:3]] == [protocol.Done] * 3
        assert answers[-1].reason == "too-fast"
        again = await sit(here, game["game"], game["seats"][0]["key"])
        assert (await again.ask("chat", seat=0, text="spam")).reason == "too-fast", "a new connection is no new seat"
        assert (await again.ask("settings", seat=0, undo=False)).reason == "too-fast"

    with running(tmp_path / "games.db", with_limits(notes_per_second=0.01, notes_burst=3)) as here:
        asyncio.run(run(here))


def test_an_address_cannot_come_and_go_for_ever(tmp_path: Path) -> None:
    async def run(here: Running) -> None:
        game = here.create([person("Ann"), FREE], public=True)["game"]
        refused = False
        for _ in range(14):
            try:
                await (await sit(here, game)).socket.close()
            except InvalidStatus:
                refused = True
        assert refused

    with running(tmp_path / "games.db", with_limits(sockets_per_address=4)) as here:
        asyncio.run(run(here))


def test_somebody_who_sends_nothing_but_rubbish_is_shown_out(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), FREE])
        client = await sit(here, game["game"], game["seats"][0]["key"])
        for _ in range(60):
            await client.socket.send("rubbish")
        assert await client.closed() == 4429

    asyncio.run(run())


def test_one_stuck_reader_is_dropped_and_slows_nobody(tmp_path: Path) -> None:
    """A client that reads nothing: its queue fills, it is dropped, and the others play on undisturbed."""

    async def run(here: Running) -> None:
        game = here.create([person("Ann"), person("Ben")], public=True)
        ann = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        stuck = socket.socket()
        stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        stuck.connect(("127.0.0.1", here.port))
        hello = json.dumps({"v": 1, "type": "hello", "game": game["game"]}).encode()
        request = (
            b"GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        stuck.sendall(request)
        stuck.recv(512)
        stuck.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
        metrics = here.server._metrics
        slowest = 0.0
        for _ in range(6000):
            asked = time.monotonic()
            said = await ann.ask("chat", seat=0, text="x" * 250)
            slowest = max(slowest, time.monotonic() - asked)
            assert isinstance(said, protocol.Done)
            if metrics.value("dropped_readers_total"):
                break
        assert metrics.value("dropped_readers_total") == 1
        assert slowest < 20, "nobody waits for the one who does not read, who would have 60 s to do so"
        await play_simply(ann, [0, 1], 5)
        await until(lambda: metrics.value("sockets") == 1)  # the stuck connection is gone
        stuck.close()

    with running(tmp_path / "games.db", with_limits(queue=16, send_seconds=60)) as here:
        asyncio.run(run(here))


def test_every_page_comes_with_headers_that_forbid_inline_script(here: Running) -> None:
    for path in ("/", "/api/editions", "/api/nothing", "/metrics"):
        answer = here.get(path)
        for name, value in HEADERS.items():
            assert answer.headers[name] == value
    policy = HEADERS["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy


def test_the_browser_game_has_no_inline_script_and_writes_names_and_chat_as_text() -> None:
    sources = [path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in (".svelte", ".ts")]
    assert len(sources) > 20
    for path in (path for path in sources if ".test." not in path.name):
        written = r"\{@html|\.(innerHTML|outerHTML)\s*\+?=[^=]|insertAdjacentHTML|document\.write"
        found = re.search(written, path.read_text())
        assert found is None, path
    page = (ROOT / "web" / "index.html").read_text()
    assert re.findall(r"<script\b(?![^>]*\bsrc=)", page) == []
    assert re.findall(r"\son\w+=|javascript:|<style|\sstyle=", page) == []


def test_keys_never_travel_in_addresses(here: Running) -> None:
    assert not any("key" in parameter.name for endpoint in ENDPOINTS for parameter in endpoint.parameters)
    game = here.create([person("Ann"), FREE])
    assert here.get(f"/api/games/{game['game']}?key={game['watch']}").status_code == 403
    for key in (game["watch"], game["invite"], game["seats"][0]["key"]):
        assert here.get(f"/api/games/{game['game']}", key).status_code == 200


def test_a_seat_of_one_game_is_none_of_another(here: Running) -> None:
    async def run() -> None:
        one, two = (here.create([person("Ann"), FREE]) for _ in range(2))
        stranger = await sit(here, two["game"], one["seats"][0]["key"])
        assert stranger.messages[0].reason == "bad-key"
        assert here.get(f"/api/games/{two['game']}", one["watch"]).status_code == 403

    asyncio.run(run())


def test_a_table_has_room_for_so_many(tmp_path: Path) -> None:
    async def run(here: Running) -> None:
        game = here.create([person("Ann"), BOT], public=True)["game"]
        await sit(here, game)
        await sit(here, game)
        third = await sit(here, game)
        assert third.messages[0].reason == "full"

    with running(tmp_path / "games.db", with_limits(watchers_per_table=2)) as here:
        asyncio.run(run(here))


def test_a_connection_that_breaks_off_leaves_no_trace(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), FREE])
        before = here.server._metrics.value("sockets")
        for _ in range(5):
            client = await sit(here, game["game"], game["seats"][0]["key"])
            client.socket.transport.abort()
        await until(lambda: here.server._metrics.value("sockets") <= before)
        again = await sit(here, game["game"], game["seats"][0]["key"])
        assert again.table.seats[0].here
        with pytest.raises(ConnectionClosed):
            await client.socket.recv()

    asyncio.run(run())
