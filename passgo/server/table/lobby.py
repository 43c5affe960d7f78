"""All games of a server: creating and joining them, listing them, and which of them are in memory."""

import asyncio
import hmac
import logging
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import NamedTuple

import msgspec

from passgo.dealer import TypedDealer, VerifiableDealer
from passgo.server.clock import LOOK_SECONDS
from passgo.server.config import Host
from passgo.server.http.resources import Created, CreateGame, GameLine, Join, Joined
from passgo.server.keys import card_mark, derived_key, game_id_of, hash_key, is_among, new_key
from passgo.server.rate_limit import Buckets
from passgo.server.store import Entry, GameRow, Taken, Unavailable
from passgo.server.store.versions import log_version
from passgo.server.table import entries, seats
from passgo.server.table.autoplay import OTHERS_FIRST_SECONDS, Driver
from passgo.server.table.draft import Draft, RequestKey
from passgo.server.table.entries import SeatBody
from passgo.server.table.live_game import TRIES, Forgotten, LiveGame, Overtaken
from passgo.server.table.requests import Requests, begin
from passgo.server.table.seats import Keys, square_names
from passgo.server.table.state import GameState
from passgo.server.wire.clean_text import clean_name
from passgo.server.wire.lookalikes import check_look_alikes
from passgo.server.wire.updates import Summary, summary_of

logger = logging.getLogger(__name__)
CHORE_SECONDS = 0.1
"""Between two rounds of a chore, so that one that fails at once does not use up the processor."""
HEARTBEAT_SECONDS = 5.0
DEAD_AFTER_MS = 20_000
"""A process without a sign of life for so long is dead."""
SILENCE_KEPT_MS = 1_000
"""How long it is remembered how silent a process was."""
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
        self._chores: dict[tuple[str, str], asyncio.Task[None]] = {}
        """What is being done for single games, by what it is and for which."""
        self._silent: dict[str, tuple[int, int | None]] = {}
        """When it was asked how long a process had been silent, and the answer."""

    async def open(self) -> None:
        """Start the chores."""
        with suppress(Unavailable):  # the database may come later than the server
            await self._note_alive()
        chores = (self._heartbeat, self._sweep, self._follow_news, self._watch_clock)
        self._tasks = [asyncio.create_task(self._repeat(chore)) for chore in chores]

    async def close(self) -> None:
        """Stop the chores, the bots and the tables."""
        tasks = [*self._tasks, *self._chores.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for room in self.rooms.values():
            await room.driver.close()
        with suppress(Unavailable):
            await self._note_alive()
        await self.host.bots.close()

    async def _repeat(self, chore: Callable[[], Awaitable[None]]) -> None:
        """Repeat a chore as long as the server runs, even if it fails."""
        while True:
            await self._attempt(chore.__name__, chore())
            await asyncio.sleep(CHORE_SECONDS)

    async def _attempt(self, name: str, chore: Awaitable[None]) -> None:
        try:
            await chore
        except (Unavailable, Overtaken):  # it comes again
            pass
        except Exception as problem:
            logger.error("a chore failed", extra={"chore": name}, exc_info=problem)

    def _start(self, chore: Callable[[Room], Awaitable[None]], room: Room) -> None:
        """Begin a chore of one game, unless it goes on already. No game waits for another, whose row may be held."""
        name = (chore.__name__, room.table.game)
        if name not in self._chores or self._chores[name].done():
            task = self._chores[name] = asyncio.create_task(self._attempt(chore.__name__, chore(room)))
            task.add_done_callback(lambda done: self._chores.pop(name) if self._chores.get(name) is done else None)

    # Creating and joining

    async def create(self, wanted: CreateGame) -> Created:
        """A new game; it begins at once if no seat is free."""
        request, seed, secret = wanted.id or new_key(self.host.entropy), self.host.entropy(32), self.host.entropy(32)
        game, dealer, keys = game_id_of(request), VerifiableDealer(seed), Keys(secret, request)
        try:
            body = seats.creation(wanted, dealer.commit, keys)
        except ValueError as problem:
            raise LobbyRefusal(400, str(problem), getattr(problem, "rule", "")) from None
        at = self.host.clock.now()
        draft = Draft(GameState(game), at)
        draft.add(body)
        if all(seat.kind != "free" for seat in body.seats):
            begin(draft, body.seats, TypedDealer() if body.dealer == "typed" else dealer)
        state = draft.state
        row = GameRow(
            game, log_version(), at, body.edition, body.public, state.status, body.title, summary_of(state), seed, at,
            state.seq, secret,
        )  # fmt: skip
        try:
            await self.host.store.create(row, draft.batch)
        except Taken:  # the same request came twice at the same time
            created = await self.created_before(wanted)
            if created is None:
                raise
            return created
        if any(seat.kind != "person" for seat in body.seats):  # a free seat may become a bot's
            self.host.bots.warm()
        logger.info("a game was created", extra={"game": game, "edition": body.edition, "seats": len(body.seats)})
        return seats.answer_to_creator(game, body, keys)

    async def created_before(self, wanted: CreateGame) -> Created | None:
        """The answer to a request that has created its game already; None if it has not."""
        row = None if wanted.id is None else await self.host.store.row(game_id_of(wanted.id))
        if row is None or wanted.id is None:
            return None
        body = entries.body_of((await self.host.store.entries(row.id))[0])
        if not isinstance(body, entries.Created) or body.request != seats.request_mark(wanted):
            raise LobbyRefusal(409, "another request had this id: an id is for one request")
        return seats.answer_to_creator(row.id, body, Keys(row.secret, wanted.id))

    async def join(self, game: str, wanted: Join) -> Joined:
        """Take a free seat."""
        room = await self.find_room(game)
        table = room.table
        if not is_invited(table.state, wanted):
            await table.refresh()
        async with table.lock:
            for _ in range(TRIES):
                with suppress(Overtaken), not_found_if_forgotten():
                    await table.settle()
                    joined = await self._joined_before(table, wanted) or await self._seat(table, wanted)
                    break
            else:
                raise LobbyRefusal(409, "too much is going on at once: try again")
        room.driver.wake()
        return joined

    async def _joined_before(self, table: LiveGame, wanted: Join) -> Joined | None:
        """The answer to a request that has its seat already; None if it has none."""
        if not is_invited(table.state, wanted):
            raise LobbyRefusal(403, "this game is not public: an invitation is needed")
        if wanted.id is None:
            return None
        entry = await self.host.store.done(table.game, join_mark(wanted.id))
        if entry is None and game_id_of(wanted.id) != table.game:
            return None
        body = None if entry is None else entries.body_of(entry)
        if not isinstance(body, entries.Seated) or body.mark not in ("", entries.mark_of(wanted)):
            raise LobbyRefusal(409, "another request had this id: an id is for one request")
        return Joined(table.game, body.seat, derived_key(table.secret, "join", wanted.id))

    async def _seat(self, table: LiveGame, wanted: Join) -> Joined:
        state = table.state
        if state.status != "open":
            raise LobbyRefusal(409, "the game has begun already")
        free = [n for n, body in enumerate(state.seats) if body.kind == "free"]
        if wanted.seat is not None:
            free = [n for n in free if n == wanted.seat]
        if not free:
            raise LobbyRefusal(409, "this seat is not free" if wanted.seat is not None else "no seat is free")
        request = wanted.id or new_key(self.host.entropy)
        key = derived_key(table.secret, "join", request)
        asked = RequestKey(join_mark(request), entries.mark_of(wanted))
        draft = table.draft()
        draft.add(entries.Seated(free[0], self._seat_body(state, free[0], wanted, hash_key(key))), request=asked)
        begins = all(seat.kind != "free" for seat in draft.state.seats)
        if begins:
            begin(draft, draft.state.seats, table.dealer)
        events = await table.commit(draft)
        if begins:
            table.broadcast_update(events)
        table.broadcast_table()
        return Joined(table.game, free[0], key)

    def _seat_body(self, state: GameState, seat: int, wanted: Join, key: str) -> SeatBody:
        """The body of the seat with its new player. Names and tokens must differ."""
        others = [body for n, body in enumerate(state.seats) if n != seat and body.kind != "free"]
        try:
            name = clean_name(wanted.name)
            check_look_alikes([*(body.name for body in others), name], square_names(state.edition.ruleset))
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

    async def room(self, game: str, urgent: bool = False) -> Room | None:
        """The room of a game, read from the log if it is not in memory; None if there is no such game.

        After a restart everybody comes back at once. Games are loaded a few at a time, those of players (`urgent`)
        before those of watchers and visitors.
        """
        room = self.rooms.get(game)
        if room is not None:
            return room
        if not GAME_ID.fullmatch(game):  # no game has such an id, so the database need not be asked
            return None
        loading = self._loading.get(game)
        if loading is None:
            loading = self._loading[game] = asyncio.create_task(self._load(game, urgent))
            loading.add_done_callback(lambda _: self._loading.pop(game, None))
        elif urgent:
            self.host.gate.hurry(game)
        return await asyncio.shield(loading)

    async def _load(self, game: str, urgent: bool) -> Room | None:
        async with self.host.gate.place(game, urgent):
            table = await LiveGame.load(self.host, game)
            if table is None:
                return None
            table.find_gone = partial(self._dead_processes, table, loaded=True)
            table.believe_gone(await table.find_gone())
            if any(process not in table.gone for process, _ in table.state.present):
                table.set_time(table.state.at)  # people play elsewhere: the time of their table is that of its log
            if not urgent:  # whoever is urgent takes a seat at once, and that is then one commit with this
                async with table.lock:
                    with suppress(Overtaken):
                        await table.disconnect_dead_processes(table.gone)
        driver = Driver(table)
        room = self.rooms[game] = Room(table, driver, Requests(table, driver))
        table.on_forgotten = lambda: self._drop(room)
        self.host.metrics.tables.set(len(self.rooms))
        return room

    def _drop(self, room: Room) -> None:
        """The game of a room was deleted from the store: drop it from memory."""
        room.driver.stop()
        if self.rooms.get(room.table.game) is room:
            del self.rooms[room.table.game]
        self.host.metrics.tables.set(len(self.rooms))

    async def find_table(self, game: str, key: str | None) -> LiveGame:
        """The table of a game, if it is public or the key is one of its keys."""
        table = (await self.find_room(game)).table
        if not may_look(table.state, key):
            await table.refresh()
        if not may_look(table.state, key):
            raise LobbyRefusal(403, "this game is not public: a key of it is needed")
        return table

    async def games(self, status: str, before: int | None) -> list[GameLine]:
        """Public games, the newest first. Who looks for one may soon begin another against bots."""
        self.host.bots.warm()
        rows = await self.host.store.games(status=status, public=True, before=before)
        fresh = self.host.clock.now() - STALE_OPEN_MS
        return [game_line(row) for row in rows if status != "open" or row.changed > fresh]

    async def game(self, game: str) -> GameLine:
        """One game."""
        row = await self.host.store.row(game)
        if row is None:
            raise LobbyRefusal(404, "there is no such game")
        return game_line(row)

    async def shared_game(self, game: str, mark: str) -> GameLine | None:
        """The game of a link, if everybody may know of it or the link carries the mark of its card; otherwise None."""
        row = await self.host.store.row(game) if GAME_ID.fullmatch(game) else None
        if row is None:
            return None
        fits = hmac.compare_digest(card_mark(row.secret, game).encode(), mark.encode())
        return game_line(row) if row.public or fits else None

    async def log(self, game: str) -> list[Entry]:
        """The whole log of a game."""
        return await self.host.store.entries(game)

    # Chores

    async def _note_alive(self) -> None:
        await self.host.store.live(self.host.process)

    async def _heartbeat(self) -> None:
        """Store, now and then, that this process lives."""
        await asyncio.sleep(HEARTBEAT_SECONDS)
        await self._note_alive()

    async def _watch_clock(self) -> None:
        """Look at the clock now and then. If the server stood still, everybody hears how much time is left."""
        await asyncio.sleep(LOOK_SECONDS)
        stood_still = self.host.clock.stands_still
        self.host.clock.lived()
        if stood_still:
            logger.warning("the server stood still: the time of its tables did, too")
            for room in list(self.rooms.values()):
                room.table.broadcast_table()
                room.driver.wake()

    async def _sweep(self) -> None:
        """Drop idle games from memory, and disconnect seats whose connections have ended unnoticed."""
        await asyncio.sleep(min(self.host.limits.idle_seconds / 2, DEAD_AFTER_MS / 1000))
        idle = self.host.limits.idle_seconds * 1000
        for game, (table, driver, _) in list(self.rooms.items()):
            is_idle = not table.audience and not driver.busy and not table.lock.locked()
            if is_idle and table.now() - table.used > idle:
                del self.rooms[game]
                await driver.close()
            elif self.host.clock.lived() - table.story.asked > idle:
                table.story.forget_old()
        self.host.metrics.tables.set(len(self.rooms))
        for room in list(self.rooms.values()):
            with suppress(Overtaken):
                await self._disconnect_missing(room)

    async def _disconnect_missing(self, room: Room) -> None:
        """Disconnect the seats of dead processes, and those whose leaving could not be stored; connect who is here."""
        table = room.table
        dead = await self._dead_processes(table, loaded=False)
        if dead or table.lost_seats or table.unnoted_seats:
            async with table.lock:
                await table.settle()
                await table.disconnect_dead_processes(dead)
                await table.disconnect_lost_seats()
                await table.connect_unnoted_seats()
            room.driver.wake()

    async def _dead_processes(self, table: LiveGame, loaded: bool) -> dict[str, int]:
        """The dead processes to which seats of a table are connected, and since when they count as dead.

        How long one lived after the last entry is known by the time of day alone, and that may have been set. So it
        counts as dead since then: a crash takes no time from anybody.
        """
        dead: dict[str, int] = {}
        for process in sorted({process for process, _ in table.state.present}):
            if process == self.host.process:
                if loaded:  # the game was in memory here before, and was dropped
                    dead[process] = table.state.at
                continue
            silent = await self._silent_ms(process)
            if silent is None:  # the store has forgotten the process, or never heard of it
                silent = table.now() - table.state.at
            if silent > DEAD_AFTER_MS or not self.host.store.shared:
                dead[process] = table.state.at
        return dead

    async def _silent_ms(self, process: str) -> int | None:
        """How long a process has been silent. After a restart all games ask that of the same one at the same time."""
        now = self.host.clock.lived()
        asked, silent = self._silent.get(process, (0, None))
        if silent is not None and 0 <= now - asked < SILENCE_KEPT_MS:
            return silent + now - asked
        silent = await self.host.store.silent_ms(process)
        self._silent[process] = (now, silent)
        return silent

    async def _follow_news(self) -> None:
        """Read what other processes append, and send it to the listeners here."""
        async for game, seq in self.host.store.news():
            room = self.rooms.get(game)
            if room is not None and seq > room.table.state.seq:
                room.table.heard = max(room.table.heard, seq)
                self._start(self._read_on, room)

    async def _read_on(self, room: Room) -> None:
        """Read until nothing new was heard meanwhile."""
        table, read = room.table, 0
        while table.heard > max(read, table.state.seq):
            read = table.heard
            await table.read_on()
            room.driver.wake(OTHERS_FIRST_SECONDS)


@contextmanager
def not_found_if_forgotten() -> Iterator[None]:
    """Whoever asks for a game that was just forgotten hears what all who come later hear."""
    try:
        yield
    except Forgotten:
        raise LobbyRefusal(404, "there is no such game") from None


def is_invited(state: GameState, wanted: Join) -> bool:
    """May whoever asks take a seat, as far as this process knows?"""
    return state.created.public or is_among(wanted.invite, state.invite)


def may_look(state: GameState, key: str | None) -> bool:
    """May whoever has this key look at the game, as far as this process knows?"""
    keys = {body.key for body in state.seats if body.key} | state.watch | state.invite
    return state.created.public or is_among(key, keys)


def join_mark(request: str) -> str:
    """The id under which the log keeps a request for a seat. The request's own id is as good as a key."""
    return f"join:{hash_key(request)[:32]}"


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
