"""Time: decisions, calls in an auction, grace, bots that take over, the hour; and time that does not count."""

import asyncio
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from passgo.server.clock import Clock, steady_ms, wall_ms
from passgo.server.store.sqlite import SqliteStore
from passgo.server.table import autoplay, entries
from passgo.server.table.entries import Deadline, SeatBody, entry_of
from passgo.server.table.state import GameState
from passgo.server.wire import protocol
from passgo.server.wire.types import ClockSettings
from tests.server.lobbies import ANN_AND_BEN, Ear, two_lobbies, until_same
from tests.server.play import BOT, FREE, Client, Running, person, play_simply, running, simple, sit, until

QUICK_CLOCK = {"decision": 3, "call": 3, "grace": 2, "hour": 0}
NO_CLOCK = {"decision": 0, "call": 0, "grace": 0, "hour": 0}


def taken_over(seat: int) -> Any:
    return lambda message: isinstance(message, protocol.TableChanged) and message.table.seats[seat].away


async def two(here: Running, clock: dict[str, int], **wishes: Any) -> tuple[dict[str, Any], Client, Client]:
    """A game of two people; first whoever is on turn."""
    game = here.create([person("Ann"), person("Ben")], clock=clock, **wishes)
    ann, ben = [await sit(here, game["game"], seat["key"]) for seat in game["seats"]]
    return (game, ann, ben) if ann.view.waiting == [0] else (game, ben, ann)


async def clock_of(client: Client, kind: str) -> Any:
    """The first clock of this kind that a client was or is told."""

    def is_wanted(message: Any) -> bool:
        clock = getattr(message, "clock", None)
        return clock is not None and clock.kind == kind

    told = next((message for message in client.messages if is_wanted(message)), None)
    return (told or await client.until(is_wanted)).clock


def test_a_silent_player_gets_a_grace_then_a_bot_plays_and_hands_back(here: Running) -> None:
    async def run() -> None:
        _, slow, other = await two(here, QUICK_CLOCK)
        (seat,) = slow.welcome.you
        assert (await clock_of(slow, "decision")).seats == [seat]
        await other.until(lambda m: isinstance(m, protocol.TableChanged) and m.clock.kind == "grace")
        await other.until(taken_over(seat))
        moved = await other.until(lambda m: isinstance(m, protocol.Update))
        assert moved.events[0].player == seat, "the bot has thrown"
        assert isinstance(await slow.ask("back", seat=seat), protocol.Done)
        assert not slow.table.seats[seat].away

    asyncio.run(run())


def test_an_absent_player_has_the_grace_only_and_gets_the_seat_back_on_return(here: Running) -> None:
    async def run() -> None:
        clock = {"decision": 3600, "call": 0, "grace": 1, "hour": 0}
        game, absent, other = await two(here, clock)
        (seat,) = absent.welcome.you
        key = game["seats"][seat]["key"]
        await absent.socket.close()
        changed = await other.until(lambda m: isinstance(m, protocol.TableChanged) and m.clock.kind == "grace")
        assert not changed.table.seats[seat].here
        await other.until(taken_over(seat))
        back = await sit(here, game["game"], key)
        assert back.table.seats[seat].here
        assert not back.table.seats[seat].away

    asyncio.run(run())


def test_whoever_returns_within_the_grace_has_the_old_time_again(here: Running) -> None:
    async def run() -> None:
        clock = {"decision": 3600, "call": 0, "grace": 30, "hour": 0}
        game, absent, other = await two(here, clock)
        (seat,) = absent.welcome.you
        before = (await clock_of(other, "decision")).deadline
        await asyncio.sleep(1)
        await absent.socket.close()
        await other.until(lambda m: isinstance(m, protocol.TableChanged) and m.clock.kind == "grace")
        back = await sit(here, game["game"], game["seats"][seat]["key"])
        assert back.clock.kind == "decision"
        assert abs(back.clock.deadline - before) < 500, "coming and going gains no time"

    asyncio.run(run())


def test_a_silent_bidder_withdraws_and_each_bid_starts_the_time_anew(here: Running) -> None:
    async def run() -> None:
        clock = {"decision": 0, "call": 5, "grace": 0, "hour": 0}
        _, one, two_ = await two(here, clock)
        (seat,) = one.welcome.you
        while one.view.phase != "buy":
            mover = one if seat in one.view.waiting else two_
            while mover.seq < max(one.seq, two_.seq):
                await mover.read()
            await mover.act(mover.welcome.you[0], simple(mover.hands[mover.welcome.you[0]].legal))
            await one.quiet(0.05)
        buyer = one if one.view.on_turn == seat else two_
        (bidder,) = buyer.welcome.you
        while buyer.seq < max(one.seq, two_.seq):
            await buyer.read()
        await buyer.act(bidder, {"kind": "Decline"})
        assert buyer.clock.kind == "call"
        first = buyer.clock.deadline
        await asyncio.sleep(0.3)
        await buyer.act(bidder, {"kind": "Bid", "amount": 5})
        assert buyer.clock.deadline > first
        sold = await buyer.until(
            lambda m: isinstance(m, protocol.Update) and any(e.kind == "AuctionWon" for e in m.events)
        )
        assert any(event.kind == "Withdrew" and event.player == 1 - bidder for event in sold.events)
        assert next(e for e in sold.events if e.kind == "AuctionWon").player == bidder

    asyncio.run(run())


def test_leaving_and_coming_back_gains_no_time(here: Running) -> None:
    async def run() -> None:
        _, one, _ = await two(here, {"decision": 600, "call": 0, "grace": 5, "hour": 0})
        (seat,) = one.welcome.you
        before = (await clock_of(one, "decision")).deadline
        for _ in range(3):
            await asyncio.sleep(1)
            left, back = await one.send("leave", seat=seat), await one.send("back", seat=seat)
            await one.answer_to(left)
            await one.answer_to(back)
            await one.quiet(0.05)
            if one.view.waiting != [seat]:
                return  # the bot was quicker: that ends the question, too
            assert abs(one.clock.deadline - before) < 500

    asyncio.run(run())


def test_without_a_clock_nothing_is_due(here: Running) -> None:
    async def run() -> None:
        _, one, _ = await two(here, NO_CLOCK)
        await one.quiet(0.05)
        assert (one.clock.deadline, one.clock.kind) == (0, "off")

    asyncio.run(run())


def test_other_acts_gain_no_time(here: Running) -> None:
    async def run() -> None:
        clock = {"decision": 600, "call": 0, "grace": 0, "hour": 0}
        _, one, other = await two(here, clock)
        before = (await clock_of(one, "decision")).deadline
        (seat,), (partner,) = one.welcome.you, other.welcome.you
        await other.quiet(0.05)
        offer = {"kind": "Offer", "other": seat, "give_cash": 1, "take": [39]}
        assert (await other.act(partner, offer)).rule, "there is nothing to deal with yet"
        assert (await one.act(seat, {"kind": "Resign"}, id="x", seq=0)).reason == "stale"
        await one.quiet(0.05)
        assert one.clock.deadline == before

    asyncio.run(run())


def test_the_short_games_hour_strikes(here: Running) -> None:
    async def run() -> None:
        clock = {**NO_CLOCK, "hour": 2}
        game = here.create([person("Ann"), BOT], options={"short_game": True}, clock=clock)
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        assert ann.clock.hour > 0
        await ann.until(lambda m: isinstance(m, protocol.TableChanged) and m.table.status == "finished")
        kinds = [e.kind for m in ann.messages if isinstance(m, protocol.Update) for e in m.events]
        assert "HourStruck" in kinds
        assert "GameWon" in kinds
        assert kinds.count("WorthCounted") == 2
        counted = [
            e for m in ann.messages if isinstance(m, protocol.Update) for e in m.events if e.kind == "WorthCounted"
        ]
        assert all(event.amount > 0 for event in counted), "at the end everybody's worth is told"

    asyncio.run(run())


def test_a_deadline_is_extended_by_the_time_the_server_was_down(tmp_path: Path) -> None:
    async def begin(here: Running) -> tuple[dict[str, Any], int, int]:
        clock = {"decision": 60, "call": 0, "grace": 0, "hour": 0}
        game, one, _ = await two(here, clock)
        (seat,) = one.welcome.you
        return game, seat, (await clock_of(one, "decision")).deadline

    async def look(here: Running, game: dict[str, Any], seat: int) -> int:
        client = await sit(here, game["game"], game["seats"][seat]["key"])
        return int(client.clock.deadline)

    with running(tmp_path / "games.db") as here:
        began = time.time()
        game, seat, before = asyncio.run(begin(here))
    stopped = time.time()
    time.sleep(2)
    started = time.time()
    with running(tmp_path / "games.db") as here:
        after = asyncio.run(look(here, game, seat))
        back = time.time()
    assert started - stopped - 0.1 < (after - before) / 1000 < back - began


HOUR = 3600 * 1000


@pytest.mark.parametrize(
    ("wall", "steady"),
    [(HOUR, HOUR), (HOUR, 0), (-48 * HOUR, 0), (0, HOUR)],
    ids=["stopped for an hour", "clock set forth", "clock set back", "only the steady clock runs"],
)
def test_neither_standing_still_nor_a_clock_that_is_set_costs_anybody_time(
    tmp_path: Path, wall: int, steady: int
) -> None:
    jump = [0, 0]

    def clock() -> Clock:
        return Clock(lambda: wall_ms() + jump[0], lambda: steady_ms() + jump[1])

    async def run(here: Running) -> None:
        _, one, other = await two(here, {"decision": 60, "call": 0, "grace": 0, "hour": 0})
        (seat,) = one.welcome.you
        clock = await clock_of(one, "decision")
        left = clock.deadline - clock.now
        assert 50_000 < left <= 60_000
        jump[:] = wall, steady
        await asyncio.sleep(1.5)
        await one.ask("chat", seat=seat, text="still here")
        await one.quiet(0.2)
        assert not one.table.seats[seat].away
        assert isinstance(await one.act(seat, {"kind": "Throw"}), protocol.Done)
        if steady:
            changed = [m for m in one.messages if isinstance(m, protocol.TableChanged)][-1]
            assert 0 <= left - (changed.clock.deadline - changed.clock.now) < 20_000, "everybody hears what is left"
        await other.quiet(0.05)
        assert other.view == one.view

    with running(tmp_path / "games.db", clock=clock) as here:
        asyncio.run(run(here))


def test_a_table_that_was_empty_has_the_time_of_day_again_and_nobody_gains_or_loses(tmp_path: Path) -> None:
    jump = [0]

    def clock() -> Clock:
        return Clock(lambda: wall_ms() + jump[0], lambda: steady_ms() + jump[0])

    async def run(here: Running) -> None:
        game, one, other = await two(here, {"decision": 60, "call": 0, "grace": 0, "hour": 0})
        clock = await clock_of(one, "decision")
        left = clock.deadline - clock.now
        (seat,) = one.welcome.you
        await one.socket.close()
        await other.socket.close()
        table = here.server.lobby.rooms[game["game"]].table
        await until(lambda: not table.state.present)
        jump[0] = HOUR
        await asyncio.sleep(1)
        back = await sit(here, game["game"], game["seats"][seat]["key"])
        assert abs(back.clock.now - (wall_ms() + HOUR)) < 10_000
        assert 0 < back.clock.deadline - back.clock.now <= left

    with running(tmp_path / "games.db", clock=clock) as here:
        asyncio.run(run(here))


def test_two_processes_with_different_clocks_agree_about_the_time_of_a_table(tmp_path: Path) -> None:
    async def run() -> None:
        store = await SqliteStore.open(str(tmp_path / "games.db"))
        for hours in (-1, 1, 48):
            async with two_lobbies(store) as (here, there):
                there.host.clock = Clock(lambda: wall_ms() + hours * HOUR)  # noqa: B023
                wish = msgspec.structs.replace(ANN_AND_BEN, clock=ClockSettings(60, 0, 0, 0))
                game = (await here.create(wish)).game
                first = await here.find_room(game)
                await first.table.attach(Ear(0), 0)
                second = await there.find_room(game)
                await second.table.attach(Ear(1), 0)
                await until_same(first, second)
                for room in (first, second):
                    table = room.table
                    assert abs(table.now() - first.table.now()) < 10_000
                    assert table.state.deadline is not None
                    assert 40_000 < table.state.due(table.now()) - table.now() <= 62_000
                    room.driver.wake()
                await asyncio.sleep(0.3)
                assert not first.table.state.away
        await store.close()

    asyncio.run(run())


def state_of_two() -> GameState:
    state = GameState("g")
    seats = [SeatBody("person", "Ann", "kite", key="a"), SeatBody("person", "Ben", "moon", key="b")]
    created = entries.Created("classic", "", "t", True, seats, "", ClockSettings(), True, "", "")
    state.absorb(entry_of(1, 0, created), created)
    return state


def test_only_time_with_somebody_at_the_table_counts() -> None:
    state = state_of_two()

    def note(at: int, body: entries.Body) -> None:
        state.absorb(entry_of(state.seq + 1, at, body), body)

    state.started_at, state.status = 1, "playing"
    note(100, entries.Connected(0, "p"))
    note(1000, entries.ClockSet(Deadline("decision", 61_000, [0], 61_000)))
    assert state.due(5000) == 61_000
    note(10_000, entries.Disconnected(0, "p", 9_000))  # the process died at 9,000; another noticed at 10,000
    assert state.due(29_000) == 81_000
    note(30_000, entries.Connected(1, "q"))
    assert state.due(40_000) == 61_000 + 21_000
    note(50_000, entries.Connected(0, "q"))
    note(60_000, entries.Disconnected(1, "q", 60_000))
    assert state.due(70_000) == 61_000 + 21_000, "somebody is still there"


def test_a_killed_process_is_noticed_and_its_players_are_gone_since_it_last_lived(tmp_path: Path) -> None:
    """What a crash leaves behind: somebody is here at a process that is no more."""
    with running(tmp_path / "games.db") as here:
        game = here.create([person("Ann"), FREE])

        async def pretend() -> None:
            lobby = here.server.lobby
            room = await lobby.find_room(game["game"])
            async with room.table.lock:
                draft = room.table.draft()
                draft.add(entries.Connected(0, "dead-process"))
                await room.table.commit(draft)
            lobby.rooms.clear()

        here.in_loop(pretend)
        assert here.get(f"/api/games/{game['game']}", game["watch"]).status_code == 200

        async def look() -> bool:
            return (await here.server.lobby.find_room(game["game"])).table.state.is_connected(0)

        assert here.in_loop(look) is False


def test_bots_wait_a_while_for_an_offer_to_be_answered(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(autoplay, "OFFER_PATIENCE_MS", 1000)

    async def run() -> None:
        seats = [person("Ann"), BOT, person("Ben")]
        game = here.create(seats, options={"setup_cash": 5000, "setup_first_player": "first-seat"}, clock=NO_CLOCK)
        client = await sit(here, game["game"], *(seat["key"] for seat in game["seats"]))
        while 0 not in client.view.owner or client.view.phase != "end-turn" or client.view.on_turn != 0:
            await play_simply(client, [0, 2], 1)
        deeds = here.get("/api/editions/classic").json()["board"]["deeds"]
        square = deeds[client.view.owner.index(0)]["square"]
        began = time.monotonic()
        await client.act(0, {"kind": "Offer", "other": 2, "give": [square], "take_cash": 1})
        ended = await client.act(0, {"kind": "EndTurn"})
        assert client.view.next == 2, "Ben is asked first"
        moved = await client.until(lambda m: isinstance(m, protocol.Update) and m.seq > ended.seq)
        assert moved.events[0].player == 1, "then the bot plays on"
        assert time.monotonic() - began > 0.95
        assert client.view.offers, "the offer stands"

    asyncio.run(run())
