"""A bot in a seat at a server's table: it keeps to the protocol, and comes back when the connection is lost.

Every act has an id of its own and is sent again, the same, until it is answered; so it is done once, whatever happens
to the line. An act names the view that it was chosen from, and a stale one is chosen anew.
"""

import json
import secrets
import time
import urllib.request
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from http import HTTPStatus

import msgspec
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from passgo.clients.deciders import Decider, DeciderMaker, Question, decider_from
from passgo.clients.link import SeatLink, parse_link
from passgo.server.wire import protocol, types
from passgo.simulate.runs.faults import UNLAWFUL
from passgo.strategies import LIMIT_S
from passgo.strategies.sandbox import Failure

JSON = msgspec.json.Encoder()
READ = msgspec.json.Decoder(protocol.ServerMessage).decode

FIRST_WAIT_S, LONGEST_WAIT_S, GIVE_UP_S = 0.5, 15.0, 600.0
"""Pauses before connecting again, each twice as long as the one before; and when it is given up."""

POLITE_S = 5.0
"""How long somebody else who should answer first is waited for, where the game waits for us too."""

SIMPLE = (
    *("Refuse", "Withdraw", "KeepMortgage", "PassBuilding", "PlaceBuilding", "Throw", "EndTurn", "Decline"),
    *("Mortgage", "SellBuilding", "SellHotels", "GoBankrupt"),
)
"""What is played for a bot that fails: the first of these that is legal."""
LAST = ("Offer", "Counter", "OfferSettlement", "Bid", "Resign")
"""What is never played for it: these are not to be sent as they are listed, or end the game."""

NEVER_BACK = ("bad-key", "no-game", "version", "left", "replaced", "not-your-seat")
"""Reasons of a farewell after which nobody comes back."""


class Unwelcome(Exception):
    """The server does not let this bot play; the message says why."""


class TableSeat:
    """A seat at a table, and the bot in it."""

    def __init__(
        self, link: SeatLink, make_decider: DeciderMaker, say: Callable[[str], None], warn: Callable[[str], None]
    ) -> None:
        self._link, self._make_decider, self._say, self._warn = link, make_decider, say, warn
        self.faults: Counter[str] = Counter()
        """What the bot did wrong, and how often."""
        self._socket: ClientConnection
        self._decider: Decider | None = None
        self._table: types.TableInfo
        self._view: types.View | None = None
        self._hand: types.Hand | None = None
        self._clock = types.Clock(0)
        self._seat, self._seq, self._asked, self._acted = -1, 0, 0, -1
        self._news: list[types.Event] = []
        self._whole = True
        self._pending: protocol.Act | None = None
        self._consented = -1

    def play(self) -> str:
        """Play until the game is over; how it ended. `Unwelcome` if the server does not let us."""
        wait_s, since = FIRST_WAIT_S, time.monotonic()
        while True:
            try:
                with connect(self._link.socket, max_size=None) as self._socket:
                    self._greet()
                    if wait_s > FIRST_WAIT_S:
                        self._say("Connected again.")
                    wait_s, since = FIRST_WAIT_S, time.monotonic()
                    return self._attend()
            except InvalidStatus as problem:
                code = problem.response.status_code
                if code < HTTPStatus.INTERNAL_SERVER_ERROR and code != HTTPStatus.TOO_MANY_REQUESTS:
                    raise Unwelcome(f"{self._link.server} has no table for programs there (HTTP {code})") from None
                wait_s = self._pause(wait_s, since, f"HTTP {code}")
            except (OSError, TimeoutError, WebSocketException) as problem:
                wait_s = self._pause(wait_s, since, reason_of(problem))

    def _pause(self, wait_s: float, since: float, why: str) -> float:
        """Wait before connecting again; how long to wait the next time."""
        if wait_s == FIRST_WAIT_S:
            self._warn(f"There is no connection to {self._link.server} ({why}); trying again.")
        if time.monotonic() - since > GIVE_UP_S:
            raise Unwelcome(f"{self._link.server} was not to be reached for {GIVE_UP_S / 60:.0f} min")
        time.sleep(wait_s)
        return min(2 * wait_s, LONGEST_WAIT_S)

    def close(self) -> None:
        """Let the bot go."""
        if self._decider is not None:
            self._decider.close()

    def _greet(self) -> None:
        """Say hello, hear the welcome, and send again what was not answered."""
        self._send(protocol.Hello(game=self._link.game, seats=[self._link.key], last=self._seq))
        while not isinstance(message := READ(self._socket.recv(timeout=30)), protocol.Welcome):
            self._hear(message)
        self._hear(message)
        if self._pending is not None:
            self._send(self._pending)

    def _attend(self) -> str:
        """Hear and act until the game is over."""
        while True:
            if (ended := self._ending()) is not None:
                return ended
            wait_s = self._wait_s()
            if wait_s == 0:
                self._act()
                continue
            try:
                self._hear(READ(self._socket.recv(timeout=wait_s)))
            except TimeoutError:  # nobody else has answered first
                if self._is_waited_for():
                    self._act()

    def _ending(self) -> str | None:
        """How the game ended, if it has."""
        view = self._view
        if self._table.status == "abandoned":
            return "The game was abandoned."
        if view is None:
            return None
        if view.phase == "game-over":
            winners = [self._table.seats[seat].name for seat in view.winners]
            return f"{' and '.join(winners)} won." if winners else "The game is over."
        return "Out of the game." if view.players[self._seat].out else None

    def _is_waited_for(self) -> bool:
        """Does the game wait for us, with nothing of ours under way?"""
        view = self._view
        if view is None or self._pending is not None or self._acted == self._seq:
            return False
        return view.next == self._seat or self._seat in view.waiting

    def _wait_s(self) -> float | None:
        """How long to listen before acting; None: until something is said."""
        if not self._is_waited_for() or self._view is None:
            return None
        return 0 if self._view.next == self._seat else POLITE_S

    def _act(self) -> None:
        """Let the bot decide, and send what it decided."""
        assert self._view is not None
        assert self._hand is not None
        if self._decider is None:
            self._decider = self._make_decider(self._table, self._seat, self._board)
        told = (self._view, self._hand, self._clock, self._news, self._whole, self._check)
        question = Question(self._table, self._table.game, self._seq, self._asked, *told)
        self._asked, self._news = self._seq, []
        found = self._decider.decide(question)
        if question.seq != self._seq or self._acted == self._seq:
            return  # the game went on while a program had an action checked
        if isinstance(found, Failure):
            self._misplayed(found)
            found = simple_choice(self._hand)
        self._play(found)

    def _play(self, action: types.Action) -> None:
        name = secrets.token_hex(8)
        self._pending = protocol.Act(id=name, seat=self._seat, seq=self._seq, action=action)
        self._acted = self._seq
        self._send(self._pending)

    def _check(self, check: protocol.Check) -> protocol.Checked | protocol.Refused:
        """Ask the server what would become of an action, for a program that wants to know."""
        name = secrets.token_hex(8)
        self._send(protocol.Check(id=name, seat=self._seat, action=check.action))
        while True:
            message = READ(self._socket.recv(timeout=30))
            if isinstance(message, protocol.Checked | protocol.Refused) and message.id == name:
                return msgspec.structs.replace(message, id=check.id)
            self._hear(message)

    def _misplayed(self, fault: Failure) -> None:
        """Tell a fault when it is new, and count it."""
        told = f"{fault.kind}: {fault.what}"
        self.faults[told] += 1
        if self.faults[told] == 1:
            detail = f"\n    wanted to play: {fault.first}" if fault.kind == UNLAWFUL and fault.first else ""
            if fault.kind != UNLAWFUL and fault.first not in ("", fault.what):
                detail = "".join(f"\n    {line}" for line in fault.first.splitlines()[-8:])
            self._warn(f"{told}; a simple choice was played instead.{detail}")

    def _hear(self, message: protocol.ServerMessage) -> None:
        """Take in a message."""
        match message:
            case protocol.Welcome():
                if self._seat < 0:
                    self._sit_down(message)
                self._look(message)
                self._regard(message.table)
            case protocol.Update():
                self._look(message)
            case protocol.TableChanged():
                self._regard(message.table)
            case protocol.Done() if self._pending is not None and message.id == self._pending.id:
                self._pending = None
                self._tell_decider(message)
            case protocol.Refused() if self._pending is not None and message.id == self._pending.id:
                self._refused(message)
            case protocol.Bye():
                if message.reason in NEVER_BACK:
                    raise Unwelcome(f"{message.text} ({message.reason})")
                if message.reason == "future":  # its games are of an older copy: we begin with what it knows
                    self._forget()
                raise OSError(0, message.text)
            case _:
                pass

    def _forget(self) -> None:
        """All that was told is told again: who decides begins anew, or everything would have happened twice."""
        self._seq, self._acted, self._pending = 0, -1, None
        self._asked, self._news, self._whole = 0, [], True
        self.close()
        self._decider = None

    def _sit_down(self, welcome: protocol.Welcome) -> None:
        """We are at the table for the first time."""
        self._seat = welcome.you[0]
        name = welcome.table.seats[self._seat].name
        self._say(f"{name} sits at {self._link.server}/g/{welcome.game} ({welcome.table.edition}).")
        if welcome.table.status == "open":
            self._say("Waiting for the game to begin.")

    def _look(self, message: protocol.Welcome | protocol.Update) -> None:
        """The game, as it stands now."""
        began = self._view is None and message.view is not None
        self._seq, self._view, self._clock = message.seq, message.view, message.clock
        self._hand = next((hand for hand in message.hands if hand.seat == self._seat), None)
        self._news += message.events
        if message.gap if isinstance(message, protocol.Welcome) else message.undone:
            self._whole = False  # some events were left out, or are no longer true
        if began:
            self._say("The game is on.")

    def _regard(self, table: types.TableInfo) -> None:
        """The table, as it is now. To somebody's wish to take a move back we agree."""
        self._table = table
        asked = table.undo_asked
        if asked is not None and self._seat in asked.waiting and asked.seq != self._consented:
            self._consented = asked.seq
            self._send(protocol.Consent(id=secrets.token_hex(8), seat=self._seat, seq=asked.seq, agree=True))

    def _refused(self, answer: protocol.Refused) -> None:
        """Our act was refused: it is chosen anew, sent again, or replaced."""
        assert self._pending is not None
        if answer.reason in ("too-fast", "unavailable"):
            time.sleep(1.0)
            self._send(self._pending)
            return
        self._pending = None
        self._tell_decider(answer)
        if answer.reason == "not-your-seat":
            raise Unwelcome(answer.text)
        if answer.reason in ("rule", "bad-action") and self._hand is not None:
            self._misplayed(Failure(UNLAWFUL, answer.rule or answer.text, ""))
            if self._acted == self._seq:
                self._play(simple_choice(self._hand))

    def _tell_decider(self, answer: protocol.Done | protocol.Refused) -> None:
        if self._decider is not None:
            self._decider.hear(answer)

    def _send(self, message: protocol.ClientMessage) -> None:
        self._socket.send(JSON.encode(message), text=True)

    def _board(self) -> bytes:
        """The board of the game, as the server gives it."""
        request = urllib.request.Request(self._link.board, headers={"Authorization": f"Bearer {self._link.key}"})
        with closing(urllib.request.urlopen(request, timeout=30)) as answer:
            return json.dumps(json.load(answer)).encode()


def play_seat(link: str, bot: str, limit_s: float = LIMIT_S, say: Callable[[str], None] = print) -> str:
    """Seat a bot at a server's table until the game is over; how it ended.

    `link` is that of the seat, `bot` a word as `passgo bot` takes it: `trader`, `my_bot.py`, `cmd:node bot.js`.
    """
    at = TableSeat(parse_link(link), decider_from(bot, limit_s), say, say)
    try:
        return at.play()
    finally:
        at.close()


def simple_choice(hand: types.Hand) -> types.Action:
    """Something simple that a seat may do."""
    by_kind = {action.kind: action for action in reversed(hand.legal)}
    wanted = [by_kind[kind] for kind in SIMPLE if kind in by_kind]
    return [*wanted, *(action for action in hand.legal if action.kind not in LAST)][0]


def reason_of(problem: Exception) -> str:
    """Why there is no connection, in few words."""
    if isinstance(problem, OSError) and problem.strerror:
        return problem.strerror
    return "it was closed" if isinstance(problem, WebSocketException) else "no answer in time"
