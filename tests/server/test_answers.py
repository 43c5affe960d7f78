"""Bots talk back: a refusal comes with its reasons, which stay in the log, and a counter-offer is an ordinary offer."""

import asyncio
from pathlib import Path
from typing import Any

from passgo.server.wire.answer_reasons import REASONS_FROM, with_reasons
from passgo.server.wire.types import AnswerReason
from tests.server.play import Client, Running, person, running, sit

DEALT = {"short_game": True, "short_deal": 3, "short_deal_paid": False, "setup_first_player": "first-seat"}
STILL = {"decision": 0, "call": 0, "grace": 0}


def bots_table(here: Running, **options: Any) -> dict[str, Any]:
    """A person and two bots, each with three deeds."""
    seats = [person("Ann"), {"kind": "bot", "bot": "trader"}, {"kind": "bot", "bot": "cautious"}]
    return here.create(seats, options={**DEALT, "setup_cash": 3000, **options}, clock=STILL)


async def offered(ann: Client, game: dict[str, Any], here: Running, seat: int, cash: int) -> Any:
    """Ann offers cash for a bot's cheapest deed; the refusal that she hears of."""
    deeds = here.get(f"/api/games/{game['game']}/board", game["seats"][0]["key"]).json()["deeds"]
    square = next(deed["square"] for n, deed in enumerate(deeds) if ann.view.owner[n] == seat)
    await ann.act(0, {"kind": "Offer", "other": seat, "give_cash": cash, "take": [square]})
    return await ann.until(lambda m: any(e.kind == "OfferRefused" for e in getattr(m, "events", [])))


def refusal_in(message: Any) -> Any:
    """The refusal that a message tells of."""
    return next(event for event in message.events if event.kind == "OfferRefused")


def test_a_refusal_has_reasons_and_a_counter_offer_follows(tmp_path: Path) -> None:
    async def run(here: Running) -> None:
        game = bots_table(here)
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        told = await offered(ann, game, here, 1, 1)
        refusal = refusal_in(told)
        assert refusal.reasons, "the trader says why"
        counters = [event for event in told.events if event.kind == "OfferMade"]
        for counter in counters:
            assert counter.player == 1
            assert counter.other == 0
            missing = next(reason.amount for reason in refusal.reasons if reason.kind == "wants-cash")
            assert counter.take_cash == 1 + missing
            assert told.view.offers[0].proposer == 1
        again = await sit(here, game["game"], game["seats"][0]["key"])
        kept = [event for event in again.welcome.events if event.kind == "OfferRefused"]
        assert kept[-1].reasons == refusal.reasons, "who comes back hears the same"

    with running(tmp_path / "games.db") as here:
        asyncio.run(run(here))


def test_reasons_outlive_the_server_and_are_in_the_replay(tmp_path: Path) -> None:
    game: dict[str, Any] = {}
    reasons: list[Any] = []

    async def refuse(here: Running) -> None:
        game.update(bots_table(here, table_cash_private=False))
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        reasons.extend(refusal_in(await offered(ann, game, here, 2, 1)).reasons)

    async def come_back(here: Running) -> None:
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        kept = [event for event in ann.welcome.events if event.kind == "OfferRefused"]
        assert kept[0].reasons == reasons

    with running(tmp_path / "games.db") as here:
        asyncio.run(refuse(here))
    assert reasons, "which ones depends on the deeds that were dealt"
    with running(tmp_path / "games.db") as here:
        asyncio.run(come_back(here))
        frames = here.get(f"/api/games/{game['game']}/replay", game["seats"][0]["key"]).json()["frames"]
        told = [event for frame in frames for event in frame["events"] if event["kind"] == "OfferRefused"]
        assert [AnswerReason(**reason) for reason in told[0]["reasons"]] == reasons


def test_between_bots_nothing_is_explained(tmp_path: Path) -> None:
    """Reasons are for people: the log of bots that deal among themselves has none."""

    async def run(here: Running) -> None:
        bots = [{"kind": "bot", "bot": "trader"}] * 3
        game = here.create([person("Ann"), *bots], options={**DEALT, "setup_cash": 3000}, clock=STILL)
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        await ann.act(0, {"kind": "Resign"})
        await ann.until(lambda m: getattr(m, "view", None) is not None and m.view.turn > 25)
        refusals = [e for m in ann.messages for e in getattr(m, "events", []) if e.kind == "OfferRefused"]
        assert not any(refusal.reasons for refusal in refusals)

    with running(tmp_path / "games.db") as here:
        asyncio.run(run(here))


def test_an_event_without_reasons_is_as_it_was() -> None:
    event = tuple(range(REASONS_FROM))
    assert with_reasons([event], []) == [event]
