"""The main screens look as they did when somebody last looked at them: `PASSGO_GOLDEN=1` takes the pictures anew."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import Page

from tests.browser.conftest import SIZES, NewPage
from tests.browser.others import Others
from tests.browser.robot import press, until, visible
from tests.browser.scenarios import for_sale
from tests.browser.serving import Server

GOLDEN = Path(__file__).parent / "golden"
RENEW = os.environ.get("PASSGO_GOLDEN") == "1"
LEVEL = 25
"""Of 255: a difference that is seen."""
TILE = (40, 24)
"""A part of a picture, as large as a small button: what is missing is looked for in each."""
SHARE = 0.015
"""Of the pixels of a tile: how many may differ. The same machine has none; see `pictures.txt` among the shots."""
FACES = """() => { for (const [name, face] of [['ui', 'Sans'], ['print', 'Serif'], ['mono', 'Sans Mono']])
  document.documentElement.style.setProperty(`--font-${name}`, `'DejaVu ${face}'`); }"""
"""Faces of type that are installed with Chromium, or the pictures would be those of the machine."""
STILL = {"decision": 0, "call": 0, "grace": 0}
LOOKS = [("desktop", "light"), ("desktop", "dark"), ("tablet", "light"), ("phone", "dark")]


def picture(page: Page, path: Path) -> Image.Image:
    """A picture of the page at half its size."""
    page.evaluate(FACES)
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    page.mouse.move(2, 2)
    page.wait_for_timeout(100)
    page.screenshot(path=str(path), animations="disabled", caret="hide")
    with Image.open(path) as whole:
        return whole.convert("RGB").reduce(2)


def difference(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that differ visibly in the tile that differs most, once both are a little blurred."""
    if one.size != other.size:
        return 1.0
    blurred = [image.filter(ImageFilter.GaussianBlur(2)) for image in (one, other)]
    changed = ImageChops.difference(*blurred).convert("L").point(lambda value: 255 if value > LEVEL else 0)
    tiles = changed.resize((changed.width // TILE[0], changed.height // TILE[1]), Image.Resampling.BOX)
    return max(tiles.tobytes()) / 255


def same_throw(server: Server) -> dict[str, object]:
    """A game in which Ann threw 2 and 4 and stands on the sixth square: always the same picture."""
    for _ in range(400):
        game = for_sale(server, "Ann", "Ben", "Mira", "Theo", clock=STILL)
        with Others(server, game, [0]) as ann:
            if ann.view["dice"] == [2, 4]:
                return game
    raise AssertionError("nobody threw 2 and 4")


def screens(server: Server, page: Page) -> Iterator[str]:
    """The main screens, one after the other."""
    page.goto(server.url + "/new")
    visible(page.get_by_role("button", name="Start the game"))
    yield "new"
    game = same_throw(server)
    page.goto(server.link(game, 0))
    visible(page.locator("[data-act='Buy']"))
    yield "buy"
    until(page, lambda: press(page, ["offer"]), "a deal can be offered")
    visible(page.locator("[data-panel='offer']"))
    yield "offer"
    press(page, ["close"])
    until(page, lambda: press(page, ["Decline"]), "Ann passes")
    visible(page.locator("[data-panel='auction']"))
    with Others(server, game, [1]) as ben:
        ben.act(1, {"kind": "Bid", "amount": 120})
    until(page, lambda: "Ben leads" in page.inner_text("[data-panel='auction']"), "Ben bids")
    yield "auction"


@pytest.mark.parametrize(("size", "theme"), LOOKS)
def test_screens_look_as_before(server: Server, new_page: NewPage, shots: Path, size: str, theme: str) -> None:
    assert size in SIZES
    page = new_page(size=size, settings={"theme": theme, "name": "Ann"})
    differing = []
    for name in screens(server, page):
        file = f"{name}-{size}-{theme}.png"
        now = picture(page, shots / file)
        if RENEW:
            GOLDEN.mkdir(exist_ok=True)
            now.save(GOLDEN / file, optimize=True)
            continue
        with Image.open(GOLDEN / file) as before:
            share = difference(now, before.convert("RGB"))
        with (shots / "pictures.txt").open("a") as shares:
            shares.write(f"{file}: {share:.3%}\n")
        if share > SHARE:
            differing.append(f"{file}: {share:.1%} of a part of the picture differs; the new one is {shots / file}")
    assert not differing, "\n".join(differing)


def test_a_difference_is_noticed(tmp_path: Path) -> None:
    plain = Image.new("RGB", (200, 100), "white")
    other = plain.copy()
    assert difference(plain, other) == 0
    other.paste("black", (150, 50, 156, 56))
    assert difference(plain, other) > SHARE


@pytest.mark.parametrize("size", SIZES)
def test_a_missing_button_is_noticed(server: Server, new_page: NewPage, tmp_path: Path, size: str) -> None:
    page = new_page(server.link(for_sale(server, "Ann", "Ben", clock=STILL), 0), size=size)
    buttons = visible(page.locator("[data-act='Buy']")).locator("xpath=ancestor::section[1]").locator(".btn:visible")
    whole = picture(page, tmp_path / "whole.png")
    assert buttons.count() >= 5
    for button in buttons.all():
        button.evaluate("(one) => { one.style.opacity = '0'; }")
        less = picture(page, tmp_path / "less.png")
        button.evaluate("(one) => { one.style.opacity = ''; }")
        assert difference(whole, less) > SHARE, button.inner_text()
