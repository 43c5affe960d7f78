"""The state of a game: the fold over its log. Everything that a table knows comes from the entries.

A state is changed by `absorb` alone, and what it holds (sets, lists, bytes) is replaced, never changed in place. So a
copy costs nothing, and changes are tried on a copy: if they cannot be stored, the copy is thrown away.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from msgspec import Struct

from passgo.dealer import Dealer, Skipped, TypedDealer, number_behind, skip
from passgo.game.course import Course, Mark, Refusal
from passgo.game.engine import EMPTY
from passgo.machine.records import reader
from passgo.notation.corrections import corrected, parse_changes
from passgo.notation.events import KIND, OTHER, PLAYER, RawEvent
from passgo.notation.names import Names
from passgo.rules import codes
from passgo.rules.state import State
from passgo.server.keys import is_among
from passgo.server.store import Entry
from passgo.server.table import entries
from passgo.server.table.edition_engine import EditionEngine, OpenPosition, edition_engine
from passgo.server.table.entries import Body, Deadline, SeatBody, body_of
from passgo.server.wire.actions import Step, record_of, step_of
from passgo.server.wire.answer_reasons import with_reasons
from passgo.server.wire.types import ClockSettings, Correction, Said

KEPT_CHAT = 50
KEPT_CORRECTIONS = 20
KEPT_REQUESTS = 5
"""Requests that a table remembers for retries. Older ones are looked up in the stored log."""

BINDING = frozenset(
    (
        "Bid",
        "Withdraw",
        "Accept",
        "Refuse",
        "Counter",
        "PayWorthTax",
        "WantBuilding",
        "PassBuilding",
        "ClaimRent",
        "GoBankrupt",
    )
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


class Situation(Struct, frozen=True):
    """What a position asks of whom, as the clock and the bots need to know it."""

    question: tuple[int, ...]
    """What the game asks, as numbers that change when it asks something else."""
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


class Move(Struct, frozen=True):
    """A move that was played: its steps, the position after it, all chance events so far, its events."""

    steps: list[Step]
    position: bytes
    chances: int
    events: list[RawEvent]
    winners: int
    """A set of seats, empty while the game goes on."""
    situation: Situation | None = None
    """What the position asks; None if nobody has looked yet."""
    same_question: bool = False
    """Does the game still ask what it asked before?"""

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return self.winners != 0


class SetAside(Struct, frozen=True, array_like=True):
    """A deadline that does not run now, the question that it belongs to, and how much time was lost when it was set."""

    question: tuple[int, ...]
    deadline: Deadline
    lost: int


class Made(Struct, frozen=True, array_like=True):
    """What undo must know of a stored move: its entry, and whether it revealed something."""

    seq: int
    reveals: bool


class Done(Struct, frozen=True, array_like=True):
    """What is remembered of a request that was done: its entry, the kind of that, and the request's mark."""

    seq: int
    kind: str
    mark: str


class KeptAnalysis(NamedTuple):
    """Which entry holds the analysis of a finished game, and the mark of the version that made it."""

    seq: int
    mark: str


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
        self.skipped: Skipped = ()
        """Numbers of the dealer that were seen and taken back: they do not come again."""
        self.status = "open"
        """open, playing, finished or abandoned."""
        self.seats: Sequence[SeatBody] = ()
        self.away: Mapping[int, str] = {}
        """People's seats that a bot plays for now, each with the name of the bot."""
        self.present: Set[tuple[str, int]] = frozenset()
        """Who is connected: a process and a seat."""
        self.lost = self.empty_since = 0
        """Milliseconds since the start in which nobody was connected; and the moment since which nobody is."""
        self.deadline: Deadline | None = None
        self.deadline_lost = 0
        self.set_aside: SetAside | None = None
        """The deadline of the present question that does not run, because a bot plays for whom it was meant."""
        self.chat: Sequence[Said] = ()
        self.corrections: Sequence[Correction] = ()
        """The latest corrections of a real table."""
        self.last: Made | None = None
        self.last_of: Mapping[int, Made] = {}
        """The last move of all, and each player's own last one."""
        self.last_in: Mapping[int, int] = {}
        """The entry of the last move in each seat, whoever made it: the player, a bot that stood in, or the clock."""
        self.requests: Mapping[str, Done] = {}
        """Ids of the latest requests, and what did them."""
        self.undo, self.advice = True, False
        self.undo_request: entries.UndoRequested | None = None
        self.undo_seq = 0
        """The entry that asks for it."""
        self.undone_seq = 0
        """The entry that last took something back."""
        self.agreed: Set[int] = frozenset()
        self.invite: Set[str] = frozenset()
        self.watch: Set[str] = frozenset()
        self.analysis: KeptAnalysis | None = None

    def copy(self) -> "GameState":
        """The same state again, to try changes on."""
        twin = GameState.__new__(GameState)
        twin.__dict__ = self.__dict__.copy()
        return twin

    # Looking

    def moved_since(self, seat: int, entry: int) -> int | None:
        """Another person in whose seat something was done after an entry; None if there is nobody."""
        for other, moved in self.last_in.items():
            if moved > entry and other != seat and self.seats[other].kind == "person":
                return other
        return None

    def has_undo(self, seat: int) -> bool:
        """Has this seat an action that it may take back, at once or if the others agree?"""
        last = self.last_of.get(seat)
        return self.undo and last is not None and self.status == "playing" and self.moved_since(seat, last.seq) is None

    @property
    def over(self) -> bool:
        """Was the game played to its end?"""
        return self.status == "finished"

    @property
    def winners(self) -> list[int]:
        """The seats that have won."""
        if not self.over:
            return []
        with self.open() as position:
            return [seat for seat in range(len(self.seats)) if position.g.winners >> seat & 1]

    @property
    def clock(self) -> ClockSettings:
        """The settings of the clock."""
        return self.created.clock

    @property
    def is_typed(self) -> bool:
        """Do people say what real dice and cards show?"""
        return self.created.dealer == "typed"

    def open(self) -> OpenPosition:
        """Open the position, for the length of a `with` block in which nothing is awaited."""
        return OpenPosition(self.edition, self.position)

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

    def is_asked(self, key: str | None) -> bool:
        """Does the game, or somebody's offer, wait for the player whose key this is?"""
        seat = next((n for n, body in enumerate(self.seats) if is_among(key, [body.key])), None)
        if seat is None or self.status != "playing":
            return False
        return bool(self.situation.waiting >> seat & 1) or self.is_asked_by_person(seat)

    def is_asked_by_person(self, seat: int) -> bool:
        """Has a person an offer open to this seat?"""
        with self.open() as position:
            partners = position.g.offer_to[: len(self.seats)]
        return any(partner == seat and not self.is_bot(proposer) for proposer, partner in enumerate(partners))

    def is_connected(self, seat: int) -> bool:
        """Is the seat's player connected, to any process?"""
        for _, there in self.present:  # asked after every move, so not by `any`, which takes three times as long
            if there == seat:
                return True
        return False

    @property
    def people(self) -> list[int]:
        """The seats of people who are still in the game."""
        out = [0] * codes.PLAYERS
        if self.position:
            with self.open() as position:
                out = position.g.out[:]
        return [seat for seat, body in enumerate(self.seats) if body.kind == "person" and not out[seat]]

    @property
    def next_chance(self) -> int:
        """The number from which the dealer draws next."""
        return number_behind(self.skipped, self.chances)

    def lost_at(self, now: int) -> int:
        """Milliseconds until `now` in which nobody was connected. They do not count on any clock."""
        return self.lost + (max(0, now - self.empty_since) if not self.present else 0)

    def due(self, now: int) -> int:
        """When the present deadline comes, if nothing changes; 0 if there is none."""
        return self.deadline.at + self.lost_at(now) - self.deadline_lost if self.deadline else 0

    def hour(self, now: int) -> int:
        """When the short game's hour strikes; 0 if it never does."""
        if not self.edition.by_hour or not self.clock.hour or self.status != "playing":
            return 0
        return self.started_at + self.clock.hour * 1000 + self.lost_at(now)

    # Playing: nothing of the state changes until the move is absorbed

    def play(self, action: bytes, dealer: Dealer) -> Move:
        """Play the record of an action and the chance after it; `Refusal` if the rules forbid it."""
        return self.play_all([action], dealer)

    def play_all(self, actions: Sequence[bytes], dealer: Dealer) -> Move:
        """Play the records of several actions as one move, and the chance after the last."""
        asked = self.situation.question  # not while the position is open: it may have to be read
        with self.open() as position:
            course = Course(position.engine, dealer, self.chances)
            for action in actions:
                position.engine.played = action
                course.act()
            course.let_chance_act()
            return move_of(position, course, asked)

    def set_right(self, changes: str) -> Move:
        """The move that a correction is; `UnlawfulPosition` if the rules forbid the position after it."""
        after = corrected(self.names, self.position, parse_changes(changes, self.names))
        with self.edition.at(after) as position:
            return Move([], after, self.chances, [], position.g.winners, situation_of(position))

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
                position.engine.played = record_of(step)
                try:
                    course.act(NOWHERE)
                except Refusal as refusal:
                    problem = f"game {self.game}: a {step.kind} of the log is refused by rule {refusal.rule}"
                    raise RuntimeError(problem) from None
            # What the position asks is found out when somebody wants to know: of most entries of a log nobody does.
            played = position.engine.position
            return Move(list(steps), played, course.chances, course.events, position.g.winners)

    # Folding

    def absorb(self, entry: Entry, body: Body, move: Move | None = None) -> list[RawEvent]:
        """Absorb the next entry, and return its events. If `move` is given, its steps need not be replayed."""
        events: list[RawEvent] = []
        match body:
            case entries.Moved():
                move = move or self.replay(body.steps, start=False)
                self.last = Made(entry.seq, reveals(move))
                if body.seat is not None:
                    self.last_in = {**self.last_in, body.seat: entry.seq}
                    if body.by == "player":
                        self.last_of = {**self.last_of, body.seat: self.last}
                events = self._place(entry, move, body.deadline)
                if body.reasons:
                    events = with_reasons(events, body.reasons)
            case entries.Created():
                self._create(entry, body)
            case entries.Started():
                self.started_at, self.seats, self.lost, self.empty_since = entry.at, body.seats, 0, entry.at
                self.name_players()
                move = move or self.replay(body.steps, start=True)
                events = self._place(entry, move, body.deadline)
            case entries.Corrected():
                self.last = Made(entry.seq, True)
                self._place(entry, move or self.set_right(body.changes), None)
                self._note_correction(entry, body.seat, body.changes, body.reason)
            case _:
                self._note(entry, body)
        self.seq, self.at = entry.seq, entry.at
        if entry.move:
            requests = {**self.requests, entry.move: done_by(entry, body)}
            if len(requests) > KEPT_REQUESTS:
                del requests[next(iter(requests))]
            self.requests = requests
        return events

    def _create(self, entry: Entry, body: entries.Created) -> None:
        self.created, self.created_at, self.empty_since = body, entry.at, entry.at
        self.edition = edition_engine(body.edition, body.options)
        self.seats = body.seats
        self.undo, self.advice = body.undo, body.advice
        self.invite, self.watch = frozenset({body.invite}), frozenset({body.watch})

    def name_players(self) -> None:
        """Give the notation the names of the seats."""
        self.names = self.edition.names.seating([seat.name for seat in self.seats])

    def _place(self, entry: Entry, move: Move, deadline: Deadline | None) -> list[RawEvent]:
        self.position, self.chances, self._situation = move.position, move.chances, move.situation
        self.status = "finished" if move.over else "playing"
        self.position_seq = entry.seq
        self._set_deadline(entry, deadline)
        if self.set_aside is not None and self.set_aside.question != self.situation.question:
            self.set_aside = None
        self._forget_undo_request()
        return move.events

    def _note_correction(self, entry: Entry, seat: int, changes: str, reason: str) -> None:
        told = Correction(entry.seq, entry.at, seat, reason, changes)
        self.corrections = (*self.corrections, told)[-KEPT_CORRECTIONS:]

    def _forget_undo_request(self) -> None:
        self.undo_request, self.agreed = None, frozenset()

    def _set_deadline(self, entry: Entry, deadline: Deadline | None) -> None:
        if deadline is not None:
            self.set_aside = None
        elif self.deadline is not None and any(seat in self.away for seat in self.deadline.seats):
            self.set_aside = SetAside(self.situation.question, self.deadline, self.deadline_lost)
        if deadline is None or self.deadline is None or deadline != self.deadline:
            self.deadline, self.deadline_lost = deadline, self.lost_at(entry.at)

    def _note(self, entry: Entry, body: Body) -> None:
        """Absorb an entry that is no move."""
        match body:
            case entries.Seated():
                self.seats = [*self.seats[: body.seat], body.body, *self.seats[body.seat + 1 :]]
                if body.body.kind == "free":
                    self.present = frozenset((process, seat) for process, seat in self.present if seat != body.seat)
            case entries.Connected():
                self.lost = self.lost_at(entry.at)
                self.present = self.present | {(body.process, body.seat)}
            case entries.Disconnected():
                self.present = self.present - {(body.process, body.seat)}
                if not self.present:
                    self.empty_since = body.since
            case entries.ClockSet():
                if body.deadline is None and self.deadline is None:
                    self.set_aside = None
                else:
                    self._set_deadline(entry, body.deadline)
            case entries.Away():
                self.away = {**self.away, body.seat: body.bot}
            case entries.Returned():
                self.away = {seat: bot for seat, bot in self.away.items() if seat != body.seat}
                self._set_deadline(entry, body.deadline)
            case entries.Chatted():
                self.chat = [*self.chat, Said(entry.seq, entry.at, body.seat, body.text, body.phrase)][-KEPT_CHAT:]
            case entries.UndoRequested():
                self.undo_request, self.undo_seq, self.agreed = body, entry.seq, frozenset()
            case entries.UndoAnswered():
                self.agreed = self.agreed | {body.seat}
                if not body.agree:
                    self._forget_undo_request()
            case entries.Undone():
                self.position_seq = self.undone_seq = entry.seq
                self.skipped = skip(self.skipped, self.chances, body.chance)
                if body.reason:
                    self._note_correction(entry, body.seat, "", body.reason)
                self._forget_undo_request()
            case entries.SettingsChanged():
                self.undo = self.undo if body.undo is None else body.undo
                self.advice = self.advice if body.advice is None else body.advice
                if not self.undo:
                    self._forget_undo_request()
            case entries.Invited():
                if body.to == "play":
                    self.invite = self.invite | {body.key}
                else:
                    self.watch = self.watch | {body.key}
            case entries.Analysed():
                self.analysis = KeptAnalysis(entry.seq, body.mark)
            case entries.Abandoned():
                self.status = "abandoned"


def done_by(entry: Entry, body: Body) -> Done:
    """What an entry says of the request that it did."""
    return Done(entry.seq, entry.kind, body.mark if isinstance(body, entries.Requested) else "")


REPLAYER = TypedDealer()
"""Deals nothing: in a log chance stands among the steps."""
NOWHERE = Mark(b"", 0, 0, 0)
"""Where the steps of a log go back to: nothing of them is taken back one by one."""


READ_QUESTION, ASKED_IN_ORDER = reader(
    State, dict.fromkeys(("turn", "offers_made", "phase", "throws", "hour_struck", "matters"), 1)
)
assert ASKED_IN_ORDER == ["turn", "offers_made", "phase", "throws", "hour_struck", "matters"]


def situation_of(position: OpenPosition) -> Situation:
    """What an open position asks of whom."""
    engine = position.engine
    turn, offers_made, phase, throws, hour_struck, matters = engine.read(READ_QUESTION)
    asked = matter_asked(position.g) if matters else ()
    question, in_auction = (turn, phase, throws, matters, *asked), asked[:1] == (codes.MATTER_AUCTION,)
    return Situation(question, engine.to_act, engine.next_to_decide, in_auction, offers_made, hour_struck != 0)


def matter_asked(g: State) -> tuple[int, ...]:
    """What the matter on top asks, as numbers that change when it asks something else; the first is its kind."""
    m = g.matters - 1
    kind, amount = g.matter_kind[m], g.matter_amount[m]
    if kind == codes.MATTER_AUCTION:
        return kind, amount, g.matter_other[m], g.matter_square[m]
    if kind == codes.MATTER_DEBT:
        return kind, amount, g.matter_player[m]
    return kind, g.matter_set[m], g.matter_stage[m], g.matter_last[m]


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
    for each in move.events:
        kind = each[KIND]
        if kind in REVEALING or (kind == codes.PAID and each[PLAYER] < codes.BANK and each[OTHER] < codes.BANK):
            return True
    return False


def without_undone(log: Sequence[Entry]) -> Iterator[tuple[Entry, Body]]:
    """The entries of a log with their bodies, without the moves that were taken back."""
    read = [(entry, body_of(entry)) for entry in log]
    void: set[int] = set()
    for entry, body in read:
        if isinstance(body, entries.Undone):
            void.update(range(body.back_to + 1, entry.seq))
    for entry, body in read:
        if not (entry.seq in void and isinstance(body, entries.Moved | entries.Corrected)):
            yield entry, body


def fold(game: str, log: Sequence[Entry]) -> GameState:
    """The state of a game to which its whole log leads."""
    state = GameState(game)
    for entry, body in without_undone(log):
        state.absorb(entry, body)
    return state
