"""Screens on windows of several sizes: what matters is in sight, nothing lies over anything, and no word is cut."""

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults, resize
from tests.browser.conftest import NewPage
from tests.browser.others import Others
from tests.browser.robot import BEYOND, QUIET, box, press, until, visible
from tests.browser.scenarios import built_up, dealt, for_sale, landlord
from tests.browser.screens import LONG, STILL, finished
from tests.browser.serving import Server

SMALL = [(1024, 768), (844, 390), (360, 640)]
IN_SIGHT = """(all) => all.filter((one) => { const box = one.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const on = document.elementFromPoint(x, y);
  const inside = box.top >= 0 && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
  return inside && on && one.contains(on); }).length"""
"""How many of these are wholly on the screen, with nothing over their middle."""
WHOLE = """(all) => all.filter((one) => { const box = one.getBoundingClientRect();
  const at = (y) => document.elementFromPoint(box.left + box.width / 2, y);
  return one.contains(at(box.top + 3)) && one.contains(at(box.bottom - 3)); }).length"""
"""How many of these have nothing over their upper and lower edge."""
CUT = """(all) => all.filter((one) => one.getClientRects().length && (one.scrollWidth > one.clientWidth + 1
  || one.scrollHeight > one.clientHeight + 2)).map((one) => one.textContent.trim())"""


def in_sight(page: Page, what: str) -> int:
    return int(page.locator(what).evaluate_all(IN_SIGHT))


@pytest.mark.parametrize(("width", "height"), SMALL)
def test_the_first_page_begins_with_a_game_and_a_board(
    server: Server, new_page: NewPage, width: int, height: int
) -> None:
    page = new_page()
    page.set_viewport_size({"width": width, "height": height})
    page.goto(server.url)
    visible(page.get_by_role("button", name="Play now"))
    visible(page.locator(".living .squares"))
    assert in_sight(page, "[data-do='play']") == 1
    assert in_sight(page, ".living .frame") == 1
    frame, bar = (page.locator(f".living {part}").bounding_box() for part in (".frame", ".bar"))
    assert frame is not None
    assert bar is not None
    assert 0 <= bar["y"] - frame["y"] - frame["height"] < 24, "its line stands directly below the board"
    assert frame["width"] / frame["height"] < 1.3
    assert page.evaluate(BEYOND) == []


@pytest.mark.parametrize("width", [360, 768, 1024, 1180, 1280, 1440])
def test_the_rulebooks_to_choose_from_stay_in_their_card(server: Server, new_page: NewPage, width: int) -> None:
    page = new_page()
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{server.url}/new")
    visible(page.get_by_role("radio", name="Classic"))
    outside = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length"
    assert page.locator(".editions, .editions label").evaluate_all(outside) == 0
    right = "(all) => all.map((one) => one.getBoundingClientRect().right)"
    edge = page.locator(".editions").evaluate_all(right)[0]
    assert max(page.locator(".editions label").evaluate_all(right)) <= edge + 1


@pytest.mark.parametrize(("width", "height"), [*SMALL, (768, 1024), (1280, 720)])
def test_a_replay_has_its_controls_in_sight(server: Server, new_page: NewPage, width: int, height: int) -> None:
    game = finished(server)
    page = new_page(server.link(game, 0))
    visible(page.locator(".winner h1"))
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{server.url}/g/{game['game']}/replay")
    visible(page.locator("input[type=range]"))
    until(page, lambda: in_sight(page, "main button.play") == 1, "the replay can be played")
    assert page.evaluate(BEYOND) == []


def bought(server: Server, new_page: NewPage) -> Page:
    """Ann has bought something."""
    page = new_page(server.link(for_sale(server, "Ann", "Ben", "Mira", "Theo", clock=LONG), 0), settings=QUIET)
    visible(page.locator("[data-act='Buy']")).click()
    visible(page.locator(".log li").filter(has_text="You bought"))
    return page


def test_why_lies_beside_money_and_log(server: Server, new_page: NewPage) -> None:
    page = bought(server, new_page)
    row = page.locator(".log li").filter(has_text="You bought")
    row.hover()
    row.get_by_role("button", name="Why?").click()
    expect(page.locator("[data-sum]")).to_contain_text("The price printed on the deed of")
    assert visible(page.locator("[data-also] button")).inner_text()
    for width, height in ((1440, 900), (1280, 720), (1024, 768), (768, 1024)):
        resize(page, width, height)
        until(page, lambda: in_sight(page, "aside.why h2") == 1, "the answer is there")
        assert in_sight(page, ".money .cash") == 1, width
        until(page, lambda: in_sight(page, ".log li.newest") == 1, f"the newest row is seen at {width}")
        assert page.evaluate(BEYOND) == []
    assert faults(page, "why") == []
    before = visible(page.locator("aside.why code")).inner_text()
    page.locator("[data-also] button").first.click()
    until(page, lambda: page.locator("aside.why code").inner_text() != before, "the rule beside it opens")
    page.keyboard.press("Escape")
    expect(page.locator("aside.why")).to_have_count(0)


def test_headlines_are_not_cut(server: Server, new_page: NewPage) -> None:
    page = bought(server, new_page)
    for width, height in ((1440, 900), (1024, 768), (768, 1024), (844, 390), (360, 640)):
        resize(page, width, height)
        visible(page.locator("[data-headline]"))
        assert page.locator("[data-headline] p").evaluate_all(CUT) == [], width


def test_lots_are_seen_and_a_draft_is_kept_when_a_phone_is_turned(server: Server, new_page: NewPage) -> None:
    game, _ = built_up(server, 2, clock=LONG)
    page = new_page(server.link(game, 0), settings=QUIET)
    until(page, partial(press, page, ["groups"]), "it can be built")
    resize(page, 360, 640)
    lots = page.locator("[data-lot]")
    until(page, lambda: in_sight(page, "[data-lot]") >= 2, "two lots are seen whole")
    assert lots.evaluate_all(CUT) == []
    page.locator("[data-do='more-houses']").click()
    drafted = page.locator("[data-draft]").get_attribute("data-draft")
    assert int(drafted or 0) >= 2
    resize(page, 844, 390)
    expect(page.locator("[data-draft]")).to_have_attribute("data-draft", drafted or "")
    resize(page, 1440, 900)
    expect(page.locator("[data-draft]")).to_have_attribute("data-draft", drafted or "")


def test_a_refusal_is_in_sight_at_every_size(server: Server, new_page: NewPage) -> None:
    game, _, _ = landlord(server, clock=LONG)
    page = new_page(server.link(game, 0), settings=QUIET)
    until(page, partial(press, page, ["mortgages"]), "something can be mortgaged")
    page.evaluate(
        """() => { const old = WebSocket.prototype.send; WebSocket.prototype.send = function (text) {
            const said = JSON.parse(text);
            if (said.type === 'act') said.action = { kind: 'Build', square: 5 };
            return old.call(this, JSON.stringify(said)); } }"""
    )
    page.locator("[data-act='Mortgage']").first.click()
    visible(page.locator("[data-refused]"))
    for width, height in ((1440, 900), *SMALL):
        resize(page, width, height)
        until(page, lambda: in_sight(page, "[data-refused]") == 1, f"it is seen at {width}")


def test_a_counter_offer_leaves_the_board_in_sight_on_a_phone(server: Server, new_page: NewPage) -> None:
    game = dealt(server, players=2, clock=STILL)
    board: dict[str, Any] = server.get(f"/api/games/{game['game']}/board", game["seats"][0]["key"])
    page = new_page(server.link(game, 0), settings=QUIET)
    with Others(server, game, [1]) as ben:
        ben.counter(page, ben.owned(board, 1)[0], 10, 60)
    visible(page.locator("[data-panel='offered']"))
    expect(page.locator(".toast").filter(has_text="declined your offer")).to_have_count(0)
    resize(page, 360, 640)
    until(page, lambda: in_sight(page, "[data-panel='offered'] h2") == 1, "nothing lies over its title")
    assert in_sight(page, "[data-headline]") == 1, "what happened stands on the board above it"


def test_no_sheet_of_a_phone_cuts_what_just_happened(server: Server, new_page: NewPage) -> None:
    """An offer with a hint above it reaches far up: then the headline stands above both."""
    game, _, deeds = landlord(server, clock=LONG)
    with Others(server, game, [0, 1]) as both:
        both.act(0, {"kind": "Mortgage", "square": deeds[0]})
        both.act(0, {"kind": "Offer", "other": 1, "give": [deeds[0]], "take_cash": 1})
    page = new_page(server.link(game, 1))
    headline = page.locator("[data-headline]")
    visible(page.locator("[data-offer]"))
    for name in ("offered", "keep"):
        visible(page.locator(f"[data-panel='{name}']"))
        for width, height in ((360, 640), (360, 780), (390, 844), (844, 390)):
            resize(page, width, height)
            until(page, lambda: headline.evaluate_all(WHOLE) == 1, f"the headline is whole at {width} x {height}")
        if name == "offered":
            page.locator("[data-offer] [data-act='Accept']").click()


def test_who_waits_on_a_low_phone_has_all_buttons_in_one_row(server: Server, new_page: NewPage) -> None:
    page = new_page(server.link(for_sale(server, "Ann", "Ben", clock=LONG), 1), settings=QUIET)
    visible(page.locator("[data-do='hurry']"))
    resize(page, 360, 640)
    boxes = [box(page.locator(f"[data-do='{name}']")) for name in ("hurry", "more")]
    middles = [one["y"] + one["height"] / 2 for one in boxes]
    assert abs(middles[0] - middles[1]) < 10, middles
