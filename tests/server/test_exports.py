"""Exports: one after the other, those of finished games made once, and a short queue."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from passgo.server.http import export
from passgo.server.http.export_queue import MOST_WAITING, ExportQueue
from passgo.server.store import PUBLIC_REASONS, Unavailable
from tests.server.play import BOT, PATIENCE, Running, finish, person, play_simply, running, sit


def test_the_thread_of_the_exports_ends_with_the_server(tmp_path: Path) -> None:
    before = {thread.ident for thread in threading.enumerate()}

    def exporters() -> list[threading.Thread]:
        new = (thread for thread in threading.enumerate() if thread.ident not in before)
        return [thread for thread in new if thread.name.startswith("passgo-exporter")]

    with running(tmp_path / "games.db") as here:
        game = finish(here, BOT)
        assert here.get(f"/api/games/{game['game']}/record", game["watch"]).status_code == 200
        (exporter,) = exporters()
    exporter.join(PATIENCE)
    assert not exporter.is_alive()


def test_what_never_changes_is_made_once_and_not_sent_again(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    game = finish(here, BOT)
    made: list[str] = []
    for name in ("text_of", "json_of", "replay_of", "verdict_on"):
        monkeypatch.setattr(export, name, counted(getattr(export, name), name, made))
    for what in ("record", "record?as=json", "replay", "replay?limit=5", "verify"):
        path = f"/api/games/{game['game']}/{what}"
        first, second = here.get(path, game["watch"]), here.get(path, game["watch"])
        assert first.status_code == second.status_code == 200
        assert first.content == second.content
        mark = first.headers["etag"]
        assert first.headers["cache-control"] == "no-cache"
        headers = {"authorization": f"Bearer {game['watch']}"}
        for known in (mark, f'"other", {mark}', f"W/{mark}"):
            again = here.http.get(path, headers=headers | {"if-none-match": known})
            assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", mark)
        assert here.http.get(path, headers=headers | {"if-none-match": '"other"'}).status_code == 200
        assert here.http.get(path, headers={"if-none-match": mark}).status_code == 403, "a mark is no key"
    assert sorted(made) == ["json_of", "replay_of", "replay_of", "text_of", "text_of", "verdict_on"]  # it judges a text


def counted(write: Any, name: str, made: list[str]) -> Any:
    def write_and_count(*about: Any) -> Any:
        made.append(name)
        return write(*about)

    return write_and_count


def test_a_game_that_goes_on_is_told_as_it_is_now(here: Running) -> None:
    game = here.create([person("Ann"), person("Ben")], options={"table_cash_private": False})
    path = f"/api/games/{game['game']}/record?as=json"

    async def play(moves: int) -> None:
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        await play_simply(client, [0, 1], moves)

    asyncio.run(play(4))
    first = here.get(path, game["watch"])
    asyncio.run(play(4))
    second = here.get(path, game["watch"])
    assert "etag" not in first.headers
    assert len(second.json()["moves"]) > len(first.json()["moves"])


def test_too_many_exports_at_once_are_told_to_come_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    free = threading.Event()
    replay_of = export.replay_of

    def slow(*about: Any) -> Any:
        free.wait(PATIENCE)
        return replay_of(*about)

    with running(tmp_path / "games.db") as here:
        game = finish(here, BOT)
        monkeypatch.setattr(export, "replay_of", slow)
        headers = {"authorization": f"Bearer {game['watch']}"}
        path = f"/api/games/{game['game']}/replay"

        async def run() -> None:
            async with httpx.AsyncClient(base_url=here.url, headers=headers, timeout=60) as client:
                asked = [asyncio.create_task(client.get(f"{path}?limit={n + 1}")) for n in range(MOST_WAITING + 4)]
                same = [asyncio.create_task(client.get(f"{path}?limit=1")) for _ in range(5)]
                while sum(task.done() for task in asked) < 4:
                    await asyncio.sleep(0.02)
                refused = [task.result() for task in asked if task.done()]
                assert {answer.status_code for answer in refused} == {503}
                assert all(int(answer.headers["retry-after"]) >= 1 for answer in refused)
                assert refused[0].json()["problem"] == PUBLIC_REASONS["busy"]
                assert (await client.get(f"/api/games/{game['game']}")).status_code == 200, "all else goes on"
                free.set()
                served = [answer.status_code for answer in await asyncio.gather(*asked, *same)]
                assert (served.count(200), served.count(503)) == (MOST_WAITING + 5, 4), "who asks for the same, waits"

        asyncio.run(run())


def test_the_memory_of_exports_is_bounded() -> None:
    async def run() -> None:
        made: list[int] = []

        async def read() -> list[Any]:
            return []

        def write(game: str, log: Any, size: int) -> bytes:
            made.append(size)
            return bytes(size)

        queue = ExportQueue(most_kept=100)
        for key, size in (("a", 40), ("b", 50), ("a", 40), ("c", 30), ("a", 40), ("b", 50), ("huge", 101), ("b", 50)):
            assert len(await queue.get((key,), True, read, write, "g", size)) == size
        assert made == [40, 50, 30, 50, 101], "b was forgotten for c, and what is too large is never kept"
        await queue.get(("d",), False, read, write, "g", 1)
        await queue.get(("d",), False, read, write, "g", 1)
        assert made[-2:] == [1, 1]
        queue.close()

    asyncio.run(run())


def test_an_export_that_fails_fails_for_those_who_wait_and_can_be_asked_for_again() -> None:
    async def run() -> None:
        tries = []

        async def read() -> list[Any]:
            return []

        def write(game: str, log: Any) -> bytes:
            tries.append(game)
            if len(tries) == 1:
                raise Unavailable("the log makes no sense", "damaged")
            return b"fine"

        queue = ExportQueue()
        asked = [queue.get(("a",), True, read, write, "g") for _ in range(3)]
        got = await asyncio.gather(*asked, return_exceptions=True)
        assert {type(one) for one in got} == {Unavailable}
        assert await queue.get(("a",), True, read, write, "g") == b"fine"
        queue.close()

    asyncio.run(run())
