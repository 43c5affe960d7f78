"""Phones of several sizes: squares are found from every tab, and nothing is cut."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import NewPage
from tests.browser.others import Others
from tests.browser.robot import BEYOND, until, visible
from tests.browser.scenarios import dealt, for_sale
from tests.browser.screens import finished
from tests.browser.serving import Server

LONG = {"decision": 600, "call": 600, "grace": 600}
SEEN = """(square) => {
  const box = document.querySelector(`.strip [data-square="${square}"]`)?.getBoundingClientRect();
  return !!box && box.left >= 0 && box.right <= innerWidth;
}"""


def far_deed(server: Server) -> tuple[dict[str, Any], int, str]:
    """A game, and a deed of Ann's far from where she stands, the first word of its name told of no other of hers."""
    for _ in range(20):
        game = dealt(server, players=3, clock=LONG)
        board = server.get(f"/api/games/{game['game']}/board", game["seats"][0]["key"])
        with Others(server, game, [0]) as ann:
            names = {square: str(board["squares"][square]["name"]) for square in ann.owned(board, 0)}
        words = [name.split()[0] for name in names.values()]
        for square, name in names.items():
            if 8 < square < 36 and words.count(name.split()[0]) == 1:
                return game, square, name
    raise AssertionError("in twenty games Ann was dealt no deed far away")


def close(page: Page) -> None:
    """Close the card that is open."""
    page.keyboard.press("Escape")
    until(page, lambda: not page.locator("dialog[open]").count(), "the card is closed")


def test_deeds_and_log_lead_to_the_square(server: Server, new_page: NewPage) -> None:
    game, square, name = far_deed(server)
    page = new_page(server.link(game, 0), size="phone")
    visible(page.locator("[data-question]"))
    assert not page.evaluate(SEEN, square)
    page.get_by_role("tab", name="Deeds").click()
    visible(page.locator(f".hand [data-deed='{square}']")).click()
    visible(page.locator("dialog[open]").filter(has_text=name))
    until(page, lambda: page.evaluate(SEEN, square), "the strip is there")
    close(page)
    page.get_by_role("tab", name="Log").click()
    visible(page.locator(".log").get_by_role("button", name=name, exact=True)).click()
    visible(page.locator("dialog[open]").filter(has_text=name))
    close(page)
    page.wait_for_timeout(300)
    assert page.evaluate(SEEN, square), "it stays where it was led"
    page.get_by_role("tab", name="Chat").click()
    page.get_by_role("tab", name="Board").click()
    until(page, lambda: page.evaluate(SEEN, 0), "later the strip begins at one's own square")


def test_squares_of_a_replay_open_their_deed(server: Server, new_page: NewPage) -> None:
    game = finished(server)
    page = new_page(server.link(game, 0), size="phone")
    visible(page.locator(".winner h1"))
    page.goto(f"{server.url}/g/{game['game']}/replay")
    visible(page.locator(".squares [data-square='1']")).click()
    visible(page.locator("dialog[open] table"))
    close(page)


@pytest.mark.parametrize(("width", "height"), [(320, 640), (780, 360)])
def test_small_phones_cut_nothing(server: Server, new_page: NewPage, width: int, height: int) -> None:
    game = for_sale(server, "Ann", "Ben", "Mira", "Theo", clock=LONG)
    page = new_page(size="phone")
    page.set_viewport_size({"width": width, "height": height})
    page.goto(server.link(game, 0))
    buy = visible(page.locator("[data-act='Buy']"))
    page.wait_for_timeout(300)
    assert page.evaluate(BEYOND) == []
    box = buy.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= height
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    on_top = "([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.dataset.act"
    assert page.evaluate(on_top, middle) == "Buy", "nothing lies over it"
    page.locator(".board [data-square='5']").click()
    card = page.locator("dialog[open] table")
    if width > height:
        visible(card)
        close(page)
    else:
        assert not card.count(), "there the strip shows the square"
    for tab in ("Deeds", "Deals", "Log", "Chat"):
        page.get_by_role("tab", name=tab).click()
        page.wait_for_timeout(150)
        assert page.evaluate(BEYOND) == [], tab
