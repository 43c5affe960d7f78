"""Taking back: one's own last action where it revealed nothing, else by consent, and nothing if the host says so."""

import asyncio
from functools import partial
from typing import Any

import pytest

from passgo.dealer import VerifiableDealer
from passgo.game import verify
from passgo.server.http import export
from passgo.server.table.state import Made, fold
from passgo.server.wire import protocol
from tests.server.play import BOT, Client, Running, person, play_simply, simple, sit

NO_CLOCK = {"decision": 0, "call": 0, "grace": 0, "hour": 0}


async def before_buying(here: Running, **wishes: Any) -> tuple[dict[str, Any], list[Client], Client]:
    """Two people on two connections; one of them is to buy."""
    game = here.create([person("Ann"), person("Ben")], **wishes)
    clients = [await sit(here, game["game"], seat["key"]) for seat in game["seats"]]
    while True:
        for client in clients:
            await client.quiet(0.05)
        (seat,) = clients[0].view.waiting
        mover = clients[seat]
        if mover.view.phase == "buy":
            return game, clients, mover
        await mover.act(seat, simple(mover.hands[seat].legal))


async def after_a_throw(here: Running) -> tuple[Client, int]:
    """Two people on one connection; and the seat that has thrown and is still to move: not in Jail."""
    while True:
        game = here.create([person("Ann"), person("Ben")])
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        (seat,) = client.view.waiting
        await client.act(seat, {"kind": "Throw"})
        if client.view.waiting == [seat]:
            return client, seat


async def three_people(here: Running) -> tuple[dict[str, Any], list[Client], int]:
    """Three people on three connections; and the seat that is to throw."""
    game = here.create([person("Ann"), person("Ben"), person("Cy")])
    clients = [await sit(here, game["game"], seat["key"]) for seat in game["seats"]]
    await clients[0].quiet()
    (seat,) = clients[0].view.waiting
    return game, clients, seat


def test_an_action_that_revealed_nothing_is_taken_back_at_once(here: Running) -> None:
    async def run() -> None:
        game, clients, mover = await before_buying(here)
        (seat,) = mover.welcome.you
        view, cash = mover.view, mover.hands[seat].cash
        await mover.act(seat, {"kind": "Buy"})
        assert mover.hands[seat].cash < cash
        answer = await mover.ask("undo", seat=seat)
        assert isinstance(answer, protocol.Done)
        assert mover.view == view
        assert mover.hands[seat].cash == cash
        other = clients[1 - seat]
        await other.until(lambda m: isinstance(m, protocol.Update) and m.undone)
        assert other.view == view
        log = here.in_loop(lambda: here.server.lobby.log(game["game"]))
        assert fold(game["game"], log).position, "the log folds to the same"
        assert isinstance(await mover.act(seat, {"kind": "Decline"}), protocol.Done)

    asyncio.run(run())


def test_everybody_is_told_who_took_what_back_and_whether_there_is_more(here: Running) -> None:
    async def run() -> None:
        _, clients, mover = await before_buying(here)
        (seat,) = mover.welcome.you
        other = clients[1 - seat]
        before = mover.seq
        assert not any(hand.undo for hand in other.hands.values()), "the other's own moves lie before somebody's"
        await mover.act(seat, {"kind": "Buy"})
        assert mover.hands[seat].undo
        await mover.ask("undo", seat=seat)
        await other.until(lambda m: isinstance(m, protocol.Update) and m.undone)
        for client in (mover, other):
            (told,) = (m for m in client.messages if isinstance(m, protocol.Update) and m.undone)
            assert told.taken_back is not None
            assert told.taken_back.seat == seat
            assert before <= told.taken_back.after < told.seq
        bare = here.create([person("Ann"), person("Ben")])
        first = await sit(here, bare["game"], bare["seats"][0]["key"])
        await first.quiet(0.05)
        assert not first.hands[0].undo, "nothing was done yet, so nothing can be taken back"
        assert isinstance(await first.ask("undo", seat=0), protocol.Refused)

    asyncio.run(run())


def test_an_undo_that_comes_late_undoes_nothing_that_was_done_later(here: Running) -> None:
    """It names the view that it was chosen from: neither a later action nor, after an undo, an earlier one is meant."""

    async def run() -> None:
        _, _, mover = await before_buying(here)
        (seat,) = mover.welcome.you
        early = mover.seq
        await mover.act(seat, {"kind": "Buy"})
        bought = mover.seq
        view = mover.view
        refused = await mover.ask("undo", seat=seat, seq=early)
        assert refused.reason == "stale", "nothing of that was there yet"
        assert (await mover.ask("undo", seat=seat, seq=bought + 1000)).reason == "future"
        assert isinstance(await mover.ask("undo", seat=seat, seq=bought, id="once"), protocol.Done)
        taken_back = mover.view
        assert taken_back != view
        assert (await mover.ask("undo", seat=seat, seq=bought)).reason == "stale", "that is taken back already"
        await mover.act(seat, {"kind": "Buy"})
        view = mover.view
        assert isinstance(await mover.ask("undo", seat=seat, seq=bought, id="once"), protocol.Done), "as the first time"
        assert mover.view == view, "and not once more"
        assert isinstance(await mover.ask("undo", seat=seat, seq=mover.seq), protocol.Done)
        assert mover.view == taken_back

    asyncio.run(run())


def test_dice_are_taken_back_only_if_everybody_agrees_and_do_not_fall_the_same_again(here: Running) -> None:
    async def run() -> None:
        game, clients, seat = await three_people(here)
        mover, others = clients[seat], [n for n in range(3) if n != seat]
        await mover.quiet()
        view = mover.view
        await mover.act(seat, {"kind": "Throw"})
        dice = mover.view.dice
        assert isinstance(await mover.ask("undo", seat=seat), protocol.Done)
        assert mover.table.undo_asked.waiting == others
        assert (await mover.ask("consent", seat=seat, agree=True)).reason == "no-undo", "nobody agrees with himself"
        await clients[others[0]].ask("consent", seat=others[0], agree=True)
        assert mover.view != view
        await clients[others[1]].ask("consent", seat=others[1], agree=True)
        await mover.until(lambda m: isinstance(m, protocol.Update) and m.undone)
        assert mover.view == view
        await mover.quiet()
        assert mover.table.undo_asked is None
        table = here.server.lobby.rooms[game["game"]].table
        dealer = table.dealer
        assert isinstance(dealer, VerifiableDealer)
        (skipped,) = table.state.skipped
        seen = [dealer.draw(number, 36) for number in skipped]
        assert seen[0] == 6 * (dice[0] - 1) + dice[1] - 1, "the throw that was taken back"
        await mover.act(seat, {"kind": "Throw"})
        thrown = dealer.draw(skipped.stop, 36)
        assert mover.view.dice[:2] == [thrown // 6 + 1, thrown % 6 + 1], "chance goes on with the next number"

    asyncio.run(run())


def test_whoever_is_away_or_gone_is_asked_like_everybody(here: Running) -> None:
    async def run() -> None:
        game, clients, seat = await three_people(here)
        mover, others = clients[seat], [n for n in range(3) if n != seat]
        await clients[others[0]].ask("leave", seat=others[0])
        await clients[others[1]].socket.close()
        await mover.until(lambda m: isinstance(m, protocol.TableChanged) and not m.table.seats[others[1]].here)
        await mover.act(seat, {"kind": "Throw"})
        view = mover.view
        await mover.ask("undo", seat=seat)
        assert mover.table.undo_asked.waiting == others
        await clients[others[0]].ask("consent", seat=others[0], agree=True)
        await mover.quiet()
        assert mover.table.undo_asked.waiting == others[1:]
        assert mover.view == view
        back = await sit(here, game["game"], game["seats"][others[1]]["key"])
        await back.ask("consent", seat=others[1], agree=True)
        await mover.until(lambda m: isinstance(m, protocol.Update) and m.undone)

    asyncio.run(run())


def test_nobody_goes_back_past_another_persons_move(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")], clock={"decision": 0, "call": 0, "grace": 0, "hour": 0})
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        (first,) = client.view.waiting
        while client.view.on_turn == first:
            await play_simply(client, [0, 1], 1)
        while first not in client.view.waiting and client.view.on_turn != first:
            await play_simply(client, [1 - first], 1)
        refused = await client.ask("undo", seat=first)
        assert refused.reason == "no-undo"
        assert "has moved since" in refused.text
        assert client.table.undo_asked is None

    asyncio.run(run())


def test_nobody_goes_back_past_what_a_bot_did_for_another_person(here: Running) -> None:
    """A late player was the way into the past: the bot that stood in for him counted as nobody."""

    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")], clock={"decision": 0, "call": 0, "grace": 0, "hour": 0})
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        (first,) = client.view.waiting
        late = 1 - first
        await client.ask("leave", seat=late)
        table = here.server.lobby.rooms[game["game"]].table
        while table.state.last_in.get(late, 0) <= table.state.last_of.get(first, Made(0, False)).seq:
            await play_simply(client, [first], 1)
            await client.quiet(0.3)
        refused = await client.ask("undo", seat=first)
        assert (refused.reason, "has moved since" in refused.text) == ("no-undo", True)

    asyncio.run(run())


def test_alone_with_bots_one_takes_back_again_and_again_and_learns_nothing_of_the_dice_to_come(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), BOT], options={"setup_first_player": "first-seat"})
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        table = here.server.lobby.rooms[game["game"]].table
        numbers: list[int] = []
        for _ in range(5):
            numbers.append(table.state.next_chance)
            await ann.act(0, {"kind": "Throw"})
            assert isinstance(await ann.ask("undo", seat=0), protocol.Done)
            assert (ann.view.phase, ann.view.on_turn) == ("before-throw", 0)
        assert len(set(numbers)) == 5, "no number came twice"
        dealer = table.dealer
        assert isinstance(dealer, VerifiableDealer)
        (skipped,) = table.state.skipped
        assert len(skipped) >= 5

    asyncio.run(run())


def test_one_who_does_not_agree_ends_the_question(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")])
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        (seat,) = client.view.waiting
        await client.act(seat, {"kind": "Throw"})
        view = client.view
        await client.ask("undo", seat=seat)
        assert client.table.undo_asked is not None
        await client.ask("consent", seat=1 - seat, agree=False)
        assert client.table.undo_asked is None
        assert client.view == view

    asyncio.run(run())


def test_the_host_may_switch_it_off(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")])
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        assert (await client.ask("settings", seat=1, undo=False)).reason == "not-host"
        assert isinstance(await client.ask("settings", seat=0, undo=False), protocol.Done)
        assert client.table.undo is False
        await play_simply(client, [0, 1], 1)
        assert (await client.ask("undo", seat=0)).reason == "no-undo"
        never = here.create([person("Ann"), BOT], undo=False)
        ann = await sit(here, never["game"], never["seats"][0]["key"])
        assert (await ann.ask("undo", seat=0)).reason == "no-undo"

    asyncio.run(run())


def test_a_consent_counts_for_the_question_that_was_asked_and_for_no_later_one(here: Running) -> None:
    async def run() -> None:
        client, seat = await after_a_throw(here)
        await client.ask("undo", seat=seat)
        first = client.table.undo_asked.seq
        await client.act(seat, simple(client.hands[seat].legal))
        await client.ask("undo", seat=seat)
        if client.table.undo_asked is None:  # it revealed nothing, and is taken back: ask for the throw again
            await client.ask("undo", seat=seat)
        assert client.table.undo_asked.seq > first
        view = client.view
        assert (await client.ask("consent", seat=1 - seat, agree=True, seq=first)).reason == "stale"
        assert client.view == view
        assert isinstance(await client.ask("consent", seat=1 - seat, agree=True), protocol.Done)

    asyncio.run(run())


def test_a_question_ends_when_the_host_switches_undo_off(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")])
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        (seat,) = client.view.waiting
        await client.act(seat, {"kind": "Throw"})
        await client.ask("undo", seat=seat)
        assert client.table.undo_asked is not None
        await client.ask("settings", seat=0, undo=False)
        assert client.table.undo_asked is None
        assert (await client.ask("consent", seat=1 - seat, agree=True)).reason == "no-undo"

    asyncio.run(run())


def test_an_answer_to_an_offer_is_not_taken_back_without_the_others(here: Running) -> None:
    async def run() -> None:
        options = {"setup_cash": 5000, "setup_first_player": "first-seat"}
        game = here.create([person("Ann"), person("Ben")], options=options, clock=NO_CLOCK)
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        while 0 not in client.view.owner:
            await play_simply(client, [0, 1], 1)
        deeds = here.get("/api/editions/classic").json()["board"]["deeds"]
        square = deeds[client.view.owner.index(0)]["square"]
        offered = await client.act(1, {"kind": "Offer", "other": 0, "give_cash": 1, "take": [square]})
        assert isinstance(offered, protocol.Done), offered
        assert isinstance(await client.act(0, {"kind": "Refuse", "other": 1}), protocol.Done)
        await client.ask("undo", seat=0)
        assert client.table.undo_asked is not None, "Ben is asked"
        assert not client.view.offers

    asyncio.run(run())


def test_there_must_be_something_to_take_back(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), person("Ben")])
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        assert (await client.ask("undo", seat=0)).reason == "no-undo"
        assert (await client.ask("consent", seat=0, agree=True)).reason == "no-undo"

    asyncio.run(run())


def test_a_move_after_an_undo_is_verified_with_the_record(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), BOT])
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        text = ""
        for played in range(40):  # until an undo took chance back: which one does depends on the dice
            await play_simply(ann, [0], 2)
            await ann.ask("undo", seat=0)  # alone with bots, one needs nobody's consent
            await play_simply(ann, [0], 2)
            log = here.in_loop(lambda: here.server.lobby.log(game["game"]))
            row = here.in_loop(lambda: here.server.lobby.host.store.row(game["game"]))
            text = here.in_loop(partial(record, export, game["game"], log, row.seed))
            if played > 3 and " skipping " in text:
                break
        assert any(entry.kind == "undo" for entry in log)
        assert verify(text, row.seed) > 5
        assert " skipping " in text, "the record says which numbers were not used"
        with pytest.raises(ValueError, match="expected 'turn 1"):
            verify(text.replace(" skipping ", " skipping 0 "), row.seed)

    async def record(exporting: Any, game: str, log: Any, seed: bytes) -> str:
        return str(export.text_of(game, log, seed), "utf-8")

    asyncio.run(run())
