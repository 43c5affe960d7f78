"""The Banker's page of a real table: whole games by tapped dice, corrections, late phones, a lost connection."""

import random
import re
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from passgo import Game
from tests.browser.axe import EVERYTHING, faults, violations
from tests.browser.conftest import NewPage
from tests.browser.robot import over, until, visible
from tests.browser.serving import Server, serving

NAMES = ("Lea", "Jonas", "Emil", "Ruth")
CLOCK = {"decision": 0, "call": 0, "grace": 0, "hour": 0}
FIRST = {"setup_first_player": "first-seat"}
QUICK: dict[str, Any] = {**FIRST, "setup_cash": 250, "move_salary": 0}

TAP = """([faces, pick]) => {
  if (document.querySelector('.winner h1')) return 'over';
  const dice = document.querySelector("[data-question='dice']");
  if (dice) {
    const count = Number(dice.dataset.dice);
    for (let die = 0; die < count; die++) {
      const face = die === 2 ? Math.min(faces[die], 5) : faces[die];
      dice.querySelector(`[data-die='${die}'][data-face='${face}']`).click();
    }
    return 'dice';
  }
  const cards = [...document.querySelectorAll('[data-card]')];
  if (cards.length) { cards[pick % cards.length].click(); return 'card'; }
  const sold = document.querySelector("button[data-do='sold']:not([aria-disabled])");
  if (sold) { sold.click(); return 'sold'; }
  const wanted = ['Buy', 'Decline', 'KeepMortgage', 'PassBuilding', 'PayFlatTax', 'PayCardFine', 'ChooseSteps',
    'ChooseSquare', 'PlaceBuilding', 'SellHotels', 'SellBuilding', 'Mortgage', 'GoBankrupt', 'Refuse'];
  const main = document.querySelector('.question');
  const found = wanted.map((kind) => main?.querySelector(`button[data-act='${kind}']`)).find(Boolean);
  if (found) { found.click(); return found.dataset.act; }
  return '';
}"""
"""Do one thing at the table as a person would, and say what."""


def real_table(server: Server, edition: str = "classic", people: int = 3, **options: Any) -> dict[str, Any]:
    seats = [{"kind": "person", "mine": True, "name": name} for name in NAMES[:people]]
    return server.create(seats, edition, dealer="typed", clock=CLOCK, options={**FIRST, **options})


def tablet(server: Server, game: dict[str, Any], new_page: NewPage, size: str = "phone") -> Page:
    return new_page(server.link(game, *range(len(game["seats"]))), size)


def throw(page: Page, *faces: int) -> None:
    for die, face in enumerate(faces):
        page.locator(f"[data-die='{die}'][data-face='{face}']").click()


def tap_to_the_end(page: Page) -> None:
    """Throw, draw and decide at random until somebody has won."""
    chooser, end, idle = random.Random(7), time.monotonic() + 400, time.monotonic()
    while True:
        done = page.evaluate(TAP, [[chooser.randint(1, 6) for _ in range(3)], chooser.randint(0, 99)])
        if done == "over":
            break
        now = time.monotonic()
        idle = now if done else idle
        assert now < end, f"no winner:\n{page.inner_text('body')[:2000]}"
        assert now < idle + 30, f"nothing to tap:\n{page.inner_text('body')[:2000]}"
        page.wait_for_timeout(25)


@pytest.mark.parametrize("edition", ["classic", "1935", "speed-die", "modern"])
def test_a_whole_game_by_tapped_dice(server: Server, new_page: NewPage, edition: str) -> None:
    game = real_table(server, edition, **QUICK)
    tap_to_the_end(tablet(server, game, new_page))
    key = game["seats"][0]["key"]
    record = record_of(server, game, key)
    assert Game.from_record(record).outcome is not None
    assert "dealer: typed" in record


def test_the_end_has_the_record_the_analysis_and_another_game(
    server: Server, new_page: NewPage, shots: Path, tmp_path: Path
) -> None:
    game = real_table(server, **QUICK)
    page = tablet(server, game, new_page)
    throw(page, 4, 2)
    expect(page.get_by_role("heading", name="Buy Oriental Avenue")).to_be_visible()
    page.locator("[data-do='undo']").click()  # what was taken back is no part of the analysis, and kept in the record
    tap_to_the_end(page)
    visible(page.get_by_role("heading", name="Chance of winning"))
    visible(page.get_by_role("heading", name="Turning points"))
    assert "seed" not in page.locator("main").inner_text()
    page.screenshot(path=shots / "bank-end.png", full_page=True)
    page.get_by_role("button", name="Game record").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name=re.compile("text", re.IGNORECASE)).first.click()
    saved.value.save_as(tmp_path / "record.txt")
    record = (tmp_path / "record.txt").read_text(encoding="utf-8")
    assert Game.from_record(record).outcome is not None
    assert "undo 2" in record
    page.keyboard.press("Escape")
    page.locator("[data-do='again']").click()
    expect(page.locator("[data-question='dice']")).to_be_visible()
    assert game["game"] not in page.url
    expect(page.locator("body")).to_contain_text("Jonas")


def record_of(server: Server, game: dict[str, Any], key: str) -> str:
    import urllib.request

    address = f"{server.url}/api/games/{game['game']}/record"
    request = urllib.request.Request(address, headers={"authorization": f"Bearer {key}"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return str(answer.read().decode())


def test_a_table_is_set_up_and_an_ordinary_turn_is_two_taps(server: Server, new_page: NewPage, shots: Path) -> None:
    page = new_page(f"{server.url}/bank", "phone")
    for n, name in enumerate(NAMES[:3], start=1):
        page.get_by_label(f"Name of player {n}").fill(name)
    page.screenshot(path=shots / "bank-setup.png")
    page.locator("[data-do='begin']").click()
    expect(page.locator("[data-question='dice']")).to_be_visible()
    for faces in ((6, 5), (3, 2), (1, 2)):  # for the first turn
        throw(page, *faces)
        page.wait_for_timeout(400)
    expect(page.get_by_role("heading", name=re.compile("Lea.s turn"))).to_be_visible()
    page.screenshot(path=shots / "bank-throw.png")
    throw(page, 4, 3)
    expect(page.get_by_role("heading", name="Which card?")).to_be_visible()
    page.screenshot(path=shots / "bank-card.png")
    page.locator("[data-card='11']").click()
    expect(page.get_by_text("Jonas: throw your dice", exact=False)).to_be_visible()
    throw(page, 4, 2)
    expect(page.get_by_role("heading", name="Buy Oriental Avenue for $100?")).to_be_visible()
    page.screenshot(path=shots / "bank-buy.png")
    page.locator("[data-act='Decline']").click()
    expect(page.get_by_role("heading", name="Auction: Oriental Avenue")).to_be_visible()
    page.get_by_role("button", name="Emil bids $10").click()
    expect(page.get_by_text("Emil leads with $10")).to_be_visible()
    page.screenshot(path=shots / "bank-auction.png")
    page.locator("button[data-do='sold']").click()
    expect(page.get_by_text("Emil: throw your dice", exact=False)).to_be_visible()


def test_cash_is_seen_only_while_it_is_held(server: Server, new_page: NewPage) -> None:
    page = tablet(server, real_table(server), new_page, "tablet")
    expect(page.locator("[data-question='dice']")).to_be_visible()
    hold = page.locator("[data-hold='1']")
    expect(hold).not_to_contain_text("$1,500")
    hold.dispatch_event("pointerdown")
    expect(hold).to_have_text("$1,500")
    hold.dispatch_event("pointerup")
    expect(hold).not_to_contain_text("$1,500")


def test_what_was_tapped_wrongly_is_taken_back_and_what_went_wrong_is_set_right(
    server: Server, new_page: NewPage, shots: Path
) -> None:
    game = real_table(server)
    page = tablet(server, game, new_page)
    throw(page, 4, 2)
    expect(page.get_by_role("heading", name="Buy Oriental Avenue")).to_be_visible()
    page.locator("[data-do='undo']").click()
    expect(page.get_by_role("heading", name=re.compile("Lea.s turn"))).to_be_visible()
    expect(page.get_by_text("Taken back: tapped wrongly")).to_be_visible()
    page.locator("[data-do='correcting']").click()
    page.locator("[data-do='set-right']").click()
    page.get_by_label("Cash").fill("1234")
    page.locator("select[name=deed]").select_option("39")
    page.locator("select[name=owner]").select_option("1")
    page.get_by_label("Why?").fill("we forgot")
    page.screenshot(path=shots / "bank-correct.png")
    page.locator("[data-do='correct']").click()
    expect(page.get_by_text("Set right: we forgot")).to_be_visible()
    hold = page.locator("[data-hold='0']")
    hold.dispatch_event("pointerdown")
    expect(hold).to_have_text("$1,234")
    page.locator("[data-do='correcting']").click()
    page.locator("[data-do='set-right']").click()
    page.locator("select[name=deed]").select_option("39")
    page.locator("select[name=lot]").select_option("1")
    page.get_by_label("Why?").fill("he had built")
    page.locator("[data-do='correct']").click()
    expect(page.locator("[data-panel='correct'] ~ *").first).to_contain_text("group")


def tap_instead(page: Page, *faces: int) -> None:
    for die, face in enumerate(faces):
        page.locator(f"[data-panel='mistake'] [data-die='{die}'][data-face='{face}']").click()


def test_a_throw_of_an_earlier_turn_is_corrected_from_the_log(server: Server, new_page: NewPage, shots: Path) -> None:
    game = real_table(server)
    page, phone = tablet(server, game, new_page), new_page(server.link(game, 0), "phone")
    throw(page, 4, 2)
    page.locator("[data-act='Buy']").click()
    expect(page.get_by_text("Jonas: throw your dice", exact=False)).to_be_visible()
    throw(page, 5, 3)
    page.locator("[data-act='Buy']").click()
    expect(page.get_by_text("Emil: throw your dice", exact=False)).to_be_visible()
    page.locator("[data-do='correcting']").click()
    page.locator("[data-fix='DiceThrown']").last.click()
    tap_instead(page, 3, 3)  # doubles: Lea would throw again, so that Jonas had not
    expect(page.get_by_text("Jonas threw 5 and 3", exact=False).last).to_be_visible()
    tap_instead(page, 6, 4)
    expect(page.get_by_text("Lea threw 6 and 4", exact=False)).to_be_visible()
    expect(page.get_by_text("2 later moves are played again.")).to_be_visible()
    page.screenshot(path=shots / "bank-mistake.png")
    page.get_by_label("Why?").fill("it was a ten")
    page.locator("[data-do='amend']").click()
    expect(page.get_by_text("Taken back: it was a ten")).to_be_visible()
    expect(page.get_by_text("Emil: throw your dice", exact=False)).to_be_visible()
    expect(phone.get_by_text("$1,500").first).to_be_visible()  # Oriental Avenue was not bought
    page.locator("[data-do='correcting']").click()
    expect(page.locator("[data-entry]")).to_have_count(3)


def test_a_purchase_that_was_none_is_corrected_with_its_auction(server: Server, new_page: NewPage) -> None:
    game = real_table(server)
    page = tablet(server, game, new_page)
    throw(page, 4, 2)
    page.locator("[data-act='Buy']").click()
    expect(page.get_by_text("Jonas: throw your dice", exact=False)).to_be_visible()
    throw(page, 6, 4)
    expect(page.get_by_text("Emil: throw your dice", exact=False)).to_be_visible()
    page.locator("[data-do='correcting']").click()
    page.locator("[data-fix='DeedBought']").click()
    page.locator("select[name=winner]").select_option("2")
    page.get_by_label("For how much?").fill("70")
    page.locator("[data-do='hammer']").click()
    expect(page.get_by_text("1 later move is played again.")).to_be_visible()
    page.locator("[data-do='amend']").click()
    expect(page.get_by_text("Emil: throw your dice", exact=False)).to_be_visible()
    hold = page.locator("[data-hold='2']")
    hold.dispatch_event("pointerdown")
    expect(hold).to_have_text("$1,430")


def test_something_is_set_right_just_before_a_throw(server: Server, new_page: NewPage) -> None:
    page = tablet(server, real_table(server), new_page)
    throw(page, 4, 2)
    page.locator("[data-act='Buy']").click()
    expect(page.get_by_text("Jonas: throw your dice", exact=False)).to_be_visible()
    throw(page, 5, 1)  # $6 rent
    expect(page.get_by_text("Emil: throw your dice", exact=False)).to_be_visible()
    page.locator("[data-do='correcting']").click()
    page.locator("[data-fix='DiceThrown']").first.click()
    page.locator("[data-do='set-right-here']").click()
    page.locator("select[name=deed]").select_option("6")
    page.locator("select[name=lot]").select_option("mortgaged")
    page.get_by_label("Why?").fill("it was mortgaged")
    page.locator("[data-do='correct']").click()
    expect(page.locator("[data-do='amend']")).to_be_visible()
    page.locator("[data-do='amend']").click()
    expect(page.get_by_text("Set right: it was mortgaged")).to_be_visible()
    hold = page.locator("[data-hold='1']")
    hold.dispatch_event("pointerdown")
    expect(hold).to_have_text("$1,500")


def test_a_deal_is_written_down_at_the_tablet(server: Server, new_page: NewPage, shots: Path) -> None:
    page = tablet(server, real_table(server), new_page)
    throw(page, 4, 2)
    page.locator("[data-act='Buy']").click()
    expect(page.get_by_text("Jonas: throw your dice", exact=False)).to_be_visible()
    page.locator("[data-do='deal']").click()
    page.locator("[data-partner='0']").click()
    page.locator("[data-partner='2']").click()
    page.locator("[data-panel='deal'] [data-deed='6']").click()
    page.get_by_label("Cash that Emil gives", exact=True).fill("5000")
    page.locator("[data-do='dealt']").click()
    expect(page.get_by_text("Not taken", exact=False)).to_be_visible()  # and how much he has is not told
    page.get_by_label("Cash that Emil gives", exact=True).fill("160")
    page.screenshot(path=shots / "bank-deal.png")
    page.locator("[data-do='dealt']").click()
    expect(page.locator("[data-panel='deal']")).not_to_be_visible()
    expect(page.get_by_text("Lea", exact=True).first).to_be_visible()
    hold = page.locator("[data-hold='0']")
    hold.dispatch_event("pointerdown")
    expect(hold).to_have_text("$1,560")


def test_cards_are_named_by_what_they_do(server: Server, new_page: NewPage) -> None:
    """The cards of every box are worded otherwise."""
    page = tablet(server, real_table(server), new_page)
    throw(page, 4, 3)
    expect(page.get_by_role("button", name="Go to Illinois Avenue")).to_be_visible()
    expect(page.get_by_role("button", name="Next railroad, pay double 2 cards")).to_be_visible()
    page.get_by_role("button", name="Leave Jail, keep the card").click()
    expect(page.get_by_text("Jonas: throw your dice", exact=False)).to_be_visible()
    throw(page, 4, 3)
    held = page.get_by_role("button", name="Leave Jail, keep the card Lea has it")
    expect(held).to_be_disabled()
    page.get_by_role("button", name="Bank pays you $50").click()
    expect(page.get_by_text("Emil: throw your dice", exact=False)).to_be_visible()


def test_a_phone_that_joins_late_has_its_own_money_and_deals(server: Server, new_page: NewPage, shots: Path) -> None:
    game = real_table(server)
    page = tablet(server, game, new_page, "tablet")
    throw(page, 4, 2)
    page.locator("[data-act='Buy']").click()
    expect(page.get_by_text("Jonas: throw your dice", exact=False)).to_be_visible()
    page.locator("[data-do='phones']").click()
    link = str(page.locator("[data-phone='1']").get_attribute("data-link"))
    page.screenshot(path=shots / "bank-phones.png")
    page.keyboard.press("Escape")
    phone = new_page(link, "phone")
    expect(phone.get_by_text("$1,500").first).to_be_visible()
    phone.screenshot(path=shots / "bank-phone.png")
    expect(phone.get_by_role("heading", name="Your turn")).to_be_visible()  # though Lea has not passed the dice
    assert phone.locator("button[data-act='Throw'], [data-do='hurry'], [data-sound]").count() == 0
    assert "$1,400" not in phone.inner_text("body"), "what others have is theirs to know"
    lea = new_page(server.link(game, 0), "phone")
    expect(lea.get_by_text("$1,400").first).to_be_visible()
    lea.screenshot(path=shots / "bank-phone-turn.png")
    throw(page, 5, 1)
    expect(phone.get_by_text("$1,494").first).to_be_visible()
    phone.screenshot(path=shots / "bank-phone-after.png")


def test_axe_finds_nothing_against_the_desk(server: Server, new_page: NewPage) -> None:
    page = tablet(server, real_table(server), new_page, "desktop")
    expect(page.locator("[data-question='dice']")).to_be_visible()
    assert not faults(page, "dice")
    throw(page, 3, 4)
    expect(page.locator("[data-question='card']")).to_be_visible()
    assert not faults(page, "card")
    page.locator("[data-do='correcting']").click()
    page.locator("[data-do='set-right']").click()
    expect(page.locator("[data-panel='correct']")).to_be_visible()
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")  # colours on their way are nobody's
    assert not violations(page, EVERYTHING)


def test_a_lost_connection_and_a_restart_lose_nothing(
    tmp_path_factory: pytest.TempPathFactory, new_page: NewPage
) -> None:
    with serving(tmp_path_factory.mktemp("bank")) as server:
        game = real_table(server)
        page = tablet(server, game, new_page)
        throw(page, 4, 2)
        expect(page.get_by_role("heading", name="Buy Oriental Avenue")).to_be_visible()
        server.stop()
        until(page, lambda: page.get_by_text("connection", exact=False).count(), "the lost connection is said")
        server.start()
        page.locator("[data-act='Buy']").click()
        expect(page.get_by_text("Jonas: throw your dice", exact=False)).to_be_visible()
        page.reload()
        expect(page.get_by_text("Jonas: throw your dice", exact=False)).to_be_visible()
        assert not over(page)
