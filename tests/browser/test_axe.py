"""axe-core finds no violation of WCAG 2.2 AA on any screen: on a desk, on a tablet and on a phone, light and dark.

The rarer questions of a turn are looked at in `test_actions.py`, where they come about anyway.
"""

from pathlib import Path

import pytest

from tests.browser.axe import EVERYTHING, faults, violations
from tests.browser.conftest import NewPage
from tests.browser.screens import PARTS
from tests.browser.serving import Server


@pytest.mark.parametrize("part", PARTS)
def test_no_violations(server: Server, new_page: NewPage, shots: Path, part: str) -> None:
    problems = []
    for name, page in PARTS[part](server, new_page):
        problems += faults(page, name)
    (shots / f"axe-{part}.txt").write_text("\n".join(problems))
    assert not problems, "\n".join(problems[:20])


def test_a_violation_is_noticed(server: Server, new_page: NewPage) -> None:
    page = new_page(server.url + "/rules")
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<main><button></button></main>')")
    assert any(line.startswith("button-name") for line in violations(page, EVERYTHING))
