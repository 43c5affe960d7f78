"""How long a decision may take, and what happens when nobody decides.

A deadline belongs to the question that the game asks. As long as the question is the same, whatever else is played (a
mortgage, an offer, somebody else's withdrawal) gains no time. Each bid is a new question. Deadlines are stored; time in
which nobody was at the table is added to them by `Standing.due`.
"""

import time

from passgo.rules import codes
from passgo.rules.state import State
from passgo.server.table.entries import Deadline
from passgo.server.table.state import GameState

Question = tuple[int, ...]
SECOND = 1000


def now() -> int:
    """The server's clock: milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def question(g: State) -> Question:
    """What the game asks, as numbers that change when it asks something else."""
    asked = (g.turn, g.phase, g.throws, g.matters)
    m = g.matters - 1
    if m < 0:
        return asked
    kind, amount = g.matter_kind[m], g.matter_amount[m]
    if kind == codes.MATTER_AUCTION:
        return (*asked, kind, amount, g.matter_other[m], g.matter_square[m])
    if kind == codes.MATTER_DEBT:
        return (*asked, kind, amount, g.matter_player[m])
    return (*asked, kind, g.matter_set[m], g.matter_stage[m], g.matter_last[m])


def in_auction(g: State) -> bool:
    """Is a lot under the hammer?"""
    return g.matters > 0 and g.matter_kind[g.matters - 1] == codes.MATTER_AUCTION


def waited_for(standing: GameState) -> list[int]:
    """The people whose decision the position in the engine waits for; no bots among them."""
    waiting = standing.here.engine.to_act
    return [seat for seat in range(standing.here.g.players) if waiting >> seat & 1 and not standing.is_bot(seat)]


def deadline_for(standing: GameState, at: int, same: bool) -> Deadline | None:
    """The deadline of the position in the engine; `same`: it asks what was asked before, so the time runs on."""
    waiting, clock = waited_for(standing), standing.clock
    if not waiting:
        return None
    old = standing.deadline if same else None
    moved = standing.due(at) - old.at if old else 0
    if in_auction(standing.here.g) and clock.call:
        call = old.at + moved if old and old.kind == "call" else at + clock.call * SECOND
        return Deadline("call", call, waiting)
    until = old.until + moved if old and old.until else 0
    if not until and clock.decision:
        until = at + clock.decision * SECOND
    absent = [seat for seat in waiting if not standing.is_here(seat)]
    late = 0 < until <= at
    if old and old.kind == "grace" and (late or not set(absent).isdisjoint(old.seats)):
        return Deadline("grace", old.at + moved, waiting if late else absent, until)
    grace = at + clock.grace * SECOND
    if absent and clock.grace and (not until or grace < until):
        return Deadline("grace", grace, absent, until)
    return Deadline("decision", until, waiting, until) if until else None


def grace_for(standing: GameState, at: int) -> Deadline | None:
    """The grace after a decision's time is over; none if the table gives none."""
    old = standing.deadline
    if old is None or old.kind != "decision" or not standing.clock.grace:
        return None
    return Deadline("grace", at + standing.clock.grace * SECOND, old.seats, at)
