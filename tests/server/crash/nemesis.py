"""All faults at the same time, against real processes: `python -m tests.server.crash.nemesis --seconds 120 --seed 1`.

Servers are killed and stand still while the disk of their database is full and PostgreSQL crashes and recovers. People
play on meanwhile. When it is over, everybody must get their answers, and the logs are judged twice: by what was told,
and by the judge of the simulation, who plays and deals every game anew.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path

from passgo.server.store import open_store
from tests.server.cluster import Cluster
from tests.server.crash.players import Client
from tests.server.crash.rampage import GAMES, Outcome, calm, check, create_game, fork, judge, progress
from tests.server.crash.serving import Serving
from tests.simulation.chronicle import Chronicle

Strike = Callable[[random.Random], Awaitable[None]]
BETWEEN_S = 5.0
"""Mean time between two strikes of one nemesis."""
LONGEST_S = 6.0
"""How long somebody stands still, or the disk is full."""

DISK_MB = 400
"""The disk of PostgreSQL, which is filled now and then. To mount it, the command must be run by root."""


class Nemeses:
    """The faults of one run, each in a task of its own."""

    def __init__(self, servers: Sequence[Serving], folder: Path | None, cluster: Cluster | None) -> None:
        self._servers, self._folder, self._cluster = servers, folder, cluster
        self._starting = {server: asyncio.Lock() for server in servers}
        self.strikes: Counter[str] = Counter()
        self.over = False

    def all(self) -> dict[str, Strike]:
        """The nemeses that this run can have."""
        found: dict[str, Strike] = {"kill": self._kill, "pause": self._pause, "fill": self._fill}
        if self._cluster is not None:
            found["database"] = self._restart_database
        return found

    async def strike(self, name: str, once: Strike, chance: random.Random) -> None:
        """Strike now and then."""
        while not self.over:
            await asyncio.sleep(min(chance.expovariate(1 / BETWEEN_S), 4 * BETWEEN_S))
            if not self.over:
                self.strikes[name] += 1
                await once(chance)

    async def _kill(self, chance: random.Random) -> None:
        server = chance.choice(self._servers)
        async with self._starting[server]:
            await server.kill()
            await asyncio.sleep(chance.random())
            await server.start()

    async def _pause(self, chance: random.Random) -> None:
        await chance.choice(self._servers).pause(LONGEST_S * chance.random())

    async def _fill(self, chance: random.Random) -> None:
        seconds = LONGEST_S * chance.random()
        if self._cluster is not None:
            await asyncio.to_thread(self._cluster.fill, seconds)
        else:
            assert self._folder is not None
            await chance.choice(self._servers).fill_disk(self._folder, seconds)

    async def _restart_database(self, chance: random.Random) -> None:
        assert self._cluster is not None
        await asyncio.to_thread(self._cluster.restart, chance.choice(("immediate", "fast")))


async def play_on(
    database: str, log: Path, seconds: float, seed: int, processes: int, folder: Path | None, cluster: Cluster | None
) -> tuple[Outcome, Counter[str]]:
    """Play under all nemeses for so long; then let everybody finish, and judge."""
    chance, outcome = random.Random(seed), Outcome()
    servers = [Serving(database, log) for _ in range(processes)]
    await asyncio.gather(*(server.start() for server in servers))
    games = [await create_game(servers, chance) for _ in range(GAMES)]
    clients = [client for game in games for client in game]
    lives = [asyncio.create_task(client.live()) for client in clients]
    nemeses = Nemeses(servers, folder, cluster)
    striking = [asyncio.create_task(nemeses.strike(name, each, fork(chance))) for name, each in nemeses.all().items()]
    try:
        for _ in range(int(seconds)):
            await asyncio.sleep(1)
            check([*lives, *striking])
        nemeses.over = True
        await asyncio.gather(*striking)
        await progress(clients, 30, lives)
        await calm(clients, lives)
    finally:
        for task in (*lives, *striking):
            task.cancel()
        await asyncio.gather(*lives, *striking, return_exceptions=True)
        await asyncio.gather(*(server.stop() for server in servers))
    await judge(database, games, outcome)
    await replay(database, games, outcome)
    outcome.kills = sum(server.kills for server in servers)
    return outcome, nemeses.strikes


async def replay(database: str, games: Sequence[Sequence[Client]], outcome: Outcome) -> None:
    """Play and deal every game anew."""
    store = await open_store(database)
    for clients in games:
        row = await store.row(clients[0].seen.game)
        assert row is not None
        Chronicle(row, await store.entries(row.id), lambda fault: outcome.faults.append(f"the log: {fault}"))
    await store.close()


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.server.crash.nemesis", description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=120, help="how long the nemeses strike")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--store", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--processes", type=int, default=2, help="servers on one PostgreSQL")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        log, games = folder / "log", folder / "games"
        games.mkdir()
        if asked.store == "postgres":
            cluster = stack.enter_context(Cluster(DISK_MB))
            run = play_on(cluster.address, log, asked.seconds, asked.seed, asked.processes, None, cluster)
        else:
            run = play_on(str(games / "games.db"), log, asked.seconds, asked.seed, 1, games, None)
        outcome, strikes = asyncio.run(run)
    summary = asdict(outcome) | {"strikes": dict(strikes)}
    print(json.dumps(summary) if asked.json else summary)
    return 1 if outcome.faults else 0


if __name__ == "__main__":
    sys.exit(main())
