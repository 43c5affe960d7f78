"""News of what other processes appended: PostgreSQL notifies at once, and a query every few seconds misses nothing.

A notification can be lost, when the line to PostgreSQL breaks. So now and then, and after every break, we ask for the
games that changed since we last asked. "Since" is counted in transactions, not in time: `xact >= cursor`, where the
cursor is the oldest transaction that was still running at the last question. What that one or a later one commits,
however late, is found by the next question.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from passgo.server.store.postgres_group import AWAY, CHANNEL, is_away

NOW = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text"
SINCE = f"""
    SELECT ({NOW}), array(
        SELECT id || ':' || seq FROM passgo.games WHERE xact >= $1::text::xid8 AND writer <> $2 ORDER BY xact)"""
LONGEST_PAUSE_S = 1.0


class NewsFeed:
    """The news for one consumer. For a game that changes often it keeps only the latest number."""

    def __init__(
        self,
        connect: Callable[[], Awaitable[Any]],
        writer: str,
        is_own: Callable[[int], bool],
        cursor: str,
        poll_s: float,
    ) -> None:
        self._connect = connect
        self._writer = writer
        self._is_own = is_own
        self._cursor = cursor
        self._poll_s = poll_s
        self._waiting: dict[str, int] = {}
        self._passed_on: dict[str, int] = {}
        """What was passed on since the last query, or is still in its answer: it is not passed on again."""
        self._awake = asyncio.Event()
        self._broken = False
        self._ended = False

    def end(self) -> None:
        """Let the consumer's loop end."""
        self._ended = True
        self._awake.set()

    async def news(self) -> AsyncIterator[tuple[str, int]]:
        """Game and seq, until `end`; however often PostgreSQL goes away meanwhile."""
        pause = 0.05
        while not self._ended:
            connection = None
            try:
                connection = await self._open()
                pause = 0.05
                while not (self._ended or self._broken):
                    await self._poll(connection)
                    until = time.monotonic() + self._poll_s
                    while not (self._ended or self._broken) and (left := until - time.monotonic()) > 0:
                        if not self._waiting:
                            await self._sleep(left)
                        for news in self._take():
                            yield news
            except AWAY as error:
                if not is_away(error):
                    raise
            finally:
                if connection is not None:
                    connection.terminate()
            if not self._ended:
                await self._sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)

    async def _open(self) -> Any:
        connection = await self._connect()
        self._broken = False
        connection.add_termination_listener(self._note_end)
        await connection.add_listener(CHANNEL, self._note_notification)
        return connection

    def _note_end(self, connection: Any) -> None:
        self._broken = True
        self._awake.set()

    def _note_notification(self, connection: Any, pid: int, channel: str, payload: str) -> None:
        if not self._is_own(pid):
            self._note(payload)

    def _note(self, payload: str) -> None:
        game, seq = parts(payload)
        if seq > max(self._passed_on.get(game, 0), self._waiting.get(game, 0)):
            self._waiting[game] = seq
            self._awake.set()

    async def _poll(self, connection: Any) -> None:
        """Ask for what changed since the last question."""
        self._cursor, found = await connection.fetchrow(SINCE, self._cursor, self._writer)
        for payload in found:
            self._note(payload)
        self._passed_on = {game: seq for game, seq in map(parts, found) if self._passed_on.get(game, 0) >= seq}

    def _take(self) -> list[tuple[str, int]]:
        waiting = list(self._waiting.items())
        self._passed_on |= self._waiting
        self._waiting.clear()
        return waiting

    async def _sleep(self, seconds: float) -> None:
        """Wait for a notification, at most so long."""
        self._awake.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._awake.wait(), seconds)


def parts(payload: str) -> tuple[str, int]:
    """The game and the number in a notification.

    >>> parts("quiet-otter-7:12")
    ('quiet-otter-7', 12)
    """
    game, _, seq = payload.rpartition(":")
    return game, int(seq)
