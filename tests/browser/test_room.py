"""Nothing lies over what one needs: words that pass, sheets, dialogs; and nothing is left half empty."""

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import resize
from tests.browser.conftest import NewPage
from tests.browser.others import Others
from tests.browser.robot import QUIET, box, press, until, visible
from tests.browser.scenarios import asked, auctioned, built_up, dealt, debtor, for_sale, landlord, move_on
from tests.browser.screens import LONG, finished
from tests.browser.serving import Server

UPRIGHT = [(360, 640), (360, 780), (390, 844)]
ASIDE = (844, 390)


def lie_apart(one: dict[str, float], other: dict[str, float]) -> bool:
    """Do two boxes lie apart, to a pixel?"""
    beside = one["x"] + one["width"] <= other["x"] + 1 or other["x"] + other["width"] <= one["x"] + 1
    return beside or one["y"] + one["height"] <= other["y"] + 1 or other["y"] + other["height"] <= one["y"] + 1


def pressed(page: Page, name: str) -> bool:
    """Press a button that may wait behind the dots; was it there?"""
    return bool(press(page, [name]) or (press(page, ["more"]) and None))


def send_an_offer(page: Page) -> None:
    """Ann offers Ben a deed for some money, and is told that it was sent."""
    until(page, partial(press, page, ["offer"]), "a deal can be offered")
    page.locator("[data-partner='1']").click()
    sides = page.locator("[data-panel='offer'] section")
    sides.nth(0).locator("[data-deed]:not(.lock)").first.click()
    sides.nth(1).locator("input").fill("700")
    visible(page.locator("[data-do='send']:not([aria-disabled])")).click()
    visible(page.locator(".toast"))


@pytest.mark.parametrize(("width", "height"), [*UPRIGHT, ASIDE])
def test_a_word_in_passing_lies_over_no_debt(server: Server, new_page: NewPage, width: int, height: int) -> None:
    page = new_page(server.link(debtor(server, to=1, clock=LONG), 0), size="phone", settings=QUIET)
    resize(page, width, height)
    visible(page.locator("[data-panel='debt']"))
    send_an_offer(page)
    debt = box(page.locator("[data-panel='debt']"))
    assert lie_apart(box(page.locator(".toast")), debt)


@pytest.mark.parametrize(("width", "height"), UPRIGHT)
def test_a_word_in_passing_lies_over_no_board(server: Server, new_page: NewPage, width: int, height: int) -> None:
    game, _, deeds = landlord(server, clock=LONG)
    page = new_page(server.link(game, 0), size="phone", settings=QUIET)
    resize(page, width, height)
    visible(page.locator("[data-question]"))
    with Others(server, game, [0, 1]) as both:
        both.act(0, {"kind": "Offer", "other": 1, "give": deeds[:1], "take_cash": 1})
        both.act(1, {"kind": "Refuse", "other": 0})
    toast = box(page.locator(".toast").filter(has_text="declined"))
    assert lie_apart(toast, box(page.locator("[data-small-board]")))


def test_above_a_sheet_of_a_phone_nothing_peeps_out(server: Server, new_page: NewPage) -> None:
    page = new_page(server.link(debtor(server, clock=LONG), 0), size="phone", settings=QUIET)
    resize(page, 360, 640)
    players = box(page.locator("section.players"))
    sheet = box(page.locator("[data-panel='debt']"))
    assert sheet["y"] - players["y"] - players["height"] < 10
    expect(page.locator("section.board")).to_have_css("opacity", "0")


@pytest.mark.parametrize("name", ["debt", "auction"])
def test_a_sheet_of_a_phone_is_as_high_as_what_it_shows(server: Server, new_page: NewPage, name: str) -> None:
    game = debtor(server, clock=LONG) if name == "debt" else auctioned(server, "Ann", "Ben", "Mira", clock=LONG)
    page = new_page(server.link(game, 0), size="phone", settings=QUIET)
    resize(page, 390, 844)
    panel = page.locator(f"[data-panel='{name}']")
    content, foot = box(panel.locator(".content")), box(panel.locator("footer"))
    assert foot["y"] - content["y"] - content["height"] < 2, "nothing is empty between its words and its buttons"
    assert abs(foot["y"] + foot["height"] - 844) < 2
    expect(page.locator("section.board")).to_have_css("opacity", "1")


def claimed(server: Server) -> tuple[dict[str, Any], int]:
    """A game in which Ann may claim a rent."""
    game, _, _ = landlord(server, clock=LONG, options={"rent_claims": "manual", "setup_cash": 20000})
    with Others(server, game, list(range(8))) as seats:
        for _ in range(300):
            if seats.legal(0, "ClaimRent"):
                return game, 0
            move_on(seats)
    raise AssertionError("nobody ever came to a square of Ann's")


@pytest.mark.parametrize("name", ["claim", "triple", "more"])
def test_on_a_low_phone_no_question_lies_over_the_strip(server: Server, new_page: NewPage, name: str) -> None:
    if name == "claim":
        game, seat = claimed(server)
    elif name == "triple":
        game, seat = asked(server, "ChooseSquare", "speed-die")
    else:
        game, seat = dealt(server, players=2, clock=LONG), 0
    page = new_page(server.link(game, seat), size="phone", settings=QUIET)
    resize(page, 360, 640)
    sheet, strip = page.locator(".sheet > .sheet"), page.locator(".strip > ul")
    wanted = {"claim": "[data-act='ClaimRent']", "triple": "select", "more": "[data-act='Throw']"}[name]
    visible(sheet.locator(wanted))
    before = box(sheet)
    if name == "more":
        page.locator("[data-do='more']").click()
        wanted = "[data-do='offer']"
        visible(sheet.locator(wanted))
        assert box(sheet) == before, "it does not grow"
    assert lie_apart(box(strip), box(sheet))
    button, tabs = box(sheet.locator(wanted)), box(page.get_by_role("tablist"))
    assert button["y"] + button["height"] <= tabs["y"], "what it asks for need not be scrolled to"
    if name == "more":
        page.locator("[data-do='more']").click()
        visible(page.locator("[data-act='Throw']"))


def test_on_its_side_a_phone_keeps_clock_menu_and_players_above_every_panel(server: Server, new_page: NewPage) -> None:
    game, _, deeds = landlord(server, clock=LONG)
    page = new_page(server.link(game, 0), size="phone", settings=QUIET)
    resize(page, *ASIDE)

    def is_free(panel: Locator) -> bool:
        above = [page.locator("section.players"), page.locator("[data-do='menu']")]
        return all(lie_apart(box(panel), box(one)) for one in above)

    for name in ("groups", "mortgages", "offer"):
        until(page, partial(pressed, page, name), f"{name} can be opened")
        assert is_free(page.locator(f"[data-panel='{name}']")), name
        press(page, ["close"])
    with Others(server, game, [0, 1]) as both:
        both.act(0, {"kind": "Offer", "other": 1, "give": deeds[:8], "take_cash": 1})
    page = new_page(server.link(game, 1), size="phone", settings=QUIET)
    resize(page, *ASIDE)
    assert is_free(page.locator("[data-offer]")), "a long offer"


def test_on_its_side_a_phone_has_the_start_of_a_game_in_sight(server: Server, new_page: NewPage) -> None:
    bots = [{"kind": "bot", "name": name} for name in ("Ben", "Mira", "Theo")]
    game = server.create([{"mine": True, "name": "Ann"}, {"kind": "person"}, *bots])
    page = new_page(server.link(game, 0), size="phone", settings=QUIET)
    resize(page, *ASIDE)
    start = box(page.get_by_role("button", name="Start the game"))
    assert start["y"] + start["height"] <= ASIDE[1]


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_barred_undo_has_its_reason_beside_it_on_a_desk(server: Server, new_page: NewPage, language: str) -> None:
    page = new_page(server.link(dealt(server, players=4, clock=LONG), 0), settings={**QUIET, "language": language})
    undo, reason = box(page.locator("[data-do='undo']")), box(page.locator(".anytime .nothing"))
    assert lie_apart(undo, reason)
    assert reason["y"] >= undo["y"], "the row is no higher for it"
    assert reason["y"] + reason["height"] <= undo["y"] + undo["height"]
    card = box(page.locator(".decision"))
    assert reason["x"] + reason["width"] <= card["x"] + card["width"]
    assert box(page.locator("[data-do='groups']"))["y"] == undo["y"], "all stand in one row"


@pytest.mark.parametrize("name", ["groups", "mortgages", "offer"])
def test_on_its_side_a_phone_shows_the_board_beside_a_dialog(server: Server, new_page: NewPage, name: str) -> None:
    game, _ = built_up(server, 2, clock=LONG)
    page = new_page(server.link(game, 0), size="phone", settings=QUIET)
    resize(page, *ASIDE)
    until(page, partial(pressed, page, name), f"{name} can be opened")
    dialog = box(page.locator(f"[data-panel='{name}']"))
    assert lie_apart(dialog, box(page.locator("[data-small-board]")))
    page.get_by_role("button", name="Close").first.wait_for()


def test_on_its_side_a_phone_shows_who_bids(server: Server, new_page: NewPage) -> None:
    page = new_page(server.link(auctioned(server, "Ann", "Ben", "Mira", clock=LONG), 0), size="phone", settings=QUIET)
    resize(page, *ASIDE)
    panel = page.locator("[data-panel='auction']")
    leads, foot = box(panel.locator(".lead")), box(panel.locator("footer"))
    assert leads["y"] + leads["height"] < foot["y"], "who leads is not cut by the bids"


def test_on_its_side_a_phone_keeps_its_tabs_beside_every_panel(server: Server, new_page: NewPage) -> None:
    game, _, deeds = landlord(server, clock=LONG)
    page = new_page(server.link(game, 1), size="phone", settings=QUIET)
    resize(page, *ASIDE)
    with Others(server, game, [0, 1]) as both:
        both.act(0, {"kind": "Mortgage", "square": deeds[0]})
        both.act(0, {"kind": "Offer", "other": 1, "give": [deeds[0]], "take_cash": 1})
    for name in ("offered", "keep"):
        panel = page.locator(f"[data-panel='{name}']")
        visible(panel.locator("[data-answers], footer"))
        assert lie_apart(box(panel), box(page.get_by_role("tablist")))
        if name == "offered":
            panel.locator("[data-act='Accept']").click()
    keep, lift = (box(panel.locator(f"[data-act='{kind}']")) for kind in ("KeepMortgage", "LiftMortgage"))
    assert abs(keep["y"] - lift["y"]) < 10, "neither answer stands below the other"
    debt = new_page(server.link(debtor(server, clock=LONG), 0), size="phone", settings=QUIET)
    resize(debt, *ASIDE)
    assert lie_apart(box(debt.locator("[data-panel='debt']")), box(debt.get_by_role("tablist")))
    deed = box(debt.locator("[data-panel='debt'] [data-act='Mortgage']"))
    assert deed["y"] + deed["height"] < box(debt.locator("[data-panel='debt'] footer"))["y"], "one can be mortgaged"


def test_on_its_side_a_phone_searches_the_log(server: Server, new_page: NewPage) -> None:
    page = new_page(server.link(for_sale(server, "Ann", "Ben", clock=LONG), 0), size="phone", settings=QUIET)
    resize(page, *ASIDE)
    page.get_by_role("tab", name="Log").click()
    visible(page.get_by_role("button", name="Filter")).click()
    page.get_by_placeholder("Search").fill("threw")
    until(page, lambda: page.locator(".log ol li").count() == 1, "one row is found")
    search = box(page.get_by_placeholder("Search"))
    assert search["y"] >= 0
    assert search["y"] + search["height"] <= ASIDE[1]
    for tab in ("Log", "Deeds", "Deals", "Chat"):
        page.get_by_role("tab", name=tab).click()
        assert box(page.get_by_role("tabpanel"))["width"] > ASIDE[0] * 0.4, f"{tab} has as much room as the board"


def test_a_button_that_is_barred_says_why_when_it_is_pressed(server: Server, new_page: NewPage) -> None:
    """A finger cannot hover over it."""
    seats = [{"mine": True, "name": "Ann"}, {"mine": True, "name": "Ben"}]
    game = server.create(seats, clock=LONG, options={"setup_first_player": "first-seat"})
    page = new_page(server.link(game, 0), size="phone", settings=QUIET)
    page.locator("[data-do='undo']").click(force=True)
    assert "nothing to take back" in visible(page.locator(".toast")).inner_text()


@pytest.mark.parametrize(("width", "height"), [(360, 640), ASIDE, (768, 1024), (1440, 900)])
def test_german_bids_and_sums_are_whole(server: Server, new_page: NewPage, width: int, height: int) -> None:
    game = auctioned(server, "Ann", "Ben", "Mira", "Theo", clock=LONG)
    with Others(server, game, [1]) as ben:
        ben.act(1, {"kind": "Bid", "amount": 120})
    page = new_page(server.link(game, 0), settings={**QUIET, "language": "de"})
    resize(page, width, height)
    visible(page.locator("[data-panel='auction']"))
    runs_over = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
    assert page.locator("[data-panel='auction'] button, .players [data-seat] .sub").evaluate_all(runs_over) == []


def test_the_log_of_a_replay_begins_with_its_first_words(server: Server, new_page: NewPage) -> None:
    game = finished(server)
    page = new_page(server.link(game, 0), size="phone")
    visible(page.locator(".winner h1"))
    page.goto(f"{server.url}/g/{game['game']}/replay")
    log, first = box(page.locator("section.log")), box(page.locator("section.log li").first)
    assert first["y"] - log["y"] < 100, "no empty page above it"


def test_two_answers_stand_side_by_side(server: Server, new_page: NewPage) -> None:
    game, _, _ = landlord(server, clock=LONG)
    with Others(server, game, [0]) as ann:
        ann.act(0, {"kind": "Throw"})
    anns = new_page(server.link(game, 0), settings=QUIET)
    until(anns, partial(press, anns, ["undo"]), "Ann asks to take it back")
    page = new_page(server.link(game, 1), size="phone", settings=QUIET)
    agree, refuse = (box(page.get_by_role("button", name=name)) for name in ("Agree", "Refuse"))
    assert agree["y"] == refuse["y"]


def test_a_street_for_sale_shows_its_whole_ladder(server: Server, new_page: NewPage) -> None:
    for _ in range(20):
        game: dict[str, Any] = for_sale(server, "Ann", "Ben", clock=LONG)
        page = new_page(server.link(game, 0), settings=QUIET)
        if visible(page.locator(".lot .deed")).evaluate("(deed) => deed.classList.contains('street')"):
            break
        page.context.close()
    expect(page.locator(".lot .deed:not(.compact)")).to_be_visible()
    lot, decision = box(page.locator(".lot")), box(page.locator(".decision"))
    assert lie_apart(lot, decision)


def test_ones_token_is_chosen_on_a_new_game(server: Server, new_page: NewPage) -> None:
    page = new_page(server.url + "/new", settings=QUIET)
    visible(page.get_by_text("Your token"))
    page.get_by_role("radio", name="Lantern").check(force=True)
    page.get_by_role("button", name="Start the game").click()
    visible(page.locator("[data-question], [data-panel]"))
    game = page.url.rpartition("/g/")[2]
    keys = page.evaluate(f"JSON.parse(localStorage.getItem('passgo.game.{game}')).seats")
    seats = server.get(f"/api/games/{game}", keys[0])["seats"]
    assert seats[0]["token"] == "lantern"


def test_no_token_lies_over_a_dialog_of_a_tablet(server: Server, new_page: NewPage) -> None:
    page = new_page(server.link(debtor(server, clock=LONG), 0), size="tablet", settings=QUIET)
    dialog = box(page.locator("[data-panel='debt']"))
    on_top = """([x, y, width, height]) => [...document.querySelectorAll('.token')].filter((token) => {
      const spot = token.getBoundingClientRect();
      const [left, top] = [spot.left + spot.width / 2, spot.top + spot.height / 2];
      const inside = left > x && left < x + width && top > y && top < y + height;
      const seen = document.elementsFromPoint(left, top);
      const [here, dialog] = [seen.indexOf(token), seen.findIndex((one) => one.closest('[role=dialog]'))];
      return inside && here >= 0 && here < dialog;
    }).length"""
    page.evaluate(
        "document.querySelectorAll('.token, .token *').forEach((one) => { one.style.pointerEvents = 'auto' })"
    )
    assert page.evaluate(on_top, [dialog["x"], dialog["y"], dialog["width"], dialog["height"]]) == 0
