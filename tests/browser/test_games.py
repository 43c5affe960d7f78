"""A whole game against a bot, from the lobby to the winner, in each edition, by clicking what is to be seen."""

import pytest

from tests.browser.conftest import NewPage
from tests.browser.robot import begin, play_to_the_end, until, visible
from tests.browser.serving import Server

PLAYED = [("1935", "phone"), ("classic", "phone"), ("speed-die", "phone"), ("modern", "phone")]
PLAYED += [("speed-die", "tablet"), ("1935", "desktop")]


@pytest.mark.parametrize(("edition", "size"), PLAYED)
def test_a_whole_game_against_a_bot(server: Server, new_page: NewPage, edition: str, size: str) -> None:
    page = new_page(server.url, size)
    game = begin(page, f"input[type=radio][value='{edition}']")
    play_to_the_end(page)
    line = server.get(f"/api/games/{game}", page.evaluate(f"JSON.parse(localStorage['passgo.game.{game}']).seats[0]"))
    assert line["status"] == "finished"
    assert line["edition"] == edition
    winner = line["seats"][line["winners"][0]]["name"]
    title = page.locator(".winner h1").inner_text()
    assert winner in title or (line["winners"][0] == 0 and "You" in title)
    assert page.locator("table").first.is_visible(), "the final worth is told"
    page.goto(
        f"{server.url}/g/{game}/dice"
    )  # the hash, every throw and card here, and every throw and card by the server
    until(page, lambda: page.locator(".proofs .message").count() == 3, "the dice are verified", 60)
    assert page.locator(".proofs .message.good").count() == 3, page.locator(".proofs").inner_text()


def test_within_three_clicks_one_plays(server: Server, new_page: NewPage) -> None:
    page = new_page(server.url)
    visible(page.get_by_role("button", name="Play")).click()
    assert visible(page.locator("[data-question]"))
    assert page.locator("[data-square]").count() == 40
