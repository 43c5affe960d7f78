"""PassGo under a path of a site that somebody has, with `deploy/nginx-path.conf`: passed on, or taken off by nginx."""

import asyncio
import re
from pathlib import Path

import pytest

from tests.browser.serving import serving
from tests.hosting.front import DEPLOY, NAME, Front, proxied, rendered
from tests.server.play import person, play_together, sit


def under_a_path(site: str, taken_off: bool) -> str:
    """The site with the locations of `nginx-path.conf` in the place of its own."""
    path = (DEPLOY / "nginx-path.conf").read_text()
    if taken_off:
        assert "proxy_pass http://passgo;" in path
        path = path.replace("proxy_pass http://passgo;", "proxy_pass http://passgo/;")
    head, found, _ = site.partition("    location / {")
    assert found
    return f"{head}{path}\n}}\n"


@pytest.mark.parametrize("taken_off", [False, True])
def test_everything_works_under_a_path(taken_off: bool, tmp_path: Path) -> None:
    options = ("--proxy", "127.0.0.1", "--host-name", NAME, "--root-path", "/monopoly")
    front = Front(tmp_path, root="/monopoly")
    with (
        serving(tmp_path, options=options) as server,
        proxied(front, under_a_path(rendered(front, server.port), taken_off)),
        front.client() as client,
    ):
        page = client.get("/")
        files = re.findall(r'(?:src|href)="([^"]+)"', page.text)
        assert any("/assets/" in file for file in files)
        assert all(file.startswith("/monopoly/") for file in files)
        for file in files:
            assert client.get(file.removeprefix("/monopoly")).status_code == 200
        replay = client.get("/g/some/replay").text
        assert "/monopoly/g/some/replay" in replay, "the card of a shared link names it"
        assert replay.replace("/monopoly/g/some/replay", "/monopoly/") == page.text
        assert client.get("/api/health").json()["healthy"] is True
        assert client.get("/metrics").status_code == 404
        bare = client.get(f"https://127.0.0.1:{front.https_port}/monopoly")
        assert (bare.status_code, bare.headers["location"].endswith("/monopoly/")) == (308, True)
        game = front.create(person("Ann"), {"kind": "person"})
        keys = front.keys(game, "Ben")

        async def play() -> None:
            clients = [await sit(front, game["game"], key, **front.wire()) for key in keys]
            await play_together(clients, 10)
            assert clients[0].seq > 10
            for one in clients:
                await one.socket.close()

        asyncio.run(play())
