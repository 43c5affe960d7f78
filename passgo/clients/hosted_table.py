"""A server's table as the terminal shows it: a view of one seat, made of what the server tells."""

import queue
import time
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import closing

from passgo.clients.deciders import ruleset_of
from passgo.clients.link import SeatLink
from passgo.clients.person_seat import News, PersonSeat
from passgo.clients.position import Decks, message_action, read_event, read_position, read_reason
from passgo.clients.table_seat import Unwelcome
from passgo.errors import IllegalAction
from passgo.game.seats import View
from passgo.notation.actions import Action
from passgo.notation.events import RawEvent, Time, dated_events
from passgo.notation.names import Names
from passgo.notation.text import format_action
from passgo.rulebook import refusal
from passgo.rules import ids
from passgo.server.table.edition_engine import EditionEngine
from passgo.server.wire import protocol, types
from passgo.server.wire.clean_text import LONGEST_CHAT
from passgo.terminal.reasons import format_reasons
from passgo.terminal.table import Clock, Happening, Remark, Table, Wish

MS = 1000.0
PHRASES = {
    "hello": "Hello",
    "good-luck": "Good luck",
    "well-played": "Well played",
    "thanks": "Thank you",
    "sorry": "Sorry",
    "hurry": "Your move, please",
    "nice-deal": "A fair deal",
    "no-deal": "No deal",
    "good-game": "Good game",
}
"""The quick phrases of the browser, in words."""


class HostedTable(Table):
    """A game at a server, from one seat. The server says what is lawful; the view says it at once."""

    def __init__(
        self, link: SeatLink, seat: PersonSeat, info: types.TableInfo, first: protocol.Welcome | protocol.Update
    ) -> None:
        self._link, self._seat, self._info, self._clock = link, seat, info, first.clock
        self._edition = EditionEngine(ruleset_of(info))
        seats = info.seats
        self._names = Names(self._edition.ruleset, [seat.name for seat in seats])
        self._view = View(self._names, tuple(seat.token for seat in seats), seat.seat)
        self.board, self.people = self._view, (seats[seat.seat].name,)
        self._decks, self._first, self._raw = Decks(self._edition), 0, list[RawEvent]()
        self._seqs: list[int] = []
        self._time, self._status, self._offset_ms = Time(0, 0), "", 0.0
        self._sent = list[int]()
        self._seq, self._acting, self._done_at = 0, False, 0
        self._next: int | None = None
        self._waiting: list[int] = []
        self.told = []
        self.remarks: list[Remark] = []
        self._said = 0
        self._planned: list[Action] = []
        self.keeping = "The server keeps the game: the same link comes back to your seat."
        self._look(first)
        self._hear_chat(first)

    @classmethod
    def connect(cls, link: SeatLink, say: Callable[[str], None]) -> "HostedTable":
        """Sit down, and wait until the game begins; `Unwelcome` if the server does not let us."""
        seat, info = PersonSeat(link), None
        seat.listen()
        while True:
            news = seat.news.get()
            if isinstance(news, protocol.Welcome | protocol.TableChanged):
                if info is None and news.table.status == "open":
                    say("Waiting for the game to begin. Ctrl-C leaves; the seat is kept.")
                info = news.table
            if isinstance(news, protocol.Welcome | protocol.Update) and news.view is not None and info is not None:
                return cls(link, seat, info, news)
            if isinstance(news, str) and not seat.ended:
                say(news)
            elif seat.ended:
                raise Unwelcome(seat.ended)

    # Who

    @property
    def person(self) -> str | None:
        """The person here, if the game waits for them and nothing of theirs is under way."""
        mine = self._seat.seat
        if self.is_over or self._acting or self._view.me.out:
            return None
        return self.people[0] if mine == self._next or mine in self._waiting else None

    @property
    def viewer(self) -> str:
        """The person here."""
        return self.people[0]

    @property
    def is_over(self) -> bool:
        """Is the game over, or was it given up?"""
        return self.board.outcome is not None or self._info.status == "abandoned"

    def kind_of(self, name: str) -> str:
        """Who plays this seat: you, a bot, a person who is away, or a person."""
        seat = self._info.seats[self._names.seat(name)]
        if name == self.people[0]:
            return "you"
        return "bot" if seat.kind == "bot" else "away" if seat.away or not seat.here else ""

    # Playing

    def go_on(self) -> bool:
        """Take in what the server has said since."""
        changed = False
        while True:
            try:
                self._take(self._seat.news.get_nowait())
                changed = True
            except queue.Empty:
                return changed

    def play(self, action: Action | str, person: str) -> None:
        """Send an action that the rules allow, as far as this seat can know."""
        understood, record, refused = self._view.judge(action)
        if refused:
            rule = ids.NAMES[refused]
            raise IllegalAction(format_action(understood), rule, refusal(rule))
        if self._acting:
            raise ValueError("your last action is still on its way.")
        self._status, self._acting, self._done_at = "", True, 0
        self._seat.act(message_action(self._edition, record))

    def play_all(self, actions: Sequence[Action], person: str) -> None:
        """Send the first; each further one follows when the one before it is on the screen, unless one is refused."""
        self.play(actions[0], person)
        self._planned = list(actions[1:])

    def _play_planned(self) -> None:
        """Send the next of several actions, if nothing else is to be settled first."""
        if self._acting or not self._planned:
            return
        action, *self._planned = self._planned
        try:
            if not self.board.matters:
                self.play(action, self.people[0])
        except ValueError as problem:
            self._planned, self._status = [], str(problem)

    @property
    def can_talk(self) -> bool:  # type: ignore[override]
        """Does somebody else sit at this table?"""
        mine = self._seat.seat
        return any(seat.kind == "person" for number, seat in enumerate(self._info.seats) if number != mine)

    def talk(self, text: str) -> None:
        """Say something; it is heard when the server has passed it on."""
        if text.strip():
            self._seat.talk(text.strip()[:LONGEST_CHAT])

    def wait(self) -> None:
        """At a server nobody waits for those who only might step in."""

    @property
    def can_undo(self) -> bool:
        """Has this seat acted, and does the table allow it?"""
        return self._info.undo and bool(self._sent)

    def undo(self) -> None:
        """Ask the server; others may have to agree."""
        if not self.can_undo:
            raise ValueError("there is nothing of yours to take back.")
        self._seat.undo()

    @property
    def wish(self) -> Wish | None:
        """Somebody's wish to take a move back, if it waits for this seat."""
        asked = self._info.undo_asked
        if asked is None or self._seat.seat not in asked.waiting:
            return None
        return Wish(self._info.seats[asked.seat].name, asked.seq)

    def consent(self, wish: Wish, agree: bool) -> None:
        """Answer the wish."""
        self._seat.consent(wish.number, agree)
        self._info.undo_asked = None

    def why(self, rule: str | None = None) -> str:
        """The rule behind what was told last, or any rule."""
        last = self.told[-1].event.rule if self.told else None
        return self.board.why(rule or last)

    # Hearing

    def _take(self, news: News) -> None:
        match news:
            case protocol.Welcome() | protocol.Update():
                self._look(news)
                self._hear_chat(news)
            case protocol.ChatSaid():
                self._note(news.said)
            case protocol.TableChanged():
                self._info, self._clock = news.table, news.clock
                self._note_time(news.clock)
            case protocol.Refused():
                self._status, self._acting, self._planned = news.text if news.reason != "stale" else "", False, []
            case protocol.Done():
                if self._acting:
                    self._sent.append(news.seq)
                    self._done_at = news.seq
            case str():
                self._status = "" if news == "Connected again." else news
        if self._done_at and self._seq >= self._done_at:  # what was done is on the screen
            self._acting = False
            self._play_planned()

    def _hear_chat(self, message: protocol.Welcome | protocol.Update) -> None:
        """What was said while we were not there."""
        for said in message.chat if isinstance(message, protocol.Welcome) else ():
            self._note(said)

    def _note(self, said: types.Said) -> None:
        """Somebody said something, in words or by a quick phrase; each line is told once."""
        if said.seq > self._said:
            self._said = said.seq
            words = said.text or PHRASES.get(said.phrase or "", "")
            self.remarks.append(Remark(len(self.told), self._info.seats[said.seat].name, words))

    def _look(self, message: protocol.Welcome | protocol.Update) -> None:
        """The game as it stands now, and what led there."""
        if isinstance(message, protocol.Welcome):
            self._info = message.table
        if message.view is None:
            return
        self._status, self._seq = "", message.seq
        self._clock, self._next, self._waiting = message.clock, message.view.next, message.view.waiting
        self._note_time(message.clock)
        now = Time(message.view.turn, message.view.round)
        if isinstance(message, protocol.Update) and message.undone:
            self._strike(now)
        self._tell(message.events, now)
        hand = next(hand for hand in message.hands if hand.seat == self._seat.seat)
        if message.view.phase == "game-over":  # then everybody's cash is told
            self._view.cash_is_secret = False
        position = read_position(self._edition, message.view, hand, self._decks, None, self._first)
        self._view.look(position, self._raw, len(self._raw))

    def _tell(self, events: list[types.Event], now: Time) -> None:
        """Add what happened to what was told."""
        for event in events:
            self._decks.hear(event)
            if event.kind == "TurnBegan" and event.amount == 1 and event.player is not None:
                self._first = event.player
        raw = [read_event(self._edition, event) for event in events]
        reasons = [self._reasons_of(event) for event in events]
        dated = dated_events(self._names, raw, self._time, now)
        self.told += [Happening(event, reasons=said) for event, said in zip(dated, reasons, strict=True)]
        self._raw += raw
        self._seqs += [event.seq for event in events]
        self._time = now

    def _reasons_of(self, event: types.Event) -> str:
        """Why a bot refused an offer, in words."""
        if not event.reasons or event.player is None:
            return ""
        reasons = [read_reason(self._edition, reason) for reason in event.reasons]
        return format_reasons(reasons, self._edition.ruleset, self._names.players[event.player])

    def _strike(self, now: Time) -> None:
        """What was taken back stays, struck: all since our own last action, or what now lies in the future."""
        since = self._sent.pop() if self._sent else None
        for happening, seq in zip(self.told, self._seqs, strict=True):
            later = (happening.event.turn or 0) > now.turn
            if later or (since is not None and seq >= since):
                happening.undone = True

    # The clock

    def _note_time(self, clock: types.Clock) -> None:
        """How far the server's clock is from ours."""
        self._offset_ms = clock.now - time.time() * MS

    @property
    def clock(self) -> Clock | None:
        """The time of whoever the table waits for."""
        if not self._clock.deadline or self.is_over:
            return None
        left_s = (self._clock.deadline - time.time() * MS - self._offset_ms) / MS
        settings = self._info.clock
        whole_s = {"call": settings.call, "grace": settings.grace}.get(self._clock.kind, settings.decision)
        return Clock(max(0.0, left_s), max(float(whole_s), 1.0))

    def restart_clock(self) -> None:
        """The server's clock runs on."""

    @property
    def status(self) -> str:
        """How the connection is, what was refused, or how the game was given up."""
        return self._seat.ended if self._info.status == "abandoned" else self._status

    # Keeping

    def record(self) -> str:
        """The record, which the server gives when the game is over."""
        if self.board.outcome is None:
            raise ValueError("the server gives the record when the game is over.")
        address = f"{self._link.server}/api/games/{self._link.game}/record"
        request = urllib.request.Request(address, headers={"Authorization": f"Bearer {self._link.key}"})
        try:
            with closing(urllib.request.urlopen(request, timeout=30)) as answer:
                return str(answer.read().decode())
        except OSError as problem:
            raise ValueError(f"the server does not give the record: {problem}") from None

    def save(self) -> None:
        """The server keeps the game."""

    def close(self) -> None:
        """Leave; the seat is kept, and the same link comes back to it."""
        self._seat.close()
