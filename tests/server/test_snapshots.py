"""Snapshots are a short cut: whatever a game is loaded from, it is the same game."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from passgo.rules import codes
from passgo.server.store.sqlite import SqliteStore
from passgo.server.table import live_game, snapshot
from passgo.server.table.live_game import LiveGame
from passgo.server.table.lobby import Room
from passgo.server.table.snapshot import Image, read_snapshot, snapshot_mark, take_snapshot
from passgo.server.table.state import GameState, fold
from passgo.server.wire import protocol, updates
from passgo.server.wire.actions import Step, record_of, step_of
from tests.server.lobbies import ANN_AND_BEN, ask, open_lobby, play_and_undo, simple_action

DERIVED = {"game", "_situation", "edition", "names"}
"""What of a state follows from something else in it."""


def contents(state: GameState) -> dict[str, Any]:
    return {name: value for name, value in vars(state).items() if name not in {"_situation", "edition", "names"}}


def test_a_snapshot_holds_all_of_a_state() -> None:
    kept = set(vars(GameState("g"))) | {"created"}
    assert kept - DERIVED == set(Image.__struct_fields__)


@pytest.mark.parametrize("moves", [3, 20, 60, 130])
def test_a_game_loaded_from_its_snapshot_is_the_game_of_its_log(tmp_path: Path, moves: int) -> None:
    async def run() -> None:
        store = await SqliteStore.open(str(tmp_path / "games.db"))
        async with open_lobby(store) as lobby:
            game = (await lobby.create(ANN_AND_BEN)).game
            played = (await play_and_undo(lobby, game, moves)).table
            loaded = await store.load(game, snapshot_mark())
            assert loaded is not None
            if moves > 20:
                assert loaded.snapshot is not None
                assert len(loaded.entries) <= snapshot.EVERY
            again = await LiveGame.load(lobby.host, game)
            assert again is not None
            assert contents(again.state) == contents(played.state) == contents(fold(game, await store.entries(game)))
            assert again.story.recent == played.story.recent
            assert again.state.situation == played.state.situation
        await store.close()

    asyncio.run(run())


@pytest.mark.parametrize("change", ["mark", "edition", "body"])
def test_a_snapshot_of_other_code_or_of_another_edition_is_left_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    async def run() -> None:
        store = await SqliteStore.open(str(tmp_path / "games.db"))
        async with open_lobby(store) as lobby:
            game = (await lobby.create(ANN_AND_BEN)).game
            played = (await play_and_undo(lobby, game, 60)).table
            if change == "mark":
                monkeypatch.setattr(live_game, "snapshot_mark", lambda: "another")
            elif change == "edition":
                monkeypatch.setattr(played.state.edition, "digest", "another")
            else:
                monkeypatch.setattr(snapshot, "DECODE", lambda body: (_ for _ in ()).throw(ValueError("unreadable")))
            again = await LiveGame.load(lobby.host, game)
            assert again is not None
            assert contents(again.state) == contents(played.state)
        await store.close()

    asyncio.run(run())


def test_an_undo_behind_the_snapshot_is_noticed(tmp_path: Path) -> None:
    async def run() -> None:
        store = await SqliteStore.open(str(tmp_path / "games.db"))
        async with open_lobby(store) as lobby:
            game = (await lobby.create(ANN_AND_BEN)).game
            played = (await play_and_undo(lobby, game, 40)).table
            log = await store.entries(game)
            moves = [entry.seq for entry in log if entry.kind == "move"]
            draft = played.draft()
            await draft.take_back(GameState(game), log, 0, moves[-10] - 1)
            await store.append(game, draft.batch)  # as a process would that knows nothing of snapshots
            again = await LiveGame.load(lobby.host, game)
            assert again is not None
            assert contents(again.state) == contents(fold(game, await store.entries(game)))
        await store.close()

    asyncio.run(run())


def test_a_snapshot_comes_back_as_it_was(tmp_path: Path) -> None:
    async def run() -> None:
        store = await SqliteStore.open(str(tmp_path / "games.db"))
        async with open_lobby(store) as lobby:
            game = (await lobby.create(ANN_AND_BEN)).game
            played = (await play_and_undo(lobby, game, 25)).table
            found = read_snapshot(game, take_snapshot(played.state, played.story.recent))
            assert found is not None
            assert contents(found[0]) == contents(played.state)
            assert found[1] == played.story.recent
            welcome = updates.welcome(played.state, 0, played.seed, (0,), [], False)
            assert updates.welcome(found[0], 0, played.seed, (0,), [], False) == welcome  # nothing was read before it
        await store.close()

    asyncio.run(run())


def test_an_undo_replays_little_however_long_the_game_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one after the other; and each leads to the very state to which the whole log leads."""
    replayed = [0]
    replay = GameState.replay

    def counted(self: GameState, *given: Any, **named: Any) -> Any:
        replayed[0] += 1
        return replay(self, *given, **named)

    monkeypatch.setattr(GameState, "replay", counted)
    undone = [0]

    async def take_back(room: Room) -> None:
        """The one who moved last takes it back, and the other agrees if asked."""
        state = room.table.state
        seat = max(state.last_of, key=lambda seat: state.last_of[seat].seq)
        undone[0] += 1
        name = f"undo-{undone[0]}"
        assert isinstance(await ask(room, protocol.Undo(id=name, seat=seat, seq=state.seq)), protocol.Done)
        state = room.table.state
        if state.undo_request is not None:
            consent = protocol.Consent(id=name, seat=1 - seat, seq=state.undo_seq, agree=True)
            assert isinstance(await ask(room, consent), protocol.Done)

    async def play_on(room: Room, moves: int) -> None:
        for _ in range(moves):
            seat, action = simple_action(room)
            seq = room.table.state.seq
            await ask(room, protocol.Act(id=f"on-{seq}", seat=seat, seq=seq, action=action))

    async def run() -> None:
        store = await SqliteStore.open(str(tmp_path / "games.db"))
        async with open_lobby(store) as lobby:
            game = (await lobby.create(ANN_AND_BEN)).game
            room = await play_and_undo(lobby, game, 150)
            cost = list[int]()
            for _ in range(10):
                await play_on(room, 3)
                replayed[0] = 0
                await take_back(room)
                cost.append(replayed[0])
                assert contents(room.table.state) == contents(fold(game, await store.entries(game)))
            assert sorted(cost)[7] <= snapshot.EVERY, "only if a snapshot was just taken, all is replayed"
            await play_on(room, 12)
            replayed[0] = 0
            fold(game, await store.entries(game))
            whole, replayed[0] = replayed[0], 0
            for _ in range(10):
                await take_back(room)
            assert replayed[0] < 4 * whole, "ten in a row replay the log two or three times, not ten times"
            assert contents(room.table.state) == contents(fold(game, await store.entries(game)))
            table = await LiveGame.load(lobby.host, game)
            assert table is not None
            assert contents(table.state) == contents(room.table.state)
        await store.close()

    asyncio.run(run())


def test_a_step_of_a_log_is_the_record_that_was_played() -> None:
    steps = [
        Step("Throw", 1),
        Step("Dice", codes.CHANCE, dice=(3, 4, 0)),
        Step("Bid", 0, amount=120),
        Step(
            "Offer", 2, other=1, give_deeds=2**27, take_deeds=5, give_cash=30, take_cash=1, give_cards=1, take_cards=2
        ),
    ]
    assert [step_of(record_of(step)) for step in steps] == steps
    for nonsense in (Step("Juggle", 0), Step("Bid", 0, amount=2**40), Step("Throw", 999)):
        with pytest.raises(ValueError, match="makes no sense"):
            record_of(nonsense)
