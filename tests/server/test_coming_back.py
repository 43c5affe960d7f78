"""Restarts, lost connections and several processes: games go on where they stood, and nobody misses anything."""

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import passgo.server.app as app_module
from passgo.server.http.resources import Join
from passgo.server.store import Entry, Store, Unavailable
from passgo.server.store.sqlite import SqliteStore
from passgo.server.table.lobby import Room
from passgo.server.table.state import fold
from passgo.server.wire import protocol
from tests.server.lobbies import ANN_AND_BEN, Ear, ask, open_lobby, simple_action, two_lobbies, until_same
from tests.server.play import BOT, FREE, GENEROUS, QUICK, Client, Running, person, play_simply, running, sit, until

SOON_TO_THE_TAX = 1
"""A seed by whose dice somebody stops at the tax in the first round."""


def events_of(client: Client) -> list[tuple[int, str]]:
    return [(event.seq, event.text) for m in client.messages for event in getattr(m, "events", [])]


def test_after_a_restart_games_go_on_where_they_stood(tmp_path: Path) -> None:
    async def begin(here: Running) -> tuple[dict[str, Any], Client]:
        game = here.create([person("Ann"), BOT])
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        await play_simply(ann, [0], 15)
        while ann.view.waiting != [0]:
            await ann.read()
        await ann.quiet()
        return game, ann

    async def go_on(here: Running, game: dict[str, Any], before: Client) -> None:
        ann = await sit(here, game["game"], game["seats"][0]["key"], last=before.seq)
        assert ann.view == before.view
        assert ann.hands == before.hands
        assert ann.welcome.events == []
        await play_simply(ann, [0], 5)

    with running(tmp_path / "games.db") as here:
        game, before = asyncio.run(begin(here))
    with running(tmp_path / "games.db") as here:
        asyncio.run(go_on(here, game, before))


def test_all_who_wait_for_one_game_share_a_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        store = await SqliteStore.open(str(tmp_path / "games.db"))
        async with open_lobby(store) as lobby:
            created = await lobby.create(ANN_AND_BEN)
            room = await lobby.find_room(created.game)
            before, appended = room.table.state.seq, list[Sequence[Entry]]()
            append = store.append

            async def count(game: str, added: Sequence[Entry], **changes: Any) -> None:
                appended.append(added)
                await append(game, added, **changes)

            monkeypatch.setattr(store, "append", count)
            ann, ben, watcher = Ear(0), Ear(1), Ear()
            welcomes = await asyncio.gather(*(room.table.attach(ear, before) for ear in (ann, ben, watcher)))
            assert len(appended) == 1
            assert [entry.kind for entry in appended[0]].count("here") == 2
            assert {seat for _, seat in room.table.state.present} == {0, 1}
            assert all(b'"here":true' in welcome for welcome in welcomes)
            assert ann.messages == ben.messages == [], "each welcome tells of the others already"
        await store.close()

    asyncio.run(run())


def test_who_waits_is_noted_as_connected_by_whoever_is_first_and_as_gone_if_it_never_comes(tmp_path: Path) -> None:
    async def run() -> None:
        store = await SqliteStore.open(str(tmp_path / "games.db"))
        async with open_lobby(store) as lobby:
            created = await lobby.create(ANN_AND_BEN)
            table = (await lobby.find_room(created.game)).table
            ann, ben = Ear(0), Ear(1)
            coming = [asyncio.create_task(table.attach(ear, table.state.seq)) for ear in (ann, ben)]
            await coming[0]
            coming[1].cancel()
            await asyncio.gather(coming[1], return_exceptions=True)
            await table.detach(ben)
            assert {seat for _, seat in table.state.present} == {0}
            assert list(table.audience) == [ann]
        await store.close()

    asyncio.run(run())


def test_whoever_comes_back_gets_what_was_missed_word_for_word(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")], public=True)
        players = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        eve, lost = await sit(here, game["game"]), await sit(here, game["game"])
        await play_simply(players, [0, 1], 5)
        await lost.quiet()
        await lost.socket.close()
        for missed in (6, 40):  # from memory, and from the log
            await play_simply(players, [0, 1], missed)
            await eve.quiet()
            back = await sit(here, game["game"], last=lost.seq)
            assert not back.welcome.gap
            assert [(e.seq, e.text) for e in back.welcome.events] == [e for e in events_of(eve) if e[0] > lost.seq]
            assert back.view == eve.view
        whole = await sit(here, game["game"], last=0)
        assert len(whole.welcome.events) <= 400

    asyncio.run(run())


def test_missed_events_hide_what_they_hid_before(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """With dice by which somebody soon comes to the tax on worth."""
    monkeypatch.setattr(here.server.lobby.host, "entropy", SOON_TO_THE_TAX.to_bytes)

    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")], options={"setup_cash": 5000}, public=True)
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        while True:
            kinds = [[a.kind for a in hand.legal] for hand in client.hands.values()]
            chooser = next((seat for seat in (0, 1) if "PayWorthTax" in kinds[seat]), None)
            if chooser is not None:
                await client.act(chooser, {"kind": "PayWorthTax"})
                break
            assert await play_simply(client, [0, 1], 1), "the game is over"
        own = [e for m in client.messages for e in getattr(m, "events", []) if e.kind == "WorthCounted"]
        assert own[0].amount > 0
        eve = await sit(here, game["game"], last=1)
        heard = [e for e in eve.welcome.events if e.kind == "WorthCounted"]
        assert heard
        assert heard[0].amount == 0

    asyncio.run(run())


def test_idle_games_leave_memory_and_come_back(tmp_path: Path) -> None:
    async def run(here: Running) -> None:
        game = here.create([person("Ann"), BOT])
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        await play_simply(ann, [0], 3)
        await ann.quiet()
        view = ann.view
        await ann.socket.close()
        await until(lambda: not here.server.lobby.rooms)
        again = await sit(here, game["game"], game["seats"][0]["key"])
        if 0 in view.waiting:
            assert again.view == view

    with running(tmp_path / "games.db", replace(GENEROUS, idle_seconds=0.2)) as here:
        asyncio.run(run(here))


class Troubled:
    """A store that fails when it is told to."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.before = self.after = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    async def append(self, game: str, entries: Sequence[Entry], **changes: Any) -> None:
        if entries and entries[0].kind == "move" and self.before:
            self.before -= 1
            raise Unavailable("the disk is full")
        await self.store.append(game, entries, **changes)
        if entries and entries[0].kind == "move" and self.after:
            self.after -= 1
            raise Unavailable("the answer was lost")


def test_what_cannot_be_kept_is_not_told_and_a_retry_is_done_once(tmp_path: Path) -> None:
    trouble: list[Troubled] = []

    class Lazy:
        """Opened in the server's own loop."""

        def __getattr__(self, name: str) -> Any:
            return getattr(trouble[0], name)

    async def run(here: Running) -> None:
        game = here.create([person("Ann"), person("Ben")], public=True)
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        eve = await sit(here, game["game"])
        (seat,) = client.view.waiting
        seq, view = client.seq, client.view
        trouble[0].before = 1
        refused = await client.act(seat, {"kind": "Throw"}, id="t", seq=seq)
        assert refused.reason == "unavailable"
        await eve.quiet()
        assert eve.view == view, "nobody was told"
        trouble[0].after = 1
        doubtful = await client.act(seat, {"kind": "Throw"}, id="t", seq=seq)
        assert doubtful.reason == "unavailable", "it was kept, but nobody knows"
        done = await client.act(seat, {"kind": "Throw"}, id="t", seq=seq)
        assert isinstance(done, protocol.Done)
        await eve.quiet()
        log = here.in_loop(lambda: here.server.lobby.log(game["game"]))
        assert [entry.kind for entry in log].count("move") == 1
        assert eve.view.throws == 1

    async def opened(database: str, wait: bool = False) -> Any:
        trouble.append(Troubled(await SqliteStore.open(database)))
        return trouble[0]

    patch = pytest.MonkeyPatch()
    patch.setattr(app_module, "open_store", opened)
    try:
        with running(tmp_path / "games.db") as here:
            asyncio.run(run(here))
    finally:
        patch.undo()


def test_two_processes_play_one_game(tmp_path: Path) -> None:
    """Any of two processes serves any game. Both are asked the same at the same time, and one of them is first."""

    async def play(rooms: Sequence[Room], moves: int) -> None:
        for n in range(moves):
            await until_same(*rooms)
            if rooms[0].table.state.over:
                return
            seat, action = simple_action(rooms[0])
            act = protocol.Act(id=f"m{n}", seat=seat, seq=rooms[0].table.state.seq, action=action)
            answers = await asyncio.gather(*(ask(room, act) for room in rooms))
            assert all(isinstance(answer, protocol.Done) for answer in answers), answers
            assert len({answer.seq for answer in answers if isinstance(answer, protocol.Done)}) == 1

    async def run() -> None:
        store = await SqliteStore.open(str(tmp_path / "games.db"))
        async with two_lobbies(store) as lobbies:
            game = (await lobbies[0].create(ANN_AND_BEN)).game
            rooms = [await lobby.find_room(game) for lobby in lobbies]
            ann, ben = Ear(0), Ear(1)
            await rooms[0].table.attach(ann, 0)
            await rooms[1].table.attach(ben, 0)
            await play(rooms, 60)
            await until_same(*rooms)
            assert rooms[0].table.state.position == rooms[1].table.state.position
            assert ann.last_view == ben.last_view
            assert rooms[0].table.state.is_connected(1), "who is connected to the other process is connected here too"
            requests = [entry.move for entry in await store.entries(game) if entry.kind == "move"]
            assert len(set(requests)) == len(requests) > 10
        await store.close()

    asyncio.run(run())


def test_the_log_folds_to_what_was_shown(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), BOT, {"kind": "bot", "bot": "trader"}])
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        await play_simply(ann, [0], 20)
        await ann.quiet(0.5)

        async def compare() -> bool:
            lobby = here.server.lobby
            room = await lobby.find_room(game["game"])
            async with room.table.lock:
                again, live = fold(game["game"], await lobby.log(game["game"])), room.table.state
            same = ("seq", "position", "chances", "position_seq", "present", "away", "deadline", "lost", "requests")
            return all(getattr(again, name) == getattr(live, name) for name in same)

        assert here.in_loop(compare)

    asyncio.run(run())


def test_a_game_that_is_over_stays_over_after_a_restart(tmp_path: Path) -> None:
    async def finish(here: Running) -> dict[str, Any]:
        game = here.create([person("Ann"), BOT], options=QUICK)
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        await play_simply(ann, [0])
        return game

    async def look(here: Running, game: dict[str, Any]) -> None:
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        assert ann.table.status == "finished"
        assert ann.table.seed
        assert ann.clock.deadline == 0
        anybody = await sit(here, game["game"], watch=game["watch"])
        assert (anybody.welcome.you, anybody.view.winners) == ([], ann.view.winners)

    with running(tmp_path / "games.db") as here:
        game = asyncio.run(finish(here))
    with running(tmp_path / "games.db") as here:
        asyncio.run(look(here, game))
        share = f"/api/games/{game['game']}"
        assert here.get(f"{share}/verify", game["watch"]).json()["verified"]
        assert here.get(f"{share}/record", game["watch"]).text.startswith("passgo record")
        assert here.get(f"{share}/replay", game["watch"]).json()["frames"]
        assert here.get(share, game["watch"]).json()["winners"]


def test_joining_twice_at_once_gives_one_seat_once(here: Running) -> None:
    game = here.create([person("Ann"), FREE, BOT])

    async def both() -> list[Any]:
        wishes = [Join(name, game["invite"]) for name in ("Ben", "Cy")]
        return await asyncio.gather(
            *(here.server.lobby.join(game["game"], wish) for wish in wishes), return_exceptions=True
        )

    answers = here.in_loop(both)
    assert sum(not isinstance(answer, Exception) for answer in answers) == 1
    with contextlib.suppress(AssertionError):
        here.join(game, "Dee")
        pytest.fail("the table is full")


class CountingStore:
    """A store that counts what is asked of it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.asked: list[str] = []

    def __getattr__(self, name: str) -> Any:
        self.asked.append(name)
        return getattr(self._store, name)


def test_after_a_restart_a_player_is_back_by_one_commit_and_a_dead_process_is_asked_for_once(tmp_path: Path) -> None:
    async def run() -> None:
        store = CountingStore(await SqliteStore.open(str(tmp_path / "games.db")))
        async with open_lobby(store) as before:
            games = [(await before.create(ANN_AND_BEN)).game for _ in range(3)]
            for game in games:
                room = await before.find_room(game)
                for seat in (0, 1):
                    await room.table.attach(Ear(seat), 0)
        async with open_lobby(store) as after:
            store.asked.clear()
            for game in games:
                back = await after.room(game, urgent=True)
                assert back is not None
                await back.table.attach(Ear(1), 0)
                assert back.table.state.present == {(after.host.process, 1)}
            assert store.asked.count("append") == len(games)
            assert store.asked.count("silent_ms") == 1
        await store.close()

    asyncio.run(run())
