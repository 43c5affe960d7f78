"""What a seat may ask of its table, and the answer to each: every request gets one."""

from collections.abc import Awaitable, Callable
from typing import Any

from passgo import rulebook
from passgo.notation.actions import DEALS
from passgo.rules import ids
from passgo.rules.deeds import interest_on
from passgo.server.config import bot_of_absence
from passgo.server.keys import hashed, new_key
from passgo.server.table import entries
from passgo.server.table.autoplay import Driver
from passgo.server.table.clock import question
from passgo.server.table.entries import SeatBody
from passgo.server.table.live_game import TRIES, Change, LiveGame, Overtaken
from passgo.server.table.seats import bot_name, started
from passgo.server.table.state import Refusal
from passgo.server.wire import protocol, updates
from passgo.server.wire.actions import BadAction, cost_of, write_action
from passgo.server.wire.clean_text import LONGEST_CHAT, clean
from passgo.server.wire.types import Reason

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


class No(Exception):
    """A request is refused."""

    def __init__(self, reason: Reason, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.reason: Reason = reason
        self.text, self.rule = text, rule


def by_rule(number: int) -> No:
    """A refusal by the rules."""
    rule = ids.NAMES[number]
    return No("rule", rulebook.refusal(rule), rule)


class Requests:
    """The requests of one table."""

    def __init__(self, table: LiveGame, driver: Driver) -> None:
        self.table, self.driver = table, driver

    async def answer(self, request: Request) -> Answer:
        """Do what a seat asks, if it may; the answer. That the seat is the asker's is for the socket to know."""
        table = self.table
        try:
            for attempt in range(TRIES):
                try:
                    return await self._answered(request, look=attempt > 0)
                except Overtaken:
                    continue
            raise No("unavailable", "Too much is going on at once: send the same again.")
        except No as no:
            table.host.metrics.refused += 1
            seq = table.standing.seq
            return protocol.Refused(id=request.id, seq=seq, reason=no.reason, text=no.text, rule=no.rule)
        finally:
            self.driver.attend()
            self.driver.wake()

    async def _answered(self, request: Request, look: bool) -> Answer:
        table = self.table
        async with table.lock:
            await table.settle()
            # An id belongs to the holder of the seat: a seat that was left may be taken by somebody else.
            move = f"{request.seat}.{table.standing.seats[request.seat].key[:8]}:{request.id}"
            done = await table.request_done(move, look)
            if done is not None:
                return protocol.Done(id=request.id, seq=done)
            return await HANDLERS[type(request)](self, request, move)

    def _playing(self) -> None:
        status = self.table.standing.status
        if status != "playing":
            raise No("not-playing", "The game has not begun." if status == "open" else "The game is over.")

    def _hosting(self, seat: int) -> None:
        if not self.table.standing.seats[seat].host:
            raise No("not-host", "Only the host may do that.")

    # Playing

    async def _act(self, request: protocol.Act, move: str) -> Answer:
        table, standing = self.table, self.table.standing
        if request.seq < standing.position_seq:
            done = await table.request_done(move, look=True)
            if done is not None:
                return protocol.Done(id=request.id, seq=done)
            raise No("stale", "The game has moved on since then.")
        self._playing()
        if request.seat in standing.away:
            await self._return(request.seat, "")
            table.tell_table()
        g = standing.lay()
        asked = question(g)
        self._write(request.action, request.seat)
        try:
            played = standing.play(table.dealer)
        except Refusal as refusal:
            raise by_rule(refusal.rule) from None
        deadline = None if played.over else table.new_deadline(question(g) == asked)
        body = entries.Moved(request.seat, "player", played.steps, deadline)
        events = await table.commit(Change(body, played, move))
        table.host.metrics.moves += 1
        table.tell_update(events)
        if played.over:
            table.tell_table()
        return protocol.Done(id=request.id, seq=standing.seq)

    def _write(self, action: Any, seat: int) -> None:
        try:
            write_action(self.table.standing.here, action, seat)
        except BadAction as problem:
            raise No("bad-action", f"{problem}.") from None

    async def _check(self, request: protocol.Check, move: str) -> Answer:
        """Judge without playing. What it tells never depends on what the seat may not know."""
        self._playing()
        standing, action = self.table.standing, request.action
        here, seat = standing.here, request.seat
        g = standing.lay()
        self._write(action, seat)
        checked = protocol.Checked(id=request.id, seq=standing.seq, lawful=True)
        a = here.engine.action
        if action.kind in DEALS:
            checked.interest = interest_on(g, here.e, a.take_deeds)
            checked.partner_interest = interest_on(g, here.e, a.give_deeds)
        elif action.kind == "Accept":
            checked.interest = interest_on(g, here.e, g.offer_give_deeds[a.other])
            checked.partner_interest = interest_on(g, here.e, g.offer_take_deeds[a.other])
        refused = here.engine.allowed()
        if refused:
            no = by_rule(refused)
            checked.lawful, checked.text, checked.rule = False, no.text, no.rule
        else:
            checked.cost = cost_of(here, action.kind, seat)
        return checked

    # Taking back

    async def _undo(self, request: protocol.Undo, move: str) -> Answer:
        self._playing()
        standing = self.table.standing
        if not standing.undo:
            raise No("no-undo", "At this table nothing is taken back.")
        last = standing.last_of.get(request.seat)
        if last is None:
            raise No("no-undo", "There is nothing to take back.")
        free = last is standing.last and not last.reveals
        if free or not updates.consenting(standing, request.seat):
            return await self._go_back(request, request.seat, last.seq - 1, move, free)
        await self.table.commit(Change(entries.Asked(request.seat, last.seq - 1), move=move))
        self.table.tell_table()
        return protocol.Done(id=request.id, seq=standing.seq)

    async def _consent(self, request: protocol.Consent, move: str) -> Answer:
        self._playing()
        standing, asked = self.table.standing, self.table.standing.asked
        if asked is None or request.seat not in updates.consenting(standing, asked.seat):
            raise No("no-undo", "Nobody is asking for your consent.")
        await self.table.commit(Change(entries.Answered(request.seat, request.agree), move=move))
        done = protocol.Done(id=request.id, seq=standing.seq)
        if request.agree and not updates.consenting(standing, asked.seat):
            await self._go_back(request, asked.seat, asked.back_to, "", free=False)
        else:
            self.table.tell_table()
        return done

    async def _go_back(self, request: Any, seat: int, back_to: int, move: str, free: bool) -> Answer:
        """Take back every move after an entry; the table reads its log anew without them.

        Nobody gains time by taking something back: then the old question's time runs on, if it was free to do so.
        """
        table = self.table
        await table.commit(Change(entries.Undone(seat, back_to), move=move))
        done = protocol.Done(id=request.id, seq=table.standing.seq)
        await table.refold()
        table.standing.lay()
        await table.commit(Change(entries.ClockSet(table.new_deadline(same=free))))
        self.driver.forget()
        table.tell_update([], undone=True)
        table.tell_table()
        return done

    # Around the table

    async def _chat(self, request: protocol.Chat, move: str) -> Answer:
        text = clean(request.text, LONGEST_CHAT)
        if not text and request.phrase is None:
            raise No("bad-message", "There is nothing to say.")
        table = self.table
        await table.commit(Change(entries.Chatted(request.seat, text, request.phrase), move=move))
        said = table.standing.chat[-1]
        table.tell(protocol.ChatSaid(seq=said.seq, said=said))
        return protocol.Done(id=request.id, seq=said.seq)

    async def _start(self, request: protocol.Start, move: str) -> Answer:
        standing = self.table.standing
        if standing.status != "open":
            raise No("not-open", "The game has begun already.")
        self._hosting(request.seat)
        seats = [
            SeatBody("bot", bot_name(standing.seats, n), body.token, bot_of_absence()) if body.kind == "free" else body
            for n, body in enumerate(standing.seats)
        ]
        await begin(self.table, seats, move)
        return protocol.Done(id=request.id, seq=self.table.standing.seq)

    async def _leave(self, request: protocol.Leave, move: str) -> Answer:
        table, standing, seat = self.table, self.table.standing, request.seat
        if standing.status == "open":
            changes = [Change(entries.Seated(seat, SeatBody("free", "", "")), move=move)]
            heir = next((n for n in standing.people if n != seat), None)
            if standing.seats[seat].host and heir is not None:
                body = standing.seats[heir]
                changes.append(
                    Change(entries.Seated(heir, SeatBody("person", body.name, body.token, "", body.key, True)))
                )
            elif heir is None:
                changes.append(Change(entries.Abandoned()))
            await table.commit(*changes)
        elif standing.status == "playing" and seat not in standing.away:
            await table.commit(Change(entries.Away(seat, bot_of_absence()), move=move))
            standing.lay()
            await table.commit(Change(entries.ClockSet(table.new_deadline(same=True))))
        else:
            raise No("not-playing", "There is no seat to leave.")
        table.tell_table()
        return protocol.Done(id=request.id, seq=standing.seq)

    async def _back(self, request: protocol.Back, move: str) -> Answer:
        table, standing = self.table, self.table.standing
        if request.seat not in standing.away:
            return protocol.Done(id=request.id, seq=standing.seq)
        seq = await self._return(request.seat, move)
        table.tell_table()
        return protocol.Done(id=request.id, seq=seq)

    async def _return(self, seat: int, move: str) -> int:
        """Give a seat back to its player, with a time to decide if it is theirs to do so; the entry that does it."""
        table, standing = self.table, self.table.standing
        await table.commit(Change(entries.Returned(seat, standing.deadline), move=move))
        seq = standing.seq
        standing.lay()
        await table.commit(Change(entries.ClockSet(table.new_deadline(same=False))))
        return seq

    async def _settings(self, request: protocol.Settings, move: str) -> Answer:
        self._hosting(request.seat)
        await self.table.commit(Change(entries.Set(request.undo), move=move))
        self.table.tell_table()
        return protocol.Done(id=request.id, seq=self.table.standing.seq)

    async def _invite(self, request: protocol.Invite, move: str) -> Answer:
        standing = self.table.standing
        if len(standing.invite) + len(standing.watch) > 32:
            raise No("too-fast", "There are links enough to this game.")
        key = new_key()
        await self.table.commit(Change(entries.Invited(request.to, hashed(key))))
        return protocol.Invited(id=request.id, to=request.to, key=key)


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


async def begin(table: LiveGame, seats: list[SeatBody], move: str = "") -> None:
    """Begin the game with these seats. The lock must be held."""
    standing = table.standing
    body, played = started(standing, seats, table.dealer)
    events = await table.commit(Change(body, played, move))
    standing.lay()
    deadline = table.new_deadline(same=False)
    if deadline is not None:
        await table.commit(Change(entries.ClockSet(deadline)))
    table.tell_update(events)
    table.tell_table()
