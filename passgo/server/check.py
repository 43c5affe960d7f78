"""The check of all games: every log is whole and lawful, and whatever else is stored says what the logs say."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import msgspec

from passgo.dealer import VerifiableDealer
from passgo.server.keys import seal
from passgo.server.store import Archive, Damaged, Entry, GameRow, Snapshot, Unavailable
from passgo.server.table.entries import body_of
from passgo.server.table.snapshot import read_snapshot, snapshot_mark, take_snapshot
from passgo.server.table.state import GameState, fold, without_undone
from passgo.server.wire.updates import Summary, summary_of

AT_ONCE = 500
"""Ids of games that are asked for at once."""


class Fault(msgspec.Struct, frozen=True):
    """Something that is wrong: with the database if no game is named, with a whole game if no entry is."""

    game: str
    entry: int | None
    problem: str

    def __str__(self) -> str:
        where = f"game {self.game}: " if self.game else ""
        return where + (f"entry {self.entry} " if self.entry is not None else "") + self.problem


class CheckReport(msgspec.Struct):
    """What was looked at, and what is wrong."""

    games: int = 0
    entries: int = 0
    snapshots: int = 0
    faults: list[Fault] = []


async def check(archive: Archive, tell: Callable[[int], None] = lambda done: None) -> CheckReport:
    """Look at everything that is stored; `tell` hears how many games were looked at."""
    report = CheckReport()
    with noted_in(report):
        report.faults += [Fault("", None, problem) for problem in await archive.faults()]
    with noted_in(report):
        last = ""
        while ids := await archive.ids(last, AT_ONCE):
            for game in ids:
                await check_game(archive, game, report)
                report.games += 1
                tell(report.games)
            last = ids[-1]
    return report


@contextmanager
def noted_in(report: CheckReport) -> Iterator[None]:
    """Damage that keeps us from reading on is a fault like any other; that nothing can be read at all is none."""
    try:
        yield
    except Unavailable as problem:
        if problem.kind != "damaged":
            raise
        report.faults.append(Fault("", None, str(problem)))


async def check_game(archive: Archive, game: str, report: CheckReport) -> None:
    """Look at one game, and note what is wrong with it."""
    try:
        loaded = await archive.load(game)
        kept = await archive.snapshot(game)
    except Damaged as problem:
        report.faults.append(Fault(game, problem.entry, problem.problem))
        return
    except Unavailable as problem:
        report.faults.append(Fault(game, None, str(problem)))
        return
    if loaded is None:  # it was forgotten meanwhile
        return
    report.entries += len(loaded.entries)
    state = GameState(game)
    fault = fold_until_fault(state, loaded.entries)
    if fault is not None:
        report.faults.append(fault)
        return
    report.faults += [Fault(game, None, problem) for problem in row_faults(loaded.row, state, loaded.entries)]
    if kept is not None:
        report.snapshots += 1
        snapshot, fits = kept
        wrong = snapshot_fault(game, snapshot, fits, loaded.entries)
        report.faults += [Fault(game, snapshot.seq, wrong)] if wrong else []


def fold_until_fault(state: GameState, log: Sequence[Entry]) -> Fault | None:
    """Absorb a log; the first entry that cannot be read, or that the rules refuse."""
    for entry in log:
        try:
            body_of(entry)
        except ValueError as problem:
            return Fault(state.game, entry.seq, f"cannot be read: {problem}")
    for entry, body in without_undone(log):
        try:
            state.absorb(entry, body)
        except (RuntimeError, ValueError, LookupError) as problem:
            return Fault(state.game, entry.seq, f"is refused: {problem}")
    return None if log else Fault(state.game, 1, "is missing: a game begins with an entry")


def row_faults(row: GameRow, state: GameState, log: Sequence[Entry]) -> Iterator[str]:
    """What the row of a game says otherwise than its log."""
    created = state.created
    for what, kept, played in (
        ("status", row.status, state.status),
        ("edition", row.edition, created.edition),
        ("title", row.title, created.title),
        ("public", row.public, created.public),
        ("created", row.created, state.created_at),
        ("changed", row.changed, max(entry.at for entry in log)),
    ):
        if kept != played:
            yield f"the row has {what} {kept!r}, the log {played!r}"
    if not is_promised(row.seed, created.commit):
        yield "the seed is not the one that was promised when the game was created"
    if created.sealed and not (isinstance(row.secret, bytes) and created.sealed == seal(row.secret)):
        yield "the secret is not the one that the game was created with"
    try:
        summary = msgspec.json.decode(row.summary, type=Summary)
    except (ValueError, TypeError) as problem:  # TypeError: it is a number
        yield f"the summary cannot be read: {problem}"
        return
    told = msgspec.json.decode(summary_of(state), type=Summary)
    if summary.seats != told.seats:
        yield "the summary names other seats than the log"
    if summary.winners != told.winners:
        yield f"the summary has winners {summary.winners}, the log {told.winners}"


def is_promised(seed: bytes, commit: str) -> bool:
    """Is this the seed whose commitment was published?"""
    try:
        return VerifiableDealer(seed).commit == commit
    except ValueError:
        return False


def snapshot_fault(game: str, snapshot: Snapshot, fits: bool, log: Sequence[Entry]) -> str:
    """What is wrong with a snapshot; "" if nothing is, or if other code made it and nobody will use it."""
    if not fits:
        return "has a snapshot that does not fit its checksum"
    if snapshot.mark != snapshot_mark():
        return ""
    read = read_snapshot(game, snapshot)
    if read is None:  # of an edition that has changed since
        return ""
    folded = fold(game, [entry for entry in log if entry.seq <= snapshot.seq])
    same = take_snapshot(read[0], []).body == take_snapshot(folded, []).body
    return "" if same else "has a snapshot that says something else than the log"
