"""A real table on the server: people say what their dice and cards show, correct themselves, and nothing is lost."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from passgo import Game, read_record
from passgo.cli import run as run_command
from passgo.server.wire import protocol
from tests.server.play import BOT, QUICK, Client, Running, person, running, sit
from tests.server.real_tables import Dice, real_table, say, tablet_at


def test_two_dice_play_a_whole_ordinary_turn(here: Running) -> None:
    async def run() -> None:
        tablet = await tablet_at(here, real_table(here))
        assert tablet.table.dealer == "typed"
        assert (tablet.view.chance.kind, tablet.view.chance.seat, tablet.view.chance.dice) == ("dice", 0, 2)
        assert isinstance(await say(tablet, dice=[4, 2]), protocol.Done)
        assert (tablet.view.phase, tablet.view.players[0].square, tablet.view.chance) == ("buy", 6, None)
        await tablet.act(0, {"kind": "Buy"})
        assert tablet.view.chance.seat == 1, "the next dice end this turn"
        assert isinstance(await say(tablet, dice=[5, 1]), protocol.Done)
        assert tablet.view.players[1].square == 6
        assert tablet.hands[0].cash == 1500 - 100 + 6
        assert isinstance(await say(tablet, dice=[1, 2]), protocol.Done)
        assert tablet.view.players[0].square == 9

    asyncio.run(run())


def test_cards_are_those_that_can_be_on_top_and_others_are_refused(here: Running) -> None:
    async def run() -> None:
        tablet = await tablet_at(here, real_table(here))
        await say(tablet, dice=[3, 4])
        wanted = tablet.view.chance
        assert (wanted.kind, wanted.deck, wanted.cards) == ("card", "chance", list(range(16)))
        refused = await say(tablet, dice=[3, 4])
        assert (refused.reason, refused.rule) == ("rule", "move.throw")
        assert isinstance(await say(tablet, card=11), protocol.Done)
        await say(tablet, dice=[3, 4])
        assert tablet.view.chance.cards == [card for card in range(16) if card != 11]
        refused = await say(tablet, card=11)
        assert (refused.reason, bool(refused.rule)) == ("rule", True)

    asyncio.run(run())


@pytest.mark.parametrize("said", [{}, {"dice": [3]}, {"dice": [1, 2], "card": 3}])
def test_what_says_no_dice_and_no_card_is_refused(here: Running, said: dict[str, Any]) -> None:
    async def run() -> None:
        tablet = await tablet_at(here, real_table(here))
        assert (await say(tablet, **said)).reason == "bad-action"

    asyncio.run(run())


def test_only_real_tables_are_told_dice_and_corrected(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")])
        tablet = await tablet_at(here, game)
        assert (await say(tablet, dice=[3, 4])).reason == "bad-action"
        told = await tablet.ask("correct", seat=0, seq=tablet.seq, changes="cash Ann: 5", reason="so")
        assert told.reason == "bad-action"

    asyncio.run(run())
    refused = here.http.post(
        "/api/games", json={"edition": "classic", "seats": [person("Ann"), BOT], "dealer": "typed"}
    )
    assert refused.status_code == 400
    assert "real table" in refused.json()["problem"]


def test_corrections_are_told_kept_and_taken_back(here: Running) -> None:
    async def run() -> None:
        game = real_table(here)
        tablet, ben = await tablet_at(here, game), await sit(here, game["game"], game["seats"][1]["key"])
        await say(tablet, dice=[4, 2])
        assert isinstance(await tablet.ask("undo", seat=0, seq=tablet.seq, reason="it was a five"), protocol.Done)
        await tablet.quiet()
        assert tablet.view.players[0].square == 0
        await say(tablet, dice=[5, 2])
        await say(tablet, card=11)
        changes = 'cash "Ann": 1234; deed 39: "Ben"'
        done = await tablet.ask("correct", seat=0, seq=tablet.seq, changes=changes, reason="we forgot")
        assert isinstance(done, protocol.Done)
        await tablet.quiet()
        await ben.quiet()
        assert (tablet.hands[0].cash, ben.view.owner[27], ben.hands[1].cash) == (1234, 1, 1500)
        assert [told.reason for told in ben.table.corrections] == ["it was a five", "we forgot"]
        refused = await tablet.ask("correct", seat=0, seq=tablet.seq, changes="lot 39: 1", reason="built")
        assert (refused.reason, refused.rule) == ("rule", "build.group")
        refused = await ben.ask("correct", seat=1, seq=ben.seq, changes='cash "Ben": 9999', reason="rich")
        assert refused.reason == "not-host"
        await tablet.ask("undo", seat=0, seq=tablet.seq, reason="no, we had not")
        await tablet.quiet()
        assert (tablet.hands[0].cash, tablet.view.owner[27]) == (1550, 8)

    asyncio.run(run())


def test_a_phone_sees_its_own_cash_alone_and_deals(here: Running) -> None:
    async def run() -> None:
        game = real_table(here, people=3)
        tablet = await tablet_at(here, game)
        await say(tablet, dice=[4, 2])
        await tablet.act(0, {"kind": "Buy"})
        ben = await sit(here, game["game"], game["seats"][1]["key"])
        assert list(ben.hands) == [1]
        assert [player.cash for player in ben.view.players] == [None, None, None]
        offer = {"kind": "Offer", "other": 0, "give_cash": 150, "take": [6]}
        assert isinstance(await ben.act(1, offer), protocol.Done)
        await tablet.quiet()
        assert isinstance(await tablet.act(0, {"kind": "Accept", "other": 1}), protocol.Done)
        await ben.quiet()
        assert (ben.hands[1].cash, ben.view.owner[3]) == (1350, 1)

    asyncio.run(run())


def test_a_real_table_survives_a_restart_with_its_corrections(tmp_path: Path) -> None:
    async def begin(here: Running) -> tuple[dict[str, Any], Any]:
        game = real_table(here)
        tablet = await tablet_at(here, game)
        await say(tablet, dice=[4, 2])
        await tablet.ask("undo", seat=0, seq=tablet.seq, reason="it was a five")
        await tablet.quiet()
        await say(tablet, dice=[5, 2])
        await tablet.ask("correct", seat=0, seq=tablet.seq, changes="cash Ann: 77", reason="spent")
        await tablet.quiet()
        return game, tablet

    async def go_on(here: Running, game: dict[str, Any], before: Client) -> None:
        tablet = await tablet_at(here, game)
        assert (tablet.view, tablet.hands) == (before.view, before.hands)
        assert tablet.table.corrections == before.table.corrections
        assert isinstance(await say(tablet, card=0), protocol.Done)
        assert tablet.hands[0].cash == 277

    with running(tmp_path / "games.db") as here:
        game, before = asyncio.run(begin(here))
    with running(tmp_path / "games.db") as here:
        asyncio.run(go_on(here, game, before))


@pytest.mark.parametrize(
    ("edition", "options"),
    [
        ("classic", QUICK),
        ("classic", {"short_game": True, "short_rounds": 4}),
        ("1935", QUICK),
        ("speed-die", {**QUICK, "setup_cash": 400}),
        ("modern", QUICK),
    ],
)
def test_a_whole_game_by_typed_dice_ends_with_a_record(here: Running, edition: str, options: dict[str, Any]) -> None:
    game = real_table(here, edition, 3, **options)

    async def run() -> None:
        tablet = await tablet_at(here, game)
        await Dice(3).play(tablet)
        assert tablet.table.status == "finished"

    asyncio.run(run())
    answer = here.get(f"/api/games/{game['game']}/record", game["seats"][0]["key"])
    assert answer.status_code == 200
    record = read_record(answer.text)
    assert record.outcome is not None
    assert Game.from_record(answer.text).record() == answer.text
    assert "undo " in answer.text
    assert here.get(f"/api/games/{game['game']}/replay", game["seats"][0]["key"]).status_code == 200


def test_the_check_of_all_games_finds_nothing_wrong_with_a_real_table(tmp_path: Path) -> None:
    async def play(here: Running) -> None:
        tablet = await tablet_at(here, real_table(here))
        await Dice(5).play(tablet, 60)
        await tablet.ask("correct", seat=0, seq=tablet.seq, changes="jail Ben: 2", reason="he sits there")

    with running(tmp_path / "games.db") as here:
        asyncio.run(play(here))
    assert run_command(["check", str(tmp_path / "games.db")]) == 0
