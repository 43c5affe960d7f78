"""Who looks elsewhere is called: by the title of the tab, and by a notification where that was allowed."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.others import Others
from tests.browser.robot import QUIET, until, visible
from tests.browser.scenarios import for_sale, frugal, landlord
from tests.browser.serving import Server

STILL = {"decision": 0, "call": 0, "grace": 0}
AWAY = "() => Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })"
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.getRegistration();
  return ((await worker?.getNotifications()) ?? []).map(({ title, body, icon, data }) => ({ title, body, icon, data }));
}"""


def away(server: Server, new_page: NewPage, game: dict[str, Any], **settings: Any) -> Page:
    """Ann's page, which she does not look at."""
    page = new_page(server.link(game, 0), settings={**QUIET, "notices": True, **settings})
    page.context.grant_permissions(["notifications"], origin=server.url)
    visible(page.locator("[data-question]"))
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.evaluate(AWAY)
    return page


def notice(page: Page, title: str) -> dict[str, Any] | None:
    """The one notification, once it says that: a newer one takes the place of an older one."""
    shown: list[dict[str, Any]] = page.evaluate(SHOWN)
    assert len(shown) <= 1
    return next((one for one in shown if one["title"] == title), None)


def give_turn_to_ann(seats: Others) -> None:
    """Ben plays on until it is Ann's turn."""
    while seats.view["on_turn"] != 0:
        seat = next(seat for seat in seats.view["waiting"] if seat in seats.seats)
        seats.act(seat, frugal(seats.hands[seat]["legal"]))


def ben_is_on_turn(server: Server) -> dict[str, Any]:
    """A game of Ann and Ben in which Ann has had her turn."""
    game = for_sale(server, "Ann", "Ben", clock=STILL)
    with Others(server, game, [0, 1]) as both:
        while both.view["on_turn"] == 0:
            seat = next(seat for seat in both.view["waiting"] if seat in both.seats)
            both.act(seat, frugal(both.hands[seat]["legal"]))
    return game


def test_ones_turn_calls(server: Server, new_page: NewPage) -> None:
    game = ben_is_on_turn(server)
    page = away(server, new_page, game)
    expect(page).to_have_title("Ann's table · PassGo")
    with Others(server, game, [0, 1]) as both:
        give_turn_to_ann(both)
    expect(page).to_have_title("● Your turn · Ann's table · PassGo")
    shown = until(page, lambda: notice(page, "Your turn"), "a notification is shown")
    assert (shown["body"], shown["data"]) == ("Ann's table", page.url)
    assert shown["icon"].endswith("/icon-192.png")


def test_an_offer_calls_outside_of_ones_turn(server: Server, new_page: NewPage) -> None:
    game, _, deeds = landlord(server, clock=STILL)
    with Others(server, game, list(range(8))) as seats:
        while seats.view["on_turn"] == 0:
            seat = next(seat for seat in seats.view["waiting"] if seat in seats.seats)
            seats.act(seat, frugal(seats.hands[seat]["legal"]))
        page = away(server, new_page, game)
        seats.act(1, {"kind": "Offer", "other": 0, "give_cash": 10, "take": deeds[:1]})
    expect(page).to_have_title("● You are asked · Ann's table · PassGo")
    until(page, lambda: notice(page, "You are asked"), "a notification is shown")


def test_nobody_is_called_who_did_not_ask_for_it(server: Server, new_page: NewPage) -> None:
    game = ben_is_on_turn(server)
    page = away(server, new_page, game, notices=False)
    with Others(server, game, [0, 1]) as both:
        give_turn_to_ann(both)
    expect(page).to_have_title("● Your turn · Ann's table · PassGo")
    page.wait_for_timeout(300)
    assert page.evaluate(SHOWN) == []
