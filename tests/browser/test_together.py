"""Several browsers at one table: two players and a watcher; a deal with a counter-offer; lost connections."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.others import Others
from tests.browser.robot import press, until, visible
from tests.browser.scenarios import auctioned, dealt
from tests.browser.serving import Server
from tests.browser.wire import Wire

FIRST = {"setup_first_player": "first-seat"}


@pytest.fixture
def wire(server: Server) -> Iterator[Wire]:
    made = Wire(server.port)
    yield made
    made.close()


def people(server: Server, *names: str, **wishes: Any) -> dict[str, Any]:
    """A game of people alone; all seats are the test's."""
    wishes = {"clock": {"call": 30, "decision": 300, "grace": 300}, "options": FIRST, **wishes}
    return server.create([{"mine": True, "name": name} for name in names], **wishes)


NAMED = (
    "all => all.map((one) => one.querySelector('.visually-hidden')?.textContent ?? one.ariaLabel ?? one.textContent)"
)


def squares(page: Page) -> list[str]:
    """What each square says, but for who looks at it and who stands there."""
    said = page.locator("[data-square]").evaluate_all(NAMED)
    return [one.partition(". ")[0].replace("yours", "owned by Ann") for one in said]


def is_without_offer(page: Page) -> bool:
    return not page.locator("[data-offer]").count()


def test_two_players_and_a_watcher_see_one_game(server: Server, new_page: NewPage) -> None:
    game = people(server, "Ann", "Ben")
    ann, ben = new_page(server.link(game, 0)), new_page(server.link(game, 1))
    watcher = new_page(server.link(game))
    for page in (ann, ben, watcher):
        visible(page.locator("[data-question]"))
    assert ann.locator("[data-act='Throw']").is_visible()
    assert not ben.locator("[data-act='Throw']").is_visible(), "it is not Ben's turn"
    assert watcher.locator("[data-act]").count() == 0, "a watcher has no buttons"
    press(ann, ["Throw"])
    for page in (ann, ben, watcher):
        until(page, page.get_by_text("threw").count, "the throw is in everybody's log")
    mine, *theirs = [squares(page) for page in (ann, ben, watcher)]
    for seen in theirs:
        assert seen == mine, "everybody sees the same squares"
    assert "$" not in watcher.locator("section.players").inner_text(), "cash is private"


def test_a_deal_with_a_counter_offer(server: Server, new_page: NewPage) -> None:
    game = dealt(server, players=2, clock={"decision": 300, "grace": 300})
    ann, ben = new_page(server.link(game, 0)), new_page(server.link(game, 1))
    press(ann, ["offer"]) or until(ann, lambda: press(ann, ["offer"]), "a deal can be offered")
    side = ann.locator("[data-panel='offer'] section")
    side.nth(0).locator("[data-deed]").first.click()
    side.nth(1).locator("input").fill("150")
    visible(ann.locator("[data-do='send']:not([aria-disabled])")).click()

    card = visible(ben.locator("[data-offer]"))
    assert "Ann offers you" in card.inner_text()
    assert "$150" in card.inner_text()
    card.locator("[data-do='counter']").click()
    cash = visible(ben.locator("[data-panel='offer'] section").nth(0).locator("input"))
    expect(cash).to_have_value("150")
    cash.fill("90")
    visible(ben.locator("[data-do='send']:not([aria-disabled])")).click()

    answer = visible(ann.locator("[data-offer]"))
    assert "Ben makes a counter-offer" in answer.inner_text()
    assert "$90" in answer.inner_text()
    answer.locator("[data-act='Accept']").click()
    for page in (ann, ben):
        until(page, partial(is_without_offer, page), "the offer is gone")
    with Others(server, game, [0, 1]) as both:
        assert (both.hands[0]["cash"], both.hands[1]["cash"]) == (3090, 2910)
        assert sum(owner == 1 for owner in both.view["owner"]) == 4


def test_an_offer_is_withdrawn(server: Server, new_page: NewPage) -> None:
    game = dealt(server, players=2, clock={"decision": 300, "grace": 300})
    ann, ben = new_page(server.link(game, 0)), new_page(server.link(game, 1))
    until(ann, lambda: press(ann, ["offer"]), "a deal can be offered")
    side = ann.locator("[data-panel='offer'] section")
    side.nth(0).locator("[data-deed]").first.click()
    side.nth(1).locator("input").fill("150")
    visible(ann.locator("[data-do='send']:not([aria-disabled])")).click()
    visible(ben.locator("[data-offer]"))
    until(ann, lambda: not ann.locator("[data-panel='offer']").count(), "the offer is sent")
    ann.keyboard.press("d")
    visible(ann.locator("[data-inbox] [data-act='WithdrawOffer']")).click()
    for page in (ann, ben):
        until(page, partial(is_without_offer, page), "the offer is gone")
    ann.keyboard.press("d")
    until(ann, lambda: not ann.locator("[data-inbox]").count(), "the same key leads back to the log")
    with Others(server, game, [1]) as other:
        assert not other.legal(1, "Accept")
        assert other.hands[1]["cash"] == 3000


def test_who_is_out_of_an_auction_may_mortgage(server: Server, new_page: NewPage) -> None:
    dealt_three = {"short_game": True, "short_deal": 3, "short_deal_paid": False}
    ann = new_page(server.link(auctioned(server, "Ann", "Ben", "Mira", options=dealt_three), 0))
    visible(ann.locator("[data-panel='auction'] [data-act='Withdraw']")).click()
    visible(ann.locator("[data-panel='auction'] [data-do='mortgages']"))
    ann.keyboard.press("m")
    visible(ann.locator("[data-panel='mortgages'] [data-act='Mortgage']")).click()
    visible(ann.locator("[data-panel='mortgages'] [data-act='LiftMortgage']"))
    press(ann, ["close"])
    visible(ann.locator("[data-panel='auction']"))


def test_what_is_being_composed_survives_updates_and_a_refresh(server: Server, new_page: NewPage) -> None:
    game = dealt(server, players=2, clock={"decision": 300, "grace": 300})
    ben = new_page(server.link(game, 1))
    until(ben, lambda: press(ben, ["offer"]), "a deal can be offered")
    ben.locator("[data-panel='offer'] section").nth(0).locator("input").fill("77")
    with Others(server, game, [0]) as ann:
        ann.act(0, {"kind": "Throw"})
    ben.wait_for_timeout(300)
    cash = ben.locator("[data-panel='offer'] section").nth(0).locator("input")
    expect(cash).to_have_value("77")
    ben.reload()
    until(ben, lambda: press(ben, ["offer"]), "a deal can be offered again")
    expect(ben.locator("[data-panel='offer'] section").nth(0).locator("input")).to_have_value("77")


def test_an_unlawful_deal_is_said_before_it_is_sent(server: Server, new_page: NewPage) -> None:
    game = dealt(server, players=2, clock={"decision": 300, "grace": 300})
    ann = new_page(server.link(game, 0))
    until(ann, lambda: press(ann, ["offer"]), "a deal can be offered")
    sides = ann.locator("[data-panel='offer'] section")
    sides.nth(0).locator("input").fill("10")
    ann.wait_for_timeout(500)
    assert ann.locator("[data-verdict]").count() == 0, "nothing is said of an offer that is begun"
    sides.nth(1).locator("input").fill("20")
    verdict = visible(ann.locator("[data-verdict]"))
    assert verdict.get_attribute("data-verdict") == "deal.offers", "money for money is a gift"
    assert ann.locator("[data-do='send']").get_attribute("aria-disabled") == "true"
    verdict.get_by_role("button", name="why?").click()
    until(
        ann, lambda: "no gifts" in ann.inner_text("body") or "Each side" in ann.inner_text("body"), "the rule is told"
    )


def test_refresh_in_mid_auction(server: Server, new_page: NewPage) -> None:
    game = auctioned(server, "Ann", "Ben")
    ann, ben = new_page(server.link(game, 0)), new_page(server.link(game, 1))
    visible(ann.locator("[data-panel='auction']"))
    visible(ben.locator("[data-panel='auction']"))
    press(ben, ["Bid"])
    until(ann, lambda: "Ben leads" in ann.inner_text("[data-panel='auction']"), "Ann sees Ben's bid")
    ann.reload()
    panel = visible(ann.locator("[data-panel='auction']"))
    assert "Ben leads" in panel.inner_text()
    assert ann.locator("[role=timer]").count() > 0, "the hammer's clock is seen"
    press(ann, ["Bid"])
    until(ben, lambda: "Ann leads" in ben.inner_text("[data-panel='auction']"), "Ann's bid counts")
    press(ben, ["Withdraw"])
    until(ann, lambda: not ann.locator("[data-panel='auction']").count(), "the hammer fell")


def test_network_loss_in_mid_auction(server: Server, new_page: NewPage, wire: Wire) -> None:
    game = auctioned(server, "Ann", "Ben")
    ben = new_page(server.link(game, 1).replace(server.url, wire.url))
    with Others(server, game, [0]) as ann:
        visible(ben.locator("[data-panel='auction']"))
        own = ben.locator("[data-panel='auction'] input")
        own.fill("42")
        wire.cut()
        visible(ben.get_by_text("Connection lost"))
        expect(own).to_have_value("42")
        ben.locator("[data-do='own-bid']").click()  # while nobody hears it
        ben.wait_for_timeout(300)
        wire.mend()
        until(ben, lambda: "You lead" in ben.inner_text("[data-panel='auction']"), "the bid came through, once")
        ann.listen()
        matter = ann.view["matters"][-1]
        assert (matter["bid"], matter["highest"]) == (42, 1)

        wire.cut()
        visible(ben.get_by_text("Connection lost"))
        ann.act(0, {"kind": "Bid", "amount": 60})
        wire.mend()
        until(ben, lambda: "Ann leads" in ben.inner_text("[data-panel='auction']"), "what happened meanwhile is seen")
        assert "Ann bid" in ben.inner_text("body"), "and it is in the log"


def test_a_muted_player_s_offers_are_not_shown(server: Server, new_page: NewPage) -> None:
    game = dealt(server, players=3, clock={"decision": 300, "grace": 300})
    ann = new_page(server.link(game, 0))
    visible(ann.locator(".topbar").get_by_role("button", name="Deals")).click()
    ann.get_by_role("switch", name="Ben").uncheck(force=True)
    with Others(server, game, [1, 2]) as others:
        deeds = others.owned(server.get(f"/api/games/{game['game']}/board", game["seats"][0]["key"]), 1)
        others.act(1, {"kind": "Offer", "other": 0, "give": deeds[:1], "take_cash": 5})
        ann.wait_for_timeout(400)
        assert ann.locator("[data-offer]").count() == 0
        ann.get_by_role("switch", name="Ben").check(force=True)
        visible(ann.locator("[data-offer]"))


def test_who_watches_bots_is_not_left_behind(server: Server, new_page: NewPage) -> None:
    """Bots play a whole game in a second or two. At a calm pace it would be shown for many minutes."""
    seats: list[dict[str, Any]] = [{"mine": True, "name": "Ann"}, {"kind": "bot"}, {"kind": "bot"}, {"kind": "bot"}]
    game = server.create(seats, options=FIRST)
    watcher = new_page(server.link(game), settings={"speed": "calm"})
    visible(watcher.locator("[data-question]"))
    with Others(server, game, [0]) as ann:
        ann.act(0, {"kind": "Resign"})
        until(watcher, lambda: ann.heard(0.2).view.get("winners"), "the bots have played to the end", 300)
        assert ann.view["turn"] > 40, "there was a lot to see"
    watcher.locator(".winner h1").wait_for(timeout=45_000)
