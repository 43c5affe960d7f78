"""The requests of a real table, where people have their own dice and cards and PassGo is the Banker.

They say what chance did, set right what went wrong, and take back what was typed last.
"""

from typing import TYPE_CHECKING

from passgo.game.course import Refusal
from passgo.server.table.draft import NO_REQUEST, RequestKey
from passgo.server.table.real_table import amend, end_turn_by_dice, outcome_of, say_chance, set_right
from passgo.server.table.refusals import RequestRefusal, by_rule
from passgo.server.wire import protocol, updates
from passgo.server.wire.types import TakenBack

if TYPE_CHECKING:
    from passgo.server.table.requests import Answer, Requests

SUPPOSED = "supposed"
"""The reason of an amendment that is only tried."""


def require_real_dice(requests: "Requests") -> None:
    """Refuse what is asked of a table where the server throws the dice."""
    if not requests.table.state.is_typed:
        raise RequestRefusal("bad-action", "At this table the server throws the dice.")


async def answer_chance(requests: "Requests", request: protocol.Chance, key: RequestKey) -> "Answer":
    """Play what real dice or cards show; dice also end the turn before and stand for the Throw."""
    require_real_dice(requests)
    if await requests.is_late(request.seq):
        return await requests.answer_late(request, key)
    requests.require_playing()
    table, draft, outcome = requests.table, requests.table.draft(), outcome_of(request)
    try:
        over = outcome.kind == "Dice" and end_turn_by_dice(draft, table.dealer, key)
        if not over:
            say_chance(draft, table.dealer, outcome, key)
    except Refusal as refusal:
        raise by_rule(refusal.rule) from None
    events = await table.commit(draft)
    table.host.metrics.moves.inc()
    table.broadcast_update(events)
    if table.state.over:
        table.broadcast_table()
    return protocol.Done(id=request.id, seq=table.state.seq)


async def answer_correction(requests: "Requests", request: protocol.Correct, key: RequestKey) -> "Answer":
    """Set something right; the position after it must be lawful."""
    require_real_dice(requests)
    requests.require_host(request.seat)
    if await requests.is_late(request.seq):
        return await requests.answer_late(request, key)
    requests.require_playing()
    table, draft = requests.table, requests.table.draft()
    set_right(draft, request.seat, request.changes, request.reason, key)
    answer = await requests.commit(draft, request)
    table.broadcast_update([])
    table.broadcast_table()
    return answer


async def answer_amendment(requests: "Requests", request: protocol.Amend, key: RequestKey) -> "Answer":
    """Replace an entry by what happened instead, and play again what still holds after it."""
    require_real_dice(requests)
    requests.require_host(request.seat)
    if await requests.is_late(request.seq):
        return await requests.answer_late(request, key)
    requests.require_playing()
    table = requests.table
    made = await amend(table, request, reason_of(request.reason), key)
    await table.commit(made.draft)
    requests.driver.forget()
    table.broadcast_update(made.events, TakenBack(request.seat, request.at - 1, made.undone))
    table.broadcast_table()
    return protocol.Done(id=request.id, seq=made.undone)


async def suppose(requests: "Requests", request: protocol.Suppose, seats: tuple[int, ...]) -> "Answer":
    """What would come of an amendment; nothing is changed."""
    require_real_dice(requests)
    requests.require_host(request.seat)
    if await requests.is_late(request.seq):
        raise RequestRefusal("stale", "The game has moved on since then.")
    requests.require_playing()
    made = await amend(requests.table, request, SUPPOSED, NO_REQUEST)
    holds = (made.instead, made.kept, made.dropped)
    return updates.supposed(request.id, made.draft.state, seats, made.events, *holds)


async def take_back_entry(requests: "Requests", request: protocol.Undo, key: RequestKey) -> "Answer":
    """Take back what was typed last, whoever did it: all see it and nobody is asked."""
    state = requests.table.state
    if state.last is None:
        raise RequestRefusal("no-undo", "There is nothing to take back.")
    if request.seq is not None and await requests.is_late(request.seq):
        raise RequestRefusal("stale", "The game has moved on since then.")
    draft = requests.table.draft()
    await requests.take_back(draft, request.seat, state.last.seq - 1, key, free=True, reason=reason_of(request.reason))
    return protocol.Done(id=request.id, seq=draft.batch[0].seq)


def reason_of(said: str) -> str:
    """Why something is taken back."""
    return " ".join(said.split()) or "typed wrongly"
