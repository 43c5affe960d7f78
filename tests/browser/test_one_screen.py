"""Several players at one screen: the curtain between them, a turn, an offer and an undo answered there."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import NewPage
from tests.browser.others import Others
from tests.browser.robot import press, until, visible
from tests.browser.scenarios import dealt, for_sale
from tests.browser.serving import Server

CLOCK = {"decision": 300, "grace": 300}


def lift(page: Page, name: str) -> None:
    """The curtain is there for this player, who lifts it."""
    visible(page.get_by_role("heading", name=f"The screen is for {name}"))
    assert "$" not in page.locator("section.money").inner_text(), "nobody's cash is behind it"
    page.get_by_role("button", name=f"I am {name}").click()
    expect(page.locator("dialog[open]")).to_have_count(0)


def holdings(server: Server, game: dict[str, Any]) -> list[int]:
    """What everybody holds in cash."""
    with Others(server, game, [0, 1]) as both:
        return [both.hands[0]["cash"], both.hands[1]["cash"]]


def test_an_offer_is_answered_at_one_screen(server: Server, new_page: NewPage) -> None:
    game = dealt(server, players=2, clock=CLOCK)
    page = new_page(server.link(game, 0, 1))
    lift(page, "Ann")
    until(page, lambda: press(page, ["offer"]), "a deal can be offered")
    side = page.locator("[data-panel='offer'] section")
    side.nth(0).locator("[data-deed]").first.click()
    side.nth(1).locator("input").fill("150")
    visible(page.locator("[data-do='send']:not([aria-disabled])")).click()

    give = visible(page.get_by_role("button", name="Give the screen to Ben"))
    assert faults(page, "somebody else is asked") == []
    give.click()
    lift(page, "Ben")
    visible(page.locator("[data-offer]").get_by_text("Ann offers you"))
    page.locator("[data-act='Accept']").first.click()
    lift(page, "Ann")
    assert visible(page.locator("[data-act='Throw']"))
    assert page.locator("[data-do='give']").count() == 0, "nobody is asked any more"
    assert holdings(server, game) == [3150, 2850]


def test_an_undo_is_answered_at_one_screen(server: Server, new_page: NewPage) -> None:
    game = for_sale(server, "Ann", "Ben", clock=CLOCK)  # Ann has thrown, which cannot be taken back freely
    page = new_page(server.link(game, 0, 1))
    lift(page, "Ann")
    for answer in ("Refuse", "Agree"):
        until(page, lambda: press(page, ["undo"]), "Ann wishes to take it back")
        visible(page.get_by_role("button", name="Give the screen to Ben")).click()
        lift(page, "Ben")
        visible(page.get_by_text("Ann wishes to take back the last action."))
        visible(page.get_by_role("button", name=answer)).click()
        lift(page, "Ann")
    visible(page.locator("[data-act='Throw']"))
    assert page.locator("[data-do='give']").count() == 0


def test_the_link_of_eight_seats_is_shown(server: Server, new_page: NewPage) -> None:
    game = dealt(server, players=8, clock=CLOCK)
    page = new_page(server.link(game, *range(8)))
    lift(page, "Ann")
    page.get_by_role("button", name="Settings").click()
    page.locator("summary", has_text="Links and invitations").click()
    page.get_by_role("button", name="Show the link").last.click()
    visible(page.get_by_role("img", name="QR code of the link"))
    assert page.locator("code", has_text="#seat=").inner_text().count("seat=") == 8
