"""Whether everybody had their time, measured by the world's own clock, which no process can read or set."""

from collections.abc import Iterator, Sequence

from passgo.server.store import Entry
from passgo.server.table import entries
from passgo.server.table.entries import Body, Deadline
from passgo.server.table.state import GameState
from tests.simulation.chronicle import Chronicle

TOLERANCE_S = 2.0
"""A clock that differs by less is not noticed, and a commit takes its time."""


def hurried(chronicle: Chronicle, moments: Sequence[float]) -> Iterator[str]:
    """Whose time ended too early, by the moments at which the entries were kept."""
    for entry, body in zip(chronicle.log, chronicle.bodies[1:], strict=True):
        before = chronicle.states[entry.seq - 1]
        if body is None or before.deadline is None or not ends_time(before, entry, body):
            continue
        kind, clock = before.deadline.kind, before.clock
        passed = moments[entry.seq - 1] - moments[first_asked(chronicle, entry.seq - 1) - 1]
        given = {"decision": clock.decision, "call": clock.call, "grace": clock.grace}[kind]
        if passed < given - TOLERANCE_S:
            yield f"entry {entry.seq} ends a {kind} of {given} s after {passed:.1f} s: {body}"


def ends_time(before: GameState, entry: Entry, body: Body) -> bool:
    """Does an entry end somebody's time?"""
    assert before.deadline is not None
    match body:
        case entries.Moved():
            return body.by == "clock" and body.seat is not None
        case entries.Away():
            return not entry.move
        case entries.ClockSet():
            after = body.deadline
            return (
                after is not None
                and (before.deadline.kind, after.kind) == ("decision", "grace")
                and (0 < after.until <= entry.at)
            )
    return False


def first_asked(chronicle: Chronicle, seq: int) -> int:
    """The entry since which the same question has been asked; of a grace, since which it has run.

    When a move is taken back that revealed nothing, the time of the old question runs on; and if that is over, the time
    that ran when the move was taken back.
    """
    states, last = chronicle.states, chronicle.states[seq]
    while seq > 1 and states[seq - 1].position:
        undone, earlier = chronicle.bodies[seq], seq - 1
        if isinstance(undone, entries.Undone) and states[earlier].situation.question != last.situation.question:
            if is_same_time(states[earlier].deadline, last.deadline):
                seq, last = earlier, states[earlier]
                continue
            earlier = undone.back_to
        if states[earlier].situation.question != last.situation.question:
            break
        aside = states[earlier].set_aside  # a bot plays; whoever comes back finds the time that was left
        deadline = states[earlier].deadline or (aside.deadline if aside is not None else None)
        assert last.deadline is not None
        if last.deadline.kind == "grace" and (deadline is None or deadline.kind != "grace"):
            break
        seq = earlier
    return seq


def is_same_time(one: Deadline | None, other: Deadline | None) -> bool:
    """Is it the same time that runs, whoever has it? What is taken back may be asked of somebody else."""
    return one is not None and other is not None and (one.kind, one.at) == (other.kind, other.at)
