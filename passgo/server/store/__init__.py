"""Where games are kept: an append-only log of entries for each game, and one row per game for the lobby.

A game is its entries, numbered 1, 2, 3 ...; everything else is worked out from them. `append` returns when its entries
are on the disk. So the server first appends a move and then sends it.

`open_store` gives SQLite for a path and PostgreSQL for a `postgresql://` address.
"""

import functools
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import msgspec

PROBE_S = 1.0
"""A store that takes longer for a small write is in trouble."""
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
    secret: bytes
    """32 random bytes from which the server derives keys. Never published, nor shown by repr."""

    def __repr__(self) -> str:
        return f"GameRow(id={self.id!r}, status={self.status!r}, seq={self.seq})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return [("id", self.id), ("status", self.status), ("seq", self.seq)]


class Snapshot(msgspec.Struct, frozen=True):
    """How a game stood after an entry: a short cut for whoever loads it. The log stays the truth."""

    seq: int
    """The entry after which it was taken."""
    mark: str
    """By which code it was made; the store only compares it."""
    body: bytes

    def __repr__(self) -> str:  # what was secret in the game is in the body
        return f"Snapshot(seq={self.seq}, mark={self.mark!r})"


class Loaded(msgspec.Struct, frozen=True):
    """What is needed to play on: the row, a snapshot if there is one, and all entries after it."""

    row: GameRow
    snapshot: Snapshot | None
    entries: list[Entry]


class Taken(Exception):
    """An entry with this game and seq, or this move id, is already there."""


class NoSuchGame(ValueError):
    """Nobody created the game, or it was forgotten."""


PUBLIC_REASONS = {
    "full": "The disk of the server is full. Nothing can be kept until there is room.",
    "locked": "Another program holds the games of the server. Try again soon.",
    "disk": "The disk of the server fails. Nothing can be kept now.",
    "forbidden": "The server may not write its games. Nothing can be kept now.",
    "damaged": "What the server has kept of this is damaged.",
    "away": "The database of the server does not answer. Try again soon.",
    "newer": "This was kept by a newer version of the server.",
    "closed": "The server is stopping. Try again soon.",
    "slow": "The server takes too long to keep games. Try again soon.",
    "busy": "Too much is going on at once. Try again soon.",
    "forgotten": "There is no such game.",
    "other": "Games cannot be kept now. Try again soon.",
}
"""What may keep a store from its work, by kind, in words that everybody may hear: they name no file."""


class Unavailable(Exception):
    """The store cannot be opened, read or written now.

    The message is for the operator: it says why and what would help. Players hear the `reason`, which names no file.
    """

    def __init__(self, message: str, kind: str = "other") -> None:
        super().__init__(message)
        self.kind = kind

    @property
    def reason(self) -> str:
        """Why, in words that everybody may hear."""
        return PUBLIC_REASONS[self.kind]


class Damaged(Unavailable):
    """What is stored of a game does not fit together; `entry` is the first that does not."""

    def __init__(self, game: str, entry: int, problem: str) -> None:
        super().__init__(f"game {game!r} is damaged: entry {entry} {problem}", "damaged")
        self.game, self.entry, self.problem = game, entry, problem


class Watched(Protocol):
    """Something that tells of its trouble."""

    on_trouble: Callable[[Unavailable], None]


P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S", bound=Watched)


def watched(
    method: Callable[Concatenate[S, P], Awaitable[R]],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, R]]:
    """The method of a store, which also tells `on_trouble` why it fails."""

    async def watched_method(self: S, /, *given: P.args, **named: P.kwargs) -> R:
        try:
            return await method(self, *given, **named)
        except Unavailable as problem:
            self.on_trouble(problem)
            raise

    functools.update_wrapper(watched_method, method)
    return watched_method


class Store(Watched, Protocol):
    """What every store can do. All of it may be called by many tasks of one event loop at once.

    `on_trouble` is called with whatever keeps it from its work, each time.
    """

    shared: bool
    """May several processes use it at the same time?"""

    async def create(self, row: GameRow, entries: Sequence[Entry]) -> None:
        """Keep a new game with its first entries, durably. Raises `Taken` if the id is there already."""

    async def append(
        self,
        game: str,
        entries: Sequence[Entry],
        *,
        status: str | None = None,
        summary: bytes | None = None,
        snapshot: Snapshot | None = None,
    ) -> None:
        """Add entries at the end of a game's log: all or none of them, and durable when it returns.

        A snapshot replaces the game's earlier one. It is taken after one of these entries, or after the one before.

        Raises `Taken` if one of the numbers or move ids is used already, `NoSuchGame` if nobody created the game or it
        was forgotten, `ValueError` if the numbers would leave a gap, and `Unavailable` if it could not be kept, or if
        nobody can say whether it was: then the log has to be read before anything else is done. Many appends at once
        share one commit.
        """

    async def row(self, game: str) -> GameRow | None:
        """The row of one game, or None."""

    async def entries(self, game: str, after: int = 0) -> list[Entry]:
        """The entries of a game with seq above `after`, in order; none if there is no such game.

        Raises `Damaged` if they are not those that were kept.
        """

    async def load(self, game: str, mark: str | None = None) -> Loaded | None:
        """A game's row, its snapshot if that bears the mark, and the entries after it, or all; None if there is none.

        Raises `Damaged` if the entries are not those that were kept. A snapshot that does not fit is left out.
        """

    async def done(self, game: str, move: str) -> Entry | None:
        """The entry with this move id, or None."""

    async def games(
        self, *, status: str | None = None, public: bool | None = None, limit: int = 50, before: int | None = None
    ) -> list[GameRow]:
        """The games that changed last, newest first; with `before`, those that changed before that moment.

        Those of one status are found by an index, all of them by a walk.

        More than `limit` come only when several changed in the same millisecond as the last one, so that the next
        page, asked for with the last one's `changed`, misses none.
        """

    async def live(self, process: str) -> None:
        """Note that a server process lives now. Those that have not for `GONE_MS` are forgotten."""

    async def silent_ms(self, process: str) -> int | None:
        """How long ago a process gave its last sign of life; None if it is forgotten or unknown.

        Both moments are the store's: with PostgreSQL, those of its one clock, whatever the clocks of servers say.
        """

    async def counts(self) -> dict[str, int]:
        """How many games there are in each status, and under "entries" how many entries in all."""

    def news(self) -> AsyncIterator[tuple[str, int]]:
        """The game and its last seq, each time another process appended (`async for game, seq in store.news()`).

        Some news may come twice; none is left out. SQLite belongs to one process: there it never yields.
        """

    async def trouble(self) -> Unavailable | None:
        """Why nothing can be kept now; None if a write just reached the disk, within `PROBE_S`."""

    async def close(self) -> None:
        """Finish what was begun, and close files and connections. It may be called twice."""


class Archive(Store, Protocol):
    """A store as upkeep needs it: to look through all games, and to delete some."""

    async def ids(self, after: str, limit: int) -> list[str]:
        """The ids of games behind this one, in their order."""

    async def snapshot(self, game: str) -> tuple[Snapshot, bool] | None:
        """The snapshot of a game, whatever its mark, and whether it fits its checksum and its entry."""

    async def faults(self) -> list[str]:
        """What is wrong with the database as a whole: the file, strays without a game, totals that are not true."""

    async def forget(self, game: str) -> bool:
        """Delete a game with everything that was said and done in it; whether there was one."""


def default_database() -> str:
    """Where games are kept by default: in the XDG folder for data."""
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return str(Path(data) / "passgo" / "games.db")


async def open_store(database: str, *, wait: bool = False) -> Store:
    """Open, and if need be create, the store: a path, `sqlite:///path` or `postgresql://...`.

    With `wait`, a PostgreSQL that is away is opened as soon as it is there; until then everything is `Unavailable`.
    """
    if database.startswith(("postgresql://", "postgres://")):
        from passgo.server.store.postgres import PostgresStore

        return await PostgresStore.open(database, wait=wait)
    if "://" in database and not database.startswith("sqlite:///"):
        raise ValueError(
            "a database is a path, sqlite:///path or postgresql://...; this one begins with "
            + repr(database.split("://")[0] + "://")
        )
    from passgo.server.store.sqlite import SqliteStore

    return await SqliteStore.open(database.removeprefix("sqlite:///"))


async def open_archive(database: str) -> Archive:
    """Open what is there for upkeep, also while a server uses it. Nothing is created or brought up to date."""
    if database.startswith(("postgresql://", "postgres://")):
        from passgo.server.store.postgres import PostgresStore

        return await PostgresStore.open(database, steps=None)
    from passgo.server.store.sqlite import SqliteStore

    return await SqliteStore.open_beside(database.removeprefix("sqlite:///"))
