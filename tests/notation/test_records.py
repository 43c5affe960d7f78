"""Whole games as text: replayed exactly, and refused at the line that was changed."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from passgo import BadRecord, Game, SeededDealer, verify
from passgo.notation.record import parse_record

UNSIGNED = """passgo record 1  # a comment
edition: classic
player: Ann (kite)
player: "B # n" (moon)
dealer: typed

# for the first turn
dice 6 5
dice 1 2

turn 1: Ann, $1500 on GO [{}]
Ann: throw
dice 3 4
card bank_dividend   # lucky
Ann: end turn

turn 2: "B # n", $1500 on GO [{}]

end: 6 actions [{}]
"""


def fingerprints() -> list[str]:
    game = Game(players=["Ann", "B # n"], tokens=["kite", "moon"], dealer="typed")
    game.throw(6, 5)
    game.throw(1, 2)
    game.throw(3, 4)
    game.draw("bank_dividend")
    game.play("end turn")
    return re.findall(r"\[(\w+)]", game.record())


RECORD = UNSIGNED.format(*fingerprints())


def changed(old: str, new: str) -> str:
    assert old in RECORD
    return RECORD.replace(old, new)


def test_a_record_is_replayed() -> None:
    game = Game.from_record(RECORD)
    assert (game.turn, game["Ann"].cash, game.on_turn) == (2, 1550, "B # n")
    assert Game.from_record(game.record()).position == game.position


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 1: expected 'passgo record 1', found nothing"),
        ("chess record 1", "line 1: expected 'passgo record 1'"),
        (changed("record 1 ", "record 2 "), "line 1: expected 'passgo record 1'"),
        (changed("edition: classic\n", ""), "expected a line 'edition: ...'"),
        (changed("edition: classic", "edition: atlantis"), "line 1: the heading is wrong"),
        (changed("edition: classic", "edition:"), "line 2: expected something"),
        (changed("(kite)", "(moon)"), "setup.tokens"),
        (changed("(kite)", "kite"), "line 3: expected 'player: NAME (TOKEN)'"),
        (changed("dealer: typed", "dealer: typed\nsecret: 5"), "line 6: expected 64 hexadecimal digits"),
        (changed("edition: classic", "edition: classic\nedition: modern"), "line 3: a second 'edition:'"),
        (changed("dice 6 5", "dice 6 7"), "line 8: 'dice' is followed by two dice"),
        (changed("dice 6 5", "dice 1 5"), "line 11: expected 'turn 1: Ann, $1500 on GO ["),
        (changed("turn 1: Ann, $1500", "turn 1: Ann, $1600"), "line 11: expected 'turn 1: Ann, $1500"),
        (changed("Ann: throw", "Ann: buy"), "line 12: 'Ann: buy' is refused"),
        (changed("Ann: throw", "Cy: throw"), "line 12: nobody is called 'Cy'"),
        (changed("Ann: throw", "turn 5: Ann"), "line 12: expected an action, for no turn begins here"),
        (changed("dice 3 4", "dice 3 5"), "line 14: 'card bank_dividend' is refused"),
        (changed("card bank_dividend", "card poor_tax"), "line 17: expected 'turn 2: "),
        (changed("Ann: end turn\n", ""), "line 16: expected an action, for no turn begins here"),
        (changed("end: 6", "end: 7"), "line 19: expected 'end: 6 actions ["),
        (RECORD[: RECORD.index("\nend:")], "line 17: the record breaks off here"),
        (RECORD[:180], "the record breaks off here"),
        (changed("turn 2", "# turn 2"), "line 19: expected"),
        (b"passgo record 1", "a record is a text"),
    ],
)  # fmt: skip
def test_a_record_that_was_altered_or_broken_off_is_refused_at_its_line(text: Any, complaint: str) -> None:
    with pytest.raises(BadRecord, match=r"^line \d+: ") as refusal:
        Game.from_record(text)
    assert complaint in str(refusal.value)


@given(st.integers(0, len(RECORD) - 1), st.characters(codec="utf-8"))
def test_any_change_of_a_record_is_harmless_or_a_value_error(place: int, letter: str) -> None:
    try:
        game = Game.from_record(RECORD[:place] + letter + RECORD[place + 1 :])
    except ValueError:
        return
    assert game.turn == 2


ODD_NAMES = ["turn 1", "edition", "player", "dealer", "end", "dice", "#", '"', "A (kite)", "\u00df"]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_whatever_a_player_is_called_the_record_is_replayed(name: str) -> None:
    game = Game.from_dict({"players": {name: {}, "Ben": {}}}, seed=7)
    for _ in range(12):
        game.play(next(action for action in game.legal_actions() if action.kind not in ("Offer", "Counter")))
    again = Game.from_record(game.record())
    assert again.record() == game.record()
    assert verify(game.record()) > 0
    assert str(again) == str(game)


@pytest.mark.parametrize("name", ["", "two\nlines", "mine # yours", "  spaced  "])
def test_whatever_a_dealer_calls_itself_the_record_is_replayed(name: str) -> None:
    class Named(SeededDealer):
        def __str__(self) -> str:
            return name

    game = Game(players=["Ann", "Ben"], dealer=Named(7))
    assert Game.from_record(game.record()).position == game.position


def test_where_real_dice_were_put_away_another_dealer_goes_on() -> None:
    game = Game(players=["Ann", "Ben"], dealer="typed")
    game.throw(6, 5)
    assert Game.from_record(game.record()).to_act == ("Chance",)
    assert Game.from_record(game.record(), dealer=SeededDealer(7)).phase == "before-throw"
    with pytest.raises(ValueError, match="a dealer has"):
        Game.from_record(game.record(), dealer="seeded")  # type: ignore[arg-type]  # the mistake that is refused


@pytest.mark.parametrize("ending", ["\r\n", "\r", "  \n"])
def test_the_ends_of_lines_do_not_matter(ending: str) -> None:
    assert Game.from_record(RECORD.replace("\n", ending)).turn == 2


def test_the_lines_of_a_record_are_numbered_as_in_the_text() -> None:
    heading, lines = parse_record(RECORD)
    assert heading.players == [("Ann", "kite"), ("B # n", "moon")]
    assert [line.number for line in lines] == [8, 9, 11, 12, 13, 14, 15, 17, 19]
