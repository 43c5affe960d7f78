"""What a program is told of a game that is simulated: the messages of the server's socket (`docs/protocol.md`)."""

import time

import msgspec
from msgspec import Raw

from passgo import rulebook
from passgo.editions import Ruleset
from passgo.notation.events import RawEvent
from passgo.notation.names import Names
from passgo.server.table.edition_engine import EditionEngine, OpenPosition
from passgo.server.wire import protocol, types
from passgo.server.wire.told_events import Story
from passgo.server.wire.views import hand_of, view_of

JSON = msgspec.json.Encoder()


class BoardSent(protocol.FromServer, tag="board"):
    """The first line of all: what `GET /api/games/{game}/board` gives on a server."""

    board: Raw


def encode_board(edition: EditionEngine) -> bytes:
    """The board, as the first line."""
    return JSON.encode(BoardSent(board=Raw(JSON.encode(edition.board))))


def table_of(ruleset: Ruleset, names: Names, game: str) -> types.TableInfo:
    """The table of a simulated game. Its clock is the limit of a bot, which each message tells."""
    return types.TableInfo(
        game=game,
        title=game,
        status="playing",
        edition=ruleset.edition,
        options=dict(ruleset.options),
        house_rules=list(rulebook.house_rules(ruleset)),
        public=False,
        seats=[
            types.SeatInfo(kind="bot", name=name, token=token)
            for name, token in zip(names.players, ruleset.tokens, strict=False)
        ],
        clock=types.ClockSettings(0, 0, 0, 0),
        undo=False,
        commit="",
        created=0,
        cash_private=bool(ruleset.numbers["table_cash_private"]),
    )


class Telling:
    """One game as it is told to one seat, question by question. `seq` counts the questions."""

    def __init__(self, edition: EditionEngine, names: Names, seat: int, limit_s: float) -> None:
        self._edition, self._names, self._seat, self._limit_s = edition, names, seat, limit_s
        self.seq = 0
        self.game = ""

    def begin(self, game: str) -> None:
        """Another game begins."""
        self.game, self.seq = game, 0

    def encode(self, position: OpenPosition, events: list[RawEvent]) -> bytes:
        """The next question: a welcome to the game, or how it went on."""
        before, self.seq = self.seq, self.seq + 1
        story = Story(self._edition, self._names, [(self.seq, event) for event in events])
        told, view = story.encode_for((self._seat,)), Raw(JSON.encode(view_of(position)))
        hands, clock = [hand_of(position, self._seat)], self._clock()
        if before:
            update = protocol.RawUpdate(
                seq=self.seq, after=before, events=told, view=view, hands=hands, clock=Raw(JSON.encode(clock))
            )
            return JSON.encode(update)
        welcome = protocol.RawWelcome(
            game=self.game,
            seq=self.seq,
            you=[self._seat],
            table=table_of(self._edition.ruleset, self._names, self.game),
            view=view,
            hands=hands,
            clock=clock,
            events=told,
            chat=[],
        )
        return JSON.encode(welcome)

    def _clock(self) -> types.Clock:
        now = int(time.time() * 1000)
        return types.Clock(now, now + int(self._limit_s * 1000), "decision", [self._seat])
