"""Nothing hidden ever leaves the server: others' cash, a worth counted for a tax, coming dice, keys and the seed."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import numpy as np
import pytest

from passgo import editions
from passgo.bots import BOTS, MEMORY
from passgo.dealer import VerifiableDealer
from passgo.notation import events
from passgo.notation.actions import class_name
from passgo.rules import codes
from passgo.rules.state import State
from passgo.server.keys import hash_key
from passgo.server.logs import JsonLines
from passgo.server.table import entries
from passgo.server.table.entries import SeatBody, entry_of
from passgo.server.table.state import GameState
from passgo.server.wire import protocol, told_events, updates, views
from passgo.server.wire.actions import legal_list
from passgo.server.wire.types import ClockSettings
from tests.server.play import BOT, FREE, Running, person, play_simply, play_together, sit

NAMES = ("Ann", "Ben", "Cy")
SEED = bytes(range(32))


def new_state(edition: str, options: str = "") -> tuple[GameState, VerifiableDealer]:
    state, dealer = GameState("game"), VerifiableDealer(SEED)
    seats = [SeatBody("person", name, "", key="x") for name in NAMES]
    created = entries.Created(edition, options, "t", True, seats, dealer.commit, ClockSettings(), True, "", "")
    state.absorb(entry_of(1, 0, created), created)
    move = state.begin(len(NAMES), dealer)
    start = entries.Started(seats, move.steps)
    state.absorb(entry_of(2, 0, start), start, move)
    return state, dealer


def games(edition: str, options: str = "", count: int = 6) -> Iterator[tuple[Random, GameState, VerifiableDealer]]:
    """Games of traders, stopped before each decision."""
    for n in range(count):
        state, _ = new_state(edition, options)
        dealer = VerifiableDealer(bytes([n]) * 32)
        notebooks = [np.zeros(MEMORY, np.int64) for _ in NAMES]
        asker = Random(n)
        for _ in range(150):
            seat = state.situation.next
            if seat < 0:
                break
            yield asker, state, dealer
            with state.open() as position:
                position.engine.ask(BOTS["trader" if n % 3 else "random"].policy, seat, notebooks[seat])
                record = position.engine.played
            move = state.play(record, dealer)
            body = entries.Moved(seat, "bot", move.steps)
            state.absorb(entry_of(state.seq + 1, 0, body), body, move)


def with_other_cash(dice: Random, state: GameState, seat: int) -> bytes:
    """The same position but for the cash of one player: as much as they might have as well."""
    with state.open() as position:
        exchange_cash(dice, position.g, seat)
        return position.engine.position


def exchange_cash(dice: Random, g: State, seat: int) -> None:
    least, most = 0, 5000
    for m in range(g.matters):
        kind, amount = g.matter_kind[m], g.matter_amount[m]
        if kind == codes.MATTER_DEBT and g.matter_player[m] == seat:
            most = min(most, amount - 1)
        bids = kind == codes.MATTER_AUCTION and g.matter_other[m] == seat
        places = kind == codes.MATTER_SHORTAGE and g.matter_stage[m] == codes.STAGE_PLACING
        least += amount if bids or places else 0
    amount = dice.randint(least, max(least, most))
    g.cash[codes.BANK] += g.cash[seat] - amount
    g.cash[seat] = amount


def told(state: GameState, seats: tuple[int, ...]) -> list[bytes]:
    """Everything that somebody with these seats is told of a position."""
    update = updates.encode_updates([seats], state, 0, 0, [])[seats]
    return [update, updates.welcome(state, 0, SEED, seats, [], False)]


@pytest.mark.parametrize("edition", editions.NAMES)
def test_games_that_differ_only_in_secrets_look_the_same(edition: str) -> None:
    compared = 0
    for dice, state, _ in games(edition):
        seats = list(range(len(NAMES)))
        secretive = dice.choice(seats)
        others = tuple(seat for seat in seats if seat != secretive)
        before, own = [told(state, who) for who in (others, ())], told(state, (secretive,))
        real = state.position
        state.position = with_other_cash(dice, state, secretive)
        changed = state.position != real
        after, own_after = [told(state, who) for who in (others, ())], told(state, (secretive,))
        state.position = real
        assert before == after
        assert (own != own_after) == changed, "the owner does see the difference"
        compared += changed
    assert compared > 300


def test_at_an_open_table_cash_is_public() -> None:
    state, _ = new_state("classic", "table-cash-private=off")
    with state.open() as position:
        assert [player.cash for player in views.view_of(position).players] == [1500, 1500, 1500]


def test_a_worth_counted_for_a_tax_is_told_to_its_owner_alone() -> None:
    edition = new_state("classic")[0].edition
    names = edition.names.seating(NAMES)
    fields = {events.KIND: codes.WORTH_COUNTED, events.RULE: 1, events.PLAYER: 1, events.OTHER: -1, events.CARD: -1}
    fields |= {events.AMOUNT: 4321, events.SQUARE: 4}
    counted = tuple(fields.get(place, 0) for place in range(15))
    final = tuple((fields | {events.SQUARE: -1}).get(place, 0) for place in range(15))
    story = told_events.Story(edition, names, [(7, counted)])
    assert b"4,321" in bytes(story.encode_for((1,)))
    assert b"4,321" in bytes(story.encode_for((0, 1)))
    for others in ((0,), (0, 2), ()):
        text = bytes(story.encode_for(others))
        assert b"4,321" not in text
        assert b"4321" not in text
        assert b"Ben's worth is counted." in text
    assert b"4,321" in bytes(told_events.Story(edition, names, [(7, final)]).encode_for(()))


def test_no_event_kind_can_tell_cash_unnoticed() -> None:
    """Every kind that carries an amount is listed here with why that is public, so that a new one is thought about."""
    public = {
        "TurnBegan", "DiceThrown", "FirstPlayerFound", "DeedDealt", "Moved", "Paid", "DeedBought", "BidMade",
        "AuctionWon", "RentCharged", "RentClaimed", "ClaimKept", "ClaimLapsed", "Built", "BuildingSold", "Mortgaged",
        "MortgageLifted", "MortgageKept", "DebtArose", "DebtSettled", "HourStruck", "ShortageAsked", "TaxChosen",
        "OfferMade", "OfferWithdrawn", "OfferRefused", "OfferLapsed", "DealMade", "CardPassed",
        "GameWon",  # the game is over
    }  # fmt: skip
    page = (Path(__file__).parents[2] / "docs" / "events.md").read_text()
    rows = re.findall(r"^\| \d+ \| `([A-Z_]+)` \|.*`amount`", page, re.MULTILINE)
    kinds = {class_name(row) for row in rows}
    assert kinds == public | {"WorthCounted"}


def test_the_legal_list_of_a_seat_is_the_engines() -> None:
    state, _ = new_state("classic")
    with state.open() as position:
        listed = msgspec.json.decode(legal_list(position, state.situation.next))
    assert {"kind": "Throw"} in listed
    assert {"kind": "Resign"} in listed


def test_whole_games_leak_neither_seed_nor_keys_nor_cash(here: Running) -> None:
    async def run() -> None:
        game = here.create([person("Ann"), FREE, BOT], public=True)
        joined = here.join(game, "Ben")
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        ben = await sit(here, game["game"], joined["key"])
        eve = await sit(here, game["game"])
        await play_together([ann, ben], 60)
        for client in (ann, ben, eve):
            await client.quiet()
        row = here.in_loop(lambda: here.server.lobby.host.store.row(game["game"]))
        everything = "\n".join([*ann.raw, *ben.raw, *eve.raw])
        seed = row.seed.hex()
        for secret in (seed, game["seats"][0]["key"], joined["key"], game["invite"], game["watch"]):
            assert secret not in everything
        assert game["commit"] in everything
        for client in (ann, ben, eve):
            for message in client.messages:
                if isinstance(message, protocol.Update | protocol.Welcome) and message.view:
                    assert all(player.cash is None for player in message.view.players)
                    assert {hand.seat for hand in message.hands} == set(client.welcome.you)
        for path in ("record", "record?as=json", "replay", "verify"):
            assert here.get(f"/api/games/{game['game']}/{path}").status_code == 409
        assert seed not in here.get(f"/api/games/{game['game']}").text

    asyncio.run(run())


def test_keys_have_enough_bits_and_are_kept_as_hashes_only(here: Running, tmp_path: Path) -> None:
    game = here.create([person("Ann"), FREE])
    joined = here.join(game, "Ben")
    keys = [game["seats"][0]["key"], game["invite"], game["watch"], joined["key"]]
    assert all(len(key) * 6 >= 128 for key in keys)
    assert len({*keys, *(here.create([person("Ann"), FREE])["invite"] for _ in range(20))}) == 24
    log = here.in_loop(lambda: here.server.lobby.log(game["game"]))
    kept = b"".join(entry.body for entry in log)
    assert hash_key(joined["key"]).encode() in kept
    database = Path(here.server._database)
    kept += b"".join(file.read_bytes() for file in database.parent.glob(database.name + "*"))
    assert game["game"].encode() in kept, "the files are those of this server"
    assert not any(key.encode() in kept for key in keys)


def test_logs_tell_no_secrets(here: Running, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("DEBUG", logger="passgo"):
        game = here.create([person("Secretive Ann"), FREE], title="Hidden title")
        joined = here.join(game, "Ben")

        async def run() -> None:
            ann = await sit(here, game["game"], game["seats"][0]["key"])
            await ann.ask("chat", seat=0, text="whispered")
            await play_simply(ann, [0], 1) if 0 in ann.view.waiting else None
            wrong = await sit(here, game["game"], "x" * 32)
            assert wrong.messages[0].reason == "bad-key"

        asyncio.run(run())
    lines = [JsonLines().format(record) for record in caplog.records]
    assert any("a game was created" in line for line in lines)
    for line in lines:
        msgspec.json.decode(line.encode())
        for secret in (game["seats"][0]["key"], joined["key"], game["invite"], "Secretive", "whispered", "Hidden"):
            assert secret not in line
