"""A person in a seat at a server's table: what the server says is kept until somebody looks, and nothing is decided."""

import queue
import secrets
import threading

from passgo.clients.deciders import Decider
from passgo.clients.link import SeatLink
from passgo.clients.table_seat import READ, TableSeat, Unwelcome
from passgo.server.wire import protocol, types

Heard = (
    protocol.Welcome | protocol.Update | protocol.TableChanged | protocol.ChatSaid | protocol.Refused | protocol.Done
)
News = Heard | str
"""What the screen has to know: messages, or in words how the connection is."""

AGAIN = ("too-fast", "unavailable")
"""Reasons for which the same is sent again."""


def nobody(*_: object) -> Decider:
    """Who decides for a person: nobody."""
    raise AssertionError("a person decides")


class PersonSeat(TableSeat):
    """The seat of a person. It listens in a thread; `news` has what was heard, in order."""

    def __init__(self, link: SeatLink) -> None:
        self.news: queue.SimpleQueue[News] = queue.SimpleQueue()
        super().__init__(link, nobody, lambda text: None, self.news.put)
        self.ended = ""
        """How it ended, when it has."""

    def listen(self) -> None:
        """Listen from now on, beside the screen."""
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            self.ended = self.play()
        except Unwelcome as problem:
            self.ended = str(problem)
        self.news.put(self.ended)

    @property
    def seat(self) -> int:
        """Which seat it is; below 0 until the server has said so."""
        return self._seat

    def act(self, action: types.Action) -> None:
        """Send an action; should the line be lost, it is sent again when there is one."""
        try:
            self._play(action)
        except Exception as problem:  # the thread that listens makes a new connection and sends it again
            self.news.put(f"There is no connection ({problem}); trying again.")

    def undo(self) -> None:
        """Ask to take back the last action."""
        self._send(protocol.Undo(id=secrets.token_hex(8), seat=self._seat, seq=self._seq))

    def consent(self, seq: int, agree: bool) -> None:
        """Answer somebody's wish to take a move back."""
        self._send(protocol.Consent(id=secrets.token_hex(8), seat=self._seat, seq=seq, agree=agree))

    def talk(self, text: str) -> None:
        """Say something at the table."""
        self._send(protocol.Chat(id=secrets.token_hex(8), seat=self._seat, text=text))

    def _attend(self) -> str:
        """Hear until the game is over."""
        while (ended := self._ending()) is None:
            self._hear(READ(self._socket.recv()))
        return ended

    def _ending(self) -> str | None:
        """Who is out of the game may watch the rest of it."""
        ended = super()._ending()
        over = self._view is None or self._view.phase == "game-over" or self._table.status == "abandoned"
        return ended if over else None

    def _hear(self, message: protocol.ServerMessage) -> None:
        """Take in a message, and pass it on."""
        super()._hear(message)
        if isinstance(message, protocol.Refused) and message.reason in AGAIN:
            return
        if isinstance(message, Heard):
            self.news.put(message)

    def _regard(self, table: types.TableInfo) -> None:
        """The table, as it is now. Whether a move is taken back, the person says."""
        self._table = table

    def _refused(self, answer: protocol.Refused) -> None:
        """What was refused is for the person to choose anew."""
        if answer.reason in AGAIN:
            super()._refused(answer)
            return
        self._pending, self._acted = None, -1
        if answer.reason == "not-your-seat":
            raise Unwelcome(answer.text)
