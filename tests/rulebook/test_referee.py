"""The referee: questions in people's own words, and the data that they are answered from."""

import json
from collections import Counter
from pathlib import Path

import pytest

from passgo import rulebook
from passgo.dev.referee import HELD_OUT, examine_held_out, read_held_out
from passgo.dev.referee_files import BOOK, VECTORS, book, format_book, vectors
from passgo.rulebook.examples import EXAMPLES_FILE, format_examples, gather_examples, read_examples
from passgo.rulebook.index import INDEX_FILE, format_index, made_anew, parse_index, read_index
from passgo.rulebook.questions import STYLES, read_questions
from passgo.rulebook.ranking import ready_ranker
from passgo.rulebook.referee import split_edition
from passgo.rulebook.words import words_of

ROOT = Path(__file__).parents[2]
BOARDS = ROOT / "passgo" / "editions" / "boards"


def test_every_rule_has_questions_in_many_styles() -> None:
    questions = read_questions()
    by_rule: dict[str, list[str]] = {rule: [] for rule in rulebook.RULES}
    for question in questions:
        assert set(question.rules) <= set(rulebook.RULES), question
        assert not question.rules or question.style in STYLES
        if len(question.rules) == 1:
            by_rule[question.rules[0]].append(question.style)
    assert min(len(styles) for styles in by_rule.values()) >= 12
    assert min(len(set(styles)) for styles in by_rule.values()) >= 6
    assert sum(not question.rules for question in questions) >= 150


def test_no_question_stands_twice_with_other_rules() -> None:
    texts = Counter(question.text.casefold() for question in set(read_questions()))
    assert [text for text, count in texts.items() if count > 1] == []


def test_the_files_of_the_referee_are_fresh() -> None:
    """`passgo dev docs` writes them."""
    assert INDEX_FILE.read_text(encoding="utf-8") == format_index(made_anew())
    assert EXAMPLES_FILE.read_text(encoding="utf-8") == format_examples(gather_examples(ROOT / "tests" / "golden"))
    assert (ROOT / BOOK).read_text(encoding="utf-8") == format_book(book())
    assert json.loads((ROOT / VECTORS).read_text(encoding="utf-8")) == vectors(ROOT)


def test_the_index_is_read_as_it_was_written() -> None:
    assert format_index(parse_index(format_index(read_index()))) == format_index(read_index())


def test_every_example_is_in_a_golden_game() -> None:
    games = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "golden").glob("*.txt"))
    found = read_examples()
    assert len(found) > 50
    for rule, examples in found.items():
        assert rule in rulebook.RULES
        for example in examples:
            assert any(line.endswith(f"({rule})") for line in example.lines)
            assert all(line in games for line in example.lines)


@pytest.mark.parametrize("path", HELD_OUT, ids=lambda path: path.stem)
def test_questions_never_seen_are_answered(path: Path) -> None:
    """The bars of the referee, end to end: a real question that is rejected counts as wrong."""
    marks = examine_held_out(ready_ranker(), ROOT / path)[path.stem]
    assert marks.asked >= 60
    assert marks.outside >= 20
    assert marks.first >= 0.75
    assert marks.three >= 0.88
    assert marks.recognised >= 0.80
    assert marks.rejected <= 0.06


def test_no_held_out_question_is_known() -> None:
    known = {tuple(words_of(question.text)) for question in read_questions()}
    held_out = [question.text for path in HELD_OUT for question in read_held_out(ROOT / path)]
    assert [text for text in held_out if tuple(words_of(text)) in known] == []


@pytest.mark.parametrize(
    ("question", "rule"),
    [("can I bild in jial?", "jail.business"), ("what if nobody wants it", "auction.no-bid"),
     ("Darf man sich bei Mitspielern Geld leihen?", "deal.no-loans"),
     ("do I still collect while I'm in the slammer", "rent.in-jail"), ("snake eyes", "move.doubles-again"),
     ("can I hock my railroad", "mortgage.value")],
)  # fmt: skip
def test_nicknames_slips_and_german_are_understood(question: str, rule: str) -> None:
    verdict = rulebook.ask(question)
    assert not verdict.outside
    assert rule in [answer.rule for answer in verdict.answers]


@pytest.mark.parametrize(
    ("question", "edition", "amount"),
    [("rent with two houses on Virginia", "classic", "Virginia Avenue with two houses: rent $180."),
     ("what rent do I pay on Boardwalk with a hotel", "modern", "Boardwalk with a hotel: rent $2000."),
     ("how much does a house on Baltic cost", "1935", "A house on Baltic Avenue costs $50."),
     ("how much do I get for mortgaging Reading Railroad", "classic",
      "The mortgage of Reading Railroad brings $100."),
     ("how much to lift the mortgage on Water Works", "classic",
      "Lifting the mortgage of Water Works costs $75 + $8 interest = $83.")],
)  # fmt: skip
def test_a_question_about_a_deed_is_answered_with_its_amount(question: str, edition: str, amount: str) -> None:
    assert rulebook.ask(question, edition).answers[0].amount == amount


def test_an_edition_of_ones_own_has_its_own_names(tmp_path: Path) -> None:
    board = (BOARDS / "standard.toml").read_text(encoding="utf-8")
    (tmp_path / "board.toml").write_text(board.replace('name = "Baltic Avenue"', 'name = "Mill Lane"'))
    (tmp_path / "town.toml").write_text('extends = "classic"\ntitle = "Town"\nboard = "board.toml"\n')
    verdict = rulebook.ask("how much is the rent with two houses on Mill Lane?", str(tmp_path / "town.toml"))
    assert verdict.answers[0].amount == "Mill Lane with two houses: rent $60."


def test_words_that_name_an_edition_choose_it() -> None:
    assert rulebook.ask("how much is luxury tax in the 2017 rules?").edition == "modern"
    assert rulebook.ask("how much is luxury tax in the 2017 rules?", "1935").edition == "1935"
    assert split_edition("by the speed die rules, what do we start with?")[1] == "speed-die"
    assert split_edition("what does the speed die do?") == ("what does the speed die do?", None)


def test_a_rule_that_the_edition_lacks_is_named_all_the_same() -> None:
    assert rulebook.ask("what does the bus do?", "modern").answers[0].rule == "speed.bus"


@pytest.mark.parametrize("question", ["", "   ", "???", "xylophone", "the of and", "\x00", "🎲", "a" * 100_000])
def test_what_is_no_question_is_outside(question: str) -> None:
    assert rulebook.ask(question).outside


def test_the_best_answer_comes_first_and_at_most_three_are_given() -> None:
    scores = [answer.score for answer in rulebook.ask("how does an auction work").answers]
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)
