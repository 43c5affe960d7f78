"""A position that is told by the protocol and read again is, for the seat that was told, the position that it was."""

from typing import Any

import msgspec
import pytest

from passgo import Game, bots, editions
from passgo.clients.position import Decks, Payments, message_action, read_event, read_position
from passgo.server.table.edition_engine import EditionEngine
from passgo.server.wire import types
from passgo.server.wire.actions import legal_list, write_action
from passgo.server.wire.told_events import event_of
from passgo.server.wire.views import hand_of, view_of

READ_VIEW, READ_HAND = msgspec.json.Decoder(types.View).decode, msgspec.json.Decoder(types.Hand).decode
UNTOLD = frozenset(
    ("first", "first_throw", "again", "salaried", "mr_m", "arrived", "rent_throw", "deck", "card", "cursor", "steps",
     "contenders", "offers_made", "offer_number", "claim_age", "matter_last", "matter_player", "matter_stage",
     "matter_square", "matter_rule", "speeding", "resigning", "claim_said")
)  # fmt: skip
"""What no seat is told, because it decides nothing that a seat could decide."""


def tell(edition: EditionEngine, position: bytes, seat: int) -> tuple[types.View, types.Hand]:
    with edition.at(position) as opened:
        return READ_VIEW(msgspec.json.encode(view_of(opened))), READ_HAND(bytes(hand_of(opened, seat)))


def fields(position: bytes) -> dict[str, Any]:
    from passgo.machine.records import STRUCTURES
    from passgo.rules.state import State

    g: Any = STRUCTURES[State].from_buffer_copy(position)
    return {name: value[:] if hasattr(value := getattr(g, name), "_length_") else value for name, _ in g._fields_}


@pytest.mark.parametrize("edition", ["1935", "classic", "speed-die", "modern"])
@pytest.mark.parametrize("open_cash", [True, False])
def test_every_seat_that_is_asked_may_do_in_it_what_it_may_do(edition: str, open_cash: bool) -> None:
    ruleset = editions.ruleset(edition, table_cash_private=not open_cash)
    told = EditionEngine(ruleset)
    kinds = set()
    for seed in range(2):
        game = Game(edition, 4, seed=seed, table_cash_private=not open_cash)
        names = sorted(bots.BOTS)
        notebooks = {player: bots.notebooks([bots.bot(names[n]).notebook]) for n, player in enumerate(game.names)}
        decks, payments, heard = Decks(told), Payments(), 0
        for _ in range(1500):
            player = game.next_to_decide
            if player is None:
                break
            seat = game.names.index(player)
            for event in game._course.events[heard:]:
                sent_event = event_of(told, game._names, event, 0, False)
                assert read_event(told, sent_event) == event
                decks.hear(sent_event)
                payments.hear(sent_event)
            heard = len(game._course.events)
            position = game._engine.position
            view, hand = tell(told, position, seat)
            read = read_position(told, view, hand, decks, payments)
            with told.at(position) as opened:
                wanted = legal_list(opened, seat)
            with told.at(read) as opened:
                assert legal_list(opened, seat) == wanted
                assert opened.engine.next_to_decide == seat
            was, found = fields(position), fields(read)
            if not open_cash:
                was["cash"] = found["cash"] = []
            assert all(found[name] == was[name] for name in was if name not in UNTOLD)
            policy = bots.bot(names[seat]).policy
            action = game.choice_of(policy, player, notebooks[player])
            sent = message_action(told, game._engine.played)
            kinds.add(sent.kind)
            with told.at(position) as opened:
                write_action(opened, sent, seat)
                assert opened.engine.played == game._engine.played
            game.play(action, player)
    assert {"Throw", "Buy", "Build", "EndTurn", "Mortgage", "Offer"} <= kinds
