"""One connection: its first message, its requests, and its queue of messages to send.

It speaks ASGI without a framework: a server has thousands of idle connections, and each layer would cost memory for
each of them. For the same reason a writer task runs only while there is something to send.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any

import msgspec

from passgo.server.keys import hash_key, is_among
from passgo.server.rate_limit import Bucket
from passgo.server.store import Unavailable
from passgo.server.table.lobby import Lobby, Room
from passgo.server.table.state import GameState
from passgo.server.wire import protocol
from passgo.server.wire.admission import Admission, Full
from passgo.server.wire.types import LARGEST_MESSAGE, Reason
from passgo.server.wire.websocket import WebSocket

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
logger = logging.getLogger(__name__)
DECODE = msgspec.json.Decoder(protocol.ClientMessage).decode
ENCODE = msgspec.json.Encoder().encode
MOST_FAULTS = 50
"""After so many messages that are wrong or too fast, the server ends the connection."""
CLOSE_CODES: dict[Reason, int] = {"bad-message": 4400, "bad-key": 4403, "no-game": 4404, "too-fast": 4429}
MOVES = frozenset((protocol.Act, protocol.Check, protocol.Chance))
"""Requests that the rules of the game limit; of all others a seat has so many in a while."""
UNHEARD = "You gave up your seat, and this game is not public."


class JustId(msgspec.Struct):
    """All that is read of a bad message: the id of the request that it was meant to be."""

    id: str = ""


class Disconnected(Exception):
    """The client is gone."""


class Ended(Exception):
    """The server ends the connection, and says why."""

    def __init__(self, reason: Reason, text: str) -> None:
        super().__init__(text)
        self.reason, self.text = reason, text


class Connection:
    """A client."""

    __slots__ = (
        "__weakref__",
        "_admission",
        "_bucket",
        "_dismissal",
        "_dropped",
        "_faults",
        "_keys",
        "_limits",
        "_lobby",
        "_may_watch",
        "_receive",
        "_receiving",
        "_send",
        "_socket",
        "_task",
        "_waiting",
        "_writer",
        "address",
        "seats",
    )

    def __init__(
        self,
        address: str,
        receive: Receive,
        send: Send,
        lobby: Lobby,
        admission: Admission,
        socket: WebSocket | None = None,
    ) -> None:
        self.address, self._receive, self._send, self._socket = address, receive, send, socket
        self._lobby, self._limits, self._admission = lobby, lobby.host.limits, admission
        self._waiting: deque[bytes] | None = None
        """Messages to be sent; None while there is nothing to send."""
        self._writer: asyncio.Task[None] | None = None
        self._bucket = Bucket(self._limits.messages_per_second, self._limits.messages_burst)
        self._keys: dict[int, str] = {}
        self._faults = 0
        self._task: asyncio.Task[Any] | None = None
        """The task that serves the connection."""
        self._receiving = False
        self._dropped = False
        self._dismissal: Ended | None = None
        """Why the server ends the connection; from then on it is told nothing but the answer to its last request."""
        self._may_watch = False
        """May it listen without a seat?"""
        self.seats: tuple[int, ...] = ()

    # What a table needs of a listener

    def send(self, message: bytes) -> None:
        """Send what everybody at the table is told, without waiting."""
        if self._dismissal is None:
            self._post(message)

    def _post(self, message: bytes) -> None:
        """Send a message: at once if possible, otherwise through a queue and a writer task.

        A client that lets the queue fill up is dropped.
        """
        if self._dropped:
            return
        if self._waiting is None:
            if self._socket is not None and self._socket.write_text(message):
                return
            self._waiting = deque((message,))
            self._writer = asyncio.create_task(self._write())
        elif len(self._waiting) >= self._limits.queue:
            self._lobby.host.metrics.dropped_readers.inc()
            self._drop()
        else:
            self._waiting.append(message)

    def recheck(self, state: GameState) -> None:
        """Keep only the seats whose keys still fit. Without any, only those who may watch go on listening."""
        self._keys = {seat: key for seat, key in self._keys.items() if state.seats[seat].key == key}
        self.seats = tuple(self._keys)
        if not self.seats and not self._may_watch:
            self.dismiss("left", UNHEARD)

    def dismiss(self, reason: Reason, text: str) -> None:
        """End the connection with a word why. A request in progress is answered first."""
        if self._dismissal is None:
            self._dismissal = Ended(reason, text)
            self._stop_receiving()

    def _drop(self) -> None:
        """End the connection without a message. A request in progress is finished first."""
        self._dropped = True
        self._stop_receiving()

    def _stop_receiving(self) -> None:
        if self._receiving and self._task is not None:
            self._task.cancel()

    # The course of a connection

    async def run(self) -> None:
        """Serve the connection from its first message to its end."""
        room: Room | None = None
        self._task = asyncio.current_task()
        self._admission.receive(self)
        try:
            room, last = await self._enter()
            self.send(await room.table.attach(self, last))
            self._admission.entrance.serve(self)
            room.driver.wake()
            while not self._dropped:
                await self._handle(room, await self._next())
        except Ended as ended:
            self._dismissal = ended
            await self._send_bye(ended)
        except Unavailable as problem:
            await self._send_bye(Ended("unavailable", problem.reason))
        except Disconnected:
            pass
        except asyncio.CancelledError:
            if not self._dropped:
                raise
        finally:
            self._admission.leave(self)
            self._admission.entrance.serve(self)
            self._dropped = True
            if self._writer is not None:
                self._writer.cancel()
            if room is not None:
                with suppress(Exception):  # the store may be down too; the next reader of the log corrects it
                    await room.table.detach(self)
                    room.driver.wake()

    async def _enter(self) -> tuple[Room, int]:
        """Read the first message, and find the seats of its keys."""
        try:
            async with asyncio.timeout(self._limits.hello_seconds):
                message = self._decode(await self._next())
        except TimeoutError:
            # On a slow line it may be on its way: so this is no reason after which a browser gives up.
            raise Ended("unavailable", "The first message did not come.") from None
        if not isinstance(message, protocol.Hello):
            raise Ended("bad-message", "The first message must be hello.")
        self._admit(lambda: self._admission.greet(self, named=bool(message.seats)))
        self._admission.entrance.greet(self)
        room = await self._lobby.room(message.game, urgent=bool(message.seats))
        if room is None:
            raise Ended("no-game", "There is no such game.")
        table = room.table
        if message.last > table.state.seq or not keys_fit(table.state, message):
            await table.refresh()  # another process may know more
        if message.last > table.state.seq:
            raise Ended("future", f"The game is at {table.state.seq}, and has not come to {message.last} yet.")
        if self._dismissal is not None:  # it had to make room while it waited
            raise self._dismissal
        self._identify(table.state, message)
        enter = self._admission.seat if self.seats else self._admission.watch
        self._admit(lambda: enter(self, table.game))
        return room, message.last

    def _admit(self, ask: Callable[[], None]) -> None:
        """Ask for a place, and end the connection if there is none."""
        try:
            ask()
        except Full as problem:
            raise Ended("full", str(problem)) from None

    def _identify(self, state: GameState, hello: protocol.Hello) -> None:
        """Find the seats of the keys; whoever has none must be allowed to watch.

        One key must fit. Another may be of a seat that was given up, and the answer to that was lost.
        """
        keys = set(map(hash_key, hello.seats))
        self._keys = {n: body.key for n, body in enumerate(state.seats) if body.key and body.key in keys}
        if keys and not self._keys:
            raise Ended("bad-key", "No seat has this key.")
        self._may_watch = state.created.public or is_among(hello.watch, state.watch)
        if not self._keys and not self._may_watch:
            raise Ended("bad-key", "This game is not public: a key is needed to watch it.")
        self.seats = tuple(sorted(self._keys))

    async def _next(self) -> bytes:
        """The next message of the client."""
        self._receiving = True
        try:
            if self._dropped:
                raise asyncio.CancelledError
            if self._dismissal is not None:
                raise self._dismissal
            received = await self._receive()
        except asyncio.CancelledError:
            if self._dismissal is None or self._dropped or self._task is None:
                raise
            self._task.uncancel()
            raise self._dismissal from None
        finally:
            self._receiving = False
        if received["type"] == "websocket.disconnect":
            raise Disconnected
        text = received.get("text")
        data: bytes = text.encode() if text is not None else received.get("bytes") or b""
        self._lobby.host.metrics.messages.inc()
        if len(data) > LARGEST_MESSAGE:
            raise Ended("bad-message", f"A message has at most {LARGEST_MESSAGE} bytes.")
        return data

    def _decode(self, data: bytes) -> protocol.ClientMessage:
        try:
            message: protocol.ClientMessage = DECODE(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
            raise Ended("bad-message", f"This is no message of the protocol: {problem}"[:300]) from None
        if message.v != protocol.VERSION:
            raise Ended("version", f"This server speaks version {protocol.VERSION} of the protocol.")
        return message

    async def _handle(self, room: Room, data: bytes) -> None:
        """Answer one message."""
        wait = self._bucket.wait()
        if wait > 0:
            await asyncio.sleep(wait)
        if not self._lobby.messages.take(self.address):
            self._lobby.host.metrics.refused.labels("too-fast").inc()
            return self._refuse(room, data, Ended("too-fast", "Too many messages: wait a little."))
        try:
            message = self._decode(data)
        except Ended as problem:
            return self._refuse(room, data, problem)
        if isinstance(message, protocol.Ping):
            return self._post(ENCODE(protocol.Pong(id=message.id, now=room.table.now())))
        if isinstance(message, protocol.Hello):
            return self._refuse(room, data, Ended("bad-message", "Hello came already."))
        if message.seat not in self.seats:
            return self._refuse(room, data, Ended("not-your-seat", "This connection does not hold that seat."))
        if type(message) not in MOVES and not room.requests.may_note(message.seat):
            return self._refuse(room, data, Ended("too-fast", "Too many requests of this seat: wait a little."))
        try:
            answer: Any = await room.requests.answer(message, self._keys[message.seat], self.seats)
        except Exception as problem:  # a mistake of ours must not cost somebody the connection
            if not isinstance(problem, Unavailable):
                logger.error("answering failed", extra={"game": room.table.game}, exc_info=problem)
            text = "It could not be kept. Nothing was done: send the same again."
            if isinstance(problem, Unavailable):
                text = problem.reason
            seq = room.table.state.seq
            answer = protocol.Refused(id=message.id, seq=seq, reason="unavailable", text=text)
        return self._post(ENCODE(answer))

    def _refuse(self, room: Room, data: bytes, problem: Ended) -> None:
        """Answer why a message is not looked at. After many such messages the connection is ended."""
        self._faults += 1
        if self._faults > MOST_FAULTS:
            raise Ended("too-fast", "Too many messages that cannot be taken.")
        request = ""
        with suppress(msgspec.MsgspecError, UnicodeError, RecursionError):
            request = msgspec.json.decode(data, type=JustId).id[:40]
        seq = room.table.state.seq
        self._post(ENCODE(protocol.Refused(id=request, seq=seq, reason=problem.reason, text=problem.text)))

    async def _write(self) -> None:
        """Send the waiting messages one by one. A client that accepts nothing for too long is dropped."""
        waiting = self._waiting
        assert waiting is not None
        try:
            while waiting:
                async with asyncio.timeout(self._limits.send_seconds):
                    await self._send({"type": "websocket.send", "text": waiting[0].decode()})
                waiting.popleft()
            self._waiting = self._writer = None
        except TimeoutError:
            self._lobby.host.metrics.dropped_readers.inc()
            self._drop()
        except (RuntimeError, OSError):  # uvicorn's ways to say that the client is gone
            self._drop()

    async def _send_bye(self, ended: Ended) -> None:
        """Send the last message, and close the connection."""
        if self._writer is not None:
            await asyncio.wait([self._writer], timeout=1)
        bye = ENCODE(protocol.Bye(reason=ended.reason, text=ended.text)).decode()
        with suppress(RuntimeError, OSError, TimeoutError):
            async with asyncio.timeout(1):
                await self._send({"type": "websocket.send", "text": bye})
                await self._send({"type": "websocket.close", "code": CLOSE_CODES.get(ended.reason, 4000)})


def keys_fit(state: GameState, hello: protocol.Hello) -> bool:
    """Do all keys of a hello belong to the game, as far as this process knows?"""
    seats = {body.key for body in state.seats}
    if hello.seats:
        return all(hash_key(key) in seats for key in hello.seats)
    return state.created.public or is_among(hello.watch, state.watch)
