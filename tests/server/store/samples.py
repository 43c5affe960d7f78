"""Games and entries to be kept, and how a test runs its coroutine on an open store."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import asyncpg

from passgo.server.store import Entry, GameRow, Store, open_store
from passgo.server.store.versions import log_version

MOMENT = 1_700_000_000_000


def entry(seq: int, move: str = "", *, kind: str = "move", body: bytes | None = None, at: int | None = None) -> Entry:
    """An entry whose body says which one it is."""
    body = b'{"n": %d, "id": "%s"}' % (seq, move.encode()) if body is None else body
    return Entry(seq=seq, at=MOMENT + seq if at is None else at, kind=kind, body=body, move=move)


def row(game: str, entries: Sequence[Entry] = (), **changes: Any) -> GameRow:
    """A row for a new game with these entries."""
    values: dict[str, Any] = {
        "id": game,
        "version": log_version(),
        "created": MOMENT,
        "edition": "classic",
        "public": True,
        "status": "open",
        "title": f"Table of {game}",
        "summary": b'{"seats": 4}',
        "seed": bytes(range(32)),
        "changed": entries[-1].at if entries else MOMENT,
        "seq": len(entries),
        "secret": bytes(range(32, 64)),
    }
    return GameRow(**values | changes)


async def begin(store: Store, game: str, entries: int = 1, **changes: Any) -> list[Entry]:
    """Create a game with so many entries."""
    first = [entry(seq) for seq in range(1, entries + 1)]
    await store.create(row(game, first, **changes), first)
    return first


def on(database: str, play: Callable[[Store], Awaitable[Any]], seconds: float = 60) -> Any:
    """Open the store, run `play` with it, close it, and give back what `play` gave."""

    async def all_of_it() -> Any:
        store = await open_store(database)
        try:
            return await play(store)
        finally:
            await store.close()

    return asyncio.run(asyncio.wait_for(all_of_it(), seconds))


async def until_ready(store: Store) -> None:
    """Wait until the store takes a write in time, however busy the machine is."""
    async with asyncio.timeout(60):
        while await store.trouble() is not None:
            await asyncio.sleep(0.05)


async def outcomes(*asked: Awaitable[object]) -> list[type | None]:
    """Wait for all of them: None for each that gave nothing, the class of what each other gave or raised."""
    found = await asyncio.gather(*asked, return_exceptions=True)
    return [None if one is None else type(one) for one in found]


def execute(database: str, statement: str) -> None:
    """Do something to the tables of a database behind the store's back."""
    if database.startswith("postgresql://"):
        asyncio.run(execute_in_postgres(database, statement))
        return
    with contextlib.closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as connection, connection:
        connection.execute(statement)


async def execute_in_postgres(database: str, *statements: str) -> None:
    connection = await asyncpg.connect(database)
    await connection.execute("SET search_path = passgo, public")
    for statement in statements:
        await connection.execute(statement)
    await connection.close()
