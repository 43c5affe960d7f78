"""Whose pages may talk to the server, by which names it is called, which proxies it believes, and under which path."""

import asyncio
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from passgo.server.app import parse_root
from passgo.server.http.origins import Origins
from passgo.server.http.proxies import Proxies
from tests.server.flood import HANDSHAKE, limits_with, line_to
from tests.server.play import FREE, Running, person, running

FRIENDS = "https://friends.example"
WISH = {"edition": "classic", "seats": [person("Ann"), FREE]}


async def knock(here: Running, path: str = "/socket", called: str = "localhost") -> int:
    """The status with which a socket is opened or refused to a page of a server that is called so."""
    try:
        async with connect(f"ws://{called}{path}", origin=Origin(f"http://{called}"), host="127.0.0.1", port=here.port):
            return 101
    except InvalidStatus as refusal:
        return refusal.response.status_code


@pytest.fixture(scope="module")
def friendly(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("server") / "games.db", origins=[FRIENDS]) as here:
        yield here


# Handshakes


@pytest.mark.parametrize("name", [b"Host", b"host", b"HOST"])
@pytest.mark.parametrize(
    ("more", "status"),
    [(b"", b"421"), (b"Host: localhost\r\n", b"400"), (b"Connection: keep-alive, Upgrade\r\n", b"421")],
    ids=["one host", "two hosts", "a browser's"],
)
def test_nobody_hides_a_wrong_host_in_a_handshake(here: Running, name: bytes, more: bytes, status: bytes) -> None:
    with line_to(here) as line:
        line.sendall(
            b"GET /socket HTTP/1.1\r\n" + name + b": evil.example\r\n" + more + b"Upgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Key: cGFzc2dvIHBhc3NnbyBnbw==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        assert line.recv(4096).startswith(b"HTTP/1.1 " + status)


def test_a_socket_may_follow_a_request_on_the_same_connection(here: Running) -> None:
    with line_to(here) as line:
        line.sendall(b"GET /api/bots HTTP/1.1\r\nHost: localhost\r\n\r\n")
        answer = line.recv(65536)
        assert answer.startswith(b"HTTP/1.1 200")
        while not answer.endswith(b"]"):  # the list may come after its headers
            answer += line.recv(65536)
        line.sendall(HANDSHAKE)
        assert b"HTTP/1.1 101" in line.recv(65536)


# Origins


def test_a_page_of_an_allowed_origin_may_use_rest(friendly: Running) -> None:
    asked = {
        "origin": FRIENDS,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
    }
    preflight = friendly.http.options("/api/games", headers=asked)
    assert preflight.status_code == 204
    assert preflight.headers["access-control-allow-origin"] == FRIENDS
    assert "POST" in preflight.headers["access-control-allow-methods"]
    assert {"authorization", "content-type"} <= set(preflight.headers["access-control-allow-headers"].split(", "))
    created = friendly.http.post("/api/games", json=WISH, headers={"origin": FRIENDS})
    assert created.status_code == 201
    assert created.headers["access-control-allow-origin"] == FRIENDS
    for answer in (preflight, created, friendly.get("/api/bots")):
        assert answer.headers["vary"].lower() == "origin"
        assert "access-control-allow-credentials" not in answer.headers


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "http://friends.example", f"{FRIENDS}.evil.example", "null"]
)
def test_a_page_of_another_origin_may_not(friendly: Running, origin: str) -> None:
    asked = {"origin": origin, "access-control-request-method": "POST"}
    assert friendly.http.options("/api/games", headers=asked).status_code == 403
    assert friendly.http.post("/api/games", json=WISH, headers={"origin": origin}).status_code == 403
    read = friendly.http.get("/api/bots", headers={"origin": origin})
    assert "access-control-allow-origin" not in read.headers
    assert read.headers["vary"].lower() == "origin"


def test_without_allowed_origins_nothing_is_shared(here: Running) -> None:
    asked = {"origin": FRIENDS, "access-control-request-method": "GET"}
    assert here.http.options("/api/bots", headers=asked).status_code == 403
    assert "access-control-allow-origin" not in here.http.get("/api/bots", headers={"origin": FRIENDS}).headers


# Names


@pytest.mark.parametrize(
    "host",
    ["localhost:8000", "127.0.0.1", "192.168.1.20:8000", "[::1]:8000", "gamebox", "gamebox.local:8000", "LOCALHOST."],
)
def test_the_server_answers_to_its_own_names(here: Running, host: str) -> None:
    assert here.http.get("/api/bots", headers={"host": host}).status_code == 200
    assert (
        here.http.post("/api/games", json=WISH, headers={"host": host, "origin": f"http://{host}"}).status_code == 201
    )
    assert asyncio.run(knock(here, called=host)) == 101


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "localhost.evil.example", "127.0.0.1.evil.example"]
)
def test_a_name_that_points_here_is_not_enough(here: Running, host: str) -> None:
    """A stranger's page under a stranger's name that was bound to our address."""
    for path in ("/", "/api/bots", "/metrics", "/assets/x.js"):
        refused = here.http.get(path, headers={"host": host})
        assert refused.status_code == 421
        assert host in refused.json()["problem"]
    assert (
        here.http.post("/api/games", json=WISH, headers={"host": host, "origin": f"http://{host}"}).status_code == 421
    )
    assert asyncio.run(knock(here, called=host)) == 421


@pytest.mark.parametrize("host", ["", "a b", "a/b", "http://localhost", "[::1", "a" * 300])
def test_a_host_that_is_none_is_refused(host: str) -> None:
    assert Origins().problem_of_host({"headers": [(b"host", host.encode())]}) == (400, "the Host header makes no sense")


def test_names_that_were_given_are_the_only_ones() -> None:
    named = Origins(hosts=["play.example", "*.games.example"])
    ours = ("play.example", "PLAY.example:443", "a.games.example", "localhost", "192.0.2.1:8000")
    assert all(named.is_ours(host) for host in ours)
    others = ("evil.example", "games.example.evil", "xplay.example", "gamebox", "gamebox.local")
    assert not any(named.is_ours(host) for host in others)
    assert Origins(hosts=["*"]).is_ours("evil.example")


@pytest.mark.parametrize(
    ("origin", "host", "ours"),
    [
        ("https://play.example", "play.example", True),
        ("https://PLAY.example", "play.example:443", True),
        ("http://play.example:8000", "play.example:8000", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("https://play.example:8443", "play.example", False),
        ("http://play.example:3000", "play.example:8000", False),
        ("http://play.example", "play.example:443", False),
        ("https://play.example", "localhost:8000", False),
        ("https://play.example:x", "play.example", False),
        ("null", "play.example", False),
    ],
)
def test_a_page_of_another_port_is_not_ours_though_the_name_is(origin: str, host: str, ours: bool) -> None:
    scope = {"headers": [(b"host", host.encode()), (b"origin", origin.encode())]}
    assert Origins(hosts=["play.example"]).may_come_from(scope) == ours


# Proxies


def test_only_a_named_proxy_is_believed(tmp_path: Path) -> None:
    told = {
        "x-forwarded-for": "198.51.100.9, 192.0.2.1",
        "x-forwarded-proto": "https",
        "x-forwarded-host": "play.example",
        "origin": "https://play.example",
    }
    with running(tmp_path / "games.db", proxies="127.0.0.1", hosts=["play.example"]) as here:
        answer = here.http.post("/api/games", json=WISH, headers=told)
        assert answer.status_code == 201
        assert "max-age" in answer.headers["strict-transport-security"]
        assert here.http.get("/api/bots", headers={"x-forwarded-host": "evil.example"}).status_code == 421
    with running(tmp_path / "games.db") as here:
        answer = here.http.post("/api/games", json=WISH, headers=told)
        assert answer.status_code == 403, "the origin is another, and what the header says is nothing"
        assert "strict-transport-security" not in answer.headers


@pytest.mark.parametrize(
    ("said", "client"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("198.51.100.9, 192.0.2.1", "192.0.2.1"),
        ("192.0.2.1, 10.0.0.7", "192.0.2.1"),
        ("192.0.2.1:4711", "192.0.2.1"),
        ("[2001:db8::1]:4711", "2001:db8::1"),
        ("nonsense", "10.0.0.1"),
        ("", "10.0.0.1"),
    ],
)
def test_the_client_is_the_last_who_is_no_proxy(said: str, client: str) -> None:
    scope: dict[str, Any] = {
        "type": "http",
        "client": ("10.0.0.1", 1),
        "scheme": "http",
        "headers": [(b"x-forwarded-for", said.encode())],
    }
    Proxies(["10.0.0.0/8"]).believe(scope)
    assert scope["client"][0] == client


# Headers


def test_answers_with_keys_are_kept_by_nobody(here: Running) -> None:
    created = here.http.post("/api/games", json=WISH)
    game = created.json()
    joined = here.http.post(f"/api/games/{game['game']}/seats", json={"name": "Ben", "invite": game["invite"]})
    private = here.get(f"/api/games/{game['game']}", game["watch"])
    for answer in (created, joined, private):
        assert answer.is_success
        assert answer.headers["cache-control"] == "no-store"
    assert here.get("/api/bots").headers["cross-origin-resource-policy"] == "same-origin"


def test_where_tls_is_said_browsers_are_told(tmp_path: Path) -> None:
    with running(tmp_path / "games.db", tls=True) as here:
        assert here.get("/").headers["strict-transport-security"].startswith("max-age=")


def test_pages_are_limited_too(tmp_path: Path) -> None:
    with running(tmp_path / "games.db", limits_with(pages_per_second=2)) as here:
        answers = [here.get("/").status_code for _ in range(15)]
        assert answers[:10] == [200] * 10
        assert 429 in answers
        assert here.get("/api/health").status_code == 200


# A path


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    static = tmp_path_factory.mktemp("static")
    (static / "index.html").write_text('<meta name="passgo-root" content="/" /><script src="/assets/a.js"></script>')
    (static / "assets").mkdir()
    (static / "assets" / "a.js").write_text("1")
    (static / "mark.svg").write_text("<svg/>")
    with running(tmp_path_factory.mktemp("server") / "games.db", root_path="/monopoly/", static=static) as here:
        yield here


@pytest.mark.parametrize("root", ["/monopoly", ""])
def test_everything_is_served_under_the_path_whether_a_proxy_takes_it_off_or_not(below: Running, root: str) -> None:
    for page in ("/", "/new", "/g/abcd", "/rules/jail.third-turn", "/nothing/here"):
        answer = below.http.get(root + page, headers={"accept": "text/html"})
        assert answer.status_code == (404 if page == "/nothing/here" else 200)
        assert 'content="/monopoly/"' in answer.text
        assert 'src="/monopoly/assets/a.js"' in answer.text
        assert "default-src 'self'" in answer.headers["content-security-policy"]
    for file in ("/assets/a.js", "/mark.svg", "/api/bots", "/metrics"):
        assert below.http.get(root + file).status_code == 200
    assert below.http.get(root + "/api/nothing", headers={"accept": "text/html"}).json()["problem"]
    assert below.http.post(f"{root}/api/games", json=WISH).status_code == 201
    assert asyncio.run(knock(below, f"{root}/socket")) == 101
    assert asyncio.run(knock(below, f"{root}/other")) == 404


def test_the_page_is_read_again_only_when_it_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, read, read_text = tmp_path / "index.html", [0], Path.read_text
    page.write_text('<script src="/assets/a.js"></script>')

    def counted(path: Path, *settings: Any) -> str:
        read[0] += path == page
        return read_text(path, *settings)

    with running(tmp_path / "games.db", root_path="/monopoly", static=tmp_path) as here:
        monkeypatch.setattr(Path, "read_text", counted)
        for _ in range(5):
            assert 'src="/monopoly/assets/a.js"' in here.get("/monopoly/").text
        assert read == [1]
        page.write_text('<script src="/assets/b.js"></script>')
        os.utime(page, ns=(1, 1))
        assert 'src="/monopoly/assets/b.js"' in here.get("/monopoly/new").text
        assert read == [2]


def test_the_path_alone_leads_to_its_page(below: Running) -> None:
    moved = httpx.get(f"{below.url}/monopoly", follow_redirects=False)
    assert (moved.status_code, moved.headers["location"]) == (308, "/monopoly/")


def test_a_game_is_played_under_the_path(below: Running) -> None:
    async def run() -> None:
        game = below.create([person("Ann"), person("Ben")])
        keys = [seat["key"] for seat in game["seats"]]
        async with connect(f"ws://127.0.0.1:{below.port}/monopoly/socket") as socket:
            await socket.send(json.dumps({"v": 1, "type": "hello", "game": game["game"], "seats": keys}))
            assert json.loads(await socket.recv())["type"] == "welcome"

    asyncio.run(run())


@pytest.mark.parametrize("path", ["/a b", "/a?b", '/"', "//x//", "/<", "/a/../b#"])
def test_a_path_that_is_none_is_refused(path: str) -> None:
    if path == "//x//":
        assert parse_root(path) == "/x"
    else:
        with pytest.raises(ValueError, match="a root path is like /monopoly"):
            parse_root(path)
