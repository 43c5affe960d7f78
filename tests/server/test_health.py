"""Trouble is told: to the operator by health, figures and log, to players by a reason without secrets."""

import asyncio
import logging
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from passgo.server.config import Limits
from passgo.server.metrics import Metrics
from passgo.server.store import PROBE_S, PUBLIC_REASONS, Unavailable, postgres, sqlite
from passgo.server.troubles import Troubles
from passgo.server.wire import protocol
from tests.server.cluster import Cluster
from tests.server.play import FREE, PATIENCE, Running, person, running, sit

SOON = postgres.PATIENCE_S / 2
"""Seconds that suffice on a busy machine; whoever waited for the database would need its whole patience."""


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Another program holds the file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def figures(here: Running) -> dict[str, float]:
    lines = here.figures().splitlines()
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if line[0] != "#")}


def until_one_is_open(here: Running) -> None:
    """Wait until the figures tell of the game. They wait a second for the store, and then tell the last counts."""
    until = time.monotonic() + PATIENCE
    while figures(here).get('passgo_games{status="open"}') != 1:
        assert time.monotonic() < until
        time.sleep(0.1)


def until_ready(here: Running) -> None:
    """Wait until the server takes a write in time, however busy the machine is."""
    until = time.monotonic() + PATIENCE
    while here.get("/api/health/ready").status_code != 200:
        assert time.monotonic() < until
        time.sleep(0.1)


def test_a_server_that_cannot_write_lives_but_is_not_ready_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.db"
    assert PROBE_S == 1
    monkeypatch.setattr(sqlite, "PATIENCE_S", 60.0)
    with running(path) as here:
        until_ready(here)
        assert [here.get(f"/api/health{part}").status_code for part in ("", "/live")] == [200] * 2
        time.sleep(1.1)
        with held(path):
            began = time.monotonic()
            answer = here.get("/api/health/ready")
            assert time.monotonic() - began < 30, "it is not waited as long as for a move"
            assert (answer.status_code, answer.json()["healthy"]) == (503, False)
            assert answer.json()["reason"] == PUBLIC_REASONS["locked"]
            assert here.get("/api/health").status_code == 503
            assert here.get("/api/health/live").status_code == 200
            assert figures(here)['passgo_store_errors_total{kind="locked"}'] >= 1
        until_ready(here)


def test_players_hear_soon_of_a_locked_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first who ask wait a little longer than a backup takes; while the lock goes on, nobody waits as long again.

    Whatever was refused was not done: sent again, it is.
    """
    path, first = tmp_path / "games.db", 8.0
    assert sqlite.PATIENCE_S < 1.5
    monkeypatch.setattr(sqlite, "PATIENCE_S", first)

    async def run(here: Running) -> None:
        game = here.create([person("Ann"), FREE])
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        with held(path):
            for n in range(4):
                began = time.monotonic()
                answer = await ann.ask("chat", seat=0, text="Hello?", id=f"hello-{n}")
                assert (answer.reason, answer.text) == ("unavailable", PUBLIC_REASONS["locked"])
                assert (time.monotonic() - began >= first) == (n == 0)
            began = time.monotonic()
            wish = {"edition": "classic", "seats": [person("Ben"), FREE]}
            refused = await asyncio.to_thread(here.http.post, "/api/games", json=wish)
            assert (refused.status_code, refused.json()["problem"]) == (503, PUBLIC_REASONS["locked"])
            assert time.monotonic() - began < first
        for n in range(4):
            assert isinstance(await ann.ask("chat", seat=0, text="Hello?", id=f"hello-{n}"), protocol.Done)

    with running(path) as here:
        asyncio.run(run(here))


def test_a_lock_that_is_short_only_delays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.db"
    monkeypatch.setattr(sqlite, "PATIENCE_S", 30.0)

    async def run(here: Running) -> None:
        game = here.create([person("Ann"), FREE])
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        for _ in range(3):
            with held(path):
                asked = asyncio.create_task(ann.ask("chat", seat=0, text="Hello?"))
                await asyncio.sleep(0.8)
            assert isinstance(await asked, protocol.Done)
        assert 'passgo_store_errors_total{kind="locked"}' not in figures(here)

    with running(path) as here:
        asyncio.run(run(here))


def test_many_who_ask_for_health_cause_few_commits_and_are_not_told_to_wait(tmp_path: Path) -> None:
    """A flood of questions from one address: each is answered, and the disk sees about one write a second."""
    with running(tmp_path / "games.db", Limits(requests_per_second=1, requests_burst=5)) as here:
        commits = [0]
        store: Any = here.server.lobby.host.store
        probe = store._probe

        async def counted() -> Any:
            commits[0] += 1
            return await probe()

        store._probe = counted
        began = time.monotonic()
        for _ in range(100):
            for address in ("/api/health", "/api/health/ready", "/api/health/live", "/metrics"):
                assert here.get(address).status_code == 200
        assert commits[0] <= 2 + (time.monotonic() - began)
        for _ in range(10):
            last = here.get("/api/editions")
        assert last.status_code == 429
        assert figures(here)['passgo_refused_total{reason="too-fast"}'] >= 1


def test_trouble_is_counted_each_time_and_logged_once_a_minute_by_kind(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    metrics, at = Metrics(), [1000.0]
    monkeypatch.setattr("passgo.server.troubles.time.monotonic", lambda: at[0])
    noted = Troubles(metrics)
    with caplog.at_level(logging.ERROR):
        for _ in range(50):
            noted.note(Unavailable("the disk is full: /srv/games.db cannot grow", "full"))
            noted.note(Unavailable("PostgreSQL does not answer", "away"))
        noted.note(Unavailable("the store is closed", "closed"))
        assert [vars(one)["kind"] for one in caplog.records] == ["full", "away"]
        assert vars(caplog.records[0])["reason"] == "the disk is full: /srv/games.db cannot grow"
        at[0] += 61
        noted.note(Unavailable("the disk is full: /srv/games.db cannot grow", "full"))
        assert [(vars(one)["kind"], vars(one)["unlogged"]) for one in caplog.records[2:]] == [("full", 49)]
    assert metrics.value("store_errors_total", kind="full") == 51
    assert metrics.value("store_errors_total", kind="away") == 50
    assert metrics.value("store_errors_total", kind="closed") == 0


def fill(here: Running) -> None:
    """Let the database grow no more, as a full disk would."""
    store: Any = here.server.lobby.host.store
    (pages,) = store._writing.execute("PRAGMA page_count").fetchone()
    store._writing.execute(f"PRAGMA max_page_count = {pages}")


def test_players_hear_that_the_disk_is_full_and_nothing_secret(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def run(here: Running) -> None:
        game = here.create([person("Ann"), FREE])
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        fill(here)
        refused: Any = None
        for n in range(200):
            refused = await ann.ask("chat", seat=0, text=f"{n}" * 60)
            if isinstance(refused, protocol.Refused):
                break
        assert isinstance(refused, protocol.Refused)
        assert (refused.reason, refused.text) == ("unavailable", PUBLIC_REASONS["full"])
        for _ in range(20):
            answer = here.http.post("/api/games", json={"edition": "classic", "seats": [person("Ann"), person("Ben")]})
            if answer.status_code == 503:
                break
        assert answer.status_code == 503
        assert int(answer.headers["retry-after"]) >= 1
        assert answer.json()["problem"] == PUBLIC_REASONS["full"]
        assert str(tmp_path) not in answer.text
        assert figures(here)['passgo_store_errors_total{kind="full"}'] >= 2
        assert figures(here)['passgo_refused_total{reason="unavailable"}'] >= 1

    with running(tmp_path / "games.db") as here, caplog.at_level(logging.ERROR):
        asyncio.run(run(here))
        told = [vars(one)["reason"] for one in caplog.records if vars(one).get("kind") == "full"]
        assert len(told) == 1
        assert "games.db" in told[0]


def test_a_server_may_start_before_its_database(postgres: str, cluster: Cluster) -> None:
    """It serves pages and lives; it is not ready, and says so at once; then the database comes, and games are kept."""
    cluster.stop()
    with running(postgres) as here:
        try:
            assert here.get("/api/editions").status_code == 200
            assert here.get("/api/health/live").status_code == 200
            assert here.get("/api/health/ready").json()["reason"] == PUBLIC_REASONS["away"]
            began = time.monotonic()
            answer = here.http.post("/api/games", json={"edition": "classic", "seats": [person("Ann"), FREE]})
            assert (answer.status_code, int(answer.headers["retry-after"]) >= 1) == (503, True)
            assert here.get("/api/games").status_code == 503
            assert time.monotonic() - began < SOON, "nobody waits for a database that was never there"
            assert figures(here)['passgo_store_errors_total{kind="away"}'] >= 1
        finally:
            cluster.start()
        until_ready(here)
        game = here.create([person("Ann"), FREE])
        assert here.get(f"/api/games/{game['game']}", game["watch"]).status_code == 200
        until_one_is_open(here)


def test_figures_are_told_while_the_database_is_away(postgres: str, cluster: Cluster) -> None:
    with running(postgres) as here:
        here.create([person("Ann"), FREE])
        until_one_is_open(here)
        time.sleep(1.1)
        cluster.stop()
        try:
            began = time.monotonic()
            assert figures(here)['passgo_games{status="open"}'] == 1, "the last that was known"
            assert here.get("/api/health/live").status_code == 200
            assert here.get("/api/health/ready").status_code == 503
            assert time.monotonic() - began < SOON
        finally:
            cluster.start()


def test_the_lag_of_the_loop_and_waiting_bots_are_figures(here: Running) -> None:
    async def stand_still() -> None:
        time.sleep(0.6)

    before = figures(here)
    here.in_loop(stand_still)
    until = time.monotonic() + PATIENCE
    while (after := figures(here))["passgo_loop_lag_seconds_count"] < before["passgo_loop_lag_seconds_count"] + 2:
        assert time.monotonic() < until
        time.sleep(0.1)
    assert after["passgo_loop_lag_seconds_sum"] - before["passgo_loop_lag_seconds_sum"] > 0.2
    assert after["passgo_bots_waiting"] == 0
    assert "passgo_sockets" in after


def test_one_question_serves_all_who_ask_meanwhile() -> None:
    from passgo.server.http.shared_answer import SharedAnswer

    asked = []

    async def ask() -> int:
        asked.append(threading.get_ident())
        await asyncio.sleep(0.05)
        if len(asked) == 2:
            raise Unavailable("no")
        return len(asked)

    async def run() -> None:
        fresh = SharedAnswer(ask)
        waiting = asyncio.ensure_future(fresh.get())
        await asyncio.sleep(0)
        waiting.cancel()  # who goes away takes the answer from nobody
        assert await asyncio.gather(*(fresh.get() for _ in range(50))) == [1] * 50
        fresh._asked -= 2
        with pytest.raises(Unavailable):
            await fresh.get()
        with pytest.raises(Unavailable):
            await fresh.get()
        assert len(asked) == 2
        fresh._asked -= 2
        assert await fresh.get() == 3

    asyncio.run(run())
