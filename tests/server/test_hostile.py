"""What somebody would try who wants to break the server, stop a table, or gain by a corner of the rules."""

import asyncio
import json
import os
import socket
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from passgo.server import clock
from passgo.server.http import export
from passgo.server.store import Entry, Unavailable
from passgo.server.table import lobby
from passgo.server.table.draft import READ_AT_ONCE, replay_log
from passgo.server.table.state import GameState
from passgo.server.wire import protocol
from tests.server.play import (
    BOT,
    FREE,
    GENEROUS,
    PATIENCE,
    Client,
    Running,
    person,
    play_simply,
    play_together,
    running,
    sit,
    until,
)

HANDSHAKE = (
    b"GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def raw_socket(here: Running, game: str, key: str) -> socket.socket:
    """A connection by hand, which has said hello and will read nothing."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.connect(("127.0.0.1", here.port))
    line.sendall(HANDSHAKE)
    line.recv(512)
    line.sendall(frame(json.dumps({"v": 1, "type": "hello", "game": game, "seats": [key]}).encode()))
    return line


def frame(payload: bytes, kind: int = 0x81) -> bytes:
    """A client's frame, masked with nothing."""
    size = len(payload)
    head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE)) + size.to_bytes(2, "big")
    return head + bytes(4) + payload


def memory_kb() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


# Seats


def test_an_undo_costs_nobody_the_seat(here: Running) -> None:
    """Reading the log anew goes through moments at which those who joined later had no seat yet."""

    async def run() -> None:
        game = here.create([person("Ann"), FREE, FREE])
        keys = [game["seats"][0]["key"], *(here.join(game, name)["key"] for name in ("Ben", "Cy"))]
        clients = [await sit(here, game["game"], key) for key in keys]
        for client in clients:
            await client.quiet()
        (seat,) = clients[0].view.waiting
        await clients[seat].act(seat, {"kind": "Throw"})
        await clients[seat].ask("undo", seat=seat)
        for other in {0, 1, 2} - {seat}:
            assert isinstance(await clients[other].ask("consent", seat=other, agree=True), protocol.Done)
        for client in clients:
            await client.quiet()
            (own,) = client.welcome.you
            assert isinstance(await client.ask("chat", seat=own, text="still here"), protocol.Done)
            assert set(client.hands) == {own}

    asyncio.run(run())


def test_a_key_of_a_seat_that_was_left_opens_nothing(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), FREE, FREE])
        key = here.join(game, "Ben")["key"]
        two = [await sit(here, game["game"], key) for _ in range(2)]  # two devices
        assert isinstance(await two[0].ask("leave", seat=1), protocol.Done)
        new = here.join(game, "Bob", seat=1)
        for device in two:
            assert await device.closed() == 4000
            assert device.messages[-1].reason == "left"
            assert not any("Bob" in text for text in device.raw), "they hear nothing of what came later"
        assert (await sit(here, game["game"], key)).messages[0].reason == "bad-key"
        bob = await sit(here, game["game"], new["key"])
        assert bob.welcome.you == [1]

    asyncio.run(run())


def test_two_devices_on_one_seat_see_the_same_and_one_may_go(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")])
        keys = [seat["key"] for seat in game["seats"]]
        phone, laptop = [await sit(here, game["game"], *keys) for _ in range(2)]
        await play_simply(phone, [0, 1], 4)
        await laptop.quiet()
        assert (laptop.view, laptop.hands) == (phone.view, phone.hands)
        await phone.socket.close()
        await laptop.quiet()
        assert all(seat.here for seat in laptop.table.seats)
        await play_simply(laptop, [0, 1], 2)

    asyncio.run(run())


# Time


def test_nobody_gains_time_by_doing_and_undoing(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")], clock={"decision": 300, "call": 60, "grace": 30, "hour": 0})
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        while (
            legal := next((a for a in client.hands[client.view.on_turn].legal if a.kind == "Mortgage"), None)
        ) is None:
            await play_simply(client, [0, 1], 1)
        seat = client.view.on_turn
        deadline = client.clock.deadline
        await asyncio.sleep(0.2)
        for _ in range(3):
            assert isinstance(await client.act(seat, {"kind": "Mortgage", "square": legal.square}), protocol.Done)
            assert client.clock.deadline == deadline
            assert isinstance(await client.ask("undo", seat=seat), protocol.Done)
            await client.quiet(0.1)
            assert client.clock.deadline == deadline

    asyncio.run(run())


def test_one_is_back_with_a_lawful_move_and_an_unlawful_one_changes_nothing(
    here: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def asleep(self: Any) -> bool:
        return False

    monkeypatch.setattr("passgo.server.table.autoplay.Driver._let_a_bot_decide", asleep)  # the position stays as it is

    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")], clock={"decision": 60, "call": 9, "grace": 9, "hour": 0})
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        (seat,) = client.view.waiting
        table = here.server.lobby.rooms[game["game"]].table
        await client.ask("leave", seat=seat)
        left = table.state
        assert left.deadline is None, "nobody's time runs for a bot"
        assert (await client.act(seat, {"kind": "Build", "square": 1})).reason == "rule"
        assert table.state is left, "a bot still plays, and nobody's time runs"
        assert isinstance(await client.act(seat, {"kind": "Throw"}), protocol.Done)
        assert not table.state.away
        assert table.state.deadline is not None
        assert not client.table.seats[seat].away

    asyncio.run(run())


def test_a_clock_that_is_set_back_breaks_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offset = [0]
    monkeypatch.setattr(clock, "time", SimpleNamespace(time_ns=lambda: time.time_ns() + offset[0]))

    async def run(here: Running) -> None:
        game = here.create([person("Ann"), person("Ben")])
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        for hours in (-1, -48, 3, 0):
            offset[0] = hours * 3600 * 10**9
            await play_simply(client, [0, 1], 3)
            assert client.table.status == "playing"
        await client.socket.close()
        offset[0] = -72 * 3600 * 10**9
        again = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        assert again.view == client.view
        await play_simply(again, [0, 1], 2)

    with running(tmp_path / "games.db") as here:
        asyncio.run(run(here))


# Left alone


def test_a_game_that_everybody_left_stands_still_and_goes_on_with_the_first_who_is_back(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), BOT, BOT])
        key = game["seats"][0]["key"]
        ann = await sit(here, game["game"], key)
        table = here.server.lobby.rooms[game["game"]].table
        await ann.ask("leave", seat=0)
        begun = table.state.seq
        await until(lambda: table.state.seq > begun + 10)  # bots are awake, and play for her too
        await ann.socket.close()
        driver = here.server.lobby.rooms[game["game"]].driver
        await until(lambda: not table.state.present and not driver.busy)  # after a move that was under way
        seq = table.state.seq
        await asyncio.sleep(1.5)
        assert (table.state.seq, table.state.status) == (seq, "playing")
        again = await sit(here, game["game"], key)
        await again.until(lambda m: isinstance(m, protocol.Update)) if 0 not in again.view.waiting else None
        await play_simply(again, [0], 1)

    asyncio.run(run())


def test_bots_that_nobody_attends_to_wait_for_a_sign_of_life(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("passgo.server.table.autoplay.BOTS_ALONE", 30)

    async def run() -> None:
        game = here.create([person("Ann"), BOT, BOT])
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        await ann.ask("leave", seat=0)
        table = here.server.lobby.rooms[game["game"]].table
        driver = here.server.lobby.rooms[game["game"]].driver
        await until(lambda: driver._unattended > 30 and not driver.busy)
        seq = table.state.seq
        await asyncio.sleep(0.5)
        assert table.state.seq == seq
        await ann.ask("chat", seat=0, phrase="hurry")
        await until(lambda: table.state.seq > seq + 5)

    asyncio.run(run())


def test_a_leaving_that_could_not_be_kept_is_noticed_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(here: Running) -> None:
        game = here.create([person("Ann"), person("Ben")])
        ann, ben = [await sit(here, game["game"], seat["key"]) for seat in game["seats"]]
        store = here.server.lobby.host.store
        append = store.append

        async def fails(*told: Any, **more: Any) -> None:
            raise Unavailable("the disk is full")

        monkeypatch.setattr(store, "append", fails)
        await ben.socket.close()
        await asyncio.sleep(0.3)
        monkeypatch.setattr(store, "append", append)
        gone = await ann.until(lambda m: isinstance(m, protocol.TableChanged) and not m.table.seats[1].here)
        assert gone.table.seats[0].here

    with running(tmp_path / "games.db", replace(GENEROUS, idle_seconds=1.0)) as here:
        asyncio.run(run(here))


# Things that fail


def test_chores_go_on_after_any_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failures = []

    async def fails(self: Any) -> None:
        failures.append(1)
        if len(failures) < 4:
            raise ZeroDivisionError("a mistake")
        await asyncio.sleep(3600)

    monkeypatch.setattr(lobby.Lobby, "_sweep", fails)
    with running(tmp_path / "games.db"):
        end = time.monotonic() + PATIENCE
        while len(failures) < 4 and time.monotonic() < end:
            time.sleep(0.05)
    assert len(failures) == 4


def test_a_mistake_of_the_server_is_answered_and_costs_nobody_the_connection(
    here: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")])
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        (seat,) = client.view.waiting
        with monkeypatch.context() as broken:
            broken.setattr(GameState, "play", lambda *asked: 1 // 0)
            assert (await client.act(seat, {"kind": "Throw"})).reason == "unavailable"
        place = GameState._place

        def half(self: GameState, *told: Any) -> Any:
            place(self, *told)
            raise ZeroDivisionError("after the move was kept")

        with monkeypatch.context() as broken:
            broken.setattr(GameState, "_place", half)
            move = await client.send("act", id="twice", seat=seat, seq=client.seq, action={"kind": "Throw"})
            assert (await client.answer_to(move)).reason == "unavailable"
        again = await client.ask("act", id="twice", seat=seat, seq=client.seq, action={"kind": "Throw"})
        assert isinstance(again, protocol.Done), "it was kept, and is done once"
        log = here.in_loop(lambda: here.server.lobby.log(game["game"]))
        assert sum(entry.kind == "move" for entry in log) == 1
        await play_simply(client, [0, 1], 3)

    asyncio.run(run())


def test_a_game_that_cannot_be_read_is_said_so_and_hurts_no_other(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with running(path) as here:
        good, bad = here.create([person("Ann"), BOT], public=True), here.create([person("Ann"), BOT], public=True)
    with sqlite3.connect(path) as database:
        database.execute('UPDATE entries SET body = \'{"type":"nonsense"}\' WHERE seq = 2 AND game = ?', (bad["game"],))
    database.close()

    async def run(here: Running) -> None:
        told = await sit(here, bad["game"], bad["seats"][0]["key"])
        assert (told.messages[0].reason, await told.closed()) == ("unavailable", 4000)
        assert here.get(f"/api/games/{bad['game']}/board").status_code == 503
        client = await sit(here, good["game"], good["seats"][0]["key"])
        await play_simply(client, [0], 1)

    with running(path) as here:
        asyncio.run(run(here))


def test_a_restart_in_the_middle_of_an_auction_loses_no_bid(tmp_path: Path) -> None:
    async def to_auction(here: Running, game: dict[str, Any]) -> tuple[Client, int]:
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        while client.view.phase != "buy":
            await play_simply(client, [0, 1], 1)
        seat = client.view.on_turn
        await client.act(seat, {"kind": "Decline"})
        assert isinstance(await client.act(seat, {"kind": "Bid", "amount": 37}), protocol.Done)
        return client, seat

    async def go_on(here: Running, game: dict[str, Any], seat: int) -> None:
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        (matter,) = client.view.matters
        assert (matter.bid, matter.highest) == (37, seat)
        assert client.clock.kind == "call"
        assert isinstance(await client.act(1 - seat, {"kind": "Withdraw"}), protocol.Done)
        assert any(
            e.kind == "AuctionWon" and e.player == seat for m in client.messages for e in getattr(m, "events", [])
        )

    slow = {"decision": 60, "call": 60, "grace": 60, "hour": 0}
    with running(tmp_path / "games.db") as here:
        game = here.create([person("Ann"), person("Ben")], clock=slow)
        _, seat = asyncio.run(to_auction(here, game))
    with running(tmp_path / "games.db") as here:
        asyncio.run(go_on(here, game, seat))


# Too much


def test_a_thousand_requests_without_reading_are_answered_or_end_the_connection(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")])
        keys = [seat["key"] for seat in game["seats"]]
        greedy = raw_socket(here, game["game"], keys[0])
        asked = frame(json.dumps({"v": 1, "type": "check", "id": "c", "seat": 0, "action": {"kind": "Throw"}}).encode())
        greedy.settimeout(5)
        with suppress(TimeoutError, ConnectionError):
            greedy.sendall(asked * 1000)
        other = await sit(here, game["game"], keys[1])
        assert isinstance(await other.ask("ping"), protocol.Pong)
        greedy.close()
        await play_together([other], 1)

    asyncio.run(run())


def test_whoever_pings_without_reading_fills_no_memory(tmp_path: Path) -> None:
    """A WebSocket's own pings are answered below the application, which could drop nobody for them."""
    with running(tmp_path / "games.db") as here:
        game = here.create([person("Ann"), FREE])
        flooding = raw_socket(here, game["game"], game["seats"][0]["key"])
        flooding.settimeout(3)
        before, sent, pings = memory_kb(), 0, frame(b"x" * 120, 0x89) * 500
        try:
            while sent < 100_000_000:
                sent += flooding.send(pings)
        except (TimeoutError, ConnectionError):
            pass
        assert sent < 100_000_000, "the server read on although nobody takes its answers"
        assert memory_kb() - before < 40_000
        flooding.close()
        assert here.get("/api/health").status_code == 200


@pytest.mark.parametrize("origin", ["http://[", "//", "javascript:1", "http://evil.example", "null", "é"])
def test_pages_of_other_sites_can_do_nothing(here: Running, origin: str) -> None:
    async def knock() -> int:
        try:
            async with connect(here.socket_url, additional_headers={"Origin": origin}):
                return 101
        except InvalidStatus as refusal:
            return refusal.response.status_code

    assert asyncio.run(knock()) == 403
    wish = {"edition": "classic", "seats": [person("Ann"), FREE]}
    headers: Any = {"origin": origin.encode()}
    assert here.http.post("/api/games", json=wish, headers=headers).status_code == 403
    assert here.http.post("/api/games", json=wish, headers={"origin": here.url}).status_code == 201


def test_an_option_that_is_none_is_refused_in_words(here: Running) -> None:
    for options in ({"edition": "modern"}, {"self": 1}, {"": True}, {"setup_cash": "lots"}, {"setup_cash": -5}):
        answer = here.http.post(
            "/api/games", json={"edition": "classic", "seats": [person("Ann"), FREE], "options": options}
        )
        assert (answer.status_code, bool(answer.json()["problem"])) == (400, True)


def test_a_long_game_is_read_while_others_play_on(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for a whole game waits in another thread: no export goes on here before a ping was answered."""
    begun, answered, in_time = threading.Event(), threading.Event(), []

    def held(write: Callable[..., Any]) -> Callable[..., Any]:
        def wait_and_write(*about: Any) -> Any:
            begun.set()
            in_time.append(answered.wait(PATIENCE / 2))
            return write(*about)

        return wait_and_write

    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")], options={"table_cash_private": False})
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        await play_simply(client, [0, 1], 150)
        other = here.create([person("Ann"), person("Ben")])
        busy = await sit(here, other["game"], *(seat["key"] for seat in other["seats"]))
        for what in ("record", "record?as=json", "replay", "replay?after=20"):
            begun.clear()
            answered.clear()
            reading = asyncio.create_task(
                asyncio.to_thread(here.get, f"/api/games/{game['game']}/{what}", game["watch"])
            )
            assert await asyncio.to_thread(begun.wait, PATIENCE)
            assert isinstance(await busy.ask("ping"), protocol.Pong)
            answered.set()
            assert (await reading).status_code == 200

    for name in ("text_of", "json_of", "replay_of"):
        monkeypatch.setattr(export, name, held(getattr(export, name)))
    asyncio.run(run())
    assert in_time == [True] * 4


def test_others_get_their_turn_while_a_log_is_read(here: Running) -> None:
    async def turns_of_others(log: list[Entry]) -> int:
        turns = 0

        async def count() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        other = asyncio.create_task(count())
        async for _ in replay_log(GameState("g"), log):
            pass
        other.cancel()
        return turns

    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")])
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        await play_simply(client, [0, 1], 150)
        log = here.in_loop(lambda: here.server.lobby.log(game["game"]))
        assert await turns_of_others(log) >= len(log) // READ_AT_ONCE > 1

    asyncio.run(run())
