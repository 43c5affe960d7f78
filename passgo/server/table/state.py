"""The state of a game: the fold over its log. Everything that a table knows comes from the entries."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from passgo.dealer import Dealer, TypedDealer
from passgo.game.course import Course, Refusal
from passgo.game.engine import EMPTY
from passgo.notation.events import KIND, OTHER, PLAYER, RawEvent
from passgo.notation.names import Names
from passgo.rules import codes
from passgo.rules.state import State
from passgo.server.store import Entry
from passgo.server.table import entries
from passgo.server.table.edition_engine import EditionEngine, OpenPosition, edition_engine
from passgo.server.table.entries import Body, Deadline, SeatBody, body_of
from passgo.server.wire.actions import Step, step_of, write_step
from passgo.server.wire.types import ClockSettings, Said

KEPT_CHAT = 50
KEPT_REQUESTS = 8
"""Requests that a table remembers for retries. Older ones are looked up in the stored log."""

BINDING = frozenset(
    ("Bid", "Withdraw", "Accept", "PayWorthTax", "WantBuilding", "PassBuilding", "ClaimRent", "GoBankrupt")
)
"""Actions that need the others' consent to be taken back: they answer others, or reveal a worth."""

REVEALING = frozenset(
    (
        codes.OFFER_LAPSED,
        codes.WORTH_COUNTED,
        codes.DEAL_MADE,
        codes.AUCTION_WON,
        codes.DEBT_AROSE,
        codes.WENT_BANKRUPT,
        codes.GAME_WON,
    )
)
"""Events that reveal something, or give others something."""


class Situation(NamedTuple):
    """What a position asks of whom, as the clock and the bots need to know it."""

    question: tuple[int, ...]
    """Numbers that change when the game asks something else."""
    waiting: int
    """Everyone whom the game waits for, as a set."""
    next: int
    """Who is to be asked first: a seat, CHANCE or NOBODY."""
    in_auction: bool
    offers_made: int
    hour_struck: bool

    @property
    def turn(self) -> int:
        """How many turns have begun."""
        return self.question[0]


class Move(NamedTuple):
    """A move that was played: its steps, the position after it, all chance events so far, its events."""

    steps: list[Step]
    position: bytes
    chances: int
    events: list[RawEvent]
    winners: int
    """A set of seats, empty while the game goes on."""
    situation: Situation
    same_question: bool = False
    """Does the game still ask what it asked before?"""

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return self.winners != 0


class Made(NamedTuple):
    """What undo must know of a stored move: its entry, and whether it revealed something."""

    seq: int
    reveals: bool


class GameState:
    """A game as its log describes it."""

    created: entries.Created
    edition: EditionEngine
    names: Names

    def __init__(self, game: str) -> None:
        self.game = game
        self.seq = self.at = self.created_at = self.started_at = 0
        self.position_seq = 0
        """The entry that last changed the position: an action chosen from an older view is stale."""
        self.position = b""
        self._situation: Situation | None = None
        self.chances = 0
        self.over = self.abandoned = False
        self.seats: list[SeatBody] = []
        self.away: dict[int, str] = {}
        """People's seats that a bot plays for now, each with the name of the bot."""
        self.present: set[tuple[str, int]] = set()
        """Who is connected: a process and a seat."""
        self.lost = self.empty_since = 0
        """Milliseconds since the start in which nobody was connected; and the moment since which nobody is."""
        self.deadline: Deadline | None = None
        self.deadline_lost = 0
        self.chat: list[Said] = []
        self.last: Made | None = None
        self.last_of: dict[int, Made] = {}
        """The last move of all, and each player's own last one."""
        self.requests: dict[str, int] = {}
        """Ids of the latest requests, and the entries that did them."""
        self.undo = True
        self.undo_request: entries.UndoRequested | None = None
        self.agreed: set[int] = set()
        self.invite: set[str] = set()
        self.watch: set[str] = set()

    # Looking

    @property
    def status(self) -> str:
        """open, playing, finished or abandoned."""
        if self.abandoned or not self.started_at:
            return "abandoned" if self.abandoned else "open"
        return "finished" if self.over else "playing"

    @property
    def clock(self) -> ClockSettings:
        """The settings of the clock."""
        return self.created.clock

    def open(self) -> OpenPosition:
        """Open the position, for the length of a `with` block in which nothing is awaited."""
        return self.edition.at(self.position)

    @property
    def situation(self) -> Situation:
        """What the position asks of whom."""
        if self._situation is None:
            with self.open() as position:
                self._situation = situation_of(position)
        return self._situation

    def is_bot(self, seat: int) -> bool:
        """Does a bot play the seat now?"""
        return self.seats[seat].kind == "bot" or seat in self.away

    def is_connected(self, seat: int) -> bool:
        """Is the seat's player connected, to any process?"""
        return any(there == seat for _, there in self.present)

    @property
    def people(self) -> list[int]:
        """The seats of people who are still in the game."""
        out = [0] * codes.PLAYERS
        if self.position:
            with self.open() as position:
                out = position.g.out[:]
        return [seat for seat, body in enumerate(self.seats) if body.kind == "person" and not out[seat]]

    def lost_at(self, now: int) -> int:
        """Milliseconds until `now` in which nobody was connected. They do not count on any clock."""
        return self.lost + (max(0, now - self.empty_since) if not self.present else 0)

    def due(self, now: int) -> int:
        """When the present deadline comes, if nothing changes; 0 if there is none."""
        return self.deadline.at + self.lost_at(now) - self.deadline_lost if self.deadline else 0

    def hour(self, now: int) -> int:
        """When the short game's hour strikes; 0 if it never does."""
        if not self.started_at or not self.edition.by_hour or not self.clock.hour or self.over:
            return 0
        return self.started_at + self.clock.hour * 1000 + self.lost_at(now)

    # Playing: nothing of the state changes until the move is absorbed

    def play(self, action: bytes, dealer: Dealer) -> Move:
        """Play the record of an action and the chance after it; `Refusal` if the rules forbid it."""
        with self.open() as position:
            course, asked = Course(position.engine, dealer, self.chances), question_of(position.g)
            position.engine.played = action
            course.act()
            course.let_chance_act()
            return move_of(position, course, asked)

    def begin(self, players: int, dealer: Dealer) -> Move:
        """Set a new game up, and let chance play what comes before the first decision."""
        with self.edition.at(EMPTY) as position:
            course = Course(position.engine, dealer)
            course.begin(players)
            course.let_chance_act()
            return move_of(position, course)

    def replay(self, steps: Sequence[Step], start: bool) -> Move:
        """Play the steps of an entry again."""
        with self.edition.at(EMPTY if start else self.position) as position:
            course = Course(position.engine, REPLAYER, 0 if start else self.chances)
            if start:
                course.begin(len(self.seats))
            for step in steps:
                write_step(step, position.engine.action)
                try:
                    course.act()
                except Refusal as refusal:
                    problem = f"game {self.game}: a {step.kind} of the log is refused by rule {refusal.rule}"
                    raise RuntimeError(problem) from None
            return move_of(position, course)

    # Folding

    def absorb(self, entry: Entry, body: Body, move: Move | None = None) -> list[RawEvent]:
        """Absorb the next entry, and return its events. If `move` is given, its steps need not be replayed."""
        events: list[RawEvent] = []
        match body:
            case entries.Created():
                self._create(entry, body)
            case entries.Started():
                self.started_at, self.seats, self.lost, self.empty_since = entry.at, body.seats, 0, entry.at
                self._name()
                move = move or self.replay(body.steps, start=True)
                events = self._place(entry, move, body.deadline)
            case entries.Moved():
                move = move or self.replay(body.steps, start=False)
                self.last = Made(entry.seq, reveals(move))
                if body.seat is not None and body.by == "player":
                    self.last_of[body.seat] = self.last
                events = self._place(entry, move, body.deadline)
            case _:
                self._note(entry, body)
        self.seq, self.at = entry.seq, entry.at
        if entry.move:
            self.requests[entry.move] = entry.seq
            if len(self.requests) > KEPT_REQUESTS:
                del self.requests[next(iter(self.requests))]
        return events

    def _create(self, entry: Entry, body: entries.Created) -> None:
        self.created, self.created_at, self.empty_since = body, entry.at, entry.at
        self.edition = edition_engine(body.edition, body.options)
        self.seats = list(body.seats)
        self.undo, self.invite, self.watch = body.undo, {body.invite}, {body.watch}

    def _name(self) -> None:
        self.names = self.edition.names.seating([seat.name for seat in self.seats])

    def _place(self, entry: Entry, move: Move, deadline: Deadline | None) -> list[RawEvent]:
        self.position, self.chances, self.over = move.position, move.chances, move.over
        self._situation = move.situation
        self.position_seq = entry.seq
        self._set_deadline(entry, deadline)
        self.undo_request, self.agreed = None, set()
        return move.events

    def _set_deadline(self, entry: Entry, deadline: Deadline | None) -> None:
        if deadline is None or self.deadline is None or deadline != self.deadline:
            self.deadline, self.deadline_lost = deadline, self.lost_at(entry.at)

    def _note(self, entry: Entry, body: Body) -> None:
        """Absorb an entry that is no move."""
        match body:
            case entries.Seated():
                self.seats[body.seat] = body.body
                if body.body.kind == "free":
                    self.present = {(process, seat) for process, seat in self.present if seat != body.seat}
            case entries.Connected():
                self.lost = self.lost_at(entry.at)
                self.present.add((body.process, body.seat))
            case entries.Disconnected():
                self.present.discard((body.process, body.seat))
                if not self.present:
                    self.empty_since = body.since
            case entries.ClockSet():
                self._set_deadline(entry, body.deadline)
            case entries.Away():
                self.away[body.seat] = body.bot
            case entries.Returned():
                self.away.pop(body.seat, None)
                self._set_deadline(entry, body.deadline)
            case entries.Chatted():
                self.chat = [*self.chat, Said(entry.seq, entry.at, body.seat, body.text, body.phrase)][-KEPT_CHAT:]
            case entries.UndoRequested():
                self.undo_request, self.agreed = body, set()
            case entries.UndoAnswered():
                self.agreed.add(body.seat)
                if not body.agree:
                    self.undo_request, self.agreed = None, set()
            case entries.Undone():
                self.position_seq = entry.seq
                self.undo_request, self.agreed = None, set()
            case entries.SettingsChanged():
                self.undo = body.undo
            case entries.Invited():
                (self.invite if body.to == "play" else self.watch).add(body.key)
            case entries.Abandoned():
                self.abandoned = True


REPLAYER = TypedDealer()
"""Deals nothing: in a log chance stands among the steps."""


def question_of(g: State) -> tuple[int, ...]:
    """What the game asks, as numbers that change when it asks something else."""
    turn = (g.turn, g.phase, g.throws, g.matters)
    m = g.matters - 1
    if m < 0:
        return turn
    kind, amount = g.matter_kind[m], g.matter_amount[m]
    if kind == codes.MATTER_AUCTION:
        return (*turn, kind, amount, g.matter_other[m], g.matter_square[m])
    if kind == codes.MATTER_DEBT:
        return (*turn, kind, amount, g.matter_player[m])
    return (*turn, kind, g.matter_set[m], g.matter_stage[m], g.matter_last[m])


def situation_of(position: OpenPosition) -> Situation:
    """What an open position asks of whom."""
    g, engine = position.g, position.engine
    in_auction = g.matters > 0 and g.matter_kind[g.matters - 1] == codes.MATTER_AUCTION
    waiting, first = engine.to_act, engine.next_to_decide
    return Situation(question_of(g), waiting, first, in_auction, g.offers_made, bool(g.hour_struck))


def move_of(position: OpenPosition, course: Course, asked: tuple[int, ...] = ()) -> Move:
    """What a course through an open position came to; `asked` is what the game asked before it."""
    situation = situation_of(position)
    return Move(
        [step_of(record) for record in course.steps],
        position.engine.position,
        course.chances,
        course.events,
        position.g.winners,
        situation,
        situation.question == asked,
    )


def reveals(move: Move) -> bool:
    """Did a move reveal something, or give others something?"""
    if len(move.steps) > 1 or move.steps[0].kind in BINDING:
        return True
    return any(
        each[KIND] in REVEALING or (each[KIND] == codes.PAID and each[PLAYER] < codes.BANK and each[OTHER] < codes.BANK)
        for each in move.events
    )


def without_undone(log: Sequence[Entry]) -> Iterator[tuple[Entry, Body]]:
    """The entries of a log with their bodies, without the moves that were taken back."""
    read = [(entry, body_of(entry)) for entry in log]
    void: set[int] = set()
    for entry, body in read:
        if isinstance(body, entries.Undone):
            void.update(range(body.back_to + 1, entry.seq))
    for entry, body in read:
        if not (entry.seq in void and isinstance(body, entries.Moved)):
            yield entry, body


def fold(game: str, log: Sequence[Entry]) -> GameState:
    """The state of a game to which its whole log leads."""
    state = GameState(game)
    for entry, body in without_undone(log):
        state.absorb(entry, body)
    return state
