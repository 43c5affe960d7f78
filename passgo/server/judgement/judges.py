"""Asking processes that judge, off the event loop: one for analyses and one for advice, so that neither waits for both.

Each is started when it is first asked, and ended when nobody has asked for a while.
"""

import asyncio
import logging
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec

from passgo.server.judgement.questions import ENCODE, READ_SAID, Judged, Progress, Question
from passgo.server.pipes import Worker
from passgo.server.store import Unavailable

logger = logging.getLogger(__name__)
COMMAND = (sys.executable, "-m", "passgo.server.judgement.worker")
IDLE_SECONDS = 300.0
FAILURES = (TimeoutError, OSError, EOFError, msgspec.MsgspecError)

Tell = Callable[[Progress], None]


class BadQuestion(ValueError):
    """The question makes no sense in this game."""


class Judge:
    """One process that judges, and those who wait for it."""

    def __init__(self, seconds: float, most_waiting: int, command: Sequence[str] = COMMAND) -> None:
        self._seconds, self._most_waiting, self._command = seconds, most_waiting, command
        self._one = asyncio.Lock()
        self._waiting = 0
        self._worker: Worker | None = None
        self._resting: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Task[None]] = set()

    async def ask(self, question: Question, tell: Tell = lambda progress: None) -> bytes:
        """The answer, as JSON; `tell` hears how far it is.

        Raises `BadQuestion` if the question was wrong, and `Unavailable` if too many ask, or the process failed.
        """
        if self._waiting >= self._most_waiting:
            raise Unavailable("too much is to be judged at once", "busy")
        self._waiting += 1
        try:
            async with self._one:
                return await self._ask(question, tell)
        finally:
            self._waiting -= 1

    async def _ask(self, question: Question, tell: Tell) -> bytes:
        self._wake()
        try:
            if self._worker is None:
                self._worker = await Worker.start(self._command)
            async with asyncio.timeout(self._seconds):
                judged = await self._hear_out(self._worker, question, tell)
        except (*FAILURES, asyncio.CancelledError) as problem:
            await self._drop()
            if isinstance(problem, asyncio.CancelledError):
                raise
            logger.warning("a judgement failed", extra={"why": type(problem).__name__})
            raise Unavailable("a judgement took too long, or failed", "busy") from None
        self._rest()
        if judged.fault:
            raise BadQuestion(judged.problem)
        if judged.problem:
            logger.warning("a judgement failed", extra={"why": judged.problem})
            raise Unavailable(f"a judgement failed: {judged.problem}", "busy")
        return judged.content

    async def _hear_out(self, worker: Worker, question: Question, tell: Tell) -> Judged:
        said = READ_SAID.decode(await worker.ask(ENCODE(question)))
        while isinstance(said, Progress):
            tell(said)
            said = READ_SAID.decode(await worker.hear())
        return said

    def _wake(self) -> None:
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None

    def _rest(self) -> None:
        """End the process if nobody asks for a while."""
        self._wake()
        self._resting = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._dismiss)

    def _dismiss(self) -> None:
        worker = self._worker
        if worker is None or self._one.locked():
            return
        self._worker = None  # at once, so that whoever asks meanwhile starts another one
        task = asyncio.create_task(worker.end())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def _drop(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            await worker.end()

    async def close(self) -> None:
        """End the process."""
        self._wake()
        for task in list(self._ending):
            with suppress(asyncio.CancelledError):
                await task
        await self._drop()
