"""A server with a fault, for the tests alone: it tells first, and stores a moment later. The rampage must find out."""

import asyncio

from passgo.cli import main
from passgo.server.store.sqlite import SqliteStore
from passgo.server.store.write import Write

LATE_S = 0.1


async def hasty(store: SqliteStore, write: Write) -> None:
    """Say at once that it is kept; keep it later."""
    asyncio.get_running_loop().call_later(LATE_S, store._queue.put, write)


if __name__ == "__main__":
    SqliteStore._submit = hasty  # type: ignore[method-assign, assignment]  # the mistake that the crash test must find
    main()
