"""What axe-core says against a page, at every width and in both themes."""

from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import SIZES
from tests.browser.ready import AXE

EVERYTHING = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
PLACES = ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable"]


def only(rules: list[str]) -> dict[str, Any]:
    """These rules alone."""
    return {"runOnly": {"type": "rule", "values": rules}, "resultTypes": ["violations"]}


COLOURS = only(PLACES[:2])
"""All that a theme can change: the pages of both themes differ in nothing but colours."""
LIGHT: dict[str, dict[str, Any]] = {"desktop": EVERYTHING, "tablet": only(PLACES), "phone": EVERYTHING}
"""A tablet's page has what a desk's has, in other places; a phone's is another."""

RESIZED = """(width) => new Promise((done) => {
  const look = () => (innerWidth === width ? requestAnimationFrame(done) : requestAnimationFrame(look)); look(); })"""
DRESSED = """(theme) => { document.documentElement.dataset.theme = theme; void document.body.offsetHeight;
  document.getAnimations().forEach((one) => one.finish()); }"""  # colours on their way are nobody's


def resize(page: Page, width: int, height: int) -> None:
    """Give the page another size, and wait until it has taken it."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(RESIZED, width)


def look(page: Page, size: str, theme: str) -> None:
    """Give the page another size and theme."""
    resize(page, *SIZES[size])
    page.evaluate(DRESSED, theme)


def violations(page: Page, what: dict[str, Any]) -> list[str]:
    """What axe finds wrong with the page as it is, a line each."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found: list[dict[str, Any]] = page.evaluate("(what) => axe.run(document, what)", what)["violations"]
    return [
        f"{problem['id']}: {problem['help']}: {node['html'][:160]} {node.get('failureSummary', '')[:300]}"
        for problem in found
        for node in problem["nodes"]
    ]


def faults(page: Page, name: str) -> list[str]:
    """What is wrong with this screen on a desk, on a tablet and on a phone, light and dark. It ends as it began."""
    before = page.viewport_size or {"width": 1440, "height": 900}
    problems = []
    for size in SIZES:
        look(page, size, "light")
        problems += [f"{name}, {size}, light: {line}" for line in violations(page, LIGHT[size])]
        page.evaluate(DRESSED, "dark")
        problems += [f"{name}, {size}, dark: {line}" for line in violations(page, COLOURS)]
    page.evaluate(DRESSED, "light")
    resize(page, before["width"], before["height"])
    return problems
