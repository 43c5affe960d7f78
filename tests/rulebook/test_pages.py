"""Whole books, and editions side by side."""

import pytest

from passgo import editions, rulebook
from passgo.rulebook.pages import format_html, format_markdown, rows_of, title_of


@pytest.mark.parametrize("edition", rulebook.BOOKS)
def test_a_book_has_every_rule_of_its_edition_once(edition: str) -> None:
    here = editions.ruleset(edition)
    assert [row.rule for row in rows_of([here])] == list(rulebook.in_edition(edition))
    page = format_markdown([here])
    for rule in rulebook.in_edition(edition):
        assert page.count(f"**{rule}**") == 1
        assert rulebook.RULES[rule].says in page


def test_side_by_side_stands_what_differs_and_nothing_else() -> None:
    both = [editions.ruleset("classic"), editions.ruleset("modern")]
    rows = {row.rule: row for row in rows_of(both)}
    assert "$75." in rows["tax.luxury"].cells[0].says
    assert "$100." in rows["tax.luxury"].cells[1].says
    assert "build.evenly" not in rows
    assert "speed.bus" not in rows
    assert rows_of([both[0], both[0]]) == []
    three = [*both, editions.ruleset("1935")]
    assert title_of(three) == "How the rules differ: Classic, Modern and 1935"


def test_an_option_of_the_table_is_told() -> None:
    house_rule = editions.ruleset("classic", auction_declined=False)
    cell = next(row.cells[0] for row in rows_of([house_rule]) if row.rule == "auction.declined")
    assert "At this table: auction_declined is off." in cell.says


def test_a_page_of_html_stands_alone() -> None:
    page = format_html([editions.ruleset("1935")])
    assert page.startswith("<!doctype html>")
    assert "src=" not in page
    assert "href=" not in page
    assert "@media print" in page
    assert page.count("<tr>") == page.count("</tr>")
