"""Games are played while the server is killed again and again: `python -m tests.server.crash.rampage --kills 20`."""

import argparse
import asyncio
import contextlib
import random
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from passgo.server.store import open_store
from tests.server.crash.judging import faults
from tests.server.crash.players import Client
from tests.server.crash.serving import SERVE, Serving

GAMES = 3
SEATS = 3
WATCHERS = 2
NO_CLOCK = {"decision": 0, "call": 0, "grace": 0, "hour": 0}
STANDSTILL_S = 10.0


@dataclass
class Outcome:
    """What a rampage came to."""

    kills: int = 0
    acknowledged: int = 0
    resent: int = 0
    entries: int = 0
    faults: list[str] = field(default_factory=list)
    while_playing: int = 0
    """Kills that left a request without an answer."""


async def create_game(servers: Sequence[Serving], chance: random.Random) -> list[Client]:
    """A public game with a client for each seat, and watchers."""
    seats = [{"mine": True, "name": f"Player {n}"} for n in range(SEATS)]
    wanted = {"edition": "classic", "seats": seats, "public": True, "clock": NO_CLOCK}
    async with httpx.AsyncClient() as client:
        answer = await client.post(f"http://{servers[0].address}/api/games", json=wanted)
    made = answer.raise_for_status().json()
    players = [Client(servers, made["game"], one["seat"], one["key"], fork(chance)) for one in made["seats"]]
    return players + [Client(servers, made["game"], None, "", fork(chance)) for _ in range(WATCHERS)]


def fork(chance: random.Random) -> random.Random:
    return random.Random(chance.random())


async def rampage(
    database: str,
    log: Path,
    kills: int,
    seed: int,
    command: Sequence[str] = SERVE,
    processes: int = 1,
    disturb: Callable[[], None] = lambda: None,
) -> Outcome:
    """Play, kill, start again, so often; then let everybody finish, and judge.

    With several processes on one PostgreSQL, each client is connected to any of them, and one at a time is killed.
    `disturb` is called in the middle of play, before each third kill.
    """
    chance = random.Random(seed)
    servers = [Serving(database, log, command) for _ in range(processes)]
    outcome = Outcome()
    await asyncio.gather(*(server.start() for server in servers))
    games = [await create_game(servers, chance) for _ in range(GAMES)]
    clients = [client for game in games for client in game]
    lives = [asyncio.create_task(client.live()) for client in clients]
    try:
        for kill in range(kills):
            if kill % 3 == 2:
                await progress(clients, chance.randrange(2, 20), lives)
                await asyncio.to_thread(disturb)
            await progress(clients, chance.randrange(2, 60), lives)
            await asyncio.sleep(0.02 * chance.random())
            outcome.while_playing += any(client.is_waiting for client in clients)
            victim = chance.choice(servers)
            await victim.kill()
            if chance.random() < 0.2:  # and once more while it starts
                await victim.launch()
                await asyncio.sleep(3 * chance.random())
                await victim.kill()
            await victim.start()
        await progress(clients, 30, lives)
        await calm(clients, lives)
    finally:
        for life in lives:
            life.cancel()
        await asyncio.gather(*lives, return_exceptions=True)
        await asyncio.gather(*(server.stop() for server in servers))
    await judge(database, games, outcome)
    outcome.kills = sum(server.kills for server in servers)
    return outcome


async def progress(clients: Sequence[Client], wanted: int, lives: Sequence["asyncio.Task[None]"]) -> None:
    """Wait until so many more requests have been acknowledged."""
    goal = wanted + sum(len(client.acknowledged) for client in clients)
    with contextlib.suppress(TimeoutError):  # games that are over stand still; the tests count what was acknowledged
        async with asyncio.timeout(STANDSTILL_S):
            while sum(len(client.acknowledged) for client in clients) < goal:
                check(lives)
                await asyncio.sleep(0.002)


async def calm(clients: Sequence[Client], lives: Sequence["asyncio.Task[None]"]) -> None:
    """Nobody asks for anything new; everybody gets their answers and hears the last news."""
    for client in clients:
        client.is_playing = False
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(STANDSTILL_S):
            while any(client.is_waiting for client in clients):
                check(lives)
                await asyncio.sleep(0.02)
    await asyncio.sleep(1)


def check(lives: Sequence["asyncio.Task[None]"]) -> None:
    """A client that fails fails the test."""
    for life in lives:
        if life.done():
            life.result()


async def judge(database: str, games: Sequence[Sequence[Client]], outcome: Outcome) -> None:
    """Compare the logs with all that was told."""
    store = await open_store(database)
    for clients in games:
        game = clients[0].seen.game
        log = await store.entries(game)
        outcome.entries += len(log)
        outcome.faults += faults(game, log, clients)
        outcome.faults += [f"{client.seen.name} still waits for an answer" for client in clients if client.is_waiting]
        outcome.acknowledged += sum(len(client.acknowledged) for client in clients)
        outcome.resent += sum(client.resent for client in clients)
    await store.close()


def main() -> int:
    """A rampage by hand, as long as one likes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", default="", help="without it, a SQLite file that is deleted afterwards")
    parser.add_argument("--processes", type=int, default=1, help="servers on one PostgreSQL")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = asked.database or f"{folder}/games.db"
        log = Path(folder) / "log"
        outcome = asyncio.run(rampage(database, log, asked.kills, asked.seed, processes=asked.processes))
    print(outcome)
    return 1 if outcome.faults else 0


if __name__ == "__main__":
    sys.exit(main())
