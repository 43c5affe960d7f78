"""What goes on at a table by itself: bots decide, deadlines pass, the hour strikes."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import Literal

from passgo.bots.reasons import Reason
from passgo.game.course import Refusal
from passgo.game.engine import ACTION_BYTES
from passgo.rules import codes
from passgo.server.bots.worker import BotAnswer, BotQuestion
from passgo.server.config import substitute_bot
from passgo.server.store import Unavailable
from passgo.server.table import deadlines, entries
from passgo.server.table.live_game import LiveGame, Overtaken
from passgo.server.table.state import Move
from passgo.server.wire.actions import Step, read_record, record_of

logger = logging.getLogger(__name__)
OFFER_PATIENCE_MS = 20_000
"""How long bots wait for a person to answer an offer before they play on."""
TURN_PATIENCE = 500
"""After so many decisions of bots in one turn they only play simple actions, so that no two of them deal for ever."""
BOTS_ALONE = 20_000
"""After so many decisions of bots without one of a person, they wait until a person does something."""
RETRY_SECONDS = 2.0
DAY_MS = 86_400_000
OTHERS_FIRST_SECONDS = 3.0
"""How long other processes wait before they play the bots: the process that made the last move comes first."""


class Driver:
    """Plays a table's bots and keeps its deadlines."""

    def __init__(self, table: LiveGame) -> None:
        self.table = table
        self._notebooks: dict[int, bytes] = {}
        self._loop = asyncio.get_running_loop()
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._rings_at = 0.0
        self._offer = (0, 0)
        self._turn = (0, 0)
        self._unattended = 0
        self._closed = False

    def attend(self) -> None:
        """A person did something: bots may play on for long."""
        self._unattended = 0

    @property
    def busy(self) -> bool:
        """Is a task running?"""
        return self._task is not None

    def wake(self, delay: float = 0.0) -> None:
        """Check, now or after a delay, whether a bot must decide or a deadline has passed."""
        if self._closed or self.table.state.status != "playing":
            return
        if delay > 0:
            self._stop_timer()
            self._ring_in(delay)
        elif self._task is None:
            at = self.table.now()
            moment = self._next_moment(at)
            if moment > at and self._waits_for_people():
                self._rest(moment - at)
            else:
                self._task = asyncio.create_task(self._run())
                self._task.add_done_callback(self._ran)

    def _waits_for_people(self) -> bool:
        """Is it certain, without waiting for the lock, that no bot is to act now? After most moves it is."""
        table = self.table
        return not table.behind and not table.lock.locked() and self._bot_to_ask() == codes.NOBODY

    def _ran(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if task.cancelled():
            return
        problem = task.exception()
        if problem is not None:
            if not isinstance(problem, Unavailable):
                logger.error("autoplay failed", extra={"game": self.table.game}, exc_info=problem)
            self.wake(RETRY_SECONDS)
        elif not self._closed and self.table.state.status == "playing":
            at = self.table.now()
            self._rest(self._next_moment(at) - at)

    def _rest(self, ms: int) -> None:
        """Set the timer for the next deadline. An earlier timer stays: when it fires, it checks and sets a new one."""
        if self._offer[1]:
            ms = min(ms, self._offer[1] + OFFER_PATIENCE_MS - self.table.now())
        delay = max(ms, 10) / 1000
        if self._timer is None or self._loop.time() + delay < self._rings_at:
            self._stop_timer()
            self._ring_in(delay)

    def _ring_in(self, delay: float) -> None:
        self._rings_at = self._loop.time() + delay
        self._timer = self._loop.call_at(self._rings_at, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self.wake()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def forget(self) -> None:
        """Forget the notebooks: after an undo they may tell of moves that no longer happened."""
        self._notebooks.clear()
        self._offer = self._turn = (0, 0)

    def stop(self) -> None:
        """Begin nothing more; a task that runs comes to its end."""
        self._closed = True
        self._stop_timer()

    async def close(self) -> None:
        """Stop, and end a task that runs."""
        self.stop()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await self._task

    def _next_moment(self, at: int) -> int:
        """When the next deadline comes; in a day if there is none. While nobody is connected there is none."""
        state = self.table.state
        if not self.table.is_attended:
            return at + DAY_MS
        return min(state.due(at) or at + DAY_MS, state.hour(at) or at + DAY_MS)

    async def _run(self) -> None:
        """Keep deadlines and play bots until nothing is left to do."""
        going_on = True
        while going_on and not self._closed:
            with suppress(Overtaken):
                going_on = await self._keep_time() or await self._let_a_bot_decide()

    # Bots

    def _bot_to_ask(self) -> int:
        """The seat of the bot that must decide, or NOBODY. A bot on turn waits a while for a person to answer an offer.

        Bots also wait while nobody is connected, and after very many decisions without a person's: a game that all have
        left must not go on for ever.
        """
        state = self.table.state
        if not self.table.is_attended or self._unattended > BOTS_ALONE:
            return codes.NOBODY
        situation = state.situation
        seat, waiting = situation.next, situation.waiting
        if seat in (codes.NOBODY, codes.CHANCE):
            return codes.NOBODY
        if state.is_bot(seat):
            self._offer = (0, 0)
            return seat
        if waiting >> seat & 1:
            return codes.NOBODY
        if self._offer[0] != situation.offers_made:
            self._offer = (situation.offers_made, self.table.now())
        if self._offer[1] and self.table.now() < self._offer[1] + OFFER_PATIENCE_MS:
            return codes.NOBODY
        self._offer = (situation.offers_made, 0)
        return next((bot for bot in range(len(state.seats)) if waiting >> bot & 1 and state.is_bot(bot)), codes.NOBODY)

    async def _let_a_bot_decide(self) -> bool:
        """Ask the bot that must decide, and play its answer. False if there is none."""
        table = self.table
        async with table.lock:
            await table.settle()
            state = table.state
            if state.status != "playing":
                return False
            seat = self._bot_to_ask()
            if seat == codes.NOBODY:
                return False
            seen, may_think = state.position_seq, self._may_think()
            thought = BotQuestion(
                state.created.edition,
                state.created.options,
                state.position,
                state.away.get(seat) or state.seats[seat].bot,
                seat,
                self._notebooks.get(seat, b""),
                state.is_asked_by_person(seat),
            )
        answer = await table.host.bots.ask(thought) if may_think else None
        async with table.lock:
            await table.settle()
            if table.state.position_seq != seen or not table.state.is_bot(seat):
                return True  # somebody was faster, or is back
            if answer is not None:
                self._notebooks[seat] = answer.notebook
            await self._play_for(seat, answer or BotAnswer())
        return True

    def _may_think(self) -> bool:
        """Count a decision of this turn: may the bots still think about it?"""
        turn = self.table.state.situation.turn
        self._turn = (turn, self._turn[1] + 1 if self._turn[0] == turn else 1)
        return self._turn[1] < TURN_PATIENCE

    async def _play_for(self, seat: int, answer: BotAnswer) -> None:
        """Play a bot's action; if there is none, or it is unlawful, play something simple and lawful."""
        table, state, record = self.table, self.table.state, answer.action
        move = None
        if record:
            action = read_record(record) if len(record) == ACTION_BYTES else None
            if action is not None and action.player == seat and action.kind < codes.DICE:
                with suppress(Refusal):
                    move = state.play(record, table.dealer)
            if move is None:
                table.host.metrics.bot_failures.inc()
        if move is None:
            with state.open() as position:
                record = position.fall_back(seat)
            move = state.play(record, table.dealer)
        await self._make(seat, "bot", move, answer.reasons)

    async def _make(
        self, seat: int | None, by: Literal["bot", "clock"], move: Move, reasons: Sequence[Reason] = ()
    ) -> None:
        """Store a move that no person made, and send it to everybody."""
        table, draft = self.table, self.table.draft()
        draft.add(entries.Moved(seat, by, move.steps, draft.deadline_after(move), list(reasons)), move)
        events = await table.commit(draft)
        self._unattended += 1
        table.host.metrics.bot_moves.inc()
        table.broadcast_update(events)
        if move.over:
            table.broadcast_table()

    async def _play_for_clock(self, seat: int | None, step: Step) -> bool:
        """Make a move because its time has come. False if the rules refuse it."""
        try:
            move = self.table.state.play(record_of(step), self.table.dealer)
        except Refusal:
            return False
        await self._make(seat, "clock", move)
        return True

    # Time

    async def _keep_time(self) -> bool:
        """Act on a deadline that has passed. False if none has."""
        table = self.table
        async with table.lock:
            await table.settle()
            state, at = table.state, self.table.now()
            if state.status != "playing" or not self.table.is_attended:
                return False
            hour = state.hour(at)
            if hour and hour <= at and not state.situation.hour_struck:
                return await self._play_for_clock(None, Step("StrikeHour", codes.CLOCK))
            if state.deadline is None or state.due(at) > at:
                return False
            if state.deadline.kind == "call":
                return await self._withdraw_silent_bidder()
            return await self._end_patience()

    async def _withdraw_silent_bidder(self) -> bool:
        """Withdraw a bidder who called nothing in time. False if there is none."""
        state = self.table.state
        for seat in deadlines.people_waited_for(state, state.situation):
            if await self._play_for_clock(seat, Step("Withdraw", seat)):
                return True
        return False

    async def _end_patience(self) -> bool:
        """After the time of a decision begins a grace; after the grace bots play the seats that are late."""
        table, state, draft = self.table, self.table.state, self.table.draft()
        grace = deadlines.grace_for(state, self.table.now())
        if grace is not None:
            draft.add(entries.ClockSet(grace))
        else:
            waiting = deadlines.people_waited_for(state, state.situation)
            late = [seat for seat in waiting if state.deadline and seat in state.deadline.seats]
            for seat in late:
                draft.add(entries.Away(seat, substitute_bot()))
            draft.set_clock(same=bool(late))
        if draft.batch:
            await table.commit(draft)
            table.broadcast_table()
        return True
