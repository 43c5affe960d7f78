"""The network: requests by HTTP and WebSockets, in process and by ASGI, with all that happens to them on their way."""

import asyncio
from collections import deque
from collections.abc import Callable, MutableMapping
from typing import Any, NamedTuple, Protocol

import msgspec

from passgo.server.wire import protocol
from tests.simulation.loop import World
from tests.simulation.process import Process
from tests.simulation.weather import Weather

READ = msgspec.json.Decoder(protocol.ServerMessage, strict=True).decode
NOTICED_AFTER = 40.0
"""Seconds after which a server notices by its pings that nobody is there."""
HTTP_PATIENCE = 10.0
HOST = (b"host", b"localhost")
Message = MutableMapping[str, Any]


class Reply(NamedTuple):
    """An answer by HTTP."""

    status: int
    body: bytes


class Lost(Exception):
    """No answer came."""


class Witness(Protocol):
    """Somebody who sees all that the server says, whether it arrives or not."""

    def told(self, line: "Line", message: Any) -> None:
        """A server sends a message."""

    def replied(self, process: Process, path: str, body: bytes, reply: Reply) -> None:
        """A server answers a request."""


class Network:
    """All lines between players and processes."""

    def __init__(self, world: World, weather: Weather, witness: Witness) -> None:
        self.world, self.weather, self.witness = world, weather, witness
        self.lines = 0

    # HTTP

    async def exchange(
        self,
        process: Process | None,
        method: str,
        path: str,
        body: bytes = b"",
        key: str = "",
        address: str = "1.1.1.1",
    ) -> Reply:
        """Ask for something by HTTP, and wait for the answer; `Lost` if none comes."""
        answer: asyncio.Future[Reply] = self.world.outside.create_future()
        if process is not None and process.alive:
            for _ in range(2 if self.weather.happens(self.weather.twice) else 1):
                if not self.weather.happens(self.weather.lost):
                    self._deliver(process, answer, method, path, body, key, address)
        try:
            async with asyncio.timeout(HTTP_PATIENCE):
                return await answer
        except TimeoutError:
            raise Lost from None

    def _deliver(
        self,
        process: Process,
        answer: asyncio.Future[Reply],
        method: str,
        path: str,
        body: bytes,
        key: str,
        address: str,
    ) -> None:
        headers = [HOST, (b"content-type", b"application/json")]
        if key:
            headers.append((b"authorization", f"Bearer {key}".encode()))
        bare, _, query = path.partition("?")
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "path": bare,
            "raw_path": bare.encode(), "query_string": query.encode(), "root_path": "", "scheme": "http",
            "headers": headers, "client": (address, 1), "server": ("localhost", 80),
        }  # fmt: skip

        def start() -> None:
            process.loop.create_task(self._serve(process, scope, body, answer))

        process.loop.call_later(self.weather.travel(), start)

    async def _serve(self, process: Process, scope: Any, body: bytes, answer: asyncio.Future[Reply]) -> None:
        """The server's side of a request."""
        unread, status, content = [body], 500, b""

        async def receive() -> Message:
            if not unread:
                await process.loop.create_future()  # the client waits for its answer
            return {"type": "http.request", "body": unread.pop(), "more_body": False}

        async def send(message: Message) -> None:
            nonlocal status, content
            status = message.get("status", status)
            content += message.get("body", b"")

        await process.app(scope, receive, send)
        reply = Reply(status, content)
        self.witness.replied(process, f"{scope['method']} {scope['path']}", body, reply)
        if not self.weather.happens(self.weather.lost):
            self.world.outside.call_later(self.weather.travel(), set_first, answer, reply)


def set_first(answer: asyncio.Future[Reply], reply: Reply) -> None:
    """The first answer counts; of a request that arrived twice there are two."""
    if not answer.done():
        answer.set_result(reply)


class Line:
    """A WebSocket: the browser's end by `say` and two callbacks, the server's end by ASGI."""

    def __init__(
        self,
        network: Network,
        process: Process | None,
        hear: Callable[[Any], None],
        closed: Callable[[], None],
        address: str = "1.1.1.1",
    ) -> None:
        network.lines += 1
        self.number, self.process, self.hello = network.lines, process, b""
        self._network, self._hear, self._closed = network, hear, closed
        self._weather, self._outside = network.weather, network.world.outside
        self._inbox: deque[Message] = deque([{"type": "websocket.connect"}])
        self._waiter: asyncio.Future[None] | None = None
        self._arrival = [0.0, 0.0]
        self._cut = [False, False]
        """By direction, to the server and to the client: nothing arrives any more."""
        self._gone = self._ended = False
        """The server has been told that the client is gone; the client has been told, or has hung up."""
        if process is None or not process.alive:
            self._outside.call_later(self._weather.travel(), self._end)
            return
        process.on_death.append(self._on_death)
        process.loop.call_later(self._weather.travel(), self._start, address)
        if self._weather.line:
            self._outside.call_later(self._weather.wait(self._weather.line), self._break)

    def _start(self, address: str) -> None:
        assert self.process is not None
        scope = {
            "type": "websocket", "path": "/socket", "headers": [HOST], "client": (address, self.number),
            "scheme": "ws", "query_string": b"", "root_path": "", "server": ("localhost", 80),
        }  # fmt: skip
        self.process.loop.create_task(self.process.app(scope, self._receive, self._send))

    # The client's end

    def say(self, text: bytes) -> None:
        """Send a message to the server."""
        self.hello = self.hello or text
        self._to_server({"type": "websocket.receive", "text": text.decode("utf-8", "surrogateescape")})

    def hang_up(self) -> None:
        """End the connection from the client's side."""
        if not self._ended:
            self._ended = True
            self._to_server({"type": "websocket.disconnect", "code": 1001})
            self._later_at_server(NOTICED_AFTER, self._disconnect)

    def _end(self) -> None:
        """The client notices that the connection is over."""
        if not self._ended:
            self._ended = True
            self._closed()

    # The server's end

    def _to_server(self, message: Message) -> None:
        arrival = self._arrival[0] = max(self._arrival[0], self._network.world.now + self._weather.travel())
        if self.process is not None and self.process.alive:
            self.process.loop.call_at(arrival, self._arrive, message)

    def _arrive(self, message: Message) -> None:
        if self._cut[0] or self._gone:
            return
        self._gone = message["type"] == "websocket.disconnect"
        self._inbox.append(message)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def _disconnect(self) -> None:
        """The server notices that the client is gone."""
        self._cut[0] = False
        self._arrive({"type": "websocket.disconnect", "code": 1006})

    def _later_at_server(self, delay: float, do: Callable[[], None]) -> None:
        if self.process is not None and self.process.alive:
            self.process.loop.call_later(delay, do)

    async def _receive(self) -> Message:
        while not self._inbox:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return self._inbox.popleft()

    async def _send(self, message: Message) -> None:
        if self._gone:
            raise OSError("the client is gone")
        if message["type"] == "websocket.send":
            self.tell(message["text"].encode())
        elif message["type"] == "websocket.close":
            self._gone = True
            self._to_client(self._end)

    def tell(self, text: bytes) -> None:
        """The server sends a message."""
        message = READ(text)
        self._network.witness.told(self, message)
        self._to_client(lambda: self._ended or self._hear(message))

    def _to_client(self, do: Callable[[], Any]) -> None:
        arrival = self._arrival[1] = max(self._arrival[1], self._network.world.now + self._weather.travel())
        self._outside.call_at(arrival, lambda: self._cut[1] or do())

    # What happens to it

    def _break(self) -> None:
        """The connection breaks. What is on its way is lost; either side may not notice for a while, or never."""
        if not self._weather.line:  # it has calmed down since
            return
        self._cut = [True, True]
        travel = self._weather.travel
        unnoticed = self._weather.happens(self._weather.unnoticed)
        blind = self._weather.chance.randrange(3) if unnoticed else -1
        if blind not in (0, 2):
            self._outside.call_later(travel(), self._end)
        self._later_at_server(NOTICED_AFTER if blind in (1, 2) else travel(), self._disconnect)

    def _on_death(self) -> None:
        """The server process has died: its system closes the connection, unless the machine is gone with it."""
        if not self._weather.happens(self._weather.unnoticed):
            self._outside.call_at(max(self._arrival[1], self._network.world.now + self._weather.travel()), self._end)
