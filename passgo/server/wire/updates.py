"""What a table sends: welcome, update and the rest, each encoded once for all who get the same."""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Raw

from passgo import rulebook
from passgo.notation.events import RawEvent
from passgo.server.http.resources import SeatLine
from passgo.server.table.clock import now
from passgo.server.table.entries import SeatBody
from passgo.server.table.state import GameState
from passgo.server.wire import protocol, types, views

JSON = msgspec.json.Encoder()
NULL = Raw(b"null")


class Summary(msgspec.Struct):
    """What the lobby shows of a game, kept in its row."""

    seats: list[SeatLine]
    house_rules: list[str]
    options: dict[str, bool | int | str]
    winners: list[int] = []


def summary_of(state: GameState, seats: Iterable[SeatBody], winners: list[int]) -> bytes:
    """The summary of a game with these seats."""
    ruleset = state.edition.ruleset
    lines = [SeatLine(seat.kind, seat.name, seat.token) for seat in seats]
    return JSON.encode(Summary(lines, list(rulebook.house_rules(ruleset)), dict(ruleset.options), winners))


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
        commit=created.commit,
        created=state.created_at,
        seed=seed.hex() if status == "finished" else "",
        cash_private=state.edition.cash_private,
        undo_asked=None if request is None else types.UndoAsked(request.seat, waiting),
    )


def yet_to_agree(state: GameState, asker: int) -> list[int]:
    """The people who have yet to agree to somebody's undo."""
    return [seat for seat in state.people if seat != asker and seat not in state.away and seat not in state.agreed]


def clock_of(state: GameState) -> types.Clock:
    """The clock as it runs now."""
    at = now()
    deadline = state.deadline
    if deadline is None or state.status != "playing":
        return types.Clock(at, hour=state.hour(at))
    return types.Clock(at, state.due(at), deadline.kind, deadline.seats, state.hour(at))


class Update:
    """How the game stands after something happened, ready to be sent to each kind of listener."""

    def __init__(
        self, state: GameState, after: int, events: Sequence[tuple[int, RawEvent]], undone: bool = False
    ) -> None:
        self._state, self._after, self._undone = state, after, undone
        self._story = views.Story(state.edition, state.names, events)
        with state.open() as position:
            self._view = Raw(JSON.encode(views.view_of(position)))
        self._clock = Raw(JSON.encode(clock_of(state)))
        self._hands: dict[int, Raw] = {}
        self._messages: dict[tuple[int, ...], bytes] = {}

    def encode_for(self, seats: tuple[int, ...]) -> bytes:
        """The message for somebody who holds these seats; for the next who holds the same it is ready made."""
        message = self._messages.get(seats)
        if message is None:
            message = self._messages[seats] = JSON.encode(
                protocol.RawUpdate(
                    seq=self._state.seq,
                    after=self._after,
                    events=self._story.encode_for(seats),
                    view=self._view,
                    hands=[self._hand(seat) for seat in seats],
                    clock=self._clock,
                    undone=self._undone,
                )
            )
        return message

    def _hand(self, seat: int) -> Raw:
        hand = self._hands.get(seat)
        if hand is None:
            with self._state.open() as position:
                hand = self._hands[seat] = views.hand_of(position, seat)
        return hand


def welcome(
    state: GameState, seed: bytes, seats: tuple[int, ...], events: Sequence[tuple[int, RawEvent]], gap: bool
) -> bytes:
    """The answer to `Hello`."""
    view, hands, story = NULL, list[Raw](), Raw(b"[]")
    if state.started_at:
        with state.open() as position:
            view = Raw(JSON.encode(views.view_of(position)))
            hands = [views.hand_of(position, seat) for seat in seats]
        story = views.Story(state.edition, state.names, events).encode_for(seats)
    return JSON.encode(
        protocol.RawWelcome(
            game=state.game,
            seq=state.seq,
            you=list(seats),
            table=table_info(state, seed),
            view=view,
            hands=hands,
            clock=clock_of(state),
            events=story,
            chat=list(state.chat),
            gap=gap,
        )
    )
