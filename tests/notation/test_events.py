"""Events as names, as dictionaries and as sentences."""

import json

from passgo import Game, editions
from passgo.notation.events import EVENT_KINDS, Event
from passgo.notation.names import Names
from passgo.notation.sentences import SENTENCES


def test_every_kind_of_event_has_a_sentence() -> None:
    assert set(SENTENCES) == set(EVENT_KINDS)
    for n, kind in enumerate(EVENT_KINDS):
        event = Event(
            Names(editions.ruleset("classic"), ["Ann", "Ben"]), (1, 1 << 27, 1, 50, 0, 1, n, 0, 1, 39, 1, 2, 3, 4, 5)
        )
        assert str(event)[0].isupper()
        assert str(event).endswith((".", "!"))
        assert "None" not in str(event)
        assert repr(event).startswith(f"{kind}(")
        assert json.loads(json.dumps(event.to_dict()))["kind"] == kind


def test_an_event_tells_names_and_its_rule() -> None:
    game = Game(players=["Ann", "Ben"], dealer="typed", setup_first_player="first-seat")
    paid = game.throw(2, 2)[-1]
    assert (paid.kind, paid.player, paid.other, paid.square) == ("Moved", "Ann", None, "Income Tax")
    chosen = game.play("pay flat tax")
    assert [str(event) for event in chosen] == ["Ann chooses the flat tax.", "Ann pays $200 to the Bank."]
    assert [event.rule for event in chosen] == ["tax.income-blind", "tax.income"]
    assert chosen[0].choice == "PayFlatTax"
    assert chosen[1].to_dict() == {
        "kind": "Paid", "rule": "tax.income", "player": "Ann", "other": "Bank", "amount": 200,
        "turn": 1, "round": 0,
    }  # fmt: skip
    assert chosen == game.events[-2:]
    assert len({*chosen, *game.events[-2:]}) == 2


def test_an_event_knows_its_turn_and_round() -> None:
    game = Game(players=["Ann", "Ben"], dealer="typed", setup_first_player="first-seat")
    game.throw(2, 2)
    game.play("pay flat tax")
    game.throw(1, 1)
    game.play("buy")
    game.throw(4, 5)
    game.play("buy")
    ended = game.play("end turn")
    assert [(event.kind, event.turn, event.round) for event in ended] == [("TurnEnded", 1, 0), ("TurnBegan", 2, 0)]
    game.throw(2, 3)
    game.play("buy")
    assert [(event.kind, event.turn, event.round) for event in game.play("end turn")] == [
        ("TurnEnded", 2, 0),
        ("TurnBegan", 3, 1),
    ]
    assert game.round == 1
    dated = [(event.turn, event.round) for event in game.events]
    assert dated == sorted(dated)
    assert [event.amount for event in game.events if event.kind == "TurnBegan"] == [1, 2, 3]
    assert all(event.turn == event.amount for event in game.events if event.kind == "TurnBegan")
    game.undo()
    assert (game.round, game.events[-1].turn) == (0, 2)
