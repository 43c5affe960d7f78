"""The line to one client: uvicorn's WebSocket, with a shorter way out and no patience for those who do not read.

What a table tells goes to many clients and is encoded already, so it may be written to the line as it is, without
waking a task for it. And while a client takes nothing, nothing more is read from it: otherwise whoever only asks (a
WebSocket's own pings are answered below us) could fill the server's memory with answers.

Thousands of lines are silent at any moment, so one that is silent keeps nothing: no queue, no event, no handshake.
"""

import asyncio
from collections import deque
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

NAME = "passgo.line"
"""Under this name an application finds its line among the extensions of the scope."""
TEXT = b"\x81"
"""The first byte of a frame that is a whole text."""


NOTHING: list[bytes] = []
OPEN = asyncio.Event()
"""The state of every line that takes what it is given."""
OPEN.set()


class Inbox:
    """What came and was not taken yet: a queue for one reader, which weighs nothing while it is empty.

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
        """Something came."""
        if self._came is None:
            self._came = deque()
        self._came.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def empty(self) -> bool:
        """Is all of it taken?"""
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

    # Attributes of uvicorn's, too: there are so many that in a dict they would take 1.5 KB for each line.
    __slots__ = (
        "_said",
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
        self._said = NOTHING
        self.queue: Any = Inbox()
        self.writable = OPEN

    def handle_connect(self, event: Any) -> None:
        """A client knocks: let the application know its line."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: Any = self.scope["extensions"]
            extensions[NAME] = self

    def forget_handshake(self) -> None:
        """The line is open: headers and addresses of the request weigh more than a game, and nobody asks for them."""
        self.scope.clear()  # type: ignore[attr-defined]
        self.request.headers.clear()
        self.response.headers.clear()

    def write_text(self, text: bytes) -> bool:
        """Write a text, if it can leave at once. Otherwise it was not written, and has to wait.

        What is said in one breath, like a move's news and the answer to it, is written together a moment later: that
        is one call of the system instead of two.
        """
        if self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        if self._said:
            self._said.append(framed(text))
        else:
            self._said = [framed(text)]
            self.loop.call_soon(self._speak)
        return True

    def _speak(self) -> None:
        said, self._said = self._said, NOTHING
        if said and not self.close_sent and not self.transport.is_closing():
            self.transport.write(said[0] if len(said) == 1 else b"".join(said))

    async def send(self, message: Any) -> None:
        """Send what an application says; what was said before comes first."""
        if self._said:
            self._speak()
        await super().send(message)

    # Whoever takes nothing is not read

    def pause_writing(self) -> None:
        """The client does not take what was written."""
        self.writable = asyncio.Event()
        if not self.read_paused:
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        """It does again."""
        self.writable.set()
        self.writable = OPEN
        if not self.read_paused:
            self.transport.resume_reading()

    async def receive(self) -> Any:
        """The next thing that came; when all of it is taken, more may be read."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            if self.writable.is_set():
                self.transport.resume_reading()
        return message


def framed(text: bytes) -> bytes:
    """A text as a server's frame, which is not masked.

    >>> framed(b"hi"), framed(b"x" * 200)[:4]
    (b'\\x81\\x02hi', b'\\x81~\\x00\\xc8')
    """
    size = len(text)
    if size < 126:
        return b"".join((TEXT, size.to_bytes(1, "big"), text))
    if size < 2**16:
        return b"".join((TEXT, b"\x7e", size.to_bytes(2, "big"), text))
    return b"".join((TEXT, b"\x7f", size.to_bytes(8, "big"), text))
