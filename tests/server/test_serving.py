"""The command `passgo serve`: a port, a word where games are kept, and a clean end."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from passgo.server.process import listen

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-c", "from passgo.cli import main; main()", "serve")


@contextmanager
def served(*options: str, env: dict[str, str] | None = None) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """The command, running; the address it told, and all it said until then."""
    process = subprocess.Popen(
        [*COMMAND, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=env
    )
    said = ""
    assert process.stdout is not None
    try:
        while "Games are kept" not in said:
            line = process.stdout.readline()
            assert line, said
            said += line
        address = re.search(r"PassGo is at (http://\S+)/", said)
        assert address, said
        for _ in range(300):
            try:
                httpx.get(f"{address[1]}/api/health")
                break
            except httpx.TransportError:
                time.sleep(0.1)
        yield process, address[1], said
    finally:
        process.kill()
        process.wait()


def test_it_says_where_games_are_kept_and_stops_cleanly(tmp_path: Path) -> None:
    database = tmp_path / "my games.db"
    with served("--port", "0", "--database", str(database)) as (process, address, said):
        assert str(database) in said
        assert "Ctrl-C stops the server" in said
        assert httpx.get(f"{address}/api/health").json()["healthy"] is True
        seats = [{"mine": True, "name": "Ann"}, {"kind": "bot"}]
        assert httpx.post(f"{address}/api/games", json={"edition": "classic", "seats": seats}).status_code == 201
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert "Every move that was answered is kept" in out
    assert database.exists()
    assert "Traceback" not in err
    assert '"what": "a game was created"' in err


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there a display is taken for granted")
def test_without_a_display_it_says_so_and_opens_nothing(tmp_path: Path) -> None:
    blind = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\ntouch '{opened}'\n")
    browser.chmod(0o755)
    database = str(tmp_path / "games.db")
    with served("--open", "--port", "0", "--database", database, env={**blind, "BROWSER": str(browser)}) as server:
        process, address, _ = server
        assert process.stdout is not None
        assert "There is no display here: open the address in a browser." in process.stdout.readline()
        assert httpx.get(f"{address}/api/health").json()["healthy"] is True
        time.sleep(1.5)  # a browser would be opened after a second
        assert not opened.exists()


def test_its_log_is_json_line_by_line_and_tells_no_secrets(tmp_path: Path) -> None:
    """Of a process with everything in it: ours, uvicorn's and asyncio's words alike."""
    with served("--port", "0", "--database", str(tmp_path / "games.db")) as (process, address, _):
        seats = [{"mine": True, "name": "Secretive Ann"}, {"kind": "person"}]
        wish = {"edition": "classic", "seats": seats, "title": "Hidden title"}
        game = httpx.post(f"{address}/api/games", json=wish).json()
        at, port = f"{address}/api/games/{game['game']}", int(address.rpartition(":")[2])
        joined = httpx.post(f"{at}/seats", json={"name": "Whisper", "invite": game["invite"]}).json()
        httpx.get(f"{at}?key={game['watch']}")
        httpx.get(at, headers={"authorization": f"Bearer {game['watch']}"})
        with connect(f"ws://127.0.0.1:{port}/socket") as client:
            hello = {"v": 1, "type": "hello", "game": game["game"], "seats": [joined["key"]]}
            client.send(json.dumps(hello))
            client.send(json.dumps({"v": 1, "type": "chat", "id": "c", "seat": 1, "text": "murmured"}))
            client.send(json.dumps({"v": 1, "type": "chat", "id": "c", "seat": 0, "text": "{murmured"}))
        for garbage in (b"GET / murmured\r\n\r\n", b"\x16\x03\x01" + game["watch"].encode(), b"\r\n" * 99):
            with socket.create_connection(("127.0.0.1", port)) as line:
                line.sendall(garbage)
                line.settimeout(0.5)
                with suppress(OSError):
                    line.recv(1000)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=120)
    keys = [game["invite"], game["watch"], joined["key"], *(seat["key"] for seat in game["seats"])]
    lines = [json.loads(line) for line in err.splitlines()]
    assert "a game was created" in [line["what"] for line in lines]
    assert {line["from"].partition(".")[0] for line in lines} == {"passgo"}, "garbage is no news"
    for secret in (*keys, "Secretive", "Whisper", "murmured", "Hidden", "127.0.0.1"):
        assert secret not in err


def test_the_warnings_of_libraries_are_lines_of_json_too() -> None:
    speak = "import logging; from passgo.server.logs import log_as_json; log_as_json(); "
    speak += "logging.getLogger('uvicorn.error').warning('late'); logging.getLogger('asyncio').error('slow')"
    done = subprocess.run([sys.executable, "-c", speak], capture_output=True, text=True, cwd=ROOT, check=True)
    heard = [json.loads(line) for line in done.stderr.splitlines()]
    assert [(line["from"], line["what"]) for line in heard] == [("uvicorn.error", "late"), ("asyncio", "slow")]


def test_a_port_that_was_asked_for_is_taken_or_nothing_is(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [*COMMAND, "--port", str(port), "--database", str(tmp_path / "g.db")]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=120, check=False)
    assert done.returncode == 2
    assert f"port {port} on 127.0.0.1 is in use" in done.stderr


def test_without_a_port_the_next_free_one_is_taken_and_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with suppress(OSError):  # then somebody else has it, which is as good
            taken.bind(("127.0.0.1", 8000))
            taken.listen()
        with served("--database", str(tmp_path / "g.db")) as (_, address, said):
            assert "Port 8000 is in use" in said
            assert int(address.rpartition(":")[2]) > 8000


def test_everything_is_served_under_a_path(tmp_path: Path) -> None:
    options = ("--port", "0", "--database", str(tmp_path / "g.db"), "--root-path", "/monopoly")
    with served(*options) as (_, address, said):
        assert address.endswith("/monopoly"), said
        assert httpx.get(f"{address}/api/health").status_code == 200
        refused = httpx.get(f"{address}/api/health", headers={"host": "evil.example"})
        assert (refused.status_code, "--host-name evil.example" in refused.json()["problem"]) == (421, True)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--host", "no.such.host.invalid"), "cannot listen"),
        (("--database", "oracle://x"), "database"),
        (("--proxy", "*"), "a proxy is named by its address"),
        (("--root-path", "a b"), "a root path is like /monopoly"),
        (("--database", "/proc/nowhere/games.db"), "database"),
    ],
)
def test_what_cannot_be_served_is_said_in_one_line(options: tuple[str, ...], complaint: str, tmp_path: Path) -> None:
    usual = ("--port", "0", "--database", str(tmp_path / "g.db"))
    done = subprocess.run(
        [*COMMAND, *usual, *options], capture_output=True, text=True, cwd=ROOT, timeout=120, check=False
    )
    assert done.returncode == 2
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("passgo:")
    assert complaint in last
    assert "Traceback" not in done.stderr


def test_a_listener_takes_the_next_port() -> None:
    first = listen("127.0.0.1", 0)
    port = first.getsockname()[1]
    second = listen("127.0.0.1", port)
    assert second.getsockname()[1] > port
    with pytest.raises(ValueError, match="is in use"):
        listen("127.0.0.1", port, exact=True)
    first.close()
    second.close()
    with pytest.raises(ValueError, match="cannot listen"):
        listen("203.0.113.77", 8000)
