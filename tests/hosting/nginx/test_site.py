"""A site behind nginx, with `deploy/nginx.conf` as it is: pages, REST, sockets, names, addresses, and a restart."""

import asyncio
import re
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from passgo.server.process import uvicorn_config
from passgo.server.wire.types import LARGEST_MESSAGE
from tests.browser.ready import BUILT
from tests.browser.serving import serving
from tests.hosting.front import DEPLOY, NAME, Front, changed, proxied, rendered
from tests.server.play import FREE, Client, person, play_together, running, sit

SEATS = (person("Ann"), {"kind": "person"})
INSTALLED = "/opt/passgo/lib/python3.11/site-packages/passgo/server/static"


def test_pages_files_and_rest_come_through_tls(site: Any) -> None:
    with site.front.client() as client:
        page = client.get("/")
        assert page.status_code == 200
        assert page.headers["strict-transport-security"].startswith("max-age=")
        script = re.search(r'src="(/assets/[^"]+\.js)"', page.text)
        assert script, page.text
        file = client.get(script[1], headers={"accept-encoding": "gzip"})
        assert file.headers["content-encoding"] == "gzip"
        assert "immutable" in file.headers["cache-control"]
        assert client.get("/api/health").json()["healthy"] is True
        assert "content-encoding" not in client.get("/api/editions", headers={"accept-encoding": "gzip"}).headers
        assert client.get("/metrics").status_code == 404, "figures are not for everybody"
    direct = httpx.get(f"{site.server.url}/metrics")
    assert b"passgo_moves_total" in direct.content
    assert "strict-transport-security" not in direct.headers


def test_nginx_may_serve_the_files_itself(site: Any, tmp_path: Path) -> None:
    files = changed((DEPLOY / "nginx-files.conf").read_text(), {INSTALLED: str(BUILT.parent)})
    front = Front(tmp_path)
    head, found, rest = rendered(front, site.server.port).partition("    location /assets/ {")
    assert found
    with proxied(front, head + files + rest.partition("}\n")[2]), front.client() as ours, site.front.client() as usual:
        page = ours.get("/").text
        names = re.findall(r'="(/assets/[^"]+)"', page)
        assert len(names) >= 2
        for name in names:
            one, other = ours.get(name), usual.get(name)
            assert one.content == other.content
            for header in ("cache-control", "x-content-type-options", "strict-transport-security"):
                assert one.headers[header] == other.headers[header]
            is_face = name.endswith(".woff2")  # a face is compressed as it is
            for answer in (one, other):
                assert answer.headers.get("content-encoding") == (None if is_face else "gzip")
            assert one.headers["content-type"].partition(";")[0].endswith(("javascript", "css", "font/woff2"))
        assert ours.get("/assets/no-such-file.js").status_code == 404


def test_whoever_comes_without_tls_is_sent_to_it(site: Any) -> None:
    answer = httpx.get(f"http://127.0.0.1:{site.front.http_port}/g/some?x=1", headers={"host": NAME})
    assert (answer.status_code, answer.headers["location"]) == (301, f"https://{NAME}/g/some?x=1")


def test_a_game_is_played_through_tls(site: Any) -> None:
    game = site.front.create(*SEATS)
    keys = site.front.keys(game, "Ben")

    async def play_it() -> None:
        clients = [await sit(site.front, game["game"], key, **site.front.wire()) for key in keys]
        before = clients[0].seq
        await play_together(clients, 30)
        assert max(client.seq for client in clients) >= before + 30
        for client in clients:
            await client.socket.close()

    asyncio.run(play_it())


@pytest.mark.parametrize("headers", [{}, {"x-forwarded-host": NAME}, {"x-forwarded-host": f"{NAME}, {NAME}"}])
def test_other_names_are_refused_whatever_the_client_says_of_itself(site: Any, headers: dict[str, str]) -> None:
    with site.front.client(host="evil.example", **headers) as client:
        assert client.get("/api/health").status_code == 421
    with site.front.client() as client:
        assert client.get("/api/health").status_code == 200


def test_pages_of_others_get_no_socket(site: Any) -> None:
    async def knock() -> int:
        wire = {**site.front.wire(), "origin": "https://evil.example"}
        try:
            async with connect(site.front.socket_url, **wire):
                return 101
        except InvalidStatus as problem:
            return problem.response.status_code

    assert asyncio.run(knock()) == 403


def test_big_bodies_are_refused(site: Any) -> None:
    def pieces() -> Any:
        yield from (b"x" * 1000 for _ in range(LARGEST_MESSAGE // 1000 + 2))

    with site.front.client() as client:
        json = {"content-type": "application/json"}
        for body in (b"x" * (LARGEST_MESSAGE + 1), pieces()):
            assert client.post("/api/games", content=body, headers=json).status_code == 413
        largest = client.post("/api/games", content=b" " * LARGEST_MESSAGE, headers=json)
        assert largest.status_code == 400, "this much is let through, and is no JSON"


def test_limits_count_the_addresses_of_clients(tmp_path: Path) -> None:
    """Those that nginx saw. What a client says of its address counts neither through nginx nor without it."""
    options = ("--proxy", "127.0.0.1", "--host-name", NAME, "--games-per-address", "2")
    wish = {"edition": "classic", "seats": [person("Ann"), FREE]}

    def created(client: httpx.Client, times: int, lie: str = "") -> list[int]:
        said = {"x-forwarded-for": lie} if lie else {}
        with client:
            return [client.post("/api/games", json=wish, headers=said).status_code for _ in range(times)]

    def directly(address: str) -> httpx.Client:
        return httpx.Client(base_url=server.url, transport=httpx.HTTPTransport(local_address=address))

    with serving(tmp_path, options=options) as server, proxied(front := Front(tmp_path), rendered(front, server.port)):
        assert created(front.client("127.0.0.2"), 3) == [201, 201, 429]
        assert created(front.client("127.0.0.2"), 1, "203.0.113.9") == [429]
        assert created(front.client("127.0.0.3"), 3, "127.0.0.2") == [201, 201, 429]
        assert created(directly("127.0.0.4"), 2, "203.0.113.1") == [201, 201]
        assert created(directly("127.0.0.4"), 1, "203.0.113.2") == [429]


@pytest.mark.parametrize("pings", [True, False])
def test_pings_keep_a_quiet_socket_open(pings: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The times of the page, a twentieth of them: a ping each second, and nginx gives up after three."""

    def hurried(*settings: Any) -> Any:
        config = uvicorn_config(*settings)
        assert config.ws_ping_interval == 20.0
        config.ws_ping_interval = 1.0 if pings else None
        return config

    monkeypatch.setattr("tests.server.play.uvicorn_config", hurried)
    database = tmp_path / "games.db"
    with running(database, proxies="127.0.0.1", hosts=[NAME]) as here:
        front = Front(tmp_path)
        sooner = {"proxy_read_timeout 60s;": "proxy_read_timeout 3s;"}
        with proxied(front, rendered(front, here.port, sooner)):
            game = front.create(*SEATS)

            async def wait() -> bool:
                client = await sit(front, game["game"], game["seats"][0]["key"], ping_interval=None, **front.wire())
                await asyncio.sleep(8)
                try:
                    await client.ask("chat", seat=0, text="still here")
                except ConnectionClosed:
                    return False
                await client.socket.close()
                return True

            assert asyncio.run(wait()) is pings


def test_after_a_restart_behind_nginx_everybody_comes_back(tmp_path: Path) -> None:
    options = ("--proxy", "127.0.0.1", "--host-name", NAME)
    with serving(tmp_path, options=options) as server, proxied(front := Front(tmp_path), rendered(front, server.port)):
        game = front.create(*SEATS)
        keys = front.keys(game, "Ben")

        async def join(lasts: list[int]) -> list[Client]:
            seats = zip(keys, lasts, strict=True)
            return [await sit(front, game["game"], key, last=last, **front.wire()) for key, last in seats]

        async def play_on() -> None:
            clients = await join([0, 0])
            await play_together(clients, 10)
            for client in clients:
                await client.quiet()
            lasts = [client.seq for client in clients]
            await asyncio.to_thread(server.stop)
            assert [await client.closed() for client in clients] == [1012, 1012], "the server says that it restarts"
            with front.client() as asking:
                assert asking.get("/api/health").status_code == 502
            await asyncio.to_thread(server.start)
            await asyncio.to_thread(wait_until_healthy, front)
            clients = await join(lasts)
            before = clients[0].seq
            await play_together(clients, 10)
            assert max(client.seq for client in clients) >= before + 10
            for one in clients:
                await one.socket.close()

        asyncio.run(play_on())


def wait_until_healthy(front: Front) -> None:
    until = time.monotonic() + 10
    with front.client() as client:
        while client.get("/api/health").status_code != 200:
            assert time.monotonic() < until, "nginx must come back to a server that is there again"
            time.sleep(0.1)
