"""The chain of checksums: an entry's is made of the one before it and of everything that the entry says.

The game's row holds the last one. So a changed entry, a missing, added or moved one, and a log that ends too early are
all noticed by whoever reads the log. A snapshot is chained to the entry after which it was taken.
"""

import logging
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

from passgo.server.store import Damaged, Entry, Snapshot

logger = logging.getLogger(__name__)
START = b""
"""What the first entry of a game is chained to."""
LENGTH = 16


def entry_sum(before: bytes, game: str, entry: Entry, version: int) -> bytes:
    """The checksum of an entry of a version of the log; `before` is that of the entry before it.

    >>> entry_sum(START, "quiet-otter-7", Entry(1, 1_700_000_000_000, "created", b"{}"), 1).hex()
    '1408f6de26bc29dff1218589f8498593'
    """
    head = f"{game}\0{entry.seq}\0{entry.at}\0{entry.kind}\0{entry.move}\0{version}\0".encode()
    return sha256(before + head + entry.body).digest()[:LENGTH]


def sums_from(before: bytes, game: str, entries: Sequence[Entry], version: int) -> list[bytes]:
    """`before`, and the checksums of entries that follow it."""
    sums = [before]
    for entry in entries:
        sums.append(entry_sum(sums[-1], game, entry, version))
    return sums


def snapshot_sum(before: bytes, game: str, snapshot: Snapshot) -> bytes:
    """The checksum of a snapshot; `before` is that of the entry after which it was taken."""
    return sha256(before + f"{game}\0{snapshot.seq}\0{snapshot.mark}\0".encode() + snapshot.body).digest()[:LENGTH]


def snapshot_fits(game: str, found: Sequence[Any]) -> bool:
    """Does a snapshot with these values fit? They are seq, mark, body, its checksum, and that of its entry, if any."""
    *values, stored, before = found
    snapshot = Snapshot(*values)
    sound = isinstance(snapshot.body, bytes) and isinstance(before, bytes)
    return sound and stored == snapshot_sum(before, game, snapshot)


def fitting_snapshot(game: str, found: Sequence[Any] | None) -> Snapshot | None:
    """The snapshot with these values: seq, mark, body, its checksum, and that of its entry. None if they do not fit."""
    if found is None:
        return None
    if snapshot_fits(game, found):
        return Snapshot(*found[:3])
    logger.warning("a snapshot is damaged, and the whole log is read instead", extra={"game": game})
    return None


def verified(
    game: str, last: int, last_sum: bytes, after: int, found: Iterable[Sequence[Any]]
) -> list[tuple[int, Entry]]:
    """The entries after entry `after`, each with its version; Damaged if they do not fit.

    `found` are their values and, before them, those of entry `after` itself, to which the next one is chained: version,
    seq, at, kind, body, move, sum. `last` and `last_sum` are what the game's row says about the last entry.
    """
    if not isinstance(last, int):
        raise Damaged(game, after + 1, "may be missing: the row does not say how many there are")
    if after > last:
        return []
    rows, place, before = iter(found), after, START
    if after:
        _, seq, *_, before = next(rows, (0, 0, START))
        if seq != after:
            raise Damaged(game, after, "is missing")
    entries = []
    for version, seq, *values, stored in rows:
        place, entry = place + 1, Entry(seq, *values)
        if seq != place:
            raise Damaged(game, place, "is missing")
        if not isinstance(entry.body, bytes) or stored != entry_sum(before, game, entry, version):
            raise Damaged(game, seq, "does not fit its checksum, or the entry before it was changed")
        before = stored
        entries.append((version, entry))
    if place != last:
        raise Damaged(game, min(place, last) + 1, "is missing" if place < last else "is more than the game has")
    if before != last_sum:
        raise Damaged(game, last, "is not the last one that was kept")
    return entries
