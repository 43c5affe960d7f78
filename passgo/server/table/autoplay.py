"""What goes on at a table by itself: bots decide, deadlines pass, the hour strikes."""

import asyncio
import logging
from contextlib import suppress

from passgo.rules import codes
from passgo.rules.codes import CHANCE, CLOCK, NOBODY
from passgo.server.bots.worker import Thought
from passgo.server.config import bot_of_absence
from passgo.server.store import Unavailable
from passgo.server.table import clock, entries
from passgo.server.table.clock import now, question
from passgo.server.table.live_game import Change, LiveGame, Overtaken
from passgo.server.table.state import Played, Refusal
from passgo.server.wire.actions import Step, write_step

logger = logging.getLogger(__name__)
OFFER_PATIENCE_MS = 20_000
"""How long bots wait for a person to answer an offer before they play on."""
TURN_PATIENCE = 500
"""Decisions of bots in one turn after which they fall back until it ends, so that no two of them deal for ever."""
BOTS_ALONE = 20_000
"""Decisions of bots in a row after which they wait for a sign of life."""
RETRY_SECONDS = 2.0
OTHERS_FIRST_SECONDS = 3.0
"""How long a process leaves the bots of a game to the one that made the last move."""


class Driver:
    """The hand that moves a table when nobody does."""

    def __init__(self, table: LiveGame) -> None:
        self.table = table
        self._notebooks: dict[int, bytes] = {}
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._rings_at = 0.0
        self._offer = (0, 0)
        self._turn = (0, 0)
        self._unattended = 0
        self._closed = False

    def attend(self) -> None:
        """Somebody asks for something: bots play on."""
        self._unattended = 0

    @property
    def busy(self) -> bool:
        """Is something going on?"""
        return self._task is not None

    def wake(self, delay: float = 0.0) -> None:
        """Look at the table, now or soon: is a bot to decide, is a deadline to be kept?"""
        if self._closed or self.table.standing.status != "playing":
            return
        if delay > 0:
            self._stop_timer()
            self._ring_in(delay)
        elif self._task is None:
            if self._nothing_to_do():
                self._rest()
            else:
                self._task = asyncio.create_task(self._run())
                self._task.add_done_callback(self._ran)

    def _nothing_to_do(self) -> bool:
        """Is it plain to see that nobody but people can do something now? After most moves it is."""
        table = self.table
        if table.doubtful or table.lock.locked():
            return False
        standing, at = table.standing, now()
        if standing.present:
            hour = standing.hour(at)
            if (standing.deadline is not None and standing.due(at) <= at) or (hour and hour <= at):
                return False
        return self._bot_to_ask() == NOBODY

    def _ran(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if task.cancelled():
            return
        problem = task.exception()
        if problem is not None:
            if not isinstance(problem, Unavailable):
                logger.error("driving a table failed", extra={"game": self.table.game}, exc_info=problem)
            self.wake(RETRY_SECONDS)
        elif not self._closed and self.table.standing.status == "playing":
            self._rest()

    def _rest(self) -> None:
        """Ring when something is due. A bell that rings earlier is left alone: it will look, and rest again."""
        delay = self._seconds_left()
        if self._timer is None or asyncio.get_running_loop().time() + delay < self._rings_at:
            self._stop_timer()
            self._ring_in(delay)

    def _ring_in(self, delay: float) -> None:
        loop = asyncio.get_running_loop()
        self._rings_at = loop.time() + delay
        self._timer = loop.call_at(self._rings_at, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self.wake()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def forget(self) -> None:
        """The game went back: what bots noted down may never have happened."""
        self._notebooks.clear()
        self._offer = self._turn = (0, 0)

    async def close(self) -> None:
        """Stop."""
        self._closed = True
        self._stop_timer()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await self._task

    def _seconds_left(self) -> float:
        """Until something is due: a day if nothing is. Nothing is due while nobody is there."""
        standing, at = self.table.standing, now()
        due = [standing.due(at), standing.hour(at)] if standing.present else []
        if self._offer[1]:
            due.append(self._offer[1] + OFFER_PATIENCE_MS)
        soonest = min((moment for moment in due if moment), default=at + 86_400_000)
        return max(soonest - at, 10) / 1000

    async def _run(self) -> None:
        """Do everything that is to be done now."""
        going_on = True
        while going_on and not self._closed:
            with suppress(Overtaken):
                going_on = await self._keep_time() or await self._let_a_bot_decide()

    # Bots

    def _bot_to_ask(self) -> int:
        """The bot's seat that is to decide, or NOBODY. A bot on turn waits a while for a person to answer an offer.

        Bots wait, too, while nobody is there, or when for very long nobody but them has decided anything: a game that
        all have left must not go on for ever.
        """
        standing = self.table.standing
        if not standing.present or self._unattended > BOTS_ALONE:
            return NOBODY
        g, engine = standing.lay(), standing.here.engine
        seat = engine.next_to_decide
        if seat in (NOBODY, CHANCE):
            return NOBODY
        if standing.is_bot(seat):
            self._offer = (0, 0)
            return seat
        waiting = engine.to_act
        if waiting >> seat & 1:
            return NOBODY
        if self._offer[0] != g.offers_made:
            self._offer = (g.offers_made, now())
        if self._offer[1] and now() < self._offer[1] + OFFER_PATIENCE_MS:
            return NOBODY
        self._offer = (g.offers_made, 0)
        return next((bot for bot in range(g.players) if waiting >> bot & 1 and standing.is_bot(bot)), NOBODY)

    async def _let_a_bot_decide(self) -> bool:
        """Ask the bot whose turn it is to decide, and play what it says. Was there one?"""
        table = self.table
        async with table.lock:
            await table.settle()
            standing = table.standing
            if standing.status != "playing":
                return False
            seat = self._bot_to_ask()
            if seat == NOBODY:
                return False
            seen, patient = standing.position_seq, self._patient()
            thought = Thought(
                standing.created.edition,
                standing.created.options,
                standing.position,
                standing.away.get(seat) or standing.seats[seat].bot,
                seat,
                self._notebooks.get(seat, b""),
            )
        answer = await table.host.thinking.ask(thought) if patient else None
        async with table.lock:
            await table.settle()
            if table.standing.position_seq != seen or not table.standing.is_bot(seat):
                return True  # somebody was faster, or is back
            if answer is not None:
                self._notebooks[seat] = answer.notebook
            await self._play_for(seat, answer.action if answer else b"")
        return True

    def _patient(self) -> bool:
        """Have the bots made so many decisions in this turn that they should come to an end?"""
        turn = self.table.standing.lay().turn
        self._turn = (turn, self._turn[1] + 1 if self._turn[0] == turn else 1)
        return self._turn[1] < TURN_PATIENCE

    async def _play_for(self, seat: int, record: bytes) -> None:
        """Play a bot's action; if there is none or it is unlawful, something simple that is lawful."""
        table, standing = self.table, self.table.standing
        g, engine = standing.lay(), standing.here.engine
        asked = question(g)
        played = None
        if record:
            engine.played = record
            if engine.action.player == seat and engine.action.kind < codes.DICE:
                with suppress(Refusal):
                    played = standing.play(table.dealer)
            if played is None:
                table.host.metrics.bot_failures += 1
        if played is None:
            engine.played = standing.here.fall_back(seat)
            played = standing.play(table.dealer)
        await self._make(seat, "bot", played, question(g) == asked)

    async def _make(self, seat: int | None, by: str, played: Played, same: bool) -> None:
        """Keep a move that no person made, and tell it. The position after it is in the engine."""
        table = self.table
        deadline = None if played.over else table.new_deadline(same)
        body = entries.Moved(seat, by, played.steps, deadline)  # type: ignore[arg-type]
        events = await table.commit(Change(body, played))
        self._unattended += 1
        table.host.metrics.bot_moves += 1
        table.tell_update(events)
        if played.over:
            table.tell_table()

    # Time

    async def _keep_time(self) -> bool:
        """Let a deadline that has passed take effect. Did one?"""
        table = self.table
        async with table.lock:
            await table.settle()
            standing, at = table.standing, now()
            if standing.status != "playing" or not standing.present:
                return False
            hour = standing.hour(at)
            if hour and hour <= at and not standing.lay().hour_struck:
                return await self._strike_hour()
            if standing.deadline is None or standing.due(at) > at:
                return False
            if standing.deadline.kind == "call":
                return await self._withdraw_the_silent()
            return await self._end_patience()

    async def _strike_hour(self) -> bool:
        """The short game's hour has come."""
        standing = self.table.standing
        g = standing.lay()
        asked = question(g)
        write_step(Step("StrikeHour", CLOCK), standing.here.engine.action)
        try:
            played = standing.play(self.table.dealer)
        except Refusal:
            return False
        await self._make(None, "clock", played, question(g) == asked)
        return True

    async def _withdraw_the_silent(self) -> bool:
        """Whoever called nothing in time bids no more."""
        standing = self.table.standing
        g, engine = standing.lay(), standing.here.engine
        for seat in clock.waited_for(standing):
            asked = question(g)
            write_step(Step("Withdraw", seat), engine.action)
            try:
                played = standing.play(self.table.dealer)
            except Refusal:
                continue
            await self._make(seat, "clock", played, question(g) == asked)
            return True
        return False

    async def _end_patience(self) -> bool:
        """A decision's time is over: a grace begins. The grace is over: bots play these seats."""
        table, standing = self.table, self.table.standing
        grace = clock.grace_for(standing, now())
        if grace is not None:
            await table.commit(Change(entries.ClockSet(grace)))
        else:
            standing.lay()
            late = [
                seat for seat in clock.waited_for(standing) if standing.deadline and seat in standing.deadline.seats
            ]
            if not late:
                await table.commit(Change(entries.ClockSet(table.new_deadline(same=False))))
                return True
            await table.commit(*(Change(entries.Away(seat, bot_of_absence())) for seat in late))
            standing.lay()
            await table.commit(Change(entries.ClockSet(table.new_deadline(same=True))))
        table.tell_table()
        return True
