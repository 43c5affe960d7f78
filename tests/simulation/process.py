"""A server process of the simulation: the real `Server` on a loop of its own, with bots that think in no time."""

import asyncio
from collections.abc import Callable, MutableMapping
from pathlib import Path
from random import Random
from typing import Any, cast

from passgo.game.engine import ACTION_BYTES
from passgo.server.app import Server
from passgo.server.bots.pool import BotPool
from passgo.server.bots.worker import BotAnswer, BotQuestion, ask_bot
from passgo.server.clock import Clock
from passgo.server.config import Limits
from tests.simulation.disk import Disk
from tests.simulation.loop import Loop, World
from tests.simulation.weather import Weather

EPOCH = 1_700_000_000.0
"""The moment at which every world begins, in seconds since 1970."""
LIMITS = Limits(
    games_per_address=10_000,
    requests_per_second=10_000,
    requests_burst=10_000,
    http_per_second=100_000,
    http_burst=100_000,
    sockets_per_address=10_000,
    idle_seconds=15.0,
)
BUDGET = 2.0
"""Seconds after which a silent bot is given up."""

PATIENCE = 30.0
"""Seconds that a process has for its orderly end."""


class SimulatedBots:
    """Bots that answer after a while, or fail, or say nothing, or something unlawful."""

    def __init__(self, weather: Weather) -> None:
        self._weather = weather

    async def ask(self, question: BotQuestion) -> BotAnswer | None:
        """What the bot does; None if it fails."""
        weather = self._weather
        if weather.happens(weather.bot):
            fault = weather.chance.randrange(3)
            await asyncio.sleep(BUDGET if fault == 0 else weather.wait(0.1))
            return (
                BotAnswer(weather.chance.randbytes(weather.chance.choice((1, ACTION_BYTES, 64))))
                if fault == 2
                else None
            )
        await asyncio.sleep(weather.wait(0.1))
        return ask_bot(question)

    def warm(self) -> None:
        """They are always ready."""

    async def close(self) -> None:
        """There is nothing to close."""


class Process:
    """One server process, from its start to its death."""

    def __init__(self, world: World, disk: Disk, weather: Weather, name: str, seed: str, set_by: float = 0.0) -> None:
        self.world, self.name = world, name
        self.loop = Loop(world)
        self.set_by = set_by
        """Seconds by which somebody has set the clock of its machine."""
        self.ready = False
        self.on_death: list[Callable[[], None]] = []
        """Who wants to know when it dies."""
        self.server = Server(
            "",
            store=disk.open(self),
            bots=cast(BotPool, SimulatedBots(weather)),
            limits=LIMITS,
            static=Path("/nowhere"),
            clock=lambda: Clock(self.wall_ms),
            entropy=Random(f"{seed} {name}").randbytes,
        )
        self.app = self.server.app()
        self._ending: asyncio.Future[None] = self.loop.create_future()
        self.loop.call_soon(self._start)

    def _start(self) -> None:
        self._life = self.loop.create_task(self.app({"type": "lifespan"}, self._receive, self._send))
        self._life.add_done_callback(lambda _: self.die())

    async def _receive(self) -> MutableMapping[str, Any]:
        if not self.ready:
            return {"type": "lifespan.startup"}
        await self._ending
        return {"type": "lifespan.shutdown"}

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "lifespan.startup.complete":
            self.ready = True
        elif message["type"] == "lifespan.startup.failed":  # the disk is in trouble: whoever watches it starts it again
            self.die()

    @property
    def alive(self) -> bool:
        """Does it live?"""
        return not self.loop.killed

    @property
    def awake_at(self) -> float:
        """The moment until which it stands still."""
        return self.loop.paused_until

    def wall_ms(self) -> int:
        """What its system's clock says."""
        return int((EPOCH + self.world.now + self.set_by) * 1000)

    def stop(self) -> None:
        """Ask it to end in order. It is gone when it has; whoever watches it kills it if that takes too long."""
        if not self._ending.done():
            self._ending.set_result(None)
            self.world.outside.call_later(PATIENCE, self.die)

    def pause(self, seconds: float) -> None:
        """Let it stand still while time goes on."""
        self.loop.paused_until = max(self.loop.paused_until, self.world.now + seconds)

    def die(self) -> None:
        """Kill it."""
        if self.alive:
            self.loop.kill()
            for tell in self.on_death:
                tell()
            self.on_death.clear()
