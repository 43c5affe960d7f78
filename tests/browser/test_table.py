"""The table while it is played: the log after an undo, the focus, the order of Tab, and nothing that jumps."""

from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.robot import box, open_resign, press, until, visible
from tests.browser.scenarios import built_up, landlord
from tests.browser.serving import Server

LONG = {"decision": 600, "call": 600, "grace": 600}


def test_the_log_tells_of_an_undo(server: Server, new_page: NewPage) -> None:
    game, _, _ = landlord(server, clock=LONG)
    page, watcher = new_page(server.link(game, 0)), new_page(server.link(game, 1))
    until(page, lambda: press(page, ["mortgages"]), "deeds can be mortgaged")
    visible(page.locator("[data-act='Mortgage']")).click()
    until(page, lambda: press(page, ["undo"]), "it can be taken back")
    for one, who in ((page, "You"), (watcher, "Ann")):
        told = visible(one.locator("ol li", has_text=f"{who} took back: the mortgage on"))
        assert told.locator("s").count() == 0
        assert one.locator("ol li s", has_text="mortgaged").count() == 1, "what was taken back is struck"


def test_undo_says_that_there_is_nothing_and_moves_nothing(server: Server, new_page: NewPage) -> None:
    seats = [{"mine": True, "name": "Ann"}, {"mine": True, "name": "Ben"}]
    game = server.create(seats, clock=LONG, options={"setup_first_player": "first-seat"})
    page = new_page(server.link(game, 0))
    throw = visible(page.locator("[data-act='Throw']"))
    before = box(throw)
    undo = page.locator("[data-do='undo']")
    assert undo.get_attribute("aria-disabled") == "true"
    undo.click(force=True)
    page.keyboard.press("u")
    page.wait_for_timeout(300)
    assert box(throw) == before
    assert page.locator("[data-refused]").count() == 0


def test_escape_gives_the_focus_back(server: Server, new_page: NewPage) -> None:
    game, _ = built_up(server, 1, clock=LONG)
    page = new_page(server.link(game, 0))
    open_resign(page)
    page.keyboard.press("Escape")
    expect(page.locator("[data-panel='resign']")).to_have_count(0)
    expect(page.locator("[data-do='menu']")).to_be_focused()
    for name in ("groups", "offer"):
        visible(page.locator(f"[data-do='{name}']")).focus()
        page.keyboard.press("Enter")
        visible(page.locator(f"[data-panel='{name}']"))
        page.keyboard.press("Escape")
        expect(page.locator(f"[data-do='{name}']")).to_be_focused()
    why = visible(page.locator(".decision .why"))
    why.focus()
    page.keyboard.press("Enter")
    visible(page.locator("aside.why"))
    page.keyboard.press("Escape")
    expect(why).to_be_focused()


def test_tab_reaches_the_decision_first(server: Server, new_page: NewPage) -> None:
    game, _ = built_up(server, 1, clock=LONG)
    page = new_page(server.link(game, 0))
    visible(page.locator("[data-act='Throw']"))
    page.keyboard.press("Tab")  # the link that skips to the stage
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('.decision') !== null")


def test_the_page_is_no_taller_than_the_screen(server: Server, new_page: NewPage) -> None:
    game, _ = built_up(server, 1, clock=LONG)
    page = new_page(server.link(game, 0))
    visible(page.locator("[data-act='Throw']"))
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
