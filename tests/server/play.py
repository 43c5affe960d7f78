"""A server on the loopback in a thread of its own, and clients that read every message by the protocol's own types."""

import asyncio
import json
import secrets
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import httpx
import msgspec
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from passgo.server.app import Server
from passgo.server.config import Limits
from passgo.server.process import listen, uvicorn_config
from passgo.server.wire import protocol

READ = msgspec.json.Decoder(protocol.ServerMessage, strict=True).decode
GENEROUS = Limits(
    games_per_address=10_000,
    requests_per_second=10_000,
    requests_burst=10_000,
    http_per_second=100_000,
    http_burst=100_000,
    sockets_per_address=10_000,
    messages_per_second=10_000,
    messages_burst=10_000,
    address_messages_per_second=10_000,
    notes_per_second=10_000,
    notes_burst=10_000,
)
PATIENCE = 60.0
"""Seconds until a test gives up waiting for a message."""


class Reachable(Protocol):
    """Something that has a socket."""

    socket_url: str


class Running:
    """A server that runs."""

    def __init__(self, server: Server, runner: uvicorn.Server, port: int) -> None:
        self.server, self.runner, self.port = server, runner, port
        self.url, self.socket_url = f"http://127.0.0.1:{port}", f"ws://127.0.0.1:{port}/socket"
        self.http = httpx.Client(base_url=self.url, timeout=PATIENCE)

    def create(self, seats: list[dict[str, Any]], **wishes: Any) -> dict[str, Any]:
        """Create a game; the answer."""
        answer = self.http.post("/api/games", json={"edition": "classic", "seats": seats, **wishes})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def join(self, game: dict[str, Any], name: str, **wishes: Any) -> dict[str, Any]:
        """Take a seat; the answer."""
        wish = {"name": name, "invite": game["invite"], **wishes}
        answer = self.http.post(f"/api/games/{game['game']}/seats", json=wish)
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def get(self, path: str, key: str = "") -> httpx.Response:
        """Ask the REST part for something, with a key if it is given."""
        return self.http.get(path, headers={"authorization": f"Bearer {key}"} if key else {})

    def figures(self) -> str:
        """The figures of this moment; `/metrics` tells those of the last second."""
        return bytes(self.in_loop(self.server._rest_of.figures)).decode()

    def in_loop(self, make: Callable[[], Awaitable[Any]]) -> Any:
        """Run something in the server's own event loop."""

        async def run() -> Any:
            return await make()

        return asyncio.run_coroutine_threadsafe(run(), self.loop).result(PATIENCE)

    loop: asyncio.AbstractEventLoop


@contextmanager
def running(
    database: Path | str, limits: Limits = GENEROUS, proxies: str | None = None, **settings: Any
) -> Iterator[Running]:
    """A server on some free port, which stops at the end."""
    server = Server(str(database), limits=limits, **settings)
    runner = uvicorn.Server(uvicorn_config(server, proxies))
    listener = listen("127.0.0.1", 0)
    here = Running(server, runner, listener.getsockname()[1])
    failed: list[BaseException] = []

    async def serve() -> None:
        here.loop = asyncio.get_running_loop()
        await runner.serve(sockets=[listener])

    def run() -> None:
        try:
            asyncio.run(serve())
        except BaseException as problem:
            failed.append(problem)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        until = time.monotonic() + PATIENCE
        while not runner.started:
            assert not failed, failed
            assert time.monotonic() < until, "the server does not start"
            time.sleep(0.01)
        yield here
    finally:
        here.http.close()
        runner.should_exit = True
        thread.join(PATIENCE)
        listener.close()
    assert not thread.is_alive(), "the server does not stop"


class Client:
    """A connection that has said hello. It remembers all it was told."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.welcome: protocol.Welcome
        self.messages: list[Any] = []
        self.raw: list[str] = []
        self.view: Any = None
        self.hands: dict[int, Any] = {}
        self.table: Any = None
        self.clock: Any = None
        self.seq = 0
        self.count = 0

    async def send(self, kind: str, **fields: Any) -> str:
        """Send a message; its id."""
        self.count += 1
        fields.setdefault("id", f"{secrets.token_hex(4)}.{self.count}")
        await self.socket.send(json.dumps({"v": 1, "type": kind, **fields}))
        return str(fields["id"])

    async def read(self, patience: float = PATIENCE) -> Any:
        """The next message, taken in."""
        text = await asyncio.wait_for(self.socket.recv(), patience)
        assert isinstance(text, str)
        message = READ(text.encode())
        self.raw.append(text)
        self.messages.append(message)
        if isinstance(message, protocol.Welcome | protocol.Update):
            if isinstance(message, protocol.Update):
                assert message.after <= self.seq <= message.seq, "a gap in the news"
            self.view, self.clock = message.view, message.clock
            self.hands = {hand.seat: hand for hand in message.hands}
        if isinstance(message, protocol.Welcome | protocol.TableChanged):
            self.table, self.clock = message.table, message.clock
        if isinstance(message, protocol.Welcome | protocol.Update | protocol.TableChanged | protocol.ChatSaid):
            self.seq = max(self.seq, message.seq)
        return message

    async def until(self, wanted: Callable[[Any], bool], patience: float = PATIENCE) -> Any:
        """Read until a message is as wanted; that one."""
        async with asyncio.timeout(patience):
            while True:
                message = await self.read(patience)
                if wanted(message):
                    return message

    async def answer_to(self, request: str) -> Any:
        """Read until the answer to a request comes."""
        return await self.until(lambda message: getattr(message, "id", None) == request)

    async def ask(self, kind: str, **fields: Any) -> Any:
        """Send a request; its answer. A consent is to the question that was heard of last."""
        if kind == "consent" and "seq" not in fields:
            await self.quiet()
            fields["seq"] = 0 if self.table.undo_asked is None else self.table.undo_asked.seq
        return await self.answer_to(await self.send(kind, **fields))

    async def act(self, seat: int, action: dict[str, Any], **fields: Any) -> Any:
        """Play an action; the answer."""
        return await self.ask("act", seat=seat, **{"seq": self.seq, "action": action, **fields})

    async def quiet(self, seconds: float = 0.2) -> None:
        """Read until nothing more comes for a while.

        On a busy machine this takes longer: the server, asked whether it is there, must have said nothing else.
        """
        heard = -1
        while heard != len(self.messages):
            heard = len(self.messages)
            await asyncio.sleep(seconds)
            await self.ask("ping")
            self.messages.pop()
            self.raw.pop()

    async def closed(self) -> int:
        """Read until the connection is closed; the code."""
        try:
            while True:
                await self.read()
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else 1006


async def sit(
    here: Reachable, game: str, *keys: str, watch: str | None = None, last: int = 0, **settings: Any
) -> Client:
    """Connect and say hello with these keys; the client after its welcome (or after the bye)."""
    socket = await connect(here.socket_url, max_size=None, **settings)
    client = Client(socket)
    hello: dict[str, Any] = {"v": 1, "type": "hello", "game": game, "seats": list(keys), "last": last}
    if watch is not None:
        hello["watch"] = watch
    await socket.send(json.dumps(hello))
    message = await client.read()
    if isinstance(message, protocol.Welcome):
        client.welcome = message
    return client


async def until(true: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


def person(name: str, **wishes: Any) -> dict[str, Any]:
    """A seat of one's own."""
    return {"mine": True, "name": name, **wishes}


QUICK = {"setup_cash": 250, "move_salary": 0}
"""Options with which a game is over soon."""
FREE: dict[str, Any] = {"kind": "person"}
BOT: dict[str, Any] = {"kind": "bot", "bot": "cautious"}
SIMPLE = (
    "Refuse", "Buy", "Decline", "Throw", "EndTurn", "Withdraw", "KeepMortgage", "PassBuilding", "PlaceBuilding",
    "PayFlatTax", "PayCardFine", "ChooseSteps", "ChooseSquare", "Mortgage", "SellBuilding", "GoBankrupt",
)  # fmt: skip


def simple(legal: list[Any]) -> dict[str, Any]:
    """The first of these simple things that is lawful."""
    by_kind = {action.kind: action for action in legal}
    chosen = [by_kind[kind] for kind in SIMPLE if kind in by_kind]
    assert chosen, f"nothing simple among {sorted(by_kind)}"
    return dict(msgspec.to_builtins(chosen[0]))


async def play_simply(client: Client, seats: list[int], moves: int = 100_000) -> int:
    """Play these seats simply until the game is over or so many moves are made; how many were made."""
    made = 0
    while client.table.status == "playing" and made < moves:
        seat = next((s for s in seats if s in client.view.waiting or client.view.next == s), None)
        if seat is None:
            await client.read()
            continue
        answer = await client.act(seat, simple(client.hands[seat].legal))
        assert isinstance(answer, protocol.Done) or answer.reason == "stale", answer
        made += 1
    return made


async def play_together(clients: list[Client], moves: int) -> None:
    """Everybody on a connection of their own: so many moves, by whoever is to decide."""
    for _ in range(moves):
        newest = max(clients, key=lambda client: client.seq)
        if newest.table.status != "playing":
            return
        asked = {newest.view.next, *newest.view.waiting}
        mover = next((client for client in clients if asked & set(client.welcome.you)), None)
        if mover is None:  # a bot is thinking
            await newest.read()
            continue
        while mover.seq < newest.seq:
            await mover.read()
        (seat,) = mover.welcome.you
        if seat in mover.view.waiting or mover.view.next == seat:
            await mover.act(seat, simple(mover.hands[seat].legal))


def finish(here: Running, *bots: dict[str, Any], **wishes: Any) -> dict[str, Any]:
    """A game of Ann against these bots, played to its end."""
    game = here.create([person("Ann"), *bots], options=QUICK, **wishes)

    async def run() -> None:
        ann = await sit(here, game["game"], game["seats"][0]["key"])
        await play_simply(ann, [0])
        assert ann.table.status == "finished"

    asyncio.run(run())
    return game
