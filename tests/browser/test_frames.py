"""Tokens walk at sixty pictures a second: the page is not laid out on the way, and the script has nothing to do.

How many pictures a busy machine draws is its own affair, so that is written down and not judged. Judged is what would
keep a free one from drawing sixty: layouts during the walk, and the processor's time that the page's thread uses.
"""

import json
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page

from tests.browser.conftest import NewPage
from tests.browser.robot import press, until, visible
from tests.browser.serving import Server

MOST_LAYOUTS = 5
"""In a walk of up to 1.4 s: the log's row, the card of the square, the words below the dice."""
MOST_BUSY = 0.3
"""Of the time of the walk: what the page's own thread may use of a processor."""
MOST_SHIFTED = 0.05
"""Of the window. The card of the next decision may be higher than the last one: two such changes come to 0.033."""
CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "devtools.timeline.frame", "toplevel"]
CATEGORIES += ["blink.user_timing"]

MARK = """() => {
  const begin = Element.prototype.animate;
  window.walk = null;
  const add = (list) => list.getEntries().forEach((one) => { window.shifted += one.value; });
  new PerformanceObserver(add).observe({ type: 'layout-shift' });
  Element.prototype.animate = function (...how) {
    const motion = begin.apply(this, how);
    if (window.walk || !this.classList.contains('token')) return motion;
    performance.mark('walk-begins');
    window.shifted = 0;
    const walk = (window.walk = { times: [], ended: false });
    const count = (now) => { walk.times.push(now); if (!walk.ended) requestAnimationFrame(count); };
    requestAnimationFrame(count);
    const end = () => { walk.ended = true; performance.mark('walk-ends'); };
    motion.finished.then(end, end);
    return motion;
  };
}"""


THRASH = """() => { let n = 0;
  const once = () => { document.body.style.paddingTop = `${++n % 2}px`; void document.body.offsetHeight; };
  const again = () => { for (let i = 0; i < 20; i += 1) once(); requestAnimationFrame(again); };
  again(); }"""


class Walk(NamedTuple):
    """What was seen of a walk."""

    seconds: float
    pictures: float
    layouts: int
    busy: float
    shifted: float
    """How much of the page was moved about by its layout, as browsers count it."""

    def __str__(self) -> str:
        return (
            f"{self.seconds:.2f} s: {self.pictures:.0f} pictures a second, {self.layouts} layouts, "
            f"the page's thread busy for {self.busy:.1%} of the time"
        )


def measured(events: list[dict[str, Any]], times: list[float], shifted: float) -> Walk:
    """A walk out of the browser's own record of it."""
    marks = {e["name"]: e for e in events if e["name"] in ("walk-begins", "walk-ends")}
    page, began, ended = marks["walk-begins"]["pid"], marks["walk-begins"]["ts"], marks["walk-ends"]["ts"]
    threads = {e["tid"] for e in events if e["name"] == "thread_name" and e["args"]["name"] == "CrRendererMain"}
    mine = [e for e in events if e["pid"] == page and e["tid"] in threads and began <= e.get("ts", 0) < ended]
    busy = sum(e["tdur"] for e in mine if e["name"] == "ThreadControllerImpl::RunTask" and "tdur" in e)
    layouts = sum(e["name"] == "Layout" for e in mine)
    rate = (len(times) - 1) * 1000 / (times[-1] - times[0])
    return Walk((ended - began) / 1e6, rate, layouts, busy / (ended - began), shifted)


def walked(browser: Browser, page: Page, server: Server, path: Path, also: str = "() => {}") -> Walk:
    """Ann's first throw in a game of her own."""
    seats = [{"mine": True, "name": "Ann"}, {"mine": True, "name": "Ben"}]
    game = server.create(seats, options={"setup_first_player": "first-seat"})
    page.goto(server.link(game, 0))
    visible(page.locator("[data-act='Throw']"))
    page.evaluate(MARK)
    page.evaluate(also)
    browser.start_tracing(page=page, path=path, categories=CATEGORIES)
    press(page, ["Throw"])
    until(page, lambda: page.evaluate("window.walk?.ended"), "the token has walked")
    browser.stop_tracing()
    times, shifted = page.evaluate("[window.walk.times, window.shifted]")
    return measured(json.loads(path.read_text())["traceEvents"], times, shifted)


def test_a_token_walks_without_layouts(
    server: Server, browser: Browser, new_page: NewPage, tmp_path: Path, shots: Path
) -> None:
    page = new_page(settings={"speed": "calm"})
    walks = [walked(browser, page, server, tmp_path / "trace.json") for _ in range(2)]
    (shots / "frames.txt").write_text("".join(f"{walk}\n" for walk in walks))
    for walk in walks:
        assert walk.layouts <= MOST_LAYOUTS, walk
        assert 0 < walk.busy < MOST_BUSY, walk
        assert walk.shifted < MOST_SHIFTED, walk


def test_layouts_on_the_way_are_noticed(server: Server, browser: Browser, new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(settings={"speed": "calm"})
    assert walked(browser, page, server, tmp_path / "trace.json", THRASH).layouts > MOST_LAYOUTS
