"""Snapshots: how a game stood after an entry, so that loading it need not replay its whole log.

A snapshot is only a short cut. Whatever it says follows from the log; if the code that made it, or the edition, has
changed since, the log is replayed instead.
"""

import hashlib
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from passgo.machine.cache import PACKAGE, source_key
from passgo.server.store import Snapshot
from passgo.server.store.versions import log_version
from passgo.server.table import entries
from passgo.server.table.edition_engine import edition_engine
from passgo.server.table.entries import Deadline, SeatBody
from passgo.server.table.state import Done, GameState, KeptAnalysis, Made, SetAside
from passgo.server.wire.types import Correction, Said

EVERY = 16
"""Entries between two snapshots: as many are replayed at most when a game is loaded."""


class Image(Struct, array_like=True):
    """All of a state that does not follow from something else in it; the names are those of `GameState`."""

    created: entries.Created
    seq: int
    at: int
    created_at: int
    started_at: int
    position_seq: int
    position: bytes
    chances: int
    skipped: tuple[tuple[int, int], ...]
    status: str
    seats: list[SeatBody]
    away: dict[int, str]
    present: frozenset[tuple[str, int]]
    lost: int
    empty_since: int
    deadline: Deadline | None
    deadline_lost: int
    set_aside: SetAside | None
    chat: list[Said]
    corrections: tuple[Correction, ...]
    last: Made | None
    last_of: dict[int, Made]
    last_in: dict[int, int]
    requests: dict[str, Done]
    undo: bool
    advice: bool
    undo_request: entries.UndoRequested | None
    undo_seq: int
    undone_seq: int
    agreed: frozenset[int]
    invite: frozenset[str]
    watch: frozenset[str]
    analysis: KeptAnalysis | None


class Body(Struct, array_like=True):
    """The body of a snapshot: the edition it was made with, the state, and the events kept for those who reconnect."""

    edition: str
    image: Image
    recent: list[bytes]


ENCODE = msgspec.msgpack.Encoder().encode
DECODE = msgspec.msgpack.Decoder(Body).decode
PLAIN = [name for name in Image.__struct_fields__ if name != "skipped"]


MEANT_BY = (PACKAGE / "rules", PACKAGE / "notation", PACKAGE / "server" / "table", PACKAGE / "server" / "wire")
"""Where it is said what a snapshot means: positions, events, states and messages."""


@cache
def snapshot_mark() -> str:
    """A text that changes when a snapshot could mean something else: with the log's version, or with that code."""
    together = "-".join((str(log_version()), *map(source_key, MEANT_BY)))
    return hashlib.sha256(together.encode()).hexdigest()[:16]


def take_snapshot(state: GameState, recent: list[bytes]) -> Snapshot:
    """A snapshot of a state, with the packed events of its latest entries."""
    values: dict[str, Any] = {name: getattr(state, name) for name in PLAIN}
    skipped = tuple((numbers.start, numbers.stop) for numbers in state.skipped)
    body = Body(state.edition.digest, Image(**values, skipped=skipped), recent)
    return Snapshot(state.seq, snapshot_mark(), ENCODE(body))


def read_snapshot(game: str, snapshot: Snapshot) -> tuple[GameState, list[bytes]] | None:
    """The state of a snapshot, and the packed events; None if its edition is another one now, or nobody can read it."""
    try:
        body = DECODE(snapshot.body)
        image = body.image
        edition = edition_engine(image.created.edition, image.created.options)
    except ValueError:
        return None
    if body.edition != edition.digest:
        return None
    state = GameState(game)
    for name in PLAIN:
        setattr(state, name, getattr(image, name))
    state.edition, state.skipped = edition, tuple(range(*numbers) for numbers in image.skipped)
    if state.started_at:
        state.name_players()
    return state, body.recent
