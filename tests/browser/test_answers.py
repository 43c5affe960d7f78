"""Bots talk back on the stage: refusals with their reasons, counter-offers; and what others do among themselves."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.axe import faults
from tests.browser.conftest import NewPage
from tests.browser.others import Others
from tests.browser.robot import QUIET, offer_cash, press, question, until, visible
from tests.browser.scenarios import dealt, landlord, whole_groups
from tests.browser.serving import Server

STILL = {"decision": 0, "call": 0, "grace": 0}
DEALT = {"short_game": True, "short_deal": 3, "short_deal_paid": False, "setup_first_player": "first-seat"}
WITNESS = """() => {
  window.seen = {};
  new MutationObserver(() => {
    for (const what of ['deal', 'stamp']) seen[what] ||= document.querySelector(`[data-${what}]`)?.textContent;
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, ...rest) {
    const { bill } = this.dataset;
    if (bill) seen.flown ||= [bill, this.textContent.trim(), frames.map((frame) => frame.transform)];
    return animate.call(this, frames, ...rest);
  };
}"""
"""Keeps what is seen for a moment only: a busy machine may look too late."""


STAY = """() => void setInterval(() => {
  const panel = document.querySelector("[data-panel='declined']");
  if (panel && !panel.contains(document.activeElement)) panel.querySelector("[data-do='change']").focus();
}, 50)"""
"""While somebody is in a refusal, it stays."""


def with_bots(server: Server, bot: str) -> tuple[dict[str, Any], list[int]]:
    """Ann among three bots, each with three deeds; and the deeds of the first of them."""
    bots = [{"kind": "bot", "bot": bot, "name": name} for name in ("Bela", "Dov", "Finn")]
    game = server.create([{"mine": True, "name": "Ann"}, *bots], options={**DEALT, "setup_cash": 3000}, clock=STILL)
    board = server.get(f"/api/games/{game['game']}/board", game["seats"][0]["key"])
    with Others(server, game, [0]) as ann:
        return game, ann.owned(board, 1)


def test_a_refusal_says_why_and_is_changed(server: Server, new_page: NewPage) -> None:
    game, deeds = with_bots(server, "cautious")
    page = new_page(server.link(game, 0), settings=QUIET)
    page.evaluate(STAY)
    offer_cash(page, 5, deeds[0])
    panel = visible(page.locator("[data-panel='declined']"))
    assert "Bela declined your offer" in panel.inner_text()
    assert panel.locator("[data-reasons]").inner_text().strip(), "whatever the bot thought of it"
    assert faults(page, "a refusal") == []
    assert "Why:" in page.locator(".log").inner_text(), "the log has it, too"
    panel.locator("[data-do='change']").click()
    composer = visible(page.locator("[data-panel='offer']"))
    assert composer.locator("section").nth(0).locator("input").input_value() == "5"
    assert composer.locator(f"[data-deed='{deeds[0]}']").get_attribute("aria-pressed") == "true"


def test_a_counter_offer_stands_on_the_stage_and_is_accepted(server: Server, new_page: NewPage) -> None:
    """Ben counters here, whatever a bot would do; `answered.test.ts` has a bot's reasons on the same card."""
    game = dealt(server, players=2, clock=STILL)
    board = server.get(f"/api/games/{game['game']}/board", game["seats"][0]["key"])
    page = new_page(server.link(game, 0), settings=QUIET)
    with Others(server, game, [1]) as ben:
        ben.counter(page, ben.owned(board, 1)[0], 10, 60)
    panel = visible(page.locator("[data-panel='offered']"))
    assert "Ben makes a counter-offer" in panel.inner_text()
    assert "$60" in panel.inner_text()
    assert panel.locator(".primary").count() == 0, "no answer is the usual one"
    assert page.evaluate("document.activeElement.textContent.trim()") != "Accept"
    assert faults(page, "a counter-offer") == []
    page.reload()
    assert "$60" in visible(page.locator("[data-panel='offered']")).inner_text()
    page.locator("[data-panel='offered'] [data-act='Accept']").click()
    until(page, lambda: question(page) == "throw", "the deal is struck")
    with Others(server, game, [0]) as ann:
        assert ann.hands[0]["cash"] == 3000 - 60


def test_an_offer_is_put_off_and_lies_beside_the_decision(server: Server, new_page: NewPage) -> None:
    game, _, deeds = landlord(server, clock=STILL)
    with Others(server, game, [1]) as ben:
        ben.act(1, {"kind": "Offer", "other": 0, "give_cash": 10, "take": deeds[:1]})
    page = new_page(server.link(game, 0), settings=QUIET)
    visible(page.locator("[data-panel='offered']"))
    press(page, ["close"])
    visible(page.locator("[data-act='Throw']"))
    visible(page.locator("article[data-offer] [data-act='Refuse']"))
    assert page.locator("article[data-offer] .primary").count() == 0, "no answer is the usual one, as on the stage"


def test_an_offer_says_that_it_completes_a_group(server: Server, new_page: NewPage) -> None:
    game, board, deeds = landlord(server, clock=STILL)
    group = whole_groups(board, deeds)[0]
    with Others(server, game, list(range(8))) as seats:
        seats.deal(0, 1, give=group[-1:], take_cash=1)
        seats.act(0, {"kind": "Offer", "other": 1, "give": group[:-1], "take_cash": 1})
    ben = new_page(server.link(game, 1), settings=QUIET)
    panel = visible(ben.locator("[data-panel='offered']"))
    assert f"You: all {len(group)}, and may build" in visible(panel.locator("[data-effect='build']")).inner_text()
    ann = new_page(server.link(game, 0), settings=QUIET)
    until(ann, lambda: press(ann, ["offer"]), "another deal can be composed")
    composer = visible(ann.locator("[data-panel='offer']"))
    composer.locator("[data-partner='1']").click()
    composer.locator(f"[data-deed='{group[-1]}']").click()
    visible(composer.get_by_text(f"You: all {len(group)}, and may build"))


def test_deals_of_others_and_whole_groups_are_seen_on_the_stage(server: Server, new_page: NewPage) -> None:
    game, board, deeds = landlord(server, clock=STILL)
    group = whole_groups(board, deeds)[0]
    with Others(server, game, list(range(8))) as seats:
        seats.deal(0, 1, give=group[:-1], take_cash=1)
        seats.deal(0, 2, give=group[-1:], take_cash=1)
        page = new_page(server.link(game, 3), settings={**QUIET, "speed": "calm"})
        visible(page.locator("[data-question]"))
        page.evaluate(WITNESS)
        seats.deal(1, 2, give_cash=50, take=group[-1:])
        until(page, lambda: page.evaluate("seen.stamp"), "the group is stamped")
        struck = page.evaluate("seen.deal")
        assert "Ben and Mira made a deal" in struck
        assert "$50" in struck
        assert "complete" in page.evaluate("seen.stamp")
        expect(page.locator("[data-stamp]")).to_have_count(0)


def test_bills_fly_between_the_rows_of_players(server: Server, new_page: NewPage) -> None:
    game = dealt(server, players=3, clock=STILL)
    with Others(server, game, [0, 1, 2]) as seats:
        page = new_page(server.link(game, 2), settings={**QUIET, "speed": "cinematic"})
        visible(page.locator("[data-question]"))
        board = server.get(f"/api/games/{game['game']}/board", game["seats"][0]["key"])
        page.evaluate(WITNESS)
        seats.deal(0, 1, give_cash=70, take=seats.owned(board, 1)[:1])
        way, text, frames = until(page, lambda: page.evaluate("seen.flown"), "the bill flies")
        assert (way, text) == ("0 1", "$70")
        rows = [page.locator(f".players [data-seat='{seat}'] .cash").bounding_box() for seat in (0, 1)]
        for frame, row in ((frames[0], rows[0]), (frames[-1], rows[1])):
            assert row is not None
            x = float(frame.split("translate(")[1].split("px")[0])
            assert row["x"] - 1 <= x <= row["x"] + row["width"] + 1
