"""The commands of the referee: ask, why, rulebook."""

import json
from pathlib import Path

import pytest

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
