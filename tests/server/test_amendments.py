"""An entry of a real table was wrong: it is replaced, and what came later is played again as far as it still holds."""

import asyncio
from typing import Any

import pytest

from passgo import Game
from passgo.server.wire import protocol
from tests.server.play import QUICK, Client, Running, sit
from tests.server.real_tables import Dice, real_table, say, tablet_at


async def amend(tablet: Client, at: int, *instead: dict[str, Any], reason: str = "looked again", seat: int = 0) -> Any:
    fields = {"seat": seat, "seq": tablet.seq, "at": at, "instead": list(instead), "reason": reason}
    answer = await tablet.ask("amend", **fields)
    await tablet.quiet()
    return answer


async def suppose(tablet: Client, at: int, *instead: dict[str, Any]) -> Any:
    return await tablet.ask("suppose", seat=0, seq=tablet.seq, at=at, instead=list(instead))


def places(client: Client) -> list[int]:
    return [player.square for player in client.view.players]


def test_another_throw_leaves_out_what_followed_from_it_and_keeps_later_turns(here: Running) -> None:
    async def run() -> None:
        game = real_table(here, people=3)
        tablet, ben = await tablet_at(here, game), await sit(here, game["game"], game["seats"][1]["key"])
        await say(tablet, dice=[4, 2])  # Ann comes to Oriental Avenue, and buys it
        thrown = tablet.seq
        await tablet.act(0, {"kind": "Buy"})
        await say(tablet, dice=[5, 3])  # Ben comes to Vermont Avenue, and buys it
        await tablet.act(1, {"kind": "Buy"})
        await say(tablet, dice=[6, 4])  # Cy visits the Jail
        fields = {"dice": [3, 1]}
        would = await suppose(
            tablet, thrown, fields
        )  # it was income tax: she chooses, so that nothing later is reached
        assert isinstance(would, protocol.Supposed)
        assert (would.view.phase, would.kept) == ("choose-tax", [])
        assert len(would.dropped) == 6
        assert places(tablet) == [6, 8, 10], "nothing is changed yet"
        pays = {"seat": 0, "action": {"kind": "PayFlatTax"}}
        would = await suppose(tablet, thrown, fields, pays)
        assert len(would.kept) == 5
        assert [hand.cash for hand in would.hands] == [1300, 1400, 1500]
        assert isinstance(await amend(tablet, thrown, fields, pays), protocol.Done)
        assert places(tablet) == [4, 8, 10]
        assert [tablet.hands[seat].cash for seat in range(3)] == [1300, 1400, 1500]
        await ben.quiet()
        assert places(ben) == [4, 8, 10]
        assert [told.reason for told in ben.table.corrections] == ["looked again"]

    asyncio.run(run())


def test_a_purchase_that_was_none_leads_to_its_auction(here: Running) -> None:
    async def run() -> None:
        tablet = await tablet_at(here, real_table(here))
        await say(tablet, dice=[4, 2])
        await tablet.act(0, {"kind": "Buy"})
        bought = tablet.seq
        await say(tablet, dice=[5, 3])
        declines = {"seat": 0, "action": {"kind": "Decline"}}
        would = await suppose(tablet, bought, declines)
        assert [type(matter).__name__ for matter in would.view.matters] == ["Auction"]
        bids = {"seat": 1, "action": {"kind": "Bid", "amount": 40}}
        passes = {"seat": 0, "action": {"kind": "Withdraw"}}
        await amend(tablet, bought, declines, bids, passes)
        assert (tablet.view.owner[3], tablet.hands[1].cash) == (1, 1460)
        assert places(tablet) == [6, 8], "the throw after it holds"

    asyncio.run(run())


def test_what_belongs_to_no_turn_is_left_out_alone(here: Running) -> None:
    async def run() -> None:
        tablet = await tablet_at(here, real_table(here))
        await say(tablet, dice=[4, 2])
        await tablet.act(0, {"kind": "Buy"})
        await tablet.act(0, {"kind": "Mortgage", "square": 6})
        pawned = tablet.seq
        await tablet.act(0, {"kind": "LiftMortgage", "square": 6})
        await say(tablet, dice=[5, 3])
        would = await suppose(tablet, pawned)
        assert len(would.dropped) == 1, "what was never pawned is not lifted"
        await amend(tablet, pawned)
        assert (tablet.hands[0].cash, places(tablet)) == (1400, [6, 8])

    asyncio.run(run())


def test_something_is_set_right_where_it_went_wrong(here: Running) -> None:
    async def run() -> None:
        tablet = await tablet_at(here, real_table(here))
        await say(tablet, dice=[4, 2])
        await tablet.act(0, {"kind": "Buy"})
        await say(tablet, dice=[5, 1])  # Ben pays Ann $6 on Oriental Avenue
        thrown = tablet.seq
        await say(tablet, dice=[2, 1])
        right = {"changes": 'deed 8: "Ann"; deed 9: "Ann"'}  # she had the whole group: it was twice as much
        then = await tablet.ask("suppose", seat=0, seq=tablet.seq, at=thrown, instead=[], later=False)
        assert ([player.square for player in then.view.players], then.kept) == ([6, 0], [])
        await amend(tablet, thrown, right, {"again": True}, reason="she had all three")
        assert [tablet.hands[seat].cash for seat in (0, 1)] == [1412, 1488]
        assert places(tablet) == [9, 6]

    asyncio.run(run())


def test_throws_for_the_first_turn_stand_each_by_itself(here: Running) -> None:
    async def run() -> None:
        tablet = await tablet_at(here, real_table(here, people=3, setup_first_player="highest-throw"))
        await say(tablet, dice=[1, 2])
        first = tablet.seq
        await say(tablet, dice=[6, 5])
        await say(tablet, dice=[2, 3])
        assert tablet.view.on_turn == 1
        await amend(tablet, first, {"dice": [6, 6]})
        assert (tablet.view.on_turn, tablet.view.phase) == (0, "before-throw")

    asyncio.run(run())


@pytest.mark.parametrize(
    ("at", "instead", "reason"),
    [
        (1, [{"dice": [1, 2]}], "bad-action"),
        (10_000, [{"dice": [1, 2]}], "bad-action"),
        (0, [{"dice": [1, 2]}], "bad-action"),
        (None, [{"card": 3}], "rule"),
        (None, [{"dice": [3]}], "bad-action"),
        (None, [{"changes": "cash Nobody: 3"}], "bad-action"),
        (None, [{"seat": 1, "action": {"kind": "Buy"}}], "rule"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(
    here: Running, at: int | None, instead: list[dict[str, Any]], reason: str
) -> None:
    async def run() -> None:
        tablet = await tablet_at(here, real_table(here))
        await say(tablet, dice=[4, 2])
        before, wrong = tablet.view, tablet.seq if at is None else at
        assert (await suppose(tablet, wrong, *instead)).reason == reason
        assert (await amend(tablet, wrong, *instead)).reason == reason
        assert tablet.view == before

    asyncio.run(run())


def test_only_the_host_amends_and_only_at_a_real_table(here: Running) -> None:
    async def run() -> None:
        game = real_table(here)
        tablet, ben = await tablet_at(here, game), await sit(here, game["game"], game["seats"][1]["key"])
        await say(tablet, dice=[4, 2])
        await ben.quiet()
        refused = await ben.ask("suppose", seat=1, seq=ben.seq, at=ben.seq, instead=[])
        assert refused.reason == "not-host"
        host = await sit(here, game["game"], game["seats"][0]["key"])
        would = await suppose(host, host.seq)
        assert [hand.seat for hand in would.hands] == [0], "what others have is theirs to know"

    asyncio.run(run())


@pytest.mark.parametrize("edition", ["classic", "1935", "speed-die", "modern"])
def test_any_throw_of_a_game_may_be_replaced_and_the_record_tells_it(here: Running, edition: str) -> None:
    """Whatever is amended, what was supposed comes true, and a table that is read anew and the record agree."""
    game = real_table(here, edition, 3, **{**QUICK, "setup_cash": 400})

    async def run() -> None:
        tablet, robot, entries = await tablet_at(here, game), Dice(11), list[int]()
        for _ in range(40):
            await robot.step(tablet)
            entries.append(tablet.seq)
        amended = 0
        for at in (entries[30], entries[20], entries[3]):
            would = await suppose(tablet, at)
            if isinstance(would, protocol.Refused):  # it was dropped by an amendment before
                continue
            assert isinstance(await amend(tablet, at), protocol.Done)
            assert places(tablet) == [player.square for player in would.view.players]
            assert [tablet.hands[hand.seat].cash for hand in would.hands] == [hand.cash for hand in would.hands]
            amended += 1
        assert amended
        again = await tablet_at(here, game)
        assert (again.view, again.hands) == (tablet.view, tablet.hands)
        await robot.play(tablet)
        assert tablet.table.status == "finished"

    asyncio.run(run())
    answer = here.get(f"/api/games/{game['game']}/record", game["seats"][0]["key"])
    assert answer.status_code == 200
    assert Game.from_record(answer.text).record() == answer.text
    assert '"looked again"' in answer.text
