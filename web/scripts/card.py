"""Make what the server draws share cards with: outlines of letters, and the picture behind them.

    PYTHONPATH=. python web/scripts/card.py http://localhost:8000

writes `faces.json`, `backdrop.png` and the licences of the faces into `passgo/server/card`. It needs a server whose
first page is the browser game, the packages of `web/` (`npm ci`), and what `make setup` installs.
"""

import json
import subprocess
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from passgo.server.card.png import encode_png
from tests.browser.conftest import FLAGS
from tests.browser.ready import chromium

WEB = Path(__file__).parents[1]
CARD = WEB.parent / "passgo" / "server" / "card"
SIZE = (1200, 630)
EM = 1000
LEAST_KERN = 8
"""Thousandths of the size; less is not seen."""
LICENCES = {"source-serif-4": "OFL-serif.txt", "inter": "OFL-sans.txt"}


class Outline(BasePen):
    """A pen that writes a path of SVG in whole thousandths, each point from the one before."""

    def __init__(self, glyphs: Any, scale: float) -> None:
        super().__init__(glyphs)
        self.scale, self.at, self.words = scale, (0, 0), [""]

    def _to(self, letter: str, *points: tuple[float, float]) -> None:
        x, y = self.at
        whole = [(round(px * self.scale), round(-py * self.scale)) for px, py in points]
        numbers = [number for px, py in whole for number in (px - x, py - y)]
        said = " ".join(map(str, numbers)).replace(" -", "-")
        self.words.append(letter + said)
        self.at = whole[-1]

    def _moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802 (names that fontTools gives)
        self._to("m", point)
        self.start = self.at

    def _lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._to("l", point)

    def _qCurveToOne(self, bend: tuple[float, float], point: tuple[float, float]) -> None:  # noqa: N802
        self._to("q", bend, point)

    def _curveToOne(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._to("c", *points)

    def _closePath(self) -> None:  # noqa: N802
        self.words.append("z")
        self.at = self.start


def outlines(font: TTFont) -> dict[str, list[Any]]:
    """Each letter of a face: how far the next one stands from it, and its outline."""
    scale, glyphs, found = EM / font["head"].unitsPerEm, font.getGlyphSet(), {}
    for code, name in sorted(font.getBestCmap().items()):
        pen = Outline(glyphs, scale)
        glyphs[name].draw(pen)
        found[chr(code)] = [round(glyphs[name].width * scale), "".join(pen.words)]
    return found


def kerning(font: TTFont) -> dict[str, dict[str, str]]:
    """By how much two plain letters stand closer: by the left one and the sum, all right ones."""
    scale, letters = EM / font["head"].unitsPerEm, {n: chr(c) for c, n in font.getBestCmap().items() if c < 0x7F}
    table = font["GPOS"].table
    indices = {n for f in table.FeatureList.FeatureRecord if f.FeatureTag == "kern" for n in f.Feature.LookupListIndex}
    sums: dict[tuple[str, str], float] = {}
    for index in indices:
        for pair, value in pairs_of(table.LookupList.Lookup[index], letters).items():
            sums[pair] = sums.get(pair, 0) + value * scale
    found: dict[str, dict[str, str]] = {}
    for (left, right), value in sorted(sums.items()):
        if abs(value) >= LEAST_KERN:
            row = found.setdefault(letters[left], {})
            row[str(round(value))] = row.get(str(round(value)), "") + letters[right]
    return found


def pairs_of(lookup: Any, letters: dict[str, str]) -> dict[tuple[str, str], int]:
    """What a lookup says of pairs of these letters. Of its parts the first that knows a pair counts."""
    found: dict[tuple[str, str], int] = {}
    for part in (getattr(one, "ExtSubTable", one) for one in lookup.SubTable):
        if type(part).__name__ != "PairPos":
            continue
        for n, left in enumerate(part.Coverage.glyphs):
            if part.Format == 1:
                right = {record.SecondGlyph: record.Value1 for record in part.PairSet[n].PairValueRecord}
            else:
                row = part.Class1Record[part.ClassDef1.classDefs.get(left, 0)].Class2Record
                right = {name: row[part.ClassDef2.classDefs.get(name, 0)].Value1 for name in letters}
            for name, value in right.items():
                if left in letters and name in letters:
                    found.setdefault((left, name), getattr(value, "XAdvance", 0) or 0)
    return found


def make_faces() -> None:
    """Write the outlines."""
    faces: dict[str, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["node", str(WEB / "scripts" / "still.mjs"), folder], check=True)
        for file in sorted(Path(folder).iterdir(), key=lambda one: not one.stem.endswith("-latin")):
            font, name = TTFont(file), file.stem.partition("-")[0]
            face = faces.setdefault(name, {"letters": {}, "kerning": {}})
            face["letters"] = outlines(font) | face["letters"]
            if file.stem.endswith("-latin"):
                face["kerning"] = kerning(font)
    lines = [
        f' "{name}": {json.dumps(face, ensure_ascii=False, separators=(",", ":"))}' for name, face in faces.items()
    ]
    text = ",\n".join(lines).replace('],"', '],\n"').replace('},"', '},\n"')
    (CARD / "faces.json").write_text(f"{{\n{text}\n}}\n", "utf-8")
    for package, name in LICENCES.items():
        licence = WEB / "node_modules" / "@fontsource-variable" / package / "LICENSE"
        (CARD / name).write_text(licence.read_text("utf-8"), "utf-8")


REWIND = """() => {
  const chapters = document.querySelector('.living input');
  chapters.focus();
  chapters.value = 0;
  chapters.dispatchEvent(new Event('input', { bubbles: true }));
}"""
"""Stop the game of the first page where it begins: after a throw, with tokens in sight."""

ARRANGE = """() => {
  const take = (selector) => document.querySelector(selector);
  const board = take('.living .scaled'), brand = take('.brand');
  const land = take('.living svg.land').cloneNode(true);
  take('.living .stage .stage').style.visibility = 'hidden';
  const turned = document.createElement('div');
  turned.append(board);
  document.body.replaceChildren(take('svg.sprite'), land, brand, turned);
  document.body.style.cssText = 'width:1200px;height:630px;overflow:hidden;position:relative;display:block';
  land.setAttribute('viewBox', '0 120 720 380');
  land.style.cssText = 'position:absolute;inset:0;width:1200px;height:630px';
  land.querySelectorAll('.sun, .town, .window').forEach((one) => one.remove());
  brand.style.cssText = 'position:absolute;left:64px;top:52px;font-size:37px;gap:8px;min-height:0';
  brand.querySelector('svg').style.cssText = 'width:50px;height:50px';
  turned.style.cssText = 'position:absolute;left:590px;top:64px;width:max-content;transform-origin:0 0;'
    + 'transform:rotate(-4deg) scale(1.13);filter:drop-shadow(0 18px 40px rgb(60 50 30 / .22))';
}"""


def make_backdrop(page: Page, server: str) -> None:
    """Take the picture of the still board of the first page, turned a little, on the landscape."""
    page.emulate_media(color_scheme="light")
    page.goto(server)
    page.locator(".living .scaled").wait_for()
    page.evaluate(REWIND)
    page.evaluate("document.fonts.ready")
    page.evaluate(ARRANGE)
    page.wait_for_timeout(500)
    with Image.open(BytesIO(page.screenshot())) as picture:
        fine = np.asarray(picture.convert("RGB").resize(SIZE, Image.Resampling.LANCZOS))
    pixels = fine | 1  # half as many shades make the file a fifth smaller, and nobody sees it
    (CARD / "backdrop.png").write_bytes(encode_png(pixels, level=9))


def main(server: str) -> None:
    """Write everything."""
    make_faces()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        make_backdrop(browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]}, device_scale_factor=2), server)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1])
