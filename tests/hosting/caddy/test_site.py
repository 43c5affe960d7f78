"""A site behind Caddy, with `deploy/Caddyfile` as it is, but without TLS: nobody gives the test a certificate."""

import asyncio
import os
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from passgo.server.wire.types import LARGEST_MESSAGE
from tests.browser.serving import free_port, serving
from tests.hosting.front import DEPLOY, NAME, PATIENCE, answers
from tests.hosting.ready import program
from tests.server.play import FREE, person, play_together, sit

CADDYFILE = ["--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
WISH = {"edition": "classic", "seats": [person("Ann"), FREE]}


class CaddySite:
    """Caddy as it runs in front of a server."""

    def __init__(self, port: int) -> None:
        self.port, self.origin, self.socket_url = port, f"http://{NAME}:{port}", f"ws://{NAME}:{port}/socket"

    def client(self, address: str = "127.0.0.1", host: str = NAME) -> httpx.Client:
        """A client who comes from an address of this machine, and calls the site by a name."""
        way = httpx.HTTPTransport(local_address=address)
        headers = {"host": f"{host}:{self.port}"}
        return httpx.Client(base_url=f"http://127.0.0.1:{self.port}", transport=way, headers=headers, timeout=PATIENCE)


@contextmanager
def caddy_before(server_port: int, folder: Path) -> Iterator[CaddySite]:
    """Caddy, until the end of the block."""
    site = CaddySite(free_port())
    own = {"SITE": f"http://{NAME}:{site.port}", "PASSGO": f"127.0.0.1:{server_port}", "HOME": str(folder)}
    own |= {"CADDY_ADMIN": f"127.0.0.1:{free_port()}", "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with (folder / "caddy.log").open("w") as log:
        process = subprocess.Popen([program("caddy"), "run", *CADDYFILE], stderr=log, env={**os.environ, **own})
    try:
        until = time.monotonic() + PATIENCE
        while not answers(site.port):
            assert process.poll() is None, (folder / "caddy.log").read_text()
            assert time.monotonic() < until, "Caddy does not start"
            time.sleep(0.05)
        yield site
    finally:
        process.terminate()
        process.wait(PATIENCE)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CaddySite]:
    """A site as the page describes it, where an address may create two games."""
    folder = tmp_path_factory.mktemp("site")
    options = ("--proxy", "127.0.0.1", "--host-name", NAME, "--games-per-address", "2")
    with serving(folder, options=options) as server, caddy_before(server.port, folder) as front:
        yield front


def test_caddy_understands_its_file() -> None:
    command = [program("caddy"), "validate", *CADDYFILE]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr


def test_pages_files_and_rest_come_through(site: CaddySite) -> None:
    with site.client() as client:
        page = client.get("/")
        script = re.search(r'src="(/assets/[^"]+\.js)"', page.text)
        assert script, page.text
        file = client.get(script[1], headers={"accept-encoding": "gzip"})
        assert file.headers["content-encoding"] == "gzip"
        assert "immutable" in file.headers["cache-control"]
        assert client.get("/api/health").json()["healthy"] is True
        assert "content-encoding" not in client.get("/api/editions", headers={"accept-encoding": "gzip"}).headers
        assert client.get("/metrics").status_code == 404, "figures are not for everybody"
        body = b"x" * (LARGEST_MESSAGE + 1)
        assert client.post("/api/games", content=body, headers={"content-type": "application/json"}).status_code == 413


def test_a_game_is_played_through_caddy(site: CaddySite) -> None:
    with site.client("127.0.0.2") as client:
        game = client.post("/api/games", json=WISH).json()
        joined = client.post(f"/api/games/{game['game']}/seats", json={"name": "Ben", "invite": game["invite"]})
    keys = [game["seats"][0]["key"], joined.json()["key"]]
    wire: dict[str, Any] = {"host": "127.0.0.1", "port": site.port, "origin": site.origin, "proxy": None}

    async def play_it() -> None:
        clients = [await sit(site, game["game"], key, **wire) for key in keys]
        before = clients[0].seq
        await play_together(clients, 30)
        assert max(client.seq for client in clients) >= before + 30
        for client in clients:
            await client.socket.close()

    asyncio.run(play_it())


def test_limits_count_the_addresses_that_caddy_saw(site: CaddySite) -> None:
    def created(address: str, times: int, lie: str = "") -> list[int]:
        said = {"x-forwarded-for": lie} if lie else {}
        with site.client(address) as client:
            return [client.post("/api/games", json=WISH, headers=said).status_code for _ in range(times)]

    assert created("127.0.0.3", 3) == [201, 201, 429]
    assert created("127.0.0.3", 1, "203.0.113.9") == [429]
    assert created("127.0.0.4", 3, "127.0.0.3") == [201, 201, 429]


def test_other_names_reach_no_game(site: CaddySite) -> None:
    with site.client(host="evil.example") as client:
        assert client.get("/api/health").content == b"", "Caddy has no such site"
