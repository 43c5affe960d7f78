"""Lobbies without sockets, and somebody who listens at their tables."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from passgo.server.bots.pool import BotPool
from passgo.server.config import Host
from passgo.server.http.resources import CreateGame, SeatWanted
from passgo.server.metrics import Metrics
from passgo.server.store import Entry, Store
from passgo.server.table.lobby import Lobby, Room
from passgo.server.wire import protocol
from passgo.server.wire.actions import legal_list
from passgo.server.wire.types import Action
from tests.server.play import simple

ANN_AND_BEN = CreateGame("classic", [SeatWanted("person", True, name) for name in ("Ann", "Ben")])


class Ear:
    """Somebody who is connected, says nothing and remembers what was sent."""

    def __init__(self, *seats: int) -> None:
        self.seats = seats
        self.messages: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.messages.append(message)

    def recheck(self, state: Any) -> None:
        pass

    def dismiss(self, reason: str, text: str) -> None:
        pass

    @property
    def last_view(self) -> Any:
        views = [view for message in self.messages if (view := msgspec.json.decode(message).get("view"))]
        return views[-1]


class SharedStore:
    """One of two servers' sight of a store that both write to: it hears what the other one appends."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._news: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        self.other: SharedStore | None = None

    async def append(self, game: str, entries: Sequence[Entry], **changes: Any) -> None:
        await self._store.append(game, entries, **changes)
        if self.other is not None and entries:
            self.other._news.put_nowait((game, entries[-1].seq))

    async def news(self) -> AsyncIterator[tuple[str, int]]:
        while True:
            yield await self._news.get()

    async def close(self) -> None:
        """The store belongs to both."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


@asynccontextmanager
async def open_lobby(store: Any) -> AsyncIterator[Lobby]:
    lobby = Lobby(Host(store, BotPool(Metrics()), Metrics()))
    await lobby.open()
    try:
        yield lobby
    finally:
        await lobby.close()


@asynccontextmanager
async def two_lobbies(store: Store) -> AsyncIterator[tuple[Lobby, Lobby]]:
    """Two lobbies over one log, as two processes have with PostgreSQL."""
    here, there = SharedStore(store), SharedStore(store)
    here.other, there.other = there, here
    async with open_lobby(here) as first, open_lobby(there) as second:
        yield first, second


def simple_action(room: Room) -> tuple[int, Action]:
    """The seat that is to decide at a table, and something simple that it may do."""
    state = room.table.state
    seat = state.situation.next
    with state.open() as position:
        legal = msgspec.json.decode(legal_list(position, seat), type=list[Action])
    return seat, msgspec.convert(simple(legal), Action)


async def until_same(first: Room, second: Room) -> None:
    """Wait until both rooms have read the same log."""
    async with asyncio.timeout(60):
        while first.table.state.seq != second.table.state.seq:
            await asyncio.sleep(0.001)


async def ask(room: Room, request: Any) -> Any:
    """The answer of a table to a request of whoever holds the seat."""
    return await room.requests.answer(request, room.table.state.seats[request.seat].key)


async def play_and_undo(lobby: Lobby, game: str, moves: int) -> Room:
    """Two people on one connection play so many moves, chat and take back now and then."""
    room = await lobby.find_room(game)
    if not room.table.audience:
        await room.table.attach(Ear(0, 1), 0)
    for n in range(moves):
        if room.table.state.status != "playing":
            break
        seat, action = simple_action(room)
        seq = room.table.state.seq
        await ask(room, protocol.Act(id=f"a{seq}", seat=seat, seq=seq, action=action))
        if n % 7 == 3:
            await ask(room, protocol.Chat(id=f"c{seq}", seat=seat, text=f"line {n}"))
        if n % 11 == 5:
            await ask(room, protocol.Undo(id=f"u{seq}", seat=seat))
            await ask(room, protocol.Consent(id=f"y{seq}", seat=1 - seat, seq=room.table.state.undo_seq, agree=True))
    return room
