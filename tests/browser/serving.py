"""A real `passgo serve` on a free port, with a database of its own, and games made on it."""

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PATIENCE = 300.0
"""Seconds until the server must have said its address; a cold cache compiles first."""


class Server:
    """A server that runs, in a process of its own."""

    def __init__(
        self,
        folder: Path,
        port: int = 0,
        editions: Sequence[Path] = (),
        root: str = "",
        options: Sequence[str] = (),
    ) -> None:
        self.folder, self.port, self.url, self.editions, self.root = folder, port, "", editions, root
        self.options = options
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        generous = ["--games-per-address", "100000", "--requests-per-second", "10000"]
        generous += ["--sockets-per-address", "1000", "--messages-per-second", "100000"]
        program = [sys.executable, "-c", "import sys; from passgo.cli import main; sys.exit(main())"]
        command = [*program, "serve", "--port", str(self.port or free_port())]
        command += [word for path in self.editions for word in ("--edition", str(path))]
        command += ["--root-path", self.root] if self.root else []
        log = (self.folder / "server.log").open("a")
        self.process = subprocess.Popen(
            [*command, "--database", str(self.folder / "games.db"), *generous, *self.options],
            stdout=log,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", "COLUMNS": "200"},
        )
        until = time.monotonic() + PATIENCE
        while not self._answers():
            assert self.process.poll() is None, (self.folder / "server.log").read_text()
            assert time.monotonic() < until, "the server does not start: " + (self.folder / "server.log").read_text()
            time.sleep(0.05)

    def _answers(self) -> bool:
        said = (self.folder / "server.log").read_text()
        found = re.findall(r"http://[\w.]+:(\d+)/", said)
        if not found:
            return False
        self.port = int(found[-1])
        self.url = f"http://127.0.0.1:{self.port}{self.root}"
        try:
            return bool(self.get("/api/health")["healthy"])
        except OSError:
            return False

    def stop(self) -> None:
        """Stop it."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(60)
            self.process = None

    def get(self, path: str, key: str = "") -> Any:
        """Ask the REST part for something."""
        headers = {"authorization": f"Bearer {key}"} if key else {}
        with urllib.request.urlopen(urllib.request.Request(self.url + path, headers=headers), timeout=60) as answer:
            return json.load(answer)

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """Tell the REST part something."""
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers, method="POST")
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def create(self, seats: list[dict[str, Any]], edition: str = "classic", **wishes: Any) -> dict[str, Any]:
        """Create a game; the answer, with its keys."""
        return dict(self.post("/api/games", {"edition": edition, "seats": seats, **wishes}))

    def link(self, game: dict[str, Any], *seats: int) -> str:
        """The link by which a browser plays these seats of a game that was created here; none: it watches."""
        keys = [key["key"] for key in game["seats"] if key["seat"] in seats]
        fragment = "&".join(f"seat={key}" for key in keys) or f"watch={game['watch']}"
        return f"{self.url}/g/{game['game']}#{fragment}"


def free_port() -> int:
    """A port that nobody uses now."""
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(folder: Path, *editions: Path, root: str = "", options: Sequence[str] = ()) -> Iterator[Server]:
    """A server that also plays these editions of its host's own, perhaps under a path, and stops at the end."""
    server = Server(folder, editions=editions, root=root, options=options)
    server.start()
    try:
        yield server
    finally:
        server.stop()
