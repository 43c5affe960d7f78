"""What a table reads for whoever comes, and what other processes say: little, once, and while nobody waits."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from passgo.server.store import Entry, Unavailable
from passgo.server.store.sqlite import SqliteStore
from passgo.server.table import entries, live_game, story
from passgo.server.table.draft import replay_log
from passgo.server.table.live_game import LiveGame, Overtaken
from passgo.server.table.lobby import Lobby, Room
from passgo.server.wire import protocol
from tests.server.lobbies import ANN_AND_BEN, Ear, ask, open_lobby, simple_action, two_lobbies, until_same


@asynccontextmanager
async def a_room(path: Path, moves: int) -> AsyncIterator[tuple[Lobby, Room]]:
    """A game of two that has come some way."""
    store = await SqliteStore.open(str(path / "games.db"))
    async with open_lobby(store) as lobby:
        room = await lobby.find_room((await lobby.create(ANN_AND_BEN)).game)
        await play(room, moves)
        yield lobby, room
    await store.close()


async def play(room: Room, moves: int) -> None:
    for _ in range(moves):
        seat, action = simple_action(room)
        seq = room.table.state.seq
        assert isinstance(await ask(room, protocol.Act(f"move {seq}", seat, seq, action)), protocol.Done)


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many entries each replay of a log goes through."""
    found, replay = list[int](), replay_log

    def counted(state: Any, log: Sequence[Entry]) -> Any:
        found.append(len(log))
        return replay(state, log)

    for reader in (live_game, story):
        monkeypatch.setattr(reader, "replay_log", counted)
    return found


def heard(welcome: bytes) -> list[tuple[int, str]]:
    return [(event["seq"], event["text"]) for event in msgspec.json.decode(welcome)["events"]]


def test_many_who_ask_for_old_events_cost_one_replay(tmp_path: Path, replays: list[int]) -> None:
    async def run() -> None:
        async with a_room(tmp_path, 60) as (_, room):
            replays.clear()
            crowd = await asyncio.gather(*(room.table.attach(Ear(), last) for last in [0, 3] * 10))
            assert len(replays) == 1
            await play(room, 5)
            later = await room.table.attach(Ear(), 0)
            assert len(replays) == 1, "what happened since is at hand"
            assert heard(later)[: len(heard(crowd[0]))] == heard(crowd[0])
            await play(room, 40)
            last = await room.table.attach(Ear(), 0)
            assert len(replays) == 2
            old = room.table.story._old
            assert old == story.last_events(old)
            assert len(heard(last)) == min(sum(len(story.unpack(entry)[1]) for entry in old), 400)

    asyncio.run(run())


def test_a_story_is_not_told_on_after_an_undo(tmp_path: Path, replays: list[int]) -> None:
    async def run() -> None:
        async with a_room(tmp_path, 40) as (_, room):
            await room.table.attach(Ear(), 0)
            while True:
                seat, _ = simple_action(room)
                await play(room, 1)
                answer = await ask(room, protocol.Undo(f"undo {room.table.state.seq}", seat))
                if isinstance(answer, protocol.Done) and room.table.state.undo_request is None:
                    break
            told = heard(await room.table.attach(Ear(), 0))
            fresh = await LiveGame.load(room.table.host, room.table.game)
            assert fresh is not None
            assert told == heard(await fresh.attach(Ear(), 0))

    asyncio.run(run())


def test_what_is_played_while_the_log_is_read_is_missed_by_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log that comes back may be older than the table: then its last events are not the latest."""

    async def run() -> None:
        async with a_room(tmp_path, 10) as (lobby, room):
            before, read = room.table.state.seq, lobby.host.store.entries

            async def read_slowly(game: str, after: int = 0) -> list[Entry]:
                monkeypatch.setattr(lobby.host.store, "entries", read)
                log = await read(game, after)
                await play(room, 3)
                return log

            room.table.story.recent.clear()  # as if the game had gone on for long
            monkeypatch.setattr(lobby.host.store, "entries", read_slowly)
            welcomes = [await room.table.attach(Ear(), last) for last in (0, before, before + 1)]
            told = [sorted({seq for seq, _ in heard(welcome)}) for welcome in welcomes]
            assert told[0][-4:] == [before, before + 1, before + 2, before + 3]
            assert told[1:] == [told[0][-3:], told[0][-2:]]

    asyncio.run(run())


def test_players_play_while_the_log_is_read_for_a_watcher(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with a_room(tmp_path, 40) as (lobby, room):
            go_on, read = asyncio.Event(), lobby.host.store.entries

            async def slowly(*wanted: Any) -> Any:
                await go_on.wait()
                return await read(*wanted)

            monkeypatch.setattr(lobby.host.store, "entries", slowly)
            coming = asyncio.create_task(room.table.attach(Ear(), 0))
            await asyncio.sleep(0.01)
            async with asyncio.timeout(60):
                await play(room, 3)
            assert not coming.done()
            go_on.set()
            told = msgspec.json.decode(await coming)
            assert told["seq"] == room.table.state.seq
            assert told["events"][-1]["seq"] == room.table.state.position_seq

    asyncio.run(run())


def test_watchers_who_look_back_wait_behind_players(tmp_path: Path) -> None:
    async def run() -> None:
        async with a_room(tmp_path, 40) as (lobby, room), asyncio.timeout(60):
            other = await lobby.find_room((await lobby.create(ANN_AND_BEN)).game)
            await play(other, 40)
            order, gate = list[str](), lobby.host.gate
            places = [gate.place(f"busy {n}", urgent=True) for n in range(4)]
            for place in places:
                await place.__aenter__()

            async def come(who: str, at: Room, ear: Ear) -> None:
                await at.table.attach(ear, 0)
                order.append(who)

            coming = [asyncio.create_task(come("watcher", room, Ear()))]
            while not gate._patient:
                await asyncio.sleep(0)
            coming.append(asyncio.create_task(come("player", other, Ear(0))))
            while not gate._urgent:
                await asyncio.sleep(0)
            assert order == []
            await places[0].__aexit__(None, None, None)
            await asyncio.gather(*coming)
            assert order == ["player", "watcher"]
            for place in places[1:]:
                await place.__aexit__(None, None, None)

    asyncio.run(run())


def test_who_comes_or_goes_while_another_process_is_first_tries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with a_room(tmp_path, 3) as (_, room):
            table, ear, tries = room.table, Ear(0), list[int]()

            async def overtaken_once() -> None:
                tries.append(1)
                if len(tries) % 2:
                    raise Overtaken

            monkeypatch.setattr(table, "settle", overtaken_once)
            await table.attach(ear, 0)
            assert table.state.is_connected(0)
            await table.detach(ear)
            assert not table.state.is_connected(0)
            assert len(tries) == 4

    asyncio.run(run())


@pytest.mark.parametrize("fault", [Unavailable("the database is away"), ValueError("nobody can read it")])
def test_what_could_not_be_read_is_read_before_anything_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    """One process takes a move back; the other fails while it reads the log anew."""

    async def run() -> None:
        store = await SqliteStore.open(str(tmp_path / "games.db"))
        async with two_lobbies(store) as lobbies:
            game = (await lobbies[0].create(ANN_AND_BEN)).game
            here, there = [await lobby.find_room(game) for lobby in lobbies]
            await play(here, 10)
            await until_same(here, there)
            table = there.table

            async def fail(log: Any = None) -> None:
                raise fault

            async with table.lock:
                with monkeypatch.context() as patch:
                    patch.setattr(table, "refold", fail)
                    patch.setattr(entries, "body_of", lambda entry: entries.Undone(0, 1, 0))
                    draft = here.table.draft()
                    draft.add(entries.Chatted(0, "hello"))
                    await here.table.commit(draft)
                    with pytest.raises(Unavailable):
                        await table.catch_up()
                assert table.doubtful
                await table.settle()
                assert table.state.seq == here.table.state.seq
        await store.close()

    asyncio.run(run())


def test_a_game_that_is_held_up_delays_no_news_of_others(tmp_path: Path) -> None:
    async def run() -> None:
        store = await SqliteStore.open(str(tmp_path / "games.db"))
        async with two_lobbies(store) as lobbies, asyncio.timeout(60):
            games = [(await lobbies[0].create(ANN_AND_BEN)).game for _ in range(2)]
            (held, free), (held_there, free_there) = [
                [await lobby.find_room(game) for game in games] for lobby in lobbies
            ]
            async with held_there.table.lock:
                await play(held, 2)
                await play(free, 2)
                await until_same(free, free_there)
                assert held_there.table.state.seq < held.table.state.seq
                assert held_there.table.behind, "nothing is done there before it is read"
            await until_same(held, held_there)
        await store.close()

    asyncio.run(run())


@pytest.mark.parametrize("came_back", [True, False])
def test_whoever_comes_asks_anew_whether_another_process_is_dead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, came_back: bool
) -> None:
    """When the game was read the other process was silent; somebody comes only later."""

    async def run() -> None:
        store = await SqliteStore.open(str(tmp_path / "games.db"))
        silence = 30_000

        async def silent_ms(process: str) -> int:
            return silence

        monkeypatch.setattr(store, "shared", True)
        monkeypatch.setattr(store, "silent_ms", silent_ms)
        async with two_lobbies(store) as (here, there):
            game = (await here.create(ANN_AND_BEN)).game
            await (await here.find_room(game)).table.attach(Ear(0), 0)
            room = await there.room(game, urgent=True)
            assert room is not None
            assert room.table.state.is_connected(0)
            silence = 0 if came_back else 31_100
            await asyncio.sleep(1.1)
            await room.table.attach(Ear(1), 0)
            assert room.table.state.is_connected(0) == came_back
        await store.close()

    asyncio.run(run())


def test_who_listens_here_is_connected_though_another_process_said_otherwise(tmp_path: Path) -> None:
    async def run() -> None:
        store = await SqliteStore.open(str(tmp_path / "games.db"))
        async with two_lobbies(store) as (here, there):
            game = (await here.create(ANN_AND_BEN)).game
            room, other = await here.find_room(game), await there.find_room(game)
            await room.table.attach(Ear(0), 0)
            await until_same(room, other)
            async with other.table.lock:
                await other.table.disconnect_dead_processes({here.host.process: other.table.state.at})
            await until_same(other, room)
            assert not room.table.state.is_connected(0)
            await here._disconnect_missing(room)
            assert room.table.state.is_connected(0)
        await store.close()

    asyncio.run(run())


def test_time_that_was_over_is_not_over_for_what_an_undo_asks_anew(tmp_path: Path) -> None:
    """Whoever comes back finds the time that was left, but of the same question only."""

    async def run() -> None:
        async with a_room(tmp_path, 0) as (_, room):
            table, ann = room.table, room.table.state.situation.next
            await play(room, 1)
            async with table.lock:
                draft, past = table.draft(), table.now() - 1
                draft.add(entries.ClockSet(entries.Deadline("grace", past, [ann], past)))
                draft.add(entries.Away(ann, "trader"))
                draft.set_clock(same=True)
                await table.commit(draft)
            await ask(room, protocol.Undo("u", ann))
            await ask(room, protocol.Consent("c", 1 - ann, agree=True, seq=table.state.undo_seq))
            assert table.state.undone_seq, "it was taken back"
            assert isinstance(await ask(room, protocol.Back("b", ann)), protocol.Done)
            at = table.now()
            assert table.state.due(at) > at + 1000
            await table.refold()
            assert table.state.due(at) > at + 1000, "the log says the same"

    asyncio.run(run())
