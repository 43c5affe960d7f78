"""A browser as `web/src/state/connection.ts` has it: it comes back after a loss, and insists on an answer."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from passgo.server.wire import protocol
from tests.simulation.network import Line, Network
from tests.simulation.process import Process

WAITS = (0.3, 0.7, 1.5, 3.0, 5.0, 10.0)
PING_EVERY, SILENCE, OPENING, AGAIN_AFTER = 15.0, 10.0, 8.0, 1.0
FINAL = ("no-game", "bad-key", "version", "bad-message")
NOT_NOW = ("unavailable", "too-fast")


@dataclass
class Asked:
    """A request, how often it was sent, and all answers to it."""

    id: str
    kind: str
    seat: int
    fields: dict[str, Any]
    text: bytes
    holder: str = ""
    """The hash of the key by which the seat was held."""
    sent: int = 0
    answers: list[Any] = field(default_factory=list)

    @property
    def settled(self) -> Any:
        """The answer on which the asker relies; None while there is none."""
        final = [answer for answer in self.answers if getattr(answer, "reason", "") not in NOT_NOW]
        return final[0] if final else None


class Browser:
    """One browser at one table."""

    def __init__(
        self, network: Network, find_process: Callable[[], Process | None], chance: Random, game: str, **hello: Any
    ) -> None:
        self._network, self._find_process, self._chance = network, find_process, chance
        self.game, self.hello, self.address = game, hello, f"10.0.0.{chance.randrange(250)}"
        self._loop = network.world.outside
        self._line: Line | None = None
        self._tries = 0
        self._timer: Any = None
        self._heart: Any = None
        self._bye: protocol.Bye | None = None
        self.welcomed = False
        self.refused = False
        self.seq = 0
        self.unanswered: dict[str, Asked] = {}
        self.asked: list[Asked] = []
        self.heard: list[tuple[int, Any]] = []
        """Every message, with the number of the line by which it came."""
        self.you: list[int] = []
        self.view: Any = None
        self.table: Any = None
        self.hands: dict[int, Any] = {}

    # Asking

    def request(self, kind: str, seat: int, holder: str = "", **fields: Any) -> Asked:
        """Ask for something, and insist on an answer. A consent is to the question on the screen."""
        if kind == "consent":
            fields = {"seq": self.table.undo_asked.seq if self.table.undo_asked else 0, **fields}
        name = self._chance.randbytes(9).hex()
        text = msgspec.json.encode({"v": 1, "type": kind, "id": name, "seat": seat, **fields})
        asked = self.unanswered[name] = Asked(name, kind, seat, fields, text, holder)
        self.asked.append(asked)
        self.send(asked)
        return asked

    def send(self, asked: Asked) -> None:
        """Send a request, if there is somebody to hear it."""
        if self.welcomed and self._line is not None:
            for _ in range(2 if self._network.weather.happens(self._network.weather.twice) else 1):
                asked.sent += 1
                self._line.say(asked.text)

    def babble(self, text: bytes) -> None:
        """Send something that nobody has to understand."""
        if self.welcomed and self._line is not None:
            self._line.say(text)

    # The connection

    def start(self) -> None:
        """Connect."""
        self._bye, self.welcomed = None, False
        self._stop(self._timer)
        line = Line(
            self._network, self._find_process(), lambda m: self._hear(line, m), lambda: self._lose(line), self.address
        )
        self._line = line
        self._timer = self._loop.call_later(OPENING, self._lose, line)
        line.say(msgspec.json.encode({"v": 1, "type": "hello", "game": self.game, "last": self.seq, **self.hello}))

    def stop(self) -> None:
        """Close the browser."""
        self._drop()

    def again(self) -> None:
        """Connect anew."""
        self._drop()
        self.start()

    def _stop(self, timer: Any) -> None:
        if timer is not None:
            timer.cancel()

    def _drop(self) -> None:
        self._stop(self._timer)
        self._stop(self._heart)
        line, self._line, self.welcomed = self._line, None, False
        if line is not None:
            line.hang_up()

    def _lose(self, line: Line) -> None:
        """The connection is over, or counts as over."""
        if line is not self._line:
            return
        bye = self._bye
        self._drop()
        if bye is not None and bye.reason in FINAL:
            self.refused = True
            return
        wait = WAITS[min(self._tries, len(WAITS) - 1)]
        self._tries += 1
        self._timer = self._loop.call_later(wait * (0.8 + 0.4 * self._chance.random()), self.start)

    # Hearing

    def _hear(self, line: Line, message: Any) -> None:
        if line is not self._line:
            return
        self.heard.append((line.number, message))
        self._beat()
        match message:
            case protocol.Done() | protocol.Refused() | protocol.Checked() | protocol.Invited() | protocol.Pong():
                self._answer(message)
                return
            case protocol.Bye():
                self._bye = message
                return
            case protocol.Welcome():
                self._enter(message)
            case protocol.Update():
                if message.after > self.seq:  # something is missing: the next welcome brings it
                    self.again()
                    return
                if message.seq <= self.seq:
                    return
                self._see(message)
            case protocol.TableChanged():
                self.table = message.table
        self.seq = max(self.seq, message.seq)

    def _enter(self, message: protocol.Welcome) -> None:
        self._stop(self._timer)
        self.welcomed, self._tries, self.you, self.table = True, 0, message.you, message.table
        self._see(message)
        for asked in list(self.unanswered.values()):
            self.send(asked)

    def _see(self, message: Any) -> None:
        self.view, self.hands = message.view, {hand.seat: hand for hand in message.hands}

    def _answer(self, message: Any) -> None:
        asked = next((asked for asked in reversed(self.asked) if asked.id == message.id), None)
        if asked is not None:
            asked.answers.append(message)
        if message.id not in self.unanswered:
            return
        if isinstance(message, protocol.Refused) and message.reason in NOT_NOW:
            self._loop.call_later(AGAIN_AFTER, self._insist, message.id)
            return
        del self.unanswered[message.id]

    def _insist(self, name: str) -> None:
        if name in self.unanswered:
            self.send(self.unanswered[name])

    def _beat(self) -> None:
        self._stop(self._heart)
        self._heart = self._loop.call_later(PING_EVERY, self._ping)

    def _ping(self) -> None:
        if self._line is not None and self.welcomed:
            self._line.say(msgspec.json.encode({"v": 1, "type": "ping", "id": self._chance.randbytes(9).hex()}))
            self._heart = self._loop.call_later(SILENCE, self._lose, self._line)
