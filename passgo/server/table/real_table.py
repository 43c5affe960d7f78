"""The requests of a real table, where people have their own dice and cards and PassGo is the Banker.

They say what chance did, set right what went wrong, and take back what was typed last.
"""

from typing import TYPE_CHECKING

from passgo.dealer import Dealer
from passgo.game.course import Refusal
from passgo.notation.corrections import checked_reason, format_changes, parse_changes
from passgo.rules import codes
from passgo.server.table import entries
from passgo.server.table.draft import NO_REQUEST, Draft, RequestKey
from passgo.server.table.refusals import RequestRefusal, by_rule
from passgo.server.wire import protocol
from passgo.server.wire.actions import Step, plain_record, record_of

if TYPE_CHECKING:
    from passgo.server.table.requests import Answer, Requests


def require_real_dice(requests: "Requests") -> None:
    """Refuse what is asked of a table where the server throws the dice."""
    if not requests.table.state.is_typed:
        raise RequestRefusal("bad-action", "At this table the server throws the dice.")


async def say_chance(requests: "Requests", request: protocol.Chance, key: RequestKey) -> "Answer":
    """Play what real dice or cards show; dice also end the turn before and stand for the Throw."""
    require_real_dice(requests)
    if not requests.is_fresh(request.seq):
        return await requests.answer_late(request, key)
    requests.require_playing()
    table, draft, outcome = requests.table, requests.table.draft(), outcome_of(request)
    try:
        over = outcome.kind == "Dice" and end_turn_by_dice(draft, table.dealer, key)
        if not over:
            add_chance(draft, table.dealer, outcome, key)
    except Refusal as refusal:
        raise by_rule(refusal.rule) from None
    events = await table.commit(draft)
    table.host.metrics.moves.inc()
    table.broadcast_update(events)
    if table.state.over:
        table.broadcast_table()
    return protocol.Done(id=request.id, seq=table.state.seq)


async def correct(requests: "Requests", request: protocol.Correct, key: RequestKey) -> "Answer":
    """Set something right; the position after it must be lawful."""
    require_real_dice(requests)
    requests.require_host(request.seat)
    if not requests.is_fresh(request.seq):
        return await requests.answer_late(request, key)
    requests.require_playing()
    table, draft = requests.table, requests.table.draft()
    try:
        changes = format_changes(parse_changes(request.changes, table.state.names))
        body = entries.Corrected(request.seat, changes, checked_reason(request.reason))
        draft.add(body, table.state.set_right(changes), key)
    except ValueError as problem:
        rule = getattr(problem, "rule", None) or ""
        raise RequestRefusal("rule" if rule else "bad-action", f"{problem}.", rule) from None
    answer = await requests.commit(draft, request)
    table.broadcast_update([])
    table.broadcast_table()
    return answer


async def take_back_entry(requests: "Requests", request: protocol.Undo, key: RequestKey) -> "Answer":
    """Take back what was typed last, whoever did it: all see it and nobody is asked."""
    state = requests.table.state
    if state.last is None:
        raise RequestRefusal("no-undo", "There is nothing to take back.")
    if request.seq is not None:
        await requests.refuse_future(request.seq)
        if request.seq < state.position_seq:
            raise RequestRefusal("stale", "The game has moved on since then.")
    reason = " ".join(request.reason.split()) or "typed wrongly"
    draft = requests.table.draft()
    await requests.take_back(draft, request.seat, state.last.seq - 1, key, free=True, reason=reason)
    return protocol.Done(id=request.id, seq=draft.batch[0].seq)


def outcome_of(request: protocol.Chance) -> Step:
    """What a real table says of its dice or cards, as a step of chance."""
    said = [bool(request.dice), request.card is not None, request.square is not None]
    if said.count(True) != 1 or len(request.dice) == 1:
        raise RequestRefusal("bad-action", "Say what two or three dice show, or which card or deed it is.")
    if request.dice:
        first, second, third = (*request.dice, 0)[:3]
        return Step("Dice", codes.CHANCE, dice=(first, second, third))
    if request.card is not None:
        return Step("Card", codes.CHANCE, card=request.card)
    return Step("Deed", codes.CHANCE, square=request.square or 0)


def end_turn_by_dice(draft: Draft, dealer: Dealer, key: RequestKey) -> bool:
    """The next dice end the turn, if it waits for nothing else. Is the game over by that?"""
    with draft.state.open() as position:
        ends, seat = position.g.matters == 0 and position.g.phase == codes.PHASE_END_TURN, position.g.on_turn
    if not ends:
        return False
    move = draft.state.play(plain_record(codes.END_TURN, seat), dealer)
    draft.add(entries.Moved(seat, "player", move.steps), move, key if move.over else NO_REQUEST)
    return move.over


def add_chance(draft: Draft, dealer: Dealer, outcome: Step, key: RequestKey) -> None:
    """Add what chance did, and the Throw before it, if the player has not said it."""
    with draft.state.open() as position:
        waits, seat = position.g.matters == 0 and position.g.phase == codes.PHASE_BEFORE_THROW, position.g.on_turn
    throw = [plain_record(codes.THROW, seat)] if waits and outcome.kind == "Dice" else []
    move = draft.state.play_all([*throw, record_of(outcome)], dealer)
    draft.add(entries.Moved(seat, "player", move.steps, draft.deadline_after(move)), move, key)
