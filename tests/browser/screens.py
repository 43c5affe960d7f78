"""Every screen of the app, brought about by lawful play, each with a name."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from playwright.sync_api import Page

from tests.browser.axe import look
from tests.browser.conftest import NewPage
from tests.browser.others import Others
from tests.browser.robot import open_resign, press, until, visible
from tests.browser.scenarios import auctioned, built_up, debtor, for_sale, landlord, move_on
from tests.browser.serving import Server
from tests.browser.wire import Wire

LONG = {"decision": 600, "call": 600, "grace": 600}
STILL = {"decision": 0, "call": 0, "grace": 0}


def lobby_screens(server: Server, new_page: NewPage) -> Iterator[tuple[str, Page]]:
    """Before a game."""
    page = new_page(server.url)
    visible(page.get_by_role("button", name="Play now"))
    yield "lobby", page
    page.goto(server.url + "/new")
    visible(page.get_by_role("button", name="Start the game"))
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    yield "new", page
    for name, path in (("ask", "/rules"), ("answer", "/rules/rent.utility"), ("book", "/rules/classic/modern")):
        page.goto(server.url + path)
        visible(page.locator("article"))
        yield name, page
    game = server.create([{"mine": True, "name": "Ann"}, {"kind": "person"}, {"kind": "bot", "name": "Ben"}])
    page = new_page(server.link(game, 0))
    visible(page.get_by_role("button", name="Start"))
    yield "waiting", page
    page = new_page(f"{server.url}/g/{game['game']}#invite={game['invite']}")
    visible(page.get_by_role("heading"))
    yield "join", page
    page = new_page(server.url + "/nothing/here")
    visible(page.get_by_role("heading"))
    yield "nothing", page


def decisions(server: Server, new_page: NewPage) -> Iterator[tuple[str, Page]]:
    """Questions of the turn, and an auction."""
    game = for_sale(server, "Ann", "Ben", "Mira", "Theo", clock=LONG)
    page = new_page(server.link(game, 0))
    visible(page.locator("[data-act='Buy']"))
    yield "buy", page
    visible(page.locator("[data-question] .why")).click()
    visible(page.locator("aside.why h2"))
    yield "why", page
    page.reload()
    visible(page.locator("[data-act='Buy']"))
    open_resign(page)
    yield "resign", page
    page = new_page(server.link(auctioned(server, "Ann", "Ben", "Mira", clock=LONG), 0))
    visible(page.locator("[data-panel='auction']"))
    yield "auction", page
    watcher = new_page(server.link(game))
    visible(watcher.locator("[data-question]"))
    yield "watching", watcher
    both = new_page(server.link(game, 0, 1))
    visible(both.get_by_role("dialog"))
    yield "curtain", both


def beside(server: Server, new_page: NewPage) -> Iterator[tuple[str, Page]]:
    """What stands beside the decision: chat, log, deeds, the settings; and a lost connection."""
    game = for_sale(server, "Ann", "Ben", clock=LONG)
    with Others(server, game, [1]) as ben:
        ben.say(1, "Good luck")
    wire = Wire(server.port)
    page = new_page(server.link(game, 0).replace(server.url, wire.url))
    visible(page.get_by_role("tab", name="Chat")).click()
    visible(page.get_by_text("Good luck"))
    yield "chat", page
    page.get_by_role("tab", name="Log").click()
    visible(page.get_by_role("button", name="Filter")).click()
    yield "log", page
    look(page, "phone", "light")
    visible(page.get_by_role("tab", name="Deeds")).click()
    yield "deeds", page
    visible(page.get_by_role("button", name="Settings")).click()
    visible(page.get_by_role("dialog"))
    yield "settings", page
    page.keyboard.press("Escape")
    wire.close()
    visible(page.get_by_text("Connection lost"))
    yield "lost", page


def possessions(server: Server, new_page: NewPage) -> Iterator[tuple[str, Page]]:
    """Building, mortgages, deals, debt."""
    game, _ = built_up(server, 3, clock=LONG)
    page = new_page(server.link(game, 0))
    for name in ("groups", "mortgages", "offer"):
        until(page, partial(press, page, [name]), f"{name} can be opened")
        visible(page.locator(f"[data-panel='{name}']"))
        if name == "offer":
            for side in page.locator("[data-panel='offer'] section").all():
                side.locator("input").fill("10")
            visible(page.locator("[data-verdict]"))
        yield name, page
        press(page, ["close"])
    page = new_page(server.link(debtor(server, clock=LONG), 0))
    visible(page.locator("[data-panel='debt']"))
    yield "debt", page
    game, _, deeds = landlord(server, clock=LONG)
    with Others(server, game, [1]) as ben:
        ben.act(1, {"kind": "Offer", "other": 0, "give_cash": 10, "take": deeds[:1]})
    page = new_page(server.link(game, 0))
    visible(page.locator("[data-offer]"))
    page.locator(".topbar").get_by_role("button", name="Deals").click()
    yield "deals", page


def ends(server: Server, new_page: NewPage) -> Iterator[tuple[str, Page]]:
    """After a game."""
    game = finished(server)
    page = new_page(server.link(game, 0))
    visible(page.locator(".winner h1"))
    visible(page.locator(".chart"))
    yield "end", page
    visible(page.locator(".bar nav button.bar-button")).click()
    visible(page.get_by_role("dialog"))
    yield "record", page
    page.goto(f"{server.url}/g/{game['game']}/replay")
    visible(page.locator("input[type=range]"))
    yield "replay", page
    page.goto(f"{server.url}/g/{game['game']}/dice")
    visible(page.locator("main table"))
    until(page, lambda: not page.locator("[aria-busy]").count(), "the dice are verified")
    yield "dice", page


def finished(server: Server) -> dict[str, Any]:
    """A short game of two rounds that is over."""
    options = {"short_game": True, "short_rounds": 2, "setup_first_player": "first-seat"}
    game = server.create([{"mine": True, "name": "Ann"}, {"mine": True, "name": "Ben"}], options=options)
    with Others(server, game, [0, 1]) as both:
        while not both.view.get("winners"):
            move_on(both)
    return game


PARTS: dict[str, Callable[[Server, NewPage], Iterator[tuple[str, Page]]]] = {
    "lobby": lobby_screens,
    "decisions": decisions,
    "beside": beside,
    "possessions": possessions,
    "ends": ends,
}
