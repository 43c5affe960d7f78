"""All games of a server: creating and joining them, listing them, and which of them are in memory."""

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import NamedTuple

import msgspec

from passgo.dealer import VerifiableDealer
from passgo.notation.names import checked_names
from passgo.server.config import Host
from passgo.server.http.resources import Created, CreateGame, GameLine, Join, Joined
from passgo.server.keys import hash_key, is_among, new_game_id, new_key
from passgo.server.rate_limit import Buckets
from passgo.server.store import Entry, GameRow, Unavailable
from passgo.server.store.versions import log_version
from passgo.server.table import entries, seats
from passgo.server.table.autoplay import OTHERS_FIRST_SECONDS, Driver
from passgo.server.table.clock import now
from passgo.server.table.entries import SeatBody, entry_of
from passgo.server.table.live_game import TRIES, Change, LiveGame, Overtaken
from passgo.server.table.requests import Requests, begin
from passgo.server.table.state import GameState
from passgo.server.wire.clean_text import clean_name
from passgo.server.wire.updates import Summary, summary_of

logger = logging.getLogger(__name__)
CHORE_SECONDS = 0.1
"""Between two rounds of a chore, so that one that fails at once does not use up the processor."""
HEARTBEAT_SECONDS = 5.0
DEAD_AFTER_MS = 20_000
"""A process without a sign of life for so long is dead."""
STALE_OPEN_MS = 24 * 3600 * 1000
"""Open games that have not changed for so long are not listed."""

GAME_ID = re.compile(r"[A-Za-z0-9_-]{4,32}")


class LobbyRefusal(Exception):
    """The lobby refuses a request; `status` is the status code of HTTP."""

    def __init__(self, status: int, problem: str, rule: str = "") -> None:
        super().__init__(problem)
        self.status, self.problem, self.rule = status, problem, rule


class Room(NamedTuple):
    """A game in memory, and what belongs to it."""

    table: LiveGame
    driver: Driver
    requests: Requests


class Lobby:
    """The games of one server process."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.rooms: dict[str, Room] = {}
        rate = host.limits.address_messages_per_second
        self.messages = Buckets(rate, 4 * rate)
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Start the chores."""
        await self._note_alive()
        chores = (self._heartbeat, self._sweep, self._follow_news)
        self._tasks = [asyncio.create_task(self._repeat(chore)) for chore in chores]

    async def close(self) -> None:
        """Stop the chores, the bots and the tables."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in self.rooms.values():
            await room.driver.close()
        with suppress(Unavailable):
            await self._note_alive()
        await self.host.bots.close()

    async def _repeat(self, chore: Callable[[], Awaitable[None]]) -> None:
        """Repeat a chore as long as the server runs, even if it fails."""
        while True:
            try:
                await chore()
            except Unavailable:
                pass
            except Exception as problem:
                logger.error("a chore failed", extra={"chore": chore.__name__}, exc_info=problem)
            await asyncio.sleep(CHORE_SECONDS)

    # Creating and joining

    async def create(self, wanted: CreateGame) -> Created:
        """A new game; it begins at once if no seat is free."""
        seed, game, invite, watch = secrets.token_bytes(32), new_game_id(), new_key(), new_key()
        dealer = VerifiableDealer(seed)
        try:
            body, keys = seats.creation(wanted, dealer.commit, invite, watch)
        except ValueError as problem:
            raise LobbyRefusal(400, str(problem), getattr(problem, "rule", "")) from None
        at = now()
        log = [entry_of(1, at, body)]
        state = GameState(game)
        state.absorb(log[0], body)
        if all(seat.kind != "free" for seat in body.seats):
            start, _ = seats.start(state, body.seats, dealer)
            log.append(entry_of(2, at, start))
        summary = summary_of(state, body.seats, [])
        status = "playing" if len(log) > 1 else "open"
        row = GameRow(
            game, log_version(), at, body.edition, body.public, status, body.title, summary, seed, at, len(log)
        )
        await self.host.store.create(row, log)
        logger.info("a game was created", extra={"game": game, "edition": body.edition, "seats": len(body.seats)})
        return Created(game, keys, invite, watch, dealer.commit)

    async def join(self, game: str, wanted: Join) -> Joined:
        """Take a free seat."""
        room = await self.find_room(game)
        table = room.table
        async with table.lock:
            for _ in range(TRIES):
                await table.settle()
                with suppress(Overtaken):
                    joined = await self._seat(table, wanted)
                    break
            else:
                raise LobbyRefusal(409, "too much is going on at once: try again")
        room.driver.wake()
        return joined

    async def _seat(self, table: LiveGame, wanted: Join) -> Joined:
        state = table.state
        if not state.created.public and not is_among(wanted.invite, state.invite):
            raise LobbyRefusal(403, "this game is not public: an invitation is needed")
        if state.status != "open":
            raise LobbyRefusal(409, "the game has begun already")
        free = [n for n, body in enumerate(state.seats) if body.kind == "free"]
        if wanted.seat is not None:
            free = [n for n in free if n == wanted.seat]
        if not free:
            raise LobbyRefusal(409, "this seat is not free" if wanted.seat is not None else "no seat is free")
        key = new_key()
        body = self._seat_body(state, free[0], wanted, hash_key(key))
        await table.commit(Change(entries.Seated(free[0], body)))
        table.broadcast_table()
        if all(seat.kind != "free" for seat in state.seats):
            await begin(table, state.seats)
        return Joined(table.game, free[0], key)

    def _seat_body(self, state: GameState, seat: int, wanted: Join, key: str) -> SeatBody:
        """The body of the seat with its new player. Names and tokens must differ."""
        others = [body for n, body in enumerate(state.seats) if n != seat and body.kind != "free"]
        try:
            name = clean_name(wanted.name)
            checked_names([*(body.name for body in others), name])
            picked = [body.token or None for body in others]
            token = state.edition.ruleset.tokens_for([*picked, wanted.token or state.seats[seat].token or None])[-1]
        except ValueError as problem:
            raise LobbyRefusal(400, str(problem)) from None
        return SeatBody("person", name, token, "", key)

    # Finding

    async def find_room(self, game: str) -> Room:
        """The room of a game; LobbyRefusal if there is none."""
        room = await self.room(game)
        if room is None:
            raise LobbyRefusal(404, "there is no such game")
        return room

    async def room(self, game: str) -> Room | None:
        """The room of a game, read from the log if it is not in memory; None if there is no such game."""
        room = self.rooms.get(game)
        if room is not None:
            return room
        if not GAME_ID.fullmatch(game):  # no game has such an id, so the database need not be asked
            return None
        loading = self._loading.get(game)
        if loading is None:
            loading = self._loading[game] = asyncio.create_task(self._load(game))
            loading.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(loading)

    async def _load(self, game: str) -> Room | None:
        table = await LiveGame.load(self.host, game)
        if table is None:
            return None
        async with table.lock:
            with suppress(Overtaken):
                await table.disconnect_dead_processes(await self._dead_processes(table, loaded=True))
        driver = Driver(table)
        room = self.rooms[game] = Room(table, driver, Requests(table, driver))
        self.host.metrics.tables = len(self.rooms)
        return room

    async def find_table(self, game: str, key: str | None) -> LiveGame:
        """The table of a game, if it is public or the key is one of its keys."""
        table = (await self.find_room(game)).table
        state = table.state
        keys = {body.key for body in state.seats if body.key} | state.watch | state.invite
        if not state.created.public and not is_among(key, keys):
            raise LobbyRefusal(403, "this game is not public: a key of it is needed")
        return table

    async def games(self, status: str, before: int | None) -> list[GameLine]:
        """Public games, the newest first."""
        rows = await self.host.store.games(status=status, public=True, before=before)
        fresh = now() - STALE_OPEN_MS
        return [game_line(row) for row in rows if status != "open" or row.changed > fresh]

    async def game(self, game: str) -> GameLine:
        """One game."""
        row = await self.host.store.row(game)
        if row is None:
            raise LobbyRefusal(404, "there is no such game")
        return game_line(row)

    async def log(self, game: str) -> list[Entry]:
        """The whole log of a game."""
        return await self.host.store.entries(game)

    # Chores

    async def _note_alive(self) -> None:
        await self.host.store.live(self.host.process, now())

    async def _heartbeat(self) -> None:
        """Store, now and then, that this process lives."""
        await asyncio.sleep(HEARTBEAT_SECONDS)
        await self._note_alive()

    async def _sweep(self) -> None:
        """Drop idle games from memory, and disconnect seats whose connections have ended unnoticed."""
        await asyncio.sleep(min(self.host.limits.idle_seconds / 2, DEAD_AFTER_MS / 1000))
        idle = time.monotonic() - self.host.limits.idle_seconds
        for game, (table, driver, _) in list(self.rooms.items()):
            if not table.audience and not driver.busy and table.used < idle and not table.lock.locked():
                del self.rooms[game]
                await driver.close()
        self.host.metrics.tables = len(self.rooms)
        for room in list(self.rooms.values()):
            with suppress(Overtaken):
                await self._disconnect_missing(room)

    async def _disconnect_missing(self, room: Room) -> None:
        """Disconnect the seats of dead processes, and those whose leaving could not be stored."""
        table = room.table
        dead = await self._dead_processes(table, loaded=False)
        if dead or table.lost_seats:
            async with table.lock:
                await table.settle()
                await table.disconnect_dead_processes(dead)
                await table.disconnect_lost_seats()
            room.driver.wake()

    async def _dead_processes(self, table: LiveGame, loaded: bool) -> dict[str, int]:
        """The dead processes to which seats of a table are connected, and when each last lived."""
        dead: dict[str, int] = {}
        for process in {process for process, _ in table.state.present}:
            if process == self.host.process:
                if loaded:  # the game was in memory here before, and was dropped
                    dead[process] = now()
                continue
            lived = await self.host.store.lived(process)
            if lived is None:  # the store has forgotten the process
                lived = table.state.at
            if now() - lived > DEAD_AFTER_MS or self._is_only_process:
                dead[process] = lived
        return dead

    @property
    def _is_only_process(self) -> bool:
        """Is this the only process? A SQLite file belongs to one."""
        from passgo.server.store.sqlite import SqliteStore

        return isinstance(self.host.store, SqliteStore)

    async def _follow_news(self) -> None:
        """Read what other processes append, and send it to the listeners here."""
        async for game, seq in self.host.store.news():
            room = self.rooms.get(game)
            if room is None or seq <= room.table.state.seq:
                continue
            with suppress(Unavailable):
                async with room.table.lock:
                    if seq > room.table.state.seq:
                        await room.table.catch_up()
                room.driver.wake(OTHERS_FIRST_SECONDS)


def game_line(row: GameRow) -> GameLine:
    """A game as the lobby shows it."""
    summary = msgspec.json.decode(row.summary, type=Summary)
    return GameLine(
        game=row.id,
        title=row.title,
        edition=row.edition,
        status=row.status,
        public=row.public,
        created=row.created,
        changed=row.changed,
        seats=summary.seats,
        house_rules=summary.house_rules,
        options=summary.options,
        winners=summary.winners,
    )
