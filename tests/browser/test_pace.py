"""Pace: one's wait, skipping it, and what happens by itself."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.others import Others
from tests.browser.robot import SIMPLE, press, until, visible
from tests.browser.serving import Server

STILL = {"decision": 0, "call": 0, "grace": 0}
FIRST = {"setup_first_player": "first-seat"}
BOTS = [{"kind": "bot"}] * 3
QUIET = {"hints": "none", "soundOffered": True}


def test_throwing_and_ending_the_turn_may_happen_by_themselves(server: Server, new_page: NewPage) -> None:
    game = server.create([{"mine": True, "name": "Ann"}, *BOTS], options=FIRST, clock=STILL)
    page = new_page(server.link(game, 0), settings=QUIET)
    visible(page.locator("[data-act='Throw']"))
    visible(page.locator("[data-do='menu']")).click()
    for name in ("Throw by itself", "End the turn by itself"):
        page.get_by_role("switch", name=name).check(force=True)
    page.keyboard.press("Escape")
    with Others(server, game, [0]) as ann:
        until(page, lambda: ann.heard(0.1).view.get("throws", 0) > 0 or ann.view["turn"] > 1, "Ann has thrown")


def finish_turn(page: Page) -> None:
    """Do what there is to do, until the turn can be ended."""
    others = [kind for kind in SIMPLE if kind != "EndTurn"]
    while not page.locator("[data-act='EndTurn']:not([aria-disabled])").count():
        press(page, others)
        page.wait_for_timeout(60)


@pytest.mark.parametrize("way", ["button", "key", "held space"])
def test_one_skips_to_ones_turn(server: Server, new_page: NewPage, way: str) -> None:
    game = server.create([{"mine": True, "name": "Ann"}, *BOTS], options=FIRST, clock=STILL)
    finish_turn(new_page(server.link(game, 0), settings=QUIET))
    page = new_page(server.link(game, 0), settings={**QUIET, "speed": "cinematic"})
    visible(page.locator("[data-act='EndTurn']")).click()
    skip = visible(page.locator("[data-do='hurry']"))
    if way == "button":
        skip.click()
    elif way == "key":
        page.keyboard.press("s")
    else:
        page.evaluate("() => document.activeElement?.blur()")
        for _ in range(2):
            page.keyboard.down(" ")
        page.keyboard.up(" ")
    asked = "[data-act='Throw'], [data-act='PayFine'], [data-panel='offered'], [data-panel='auction']"
    visible(page.locator(asked))
    assert not page.evaluate("() => document.getAnimations().some((one) => one.effect?.getTiming().duration > 1000)")


def test_who_is_bankrupt_sees_the_end_at_once(server: Server, new_page: NewPage) -> None:
    game = server.create([{"mine": True, "name": "Ann"}, *BOTS], options=FIRST, clock=STILL)
    page = new_page(server.link(game, 0), settings={**QUIET, "speed": "cinematic"})
    visible(page.locator("[data-act='Throw']"))
    with Others(server, game, [0]) as ann:
        ann.act(0, {"kind": "Resign"})
    button = visible(page.locator("[data-do='hurry']"))
    assert button.inner_text().startswith("Play to the end at once")
    button.click()
    page.locator(".winner h1").wait_for(timeout=240_000)
    assert "bankrupt" in page.locator("main").inner_text() or "resigned" in page.locator("main").inner_text()


def test_sound_is_offered_once_after_the_first_throw(server: Server, new_page: NewPage) -> None:
    game = server.create([{"mine": True, "name": "Ann"}, *BOTS], options=FIRST, clock=STILL)
    page = new_page(server.link(game, 0), settings={"hints": "none"})
    throw = visible(page.locator("[data-act='Throw']"))
    assert page.locator("[data-sound]").count() == 0
    throw.click()
    until(page, lambda: press(page, ["Buy"]) or page.locator("[data-sound]").count(), "one buys if one may")
    offer = visible(page.locator("[data-sound]"))
    offer.get_by_role("button", name="No, thanks").click()
    expect(page.locator("[data-sound]")).to_have_count(0)
    page.reload()
    visible(page.locator("[data-question], [data-panel]"))
    page.wait_for_timeout(300)
    assert page.locator("[data-sound]").count() == 0
