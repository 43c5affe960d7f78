"""Eight players on screens of every size: nothing overlaps, nothing is cut, and a turned device keeps its board."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import NewPage
from tests.browser.robot import BEYOND, box, visible
from tests.browser.serving import Server

LONG = {"decision": 600, "call": 600, "grace": 600}
FIRST = {"setup_first_player": "first-seat"}
CUT = """() => [...document.querySelectorAll('.players [data-seat] b, .players [data-seat] .sub')]
  .filter((one) => one.getClientRects().length)
  .filter((one) => {
    const box = one.getBoundingClientRect(), seat = one.closest('[data-seat]').getBoundingClientRect();
    return one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow !== 'visible'
      || box.right > seat.right + 1 || box.left < seat.left;
  }).map((one) => one.textContent)"""
"""Sums and states of players that lose characters, or leave their card."""
APART = """() => {
  const parts = [...document.querySelectorAll('.players [data-seat] > *:not(.visually-hidden)')].map((one) =>
    [one.closest('[data-seat]').dataset.seat, one.getBoundingClientRect()]);
  return parts.flatMap(([a, one], n) => parts.slice(n + 1).filter(([b, two]) =>
    Math.min(one.right, two.right) - Math.max(one.left, two.left) > 1 &&
    Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 1).map(([b]) => `${a} and ${b}`));
}"""
"""Parts of players' rows that lie over each other."""


def eight(server: Server, players: int = 8) -> dict[str, Any]:
    bots: list[dict[str, Any]] = [{"kind": "bot"}] * (players - 1)
    return server.create([{"mine": True, "name": "Maximilian"}, *bots], options=FIRST, clock=LONG)


def shown(server: Server, new_page: NewPage, width: int, height: int, players: int = 8) -> Page:
    page = new_page(size="phone" if min(width, height) < 600 else "desktop")
    page.set_viewport_size({"width": width, "height": height})
    page.goto(server.link(eight(server, players), 0))
    visible(page.locator("[data-act='Throw']"))
    page.wait_for_timeout(300)
    return page


def test_eight_rows_lie_apart(server: Server, new_page: NewPage) -> None:
    page = shown(server, new_page, 1440, 900)
    assert page.evaluate(APART) == []
    assert page.evaluate(CUT) == []
    name = page.locator(".players [data-seat='0'] .name")
    assert name.evaluate("(one) => one.scrollWidth <= one.clientWidth"), "ten letters are seen whole"


@pytest.mark.parametrize("players", [4, 8])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844), (844, 390)])
def test_phones_show_sums_board_strip_and_tabs(
    server: Server, new_page: NewPage, width: int, height: int, players: int
) -> None:
    page = shown(server, new_page, width, height, players)
    assert page.evaluate(CUT) == []
    assert page.evaluate(BEYOND) == []
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight"), "the page does not scroll"

    board, sheet, tabs = (
        box(page.locator(part).first) for part in (".board .ring", ".sheet > .sheet", "[role=tablist]")
    )
    assert tabs["y"] + tabs["height"] <= height, "the tabs are there"
    assert tabs["x"] + tabs["width"] <= width
    if width > height:
        assert board["x"] + board["width"] <= sheet["x"]
        assert board["y"] + board["height"] <= height
    else:
        strip = box(page.locator(".strip [data-square='0']").first)
        assert board["y"] + board["height"] <= strip["y"]
        assert strip["y"] + strip["height"] <= sheet["y"] + 1, "the sheet does not cover the strip"
    if height < 700:
        page.locator("[data-do='more']").click()
        visible(page.locator("[data-do='offer']"))


def test_a_turned_device_keeps_its_board(server: Server, new_page: NewPage) -> None:
    page = shown(server, new_page, 844, 390)
    page.set_viewport_size({"width": 390, "height": 844})
    visible(page.locator(".strip [data-square='0']"))
    page.get_by_role("tab", name="Deeds").click()
    page.set_viewport_size({"width": 844, "height": 390})
    visible(page.get_by_role("tab", name="Deeds", selected=True))
    page.set_viewport_size({"width": 720, "height": 540})
    visible(page.locator(".board .ring"))
    page.set_viewport_size({"width": 540, "height": 720})
    visible(page.get_by_role("tab", name="Deeds", selected=True))
    page.get_by_role("tab", name="Board").click()
    visible(page.locator(".board .ring"))
