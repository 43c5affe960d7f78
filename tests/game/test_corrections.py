"""Corrections at a real table: what was typed wrongly is taken back, what went wrong is set right, all is kept."""

import pickle
import random
from typing import Any

import pytest

import passgo
from passgo import Game
from passgo.errors import UnlawfulPosition
from passgo.game.explanations import explain_record
from passgo.notation.corrections import FORMS
from tests.game.tables import typed


def corrected_game() -> Game:
    game = typed()
    game.throw(4, 2)
    game.undo("it was a five")
    game.throw(5, 2)
    game.draw("bank_dividend")
    game.undo("another card", steps=1)
    game.draw("advance_to_go")
    game.set_right("cash Ann: 1234; deed Boardwalk: Ben; place Ben: Boardwalk", "we forgot")
    game.play("end turn")
    return game


def test_a_record_keeps_what_was_taken_back_and_set_right_and_why() -> None:
    record = corrected_game().record()
    wanted = [
        "dice 4 2",
        'undo 2 "it was a five"',
        "dice 5 2",
        'undo 1 "another card"',
        'set right "we forgot": cash Ann: 1234; deed Boardwalk: Ben; place Ben: Boardwalk',
    ]
    assert [line for line in record.splitlines() if line in wanted] == wanted


def test_a_corrected_record_replays_to_the_same_game() -> None:
    game = corrected_game()
    again = Game.from_record(game.record())
    assert (again.position, again) == (game.position, game)
    assert again.record() == game.record()
    assert again["Ann"].cash == 1234
    assert again["Ben"].deeds == {"Boardwalk": 0}
    assert pickle.loads(pickle.dumps(game)).record() == game.copy().record() == game.record()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('undo 2 "it was a five"', 'undo 2 "it was a six"'),
        ("cash Ann: 1234", "cash Ann: 1235"),
        ('undo 1 "another card"\n', ""),
    ],
)
def test_a_correction_that_was_altered_is_found_out(old: str, new: str) -> None:
    record = corrected_game().record()
    assert old in record
    with pytest.raises(passgo.BadRecord):
        Game.from_record(record.replace(old, new))


def test_the_moments_of_a_record_are_what_stands() -> None:
    record = passgo.read_record(corrected_game().record())
    assert [moment.action.kind for moment in record] == ["Throw", "SetRight", "EndTurn"]
    assert [str(step) for step in map(repr, record[0].chance)] == ["Dice(5, 2)", "Card('advance_to_go')"]
    assert repr(record[1].action).startswith("SetRight('cash Ann: 1234; ")
    assert record[0].game["Ann"].cash == 1700
    assert record[1].game["Ann"].cash == 1234
    lines = corrected_game().record().splitlines()
    assert [lines[moment.line - 1].split()[0] for moment in record] == ["Ann:", "set", "Ann:"]


def test_every_line_of_a_corrected_record_is_explained() -> None:
    moves = explain_record(corrected_game().record())
    assert [move.action for move in moves if not move.reasons][:2] == ["Ann: throw", 'undo 2 "it was a five"']


def test_what_was_set_right_is_taken_back_like_anything_else() -> None:
    game = typed()
    game.set_right("cash Ann: 7", "a slip")
    game.undo()
    assert (game["Ann"].cash, game.record()) == (1500, typed().record())
    game.set_right("cash Ann: 7", "a slip")
    game.undo("no slip")
    assert game["Ann"].cash == 1500
    assert Game.from_record(game.record()) == game


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ("deed Boardwalk: Ann; lot Boardwalk: 1", "build.group"),
        ("deed Boardwalk: Ann; deed Park Place: Ann; lot Boardwalk: 2", "build.evenly"),
        ("lot Boardwalk: mortgaged", "setup.bank"),
    ],
)
def test_an_unlawful_correction_is_refused_with_its_rule_and_changes_nothing(changes: str, rule: str) -> None:
    game = typed()
    with pytest.raises(UnlawfulPosition) as refusal:
        game.set_right(changes, "why not")
    assert refusal.value.rule == rule
    assert game == typed()


@pytest.mark.parametrize(
    "changes", ["", "cash", "cash Zoe: 5", "cash Ann: -5", "jail Ann: 4", "moon Ann: 3", "lot GO: 1"]
)
def test_what_says_no_correction_is_refused_in_words(changes: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        typed().set_right(changes, "why not")
    with pytest.raises(ValueError, match="sets nothing right") as problem:
        typed().set_right("moon Ann: 3", "why not")
    assert FORMS in str(problem.value)


@pytest.mark.parametrize("reason", ["", "  ", "a\nb" * 200, None])
def test_nobody_corrects_without_a_reason(reason: Any) -> None:
    with pytest.raises(ValueError, match="reason"):
        typed().set_right("cash Ann: 5", reason)


def test_only_games_with_real_dice_are_corrected() -> None:
    game = Game("classic", players=["Ann", "Ben"], seed=7)
    game.play("throw")
    with pytest.raises(ValueError, match="typed dice"):
        game.set_right("cash Ann: 5", "rich")
    with pytest.raises(ValueError, match="typed dice"):
        game.undo("unlucky")


def test_buildings_cards_and_jail_are_set_right_and_the_bank_has_the_rest() -> None:
    game = typed()
    game.set_right("deed Boardwalk: Ann; deed Park Place: Ann; lot Boardwalk: hotel; lot Park Place: 4", "built")
    game.set_right("card chance: Ben; jail Ben: 2", "he sits there")
    assert (game.bank.houses, game.bank.hotels) == (28, 11)
    assert (game["Ben"].jail_cards, game["Ben"].jail_turn, game["Ben"].square) == (
        ("chance",),
        2,
        "Jail / Just Visiting",
    )
    game.set_right("card chance: Bank; place Ben: GO; deed Park Place: Bank; lot Boardwalk: 0", "all wrong")
    assert (game.bank.houses, game["Ben"].jail_cards, game["Ben"].in_jail) == (32, (), False)
    assert len(game.to_dict()["seen"]["chance"]) == 1  # the card lies at the bottom of its deck
    assert Game.from_record(game.record()) == game


def test_open_offers_fall_when_something_is_set_right() -> None:
    game = typed()
    game.set_right("deed Boardwalk: Ann", "dealt before")
    game.play("offer Ben: boardwalk for $5", "Ann")
    game.set_right("cash Ben: 100", "spent")
    assert game.offers == []


@pytest.mark.parametrize("edition", ["classic", "1935", "speed-die", "modern"])
def test_random_games_with_many_corrections_replay_exactly(edition: str) -> None:
    chooser = random.Random(edition)
    game = Game(edition, players=["Ann", "Ben", "Cy"], dealer="typed")
    for n in range(250):
        if game.outcome is not None:
            break
        actions = [a for a in game.legal_actions() if a.kind not in ("Offer", "Counter", "OfferSettlement", "Resign")]
        action = chooser.choice(actions)
        if action.kind == "Bid":
            action = passgo.Action("Bid", action.player, amount=action.amount)
        game.play(action)
        if n % 9 == 4:
            game.undo(f"slip {n}", steps=chooser.randint(1, min(3, len(game._course.steps))))
        if n % 23 == 7 and not game.matters:
            player = next(player for player in game.players if not player.out)
            game.set_right(f"cash {player.name}: {chooser.randint(0, 2000)}", f"miscounted {n}")
    record = game.record()
    assert "undo " in record
    assert Game.from_record(record) == game
    assert passgo.read_record(record).end.position == game.position
