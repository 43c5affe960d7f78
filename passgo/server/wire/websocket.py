"""uvicorn's WebSocket with a shorter way to send, back pressure, and little memory.

A table sends the same encoded message to many clients, so it is written to the transport directly, without waking a
task. While a client accepts nothing, nothing more is read from it: otherwise a client that only asks (uvicorn answers
the pings of a WebSocket by itself) could fill the server's memory with answers.

At any moment thousands of sockets are idle, so an idle one keeps no queue, no event and no handshake.
"""

import asyncio
from collections import deque
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

NAME = "passgo.socket"
"""Under this name the application finds its socket among the extensions of the scope."""
TEXT = b"\x81"
"""The first byte of a frame that is a whole text."""


NOTHING: list[bytes] = []
OPEN = asyncio.Event()
"""The `writable` event of every socket whose client accepts what is written."""
OPEN.set()


class Inbox:
    """A queue of received messages for one reader. It takes no memory while it is empty.

    >>> inbox = Inbox()
    >>> inbox.put_nowait("hello")
    >>> asyncio.run(inbox.get()), inbox.empty()
    ('hello', True)
    """

    __slots__ = ("_came", "_reader")

    def __init__(self) -> None:
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

    async def get(self) -> Any:
        """Take the oldest; wait for it if there is none."""
        while self._came is None:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        message = self._came.popleft()
        if not self._came:
            self._came = None
        return message


class WebSocket(WebSocketsSansIOProtocol):
    """A WebSocket."""

    # uvicorn's attributes too: there are so many that a dict of them would take 1.5 KB for each socket.
    __slots__ = (
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
        self.queue: Any = Inbox()
        self.writable = OPEN

    def handle_connect(self, event: Any) -> None:
        """A client connects: let the application know its socket."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: Any = self.scope["extensions"]
            extensions[NAME] = self

    def forget_handshake(self) -> None:
        """Drop headers and addresses of the request: they take more memory than a game, and nobody needs them."""
        self.scope.clear()  # type: ignore[attr-defined]
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
            self._unsent.append(frame(text))
        else:
            self._unsent = [frame(text)]
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
        await super().send(message)

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
        if not self.read_paused:
            self.transport.resume_reading()

    async def receive(self) -> Any:
        """The next received message; when the queue is empty, more may be read."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            if self.writable.is_set():
                self.transport.resume_reading()
        return message


def frame(text: bytes) -> bytes:
    """A text as a server's frame, which is not masked.

    >>> frame(b"hi"), frame(b"x" * 200)[:4]
    (b'\\x81\\x02hi', b'\\x81~\\x00\\xc8')
    """
    size = len(text)
    if size < 126:
        return b"".join((TEXT, size.to_bytes(1, "big"), text))
    if size < 2**16:
        return b"".join((TEXT, b"\x7e", size.to_bytes(2, "big"), text))
    return b"".join((TEXT, b"\x7f", size.to_bytes(8, "big"), text))
