"""The browser game under a path of its server: files, pages, links, REST and the socket."""

from collections.abc import Iterator

import pytest

from tests.browser.conftest import NewPage
from tests.browser.robot import until, visible
from tests.browser.serving import Server, serving


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("below"), root="/monopoly") as running:
        yield running


def test_a_game_is_made_and_played_under_the_path(below: Server, new_page: NewPage) -> None:
    page = new_page(settings={"language": "de"})
    missed: list[str] = []
    page.on("response", lambda answer: missed.append(answer.url) if answer.status >= 400 else None)
    page.goto(f"{below.url}/new")
    visible(page.locator("button[type=submit], form button").last).wait_for()
    assert page.evaluate("document.querySelector('meta[name=passgo-root]').content") == "/monopoly/"
    game = below.create([{"mine": True, "name": "Ann"}, {"mine": True, "name": "Ben"}])
    page.goto(below.link(game, 0, 1))
    until(page, lambda: page.locator("[data-square]").count() == 40, "the board is drawn, so the socket is open")
    page.goto(f"{below.url}/g/{game['game']}")
    until(page, lambda: page.locator("[data-square]").count() == 40, "a deep address is loaded anew")
    links = page.locator("a[href^='/']").evaluate_all("all => all.map((link) => link.getAttribute('href'))")
    assert links
    assert all(link.startswith("/monopoly/") for link in links), links
    assert not missed, missed


def test_links_within_the_game_stay_under_the_path(below: Server, new_page: NewPage) -> None:
    page = new_page(f"{below.url}/")
    visible(page.locator("a[href='/monopoly/rules']")).click()
    until(page, lambda: page.url.endswith("/monopoly/rules"), "the rules are opened")
    page.reload()
    visible(page.locator("a[href='/monopoly/']")).click()
    until(page, lambda: page.url.endswith("/monopoly/"), "and left again")
