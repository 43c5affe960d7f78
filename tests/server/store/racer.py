"""A process that appends to games in PostgreSQL as fast as it can, against others.

It says when it is ready, and begins when it is told a line. At the end it tells, as JSON, which entries it has won, and
of which it heard as news.
"""

import asyncio
import contextlib
import json
import random
import sys
from collections.abc import Coroutine
from typing import Any

from passgo.server.store import Store, Taken, open_store
from tests.server.store.samples import entry


async def race(database: str, name: str, games: int, until: int) -> dict[str, Any]:
    """Append to every game until its log has so many entries."""
    store = await open_store(database)
    won: list[tuple[str, int, str]] = []
    heard: dict[str, int] = {}
    taken: list[str] = []

    async def listen() -> None:
        async for game, seq in store.news():
            heard[game] = max(seq, heard.get(game, 0))

    async def play(game: str) -> None:
        last = 1
        while last < until:
            await asyncio.sleep(0.01 * random.random())  # else whoever wins once is faster ever after
            some = [entry(last + 1, f"{name}-{last + 1}"), entry(last + 2, f"{name}-{last + 2}")]
            try:
                await store.append(game, some)
                won.extend((game, one.seq, one.move) for one in some)
                last += 2
            except Taken:
                taken.append(game)
                last += len(await store.entries(game, after=last))

    listening = asyncio.create_task(listen())
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    await asyncio.gather(*(play(f"g{n}") for n in range(games)))
    await until_all_is_heard(store, heard, won, games, until)
    listening.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await listening
    await store.close()
    return {"won": won, "heard": heard, "taken": len(taken)}


async def until_all_is_heard(store: Store, heard: dict[str, int], won: list[Any], games: int, until: int) -> None:
    """Wait until the news reached the last entry of another process in every game."""
    mine = {(game, seq) for game, seq, _ in won}
    logs = {f"g{n}": await store.entries(f"g{n}", after=1) for n in range(games)}
    last = {game: max((e.seq for e in log if (game, e.seq) not in mine), default=0) for game, log in logs.items()}
    for _ in range(600):
        if all(heard.get(game, 0) >= seq for game, seq in last.items()):
            return
        await asyncio.sleep(0.02)
    raise TimeoutError(f"some news never came: {heard}, {last}")


def main(arguments: list[str]) -> None:
    database, name, games, until = arguments
    asked: Coroutine[Any, Any, dict[str, Any]] = race(database, name, int(games), int(until))
    json.dump(asyncio.run(asked), sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
