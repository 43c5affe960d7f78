"""axe-core finds no violation of WCAG 2.2 AA on any screen: light and dark, on a desk, on a tablet and on a phone."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import SIZES, NewPage
from tests.browser.ready import AXE
from tests.browser.screens import PARTS
from tests.browser.serving import Server

RUN = """() => axe.run(document, {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], resultTypes: ['violations'] })"""
LOOKS = [("desktop", "light"), ("desktop", "dark"), ("tablet", "light"), ("phone", "dark")]


def violations(page: Page) -> list[str]:
    """What axe finds wrong with the page as it is, a line each."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found: list[dict[str, Any]] = page.evaluate(RUN)["violations"]
    return [
        f"{problem['id']}: {problem['help']}: {node['html'][:160]} {node.get('failureSummary', '')[:300]}"
        for problem in found
        for node in problem["nodes"]
    ]


def look(page: Page, size: str, theme: str) -> None:
    """Give the page another size and theme."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("(theme) => { document.documentElement.dataset.theme = theme }", theme)
    page.wait_for_timeout(250)
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")  # colours on their way are nobody's


@pytest.mark.parametrize("part", PARTS)
def test_no_violations(server: Server, new_page: NewPage, shots: Path, part: str) -> None:
    problems = []
    for name, page in PARTS[part](server, new_page):
        for size, theme in LOOKS:
            look(page, size, theme)
            problems += [f"{name}, {size}, {theme}: {line}" for line in violations(page)]
        look(page, "desktop", "light")
    (shots / f"axe-{part}.txt").write_text("\n".join(problems))
    assert not problems, "\n".join(problems[:20])
