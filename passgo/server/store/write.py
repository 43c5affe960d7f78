"""A write, from the request until it is durable; shared by both stores."""

import asyncio
import time
from collections.abc import Sequence

import msgspec

from passgo.server.store import STATUSES, Entry, GameRow, NoSuchGame, Snapshot, Taken

LONGEST_NAME = 200
"""Characters in the id of a game, in a move id or in a kind: what every database can put into an index."""


class Write(msgspec.Struct, eq=False):
    """A new game (`row` is set), more entries of an old one, or a sign of life; and the future of its caller."""

    game: str
    entries: tuple[Entry, ...]
    done: asyncio.Future[None]
    row: GameRow | None = None
    status: str | None = None
    summary: bytes | None = None
    snapshot: Snapshot | None = None
    life: str = ""
    """A process that lives."""
    forget: bool = False
    """The game is to be deleted."""
    since: float = msgspec.field(default_factory=time.monotonic)
    doubtful: bool = False
    """Its commit was sent and no answer came: it may be stored already."""

    def settle(self, error: Exception | None) -> None:
        """Give the caller the outcome, if it still waits. To be called in the loop of the future."""
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


def new_game(done: asyncio.Future[None], row: GameRow, entries: Sequence[Entry]) -> Write:
    """The writing of a new game, of which `done` is told; ValueError if row and entries do not belong together."""
    check_name("the id of a game", row.id)
    for what, text in (("the edition", row.edition), ("the title", row.title)):
        check_text(what, text)
    check_status(row.status)
    check_entries(row.id, entries)
    if [entry.seq for entry in entries] != list(range(1, row.seq + 1)):
        raise ValueError(f"a new game has the entries 1 to {row.seq}, as its row says; got {[e.seq for e in entries]}")
    return Write(row.id, tuple(entries), done, row)


def more_entries(
    done: asyncio.Future[None],
    game: str,
    entries: Sequence[Entry],
    status: str | None,
    summary: bytes | None,
    snapshot: Snapshot | None,
) -> Write:
    """The writing of further entries; ValueError if they are not numbered one after the other."""
    check_entries(game, entries)
    if status is not None:
        check_status(status)
    if snapshot is not None:
        check_name("the mark of a snapshot", snapshot.mark)
        if entries and not entries[0].seq - 1 <= snapshot.seq <= entries[-1].seq:
            raise ValueError(f"a snapshot after entry {snapshot.seq} does not belong to these entries of {game!r}")
    return Write(game, tuple(entries), done, None, status, summary, snapshot)


def check_entries(game: str, entries: Sequence[Entry]) -> None:
    """Refuse here what cannot be written, before it spoils the transaction of other writes."""
    before = 0
    for entry in entries:
        if before and entry.seq != before + 1:
            raise ValueError(f"entries of game {game!r} follow one another; {entry.seq} came after {before}")
        if not (1 <= entry.seq < 2**63 and -(2**63) <= entry.at < 2**63):
            raise ValueError(f"entry {entry.seq} of game {game!r} has a number out of range")
        check_name("the kind of an entry", entry.kind)
        if entry.move:
            check_name("a move id", entry.move)
        before = entry.seq
    if len(entries) > 1:
        moves = [entry.move for entry in entries if entry.move]
        if len(set(moves)) < len(moves):
            raise ValueError(f"two entries for game {game!r} carry the same move id")


def check_status(status: str) -> None:
    """A status is one of four words."""
    if status not in STATUSES:
        raise ValueError(f"a game is {', '.join(STATUSES[:-1])} or {STATUSES[-1]}, not {status!r}")


def check_name(what: str, name: str) -> None:
    """A name goes into an index, so it must be short."""
    if not 1 <= len(name) <= LONGEST_NAME:
        raise ValueError(f"{what} has 1 to {LONGEST_NAME} characters; this one has {len(name)}")
    check_text(what, name)


def check_text(what: str, text: str) -> None:
    """PostgreSQL keeps no NUL, and no database keeps half a character."""
    if "\0" in text or (not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text)):
        raise ValueError(f"{what} contains a character that cannot be kept: {text!r}")


def check_place(write: Write, last: int) -> None:
    """Whether the entries fit behind entry `last`: Taken if the place is used, ValueError if they leave a gap."""
    if write.entries and write.entries[0].seq <= last:
        raise Taken(f"game {write.game!r} has an entry {write.entries[0].seq} already; its last is {last}")
    if write.entries and write.entries[0].seq > last + 1:
        raise ValueError(f"game {write.game!r} ends with entry {last}; {write.entries[0].seq} would leave a gap")
    if write.snapshot is not None and not write.entries and write.snapshot.seq != last:
        raise Taken(f"game {write.game!r} ends with entry {last}; the snapshot is of entry {write.snapshot.seq}")


def taken_move(game: str) -> Taken:
    """The complaint about a move id that was used before."""
    return Taken(f"game {game!r} has an entry with this move id already")


def no_such_game(game: str) -> NoSuchGame:
    """The complaint about a game that nobody created."""
    return NoSuchGame(f"there is no game {game!r}")
