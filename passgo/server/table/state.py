"""How a game stands: the fold over its log. Everything a table knows is here, and all of it comes from the entries."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from passgo.dealer import Dealer
from passgo.notation.events import KIND, OTHER, PLAYER, RawEvent, raw_events
from passgo.notation.names import Names
from passgo.rules import codes
from passgo.rules.codes import BANK
from passgo.rules.state import State
from passgo.server.store import Entry
from passgo.server.table import entries
from passgo.server.table.edition_engine import EditionEngine, edition_engine
from passgo.server.table.entries import Body, Deadline, SeatBody, body_of
from passgo.server.wire.actions import Step, step_of, write_step
from passgo.server.wire.types import ClockSettings, Said

KEPT_CHAT = 50
KEPT_REQUESTS = 8
"""Requests remembered for retries; what is older is looked up in the log."""

BINDING = frozenset(
    ("Bid", "Withdraw", "Accept", "PayWorthTax", "WantBuilding", "PassBuilding", "ClaimRent", "GoBankrupt")
)
"""Actions that one does not take back without the others' consent: they answer others, or count what was unknown."""

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
"""Events after which something is known that was not, or others have what they had not."""


class Played(NamedTuple):
    """What a move came to: its steps, the position after it, how many chance events there have been, what happened."""

    steps: list[Step]
    position: bytes
    chances: int
    events: list[RawEvent]
    over: bool


class Made(NamedTuple):
    """A move that was made, as undo needs to know it."""

    seq: int
    reveals: bool


class Refusal(Exception):
    """The rules refuse an action; `rule` is the number of the rule."""

    def __init__(self, rule: int) -> None:
        super().__init__(rule)
        self.rule = rule


class GameState:
    """A game as its log tells it."""

    created: entries.Created
    here: EditionEngine
    names: Names

    def __init__(self, game: str) -> None:
        self.game = game
        self.seq = self.at = self.created_at = self.started_at = 0
        self.position_seq = 0
        """The entry that last changed the position: an action chosen from an older view is stale."""
        self.position = b""
        self.chances = 0
        self.over = self.abandoned = False
        self.seats: list[SeatBody] = []
        self.away: dict[int, str] = {}
        """Seats of people that a bot plays for the time being, and which bot."""
        self.present: set[tuple[str, int]] = set()
        """Who is connected: a process and a seat."""
        self.lost = self.empty_since = 0
        """Milliseconds, since the game began, in which nobody was at the table; and since when that is so."""
        self.deadline: Deadline | None = None
        self.deadline_lost = 0
        self.chat: list[Said] = []
        self.last: Made | None = None
        self.last_of: dict[int, Made] = {}
        """The last move of all, and each player's own last one."""
        self.requests: dict[str, int] = {}
        """Ids of the latest requests, and the entries that did them."""
        self.undo = True
        self.asked: entries.Asked | None = None
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
        """How long everything may take."""
        return self.created.clock

    def lay(self) -> State:
        """Lay the position into the shared engine, and look at it there."""
        self.here.engine.position = self.position
        return self.here.g

    def is_bot(self, seat: int) -> bool:
        """Does a bot play the seat now?"""
        return self.seats[seat].kind == "bot" or seat in self.away

    def is_here(self, seat: int) -> bool:
        """Is the seat's player connected, to any process?"""
        return any(there == seat for _, there in self.present)

    @property
    def people(self) -> list[int]:
        """The seats of people who are still in the game."""
        out = self.lay().out if self.position else [0] * codes.PLAYERS
        return [seat for seat, body in enumerate(self.seats) if body.kind == "person" and not out[seat]]

    def lost_at(self, now: int) -> int:
        """Milliseconds in which nobody was at the table until then: they do not count on any clock."""
        return self.lost + (max(0, now - self.empty_since) if not self.present else 0)

    def due(self, now: int) -> int:
        """When the present deadline comes, if nothing changes; 0 if there is none."""
        return self.deadline.at + self.lost_at(now) - self.deadline_lost if self.deadline else 0

    def hour(self, now: int) -> int:
        """When the short game's hour strikes; 0 if it never does."""
        if not self.started_at or not self.here.by_hour or not self.clock.hour or self.over:
            return 0
        return self.started_at + self.clock.hour * 1000 + self.lost_at(now)

    # Playing: the action stands in the engine, into which the position was laid

    def play(self, dealer: Dealer) -> Played:
        """Play the engine's action and the chance after it; nothing of the standing changes until it is absorbed."""
        engine = self.here.engine
        refused = engine.step()
        if refused:
            raise Refusal(refused)
        return self._dealt([step_of(engine.played)], raw_events(engine.log), dealer)

    def begin(self, players: int, dealer: Dealer) -> Played:
        """Set a new game up, and let chance play what comes before the first decision."""
        self.here.setup(players)
        self.chances = 0
        return self._dealt([], raw_events(self.here.engine.log), dealer)

    def _dealt(self, steps: list[Step], events: list[RawEvent], dealer: Dealer) -> Played:
        engine, chances = self.here.engine, self.chances
        while self.here.chance_to_act():
            engine.deal(dealer, chances)
            if engine.step():
                raise RuntimeError(f"game {self.game}: the dealer dealt what cannot happen")
            steps.append(step_of(engine.played))
            events += raw_events(engine.log)
            chances += 1
        return Played(steps, engine.position, chances, events, self.here.g.phase == codes.PHASE_GAME_OVER)

    def replayed(self, steps: Sequence[Step], start: bool) -> Played:
        """Play the steps of an entry again."""
        engine = self.here.engine
        events: list[RawEvent] = []
        if start:
            self.here.setup(len(self.seats))
            events, chances = raw_events(engine.log), len(steps)
        else:
            self.lay()
            chances = self.chances + sum(step.kind in ("Dice", "Card", "Deed") for step in steps)
        for step in steps:
            write_step(step, engine.action)
            refused = engine.step()
            if refused:
                raise RuntimeError(f"game {self.game}: a {step.kind} of the log is refused by rule {refused}")
            events += raw_events(engine.log)
        return Played(list(steps), engine.position, chances, events, self.here.g.phase == codes.PHASE_GAME_OVER)

    # Folding

    def absorb(self, entry: Entry, body: Body, played: Played | None = None) -> list[RawEvent]:
        """Take in one further entry; what happened at the table by it. `played` spares playing a move again."""
        events: list[RawEvent] = []
        match body:
            case entries.Created():
                self._create(entry, body)
            case entries.Started():
                self.started_at, self.seats, self.lost, self.empty_since = entry.at, body.seats, 0, entry.at
                self._name()
                played = played or self.replayed(body.steps, start=True)
                events = self._place(entry, played, body.deadline)
            case entries.Moved():
                played = played or self.replayed(body.steps, start=False)
                self.last = Made(entry.seq, reveals(played))
                if body.seat is not None and body.by == "player":
                    self.last_of[body.seat] = self.last
                events = self._place(entry, played, body.deadline)
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
        self.here = edition_engine(body.edition, body.options)
        self.seats = list(body.seats)
        self.undo, self.invite, self.watch = body.undo, {body.invite}, {body.watch}

    def _name(self) -> None:
        self.names = self.here.names.seating([seat.name for seat in self.seats])

    def _place(self, entry: Entry, played: Played, deadline: Deadline | None) -> list[RawEvent]:
        self.position, self.chances, self.over = played.position, played.chances, played.over
        self.position_seq = entry.seq
        self._set_deadline(entry, deadline)
        self.asked, self.agreed = None, set()
        return played.events

    def _set_deadline(self, entry: Entry, deadline: Deadline | None) -> None:
        if deadline is None or self.deadline is None or deadline != self.deadline:
            self.deadline, self.deadline_lost = deadline, self.lost_at(entry.at)

    def _note(self, entry: Entry, body: Body) -> None:
        """Take in an entry that is no move."""
        match body:
            case entries.Seated():
                self.seats[body.seat] = body.body
                if body.body.kind == "free":
                    self.present = {(process, seat) for process, seat in self.present if seat != body.seat}
            case entries.Here():
                self.lost = self.lost_at(entry.at)
                self.present.add((body.process, body.seat))
            case entries.Gone():
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
            case entries.Asked():
                self.asked, self.agreed = body, set()
            case entries.Answered():
                self.agreed.add(body.seat)
                if not body.agree:
                    self.asked, self.agreed = None, set()
            case entries.Undone():
                self.position_seq = entry.seq
                self.asked, self.agreed = None, set()
            case entries.Set():
                self.undo = body.undo
            case entries.Invited():
                (self.invite if body.to == "play" else self.watch).add(body.key)
            case entries.Abandoned():
                self.abandoned = True


def reveals(played: Played) -> bool:
    """Did a move reveal something, or give others something?"""
    if len(played.steps) > 1 or played.steps[0].kind in BINDING:
        return True
    return any(
        each[KIND] in REVEALING or (each[KIND] == codes.PAID and each[PLAYER] < BANK and each[OTHER] < BANK)
        for each in played.events
    )


def without_undone(log: Sequence[Entry]) -> Iterator[tuple[Entry, Body]]:
    """The entries of a log with what they say, but for the moves that were taken back."""
    read = [(entry, body_of(entry)) for entry in log]
    void: set[int] = set()
    for entry, body in read:
        if isinstance(body, entries.Undone):
            void.update(range(body.back_to + 1, entry.seq))
    for entry, body in read:
        if not (entry.seq in void and isinstance(body, entries.Moved)):
            yield entry, body


def folded(game: str, log: Sequence[Entry]) -> GameState:
    """The standing that a whole log tells of."""
    standing = GameState(game)
    for entry, body in without_undone(log):
        standing.absorb(entry, body)
    return standing
