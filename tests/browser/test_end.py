"""The end page: what decided the game, the position of each moment, one file to keep, and short games without it."""

from functools import cache
from typing import Any

import pytest

from tests.browser.axe import faults
from tests.browser.conftest import NewPage
from tests.browser.others import Others
from tests.browser.robot import BEYOND, visible
from tests.browser.scenarios import move_on
from tests.browser.screens import finished
from tests.browser.serving import Server

STILL = {"decision": 0, "call": 0, "grace": 0}


@cache
def played(server: Server) -> dict[str, Any]:
    """A short game of seven rounds between three people that is over, with a deal in it."""
    options = {"short_game": True, "short_rounds": 7, "short_deal_paid": False, "setup_first_player": "first-seat"}
    seats = [{"mine": True, "name": name} for name in ("Ann", "Ben", "Mira")]
    game = server.create(seats, options=options, clock=STILL)
    board = server.get(f"/api/games/{game['game']}/board", game["seats"][0]["key"])
    with Others(server, game, [0, 1, 2]) as all_seats:
        all_seats.deal(0, 1, give_cash=120, take=all_seats.owned(board, 1)[:1])
        while not all_seats.view.get("winners"):
            move_on(all_seats)
    return game


def test_the_analysis_tells_what_decided_the_game(server: Server, new_page: NewPage) -> None:
    page = new_page(server.link(played(server), 0))
    visible(page.locator(".winner h1"))
    visible(page.get_by_role("heading", name="Final worth"))
    visible(page.locator("[data-turning]"))
    assert "won" in page.locator(".winner h1").inner_text()
    assert "dice were" in page.locator(".winner").inner_text()
    visible(page.get_by_role("heading", name="Where your"))
    assert page.locator("[data-dealing]").count() == 1
    visible(page.get_by_role("heading", name="decisions"))
    assert faults(page, "the end with its analysis") == []


def test_the_chart_has_three_forms_and_is_read_by_the_keyboard(server: Server, new_page: NewPage) -> None:
    page = new_page(server.link(played(server), 0))
    plot = visible(page.get_by_role("group", name="Chance of winning of every player"))
    plot.focus()
    page.keyboard.press("ArrowRight")
    assert "Round 1:" in plot.inner_text()
    for form in ("Stacked", "Table"):
        page.get_by_role("radio", name=form).check(force=True)
        assert faults(page, form) == []
    page.reload()
    visible(page.get_by_role("row", name="Round"))


def test_a_turning_point_opens_the_replay_there(server: Server, new_page: NewPage) -> None:
    game = played(server)
    page = new_page(server.link(game, 0))
    card = visible(page.locator("[data-turning]").last)
    seq = int(card.get_attribute("data-turning") or 0)
    card.get_by_role("button").click()
    visible(page.locator("input[type=range]"))
    key = game["seats"][0]["key"]
    frames = server.get(f"/api/games/{game['game']}/replay?limit=500", key)["frames"]
    at = next(n for n, frame in enumerate(frames) if frame["seq"] >= seq)
    page.wait_for_function("(at) => Number(document.querySelector('input[type=range]').value) === at", arg=at)
    page.go_back()
    visible(page.locator("[data-turning]"))
    page.keyboard.press("1")
    visible(page.locator("input[type=range]"))


def test_the_page_is_kept_as_one_file_with_the_record(server: Server, new_page: NewPage) -> None:
    page = new_page(server.link(played(server), 0))
    visible(page.locator("[data-turning]"))
    with page.expect_download() as saving:
        page.locator("[data-do='save']").click()
    text = saving.value.path().read_text()
    assert saving.value.suggested_filename.endswith(".html")
    assert "passgo record 1" in text
    assert "Where your" in text
    assert "<script" not in text
    page.context.set_offline(True)
    alone = page.context.new_page()
    alone.set_content(text)
    assert "won" in alone.locator("h1").inner_text()


def test_watchers_see_all_players_and_nobodys_own_game(server: Server, new_page: NewPage) -> None:
    page = new_page(server.link(played(server)))
    visible(page.locator("[data-turning]"))
    assert "dice were" not in page.locator(".winner").inner_text()
    assert "any chance" in page.inner_text("main")


def test_several_at_one_screen_choose_whose_game_is_told(server: Server, new_page: NewPage) -> None:
    page = new_page(server.link(played(server), 0, 1))
    visible(page.locator("[data-turning]"))
    assert "Where the" in page.inner_text("main")
    page.get_by_role("radio", name="Ben").check(force=True)
    visible(page.get_by_role("heading", name="of Ben went"))


@pytest.mark.parametrize(
    ("width", "height"), [(1920, 1080), (1440, 900), (768, 1024), (390, 844), (360, 640), (844, 390)]
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_runs_off_any_screen(server: Server, new_page: NewPage, width: int, height: int, language: str) -> None:
    page = new_page(size="phone" if min(width, height) < 600 else "desktop", settings={"language": language})
    page.set_viewport_size({"width": width, "height": height})
    page.goto(server.link(played(server), 0))
    visible(page.locator("[data-turning]"))
    page.wait_for_timeout(200)
    assert page.evaluate(BEYOND) == []


def test_a_game_that_is_too_short_has_worth_alone(server: Server, new_page: NewPage) -> None:
    page = new_page(server.link(finished(server), 0))
    visible(page.get_by_role("heading", name="Final worth"))
    assert page.get_by_role("heading", name="Chance of winning").count() == 0


def test_the_same_table_is_played_again_at_once(server: Server, new_page: NewPage) -> None:
    game = finished(server)
    page = new_page(server.link(game, 0, 1))
    visible(page.locator("[data-do='again']")).click()
    page.wait_for_url(lambda url: "/g/" in url and game["game"] not in url)
    visible(page.get_by_role("heading", name="The screen is for"))
