"""What is seen for a moment: a house that drops, the winner; and what looks alike wherever it is told."""

from typing import Any

from playwright.sync_api import Route, expect

from tests.browser.conftest import NewPage
from tests.browser.others import Others
from tests.browser.robot import QUIET, until, visible
from tests.browser.scenarios import auctioned, dealt, landlord, whole_groups
from tests.browser.screens import finished
from tests.browser.serving import Server

STILL = {"decision": 0, "call": 0, "grace": 0}
WITNESS = """() => {
  window.seen = { stamps: [] };
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, ...rest) {
    if (this.classList.contains('piece')) seen.dropped = [...frames].map((frame) => frame.transform);
    if ('stamp' in this.dataset) seen.stamps.push(this.textContent.trim());
    return animate.call(this, frames, ...rest);
  };
}"""
"""Keeps what is seen for a moment only: a busy machine may look too late."""


def test_a_house_drops_onto_its_lot(server: Server, new_page: NewPage) -> None:
    game, board, deeds = landlord(server, clock=STILL)
    page = new_page(server.link(game, 1), settings={**QUIET, "speed": "calm"})
    visible(page.locator("[data-question]"))
    page.evaluate(WITNESS)
    lot = whole_groups(board, deeds)[0][0]
    with Others(server, game, [0]) as ann:
        ann.act(0, {"kind": "Build", "square": lot})
    frames = until(page, lambda: page.evaluate("seen.dropped"), "the house drops")
    heights = [float(frame.split("px, ")[1].split("px")[0]) for frame in frames]
    assert heights == sorted(heights), "from above"
    assert heights[0] < heights[-1]


def test_the_winner_has_a_moment_on_the_board(server: Server, new_page: NewPage) -> None:
    game = dealt(server, players=2, clock=STILL)
    page = new_page(server.link(game, 0), settings={**QUIET, "speed": "calm"})
    visible(page.locator("[data-question]"))
    page.evaluate(WITNESS)
    with Others(server, game, [1]) as ben:
        ben.act(1, {"kind": "Resign"})
    until(page, lambda: any("You win" in text for text in page.evaluate("seen.stamps")), "the stamp of the winner")
    visible(page.locator(".winner h1"))


def test_a_replay_says_of_each_square_what_the_board_says(server: Server, new_page: NewPage) -> None:
    game: dict[str, Any] = finished(server)
    page = new_page(server.link(game, 0))
    visible(page.locator(".winner h1"))
    page.get_by_role("button", name="Look at the board").click()
    captions = "(all) => all.filter((one) => /Tax/.test(one.textContent)).map((one) => one.textContent.trim())"
    squares = page.locator(".squares [data-square]")
    visible(squares.first)
    board = squares.evaluate_all(captions)
    page.goto(f"{server.url}/g/{game['game']}/replay")
    visible(squares.first)
    assert squares.evaluate_all(captions) == board
    assert any("$200 or 10" in text for text in board)


def test_a_board_that_comes_late_breaks_nothing(server: Server, new_page: NewPage) -> None:
    """The question is known before the board: an auction names its lot, and there was none yet."""
    game = auctioned(server, "Ann", "Ben", clock=STILL)
    page = new_page(size="phone")
    held: list[Route] = []
    page.route("**/board", lambda route: held.append(route))  # Playwright takes no built-in
    page.goto(server.link(game, 0))
    until(page, lambda: held, "the board is asked for")
    page.wait_for_timeout(500)
    assert page.locator("[data-panel='auction']").count() == 0
    held[0].continue_()
    visible(page.locator("[data-panel='auction']"))


def test_who_was_never_here_sees_no_list_of_games(server: Server, new_page: NewPage) -> None:
    page = new_page()
    page.route("**/api/games?*", lambda route: route.fulfill(json=[]))
    page.goto(server.url)
    visible(page.get_by_role("button", name="Play now"))
    visible(page.get_by_text("about 15 min"))
    for name in ("Your games", "Open tables", "Being played", "Finished games"):
        expect(page.get_by_role("heading", name=name)).to_have_count(0)
