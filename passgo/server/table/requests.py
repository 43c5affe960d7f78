"""The requests of seats to their table. Every request gets an answer."""

from collections.abc import Awaitable, Callable
from typing import Any

from passgo import rulebook
from passgo.game.course import Refusal
from passgo.notation.actions import DEALS
from passgo.rules import ids
from passgo.rules.deeds import interest_on
from passgo.server.config import substitute_bot
from passgo.server.keys import hash_key, new_key
from passgo.server.table import entries
from passgo.server.table.autoplay import Driver
from passgo.server.table.edition_engine import OpenPosition
from passgo.server.table.entries import SeatBody
from passgo.server.table.live_game import TRIES, Change, LiveGame, Overtaken
from passgo.server.table.seats import bot_name, start
from passgo.server.wire import protocol, updates
from passgo.server.wire.actions import BadAction, cost_of, write_action
from passgo.server.wire.clean_text import LONGEST_CHAT, clean
from passgo.server.wire.types import Action, Reason

Request = (
    protocol.Act
    | protocol.Check
    | protocol.Chat
    | protocol.Undo
    | protocol.Consent
    | protocol.Start
    | protocol.Leave
    | protocol.Back
    | protocol.Settings
    | protocol.Invite
)
Answer = protocol.Done | protocol.Refused | protocol.Checked | protocol.Invited


class RequestRefusal(Exception):
    """A request is refused."""

    def __init__(self, reason: Reason, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.reason: Reason = reason
        self.text, self.rule = text, rule


def by_rule(number: int) -> RequestRefusal:
    """A refusal by the rules."""
    rule = ids.NAMES[number]
    return RequestRefusal("rule", rulebook.refusal(rule), rule)


class Requests:
    """The requests of one table."""

    def __init__(self, table: LiveGame, driver: Driver) -> None:
        self.table, self.driver = table, driver

    async def answer(self, request: Request) -> Answer:
        """Do what a seat asks, if it may, and return the answer. The connection has checked that it holds the seat."""
        table = self.table
        try:
            for attempt in range(TRIES):
                try:
                    return await self._answer(request, look=attempt > 0)
                except Overtaken:
                    continue
            raise RequestRefusal("unavailable", "Too much is going on at once: send the same again.")
        except RequestRefusal as refusal:
            table.host.metrics.refused += 1
            seq = table.state.seq
            return protocol.Refused(id=request.id, seq=seq, reason=refusal.reason, text=refusal.text, rule=refusal.rule)
        finally:
            self.driver.attend()
            self.driver.wake()

    async def _answer(self, request: Request, look: bool) -> Answer:
        table = self.table
        async with table.lock:
            await table.settle()
            # An id belongs to the holder of the seat, because somebody else may take a seat that was left.
            key = f"{request.seat}.{table.state.seats[request.seat].key[:8]}:{request.id}"
            done = await table.entry_of_request(key, look)
            if done is not None:
                return protocol.Done(id=request.id, seq=done)
            return await HANDLERS[type(request)](self, request, key)

    def _require_playing(self) -> None:
        status = self.table.state.status
        if status != "playing":
            raise RequestRefusal("not-playing", "The game has not begun." if status == "open" else "The game is over.")

    def _require_host(self, seat: int) -> None:
        if not self.table.state.seats[seat].host:
            raise RequestRefusal("not-host", "Only the host may do that.")

    # Playing

    async def _act(self, request: protocol.Act, key: str) -> Answer:
        table, state = self.table, self.table.state
        if request.seq < state.position_seq:
            done = await table.entry_of_request(key, look=True)
            if done is not None:
                return protocol.Done(id=request.id, seq=done)
            raise RequestRefusal("stale", "The game has moved on since then.")
        self._require_playing()
        if request.seat in state.away:
            await self._return(request.seat, "")
            table.broadcast_table()
        with state.open() as position:
            record = write(position, request.action, request.seat)
        try:
            move = state.play(record, table.dealer)
        except Refusal as refusal:
            raise by_rule(refusal.rule) from None
        deadline = None if move.over else table.new_deadline(move.same_question, move.situation)
        body = entries.Moved(request.seat, "player", move.steps, deadline)
        events = await table.commit(Change(body, move, key))
        table.host.metrics.moves += 1
        table.broadcast_update(events)
        if move.over:
            table.broadcast_table()
        return protocol.Done(id=request.id, seq=state.seq)

    async def _check(self, request: protocol.Check, key: str) -> Answer:
        """Judge without playing. What the answer holds never depends on what the seat may not know."""
        self._require_playing()
        checked = protocol.Checked(id=request.id, seq=self.table.state.seq, lawful=True)
        with self.table.state.open() as position:
            write(position, request.action, request.seat)
            fill_interest(checked, position, request.action.kind)
            refused = position.engine.allowed()
            if refused:
                refusal = by_rule(refused)
                checked.lawful, checked.text, checked.rule = False, refusal.text, refusal.rule
            else:
                checked.cost = cost_of(position, request.action.kind, request.seat)
        return checked

    # Taking back

    async def _undo(self, request: protocol.Undo, key: str) -> Answer:
        self._require_playing()
        state = self.table.state
        if not state.undo:
            raise RequestRefusal("no-undo", "At this table nothing is taken back.")
        last = state.last_of.get(request.seat)
        if last is None:
            raise RequestRefusal("no-undo", "There is nothing to take back.")
        free = last is state.last and not last.reveals
        if free or not updates.yet_to_agree(state, request.seat):
            return await self._go_back(request, request.seat, last.seq - 1, key, free)
        await self.table.commit(Change(entries.UndoRequested(request.seat, last.seq - 1), request=key))
        self.table.broadcast_table()
        return protocol.Done(id=request.id, seq=state.seq)

    async def _consent(self, request: protocol.Consent, key: str) -> Answer:
        self._require_playing()
        state, undo = self.table.state, self.table.state.undo_request
        if undo is None or request.seat not in updates.yet_to_agree(state, undo.seat):
            raise RequestRefusal("no-undo", "Nobody is asking for your consent.")
        await self.table.commit(Change(entries.UndoAnswered(request.seat, request.agree), request=key))
        done = protocol.Done(id=request.id, seq=state.seq)
        if request.agree and not updates.yet_to_agree(state, undo.seat):
            await self._go_back(request, undo.seat, undo.back_to, "", free=False)
        else:
            self.table.broadcast_table()
        return done

    async def _go_back(self, request: Any, seat: int, back_to: int, key: str, free: bool) -> Answer:
        """Take back every move after an entry; the table reads its log again without them.

        If no consent was needed, the time of the old question runs on, so that nobody gains time by taking back.
        """
        table = self.table
        await table.commit(Change(entries.Undone(seat, back_to), request=key))
        done = protocol.Done(id=request.id, seq=table.state.seq)
        await table.refold()
        await table.commit(Change(entries.ClockSet(table.new_deadline(same=free))))
        self.driver.forget()
        table.broadcast_update([], undone=True)
        table.broadcast_table()
        return done

    # Around the table

    async def _chat(self, request: protocol.Chat, key: str) -> Answer:
        text = clean(request.text, LONGEST_CHAT)
        if not text and request.phrase is None:
            raise RequestRefusal("bad-message", "There is nothing to say.")
        table = self.table
        await table.commit(Change(entries.Chatted(request.seat, text, request.phrase), request=key))
        line = table.state.chat[-1]
        table.broadcast(protocol.ChatSaid(seq=line.seq, said=line))
        return protocol.Done(id=request.id, seq=line.seq)

    async def _start(self, request: protocol.Start, key: str) -> Answer:
        state = self.table.state
        if state.status != "open":
            raise RequestRefusal("not-open", "The game has begun already.")
        self._require_host(request.seat)
        seats = [
            SeatBody("bot", bot_name(state.seats, n), body.token, substitute_bot()) if body.kind == "free" else body
            for n, body in enumerate(state.seats)
        ]
        await begin(self.table, seats, key)
        return protocol.Done(id=request.id, seq=self.table.state.seq)

    async def _leave(self, request: protocol.Leave, key: str) -> Answer:
        table, state, seat = self.table, self.table.state, request.seat
        if state.status == "open":
            changes = [Change(entries.Seated(seat, SeatBody("free", "", "")), request=key)]
            heir = next((n for n in state.people if n != seat), None)
            if state.seats[seat].host and heir is not None:
                body = state.seats[heir]
                changes.append(
                    Change(entries.Seated(heir, SeatBody("person", body.name, body.token, "", body.key, True)))
                )
            elif heir is None:
                changes.append(Change(entries.Abandoned()))
            await table.commit(*changes)
        elif state.status == "playing" and seat not in state.away:
            await table.commit(Change(entries.Away(seat, substitute_bot()), request=key))
            await table.commit(Change(entries.ClockSet(table.new_deadline(same=True))))
        else:
            raise RequestRefusal("not-playing", "There is no seat to leave.")
        table.broadcast_table()
        return protocol.Done(id=request.id, seq=state.seq)

    async def _back(self, request: protocol.Back, key: str) -> Answer:
        table, state = self.table, self.table.state
        if request.seat not in state.away:
            return protocol.Done(id=request.id, seq=state.seq)
        seq = await self._return(request.seat, key)
        table.broadcast_table()
        return protocol.Done(id=request.id, seq=seq)

    async def _return(self, seat: int, key: str) -> int:
        """Give a seat back to its player, with new time if they must decide. Returns the number of the entry."""
        table, state = self.table, self.table.state
        await table.commit(Change(entries.Returned(seat, state.deadline), request=key))
        seq = state.seq
        await table.commit(Change(entries.ClockSet(table.new_deadline(same=False))))
        return seq

    async def _settings(self, request: protocol.Settings, key: str) -> Answer:
        self._require_host(request.seat)
        await self.table.commit(Change(entries.SettingsChanged(request.undo), request=key))
        self.table.broadcast_table()
        return protocol.Done(id=request.id, seq=self.table.state.seq)

    async def _invite(self, request: protocol.Invite, key: str) -> Answer:
        state = self.table.state
        if len(state.invite) + len(state.watch) > 32:
            raise RequestRefusal("too-fast", "This game has enough links already.")
        key = new_key()
        await self.table.commit(Change(entries.Invited(request.to, hash_key(key))))
        return protocol.Invited(id=request.id, to=request.to, key=key)


def write(position: OpenPosition, action: Action, seat: int) -> bytes:
    """Put a seat's action into the engine, and return its record."""
    try:
        write_action(position, action, seat)
    except BadAction as problem:
        raise RequestRefusal("bad-action", f"{problem}.") from None
    return position.engine.played


def fill_interest(checked: protocol.Checked, position: OpenPosition, kind: str) -> None:
    """Fill in the interest that either side of a deal would owe on mortgaged deeds."""
    g, e, a = position.g, position.edition.e, position.engine.action
    if kind in DEALS:
        taken, given = a.take_deeds, a.give_deeds
    elif kind == "Accept":
        taken, given = g.offer_give_deeds[a.other], g.offer_take_deeds[a.other]
    else:
        return
    checked.interest, checked.partner_interest = interest_on(g, e, taken), interest_on(g, e, given)


HANDLERS: dict[type, Callable[[Requests, Any, str], Awaitable[Answer]]] = {
    protocol.Act: Requests._act,
    protocol.Check: Requests._check,
    protocol.Chat: Requests._chat,
    protocol.Undo: Requests._undo,
    protocol.Consent: Requests._consent,
    protocol.Start: Requests._start,
    protocol.Leave: Requests._leave,
    protocol.Back: Requests._back,
    protocol.Settings: Requests._settings,
    protocol.Invite: Requests._invite,
}


async def begin(table: LiveGame, seats: list[SeatBody], key: str = "") -> None:
    """Begin the game with these seats. The lock must be held."""
    body, move = start(table.state, seats, table.dealer)
    events = await table.commit(Change(body, move, key))
    deadline = table.new_deadline(same=False)
    if deadline is not None:
        await table.commit(Change(entries.ClockSet(deadline)))
    table.broadcast_update(events)
    table.broadcast_table()
