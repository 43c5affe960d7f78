"""A player who clicks: it sees a page as a person does and presses buttons that are there."""

import re
import time
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Error, Locator, Page

PATIENCE = 60.0
"""Seconds until a test gives up waiting for something to be seen."""

SIMPLE = (
    "Refuse",
    "KeepMortgage",
    "PassBuilding",
    "PlaceBuilding",
    "Withdraw",
    "Buy",
    "PayFlatTax",
    "PayCardFine",
    "ChooseSteps",
    "Throw",
    "SellHotels",
    "SellBuilding",
    "Mortgage",
    "Decline",
    "EndTurn",
)
"""What the robot presses, the first that is there. It sells and mortgages only where nothing better is to be seen."""

READY = "button:visible:not([disabled]):not([aria-disabled='true'])"

LOOKS = 500
"""Looks at something that moves, before it is held to move for ever."""
QUIET = {"hints": "none", "soundOffered": True}
"""The settings of a page that offers nothing by itself."""

RAISING = ("SellHotels", "SellBuilding", "Mortgage")

PRESS = """(wanted) => {
  const free = (b) => b.getClientRects().length && !b.disabled && b.getAttribute('aria-disabled') !== 'true';
  const all = [...document.querySelectorAll('button[data-act], button[data-do]')].filter(free);
  for (const kind of wanted) {
    const found = all.find((b) => b.dataset.act === kind || b.dataset.do === kind);
    if (found) { found.click(); return kind; }
  }
  return '';
}"""

ASKED = """() => { const found = document.querySelector('[data-question], [data-panel]')?.dataset;
  return found?.panel ?? found?.question ?? ''; }"""


BEYOND = """() => [...document.querySelectorAll('body *')].filter((one) => {
  const box = one.getBoundingClientRect();
  if (!box.width || !box.height || box.right <= innerWidth + 1 || one.closest('.visually-hidden')) return false;
  const ends = (up) => up.getBoundingClientRect().right;
  const cuts = (up) => getComputedStyle(up).overflowX !== 'visible' && ends(up) <= innerWidth + 1;
  for (let up = one.parentElement; up; up = up.parentElement) if (cuts(up)) return false;
  return true;
}).map((one) => `${one.tagName} ${one.className} ${one.textContent.trim().slice(0, 60)}`)"""
"""What runs off the right edge and is not cut by something that scrolls."""


def press(page: Page, wanted: Sequence[str]) -> str:
    """Press the first of these that is to be seen; which it was, or nothing."""
    return str(page.evaluate(PRESS, list(wanted)))


def until(page: Page, true: Callable[[], Any], what: str, patience: float = PATIENCE) -> Any:
    """Wait until something is so; what it said."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        try:
            found = true()
        except Error:
            found = None  # the page is between two pictures
        if found:
            return found
        page.wait_for_timeout(30)
    raise AssertionError(f"in vain: {what}\n{page.inner_text('body')[:1500]}")


def question(page: Page) -> str:
    """What the stage asks, by its name."""
    return str(page.evaluate(ASKED))


def open_resign(page: Page) -> None:
    """Choose in the menu to resign; the stage asks once more."""
    visible(page.locator("[data-do='menu']")).click()
    visible(page.locator("[data-do='resign']")).click()
    visible(page.locator("[data-panel='resign']"))


def over(page: Page) -> bool:
    """Has the page come to the end of the game?"""
    return page.locator(".winner h1").count() > 0


def choose_square(page: Page) -> str:
    """A triple: take some square of the list, and go."""
    select = page.locator("[data-answers] select")
    if not select.count() or not select.first.is_visible():
        return ""
    select.first.select_option(index=5)
    return press(page, ["ChooseSquare"])


TURN = (
    """([simple, raising, tired]) => {
  const press = """
    + PRESS
    + """;
  const asked = ("""
    + ASKED
    + """)();
  if (document.querySelector('.winner h1')) return { over: true };
  if (document.querySelector("[data-panel='bankrupt']")) return { pressed: press(['GoBankrupt']) };
  if (asked === 'triple') return { triple: true };
  if (tired) {
    const away = press(['Resign', 'resign']) || (!document.querySelector('dialog[open]') && press(['menu']));
    if (away) return { pressed: away };
  }
  const poor = ['debt', 'mortgages', 'groups'].includes(asked);
  const wanted = simple.filter((kind) => poor || !raising.includes(kind));
  const pressed = press(wanted) || press([asked === 'debt' ? 'bankrupt' : 'done']);
  return { pressed, out: asked === 'waiting' && !document.querySelector('[data-do=offer]') };
}"""
)
"""Do one thing that the robot knows to do, and say what was seen. One question to the page, as there are many turns."""


def begin(page: Page, edition: str) -> str:
    """From the first page to a game of one's own against one bot, or as many as the edition needs; the game."""
    visible(page.get_by_role("link", name="A game of your own")).click()
    visible(page.locator(edition)).check(force=True)
    for seat in (4, 3):
        spare = visible(page.get_by_role("button", name=f"Remove seat {seat}"))
        if spare.is_enabled():
            spare.click()
    visible(page.get_by_role("button", name="Start the game")).click()
    until(page, lambda: "/g/" in page.url, "a game begins")
    return page.url.rpartition("/g/")[2].partition("/")[0]


def play_to_the_end(page: Page, patience: float = 600, tired_after: float = 180) -> int:
    """Play until the end of the game is on the screen; how many things were pressed.

    Games may be long, and the machine busy: who is tired of it resigns. Against one bot that is the end.
    """
    begun, pressed, idle = time.monotonic(), 0, time.monotonic()
    while not (seen := page.evaluate(TURN, [SIMPLE, RAISING, time.monotonic() > begun + tired_after])).get("over"):
        now = time.monotonic()
        late = f"no winner after {patience} s and {pressed} buttons:\n{page.inner_text('body')[:2000]}"
        assert now < begun + patience, late
        done = seen.get("pressed") or (seen.get("triple") and choose_square(page))
        pressed += bool(done)
        if done or seen.get("out"):
            idle = now  # out of the game: the others play on
        assert now < idle + PATIENCE, f"nothing to press for {PATIENCE} s:\n{page.inner_text('body')[:2000]}"
        page.wait_for_timeout(10 if done else 40)
    return pressed


def sums(text: str) -> list[int]:
    """The sums in a text."""
    return [int(found.replace(",", "")) for found in re.findall(r"\$([\d,]+)", text)]


def visible(locator: Locator) -> Locator:
    """The first of them, once it is seen."""
    locator.first.wait_for(state="visible", timeout=PATIENCE * 1000)
    return locator.first


def box(what: Locator) -> dict[str, float]:
    """Where it lies as soon as it rests: sheets glide in."""
    before = None
    for _ in range(LOOKS):
        found = visible(what).bounding_box()
        if found is not None and found == before:
            return {"x": found["x"], "y": found["y"], "width": found["width"], "height": found["height"]}
        before = found
        what.page.wait_for_timeout(60)
    raise AssertionError(f"it never rests: {before}")


def offer_cash(page: Page, cash: int, square: int) -> None:
    """Offer the first bot cash for a deed."""
    until(page, lambda: press(page, ["offer"]), "a deal can be offered")
    panel = visible(page.locator("[data-panel='offer']"))
    panel.locator("[data-partner='1']").click()
    panel.locator("section").nth(1).locator(f"[data-deed='{square}']").click()
    panel.locator("section").nth(0).locator("input").fill(str(cash))
    visible(page.locator("[data-do='send']:not([aria-disabled])")).click()
