"""The browser plays an edition that the host brought along: other names and prices, and Jail in another corner."""

from collections.abc import Iterator

import pytest

from tests.browser.conftest import NewPage
from tests.browser.robot import begin, play_to_the_end, until
from tests.browser.serving import Server, serving
from tests.editions.town import write_town


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that plays the town."""
    folder = tmp_path_factory.mktemp("own")
    with serving(folder, write_town(folder / "my")) as running:
        yield running


def test_it_is_offered_by_its_own_title(host: Server, new_page: NewPage) -> None:
    page = new_page(f"{host.url}/new")
    offered = page.locator("input[type=radio][value^='town@']")
    until(page, lambda: offered.count() == 1, "the host's edition is offered")
    assert "Our Town" in page.locator("label", has=offered).inner_text()


def test_jail_lies_where_the_board_has_it(host: Server, new_page: NewPage) -> None:
    game = host.create([{"mine": True, "name": "Ann"}, {"mine": True, "name": "Ben"}], edition="town")
    page = new_page(host.link(game, 0, 1))
    until(page, lambda: page.locator("[data-square]").count() == 40, "the board is drawn")
    assert "Harbour" in page.locator("[data-square='39']").first.inner_text()
    corners = {square: page.locator(f"[data-square='{square}']").first for square in (10, 30)}
    assert "Jail" in corners[30].inner_text()
    assert "Visiting" in corners[30].inner_text()
    assert "Visiting" not in corners[10].inner_text()


def test_a_whole_game_of_it_against_a_bot(host: Server, new_page: NewPage) -> None:
    page = new_page(host.url)
    game = begin(page, "input[type=radio][value^='town@']")
    play_to_the_end(page)
    line = host.get(f"/api/games/{game}", page.evaluate(f"JSON.parse(localStorage['passgo.game.{game}']).seats[0]"))
    assert line["status"] == "finished"
    assert line["edition"].startswith("town@")
