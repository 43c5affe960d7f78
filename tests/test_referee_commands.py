"""The commands of the referee: ask, why, rulebook."""

import json
import re
from pathlib import Path

import pytest

from passgo import Game
from passgo.cli import run

GOLDEN = Path(__file__).parent / "golden"


def told(line: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert run(line) == 0
    return capsys.readouterr().out


def test_an_answer_names_rule_source_ruling_and_example(capsys: pytest.CaptureFixture[str]) -> None:
    answer = told(["ask", "what if I fail to roll doubles on my third turn in jail?", "-e", "classic"], capsys)
    assert "jail.third-turn (Jail)" in answer
    assert "Source: classic rule book" in answer
    assert "Our ruling" in answer
    assert "Example (Classic)" in answer


def test_an_answer_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(told(["ask", "can", "I", "build", "while", "in", "jail?", "--json"], capsys))
    assert answer["outside"] is False
    assert {answer["answers"][0]["rule"], answer["answers"][1]["rule"]} == {"build.any-time", "jail.business"}
    assert all(isinstance(one["score"], float) for one in answer["answers"])


def test_a_question_outside_gets_the_nearest_rule_only(capsys: pytest.CaptureFixture[str]) -> None:
    answer = told(["ask", "what is the best colour to buy?"], capsys)
    assert answer.startswith("The rulebook does not say.\nThe nearest rule:")


def test_the_referee_says_when_it_is_not_sure(capsys: pytest.CaptureFixture[str]) -> None:
    answer = told(["ask", "jail"], capsys)
    assert answer.startswith("Not sure which rule is meant")
    assert answer.count("Source: ") == 3


def test_why_explains_a_move_with_its_rules(capsys: pytest.CaptureFixture[str]) -> None:
    record = str(GOLDEN / "classic-deals.txt")
    whole = told(["why", record], capsys)
    assert "$20 = 10 % of $200" in whole
    move = told(["why", record, "7"], capsys)
    assert move.startswith("7. Cy: keep Boardwalk\n")
    assert "mortgage.transfer (Mortgages)" in move
    assert json.loads(told(["why", record, "7", "--json"], capsys))[0]["reasons"][0]["rule"] == "mortgage.transfer"


def test_why_tells_of_a_throw_what_the_dice_showed(capsys: pytest.CaptureFixture[str]) -> None:
    moves = told(["why", str(GOLDEN / "classic-whole-game.txt"), "12"], capsys)
    assert moves.startswith("12. Cy: throw\n13. dice ")
    assert "squares = " in moves


def test_why_is_a_page_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = str(GOLDEN / "modern-whole-game.txt")
    page = told(["why", record, "--markdown"], capsys)
    assert page.startswith("# Why? A game by the rules of Modern\n")
    assert "\n  - $" in page
    assert page.count("\n## rent.deed (Rent)\n") == 1, "each rule once"
    told(["why", record, "--html", "--output", str(tmp_path / "why.html")], capsys)
    html = (tmp_path / "why.html").read_text(encoding="utf-8")
    assert html.count("<li>") == html.count("</li>") == page.count("\n- ")
    assert all(f'<h2 id="{rule}">' in html for rule in re.findall(r'href="#([\w.-]+)"', html))
    assert run(["why", record, "--html", "--json"]) == 2
    assert run(["why", record, "--output", str(tmp_path / "x")]) == 2


def test_why_reads_a_record_with_corrections(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = Game("classic", players=["Ann", "Ben"], dealer="typed", setup_first_player="first-seat")
    game.throw(4, 2)
    game.undo("it was a five")
    game.throw(5, 2)
    game.draw("bank_dividend")
    game.set_right("cash Ann: 1234", "we forgot")
    (tmp_path / "game.txt").write_text(game.record(), encoding="utf-8")
    page = told(["why", str(tmp_path / "game.txt")], capsys)
    assert 'undo 2 "it was a five"' in page
    assert "$50 = what the card says" in page


def test_why_explains_what_would_be_refused(capsys: pytest.CaptureFixture[str]) -> None:
    record = str(GOLDEN / "classic-third-turn-in-jail.txt")
    assert "refused: Build only on a colour group" in told(["why", record, "1", "--instead", "build baltic"], capsys)
    assert "may be played" in told(["why", record, "1", "--instead", "mortgage baltic"], capsys)


def test_a_book_is_written_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "book.html"
    told(["rulebook", "classic", "modern", "--html", "--output", str(page)], capsys)
    assert "tax.luxury" in page.read_text(encoding="utf-8")
    rows = json.loads(told(["rulebook", "1935", "--json"], capsys))
    assert rows["editions"] == ["1935"]
