"""How long one waits for three bots, in a real browser: `python -m tests.browser.pace [ROUNDS] [SPEED]` prints JSON.

A robot plays Ann and answers at once. The page's own clock counts each wait, from the end of Ann's turn until she may
throw again; what she is asked in between (auctions, offers) belongs to it. It is a measurement and no test: a machine
that is busy with other things draws slowly. `web/src/state/pace.test.ts` holds the bar, on a clock of its own.
"""

import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import FLAGS
from tests.browser.ready import chromium
from tests.browser.serving import serving

STILL = {"decision": 0, "call": 20, "grace": 0}
PATIENCE = 120.0

ROBOT = """() => {
  window.waits = [];
  let since = null;
  const free = (kinds) => kinds.map((kind) => document.querySelector(
    `[data-act='${kind}']:not([aria-disabled]):not(:disabled)`)).find((one) => one?.getClientRects().length);
  const own = ['Throw', 'PayFine', 'UseCard'];
  const others = ['Withdraw', 'Buy', 'Decline', 'Refuse', 'KeepMortgage', 'PassBuilding', 'PayFlatTax', 'PayCardFine',
    'SellBuilding', 'Mortgage', 'GoBankrupt'];
  const look = () => {
    const mine = free(own);
    if (mine && since !== null) {
      window.waits.push(performance.now() - since);
      since = null;
    }
    const end = free(['EndTurn']);
    const wanted = mine ?? end ?? free(others);
    if (wanted) {
      if (wanted === end) since = performance.now();
      wanted.click();
    }
    setTimeout(look, 50);
  };
  look();
}"""


def waits_of(page: Page, rounds: int) -> list[float]:
    """The waits of so many rounds, in seconds; fewer if the game or Ann ends before."""
    page.locator("[data-act='Throw']").first.wait_for()
    page.evaluate(ROBOT)
    until = time.monotonic() + rounds * PATIENCE
    while time.monotonic() < until:
        waits: list[float] = page.evaluate("window.waits")
        if len(waits) >= rounds or page.locator(".winner h1, [data-do='hurry']:text('end')").count():
            break
        page.wait_for_timeout(1000)
    return [wait / 1000 for wait in waits]


def measure(rounds: int, speed: str) -> dict[str, object]:
    """Play, and say how long the waits were."""
    settings = json.dumps({"speed": speed, "language": "en", "theme": "light", "hints": "none", "soundOffered": True})
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, sync_playwright() as playwright:
        seats: list[dict[str, Any]] = [{"mine": True, "name": "Ann"}, *[{"kind": "bot", "bot": "normal"}] * 3]
        game = server.create(seats, options={"setup_first_player": "first-seat"}, clock=STILL)
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.add_init_script(f"localStorage.setItem('passgo.settings', {json.dumps(settings)})")
        page.goto(server.link(game, 0))
        waits = waits_of(page, rounds)
        browser.close()
    found = statistics.quantiles(waits, n=10) if len(waits) > 1 else waits * 9
    seconds = {"mean": statistics.fmean(waits), "median": statistics.median(waits), "nine_of_ten": found[8]}
    return {"speed": speed, "rounds": len(waits), "load": os.getloadavg()[0]} | {
        name: round(value, 2) for name, value in seconds.items()
    }


if __name__ == "__main__":
    wanted = sys.argv[1:]
    print(json.dumps(measure(int(wanted[0]) if wanted else 20, wanted[1] if len(wanted) > 1 else "calm")))
