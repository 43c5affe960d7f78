"""uvicorn's WebSocket with a shorter way to send, back pressure, and little memory.

A table sends the same encoded message to many clients, so it is written to the transport directly, without waking a
task. While a client accepts nothing, nothing more is read from it: otherwise a client that only asks (uvicorn answers
the pings of a WebSocket by itself) could fill the server's memory with answers.

Pings, pongs and fragments never reach the application, so its limits cannot count them. They are counted here, and
what came at once is handled in small portions, so that everybody else has their turn in between. What follows a message
waits until the application has taken the message.

At any moment thousands of sockets are idle, so an idle one keeps no queue, no event and no handshake.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from passgo.server.rate_limit import Bucket, Buckets
from passgo.server.wire.frames import client_bytes, format_text, parse_text
from passgo.server.wire.handshake import Handshake

NAME = "passgo.socket"
"""Under this name the application finds its socket among the extensions of the scope."""
BAD_HANDSHAKE = (
    b"HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain\r\ncontent-length: 30\r\nconnection: close\r\n\r\n"
    b"This is no WebSocket request.\n"
)
PORTION = 1024
"""Bytes that are parsed at once. The smallest frame of a client has six bytes, so these are at most 171 frames."""
FRAMES_AT_ONCE = 100
"""After so many frames others have their turn."""
MOST_FRAGMENTS = 100
"""Of one message."""
QUIET_PER_SECOND, QUIET_BURST = 2.0, 20.0
"""What every connection may send, however much its neighbours at the same address do: nobody pays for their flood."""
NO_TEXT, POLICY = 1007, 1008
"""The codes with which a connection is ended for a text that is none, and for a flood."""
LINGER_SECONDS = 1.0
LINGER_BYTES = 1_000_000
"""After the last word to whoever broke a rule, what still comes is read and thrown away for a moment: if it were not
read, the system would throw away our last word."""


NOTHING: list[bytes] = []
OPEN = asyncio.Event()
"""The `writable` event of every socket whose client accepts what is written."""
OPEN.set()


class Inbox:
    """A queue of received messages for one reader. It takes no memory while it is empty.

    >>> async def put_and_get() -> tuple[str, bool]:
    ...     inbox = Inbox(asyncio.get_running_loop())
    ...     inbox.put_nowait("hello")
    ...     return await inbox.get(), inbox.empty()
    >>> asyncio.run(put_and_get())
    ('hello', True)
    """

    __slots__ = ("_came", "_loop", "_reader")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._came: deque[Any] | None = None
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        """Add a message."""
        if self._came is None:
            self._came = deque()
        self._came.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def empty(self) -> bool:
        """Is the queue empty?"""
        return self._came is None

    @property
    def is_awaited(self) -> bool:
        """Does the reader wait for the next message?"""
        return self._came is None and self._reader is not None

    async def get(self) -> Any:
        """Take the oldest; wait for it if there is none."""
        while self._came is None:
            self._reader = self._loop.create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        message = self._came.popleft()
        if not self._came:
            self._came = None
        return message


class FrameBudget:
    """How many frames connections may send below the application: each, and all of an address together."""

    def __init__(self, per_second: float, address_per_second: float, on_flood: Callable[[], None]) -> None:
        self._per_second, self._on_flood = per_second, on_flood
        self._addresses = Buckets(address_per_second, 4 * address_per_second)

    def meter(self, address: str) -> "FrameMeter":
        """The meter of a connection from this address."""
        return FrameMeter(self, address)

    def own(self) -> Bucket:
        """The bucket of one connection."""
        return Bucket(self._per_second, 3 * self._per_second)

    def take(self, address: str, count: int) -> bool:
        """Take so many frames from what the address may send."""
        return self._addresses.take(address, count)

    def note_flood(self) -> None:
        """A connection was ended for its frames."""
        self._on_flood()


class FrameMeter:
    """What one connection has sent below the application. It keeps no bucket before the first such frame.

    >>> async def take_often() -> list[bool]:
    ...     meter = FrameBudget(10, 10, lambda: None).meter("192.0.2.7")
    ...     return [meter.take(20), meter.take(30), meter.take(30)]
    >>> asyncio.run(take_often())
    [True, True, False]
    """

    __slots__ = ("_address", "_budget", "_own", "_quiet")

    def __init__(self, budget: FrameBudget, address: str) -> None:
        self._budget, self._address = budget, address
        self._quiet: Bucket | None = None
        self._own: Bucket | None = None

    def take(self, count: int) -> bool:
        """May so many more frames come?"""
        if self._quiet is None:
            self._quiet = Bucket(QUIET_PER_SECOND, QUIET_BURST)
        if self._quiet.take(count):
            return True
        if self._own is None:
            self._own = self._budget.own()
        return self._own.take(count) and self._budget.take(self._address, count)

    def note_flood(self) -> None:
        """The connection is ended for its frames."""
        self._budget.note_flood()


class WebSocket(WebSocketsSansIOProtocol):
    """A WebSocket."""

    # uvicorn's attributes too: there are so many that a dict of them would take 1.5 KB for each socket.
    __slots__ = (
        "_fragments",
        "_going_on",
        "_half_parsed",
        "_handshake",
        "_lingered",
        "_received",
        "_unsent",
        "app",
        "app_state",
        "asgi_version",
        "client",
        "close_sent",
        "close_timeout",
        "close_timer",
        "config",
        "conn",
        "connections",
        "curr_msg_data_type",
        "default_headers",
        "disconnected",
        "frames",
        "handshake_complete",
        "handshake_initiated",
        "initial_response",
        "last_ping_rtt",
        "logger",
        "loop",
        "meter",
        "pending_ping_payload",
        "ping_interval",
        "ping_sent_at",
        "ping_timeout",
        "ping_timer",
        "pong_timer",
        "queue",
        "read_paused",
        "request",
        "response",
        "root_path",
        "scheme",
        "scope",
        "server",
        "tasks",
        "transport",
        "writable",
    )

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._unsent = NOTHING
        self._received = b""
        """Bytes that are not parsed yet."""
        self._going_on = False
        """They will be, at the next turn of the loop."""
        self._half_parsed = 1
        """Bytes that were parsed and are no whole frame yet, or more; 0 if a frame begins with the next byte."""
        self._handshake: Handshake | None = None
        """The one that it began with, until it is answered."""
        self._fragments = 0
        self._lingered: int | None = None
        """Bytes thrown away since the last word."""
        self.meter: FrameMeter | None = None
        """Counts frames; the application sets it before it accepts the connection."""
        self.queue: Any = Inbox(self.loop)
        self.writable = OPEN

    def begin(self, line: H11Protocol, handshake: Handshake) -> None:
        """Begin with a handshake that was read on this line, as `handle_connect` does when uvicorn has read one."""
        self.connections.add(self)
        self.transport, self.server, self.client = line.transport, line.server, line.client
        self.scheme = "wss" if line.scheme == "https" else "ws"
        extensions: Any = {"websocket.http.response": {}, NAME: self}
        self.scope = {
            "type": "websocket",
            "asgi": {"version": self.asgi_version, "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": self.scheme,
            "server": self.server,
            "client": self.client,
            "root_path": self.root_path,
            "path": self.root_path + unquote(handshake.path.decode("ascii")),
            "raw_path": self.root_path.encode("ascii") + handshake.path,
            "query_string": handshake.query,
            "headers": handshake.headers,
            "subprotocols": [],
            "state": self.app_state.copy(),
            "extensions": extensions,
        }
        self._handshake, self.handshake_initiated, self._half_parsed = handshake, True, 0
        self.queue.put_nowait({"type": "websocket.connect"})
        task = self.loop.create_task(self.run_asgi())
        task.add_done_callback(self.on_task_complete)
        self.tasks.add(task)

    def _accept(self, handshake: Handshake) -> None:
        """Answer the handshake. Frames that are no whole text are read by `websockets` from here on."""
        self._handshake = None
        if self.disconnected:
            raise ClientDisconnected
        if not self.transport.is_closing():
            self.conn.state = State.OPEN
            self.conn.parser = self.conn.parse()
            next(self.conn.parser)
            self.transport.write(handshake.answer)
            self.handshake_complete = True
            self.start_keepalive()

    def handle_connect(self, event: Any) -> None:
        """A client connects with an unusual handshake: let the application know its socket."""
        super().handle_connect(event)
        if not self.close_sent:
            # ASGI promises small letters, which clients may not have used: nobody may hide a host from us.
            self.scope["headers"] = [(name.lower(), value) for name, value in self.scope["headers"]]
            extensions: Any = self.scope["extensions"]
            extensions[NAME] = self

    def forget_handshake(self) -> None:
        """Drop headers and addresses of the request: they take more memory than a game, and nobody needs them."""
        self.scope.clear()  # type: ignore[attr-defined]
        if hasattr(self, "request"):
            self.request.headers.clear()
            self.response.headers.clear()

    def write_text(self, text: bytes) -> bool:
        """Write a text, if it can leave at once; False if it must wait.

        Texts that follow each other at once, like an update and the answer to the move, are written together a moment
        later: that is one system call instead of two.
        """
        if self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        if self._unsent:
            self._unsent.append(format_text(text))
        else:
            self._unsent = [format_text(text)]
            self.loop.call_soon(self._flush)
        return True

    def _flush(self) -> None:
        unsent, self._unsent = self._unsent, NOTHING
        if unsent and not self.close_sent and not self.transport.is_closing():
            self.transport.write(unsent[0] if len(unsent) == 1 else b"".join(unsent))

    async def send(self, message: Any) -> None:
        """Send a message of the application, after the texts that still wait."""
        if self._unsent:
            self._flush()
        if self._handshake is not None and message["type"] == "websocket.accept":
            self._accept(self._handshake)
        else:
            await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # refused in words; uvicorn would complain that nothing was said
        if self._received:  # what came before the connection was accepted, or after the last word
            self._go_on_soon()

    # Receiving, in portions

    def data_received(self, data: bytes) -> None:
        """Bytes came. What cannot be handled at once is kept, and nothing more is read meanwhile."""
        if self._lingered is not None:
            self._lingered += len(data)
            if self._lingered > LINGER_BYTES:
                self.transport.abort()
            return
        if not self._received and self._take_text(data):
            return
        self._received = self._received + data if self._received else data
        if not self._going_on:
            self._parse()

    def _take_text(self, data: bytes) -> bool:
        """Take a text that came whole and alone, without the parser. False if it is anything else."""
        if self._half_parsed or self._fragments or self.close_sent or self._must_wait:
            return False
        text = parse_text(data) if len(data) <= self.config.ws_max_size else None
        if text is None:
            return False
        if not self.queue.is_awaited:
            self.read_paused = True
            self.transport.pause_reading()
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        return True

    def _parse(self) -> None:
        """Parse and handle what came, until it is the others' turn or the application has a message to take."""
        data, at, frames = self._received, 0, 0
        while at < len(data) and not self._must_wait and frames < FRAMES_AT_ONCE:
            portion = data[at : at + PORTION] if at or len(data) > PORTION else data
            at += len(portion)
            self.conn.receive_data(portion)
            self._note_parsed(portion)
            frames += len(self.conn.events)
            if self._is_flood():
                return self._end_flood()
            if self.conn.parser_exc is not None:
                return self.handle_parser_exception()
            self.handle_events()
        if not self.handshake_initiated:
            return self._refuse_handshake()
        self._received = b"" if self.transport.is_closing() else data[at:]
        if self._received:
            self.transport.pause_reading()
            if not self._must_wait:
                self._go_on_soon()
        return None

    def _note_parsed(self, portion: bytes) -> None:
        """Note how much of what was parsed is no whole frame yet."""
        if self.handshake_initiated:
            frames = [event for event in self.conn.events if isinstance(event, Frame)]
            self._half_parsed += len(portion) - sum(map(client_bytes, frames))
        elif self.conn.events and portion.find(b"\r\n\r\n") == len(portion) - 4:
            self._half_parsed = 0

    def _refuse_handshake(self) -> None:
        """End a connection whose request came whole and is no handshake, such as one that announces a body.

        uvicorn would wait for ever, and no deadline of a request holds here any more.
        """
        self._received = b""
        self.transport.write(BAD_HANDSHAKE)
        self.transport.close()

    @property
    def _must_wait(self) -> bool:
        """Must what came wait: for the application, for the client to take what was written, or for ever?"""
        accepting = self.handshake_initiated and not self.handshake_complete
        return self.read_paused or accepting or not self.writable.is_set() or self.transport.is_closing()

    def _go_on_soon(self) -> None:
        if not self._going_on:
            self._going_on = True
            self.loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        """Go on with what came earlier; when all of it is handled, more may be read."""
        self._going_on = False
        self._parse()
        if not self._received and not self._must_wait and self._lingered is None:
            self.transport.resume_reading()

    def _is_flood(self) -> bool:
        """Count the frames that were parsed: are they too many, or too many pieces of one message?

        Whole messages are the application's to count, which takes them one by one; after its last word it takes none.
        """
        count = 0
        for event in self.conn.events:
            if not isinstance(event, Frame):
                continue
            if event.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
                whole = event.fin and event.opcode is not Opcode.CONT
                self._fragments = 0 if event.fin else self._fragments + 1
                count += not whole or self.close_sent
            else:
                count += 1
            if self._fragments > MOST_FRAGMENTS:
                return True
        return bool(count) and self.meter is not None and not self.meter.take(count)

    def _end_flood(self) -> None:
        """End the connection, with a word why if it has not had one yet."""
        if self.meter is not None:
            self.meter.note_flood()
        self.conn.events.clear()
        self.conn.writes.clear()
        if self.close_sent or not self.handshake_complete:
            self._received, self._lingered = b"", 0
            return self.transport.abort()
        if self.conn.close_sent is None:
            self.conn.fail(POLICY, "too many frames")
        return self._end(POLICY)

    def handle_parser_exception(self) -> None:
        """A frame breaks the protocol, or a message is too long: `websockets` has said why."""
        said = self.conn.close_sent
        self._end(POLICY if said is None else said.code)

    def send_receive_event_to_app(self) -> None:
        """A message is whole. If it says that it is a text and is none, uvicorn would call that a fault in the log."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.fail(NO_TEXT, "no UTF-8")
                return self._end(NO_TEXT)
        return super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        """A ping came. If what ended the connection came with it, nothing more is said."""
        if self._lingered is None:
            super().handle_ping()

    def _end(self, code: int) -> None:
        """Send the last word, and give the client a moment to hear it."""
        self._received, self._lingered = b"", 0
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.close_sent = True
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(LINGER_SECONDS, self.transport.abort)
        self.transport.resume_reading()
        if self.transport.can_write_eof():  # whoever has heard it all hangs up at once
            self.transport.write_eof()

    # Back pressure

    def pause_writing(self) -> None:
        """The client does not accept what was written: read nothing from it."""
        self.writable = asyncio.Event()
        if not self.read_paused:
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        """The client accepts again."""
        self.writable.set()
        self.writable = OPEN
        self._read_on()

    async def receive(self) -> Any:
        """The next received message; when the queue is empty, more may be read."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self._read_on()
        return message

    def _read_on(self) -> None:
        """Read on, if nothing stands against it; what came earlier comes first."""
        if self._received:
            self._go_on_soon()
        elif not self.read_paused and self.writable.is_set():
            self.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone, and with it what was not handled."""
        self._received = b""
        super().connection_lost(exc)
