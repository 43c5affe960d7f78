"""Every request gets one typed answer; what is refused changes nothing; a retry is harmless."""

import asyncio
import hashlib
from typing import Any

import jsonschema
import msgspec
import pytest

from passgo.server.http import schema
from passgo.server.wire import protocol
from passgo.server.wire.actions import TRIED
from passgo.server.wire.clean_text import clean_name
from tests.server.play import BOT, FREE, QUICK, Client, Running, person, play_simply, sit


async def hot_seat(here: Running, **wishes: Any) -> Client:
    """Two people on one connection."""
    game = here.create([person("Ann"), person("Ben")], **wishes)
    return await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))


def test_refusals_by_rule_name_the_rule_and_say_it(here: Running) -> None:
    async def run() -> None:
        client = await hot_seat(here)
        (seat,) = client.view.waiting
        before = client.seq
        refused = await client.act(seat, {"kind": "EndTurn"})
        assert (refused.reason, refused.rule) == ("rule", "move.turn-end")
        assert refused.text
        assert refused.seq == before
        other = await client.act(1 - seat, {"kind": "Buy"})
        assert other.rule == "setup.turn-order"
        assert other.text == "It is not your turn."

    asyncio.run(run())


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({"kind": "Build"}, "needs to know the square"),
        ({"kind": "Offer", "give_cash": 5}, "needs to know the other player"),
        ({"kind": "Offer", "other": 6, "give_cash": 5}, "nobody sits at seat 6"),
        ({"kind": "Offer", "other": 1, "give": [0], "take_cash": 5}, "has no deed"),
    ],
)
def test_actions_that_make_no_sense_are_told_so(here: Running, action: dict[str, Any], words: str) -> None:
    async def run() -> None:
        client = await hot_seat(here)
        refused = await client.act(0, action)
        assert refused.reason == "bad-action"
        assert words in refused.text

    asyncio.run(run())


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "null",
        '{"v":1,"type":"dance"}',
        '{"v":1,"type":"act","id":"q","seat":0,"seq":1,"action":{"kind":"Dice","dice":[6,6]}}',
        '{"v":1,"type":"act","id":"q","seat":0,"seq":1,"action":{"kind":"StrikeHour"}}',
        '{"v":1,"type":"act","id":"q","seat":9,"seq":1,"action":{"kind":"Throw"}}',
        '{"v":1,"type":"act","id":"q","seat":0,"seq":1,"action":{"kind":"Bid","amount":99999999999}}',
        '{"v":1,"type":"act","id":"q","seat":0,"seq":1,"action":{"kind":"Bid","amount":-1}}',
        '{"v":1,"type":"act","id":"q","seat":0,"seq":1.5,"action":{"kind":"Throw"}}',
        '{"v":1,"type":"act","id":"q","seat":0,"seq":1,"action":{"kind":"Throw"},"more":1}',
        '{"v":1,"type":"chat","id":"q","seat":0,"text":' + "[" * 5000 + "]" * 5000 + "}",
        '{"v":1,"type":"hello","game":"abcd"}',
        "\ud800".encode("utf-8", "surrogatepass"),
    ],
)
def test_what_is_no_message_gets_a_typed_answer_and_the_socket_lives_on(here: Running, text: str) -> None:
    async def run() -> None:
        client = await hot_seat(here)
        await client.socket.send(text)
        refused = await client.until(lambda message: isinstance(message, protocol.Refused))
        assert refused.reason == "bad-message"
        assert refused.id == ("q" if '"id":"q"' in str(text) and "[[" not in str(text) else refused.id)
        assert isinstance(await client.ask("ping"), protocol.Pong)

    asyncio.run(run())


def test_another_version_is_told_apart(here: Running) -> None:
    async def run() -> None:
        client = await hot_seat(here)
        await client.socket.send('{"v":2,"type":"ping","id":"p"}')
        refused = await client.until(lambda message: isinstance(message, protocol.Refused))
        assert (refused.reason, refused.id) == ("version", "p")

    asyncio.run(run())


def test_a_stale_move_is_refused_and_chat_makes_nothing_stale(here: Running) -> None:
    async def run() -> None:
        client = await hot_seat(here)
        (seat,) = client.view.waiting
        old = client.seq
        await client.ask("chat", seat=0, text="hello")
        assert isinstance(await client.act(seat, {"kind": "Throw"}, seq=old), protocol.Done)
        refused = await client.act(seat, {"kind": "EndTurn"}, seq=old)
        assert refused.reason == "stale"

    asyncio.run(run())


def test_a_move_sent_again_is_done_once(here: Running) -> None:
    async def run() -> None:
        client = await hot_seat(here)
        (seat,) = client.view.waiting
        old = client.seq
        first = await client.act(seat, {"kind": "Throw"}, id="same", seq=old)
        again = await client.act(seat, {"kind": "Throw"}, id="same", seq=old)
        assert isinstance(again, protocol.Done)
        assert again.seq == first.seq
        await play_simply(client, [0, 1], 80)
        long_after = await client.act(seat, {"kind": "Throw"}, id="same", seq=old)
        assert isinstance(long_after, protocol.Done), "an id is remembered for ever"
        assert long_after.seq == first.seq
        said = await client.ask("chat", seat=0, text="once", id="c1")
        assert (await client.ask("chat", seat=0, text="once", id="c1")).seq == said.seq
        throws = [m for m in client.messages if isinstance(m, protocol.Update) and m.seq == first.seq]
        assert len(throws) == 1

    asyncio.run(run())


def test_an_id_of_one_seat_is_not_that_of_another(here: Running) -> None:
    async def run() -> None:
        client = await hot_seat(here)
        one = await client.ask("chat", seat=0, text="a", id="same")
        two = await client.ask("chat", seat=1, text="b", id="same")
        assert two.seq > one.seq

    asyncio.run(run())


def test_check_judges_and_reckons_without_playing(here: Running) -> None:
    async def run() -> None:
        client = await hot_seat(here, options={"setup_cash": 5000})
        for _ in range(60):
            await play_simply(client, [0, 1], 1)
            if client.view.owner.count(0) >= 2 and client.view.owner.count(1) >= 2 and not client.view.matters:
                break
        squares = here.get("/api/editions/classic").json()["board"]["deeds"]
        deed = client.view.owner.index(0)
        mine = squares[deed]
        seq, view = client.seq, client.view
        good = await client.ask("check", seat=0, action={"kind": "Mortgage", "square": mine["square"]})
        assert (good.lawful, good.cost) == (True, mine["mortgage"])
        bad = await client.ask("check", seat=0, action={"kind": "Build", "square": mine["square"]})
        assert not bad.lawful
        assert bad.rule.startswith("build.")
        assert bad.text
        offer = {"kind": "Offer", "other": 1, "give": [mine["square"]], "take_cash": 10}
        deal = await client.ask("check", seat=0, action=offer)
        assert (deal.lawful, deal.interest, deal.partner_interest) == (True, 0, 0)
        assert client.seq == seq
        assert client.view == view
        await client.act(0, {"kind": "Mortgage", "square": mine["square"]})
        deal = await client.ask("check", seat=0, action=offer)
        assert (deal.lawful, deal.interest, deal.partner_interest) == (True, 0, mine["keep"])
        gift = await client.ask("check", seat=0, action={**offer, "take_cash": 0})
        assert gift.rule == "deal.offers"

    asyncio.run(run())


def test_a_deal_is_offered_countered_and_accepted(here: Running) -> None:
    async def run() -> None:
        client = await hot_seat(here, options={"setup_cash": 5000})
        while 0 not in client.view.owner:
            await play_simply(client, [0, 1], 1)
        square = here.get("/api/editions/classic").json()["board"]["deeds"][client.view.owner.index(0)]["square"]
        await client.act(0, {"kind": "Offer", "other": 1, "give": [square], "take_cash": 100})
        assert client.view.offers[0].partner == 1
        assert client.view.next == 1
        kinds = {action.kind for action in client.hands[1].legal}
        assert {"Accept", "Refuse", "Counter"} <= kinds
        await client.act(1, {"kind": "Counter", "other": 0, "take": [square], "give_cash": 60})
        assert [offer.proposer for offer in client.view.offers] == [1]
        checked = await client.ask("check", seat=0, action={"kind": "Accept", "other": 1})
        assert (checked.lawful, checked.cost) == (True, 60)
        await client.act(0, {"kind": "Accept", "other": 1})
        update = next(m for m in reversed(client.messages) if isinstance(m, protocol.Update))
        assert "DealMade" in [event.kind for event in update.events]
        assert all(event.rule and event.text for event in update.events)

    asyncio.run(run())


def test_the_blind_tax_stays_blind(here: Running) -> None:
    """Asking what a share of one's worth would cost is answered, but not with a figure."""
    assert "PayWorthTax" not in TRIED
    assert not TRIED & {"Accept", "ClaimRent"}, "their cost would betray another's cash"


def test_a_whole_game_against_bots_ends_and_is_verified(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), BOT, {"kind": "bot", "bot": "trader"}], public=True, options=QUICK)
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        assert ann.table.seed == ""
        await play_simply(ann, [0])
        assert ann.table.status == "finished"
        assert ann.view.winners
        assert len(ann.view.worth) == 3
        assert all(player.cash is not None for player in ann.view.players)
        assert hashlib.sha256(bytes.fromhex(ann.table.seed)).hexdigest() == game["commit"] == ann.table.commit
        assert (await ann.ask("act", seat=0, seq=ann.seq, action={"kind": "Throw"})).reason == "not-playing"
        later = await sit(here, game["game"])
        assert later.view.phase == "game-over"
        listed = {line["game"]: line for line in here.get("/api/games?status=finished").json()}
        assert listed[game["game"]]["winners"] == ann.view.winners

    asyncio.run(run())


def test_chat_is_cleaned_and_phrases_are_passed_on(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), FREE])
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        eve = await sit(here, game["game"], watch=game["watch"])
        await ann.ask("chat", seat=0, text="hi\u202e<b>\x00\n\u200b you\u0301\u0301\u0301\u0301")
        heard = await eve.until(lambda message: isinstance(message, protocol.ChatSaid))
        assert heard.said.text == "hi<b> yo\u00fa\u0301\u0301"
        await ann.ask("chat", seat=0, phrase="well-played")
        assert (await eve.until(lambda message: isinstance(message, protocol.ChatSaid))).said.phrase == "well-played"
        await ann.ask("chat", seat=0, text="x" * 900)
        assert len((await eve.until(lambda message: isinstance(message, protocol.ChatSaid))).said.text) == 280
        assert (await ann.ask("chat", seat=0, text="\u200b\u202e ")).reason == "bad-message"
        late = await sit(here, game["game"], watch=game["watch"])
        assert len(late.welcome.chat) == 3

    asyncio.run(run())


def test_names_are_cleaned() -> None:
    assert clean_name("A\u202enn\u2066 \ufeff B") == "Ann B"
    assert len(clean_name("x" * 100)) == 30
    for bad in ("", "\u200b", "Bank", "chance"):
        with pytest.raises(ValueError, match=r"name|called"):
            clean_name(bad)


def test_every_answer_is_one_of_the_protocol(here: Running) -> None:
    """The test's client reads with the protocol's own types; here the schema itself is asked too."""
    validator = jsonschema.Draft202012Validator(schema.json_schema())

    async def run() -> None:
        client = await hot_seat(here)
        await play_simply(client, [0, 1], 40)
        await client.ask("undo", seat=0)
        await client.ask("invite", seat=0, to="watch")
        for text in client.raw:
            validator.validate(msgspec.json.decode(text.encode()))

    asyncio.run(run())
