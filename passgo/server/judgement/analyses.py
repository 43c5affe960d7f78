"""Analyses of finished games: made once, in a process of their own, and kept in the log of the game."""

import asyncio
import hashlib
from collections import OrderedDict
from contextlib import suppress
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import msgspec

import passgo
from passgo import bots
from passgo.machine.cache import PACKAGE, source_key
from passgo.server.http.judgements import Counting
from passgo.server.judgement.judges import Judge
from passgo.server.judgement.questions import AnalysisQuestion, Progress
from passgo.server.store import Unavailable
from passgo.server.table import entries
from passgo.server.table.live_game import Forgotten, LiveGame, Overtaken

SECONDS = 300.0
"""How long an analysis may take."""
MOST_WAITING = 8
WAIT_SECONDS = 1.0
"""How long an answer waits for an analysis to be ready before it says how far it is."""
MOST_KEPT = 64
"""Analyses that stay in memory: those just made, and those that a newer version has made anew."""
BEGINNING = Progress("starting", 0, 1)


@cache
def analysis_mark() -> str:
    """A text that changes when an analysis could say something else: with the judgement or the bots it is based on."""
    weights = files(bots).joinpath("judgement/weights.bin").read_bytes()
    parts = (passgo.__version__, source_key(PACKAGE / "analysis"), source_key(PACKAGE / "bots"))
    return hashlib.sha256("-".join(parts).encode() + weights).hexdigest()[:16]


class Making(NamedTuple):
    """An analysis on its way, and how far it is: the last thing in the list."""

    task: asyncio.Task[bytes]
    progress: list[Progress]


class Analyses:
    """The analyses of one server process."""

    def __init__(self, judge: Judge | None = None) -> None:
        self._judge = judge or Judge(SECONDS, MOST_WAITING)
        self._making: dict[str, Making] = {}
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    async def get(self, table: LiveGame) -> bytes | Counting:
        """The analysis of a finished game as JSON, or how far it is. Asked again later, it is ready.

        Raises `BadQuestion` if the game cannot be analysed, and `Unavailable` if too many are being made.
        """
        found = self._kept.get(table.game) or await stored(table)
        if found is not None:
            return found
        making = self._making.get(table.game) or self._begin(table)
        with suppress(TimeoutError):
            async with asyncio.timeout(WAIT_SECONDS):
                return await asyncio.shield(making.task)
        progress = making.progress[-1]
        return Counting(progress.what, progress.done, progress.of)

    def _begin(self, table: LiveGame) -> Making:
        progress = [BEGINNING]
        task = asyncio.create_task(self._make(table, progress))
        making = self._making[table.game] = Making(task, progress)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())  # who asked may be gone
        return making

    async def _make(self, table: LiveGame, progress: list[Progress]) -> bytes:
        try:
            log = await table.host.store.entries(table.game)
            question = AnalysisQuestion(table.game, log, table.seed)
            content = await self._judge.ask(question, progress.append)
            self._kept[table.game] = content
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            await keep(table, content)
            return content
        finally:
            del self._making[table.game]

    async def close(self) -> None:
        """Make no more of them."""
        for making in list(self._making.values()):
            making.task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await making.task
        await self._judge.close()


async def stored(table: LiveGame) -> bytes | None:
    """The analysis in the log of a game, if it is one of this version."""
    kept = table.state.analysis
    if kept is None or kept.mark != analysis_mark():
        return None
    entry = (await table.host.store.entries(table.game, kept.seq - 1))[0]
    body = entries.body_of(entry)
    return bytes(body.content) if isinstance(body, entries.Analysed) else None


async def keep(table: LiveGame, content: bytes) -> None:
    """Add an analysis to the log of its game, unless there is one. If it cannot be kept, it is made again one day."""
    with suppress(Overtaken, Unavailable, Forgotten):
        async with table.lock:
            await table.settle()
            if table.state.analysis is None:
                draft = table.draft()
                draft.add(entries.Analysed(analysis_mark(), msgspec.Raw(content)))
                await table.commit(draft)
                table.broadcast_table()
