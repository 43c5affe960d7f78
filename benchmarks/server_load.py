"""The clients of `server.py`, in a process of their own: a thousand games with two sockets each, or as many echoes.

They must be fast, because they share the machine with the server that they measure. So this module parses the frames
itself, and decodes only the part of a message that the next move needs. Frames of a client must be masked: with the
mask 0 the masked bytes are the bytes themselves.
"""

import asyncio
import http.client
import json
import os
import secrets
import struct
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, cast

import msgspec
import uvicorn

UPGRADE = (
    b"GET /socket%s HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: cGFzc2dvIHBhc3NnbyBnbw==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
SEATS = [{"mine": True, "name": "Ann"}, {"mine": True, "name": "Ben"}]
WISHES = (
    "Refuse", "Buy", "Decline", "Throw", "EndTurn", "Withdraw", "KeepMortgage", "PassBuilding", "PlaceBuilding",
    "PayFlatTax", "PayCardFine", "ChooseSteps", "ChooseSquare", "Mortgage", "SellBuilding", "GoBankrupt",
)  # fmt: skip
RANK = {kind: rank for rank, kind in enumerate(WISHES)}
RUN = secrets.token_hex(4)
"""Ids of requests begin with it: games that are copied with their logs have seen the ids of others."""
AT_ONCE = 50
"""Connections that are opened at the same time."""
PATIENCE_SECONDS = 60.0
LATE_SECONDS = 1.0
"""How long to wait for answers after the last request."""
RETURN_SECONDS = 120.0
"""How long to wait until everybody is back after a restart."""


class LegalAction(msgspec.Struct):
    """An action of a legal list: its kind, and the other fields to send back."""

    kind: str
    square: int | msgspec.UnsetType | None = msgspec.UNSET
    other: int | msgspec.UnsetType | None = msgspec.UNSET
    amount: int | msgspec.UnsetType = msgspec.UNSET
    card: str | msgspec.UnsetType | None = msgspec.UNSET


class Hand(msgspec.Struct):
    """What a seat may do."""

    legal: list[LegalAction]


class View(msgspec.Struct):
    """The players for whom the game waits."""

    waiting: list[int]
    next: int | None = None


class Message(msgspec.Struct):
    """The part of a message that is needed here."""

    type: str
    seq: int = 0
    id: str = ""
    reason: str = ""
    view: View | None = None
    hands: list[Hand] = []


DECODE = msgspec.json.Decoder(Message).decode
ENCODE = msgspec.json.Encoder().encode


class Socket(asyncio.Protocol):
    """A minimal WebSocket client."""

    def __init__(self, on_text: Callable[[bytes], None], query: bytes = b"") -> None:
        self._on_text, self._query, self._rest, self._open = on_text, query, b"", False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the upgrade."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(UPGRADE % self._query)

    def connection_lost(self, problem: Exception | None) -> None:
        """The server closed the connection."""
        self.lost = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server refused a connection"))

    def data_received(self, data: bytes) -> None:
        """Parse frames."""
        data = self._rest + data if self._rest else data
        if not self._open:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._rest = data
                return
            self._open, data = True, data[end + 4 :]
            self.opened.set_result(None)
        at, end = 0, len(data)
        while end - at >= 2:
            size, start = data[at + 1], at + 2
            if size == 126:
                size, start = struct.unpack_from("!H", data, at + 2)[0] if end - at >= 4 else end, at + 4
            elif size == 127:
                size, start = struct.unpack_from("!Q", data, at + 2)[0] if end - at >= 10 else end, at + 10
            if start + size > end:
                break
            self._frame(data[at], data[start : start + size])
            at = start + size
        self._rest = data[at:]

    def _frame(self, kind: int, payload: bytes) -> None:
        if kind == TEXT:
            self._on_text(payload)
        elif kind == PING:
            self._write(PONG, payload)

    def send(self, payload: bytes) -> None:
        """Send a text."""
        self._write(TEXT, payload)

    def _write(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        head = bytes((kind, 0x80 | size)) if size < 126 else struct.pack("!BBH", kind, 0xFE, size)
        self._transport.write(head + b"\0\0\0\0" + payload)


class Tally:
    """The counts of all clients together."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.reasons: Counter[str] = Counter()
        self.heard = self.over = 0

    def figures(self, seconds: float) -> dict[str, Any]:
        """Requests answered per second, and how long answers took."""
        waits = sorted(self.waits) or [0.0]
        return {
            "done": len(self.waits),
            "per_s": len(self.waits) / seconds,
            "p50_ms": 1000 * waits[len(waits) // 2],
            "p99_ms": 1000 * waits[int(0.99 * len(waits))],
            "worst_ms": 1000 * waits[-1],
            "heard_per_s": self.heard / seconds,
            "refused": dict(self.reasons),
            "over": self.over,
        }


class Game:
    """Two seats with a socket each. The seat that must decide plays a simple action."""

    def __init__(self, created: dict[str, Any]) -> None:
        self._created = created
        self._sockets: dict[int, Socket] = {}
        self._welcomed = [asyncio.get_running_loop().create_future() for _ in SEATS]
        self._hands: list[Message | None] = [None, None]
        self._heard = [0, 0]
        """The last entry that each seat has heard of."""
        self._sent = self._asked = 0
        self._moves_at_once = False
        self.moved_again = asyncio.Event()
        """Is the first move after a restart answered?"""
        self._since = 0.0
        self.tally = Tally()
        self.eager = False
        """Is the next move sent as soon as the last one is answered?"""

    async def sit_down(self, port: int) -> None:
        """Open both sockets and say hello."""
        for seat, welcomed in enumerate(self._welcomed):
            await self._connect(port, seat)
            await welcomed

    async def come_back(self, port: int, began: float) -> None:
        """Open both sockets at once, and move as soon as the seat that must decide is welcome; `began` is for all."""
        asked = self._asked_seat(self._newest().view)
        self._hands, self._asked, self._since, self._moves_at_once = [None, None], 0, began, True
        self._sent += 1
        self.moved_again.clear()
        await asyncio.gather(*(self._connect(port, seat, seat == asked) for seat in (0, 1)))
        await self.moved_again.wait()

    async def _connect(self, port: int, seat: int, asked: bool = False) -> None:
        """Open a socket, and say hello on it. One seat may be welcome and move while the other still connects.

        As the browser does, it says in the address of the socket whether the game waits for this seat.
        """
        factory = partial(Socket, partial(self._receive, seat), b"?asked=1" if asked else b"")
        _, socket = await asyncio.get_running_loop().create_connection(factory, "127.0.0.1", port)
        await socket.opened
        self._sockets[seat] = socket
        key, last = self._created["seats"][seat]["key"], self._heard[seat]
        socket.send(ENCODE({"v": 1, "type": "hello", "game": self._created["game"], "seats": [key], "last": last}))

    def _receive(self, seat: int, text: bytes) -> None:
        message = DECODE(text)
        self.tally.heard += 1
        self._heard[seat] = max(self._heard[seat], message.seq)
        if message.view is not None:
            self._hands[seat] = message
            if message.type == "welcome" and not self._welcomed[seat].done():
                self._welcomed[seat].set_result(None)
            if self._moves_at_once and self._asked_seat(message.view) in (seat, None):
                self._moves_at_once = False
                self._act(seat, message)
        elif message.type == "table":
            hand = self._hands[seat]
            if hand is not None:  # somebody connected; the position has not changed
                hand.seq = message.seq
        elif self._asked and message.id == self._id:
            if message.type == "done":
                self.tally.waits.append(time.perf_counter() - self._since)
            else:
                self.tally.reasons[message.reason] += 1
            self._asked = 0
            self.moved_again.set()
        if self.eager and not self._asked:
            self.move()

    def move(self) -> None:
        """Send a move, unless one is not yet answered."""
        if self._asked:
            return
        newest = self._newest()
        asked = self._asked_seat(newest.view)
        if asked is None:
            self.tally.over += 1
            self.eager = False
            return
        mine = self._hands[asked]
        if mine is None or mine.seq < newest.seq:
            return  # that seat has not yet received its view
        self._since = time.perf_counter()
        self._act(asked, mine)

    def _newest(self) -> Message:
        """The newest message with a view that either seat has received."""
        return max((hand for hand in self._hands if hand is not None), key=lambda hand: hand.seq)

    @property
    def _id(self) -> str:
        """The id of the last request."""
        return f"{RUN}.{self._sent}"

    def _asked_seat(self, view: View | None) -> int | None:
        """The seat that must decide; None if the game is over."""
        assert view is not None
        if view.next is None and view.waiting:
            return view.waiting[0]
        return view.next

    def _act(self, seat: int, mine: Message) -> None:
        if not mine.hands[0].legal:
            self.tally.over += 1
            self.moved_again.set()
            return
        action = min(mine.hands[0].legal, key=lambda action: RANK.get(action.kind, 99))
        self._sent += 1
        self._asked = 1
        request = {"v": 1, "type": "act", "id": self._id, "seat": seat, "seq": mine.seq, "action": action}
        self._sockets[seat].send(ENCODE(request))


class Echo:
    """A socket that sends a text of the size of a request, again and again."""

    TEXT = b'{"v":1,"type":"act","id":"1234","seat":0,"seq":123,"action":{"kind":"Throw"}}'

    def __init__(self) -> None:
        self.tally, self.eager, self._since = Tally(), False, 0.0

    async def sit_down(self, port: int) -> None:
        """Open the socket."""
        loop = asyncio.get_running_loop()
        _, self._socket = await loop.create_connection(lambda: Socket(self._receive), "127.0.0.1", port)
        await self._socket.opened

    def _receive(self, text: bytes) -> None:
        self.tally.heard += 1
        self.tally.waits.append(time.perf_counter() - self._since)
        if self.eager:
            self.move()

    def move(self) -> None:
        """Send the text."""
        self._since = time.perf_counter()
        self._socket.send(self.TEXT)


def create_games(port: int, games: int) -> list[dict[str, Any]]:
    """Create games for two people, which begin at once."""
    line = http.client.HTTPConnection("127.0.0.1", port)
    found = []
    for _ in range(games):
        body = json.dumps({"edition": "classic", "seats": SEATS, "clock": {"decision": 600}})
        line.request("POST", "/api/games", body)
        answer = line.getresponse()
        created = answer.read()
        if answer.status != 201:
            raise SystemExit(f"the server refused to create a game: {created!r}")
        found.append(json.loads(created))
    return found


async def measure(clients: list[Any], seconds: float, rate: float) -> dict[str, Any]:
    """Let the clients play: so many moves per second in all, evenly spread; with rate 0 as fast as answers come."""
    tally = Tally()
    for client in clients:
        client.tally, client.eager = tally, rate == 0
    began = time.perf_counter()
    if rate == 0:
        for client in clients:
            client.move()
        await asyncio.sleep(seconds)
    else:
        await play_steadily(clients, began, seconds, rate)
    took = time.perf_counter() - began
    for client in clients:
        client.eager = False
    figures = tally.figures(took)
    await asyncio.sleep(LATE_SECONDS)
    return figures | {"seconds": took}


async def play_steadily(clients: list[Any], began: float, seconds: float, rate: float) -> None:
    """Let one client after another move, at a rate."""
    due = 0
    while (past := time.perf_counter() - began) < seconds:
        while due < past * rate:
            clients[due % len(clients)].move()
            due += 1
        await asyncio.sleep(0.001)


async def come_back(clients: list[Any], port: int, server: str) -> dict[str, Any]:
    """Let everybody come back at once after a restart: how long until each first move was answered.

    Also how much processor time the server, which is this process, had used when half of them were.
    """
    tally, half = Tally(), list[float]()
    for client in clients:
        client.tally, client.eager = tally, False
    began, used = time.perf_counter(), cpu_s_of(server)

    async def return_one(client: Any) -> None:
        await client.come_back(port, began)
        if len(tally.waits) >= len(clients) / 2 and not half:
            half.append(cpu_s_of(server) - used)

    async with asyncio.timeout(RETURN_SECONDS):
        await asyncio.gather(*map(return_one, clients))
    return tally.figures(time.perf_counter() - began) | {"half_cpu_s": half[0], "all_cpu_s": cpu_s_of(server) - used}


def cpu_s_of(process: str) -> float:
    """The processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def main(role: str, port: int, of: str) -> None:
    """Connect, then do as the lines of the standard input say: measure (`SECONDS RATE`), come back (`back PORT PID`).

    `of` says of how many games or echoes; or it is a file with what the server answered when the games were created.
    """
    count = int(of) if of.isdecimal() else 0
    games = create_games(port, count) if role == "games" and count else []
    games = games or ([] if role == "echo" else json.loads(Path(of).read_text()))
    print_figures({"created": len(games), "games": games})
    await asyncio.to_thread(sys.stdin.readline)
    clients: list[Any] = [Game(game) for game in games] if games else [Echo() for _ in range(count)]
    for first in range(0, len(clients), AT_ONCE):
        async with asyncio.timeout(PATIENCE_SECONDS):
            await asyncio.gather(*(client.sit_down(port) for client in clients[first : first + AT_ONCE]))
    print_figures({"connected": len(clients)})
    while order := (await asyncio.to_thread(sys.stdin.readline)).split():
        if order[0] == "back":
            print_figures(await come_back(clients, int(order[1]), order[2]))
        else:
            print_figures(await measure(clients, float(order[0]), float(order[1])))


def print_figures(figures: dict[str, Any]) -> None:
    """Print figures, with the processor time of this process."""
    sys.stdout.write(json.dumps(figures | {"load_cpu_s": time.process_time()}) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvicorn.Config("").get_loop_factory()) as runner:
        runner.run(main(sys.argv[1], int(sys.argv[2]), sys.argv[3]))
