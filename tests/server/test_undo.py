"""Taking back: one's own last action where it revealed nothing, else by consent, and nothing if the host says so."""

import asyncio
from typing import Any

from passgo.game import verify
from passgo.server.http import export
from passgo.server.table.state import fold
from passgo.server.wire import protocol
from tests.server.play import BOT, Client, Running, person, play_simply, simple, sit


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


def test_dice_are_taken_back_only_if_everybody_agrees_and_fall_the_same_again(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), person("Ben"), person("Cy")])
        clients = [await sit(here, game["game"], seat["key"]) for seat in game["seats"]]
        await clients[0].quiet()
        (seat,) = clients[0].view.waiting
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
        await mover.act(seat, {"kind": "Throw"})
        assert mover.view.dice == dice

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
        for _ in range(12):
            await play_simply(ann, [0], 2)
            await ann.ask("undo", seat=0)  # alone with bots, one needs nobody's consent
            await play_simply(ann, [0], 2)
        log = here.in_loop(lambda: here.server.lobby.log(game["game"]))
        row = here.in_loop(lambda: here.server.lobby.host.store.row(game["game"]))
        assert any(entry.kind == "undo" for entry in log)
        text = here.in_loop(lambda: record(export, game["game"], log, row.seed))
        assert verify(text, row.seed) > 5

    async def record(exporting: Any, game: str, log: Any, seed: bytes) -> str:
        return str(export.text_of(game, log, seed), "utf-8")

    asyncio.run(run())
