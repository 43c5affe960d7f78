"""The terminal's Banker corrects any entry: it goes back, and what came later is played again as far as it holds."""

import builtins
import random
import re
from pathlib import Path

import pytest

from passgo import Game
from passgo.terminal.amendments import entries_of
from passgo.terminal.banker import Banker
from passgo.terminal.screen import Screen
from tests.terminal.people import Table

START = ("6 5", "1 2", "4 2", "buy", "3 5", "buy", "4 3", "buy")


@pytest.fixture
def banker(tmp_path: Path) -> Banker:
    """A table after two turns of Ann and one of Ben."""
    table = Banker(Game("classic", ["Ann", "Ben"], dealer="typed"), tmp_path / "game.txt", Screen(""))
    for line in START:
        table.take(line)
    return table


def says(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """What the people answer next."""
    waiting = list(lines)
    monkeypatch.setattr(builtins, "input", lambda _: waiting.pop(0))


def kept(banker: Banker) -> Game:
    """The game as its file has it."""
    assert banker.path is not None
    return Game.from_record(banker.path.read_text(encoding="utf-8"))


def test_entries_have_numbers_also_after_a_new_start(banker: Banker, capsys: pytest.CaptureFixture[str]) -> None:
    banker.take("deal Ann with Ben: oriental avenue for $120")
    banker.take("entries 7")
    told = capsys.readouterr().out
    assert "   3. Ann throws 4 and 2. Ann moves 6 squares to Oriental Avenue.\n" in told
    assert "   9. Ann offers Ben" in told
    again = Banker(kept(banker), banker.path, Screen(""))
    assert [mark.steps for mark in again.entries] == [mark.steps for mark in banker.entries]
    again.take("undo that was another deal")
    assert set(again.game["Ann"].deeds) == {"Oriental Avenue", "States Avenue"}


def test_what_came_later_holds_though_a_purchase_did_not(
    banker: Banker, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    says(monkeypatch, "Ben 50", "sold", "yes")
    banker.take("correct 4: no because she had changed her mind")
    assert "Then the same again: 4 entries." in capsys.readouterr().out
    game = banker.game
    assert (set(game["Ann"].deeds), set(game["Ben"].deeds)) == (
        {"States Avenue"},
        {"Oriental Avenue", "Vermont Avenue"},
    )
    assert (game["Ann"].cash, game["Ben"].cash) == (1360, 1350)
    assert 'undo 9 "she had changed her mind"' in game.record()
    assert kept(banker) == game
    banker.take("5 1")
    assert kept(banker) == game


def test_other_dice_drop_what_no_longer_holds_and_say_so(
    banker: Banker, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = banker.game.record()
    says(monkeypatch, "dividend", "no")
    banker.take("correct 3: 5 2")
    told = capsys.readouterr().out
    assert "Then the same again: 4 entries." in told
    assert "What now comes of them:\n   7. Ann throws 4 and 3. Ann moves 7 squares to Virginia Avenue.\n" in told
    assert "if it happened:\n   4. Ann buys Oriental Avenue for $100. Ann pays $100 to the Bank.\n" in told
    assert told.endswith("Nothing was changed.\n")
    assert banker.game.record() == before == kept(banker).record()
    says(monkeypatch, "yes")
    banker.take("correct 3: 5 2 then dividend because the die lay on the floor")
    assert (banker.game["Ann"].cash, banker.game["Ann"].deeds) == (1390, {"Virginia Avenue": 0})
    assert kept(banker) == banker.game


def test_cash_is_set_right_before_an_entry_and_all_holds(banker: Banker, monkeypatch: pytest.MonkeyPatch) -> None:
    says(monkeypatch, "yes")
    banker.take("correct 3: set cash Ann: 1400 because a note was lost")
    assert (banker.game["Ann"].cash, len(banker.game["Ann"].deeds)) == (1160, 2)
    assert 'set right "a note was lost": cash Ann: 1400' in banker.game.record()


def test_a_correction_among_the_later_entries_is_made_again_by_its_words(
    banker: Banker, monkeypatch: pytest.MonkeyPatch
) -> None:
    banker.take("set deed boardwalk: Ben because he had it before")
    says(monkeypatch, "yes")
    banker.take("correct 6: no then sold")
    assert banker.game["Ben"].deeds == {"Boardwalk": 0}
    assert banker.game["Ben"].cash == 1500


def test_stop_leaves_all_as_it_was(banker: Banker, monkeypatch: pytest.MonkeyPatch) -> None:
    before = banker.game.record()
    says(monkeypatch, "stop")
    banker.take("correct 4: no")
    assert banker.game.record() == before


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("correct 3", "expected: correct NUMBER: WHAT because REASON"),
        ("correct 99: 4 2", "expected the number of an entry, 1 to 8"),
        ("correct 3: undo", "expected what happened instead"),
        ("correct 4: build boardwalk", "(build.group)"),
        ("entries all", "expected how many"),
        ("hand", "whose? hand NAME"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(banker: Banker, line: str, told: str) -> None:
    before = banker.game.record()
    with pytest.raises(ValueError, match=re.escape(told)):
        banker.take(line)
    assert banker.game.record() == before


def test_a_hand_shows_cash_deeds_and_rents(banker: Banker, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    banker.take("hand Ann")
    told = capsys.readouterr().out
    assert "Ann has $1,260: 2 x $500" in told
    assert [line.split()[1] for line in told.splitlines()[1:]] == ["Oriental", "States"]


@pytest.mark.parametrize("edition", ["classic", "1935", "speed-die", "modern"])
def test_any_entry_of_a_game_can_be_left_out_or_repeated(
    edition: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    people, chooser = Table(3), random.Random(11)
    game = Game(edition, ["Ann", "Ben", "Cy"], dealer="typed", move_salary=20)
    banker = Banker(game, None, Screen(""))
    while banker.game.outcome is None and people.entries < 150:
        banker.answer(people.says(banker))
    assert [mark.steps for mark in entries_of(banker.game)]
    for _ in range(12):
        says(monkeypatch, *["stop"] * 2, *["yes"] * 3)
        number = chooser.randint(1, len(banker.entries))
        banker.answer(f"correct {number}: {chooser.choice(['nothing', 'set cash Ben: 900'])} because of a test")
        assert Game.from_record(banker.game.record()) == banker.game
        steps = [mark.steps for mark in banker.entries]
        assert steps == sorted(set(steps))
