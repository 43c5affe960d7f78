"""Watchers never keep players out: neither at a table, nor at an address, nor by many connections that say nothing."""

import asyncio
import json
import threading
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from passgo.server.config import Host, Limits
from passgo.server.table.live_game import LiveGame
from passgo.server.wire import protocol
from passgo.server.wire.admission import Admission, Full
from passgo.server.wire.types import Reason
from tests.server.flood import limits_with, metric
from tests.server.play import FREE, PATIENCE, Client, Running, person, play_simply, running, sit, until


def reason(client: Client) -> str:
    """Why a connection was ended; nothing if it was welcome."""
    first = client.messages[0]
    return first.reason if isinstance(first, protocol.Bye) else ""


async def silent(here: Running) -> Any:
    """A socket that says nothing."""
    return await connect(here.socket_url)


def test_watchers_fill_a_table_and_players_still_come_in(tmp_path: Path) -> None:
    async def run(here: Running) -> None:
        game = here.create([person("Ann"), person("Ben")], public=True)
        keys = [seat["key"] for seat in game["seats"]]
        crowd = [await sit(here, game["game"]) for _ in range(4)]
        assert [reason(client) for client in crowd] == ["", "", "", "full"]
        for key in keys:
            player = await sit(here, game["game"], key)
            assert player.welcome.you
        assert reason(await sit(here, game["game"])) == "full"
        await crowd[0].socket.close()
        await until(lambda: len(here.server._admission._at_table.get(game["game"], ())) == 4)
        assert reason(await sit(here, game["game"])) == "", "players do not count as watchers"

    with running(tmp_path / "games.db", limits_with(watchers_per_table=3)) as here:
        asyncio.run(run(here))


def test_one_address_does_not_fill_a_table_with_watchers(tmp_path: Path) -> None:
    async def run(here: Running) -> None:
        game, other = (here.create([person("Ann"), person("Ben")], public=True)["game"] for _ in range(2))

        async def watches(at: str, address: str) -> str:
            return reason(await sit(here, at, additional_headers={"X-Forwarded-For": address}))

        assert [await watches(game, "192.0.2.1") for _ in range(3)] == ["", "", "full"]
        assert await watches(game, "192.0.2.2") == ""
        assert await watches(other, "192.0.2.1") == "", "at another table it may"

    with running(tmp_path / "games.db", limits_with(watchers_per_address=2), "127.0.0.1") as here:
        asyncio.run(run(here))


def test_a_player_comes_in_though_the_address_has_all_its_connections(tmp_path: Path) -> None:
    """Somebody behind the same router watches as often as the address may connect: a watcher makes room."""

    async def run(here: Running) -> None:
        game = here.create([person("Ann"), person("Ben")], public=True)
        other = here.create([person("Cy"), person("Dee")], public=True)
        crowd = [await sit(here, other["game"]) for _ in range(6)]
        assert [reason(client) for client in crowd] == [""] * 6
        assert reason(await sit(here, game["game"])) == "full"
        players = [await sit(here, game["game"], seat["key"]) for seat in game["seats"]]
        assert [player.welcome.you for player in players] == [[0], [1]]
        assert [await client.closed() for client in crowd[:2]] == [4000, 4000]
        assert crowd[0].messages[-1].reason == "full"
        mover = next(player for player in players if player.welcome.you[0] in player.view.waiting)
        await play_simply(mover, mover.welcome.you, 1)

    with running(tmp_path / "games.db", limits_with(sockets_per_address=6)) as here:
        asyncio.run(run(here))


def test_a_seat_that_is_opened_too_often_closes_its_oldest_socket(tmp_path: Path) -> None:
    async def run(here: Running) -> None:
        game = here.create([person("Ann"), person("Ben")])
        ann, ben = [seat["key"] for seat in game["seats"]]
        other = await sit(here, game["game"], ben)
        devices = [await sit(here, game["game"], ann) for _ in range(4)]
        assert await devices[0].closed() == 4000
        assert devices[0].messages[-1].reason == "replaced"
        for client in (*devices[1:], other):
            assert isinstance(await client.ask("ping"), protocol.Pong)

    with running(tmp_path / "games.db", limits_with(sockets_per_seat=3)) as here:
        asyncio.run(run(here))


def test_many_seats_of_one_game_do_not_keep_another_out(tmp_path: Path) -> None:
    """Somebody at the same address sits at a table of their own on every connection that the address may have."""

    async def run(here: Running) -> None:
        own = here.create([person(f"Me {n}") for n in range(6)])
        crowd = [await sit(here, own["game"], seat["key"]) for seat in own["seats"]]
        game = here.create([person("Ann"), person("Ben")])
        players = [await sit(here, game["game"], seat["key"]) for seat in game["seats"]]
        assert [player.welcome.you for player in players] == [[0], [1]]
        assert [await client.closed() for client in crowd[:2]] == [4000, 4000]
        assert {client.messages[-1].reason for client in crowd[:2]} == {"full"}, "no reason after which they give up"
        back = await sit(here, own["game"], own["seats"][0]["key"])
        assert reason(back) == "full", "the one with the most gets no more"
        for player in players:
            assert isinstance(await player.ask("ping"), protocol.Pong)

    with running(tmp_path / "games.db", limits_with(sockets_per_address=6)) as here:
        asyncio.run(run(here))


def test_sockets_that_say_nothing_are_few_and_keep_nobody_out(tmp_path: Path) -> None:
    async def run(here: Running) -> None:
        game = here.create([person("Ann"), FREE])
        mute = [await silent(here) for _ in range(12)]
        await until(lambda: len([socket for socket in mute if socket.close_code is not None]) >= 8)
        ended = [socket for socket in mute if socket.close_code is not None]
        assert ended == mute[:8], "the newest four may still say hello"
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        assert ann.welcome.you == [0]
        with pytest.raises(ConnectionClosed):
            await asyncio.wait_for(read_on(mute[-1]), PATIENCE)
        assert isinstance(await ann.ask("ping"), protocol.Pong)

    async def read_on(socket: Any) -> None:
        while True:
            await socket.recv()

    with running(tmp_path / "games.db", limits_with(sockets_per_address=16, hello_seconds=8.0)) as here:
        asyncio.run(run(here))


def test_everybody_of_one_address_comes_back_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They have said hello and named their keys: that their games are yet to be read is not their fault."""
    with running(tmp_path / "games.db") as here:
        games = [here.create([person("Ann"), person("Ben"), person("Cy")]) for _ in range(15)]
    may_load, load = threading.Event(), LiveGame.load

    async def load_later(host: Host, game: str) -> LiveGame | None:
        await asyncio.to_thread(may_load.wait)
        return await load(host, game)

    async def run(here: Running) -> None:
        sockets = [await greeted(here, game["game"], seat["key"]) for game in games for seat in game["seats"]]
        may_load.set()
        firsts = [json.loads(await asyncio.wait_for(socket.recv(), 60)) for socket in sockets]
        assert [first["type"] for first in firsts] == ["welcome"] * 45

    monkeypatch.setattr(LiveGame, "load", load_later)
    with running(tmp_path / "games.db", Limits()) as here:
        asyncio.run(run(here))


async def greeted(here: Running, game: str, *keys: str) -> Any:
    """A socket on which hello was said and heard; it is not answered yet."""
    heard = metric(here, "messages_total")
    socket = await connect(here.socket_url)
    await socket.send(json.dumps({"v": 1, "type": "hello", "game": game, "seats": keys}))
    await until(lambda: metric(here, "messages_total") > heard)
    return socket


class Visitor:
    """Somebody at the door."""

    def __init__(self, *seats: int) -> None:
        self.address, self.seats, self.reason = "192.0.2.1", seats, ""

    def dismiss(self, reason: Reason, text: str) -> None:
        self.reason = reason


def test_of_those_who_wait_for_their_games_whoever_names_keys_comes_first() -> None:
    admission = Admission(Limits(sockets_per_address=2))
    watcher, ann, ben, cy = Visitor(), Visitor(), Visitor(), Visitor()
    admission.greet(watcher, named=False)
    admission.greet(ann, named=True)
    with pytest.raises(Full):
        admission.greet(Visitor(), named=False)
    admission.greet(ben, named=True)
    assert [guest.reason for guest in (watcher, ann, ben)] == ["full", "", ""]
    with pytest.raises(Full):
        admission.greet(cy, named=True)
    admission.leave(ann)
    admission.greet(cy, named=True)


def test_nothing_is_left_of_those_who_went(tmp_path: Path) -> None:
    async def run(here: Running) -> None:
        game = here.create([person("Ann"), FREE], public=True)
        keys = [game["seats"][0]["key"]]
        clients = [await sit(here, game["game"], *keys[:n]) for n in (0, 1, 0, 1)]
        clients.append(await sit(here, "nosuchgame"))
        for client in clients:
            await client.socket.close()
        admission = here.server._admission
        await until(lambda: not (admission._greeting or admission._waiting or admission._at_address))
        assert not admission._greeting
        assert not admission._waiting
        assert not admission._at_address
        assert not admission._at_table

    with running(tmp_path / "games.db") as here:
        asyncio.run(run(here))


def test_whoever_left_a_private_game_hears_nothing_more(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), FREE, FREE])
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        key = here.join(game, "Ben")["key"]
        ben, device = [await sit(here, game["game"], key) for _ in range(2)]
        watching = await sit(here, game["game"], key, watch=game["watch"])
        assert isinstance(await ben.ask("leave", seat=1), protocol.Done)
        await ann.ask("chat", seat=0, text="a secret")
        for client in (ben, device):
            assert await client.closed() == 4000
            assert client.messages[-1].reason == "left"
            assert not any("a secret" in text for text in client.raw)
        await watching.until(lambda message: isinstance(message, protocol.ChatSaid))
        assert (await watching.ask("chat", seat=1, text="I am Ben")).reason == "not-your-seat"
        assert here.get(f"/api/games/{game['game']}", key).status_code == 403

    asyncio.run(run())


def test_whoever_left_hears_nothing_while_a_request_waits(here: Running) -> None:
    """The seat is left on another device; this one has asked something, and its turn comes after a line of chat."""

    async def run() -> None:
        game = here.create([person("Ann"), FREE, FREE])
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        key = here.join(game, "Ben")["key"]
        ben, device = [await sit(here, game["game"], key) for _ in range(2)]
        lock: Any = here.server.lobby.rooms[game["game"]].table.lock

        def waiting() -> int:
            return len(lock._waiters or ())

        here.in_loop(lock.acquire)
        for client, kind, wish in (
            (device, "leave", {"seat": 1}),
            (ann, "chat", {"seat": 0, "text": "a secret"}),
            (ben, "chat", {"seat": 1, "text": "wait"}),
        ):
            before = waiting()
            await client.send(kind, id=kind, **wish)
            async with asyncio.timeout(60):
                while waiting() == before:
                    await asyncio.sleep(0.01)
        here.loop.call_soon_threadsafe(lock.release)
        assert await ben.closed() == 4000
        *others, answer, bye = ben.messages
        assert (answer.id, answer.reason, bye.reason) == ("chat", "not-your-seat", "left")
        assert not any("a secret" in text for text in ben.raw)
        left = await device.answer_to("leave")
        assert all(message.seq < left.seq for message in others)

    asyncio.run(run())


def test_one_key_that_fits_is_enough(here: Running) -> None:
    """Two seats in one browser: one was given up, and the answer to that was lost."""

    async def run() -> None:
        game = here.create([person("Ann"), person("Ben"), FREE])
        keys = [seat["key"] for seat in game["seats"][:2]]
        both = await sit(here, game["game"], *keys)
        assert both.welcome.you == [0, 1]
        await both.ask("leave", seat=1)
        back = await sit(here, game["game"], *keys)
        assert back.welcome.you == [0]
        assert (await back.ask("chat", seat=1, text="I am Ben")).reason == "not-your-seat"
        assert reason(await sit(here, game["game"], keys[1])) == "bad-key"

    asyncio.run(run())


def test_whoever_left_one_of_two_seats_or_a_public_game_listens_on(here: Running) -> None:
    async def run(public: bool, seats: int) -> None:
        game = here.create([person("Ann"), person("Ben"), FREE], public=public)
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"][:seats]))
        assert isinstance(await client.ask("leave", seat=0), protocol.Done)
        here.join(game, "Cy", seat=2)
        changed = await client.until(lambda m: isinstance(m, protocol.TableChanged) and m.table.seats[2].name == "Cy")
        assert changed.table.seats[0].kind == "free"

    asyncio.run(run(public=False, seats=2))
    asyncio.run(run(public=True, seats=1))


def test_nobody_has_seen_the_future(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")])
        keys = [seat["key"] for seat in game["seats"]]
        client = await sit(here, game["game"], *keys)
        early = await sit(here, game["game"], *keys, last=client.seq + 50)
        assert reason(early) == "future"
        assert str(client.seq + 50) in early.messages[0].text
        (seat,) = client.view.waiting
        refused = await client.act(seat, {"kind": "Throw"}, seq=client.seq + 50)
        assert (type(refused), refused.reason) == (protocol.Refused, "future")
        assert isinstance(await client.act(seat, {"kind": "Throw"}), protocol.Done)

    asyncio.run(run())
