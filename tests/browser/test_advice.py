"""Advice in play: chances, what would be best and whether a deal is fair, where the table allows it and all see it."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.axe import faults
from tests.browser.conftest import NewPage
from tests.browser.others import Others
from tests.browser.robot import press, until, visible
from tests.browser.scenarios import dealt
from tests.browser.serving import Server

STILL = {"decision": 0, "call": 0, "grace": 0}
QUIET = {"hints": "none", "soundOffered": True}


def advised(server: Server, **wishes: Any) -> dict[str, Any]:
    return dealt(server, players=3, clock=STILL, advice=True, **wishes)


def test_chances_and_choices_are_told(server: Server, new_page: NewPage) -> None:
    page = new_page(server.link(advised(server), 0), settings=QUIET)
    visible(page.get_by_role("tab", name="Chances")).click()
    panel = visible(page.locator("[data-chance]"))
    figure = visible(panel.locator("strong"))
    assert figure.inner_text().endswith("%")
    shares = [int(text) for text in panel.locator(".bar .plate").all_inner_texts()]
    assert 97 <= sum(shares) <= 103
    until(page, lambda: press(page, ["choices"]), "what the bots would do can be asked")
    first = visible(page.locator("[data-choices] li").first)
    assert "best" in first.inner_text()
    assert faults(page, "chances") == []


def test_a_deal_is_judged_while_it_is_composed_and_made_even(server: Server, new_page: NewPage) -> None:
    game = advised(server)
    board = server.get(f"/api/games/{game['game']}/board", game["seats"][0]["key"])
    with Others(server, game, [0, 1]) as both:
        deed = both.owned(board, 1)[0]
    page = new_page(server.link(game, 0), settings=QUIET)
    until(page, lambda: press(page, ["offer"]), "a deal can be offered")
    sides = page.locator("[data-panel='offer'] section")
    page.locator("[data-partner='1']").click()
    sides.nth(1).locator(f"[data-deed='{deed}']").click()
    sides.nth(0).locator("input").fill("2500")
    fair = visible(page.locator("[data-fair='here']"))
    assert "leans to Ben" in fair.inner_text()
    assert faults(page, "a fair deal") == []
    fair.locator("[data-do='even']").click()
    until(page, lambda: sides.nth(0).locator("input").input_value() not in ("2500", ""), "the sum is changed")
    assert int(sides.nth(0).locator("input").input_value() or 0) < 2500


def test_without_it_nothing_is_to_be_seen_and_the_host_allows_it_for_all(server: Server, new_page: NewPage) -> None:
    game = dealt(server, players=2, clock=STILL)
    ann, ben = (new_page(server.link(game, seat), settings=QUIET) for seat in (0, 1))
    visible(ann.locator("[data-question]"))
    assert ann.get_by_role("tab", name="Chances").count() == 0
    visible(ann.locator("[data-do='menu']")).click()
    ann.get_by_role("switch", name="Advice allowed").check(force=True)
    expect(ben.get_by_role("tab", name="Chances")).to_be_visible()
    visible(ben.locator("[data-do='menu']")).click()
    visible(ben.get_by_text("Advice is on"))


def test_new_games_have_it_alone_against_bots_and_not_with_friends(server: Server, new_page: NewPage) -> None:
    page = new_page(server.url + "/new", settings=QUIET)
    advice = page.get_by_role("switch", name="Advice")
    visible(page.get_by_role("button", name="Start the game"))
    expect(advice).to_be_checked()
    page.locator("select:enabled").first.select_option("friend")
    expect(advice).not_to_be_checked()
    advice.check(force=True)
    expect(advice).to_be_checked()
