"""What axe-core says against a page, at every width and in both themes."""

from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import SIZES
from tests.browser.ready import AXE

EVERYTHING = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
COLOURS = {
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
    "resultTypes": ["violations"],
}
"""All that a theme can change: the pages of both themes differ in nothing but colours."""
RUNS: list[tuple[str, dict[str, Any]]] = [("light", EVERYTHING), ("dark", COLOURS)]

TWO_PICTURES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
ARRIVED = "document.getAnimations().forEach((one) => one.finish())"  # colours on their way are nobody's


def look(page: Page, size: str, theme: str) -> None:
    """Give the page another size and theme."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("(theme) => { document.documentElement.dataset.theme = theme }", theme)
    for script in (TWO_PICTURES, ARRIVED, TWO_PICTURES):
        page.evaluate(script)


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
    before = page.viewport_size
    theme = page.evaluate("document.documentElement.dataset.theme ?? 'light'")
    problems = []
    for size in SIZES:
        for shown, what in RUNS:
            look(page, size, shown)
            problems += [f"{name}, {size}, {shown}: {line}" for line in violations(page, what)]
    if before is not None:
        page.set_viewport_size(before)
    page.evaluate("(theme) => { document.documentElement.dataset.theme = theme }", theme)
    page.evaluate(TWO_PICTURES)
    return problems
