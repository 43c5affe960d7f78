"""The referee's page: a question typed in, its answer, without the server too; and the books that can be printed."""

import re

import pytest
from playwright.sync_api import Page, expect

from passgo import editions, rulebook
from passgo.rulebook.pages import rows_of
from tests.browser.conftest import NewPage
from tests.browser.robot import until, visible
from tests.browser.scenarios import for_sale
from tests.browser.serving import Server


def field(page: Page):  # type: ignore[no-untyped-def]
    return page.get_by_role("combobox", name="Your question")


def answered(page: Page, rule: str) -> None:
    visible(page.locator(f"[data-rule='{rule}']"))


def test_a_question_is_answered_while_it_is_typed(server: Server, new_page: NewPage) -> None:
    page = new_page(server.url + "/rules")
    visible(page.get_by_role("radio", name="Classic"))
    field(page).press_sequentially("rent with two houses on virg", delay=5)
    expect(page.get_by_role("option").first).to_be_visible()
    page.keyboard.press("Escape")
    answered(page, "rent.deed")
    expect(page.get_by_role("heading", level=1)).to_have_text("Virginia Avenue with two houses: rent $180.")
    page.get_by_role("radio", name="Modern").check(force=True)
    expect(page.locator("[data-rule='rent.deed'] code")).to_have_text("rent.deed")


@pytest.mark.parametrize("path", ["/ask", "/referee", "/rulebook"])
def test_what_people_type_into_the_address_leads_to_it(server: Server, new_page: NewPage, path: str) -> None:
    page = new_page(f"{server.url}{path}?q=who+gets+the+fine")
    visible(page.locator("[data-rule]"))
    expect(field(page)).to_have_value("who gets the fine")


def test_suggestions_are_walked_by_keys(server: Server, new_page: NewPage) -> None:
    page = new_page(server.url + "/rules")
    visible(page.get_by_role("radio", name="Classic"))
    page.keyboard.press("/")
    field(page).press_sequentially("can i mort", delay=5)
    # Those for the letters before the last ones are there for a moment.
    expect(page.get_by_role("option")).to_have_text([re.compile("mort")] * 6)
    page.keyboard.press("ArrowDown")
    chosen = page.locator("[aria-selected='true']").inner_text()
    page.keyboard.press("Enter")
    expect(field(page)).to_have_value(chosen)
    expect(page.get_by_role("option")).to_have_count(0)
    visible(page.locator("[data-rule^='mortgage.']"))
    assert "?q=" in page.url


def test_an_edition_that_is_named_is_chosen(server: Server, new_page: NewPage) -> None:
    page = new_page(server.url + "/rules")
    visible(page.get_by_role("radio", name="Classic"))
    field(page).fill("how much is luxury tax in the 2017 rules?")
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name="Modern")).to_be_checked()
    expect(page.get_by_role("heading", level=1)).to_have_text("$100.")


def test_what_no_rule_answers_is_said_and_the_nearest_questions_are_shown(server: Server, new_page: NewPage) -> None:
    page = new_page(server.url + "/rules?q=who+invented+monopoly")
    expect(page.get_by_role("heading", level=1)).to_have_text("No rule matches")
    visible(page.locator("article li a")).click()
    visible(page.locator("[data-rule]"))


def test_it_answers_without_the_server(server: Server, new_page: NewPage) -> None:
    page = new_page(server.url + "/rules/classic")
    visible(page.get_by_role("heading", name="Jail", exact=True))
    page.goto(server.url + "/rules")
    visible(page.get_by_role("radio", name="Classic"))
    until(page, lambda: page.evaluate(KEPT) >= 8, "the worker has kept the page and its parts")
    page.context.set_offline(True)
    field(page).fill("do i get rent in the slammer")
    page.keyboard.press("Enter")
    answered(page, "rent.in-jail")
    page.goto(server.url + "/rules?q=what+if+nobody+bids")  # opened anew, without any server
    answered(page, "auction.no-bid")
    german = "{...JSON.parse(localStorage.getItem('passgo.settings')), language: 'de'}"
    page.evaluate(f"localStorage.setItem('passgo.settings', JSON.stringify({german}))")
    page.goto(server.url + "/rules?q=what+if+nobody+bids")  # in a language that was never spoken here
    answered(page, "auction.no-bid")
    visible(page.get_by_role("combobox", name="Deine Frage"))
    page.goto(server.url + "/")
    visible(page.get_by_text("PassGo", exact=False))
    assert page.locator("[data-rule]").count() == 0
    page.context.set_offline(False)


KEPT = """async () => {
  const names = await caches.keys();
  if (!names.includes('passgo-referee-1')) return 0;
  return (await (await caches.open('passgo-referee-1')).keys()).length;
}"""


def test_why_leads_to_the_rule_and_escape_leads_back_to_the_game(server: Server, new_page: NewPage) -> None:
    page = new_page(server.link(for_sale(server, "Ann", "Ben"), 0))
    visible(page.locator("[data-question] .why")).click()
    visible(page.locator("aside.why a.book")).click()
    answered(page, "buy.option")
    visible(page.get_by_role("button", name="Back to your game"))
    page.keyboard.press("Escape")
    visible(page.locator("[data-act='Buy']"))
    assert re.search(r"/g/\w+$", page.url)


@pytest.mark.parametrize("edition", rulebook.BOOKS)
def test_a_book_has_every_rule_of_its_edition(server: Server, new_page: NewPage, edition: str) -> None:
    page = new_page(f"{server.url}/rules/{edition}")
    visible(page.locator("article"))
    ids = page.locator("article[id]").evaluate_all("(all) => all.map((one) => one.id)")
    assert ids == list(rulebook.in_edition(edition))
    for option in editions.options(edition):
        if rulebook.is_house_rule(option, edition):
            assert option.title in page.locator("#house-rules").inner_text()


def test_two_books_stand_side_by_side_where_they_differ(server: Server, new_page: NewPage) -> None:
    page = new_page(f"{server.url}/rules/classic/modern")
    visible(page.locator("article"))
    both = [editions.ruleset("classic"), editions.ruleset("modern")]
    ids = page.locator("article[id]").evaluate_all("(all) => all.map((one) => one.id)")
    assert ids == [row.rule for row in rows_of(both)]
    luxury = page.locator("article[id='tax.luxury'] .cell")
    assert "$75." in luxury.nth(0).inner_text()
    assert "$100." in luxury.nth(1).inner_text()
    page.get_by_label("Beside it").select_option("1935")
    until(page, lambda: page.url.endswith("/rules/classic/1935"), "the other book is opened")


def test_a_book_is_printed_without_its_controls(server: Server, new_page: NewPage) -> None:
    page = new_page(f"{server.url}/rules/modern", settings={"theme": "dark"})
    visible(page.locator("article"))
    page.emulate_media(media="print")
    ink = page.locator("article").first.evaluate("(one) => getComputedStyle(one).color")
    assert max(map(int, re.findall(r"\d+", ink)[:3])) < 80, "paper is light, though the screen was dark"
    assert not page.locator("select").first.is_visible()
    assert not page.locator(".topbar").is_visible()
    assert page.locator("article").first.is_visible()
