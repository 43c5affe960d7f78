"""What a table tells: welcome, update and the rest, each encoded once for all who hear the same."""

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


def summary_of(standing: GameState, seats: Iterable[SeatBody], winners: list[int]) -> bytes:
    """The summary of a game with these seats."""
    table = standing.here.table
    lines = [SeatLine(seat.kind, seat.name, seat.token) for seat in seats]
    return JSON.encode(Summary(lines, list(rulebook.house_rules(table)), dict(table.options), winners))


def seat_info(standing: GameState, seat: int) -> types.SeatInfo:
    """Who sits there."""
    body = standing.seats[seat]
    return types.SeatInfo(
        kind=body.kind,
        name=body.name,
        token=body.token,
        host=body.host,
        here=standing.is_here(seat),
        away=seat in standing.away,
        bot=standing.away.get(seat, body.bot),
    )


def table_of(standing: GameState, seed: bytes) -> types.TableInfo:
    """The game apart from its position. The seed is shown when the game is over."""
    created, table = standing.created, standing.here.table
    asked = standing.asked
    waiting = [] if asked is None else consenting(standing, asked.seat)
    status = standing.status
    return types.TableInfo(
        game=standing.game,
        title=created.title,
        status=status,  # type: ignore[arg-type]
        edition=table.edition,
        options=dict(table.options),
        house_rules=list(rulebook.house_rules(table)),
        public=created.public,
        seats=[seat_info(standing, seat) for seat in range(len(standing.seats))],
        clock=created.clock,
        undo=standing.undo,
        commit=created.commit,
        created=standing.created_at,
        seed=seed.hex() if status == "finished" else "",
        cash_private=standing.here.cash_private,
        undo_asked=None if asked is None else types.UndoAsked(asked.seat, waiting),
    )


def consenting(standing: GameState, asker: int) -> list[int]:
    """The people who have yet to agree to somebody's undo."""
    return [
        seat for seat in standing.people if seat != asker and seat not in standing.away and seat not in standing.agreed
    ]


def clock_of(standing: GameState) -> types.Clock:
    """The clock as it runs now."""
    at = now()
    deadline = standing.deadline
    if deadline is None or standing.status != "playing":
        return types.Clock(at, hour=standing.hour(at))
    return types.Clock(at, standing.due(at), deadline.kind, deadline.seats, standing.hour(at))


class Update:
    """How the game stands after something happened, ready to be told to each kind of listener."""

    def __init__(
        self, standing: GameState, after: int, events: Sequence[tuple[int, RawEvent]], undone: bool = False
    ) -> None:
        standing.lay()
        self._standing, self._after, self._undone = standing, after, undone
        self._tale = views.Tale(standing.here, standing.names, events)
        self._view = Raw(JSON.encode(views.view_of(standing.here)))
        self._clock = Raw(JSON.encode(clock_of(standing)))
        self._hands: dict[int, Raw] = {}
        self._messages: dict[tuple[int, ...], bytes] = {}

    def told_to(self, seats: tuple[int, ...]) -> bytes:
        """The message for somebody who holds these seats; for the next who holds the same it is ready made."""
        message = self._messages.get(seats)
        if message is None:
            message = self._messages[seats] = JSON.encode(
                protocol.RawUpdate(
                    seq=self._standing.seq,
                    after=self._after,
                    events=self._tale.told_to(seats),
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
            hand = self._hands[seat] = views.hand_of(self._standing.here, seat)
        return hand


def welcome(
    standing: GameState, seed: bytes, seats: tuple[int, ...], events: Sequence[tuple[int, RawEvent]], gap: bool
) -> bytes:
    """The answer to `Hello`."""
    view, hands, told = NULL, [], Raw(b"[]")
    if standing.started_at:
        standing.lay()
        view = Raw(JSON.encode(views.view_of(standing.here)))
        hands = [views.hand_of(standing.here, seat) for seat in seats]
        told = views.Tale(standing.here, standing.names, events).told_to(seats)
    return JSON.encode(
        protocol.RawWelcome(
            game=standing.game,
            seq=standing.seq,
            you=list(seats),
            table=table_of(standing, seed),
            view=view,
            hands=hands,
            clock=clock_of(standing),
            events=told,
            chat=list(standing.chat),
            gap=gap,
        )
    )
