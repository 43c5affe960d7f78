"""Where games are kept: an append-only log of entries for each game, and one row per game for the lobby.

A game is its entries, numbered 1, 2, 3 ...; everything else is worked out from them. `append` returns when its entries
are on the disk. So the server first appends a move and then sends it.

`open_store` gives SQLite for a path and PostgreSQL for a `postgresql://` address.
"""

import os
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec

STATUSES = ("open", "playing", "finished", "abandoned")
GONE_MS = 30 * 24 * 3600 * 1000
"""A server process without a sign of life for so long is forgotten."""


class Entry(msgspec.Struct, frozen=True):
    """One line of a game's log. The store does not look inside.

    >>> Entry(seq=1, at=1_700_000_000_000, kind="created", body=b"{}")
    Entry(seq=1, at=1700000000000, kind='created', body=b'{}', move='')
    """

    seq: int
    """1, 2, 3 ...: with the game it is the primary key."""
    at: int
    """Milliseconds since 1970 by the server's clock."""
    kind: str
    """A word of the server's: created, seat, move, chat, clock, undo ..."""
    body: bytes
    """JSON, written by the server."""
    move: str = ""
    """The client's move id, unique within the game if it is not empty: it makes retries harmless."""


class GameRow(msgspec.Struct, frozen=True):
    """What is known of a game without reading its log."""

    id: str
    version: int
    """The version of the log in which the game was created: `versions.log_version()` of that day."""
    created: int
    """Milliseconds since 1970."""
    edition: str
    public: bool
    status: str
    """One of `STATUSES`."""
    title: str
    summary: bytes
    """JSON for the lobby."""
    seed: bytes
    """Secret: it is never logged, nor shown by repr."""
    changed: int
    """Milliseconds since 1970, those of the last entry; it never falls."""
    seq: int
    """The number of the last entry."""

    def __repr__(self) -> str:
        return f"GameRow(id={self.id!r}, status={self.status!r}, seq={self.seq})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return [("id", self.id), ("status", self.status), ("seq", self.seq)]


class Taken(Exception):
    """An entry with this game and seq, or this move id, is already there."""


class Unavailable(Exception):
    """The store cannot be opened, read or written now; the message says why and what would help."""


class Store(Protocol):
    """What every store can do. All of it may be called by many tasks of one event loop at once."""

    async def create(self, row: GameRow, entries: Sequence[Entry]) -> None:
        """Keep a new game with its first entries, durably. Raises `Taken` if the id is there already."""

    async def append(
        self, game: str, entries: Sequence[Entry], *, status: str | None = None, summary: bytes | None = None
    ) -> None:
        """Add entries at the end of a game's log: all or none of them, and durable when it returns.

        Raises `Taken` if one of the numbers or move ids is used already, `ValueError` if there is no such game or the
        numbers would leave a gap, and `Unavailable` if it could not be kept, or if nobody can say whether it was: then
        the log has to be read before anything else is done. Many appends at once share one commit.
        """

    async def row(self, game: str) -> GameRow | None:
        """The row of one game, or None."""

    async def entries(self, game: str, after: int = 0) -> list[Entry]:
        """The entries of a game with seq above `after`, in order; none if there is no such game."""

    async def done(self, game: str, move: str) -> int | None:
        """The seq of the entry with this move id, or None."""

    async def games(
        self, *, status: str | None = None, public: bool | None = None, limit: int = 50, before: int | None = None
    ) -> list[GameRow]:
        """The games that changed last, newest first; with `before`, those that changed before that moment.

        More than `limit` come only when several changed in the same millisecond as the last one, so that the next
        page, asked for with the last one's `changed`, misses none.
        """

    async def live(self, process: str, at: int) -> None:
        """Note that a server process lives at this moment. Those that have not for `GONE_MS` are forgotten."""

    async def lived(self, process: str) -> int | None:
        """When a process last gave a sign of life; None if it is forgotten or unknown."""

    async def counts(self) -> dict[str, int]:
        """How many games there are in each status, and under "entries" how many entries in all."""

    def news(self) -> AsyncIterator[tuple[str, int]]:
        """The game and its last seq, each time another process appended (`async for game, seq in store.news()`).

        Some news may come twice; none is left out. SQLite belongs to one process: there it never yields.
        """

    async def healthy(self) -> bool:
        """Whether the store can be written now."""

    async def close(self) -> None:
        """Finish what was begun, and close files and connections. It may be called twice."""


def default_database() -> str:
    """Where games are kept by default: in the XDG folder for data."""
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return str(Path(data) / "passgo" / "games.db")


async def open_store(database: str) -> Store:
    """Open, and if need be create, the store: a path, `sqlite:///path` or `postgresql://...`."""
    if database.startswith(("postgresql://", "postgres://")):
        from passgo.server.store.postgres import PostgresStore

        return await PostgresStore.open(database)
    if "://" in database and not database.startswith("sqlite:///"):
        raise ValueError(
            "a database is a path, sqlite:///path or postgresql://...; this one begins with "
            + repr(database.split("://")[0] + "://")
        )
    from passgo.server.store.sqlite import SqliteStore

    return await SqliteStore.open(database.removeprefix("sqlite:///"))
