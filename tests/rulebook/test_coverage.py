"""The count of rules in code and under test is honest."""

import ast
from pathlib import Path

import pytest

from passgo import rulebook
from passgo.rulebook.coverage import cited_elsewhere, cited_in_rules, coverage, editions_of, named_in, proved_in
from tests.rules.by_rule import rule

ROOT = Path(__file__).parent.parent.parent


def write(folder: Path, source: str) -> Path:
    (folder / "test_something.py").write_text(source, encoding="utf-8")
    return folder


def test_the_count_adds_up() -> None:
    counted = coverage(ROOT)
    assert counted["rules"] == 122
    assert counted["in_code"] <= 122
    for name, edition in counted["editions"].items():
        assert edition["rules"] == len(rulebook.in_edition(name))
        assert edition["in_code"] + len(edition["missing_code"]) == edition["rules"]
        assert edition["tested"] + len(edition["missing_tests"]) == edition["rules"]


def test_rules_are_cited_by_marks_and_by_name() -> None:
    assert {"build.evenly", "jail.card", "mortgage.lift"} <= cited_in_rules()
    assert {"setup.bills", "setup.tokens"} <= cited_elsewhere(ROOT / "passgo")


def test_docstrings_and_longer_texts_do_not_count() -> None:
    source = '"""tax.worth"""\ndef f():\n    "jail.card"\n    return "see rent.deed", ids.BUY_OPTION, "deal.private"\n'
    assert named_in(ast.parse(source)) == {"buy.option", "deal.private"}


def test_a_mark_counts_in_the_editions_that_have_the_rule(tmp_path: Path) -> None:
    folder = write(tmp_path, '@rule("rent.claim-window")\ndef test_it(edition): ...\n')
    assert proved_in(folder) == {("rent.claim-window", edition) for edition in ("1935", "classic", "speed-die")}


def test_a_mark_may_name_several_rules_and_fewer_editions(tmp_path: Path) -> None:
    folder = write(tmp_path, '@rule("jail.card", "deal.private", editions=("modern",))\ndef test_it(edition): ...\n')
    assert proved_in(folder) == {("jail.card", "modern"), ("deal.private", "modern")}


@pytest.mark.parametrize(
    "source",
    ['@rule("jail.card")\ndef helps(edition): ...\n',
     '@pytest.mark.skip\n@rule("jail.card")\ndef test_it(edition): ...\n',
     '@rule("jail.card")\n@pytest.mark.xfail(reason="later")\ndef test_it(edition): ...\n',
     '# @rule("jail.card")\ndef test_it(edition): ...\n'],
)  # fmt: skip
def test_what_proves_nothing_does_not_count(tmp_path: Path, source: str) -> None:
    assert proved_in(write(tmp_path, source)) == set()


@pytest.mark.parametrize(
    ("mark", "complaint"),
    [('"jail.cake"', "line 1: no rule is called 'jail.cake'"), ("NAME", "line 1"),
     ('"speed.bus", editions=("modern",)', "modern has no rule speed.bus"), ("", "no edition has the rules"),
     ('"cards.fine-or-chance", "speed.bus"', "no edition has the rules cards.fine-or-chance, speed.bus together")],
)  # fmt: skip
def test_a_mark_that_cannot_be_counted_is_a_mistake(tmp_path: Path, mark: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        proved_in(write(tmp_path, f"@rule({mark})\ndef test_it(edition): ...\n"))


def test_a_test_runs_where_its_rules_exist() -> None:
    assert editions_of(("cards.each-player", "build.evenly")) == ("classic", "speed-die", "modern")
    with pytest.raises(ValueError, match=r"1935 has no rule cards\.each-player"):
        rule("cards.each-player", editions=("1935",))


@rule("cards.fine-or-chance")
def test_the_decorator_passes_the_edition(edition: str, request: pytest.FixtureRequest) -> None:
    assert edition == "1935"
    assert [mark.args for mark in request.node.iter_markers("rule")] == [("cards.fine-or-chance",)]
