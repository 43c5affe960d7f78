"""The transaction that keeps a group of writes in SQLite.

Nobody else writes games, so what this process wrote last is where a game ends: that is remembered, not asked. But it is
not believed either: each change of a row names the end that it follows. If one does not fit (another program has
deleted a game, or a move id was used long ago), all is taken back, and the group is judged by what the file says.

For each statement the writer's thread gives way to the event loop, and would wait for its turn again: few statements
are what keeps a commit short while the loop is busy. So a statement takes the rows of many games.
"""

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any

import msgspec

from passgo.server.store import GONE_MS, GameRow, Taken
from passgo.server.store.chain import START, snapshot_sum, sums_from
from passgo.server.store.sqlite_file import is_trouble, trouble_with
from passgo.server.store.versions import log_version
from passgo.server.store.write import Write, check_place, no_such_game, taken_move

ROW = "id, version, created, edition, public, status, title, summary, seed, changed, seq, secret"
ROW_NAMES = ROW.split(", ")
NO_GAME = ""
"""A write for no game is a sign of life, or it changes nothing and proves that a commit reaches the disk."""
MOST_ROWS = 64
"""Rows in one statement. SQLite keeps a prepared statement for each number of rows."""
MOST_ENDS = 20_000
"""Games of which it is remembered where they end."""

# A conflict ends the whole transaction: so SQLite need not keep what it takes to end a single statement.
ADD_GAME = f"INSERT OR ROLLBACK INTO games ({ROW}, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
ADD_ENTRIES = "INSERT OR ROLLBACK INTO entries (game, seq, at, kind, body, move, version, sum) VALUES {rows}"
CHANGE_GAMES = (
    "UPDATE OR ROLLBACK games SET seq = column2, sum = column3, changed = max(changed, column4)"
    " FROM (VALUES {rows}) WHERE id = column1 AND seq = column5 AND sum = column6"
)
CHANGE_MORE = "UPDATE games SET status = coalesce(?, status), summary = coalesce(?, summary) WHERE id = ?"
ADD_SNAPSHOTS = "INSERT OR REPLACE INTO snapshots (game, seq, mark, body, sum) VALUES {rows}"
ENDS = "SELECT json_group_array(json_array(id, seq, hex(sum))) FROM games WHERE id IN (SELECT value FROM json_each(?))"
USED_MOVES = (
    "SELECT json_group_array(game) FROM entries,"
    " (SELECT json_extract(value, '$[0]') AS g, json_extract(value, '$[1]') AS m FROM json_each(?))"
    " WHERE game = g AND move = m AND move <> ''"
)
LIVE = "INSERT OR REPLACE INTO processes (name, lived) VALUES (?, ?)"

Blob = bytearray
"""Python gives these to SQLite as they are. For bytes it first looks for an adapter, which takes long."""
PACK = msgspec.json.Encoder().encode
End = tuple[int, bytes]
"""Where a game ends: the number of its last entry, and its checksum."""


class Outdated(Exception):
    """A game does not end where it was remembered to."""


class GroupWriter:
    """Writes groups to one file. `note_waiting` hears when it begins to wait for the right to write, and when not."""

    def __init__(self, connection: sqlite3.Connection, path: str, note_waiting: Callable[[bool], None]) -> None:
        self._connection, self._path, self._note_waiting = connection, path, note_waiting
        self._ends: dict[str, End] = {}

    def commit(self, writes: Sequence[Write]) -> list[Exception | None]:
        """Write all of them in one transaction; for each one the reason why it was refused, or None.

        A refused one leaves its neighbours alone: it is judged before anything of it is written.
        """
        try:
            return self._try(writes, by_file=False)
        except (Outdated, sqlite3.IntegrityError):
            return self._commit_by_file(writes)
        except Exception as error:
            return self._problems(writes, error)

    def _commit_by_file(self, writes: Sequence[Write]) -> list[Exception | None]:
        """The same, judged by what the file says and nothing else."""
        try:
            return self._try(writes, by_file=True)
        except Exception as error:
            return self._problems(writes, error)

    def _problems(self, writes: Sequence[Write], error: Exception) -> list[Exception | None]:
        """The outcomes of a group that could not be written."""
        if is_trouble(error):
            return [trouble_with(self._path, error) for _ in writes]
        if len(writes) == 1:
            return [error]
        # One of them is something that cannot be written at all: the others must not suffer for it.
        return [outcome for write in writes for outcome in self._commit_by_file([write])]

    def _try(self, writes: Sequence[Write], by_file: bool) -> list[Exception | None]:
        """Write all of them in one transaction; if anything goes wrong, nothing is written or remembered."""
        try:
            self._note_waiting(True)
            try:
                self._connection.execute("BEGIN IMMEDIATE")
            finally:
                self._note_waiting(False)
            outcomes = [outcome for run in runs(writes) for outcome in self._apply(run, by_file)]
            self._connection.execute("COMMIT")
        except BaseException:
            self._ends.clear()
            with contextlib.suppress(sqlite3.Error):  # SQLite may have ended the transaction by itself when it failed
                self._connection.execute("ROLLBACK")
            raise
        return outcomes

    def _apply(self, run: Sequence[Write], by_file: bool) -> list[Exception | None]:
        """Write a run; for each of it the reason why it was refused, or None."""
        first = run[0]
        if first.game == NO_GAME:
            give_sign(self._connection, first.life)
            return [None]
        if first.forget:
            self._ends.pop(first.game, None)
            return [delete_game(self._connection, first.game)]
        if first.row is not None:
            return [self._create(first, first.row)]
        return self._append(run, by_file)

    def _create(self, write: Write, row: GameRow) -> Exception | None:
        if self._connection.execute("SELECT 1 FROM games WHERE id = ?", (write.game,)).fetchone():
            return Taken(f"there is a game {write.game!r} already")
        sums = sums_from(START, write.game, write.entries, log_version())
        self._connection.execute(ADD_GAME, (*row_values(row), sums[-1]))
        self._add_entries([write], [sums])
        self._ends[write.game] = row.seq, sums[-1]
        return None

    def _append(self, run: Sequence[Write], by_file: bool) -> list[Exception | None]:
        """Add to several games at once, with as many statements as for one."""
        outcomes = self._judge(run, by_file)
        if not by_file and any(outcomes):  # nobody is refused for what is only remembered
            raise Outdated
        good = [write for write, outcome in zip(run, outcomes, strict=True) if outcome is None]
        version, ends = log_version(), self._ends
        sums = [sums_from(ends[write.game][1], write.game, write.entries, version) for write in good]
        self._add_entries(good, sums)
        self._change_games(good, sums)
        self._keep_snapshots(good, sums)
        for write, own in zip(good, sums, strict=True):
            ends[write.game] = ends[write.game][0] + len(write.entries), own[-1]
        return outcomes

    def _judge(self, run: Sequence[Write], by_file: bool) -> list[Exception | None]:
        """For each write why it does not fit, or None: what holds now holds until the commit."""
        if by_file or len(self._ends) > MOST_ENDS:
            self._ends.clear()
        unknown = [write.game for write in run if write.game not in self._ends]
        if unknown:
            (found,) = self._connection.execute(ENDS, (PACK(unknown).decode(),)).fetchone()
            self._ends |= {game: (seq, bytes.fromhex(last)) for game, seq, last in msgspec.json.decode(found)}
        moves = [(write.game, entry.move) for write in run for entry in write.entries if entry.move] if by_file else []
        used: set[str] = set()
        if moves:
            (found,) = self._connection.execute(USED_MOVES, (PACK(moves).decode(),)).fetchone()
            used = set(msgspec.json.decode(found))
        return [judge(write, self._ends.get(write.game), write.game in used) for write in run]

    def _add_entries(self, run: Sequence[Write], sums: Sequence[Sequence[bytes]]) -> None:
        version = log_version()
        rows = [
            (write.game, e.seq, e.at, e.kind, Blob(e.body), e.move, version, Blob(its_sum))
            for write, (_, *own) in zip(run, sums, strict=True)
            for e, its_sum in zip(write.entries, own, strict=True)
        ]
        self._execute(ADD_ENTRIES, rows)

    def _change_games(self, run: Sequence[Write], sums: Sequence[Sequence[bytes]]) -> None:
        """Change the games' rows, if they are as they were remembered to be."""
        rows: list[tuple[Any, ...]] = []
        for write, (before, *own) in zip(run, sums, strict=True):
            last, end = self._ends[write.game][0], own[-1] if own else before
            changed = write.entries[-1].at if write.entries else 0
            rows.append((write.game, last + len(own), Blob(end), changed, last, Blob(before)))
        if self._execute(CHANGE_GAMES, rows) != len(rows):
            raise Outdated
        for write in run:
            if write.status is not None or write.summary is not None:
                self._connection.execute(CHANGE_MORE, (write.status, write.summary, write.game))

    def _keep_snapshots(self, run: Sequence[Write], sums: Sequence[Sequence[bytes]]) -> None:
        rows: list[tuple[Any, ...]] = []
        for write, own in zip(run, sums, strict=True):
            snapshot = write.snapshot
            if snapshot is not None:
                before = own[snapshot.seq - write.entries[0].seq + 1] if write.entries else own[-1]
                its_sum = snapshot_sum(before, write.game, snapshot)
                rows.append((write.game, snapshot.seq, snapshot.mark, snapshot.body, its_sum))
        self._execute(ADD_SNAPSHOTS, rows)

    def _execute(self, statement: str, rows: Sequence[Sequence[Any]]) -> int:
        """Execute a statement for many rows at a time; how many rows of the table it changed."""
        changed = 0
        for start in range(0, len(rows), MOST_ROWS):
            part = rows[start : start + MOST_ROWS]
            values = list(chain.from_iterable(part))
            changed += self._connection.execute(for_rows(statement, len(part), len(part[0])), values).rowcount
        return changed


@cache
def for_rows(statement: str, rows: int, columns: int) -> str:
    """A statement for so many rows.

    >>> for_rows("INSERT INTO colours VALUES {rows}", 2, 3)
    'INSERT INTO colours VALUES (?,?,?),(?,?,?)'
    """
    row = f"({','.join('?' * columns)})"
    return statement.format(rows=",".join([row] * rows))


def runs(writes: Sequence[Write]) -> Iterator[list[Write]]:
    """The writes in their order, cut so that appends to different games stand together and anything else alone."""
    run: dict[str, Write] = {}
    for write in writes:
        alone = write.row is not None or write.forget or write.game == NO_GAME
        if run and (alone or write.game in run):
            yield list(run.values())
            run = {}
        if alone:
            yield [write]
        else:
            run[write.game] = write
    if run:
        yield list(run.values())


def judge(write: Write, end: End | None, used: bool) -> Exception | None:
    """Why a write does not fit, if it does not."""
    if end is None:
        return no_such_game(write.game)
    try:
        check_place(write, end[0])
    except (Taken, ValueError) as refusal:
        return refusal
    return taken_move(write.game) if used else None


def give_sign(connection: sqlite3.Connection, process: str) -> None:
    """Note that a process lives; without a process, write what is there already."""
    if process:
        at = now()
        connection.execute(LIVE, (process, at))
        connection.execute("DELETE FROM processes WHERE lived < ?", (at - GONE_MS,))
    else:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute(f"PRAGMA user_version = {version}")


def delete_game(connection: sqlite3.Connection, game: str) -> Exception | None:
    """Delete everything about a game."""
    if not connection.execute("DELETE FROM games WHERE id = ?", (game,)).rowcount:
        return no_such_game(game)
    for table in ("entries", "snapshots"):
        connection.execute(f"DELETE FROM {table} WHERE game = ?", (game,))
    return None


def row_values(row: GameRow) -> tuple[Any, ...]:
    """The row in the order of `ROW`."""
    return tuple(getattr(row, name) for name in ROW_NAMES)


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
