"""How long a decision may take, and what happens when nobody decides.

A deadline belongs to the question that the game asks. As long as the question is the same, whatever else is played (a
mortgage, an offer, somebody else's withdrawal) gains no time. Each bid is a new question. Deadlines are stored; time in
which nobody was at the table is added to them by `GameState.due`. A table's time (`LiveGame.now`) does not run while
the server stands still.
"""

from passgo.server.table.entries import Deadline
from passgo.server.table.state import GameState, Situation
from passgo.server.wire.types import SEATS

SECOND = 1000
PEOPLE = len(SEATS) - 1
"""Everybody but chance, as a set."""


def people_waited_for(state: GameState, situation: Situation) -> list[int]:
    """The people whose decision the game waits for; no bots among them."""
    return [seat for seat in SEATS[situation.waiting & PEOPLE] if not state.is_bot(seat)]


def deadline_for(state: GameState, situation: Situation, at: int, same: bool) -> Deadline | None:
    """The deadline in a situation; `same`: the game asks what it asked before, so the time runs on."""
    waiting, clock = people_waited_for(state, situation), state.clock
    if not waiting:
        return None
    old, moved = None, 0
    if same and state.deadline is not None:
        old, moved = state.deadline, state.due(at) - state.deadline.at
    elif same and state.set_aside is not None and state.set_aside.question == situation.question:
        # Whoever leaves and comes back finds the time that was left: it is still the same question.
        old, moved = state.set_aside.deadline, state.lost_at(at) - state.set_aside.lost
    if situation.in_auction and clock.call:
        call = old.at + moved if old and old.kind == "call" else at + clock.call * SECOND
        return Deadline("call", call, waiting)
    until = old.until + moved if old and old.until else 0
    if not until and clock.decision:
        until = at + clock.decision * SECOND
    absent = [seat for seat in waiting if not state.is_connected(seat)]
    late = 0 < until <= at
    if old and old.kind == "grace" and (late or not set(absent).isdisjoint(old.seats)):
        return Deadline("grace", old.at + moved, waiting if late else absent, until)
    grace = at + clock.grace * SECOND
    if absent and clock.grace and (not until or grace < until):
        return Deadline("grace", grace, absent, until)
    return Deadline("decision", until, waiting, until) if until else None


def grace_for(state: GameState, at: int) -> Deadline | None:
    """The grace after a decision's time is over; none if the table gives none."""
    old = state.deadline
    if old is None or old.kind != "decision" or not state.clock.grace:
        return None
    return Deadline("grace", at + state.clock.grace * SECOND, old.seats, at)
