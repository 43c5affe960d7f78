"""Two versions on one PostgreSQL, as `docs/hosting.md` tells it: the newer starts, then the older is stopped."""

import asyncio
import sys
from pathlib import Path

import httpx
import pytest

from passgo.server.wire import protocol
from tests.server.crash.serving import Serving
from tests.server.play import Client, person, play_together, sit

NEWER = (sys.executable, "-m", "tests.hosting.newer", "serve")


class Process:
    """A server process, and what a game needs of it."""

    def __init__(self, serving: Serving) -> None:
        self.socket_url = f"ws://{serving.address}/socket"
        self.http = httpx.Client(base_url=f"http://{serving.address}", timeout=30)

    def create(self) -> tuple[str, list[str]]:
        """A game of two people: its id, and their keys."""
        seats = [person("Ann"), {"kind": "person"}]
        game = self.http.post("/api/games", json={"edition": "classic", "seats": seats}).raise_for_status().json()
        wish = {"name": "Ben", "invite": game["invite"]}
        joined = self.http.post(f"/api/games/{game['game']}/seats", json=wish).raise_for_status().json()
        return game["game"], [game["seats"][0]["key"], joined["key"]]


async def go_on(*clients: Client) -> None:
    """Ten moves that are all answered."""
    before = max(client.seq for client in clients)
    await play_together(list(clients), 10)
    assert max(client.seq for client in clients) >= before + 10


def test_a_newer_version_takes_over_game_by_game(postgres: str, tmp_path: Path) -> None:
    async def roll() -> None:
        older = Serving(postgres, tmp_path / "older.log")
        newer = Serving(postgres, tmp_path / "newer.log", NEWER)
        await older.start()
        try:
            await course(older, newer)
        finally:
            for serving in (older, newer):
                if serving.is_up:
                    await serving.kill()

    async def course(older: Serving, newer: Serving) -> None:
        old = Process(older)
        games = [old.create(), old.create()]
        (ann, ben), others = [[await sit(old, game, key) for key in keys] for game, keys in games]
        await go_on(ann, ben)
        await go_on(*others)

        await newer.start()
        new = Process(newer)
        await go_on(ann, ben)
        await go_on(*others)

        await ben.socket.close()
        (game, keys), last = games[0], ben.seq
        ben = await sit(new, game, keys[1], last=last)
        sent_away = await ann.until(lambda message: isinstance(message, protocol.Bye))
        not_let_in = (await sit(old, game, keys[0], last=ann.seq)).messages[-1]
        for bye in (sent_away, not_let_in):
            assert isinstance(bye, protocol.Bye)
            assert bye.reason == "unavailable"
            assert "newer version" in bye.text
        await go_on(*others)
        assert old.http.get("/api/health").status_code == 200, "the older process serves what it can"
        assert 'passgo_store_errors_total{kind="newer"}' in old.http.get("/metrics").text

        ann = await sit(new, game, keys[0], last=ann.seq)
        await go_on(ann, ben)
        await go_on(*others)

        await older.stop()
        older.is_up = False
        with pytest.raises(AssertionError, match="the server ended by itself"):
            await older.start()
        assert "the games were kept by a newer PassGo" in (tmp_path / "older.log").read_text()

        game, keys = games[1]
        await go_on(*[await sit(new, game, key, last=one.seq) for key, one in zip(keys, others, strict=True)])
        await go_on(ann, ben)

    asyncio.run(roll())
