"""The simulated store keeps what every store promises: the tests of the real ones run against it."""

import asyncio

import pytest

from tests.server.store import interface, samples
from tests.server.store.interface import *  # noqa: F403
from tests.simulation.disk import Disk, SimulatedStore

del test_a_database_of_another_kind_is_refused  # noqa: F821
del test_a_process_says_that_it_lives_and_is_forgotten_long_after_its_last_sign  # noqa: F821 (it needs SQL)


class Here:
    """The process of the test itself."""

    alive, awake_at = True, 0.0

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()

    def wall_ms(self) -> int:
        """The time of its loop."""
        return int(self.loop.time() * 1000)

    def die(self) -> None:
        """It never does."""


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch) -> str:
    """A disk that outlives the stores which are opened on it."""
    disks: list[Disk] = []

    async def open_store(name: str) -> SimulatedStore:
        here = Here()
        if not disks:
            disks.append(Disk(here.loop))
        disks[0].loop = here.loop
        return disks[0].open(here)

    for module in (samples, interface):
        monkeypatch.setattr(module, "open_store", open_store)
    return "simulated"
