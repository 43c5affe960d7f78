"""`passgo bank`: the Banker at a real table, told by typed entries."""

import io
import os
import time
from pathlib import Path
from typing import Any

import pytest

from passgo import Game
from passgo.cli import run
from passgo.terminal.banker import Banker, Closed, parse_hour
from passgo.terminal.screen import Screen
from tests.terminal.people import Table


@pytest.mark.parametrize(
    ("edition", "options"),
    [
        ("classic", {}),
        ("classic", {"short_game": True, "short_rounds": 12}),
        ("1935", {}),
        ("speed-die", {}),
        ("modern", {}),
    ],
)
def test_a_whole_game_by_typed_dice(edition: str, options: dict[str, Any], tmp_path: Path) -> None:
    path, people = tmp_path / "game.txt", Table(5)
    game = Game(edition, ["Ann", "Ben", "Cy"], dealer="typed", move_salary=20, **options)
    banker, kept = Banker(game, path, Screen("")), 0
    while game.outcome is None and people.entries < 3000:
        banker.save = (lambda: None) if people.entries % 50 else lambda: Banker.save(banker)  # type: ignore[method-assign]
        banker.show_situation()
        banker.answer(people.says(banker))
        kept += path.exists()
    Banker.save(banker)
    assert kept
    assert game.outcome is not None
    assert Game.from_record(path.read_text(encoding="utf-8")) == game


def test_an_ordinary_turn_is_two_entries(tmp_path: Path) -> None:
    banker = Banker(Game("classic", ["Ann", "Ben"], dealer="typed"), tmp_path / "game.txt", Screen(""))
    for line in ("6 5", "1 2", "4 2", "buy", "3 5", "no", "sold", "43", "buy"):
        banker.answer(line)
    assert banker.game["Ann"].deeds == {"Oriental Avenue": 0, "States Avenue": 0}
    assert banker.game.turn == 3


def typed_at(lines: str, words: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    return run(["bank", *words])


START = "6 5\n1 2\n"


def test_the_banker_works_in_a_pipe_and_goes_on_with_what_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "sunday.txt"
    assert typed_at(START + "4 2\nbuy\n", ["Ann", "Ben", "--file", str(path)], monkeypatch) == 0
    told = capsys.readouterr().out
    assert "Ann: buy Oriental Avenue for $100? (buy, no)> buy" in told
    assert f"`passgo bank --resume {path}` goes on." in told
    assert typed_at("undo it was no\nno\nBen 30\nsold\n", ["--resume", str(path)], monkeypatch) == 0
    told = capsys.readouterr().out
    assert "Ben wins Oriental Avenue for $30." in told
    record = path.read_text(encoding="utf-8")
    assert 'undo 1 "it was no"' in record
    assert Game.from_record(record)["Ben"].cash == 1470


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("4 2\n3 3\n", "You cannot throw the dice now. (move.throw)"),
        ("4 2\nbuild boardwalk\n", "(build.group)"),
        (
            "7 3\n",
            "'7 3' says nothing here: expected what the dice show, 1 to 6 each, such as 4 3; help shows the rest.",
        ),
        ("4 2\nperhaps\n", "expected buy or no; help"),
        ("4 2\nno\nBen perhaps\n", "expected a bid, such as Ben 120, or Ben out, or sold; help"),
        ("4 2\nbuy\n\nentries\n", "   5. Ann's turn ends."),
        ("minutes 5\n", "minutes is for a short game"),
        ("5 2\n99\n", "expected a number from 1 to 15"),
        ("5 2\nno such card\n", "no card that can be drawn now"),
        ("5 2\nadvance\n", "cards can be meant"),
        ("set cash Ann: 5\n", "expected: set CHANGES because REASON"),
        ("set deed boardwalk Ann; lot boardwalk 1 because so\n", "its group Dark blue is not complete (build.group)"),
        ("deal Ann Ben\n", "expected: deal PLAYER with PLAYER"),
        ("deal Ann with Ben: $5 for boardwalk\n", "is refused"),
        ("cash\n", "whose?"),
        ("undo\nundo\nundo\n", "there is nothing to take back"),
        ("help\n", "takes back the last entry"),
        ("4 2\nbuy\nwhy\n", "buy.option"),
        ("cash Ann\n", "Ann has $1,500"),
        ("5 2\ndividend\nplayers\n", "Ann     secret  Chance "),
    ],
)
def test_what_cannot_be_is_said_with_its_rule(
    lines: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    assert typed_at(START + lines, ["Ann", "Ben", "--file", str(path)], monkeypatch) == 0
    assert told in capsys.readouterr().out
    Game.from_record(path.read_text(encoding="utf-8"))


def test_undo_takes_back_one_entry_and_set_right_and_deals_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    lines = "5 2\ndividend\nundo another one\nadvance to go\nset deed boardwalk: Ann because dealt before\n"
    lines += "deal Ann with Ben: boardwalk for $300\n"
    assert typed_at(START + lines, ["Ann", "Ben", "--file", str(path)], monkeypatch) == 0
    capsys.readouterr()
    game = Game.from_record(path.read_text(encoding="utf-8"))
    assert (game["Ben"].deeds, game["Ben"].cash, game["Ann"].cash) == ({"Boardwalk": 0}, 1200, 2000)
    assert 'undo 1 "another one"' in game.record()


def test_a_short_game_ends_by_the_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    game = Game("classic", ["Ann", "Ben"], dealer="typed", short_game=True)
    deeds = ["deed boardwalk", "park place", "Baltic Avenue", "short line"]  # its name is enough
    assert (
        typed_at(
            "\n".join([*deeds, "6 5", "1 2", "hour", "1 4"]), ["Ann", "Ben", "--short", "-f", str(path)], monkeypatch
        )
        == 0
    )
    assert game.ruleset.options == Game.from_record(path.read_text(encoding="utf-8")).ruleset.options
    told = capsys.readouterr().out
    assert "none was said: minutes 60 says when" in told
    assert "The hour has struck." in told
    assert run(["bank", "Ann", "Ben", "--minutes", "5", "--file", str(tmp_path / "other.txt")]) == 2
    assert "--short" in capsys.readouterr().err


def test_the_hour_can_be_agreed_on_again_after_a_break(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    banker = Banker(Game("classic", ["Ann", "Ben"], dealer="typed", short_game=True), tmp_path / "game.txt", Screen(""))
    for wrong in ("", "soon", "0", "9999"):
        banker.answer(f"minutes {wrong}")
        assert banker.hour is None
        assert "expected how many minutes" in capsys.readouterr().out
    monkeypatch.setattr("time.monotonic", lambda: 1000.0)
    banker.answer("minutes 20")
    assert banker.hour == 1000 + 20 * 60
    assert "The game ends in 20 minutes" in capsys.readouterr().out


def test_the_agreed_hour_is_kept_with_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    words = ["Ann", "Ben", "--short", "--minutes", "30", "-f", str(path)]
    assert typed_at("boardwalk\npark place\n", words, monkeypatch) == 0
    assert path.read_text().count("# The game ends at ") == 1
    capsys.readouterr()
    assert typed_at("baltic\nshort line\n", ["--resume", str(path)], monkeypatch) == 0
    assert "none was said" not in capsys.readouterr().out
    left = parse_hour(path.read_text())
    assert left is not None
    assert 0 < left - time.monotonic() <= 30 * 60
    passed = path.read_text().rpartition("# ")[0] + "# The game ends at 2020-01-01T00:00:00Z\n"
    path.write_text(passed)
    assert typed_at("6 5\n1 2\n1 4\n", ["--resume", str(path)], monkeypatch) == 0
    assert "The hour has struck." in capsys.readouterr().out


def test_the_hour_strikes_while_nobody_types(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed, keyboard = os.pipe()
    os.write(keyboard, b"boardwalk\npark place\nbaltic\nshort line\n6 5\n1 2\nminutes 1\n")
    monkeypatch.setattr("sys.stdin", os.fdopen(typed, encoding="utf-8"))
    monkeypatch.setattr("passgo.terminal.banker.MINUTE", 0.01)
    game = Game("classic", ["Ann", "Ben"], dealer="typed", short_game=True)

    class Table(Banker):
        def save(self) -> None:
            if self.game.outcome is not None:
                os.close(keyboard)  # only now does anybody say something: goodbye

    with pytest.raises(Closed):
        Table(game, tmp_path / "game.txt", Screen("")).run()
    told = capsys.readouterr().out
    assert told.index("The game ends in 1 minute,") < told.index("The hour has struck.") < told.index("wins the game")


def test_a_game_that_ended_after_a_correction_is_bidden_farewell_as_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    assert (
        typed_at(START + "4 6\ncorrect 3: 5 5\nyes\nAnn: resign\n", ["Ann", "Ben", "-f", str(path)], monkeypatch) == 0
    )
    told = capsys.readouterr().out
    assert "Ben wins the game" in told
    assert f"`passgo analyse {path}` says what decided it" in told


@pytest.mark.parametrize(("terminal", "lines"), [("1", 3), ("0", 1)])
def test_words_are_not_broken_in_a_terminal_nor_lines_in_a_pipe(
    terminal: str, lines: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TTY_COMPATIBLE", terminal)
    monkeypatch.setenv("COLUMNS", "80")
    said = " ".join(["Ann draws from Chance: Your few shares did well this year: collect $50."] * 3)
    Screen("").say(said)
    told = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert (" ".join(told), len(told)) == (said, lines)
