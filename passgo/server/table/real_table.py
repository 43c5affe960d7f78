"""A real table: what its dice and cards show, what was wrong, and what came after that, as far as it still holds."""

from collections.abc import Sequence
from typing import NamedTuple

from passgo.dealer import Dealer
from passgo.game.amendments import FREE, play_again
from passgo.game.course import Course, Refusal
from passgo.notation.corrections import checked_reason, format_changes, parse_changes
from passgo.notation.events import RawEvent
from passgo.rules import codes
from passgo.server.store import Entry
from passgo.server.table import entries
from passgo.server.table.draft import NO_REQUEST, Draft, RequestKey
from passgo.server.table.live_game import LiveGame
from passgo.server.table.refusals import RequestRefusal, by_rule, write
from passgo.server.table.state import REPLAYER, GameState, Move, move_of, without_undone
from passgo.server.wire.actions import Step, record_of
from passgo.server.wire.protocol import Amend, Chance, Suppose
from passgo.server.wire.types import Instead

# What dice and cards show


def outcome_of(said: Chance | Instead) -> Step:
    """What a real table says of its dice or cards, as a step of chance."""
    known = [bool(said.dice), said.card is not None, said.square is not None]
    if known.count(True) != 1 or len(said.dice) == 1:
        raise RequestRefusal("bad-action", "Say what two or three dice show, or which card or deed it is.")
    if said.dice:
        first, second, third = (*said.dice, 0)[:3]
        return Step("Dice", codes.CHANCE, dice=(first, second, third))
    if said.card is not None:
        return Step("Card", codes.CHANCE, card=said.card)
    return Step("Deed", codes.CHANCE, square=said.square or 0)


def end_turn_by_dice(draft: Draft, dealer: Dealer, key: RequestKey) -> bool:
    """The next dice end the turn, if it waits for nothing else. Is the game over by that?"""
    with draft.state.open() as position:
        ends, seat = position.g.matters == 0 and position.g.phase == codes.PHASE_END_TURN, position.g.on_turn
    if not ends:
        return False
    move = draft.state.play(record_of(Step("EndTurn", seat)), dealer)
    draft.add(entries.Moved(seat, "player", move.steps), move, key if move.over else NO_REQUEST)
    return move.over


def say_chance(draft: Draft, dealer: Dealer, outcome: Step, key: RequestKey) -> None:
    """Add what chance did, and the Throw before it, if the player has not said it."""
    with draft.state.open() as position:
        waits, seat = position.g.matters == 0 and position.g.phase == codes.PHASE_BEFORE_THROW, position.g.on_turn
    throw = [record_of(Step("Throw", seat))] if waits and outcome.kind == "Dice" else []
    move = draft.state.play_all([*throw, record_of(outcome)], dealer)
    draft.add(entries.Moved(seat, "player", move.steps, draft.deadline_after(move)), move, key)


# What was wrong


class Amendment(NamedTuple):
    """A draft in which an entry was otherwise.

    `undone` is the entry that takes the old ones back, `instead` the last of what happened instead of the wrong one.
    """

    draft: Draft
    undone: int
    instead: int
    kept: list[int]
    dropped: list[int]

    @property
    def events(self) -> list[tuple[int, RawEvent]]:
        """What happens instead, and then again."""
        return [(seq, event) for seq, several in self.draft.events if seq > self.undone for event in several]


def set_right(draft: Draft, seat: int, changes: str, reason: str, key: RequestKey = NO_REQUEST) -> None:
    """Add a correction of the position; what the rules do not allow is refused."""
    try:
        written = format_changes(parse_changes(changes, draft.state.names))
        body = entries.Corrected(seat, written, checked_reason(reason))
        draft.add(body, draft.state.set_right(written), key)
    except ValueError as problem:
        raise not_right(problem) from None


def not_right(problem: ValueError) -> RequestRefusal:
    """Why something cannot be set right."""
    rule = getattr(problem, "rule", None) or ""
    return RequestRefusal("rule" if rule else "bad-action", f"{problem}.", rule)


async def amend(table: LiveGame, request: Amend | Suppose, reason: str, key: RequestKey) -> Amendment:
    """Go back before an entry, play what happened instead, and then what came later as far as it still holds."""
    seat, at = request.seat, request.at
    past, log = await table.past.find(table.host.store, table.game, at - 1)
    wrong, later = split_at(at, [entry for entry in log if entry.seq <= table.state.seq])
    draft = table.draft()
    await draft.take_back(past, log, seat, at - 1, key, reason)
    undone = draft.state.seq
    alone = is_before_turns(draft.state) or kind_of(wrong) in FREE
    for one in request.instead:
        play_instead(draft, table.dealer, seat, one, wrong, reason)
    done = draft.state.seq
    wanted = isinstance(request, Amend) or request.later
    again = later if wanted else []
    standing = play_again(again, kind_of, lambda move: repeat(draft, move[1]), lambda: draft.state.over, not alone)
    kept = [entry.seq for entry, _ in standing]
    dropped = [entry.seq for entry, _ in later if entry.seq not in kept]
    draft.set_clock(same=False)
    return Amendment(draft, undone, done, kept, dropped)


Standing = tuple[Entry, entries.Moved | entries.Corrected]
"""A move or a correction that was not taken back."""


def split_at(at: int, log: Sequence[Entry]) -> tuple[Standing, list[Standing]]:
    """The move of an entry, and those after it that stand."""
    standing: list[Standing] = [
        (entry, body)
        for entry, body in without_undone(log)
        if entry.seq >= at and isinstance(body, entries.Moved | entries.Corrected)
    ]
    if not standing or standing[0][0].seq != at:
        raise RequestRefusal("bad-action", "There is no such move, or it was taken back.")
    return standing[0], standing[1:]


def kind_of(standing: Standing) -> str:
    """What a move begins with; nothing for a correction."""
    body = standing[1]
    return body.steps[0].kind if isinstance(body, entries.Moved) else ""


def is_before_turns(state: GameState) -> bool:
    """Are deeds dealt, or dice thrown for the first turn, so that each of them stands by itself?"""
    with state.open() as position:
        return bool(position.g.phase in (codes.PHASE_DEAL_DEEDS, codes.PHASE_THROW_FOR_FIRST))


def play_instead(draft: Draft, dealer: Dealer, host: int, one: Instead, wrong: Standing, reason: str) -> None:
    """Add what happened instead: dice or a card, a seat's action, something that is set right, or the same again."""
    try:
        if one.changes:
            set_right(draft, host, one.changes, reason)
        elif one.again:
            repeat(draft, wrong[1])
        elif one.action is None:
            outcome = outcome_of(one)
            if not (outcome.kind == "Dice" and end_turn_by_dice(draft, dealer, NO_REQUEST)):
                say_chance(draft, dealer, outcome, NO_REQUEST)
        else:
            with draft.state.open() as position:
                record = write(position, one.action, one.seat)
            move = draft.state.play(record, dealer)
            draft.add(entries.Moved(one.seat, "player", move.steps), move)
    except Refusal as refusal:
        raise by_rule(refusal.rule) from None
    except ValueError as problem:
        raise not_right(problem) from None


def repeat(draft: Draft, body: entries.Moved | entries.Corrected) -> None:
    """Play a move again, or set the same right; `Refusal` or `ValueError` if the rules no longer allow it."""
    if isinstance(body, entries.Corrected):
        draft.add(entries.Corrected(body.seat, body.changes, body.reason), draft.state.set_right(body.changes))
    else:
        draft.add(entries.Moved(body.seat, body.by, body.steps), replayed(draft.state, body.steps))


def replayed(state: GameState, steps: Sequence[Step]) -> Move:
    """The move that these steps are now; `Refusal` if the rules forbid one of them."""
    with state.open() as position:
        course = Course(position.engine, REPLAYER, state.chances)
        for step in steps:
            position.engine.played = record_of(step)
            course.act()
        return move_of(position, course)
