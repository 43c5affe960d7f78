"""The transaction that keeps a group of writes in PostgreSQL.

Every writer locks the rows of its games first. What is read behind the lock stays true until the commit: each write is
judged before it is written. It waits for no lock: a game that somebody else holds is left out and tried again later, so
it delays nobody, and no two processes wait for each other in a circle.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import asyncpg

from passgo.server.store import Entry, GameRow, Taken
from passgo.server.store.chain import START, snapshot_sum, sums_from
from passgo.server.store.versions import log_version
from passgo.server.store.write import Write, check_place, no_such_game, taken_move

CHANNEL = "passgo"
ROW = "id, version, created, edition, public, status, title, summary, seed, changed, seq, secret"

ADD_GAMES = f"""
    INSERT INTO passgo.games ({ROW}, sum, xact, writer)
    SELECT *, ''::bytea, pg_current_xact_id(), $13 FROM unnest(
        $1::text[], $2::int[], $3::bigint[], $4::text[], $5::bool[], $6::text[], $7::text[], $8::bytea[], $9::bytea[],
        $10::bigint[], $11::bigint[], $12::bytea[])
    ON CONFLICT (id) DO NOTHING RETURNING id"""

LOCK_GAMES = "SELECT id, seq, created, seed, sum FROM passgo.games WHERE id = ANY($1) FOR UPDATE SKIP LOCKED"
THERE = "SELECT id FROM passgo.games WHERE id = ANY($1)"

USED_MOVES = """
    SELECT game, move FROM passgo.entries JOIN unnest($1::text[], $2::text[]) AS asked (game, move) USING (game, move)
    WHERE move <> ''"""

FOUND_ENTRIES = """
    SELECT game, seq, at, kind, body, move FROM passgo.entries
    JOIN unnest($1::text[], $2::bigint[]) AS asked (game, seq) USING (game, seq)"""

# The notifications are sent with the commit, and only with it.
APPLY = f"""
    WITH added AS (
        INSERT INTO passgo.entries (game, seq, at, kind, body, move, sum, version)
        SELECT *, $8::int FROM unnest(
            $1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bytea[], $6::text[], $7::bytea[])
    ), changed AS (
        UPDATE passgo.games AS old SET
            seq = new.seq, changed = greatest(old.changed, new.changed), status = coalesce(new.status, old.status),
            summary = coalesce(new.summary, old.summary), sum = new.sum, xact = pg_current_xact_id(), writer = $9
        FROM unnest($10::text[], $11::bigint[], $12::bigint[], $13::text[], $14::bytea[], $15::bytea[])
            AS new (id, seq, changed, status, summary, sum)
        WHERE old.id = new.id RETURNING old.id, old.seq
    )
    SELECT pg_notify('{CHANNEL}', id || ':' || seq) FROM changed"""

ADD_SNAPSHOTS = """
    INSERT INTO passgo.snapshots AS old (game, seq, mark, body, sum)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bytea[], $5::bytea[])
    ON CONFLICT (game) DO UPDATE
    SET seq = excluded.seq, mark = excluded.mark, body = excluded.body, sum = excluded.sum"""


class Held(Exception):
    """Somebody else holds the game: not now."""


@dataclass
class RowChange:
    """What the accepted writes of a group change in the row of one game."""

    seq: int
    changed: int = 0
    status: str | None = None
    summary: bytes | None = None


@dataclass
class Known:
    """What the database holds of the games of a group, behind the lock; it grows with each accepted write."""

    last: dict[str, int] = field(default_factory=dict)
    marks: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    """When each game was created, and its seed: these two identify a new game."""
    sums: dict[str, bytes] = field(default_factory=dict)
    """The checksum of each game's last entry."""
    moves: set[tuple[str, str]] = field(default_factory=set)
    found: dict[tuple[str, int], Entry] = field(default_factory=dict)
    """Stored entries with the numbers of doubtful writes."""
    created: set[str] = field(default_factory=set)
    """Games that this transaction has created."""
    locked: set[str] = field(default_factory=set)
    """Games that somebody else holds."""

    def judge(self, write: Write) -> bool:
        """Must the write still be made? Raises the reason if it cannot be."""
        if write.game in self.locked:
            raise Held(f"somebody else holds game {write.game!r}")
        if write.doubtful and self.holds(write):
            return False
        moves = {(write.game, entry.move) for entry in write.entries if entry.move}
        if write.row is not None:
            if write.game not in self.created:
                raise Taken(f"there is a game {write.game!r} already")
            self.created.remove(write.game)
        else:
            if write.game not in self.last or write.game in self.created:  # its creation comes later in the group
                raise no_such_game(write.game)
            check_place(write, self.last[write.game])
            if moves & self.moves:
                raise taken_move(write.game)
            self.last[write.game] += len(write.entries)
        self.moves |= moves
        return True

    def holds(self, write: Write) -> bool:
        """Is exactly this stored? Then the commit took place, and only its answer was lost."""
        if write.row is not None and self.marks.get(write.game) != (write.row.created, write.row.seed):
            return False
        if write.row is None and not write.entries:
            return False  # a mere change of status, which may be made twice
        return all(self.found.get((write.game, entry.seq)) == entry for entry in write.entries)


async def commit(connection: Any, writes: Sequence[Write], writer: str) -> list[Exception | None]:
    """Write all of them in one transaction; for each the reason why it was refused, or None.

    If the connection breaks while the answer to the commit is awaited, nobody knows whether it took place. So before
    the commit is sent, its writes are marked as doubtful; whoever tries again looks first whether they are there.
    """
    async with connection.transaction(isolation="read_committed"):
        known = await lock_games(connection, writes, writer)
        accepted: list[Write] = []
        outcomes: list[Exception | None] = []
        for write in writes:
            try:
                if known.judge(write):
                    accepted.append(write)
                outcomes.append(None)
            except (Taken, Held, ValueError) as refusal:
                outcomes.append(refusal)
        if accepted:
            await apply(connection, accepted, known, writer)
        for write in accepted:
            write.doubtful = True
    return outcomes


async def lock_games(connection: Any, writes: Sequence[Write], writer: str) -> Known:
    """Create the new games, lock the others, and read what the writes are to be judged by."""
    known = Known()
    rows = {write.game: write.row for write in reversed(writes) if write.row is not None}
    if rows:
        columns = columns_of([rows[game] for game in sorted(rows)])
        known.created = {found["id"] for found in await connection.fetch(ADD_GAMES, *columns, writer)}
    games = sorted({write.game for write in writes})
    for game, seq, created, seed, last_sum in await connection.fetch(LOCK_GAMES, games):
        known.last[game], known.sums[game] = seq, last_sum or START
        if game not in known.created:
            known.marks[game] = (created, seed)
    absent = [game for game in games if game not in known.last]
    if absent:
        known.locked = {game for (game,) in await connection.fetch(THERE, absent)}
    moves = [(write.game, entry.move) for write in writes for entry in write.entries if entry.move]
    if moves:
        known.moves = {(game, move) for game, move in await connection.fetch(USED_MOVES, *transpose(moves, 2))}
    doubtful = [(write.game, entry.seq) for write in writes if write.doubtful for entry in write.entries]
    if doubtful:
        found = await connection.fetch(FOUND_ENTRIES, *transpose(doubtful, 2))
        known.found = {(game, seq): Entry(seq, *rest) for game, seq, *rest in found}
    return known


async def apply(connection: Any, writes: Sequence[Write], known: Known, writer: str) -> None:
    """Add the entries and change the rows: one statement for the whole group, and one more for its snapshots."""
    version, entries, snapshots = log_version(), list[tuple[Any, ...]](), dict[str, tuple[Any, ...]]()
    changes: dict[str, RowChange] = {}
    for write in writes:
        sums = sums_from(known.sums[write.game], write.game, write.entries, version)
        known.sums[write.game] = sums[-1]
        entries += [
            (write.game, e.seq, e.at, e.kind, e.body, e.move, its_sum)
            for e, its_sum in zip(write.entries, sums[1:], strict=True)
        ]
        if (snapshot := write.snapshot) is not None:
            before = sums[snapshot.seq - write.entries[0].seq + 1] if write.entries else sums[-1]
            its_sum = snapshot_sum(before, write.game, snapshot)
            snapshots[write.game] = (write.game, snapshot.seq, snapshot.mark, snapshot.body, its_sum)
        change = changes.setdefault(write.game, RowChange(known.last[write.game]))
        if write.entries and write.row is None:
            change.changed = max(change.changed, write.entries[-1].at)
        change.status = change.status if write.status is None else write.status
        change.summary = change.summary if write.summary is None else write.summary
    rows = [(game, c.seq, c.changed, c.status, c.summary, known.sums[game]) for game, c in changes.items()]
    await connection.execute(APPLY, *transpose(entries, 7), version, writer, *transpose(rows, 6))
    if snapshots:
        await connection.execute(ADD_SNAPSHOTS, *transpose(list(snapshots.values()), 5))


def transpose(rows: Sequence[Sequence[Any]], width: int) -> list[list[Any]]:
    """Rows as columns, which is how `unnest` takes them.

    >>> transpose([(1, "a"), (2, "b")], 2)
    [[1, 2], ['a', 'b']]
    """
    return [[row[column] for row in rows] for column in range(width)]


def columns_of(rows: Sequence[GameRow]) -> list[list[Any]]:
    """Rows of games as columns in the order of `ROW`."""
    return [[getattr(row, name) for row in rows] for name in ROW.split(", ")]


# Errors of a broken connection, a restarting server or a lock held by another: worth another try.
AWAY: tuple[type[Exception], ...] = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # what asyncpg raises when the line breaks at a moment that it did not foresee
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.TooManyConnectionsError,
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
    asyncpg.LockNotAvailableError,
    asyncpg.QueryCanceledError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.InvalidCachedStatementError,
)


def is_away(error: BaseException) -> bool:
    """Whether another try, perhaps on a new connection, may succeed. A value of a wrong type never will."""
    return isinstance(error, AWAY) and not isinstance(error, ValueError)
