"""A game is forgotten while people play it: they are told once, and nothing of it stays in memory."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from passgo.server.http.resources import CreateGame, Join, SeatWanted
from passgo.server.store import PUBLIC_REASONS, Store, open_archive, open_store
from passgo.server.table import autoplay
from passgo.server.table.lobby import Lobby, LobbyRefusal
from passgo.server.wire import protocol
from tests.server.lobbies import ANN_AND_BEN, Ear, ask, open_lobby, simple_action
from tests.server.play import BOT, Running, person, running, sit


class Guest(Ear):
    """Somebody who remembers why they were sent away."""

    def __init__(self, *seats: int) -> None:
        super().__init__(*seats)
        self.dismissals: list[str] = []

    def dismiss(self, reason: str, text: str) -> None:
        self.dismissals.append(reason)


async def forget(database: str, game: str) -> None:
    archive = await open_archive(database)
    assert await archive.forget(game)
    await archive.close()


def in_lobby(database: str, play: Any) -> None:
    async def run() -> None:
        store: Store = await open_store(database)
        async with open_lobby(store) as lobby:
            await asyncio.wait_for(play(lobby), 60)
        await store.close()

    asyncio.run(run())


def test_a_request_at_a_forgotten_table_is_refused_once_and_all_are_dismissed(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def play(lobby: Lobby) -> None:
        game = (await lobby.create(ANN_AND_BEN)).game
        room = await lobby.find_room(game)
        guests = [Guest(0), Guest(1), Guest()]
        for guest in guests:
            await room.table.attach(guest, 0)
        await forget(database, game)
        seat, action = simple_action(room)
        answer = await ask(room, protocol.Act(id="a", seat=seat, seq=room.table.state.seq, action=action))
        assert isinstance(answer, protocol.Refused)
        assert (answer.reason, answer.text) == ("no-game", PUBLIC_REASONS["forgotten"])
        assert [guest.dismissals for guest in guests] == [["no-game"]] * 3
        assert game not in lobby.rooms
        assert lobby.host.metrics.value("tables") == 0
        room.driver.wake(0.001)
        await asyncio.sleep(0.05)
        while room.driver.busy:
            await asyncio.sleep(0.01)
        with pytest.raises(LobbyRefusal) as refusal:
            await lobby.find_room(game)
        assert refusal.value.status == 404

    in_lobby(database, play)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_whoever_would_join_a_forgotten_table_hears_that_there_is_none(database: str) -> None:
    async def play(lobby: Lobby) -> None:
        wanted = CreateGame("classic", [SeatWanted("person", True, "Ann"), SeatWanted("person")], public=True)
        game = (await lobby.create(wanted)).game
        await lobby.find_room(game)
        await forget(database, game)
        with pytest.raises(LobbyRefusal) as refusal:
            await lobby.join(game, Join("Ben"))
        assert (refusal.value.status, game in lobby.rooms) == (404, False)

    in_lobby(database, play)


def test_a_bot_that_plays_at_a_forgotten_table_finds_out_and_stops(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(autoplay, "RETRY_SECONDS", 0.01)

    async def play(lobby: Lobby) -> None:
        bot = SeatWanted("bot", bot="cautious")
        game = (await lobby.create(CreateGame("classic", [SeatWanted("person", True, "Ann"), bot]))).game
        room, ann, asked = await lobby.find_room(game), Guest(0), [0]

        async def forget_meanwhile(question: Any) -> None:
            asked[0] += 1
            await forget(database, game)

        monkeypatch.setattr(lobby.host.bots, "ask", forget_meanwhile)
        await room.table.attach(ann, 0)
        room.driver.wake()
        while not asked[0]:
            seat, action = simple_action(room)
            if seat == 0:
                await ask(
                    room, protocol.Act(id=f"{room.table.state.seq}", seat=0, seq=room.table.state.seq, action=action)
                )
            await asyncio.sleep(0.01)
        while game in lobby.rooms:
            await asyncio.sleep(0.01)
        while room.driver.busy:
            await asyncio.sleep(0.01)
        assert (asked, ann.dismissals) == ([1], ["no-game"])

    in_lobby(database, play)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_a_player_of_a_forgotten_game_gets_an_answer_and_a_bye(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = str(tmp_path / "games.db")

    async def run(here: Running) -> None:
        game = here.create([person("Ann"), BOT])
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        await forget(database, game["game"])
        answer = await ann.ask("chat", seat=0, text="Is anybody there?")
        assert answer.reason == "no-game"
        assert await ann.closed() == 4404
        assert ann.messages[-1].reason == "no-game"
        assert here.server.lobby.rooms == {}
        again = await sit(here, game["game"], game["seats"][0]["key"])
        assert again.messages[-1].reason == "no-game"

    with running(database) as here:
        asyncio.run(run(here))
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
