"""The requests of seats to their table. Every request gets an answer."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from passgo.dealer import Dealer
from passgo.game.course import Refusal
from passgo.notation.actions import DEALS, KIND_NUMBERS
from passgo.rules.deeds import interest_on
from passgo.server.config import substitute_bot
from passgo.server.keys import card_mark, derived_key, hash_key
from passgo.server.rate_limit import Bucket
from passgo.server.table import entries
from passgo.server.table.autoplay import Driver
from passgo.server.table.draft import NO_REQUEST, Draft, RequestKey
from passgo.server.table.edition_engine import OpenPosition
from passgo.server.table.entries import SeatBody
from passgo.server.table.live_game import TRIES, Forgotten, LiveGame, Overtaken
from passgo.server.table.real_requests import (
    answer_amendment,
    answer_chance,
    answer_correction,
    suppose,
    take_back_entry,
)
from passgo.server.table.refusals import RequestRefusal, by_rule, write
from passgo.server.table.seats import bot_name, start
from passgo.server.table.state import GameState
from passgo.server.wire import protocol, updates
from passgo.server.wire.actions import PLAIN_KINDS, cost_of, plain_record
from passgo.server.wire.clean_text import LONGEST_CHAT, clean
from passgo.server.wire.types import Action, TakenBack

Request = (
    protocol.Act
    | protocol.Check
    | protocol.Chance
    | protocol.Correct
    | protocol.Amend
    | protocol.Suppose
    | protocol.Chat
    | protocol.Undo
    | protocol.Consent
    | protocol.Start
    | protocol.Leave
    | protocol.Back
    | protocol.Settings
    | protocol.Invite
)
Answer = protocol.Done | protocol.Refused | protocol.Checked | protocol.RawSupposed | protocol.Invited
ASKING = frozenset((protocol.Check, protocol.Suppose))
"""Requests that change nothing."""
Chosen = protocol.Act | protocol.Chance | protocol.Correct | protocol.Amend
CHOSEN = frozenset((protocol.Act, protocol.Chance, protocol.Correct, protocol.Amend))
"""Requests that are chosen from a position, and stale in any other."""
NOT_NOW = frozenset(("unavailable", "too-fast", "no-game", "id-used"))
"""Reasons that say nothing of the request itself: sent again, it is judged again."""
KEPT_REFUSALS = 32
"""Refusals of a seat that are remembered."""


class Requests:
    """The requests of one table."""

    def __init__(self, table: LiveGame, driver: Driver) -> None:
        self.table, self.driver = table, driver
        self._notes: dict[int, Bucket] = {}
        self._refusals: dict[int, dict[str, tuple[str, protocol.Refused]]] = {}
        """By seat and id, what was refused lately, each with the mark of the request."""

    def may_note(self, seat: int) -> bool:
        """May a seat ask for something that is no move, or has it asked too much lately, on whatever connections?"""
        limits = self.table.host.limits
        if seat not in self._notes:
            self._notes[seat] = Bucket(limits.notes_per_second, limits.notes_burst)
        return self._notes[seat].take()

    async def answer(self, request: Request, holder: str, seats: tuple[int, ...] = ()) -> Answer:
        """Do what a seat asks, if it may, and return the answer; `holder` is the hash of the key that holds it.

        `seats` are all that the connection holds: their hands may be shown to it.
        """
        # An id belongs to the holder of the seat, because somebody else may take a seat that was left.
        key = RequestKey(f"{request.seat}.{holder[:8]}:{request.id}", entries.mark_of(request))
        try:
            for attempt in range(TRIES):
                try:
                    return await self._answer(request, key, holder, seats, look=attempt > 0)
                except Overtaken:
                    continue
            raise RequestRefusal("unavailable", "Too much is going on at once: send the same again.")
        except Forgotten as gone:
            return self._refused(request, RequestRefusal("no-game", gone.reason), key)
        except RequestRefusal as refusal:
            return self._refused(request, refusal, key)
        finally:
            self.driver.attend()
            self.driver.wake()

    def _refused(self, request: Request, refusal: RequestRefusal, key: RequestKey) -> Answer:
        """The answer to a request that is refused.

        It is remembered: sent again later, the same is refused again, whatever has become of the game.
        """
        self.table.host.metrics.refused.labels(refusal.reason).inc()
        seq, reason = self.table.state.seq, refusal.reason
        refused = protocol.Refused(id=request.id, seq=seq, reason=reason, text=refusal.text, rule=refusal.rule)
        if type(request) not in ASKING and reason not in NOT_NOW:
            kept = self._refusals.setdefault(request.seat, {})
            kept[key.id] = (key.mark, refused)
            if len(kept) > KEPT_REFUSALS:
                del kept[next(iter(kept))]
        return refused

    async def _answer(
        self, request: Request, key: RequestKey, holder: str, seats: tuple[int, ...], look: bool
    ) -> Answer:
        table = self.table
        async with table.lock:
            if table.behind:
                await table.settle()
            # An action that was done is stale, and then the stored log is searched. Nothing else gets stale.
            look = look or type(request) not in CHOSEN
            if type(request) not in ASKING and (look or self._remembers(request.seat, key)):
                answer = await self._answered_before(request, key, look)
                if answer is not None:
                    return answer
            if table.state.seats[request.seat].key != holder:  # it was left while the request waited
                raise RequestRefusal("not-your-seat", "This connection does not hold that seat.")
            if isinstance(request, protocol.Suppose):
                return await suppose(self, request, seats)
            return await HANDLERS[type(request)](self, request, key)

    def _remembers(self, seat: int, key: RequestKey) -> bool:
        """Was a request with this id done or refused lately?"""
        return key.id in self.table.state.requests or key.id in self._refusals.get(seat, ())

    async def _answered_before(self, request: Request, key: RequestKey, look: bool) -> Answer | None:
        """The answer that a request got the first time; None if it is new. Another request with its id is refused."""
        answer: Answer | None
        done = await self.table.done_before(key.id, look)
        if done is not None:
            same = done.mark == key.mark if done.mark else done.kind in KEPT_AS[type(request)]
            answer = self._answer_again(request, key, done.seq)
        else:
            mark, answer = self._refusals.get(request.seat, {}).get(key.id, (key.mark, None))
            same = mark == key.mark
        if not same:
            raise RequestRefusal("id-used", "Another request had this id: an id is for one request.")
        return answer

    def _answer_again(self, request: Request, key: RequestKey, seq: int) -> Answer:
        """The answer to a request that entry `seq` has done: as it was the first time."""
        if isinstance(request, protocol.Invite):
            secret = self.table.secret
            made, card = derived_key(secret, "invite", key.id), card_mark(secret, self.table.game)
            return protocol.Invited(id=request.id, to=request.to, key=made, card=card)
        return protocol.Done(id=request.id, seq=seq)

    async def commit(self, draft: Draft, request: Request) -> Answer:
        """Store what a request changes; the answer."""
        await self.table.commit(draft)
        return protocol.Done(id=request.id, seq=draft.batch[0].seq)

    def require_playing(self) -> None:
        """Refuse what can be done in a game alone that is being played."""
        status = self.table.state.status
        if status != "playing":
            raise RequestRefusal("not-playing", "The game has not begun." if status == "open" else "The game is over.")

    def require_host(self, seat: int) -> None:
        """Refuse what only the host may do."""
        if not self.table.state.seats[seat].host:
            raise RequestRefusal("not-host", "Only the host may do that.")

    # Playing

    async def _act(self, request: protocol.Act, key: RequestKey) -> Answer:
        if await self.is_late(request.seq):
            return await self.answer_late(request, key)
        self.require_playing()
        table, state = self.table, self.table.state
        draft, came_back = table.draft(), request.seat in state.away
        if came_back:
            self._give_back(draft, request.seat)
        record = record_of_action(state, request.action, request.seat)
        try:
            move = state.play(record, table.dealer)
        except Refusal as refusal:
            raise by_rule(refusal.rule) from None
        draft.add(entries.Moved(request.seat, "player", move.steps, draft.deadline_after(move)), move, key)
        events = await table.commit(draft)
        table.host.metrics.moves.inc()
        table.broadcast_update(events)
        if move.over or came_back:
            table.broadcast_table()
        return protocol.Done(request.id, table.state.seq)

    async def is_late(self, seq: int) -> bool:
        """Was something chosen from a position before the present one?"""
        if seq > self.table.state.seq:
            await self.refuse_future(seq)
        return seq < self.table.state.position_seq

    async def answer_late(self, request: Chosen, key: RequestKey) -> Answer:
        """The answer to what was chosen from an earlier position: the same as the first time, or a refusal."""
        again = await self._answered_before(request, key, look=True)
        if again is None:
            raise RequestRefusal("stale", "The game has moved on since then.")
        return again

    async def refuse_future(self, seq: int) -> None:
        """Nobody can have chosen from an entry that the game does not have; but another process may know it earlier."""
        if seq > self.table.state.seq:
            self.table.doubtful = True
            await self.table.settle()
            if seq > self.table.state.seq:
                raise RequestRefusal("future", f"The game is at {self.table.state.seq}, and has not come to {seq} yet.")
            raise Overtaken

    async def _check(self, request: protocol.Check, key: RequestKey) -> Answer:
        """Judge without playing. What the answer holds never depends on what the seat may not know."""
        self.require_playing()
        checked = protocol.Checked(id=request.id, seq=self.table.state.seq, lawful=True)
        record = record_of_action(self.table.state, request.action, request.seat)
        with self.table.state.open() as position:
            position.engine.played = record
            fill_interest(checked, position, request.action.kind)
            refused = position.engine.allowed()
            if refused:
                refusal = by_rule(refused)
                checked.lawful, checked.text, checked.rule = False, refusal.text, refusal.rule
            else:
                checked.cost = cost_of(position, request.action.kind, request.seat)
        return checked

    # Taking back

    async def _undo(self, request: protocol.Undo, key: RequestKey) -> Answer:
        """Take one's last action back: at once if it revealed nothing, else when all others agree."""
        self.require_playing()
        table, state, seat = self.table, self.table.state, request.seat
        if state.is_typed:
            return await take_back_entry(self, request, key)
        if not state.undo:
            raise RequestRefusal("no-undo", "At this table nothing is taken back.")
        last = state.last_of.get(seat)
        if last is None:
            raise RequestRefusal("no-undo", "There is nothing to take back.")
        if request.seq is not None:
            await self.refuse_future(request.seq)
            if request.seq < max(last.seq, state.undone_seq):
                raise RequestRefusal("stale", "The game has moved on since then.")
        later = state.moved_since(seat, last.seq)
        if later is not None:
            name = state.seats[later].name
            raise RequestRefusal("no-undo", f"{name} has moved since, and that cannot be taken back.")
        free = last == state.last and not last.reveals
        draft = table.draft()
        if free or not updates.yet_to_agree(state, seat):
            await self.take_back(draft, seat, last.seq - 1, key, free)
            return protocol.Done(id=request.id, seq=draft.batch[0].seq)
        draft.add(entries.UndoRequested(seat, last.seq - 1), request=key)
        answer = await self.commit(draft, request)
        table.broadcast_table()
        return answer

    async def _consent(self, request: protocol.Consent, key: RequestKey) -> Answer:
        self.require_playing()
        table, undo = self.table, self.table.state.undo_request
        if undo is None or request.seat not in updates.yet_to_agree(table.state, undo.seat):
            raise RequestRefusal("no-undo", "Nobody is asking for your consent.")
        if request.seq != table.state.undo_seq:
            raise RequestRefusal("stale", "Something else is asked now.")
        draft = table.draft()
        draft.add(entries.UndoAnswered(request.seat, request.agree), request=key)
        if request.agree and not updates.yet_to_agree(draft.state, undo.seat):
            await self.take_back(draft, undo.seat, undo.back_to, NO_REQUEST, free=False)
            return protocol.Done(id=request.id, seq=draft.batch[0].seq)
        answer = await self.commit(draft, request)
        table.broadcast_table()
        return answer

    async def take_back(
        self, draft: Draft, seat: int, back_to: int, key: RequestKey, free: bool, reason: str = ""
    ) -> None:
        """Take back every move after an entry.

        If no consent was needed, the time of the old question runs on, so that nobody gains time by taking back.
        """
        table = self.table
        past, log = await table.past.find(table.host.store, table.game, back_to)
        await draft.take_back(past, log, seat, back_to, key, reason)
        draft.set_clock(same=free)
        await table.commit(draft)
        self.driver.forget()
        table.broadcast_update([], TakenBack(seat, back_to))
        table.broadcast_table()

    # Around the table

    async def _chat(self, request: protocol.Chat, key: RequestKey) -> Answer:
        text = clean(request.text, LONGEST_CHAT)
        if not text and request.phrase is None:
            raise RequestRefusal("bad-message", "There is nothing to say.")
        table, draft = self.table, self.table.draft()
        draft.add(entries.Chatted(request.seat, text, request.phrase), request=key)
        answer = await self.commit(draft, request)
        line = table.state.chat[-1]
        table.broadcast(protocol.ChatSaid(seq=line.seq, said=line))
        return answer

    async def _start(self, request: protocol.Start, key: RequestKey) -> Answer:
        table, state = self.table, self.table.state
        if state.status != "open":
            raise RequestRefusal("not-open", "The game has begun already.")
        self.require_host(request.seat)
        seats = [
            SeatBody("bot", bot_name(state.seats, n), body.token, substitute_bot()) if body.kind == "free" else body
            for n, body in enumerate(state.seats)
        ]
        draft = table.draft()
        begin(draft, seats, table.dealer, key)
        events = await table.commit(draft)
        table.broadcast_update(events)
        table.broadcast_table()
        return protocol.Done(id=request.id, seq=draft.batch[0].seq)

    async def _leave(self, request: protocol.Leave, key: RequestKey) -> Answer:
        table, state, seat = self.table, self.table.state, request.seat
        draft = table.draft()
        if state.status == "open":
            draft.add(entries.Seated(seat, SeatBody("free", "", "")), request=key)
            heir = next((n for n in state.people if n != seat), None)
            if heir is None:
                draft.add(entries.Abandoned())
            elif state.seats[seat].host:
                body = state.seats[heir]
                draft.add(entries.Seated(heir, SeatBody("person", body.name, body.token, "", body.key, True)))
        elif state.status == "playing" and seat not in state.away:
            draft.add(entries.Away(seat, substitute_bot()), request=key)
            draft.set_clock(same=True)
        else:
            raise RequestRefusal("not-playing", "There is no seat to leave.")
        answer = await self.commit(draft, request)
        table.broadcast_table()
        return answer

    async def _back(self, request: protocol.Back, key: RequestKey) -> Answer:
        table = self.table
        if request.seat not in table.state.away:
            return protocol.Done(id=request.id, seq=table.state.seq)
        draft = table.draft()
        self._give_back(draft, request.seat, key)
        answer = await self.commit(draft, request)
        table.broadcast_table()
        return answer

    def _give_back(self, draft: Draft, seat: int, key: RequestKey = NO_REQUEST) -> None:
        """Give a seat back to its player. Of the question that is asked now, the time runs on."""
        draft.add(entries.Returned(seat, draft.state.deadline), request=key)
        draft.set_clock(same=True)

    async def _settings(self, request: protocol.Settings, key: RequestKey) -> Answer:
        self.require_host(request.seat)
        draft = self.table.draft()
        draft.add(entries.SettingsChanged(request.undo, request.advice), request=key)
        answer = await self.commit(draft, request)
        self.table.broadcast_table()
        return answer

    async def _invite(self, request: protocol.Invite, key: RequestKey) -> Answer:
        table, state = self.table, self.table.state
        if len(state.invite) + len(state.watch) > 32:
            raise RequestRefusal("too-fast", "This game has enough links already.")
        draft = table.draft()
        draft.add(entries.Invited(request.to, hash_key(derived_key(table.secret, "invite", key.id))), request=key)
        await table.commit(draft)
        return self._answer_again(request, key, draft.batch[0].seq)


def record_of_action(state: GameState, action: Action, seat: int) -> bytes:
    """The record of a seat's action."""
    if action.kind in PLAIN_KINDS:
        return plain_record(KIND_NUMBERS[action.kind], seat)
    with state.open() as position:
        return write(position, action, seat)


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


HANDLERS: dict[type, Callable[[Requests, Any, RequestKey], Awaitable[Answer]]] = {
    protocol.Act: Requests._act,
    protocol.Check: Requests._check,
    protocol.Chance: answer_chance,
    protocol.Correct: answer_correction,
    protocol.Amend: answer_amendment,
    protocol.Chat: Requests._chat,
    protocol.Undo: Requests._undo,
    protocol.Consent: Requests._consent,
    protocol.Start: Requests._start,
    protocol.Leave: Requests._leave,
    protocol.Back: Requests._back,
    protocol.Settings: Requests._settings,
    protocol.Invite: Requests._invite,
}


KEPT_AS: dict[type, tuple[str, ...]] = {
    protocol.Act: ("move",),
    protocol.Chance: ("move",),
    protocol.Correct: ("right",),
    protocol.Amend: ("undo",),
    protocol.Chat: ("chat",),
    protocol.Undo: ("undo", "asked"),
    protocol.Consent: ("answered",),
    protocol.Start: ("started",),
    protocol.Leave: ("seat", "away"),
    protocol.Back: ("back",),
    protocol.Settings: ("settings",),
    protocol.Invite: ("invite",),
}
"""The kinds of entries that do each request: by them it is known again in a log of before requests had marks."""


def begin(draft: Draft, seats: Sequence[SeatBody], dealer: Dealer, key: RequestKey = NO_REQUEST) -> None:
    """Begin the game with these seats."""
    body, move = start(draft.state, seats, dealer)
    draft.add(body, move, key)
    draft.set_clock(same=False)
