"""The line to one client: uvicorn's WebSocket, with a shorter way out and no patience for those who do not read.

What a table tells goes to many clients and is encoded already, so it may be written to the line as it is, without
waking a task for it. And while a client takes nothing, nothing more is read from it: otherwise whoever only asks (a
WebSocket's own pings are answered below us) could fill the server's memory with answers.
"""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

NAME = "passgo.line"
"""Under this name an application finds its line among the extensions of the scope."""
TEXT = b"\x81"
"""The first byte of a frame that is a whole text."""


NOTHING: list[bytes] = []


class Line(WebSocketsSansIOProtocol):
    """A WebSocket."""

    _said = NOTHING

    def handle_connect(self, event: Any) -> None:
        """A client knocks: let the application know its line."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: Any = self.scope["extensions"]
            extensions[NAME] = self

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
        super().pause_writing()
        if not self.read_paused:
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        """It does again."""
        super().resume_writing()
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
