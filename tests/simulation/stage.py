"""A quiet world with one process, in which people do one thing at a time, and the process dies at a chosen commit."""

import logging
from random import Random
from typing import Any

import msgspec

from passgo.server.keys import hash_key
from tests.simulation.browser import Asked, Browser
from tests.simulation.chronicle import Chronicle
from tests.simulation.disk import Disk, Fate
from tests.simulation.judge import Judge
from tests.simulation.loop import World
from tests.simulation.network import Lost, Network
from tests.simulation.process import Process
from tests.simulation.storm import Errors
from tests.simulation.weather import Weather

PATIENCE = 600.0
"""Seconds of the world's time in which everything is done."""


class Stage:
    """The world, its process, and the browsers in it."""

    def __init__(self) -> None:
        self.world, self.chance = World(), Random("stage")
        self.weather = Weather(self.chance, network=0.001, commit=0.001)
        self.disk = Disk(self.world.outside, delay=self.weather.commit_delay, fate=self._fate)
        self.judge = Judge(self.disk)
        self.network = Network(self.world, self.weather, self.judge)
        self.browsers: list[Browser] = []
        self.deaths = 0
        self._commits, self._fatal, self._kind = 0, 0, "kept"
        self.keys: dict[str, dict[int, str]] = {}
        self._start()

    def _start(self) -> None:
        self.process = Process(self.world, self.disk, self.weather, f"process {self.deaths}", "stage")
        self.process.on_death.append(self._on_death)

    def _on_death(self) -> None:
        self.deaths += 1
        self.world.outside.call_later(0.5, self._start)

    # Faults

    def set_fate(self, commit: int, kind: Fate) -> None:
        """From now on the commit of this number has this fate."""
        self._commits, self._fatal, self._kind = 0, commit, kind

    @property
    def was_hit(self) -> bool:
        """Did that commit come?"""
        return 0 < self._fatal <= self._commits

    def _fate(self, games: bool) -> Any:
        self._commits += games
        return self._kind if games and self._commits == self._fatal else "kept"

    # People

    def run(self, until: Any) -> None:
        """Let the world go on until something is true."""
        assert self.world.run(until, self.world.now + PATIENCE), "it never comes true"

    def wait(self, seconds: float) -> None:
        """Let the world go on for a while."""
        self.world.run(lambda: False, self.world.now + seconds)

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        """Ask by HTTP, again and again, until the answer comes."""
        for _ in range(100):
            try:
                asked = self.network.exchange(self.process, "POST", path, msgspec.json.encode(body))
                reply = self.world.wait_for(asked)
            except Lost:
                continue
            if reply.status == 201:
                return dict(msgspec.json.decode(reply.body))
            assert reply.status == 503, reply
            self.wait(1.0)
        raise AssertionError(f"{path} is never answered")

    def create(self, seats: list[dict[str, Any]], **wishes: Any) -> str:
        """Create a game; its id."""
        wish = {"edition": "classic", "seats": seats, "id": f"a-request-to-create-{len(self.keys)}", **wishes}
        created = self.post("/api/games", **wish)
        self.keys[created["game"]] = {seat["seat"]: seat["key"] for seat in created["seats"]}
        self.invite = created["invite"]
        return str(created["game"])

    def join(self, game: str, name: str) -> int:
        """Take a seat; its number."""
        joined = self.post(f"/api/games/{game}/seats", name=name, invite=self.invite, id=f"a-request-to-join-by-{name}")
        self.keys[game][joined["seat"]] = joined["key"]
        return int(joined["seat"])

    def sit(self, game: str, *seats: int) -> Browser:
        """Open a browser with the keys of these seats, and wait until it is let in."""
        keys = [self.keys[game][seat] for seat in seats]
        browser = Browser(self.network, lambda: self.process, self.chance, game, seats=keys)
        self.browsers.append(browser)
        browser.start()
        self.run(lambda: browser.welcomed)
        return browser

    def ask(self, browser: Browser, kind: str, seat: int, **fields: Any) -> Asked:
        """Ask for something, and wait for the answer, or until the browser is sent away."""
        asked = browser.request(kind, seat, hash_key(self.keys[browser.game][seat]), **fields)
        self.run(lambda: asked.settled is not None or browser.refused)
        return asked

    def conclude(self) -> dict[str, Chronicle]:
        """The judge's verdict; an error if there are complaints."""
        self.wait(1.0)
        chronicles = self.judge.conclude([self.process], self.browsers)
        assert not self.judge.complaints, self.judge.complaints
        return chronicles

    def __enter__(self) -> "Stage":
        self._errors = Errors(self.judge.complain)
        logging.getLogger("passgo").addHandler(self._errors)
        return self

    def __exit__(self, *problem: object) -> None:
        logging.getLogger("passgo").removeHandler(self._errors)
        self.world.end()
