"""What a table sends: welcome, update and the rest, each encoded once for all who get the same."""

from collections.abc import Collection, Sequence

import msgspec
from msgspec import Raw

from passgo import rulebook
from passgo.notation.events import RawEvent
from passgo.server.http.resources import SeatLine
from passgo.server.table.edition_engine import OpenPosition
from passgo.server.table.state import GameState, Situation
from passgo.server.wire import protocol, told_events, types, views
from passgo.server.wire.views import DeedMemory

JSON = msgspec.json.Encoder()
NULL = Raw(b"null")


class Summary(msgspec.Struct):
    """What the lobby shows of a game, kept in its row."""

    seats: list[SeatLine]
    house_rules: list[str]
    options: dict[str, bool | int | str]
    winners: list[int] = []


def summary_of(state: GameState) -> bytes:
    """The summary of a game."""
    ruleset = state.edition.ruleset
    lines = [SeatLine(seat.kind, seat.name, seat.token) for seat in state.seats]
    return JSON.encode(Summary(lines, list(rulebook.house_rules(ruleset)), dict(ruleset.options), state.winners))


def seat_info(state: GameState, seat: int) -> types.SeatInfo:
    """Who sits there."""
    body = state.seats[seat]
    return types.SeatInfo(
        kind=body.kind,
        name=body.name,
        token=body.token,
        host=body.host,
        here=state.is_connected(seat),
        away=seat in state.away,
        bot=state.away.get(seat, body.bot),
    )


def table_info(state: GameState, seed: bytes) -> types.TableInfo:
    """The game apart from its position. The seed is shown when the game is over."""
    created, ruleset = state.created, state.edition.ruleset
    request = state.undo_request
    waiting = [] if request is None else yet_to_agree(state, request.seat)
    status = state.status
    return types.TableInfo(
        game=state.game,
        title=created.title,
        status=status,  # type: ignore[arg-type]
        edition=ruleset.edition,
        options=dict(ruleset.options),
        house_rules=list(rulebook.house_rules(ruleset)),
        public=created.public,
        seats=[seat_info(state, seat) for seat in range(len(state.seats))],
        clock=created.clock,
        undo=state.undo,
        advice=state.advice,
        commit=created.commit,
        created=state.created_at,
        seed=seed.hex() if status == "finished" else "",
        cash_private=state.edition.cash_private,
        dealer=created.dealer,
        corrections=list(state.corrections),
        undo_asked=None if request is None else types.UndoAsked(request.seat, waiting, state.undo_seq),
    )


def yet_to_agree(state: GameState, asker: int) -> list[int]:
    """The people who have yet to agree to somebody's undo: all others in the game, also who is away or late."""
    return [seat for seat in state.people if seat != asker and seat not in state.agreed]


def clock_of(state: GameState, at: int) -> types.Clock:
    """The clock as it runs at a moment."""
    deadline = state.deadline
    if deadline is None or state.status != "playing":
        return types.Clock(at, hour=state.hour(at))
    return types.Clock(at, state.due(at), deadline.kind, deadline.seats, state.hour(at))


def encode_view(position: OpenPosition, memory: DeedMemory | None, situation: Situation, is_typed: bool) -> Raw:
    """The view of an open position, with what the table remembers of deeds and knows of whom is asked."""
    view = views.view_of(position, memory, (situation.waiting, situation.next))
    if is_typed:
        view.chance = views.chance_wanted(position)
    return Raw(JSON.encode(view))


def encode_updates(
    kinds: Collection[tuple[int, ...]],
    state: GameState,
    at: int,
    after: int,
    events: Sequence[tuple[int, RawEvent]],
    taken_back: types.TakenBack | None = None,
    memory: DeedMemory | None = None,
) -> dict[tuple[int, ...], bytes]:
    """How the game stands after something happened, for each kind of listener: `kinds` are the seats that they hold.

    What all may see is made once; a hand is made for those who hold the seat, and for nobody else.
    """
    story = told_events.Story(state.edition, state.names, events)
    situation = state.situation  # not while the position is open: it may have to be read
    hands: dict[int, Raw] = {}
    found: dict[tuple[int, ...], bytes] = {}
    with state.open() as position:
        view = encode_view(position, memory, situation, state.is_typed)
        for seats in kinds:
            for seat in seats:
                if seat not in hands:
                    hands[seat] = views.hand_of(position, seat, state.has_undo(seat))
    clock, undone = Raw(JSON.encode(clock_of(state, at))), taken_back is not None
    for seats in kinds:
        own = [hands[seat] for seat in seats]
        told = story.encode_for(seats)
        found[seats] = JSON.encode(protocol.RawUpdate(state.seq, after, told, view, own, clock, undone, taken_back))
    return found


def supposed(
    request: str,
    state: GameState,
    seats: tuple[int, ...],
    events: Sequence[tuple[int, RawEvent]],
    instead: int,
    kept: list[int],
    dropped: list[int],
) -> protocol.RawSupposed:
    """How the game would stand in a state that is not kept, for somebody who holds these seats."""
    story, situation = told_events.Story(state.edition, state.names, events), state.situation
    with state.open() as position:
        view = encode_view(position, None, situation, state.is_typed)
        hands = [views.hand_of(position, seat) for seat in seats]
    return protocol.RawSupposed(
        id=request,
        seq=state.seq,
        instead=instead,
        kept=kept,
        dropped=dropped,
        events=story.encode_for(seats),
        view=view,
        hands=hands,
    )


def welcome(
    state: GameState,
    at: int,
    seed: bytes,
    seats: tuple[int, ...],
    events: Sequence[tuple[int, RawEvent]],
    gap: bool,
    memory: DeedMemory | None = None,
) -> bytes:
    """The answer to `Hello`."""
    view, hands, story = NULL, list[Raw](), Raw(b"[]")
    if state.started_at:
        situation = state.situation
        with state.open() as position:
            view = encode_view(position, memory, situation, state.is_typed)
            hands = [views.hand_of(position, seat, state.has_undo(seat)) for seat in seats]
        story = told_events.Story(state.edition, state.names, events).encode_for(seats)
    return JSON.encode(
        protocol.RawWelcome(
            game=state.game,
            seq=state.seq,
            you=list(seats),
            table=table_info(state, seed),
            view=view,
            hands=hands,
            clock=clock_of(state, at),
            events=story,
            chat=list(state.chat),
            gap=gap,
        )
    )
