"""A game by letter: a day for each decision, nobody has to stay, and the first page leads back."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import NewPage
from tests.browser.others import Others
from tests.browser.robot import QUIET, until, visible
from tests.browser.scenarios import frugal
from tests.browser.serving import Server


def opened(server: Server, new_page: NewPage) -> tuple[Page, dict[str, Any]]:
    """Ann opens a table with a day for each decision, and Ben sits down; his seat as `Others` wants it."""
    page = new_page(server.url + "/new", settings={**QUIET, "name": "Ann"})
    page.get_by_role("radio", name="1 day").check(force=True)
    assert "A game by letter" in page.inner_text("main")
    expect(page.get_by_role("radiogroup", name="Auction clock").get_by_role("radio", name="Off")).to_be_checked()
    for seat in (4, 3):
        page.get_by_role("button", name=f"Remove seat {seat}").click()
    page.locator("select:enabled").first.select_option("friend")
    page.get_by_role("button", name="Open the table").click()
    until(page, lambda: "/g/" in page.url, "the table is opened")
    game = page.url.rpartition("/g/")[2]
    kept: dict[str, Any] = page.evaluate(f"JSON.parse(localStorage.getItem('passgo.game.{game}'))")
    ben = server.post(f"/api/games/{game}/seats", {"name": "Ben", "invite": kept["invite"]})
    seats = [{"seat": 0, "key": kept["seats"][0]}, {"seat": 1, "key": ben["key"]}]
    return page, {"game": game, "seats": seats}


def play_until(server: Server, game: dict[str, Any], seat: int) -> None:
    """Both play, until the game waits for this seat alone."""
    with Others(server, game, [0, 1]) as both:
        while both.view["waiting"] != [seat] or both.view["on_turn"] != seat:
            asked = both.view["waiting"][0]
            both.act(asked, frugal(both.hands[asked]["legal"]))


def test_nobody_is_replaced_and_nobody_has_to_stay(server: Server, new_page: NewPage) -> None:
    page, game = opened(server, new_page)
    play_until(server, game, 1)
    clock = server.get(f"/api/games/{game['game']}", game["seats"][0]["key"])
    assert clock["status"] == "playing"
    visible(page.get_by_text("Nobody has to stay"))
    assert not faults(page, "waiting in a game by letter")
    assert page.get_by_role("timer").first.get_attribute("aria-label") == "23 hours left"
    page.goto(server.url)
    visible(page.get_by_role("heading", name="Your games"))
    expect(page.get_by_text("You are asked")).to_have_count(0)
    play_until(server, game, 0)
    page.reload()
    visible(page.locator("section").filter(has_text="Your games").get_by_text("You are asked"))
    expect(page).to_have_title("● Your turn · PassGo")
    page.get_by_role("button", name="Go on").click()
    visible(page.locator("[data-act='Throw'], [data-act='PayFine']"))
    expect(page.get_by_text("Nobody has to stay")).to_have_count(0)


def test_the_clock_of_a_day_leaves_an_absent_player_a_day(server: Server, new_page: NewPage) -> None:
    page, game = opened(server, new_page)
    play_until(server, game, 1)
    visible(page.get_by_text("Nobody has to stay"))
    with Others(server, game, [0]) as ann:
        assert ann.table["clock"] == {"decision": 86400, "call": 0, "grace": 86400, "hour": 3600}
