"""Play with the keyboard alone, on a phone, and on screens of other sizes."""

import time
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import NewPage
from tests.browser.robot import over, play_to_the_end, press, question, until, visible
from tests.browser.scenarios import for_sale, landlord
from tests.browser.serving import Server

KEYS = {
    "throw": "t",
    "jail": "t",
    "buy": "b",
    "end": "e",
    "auction": "w",
    "tax": "1",
    "card": "1",
    "keep": "1",
    "shortage": "2",
}


def focused(page: Page) -> str:
    """What has the focus, in words."""
    return str(page.evaluate("(document.activeElement?.innerText || document.activeElement?.ariaLabel || '').trim()"))


def tab_to(page: Page, words: str, most: int = 60) -> None:
    """Press Tab until something with these words has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if words in focused(page):
            return
    raise AssertionError(f"Tab never reached {words!r}")


def test_a_short_game_with_the_keyboard_alone(server: Server, new_page: NewPage) -> None:
    options = {"short_game": True, "short_rounds": 3, "setup_first_player": "first-seat"}
    seats: list[dict[str, Any]] = [{"mine": True, "name": "Ann"}, {"kind": "bot"}, {"kind": "bot"}]
    page = new_page(server.link(server.create(seats, options=options), 0))
    visible(page.locator("[data-question]"))
    end = time.monotonic() + 600
    while not over(page):
        assert time.monotonic() < end, page.inner_text("body")[:1500]
        asked = question(page)
        if page.locator("[data-offer] [data-act='Refuse']").count():
            tab_to(page, "Decline")
            page.keyboard.press("Enter")
        elif asked == "debt":
            tab_to(page, "Mortgage")
            page.keyboard.press("Enter")
        elif asked in KEYS:
            page.keyboard.press(KEYS[asked])
            if asked == "buy":
                page.keyboard.press("a")  # where the money does not reach
        page.wait_for_timeout(30)


def test_tab_comes_to_the_decision_first(server: Server, new_page: NewPage) -> None:
    page = new_page(server.link(for_sale(server, "Ann", "Ben"), 0))
    visible(page.locator("[data-act='Buy']"))
    page.keyboard.press("Tab")
    assert "decision" in focused(page), "the link that skips to the decision"
    tab_to(page, "Buy for", most=3 + page.locator("[data-question] .why").count())
    page.keyboard.press("Enter")
    until(page, lambda: question(page) in ("end", "throw"), "the deed is bought")


def test_escape_closes_a_dialog_and_gives_the_focus_back(server: Server, new_page: NewPage) -> None:
    game, _, _ = landlord(server, clock={"decision": 300, "grace": 300})
    page = new_page(server.link(game, 0))
    visible(page.locator("[data-do='groups']")).focus()
    page.keyboard.press("Enter")
    visible(page.locator("[data-panel='groups']"))
    page.keyboard.press("Escape")
    until(page, lambda: not page.locator("[data-panel='groups']").count(), "the dialog is closed")
    until(page, lambda: "Build or sell" in focused(page), "the focus is where it was")


def test_letters_do_nothing_while_one_types(server: Server, new_page: NewPage) -> None:
    game, _, _ = landlord(server, clock={"decision": 300, "grace": 300})
    page = new_page(server.link(game, 0))
    until(page, lambda: press(page, ["offer"]), "a deal can be offered")
    field = visible(page.locator("[data-panel='offer'] input"))
    field.focus()
    page.keyboard.type("t12")
    assert field.input_value() == "t12"
    assert page.locator("[data-panel='offer']").count() == 1


def test_a_short_game_on_a_phone(server: Server, new_page: NewPage) -> None:
    options = {"short_game": True, "short_rounds": 3}
    seats: list[dict[str, Any]] = [{"mine": True, "name": "Ann"}, {"kind": "bot"}, {"kind": "bot"}, {"kind": "bot"}]
    page = new_page(server.link(server.create(seats, options=options), 0), size="phone")
    visible(page.locator("[data-question]"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360, "nothing is wider than the phone"
    small = """all => all.filter((one) => one.getClientRects().length).map((one) => one.getBoundingClientRect())
        .filter((box) => box.height < 43.5).length"""
    assert page.locator("[data-question] .btn").evaluate_all(small) == 0, "targets are 44 px"
    play_to_the_end(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize(("width", "height"), [(768, 1024), (1024, 768), (1280, 720), (1440, 900)])
def test_the_deed_does_not_lie_behind_the_decision(server: Server, new_page: NewPage, width: int, height: int) -> None:
    """Not even when an offer takes room on the decision's card."""
    game = for_sale(server, "Ann", "Ben", clock={"decision": 300, "grace": 300})
    page = new_page(server.link(game, 0))
    page.set_viewport_size({"width": width, "height": height})
    visible(page.locator("[data-act='Buy']"))
    gap = """() => document.querySelector('.decision').getBoundingClientRect().top
        - (document.querySelector('.lot')?.getBoundingClientRect().bottom ?? 0)"""
    until(page, lambda: page.evaluate(gap) > 0, "the deed ends above the decision")
    assert page.locator(".lot tbody tr").first.is_visible(), "its rents are seen"
    page.locator(".decision").evaluate(
        "(card) => card.insertAdjacentHTML('beforeend', '<p>' + 'x<br>'.repeat(4) + '</p>')"
    )
    until(page, lambda: page.evaluate(gap) > 0, "the deed makes room")
