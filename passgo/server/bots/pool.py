"""Asking bots, off the event loop and within a time budget. A bot that hangs or fails is replaced; the game goes on."""

import asyncio
import logging
import sys
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from passgo.server.bots.worker import BotAnswer, BotQuestion
from passgo.server.metrics import Metrics
from passgo.server.pipes import Worker

logger = logging.getLogger(__name__)
COMMAND = (sys.executable, "-m", "passgo.server.bots.worker")
DECODE = msgspec.msgpack.Decoder(BotAnswer).decode


class BotPool:
    """A few processes in which bots think, started when the first bot is asked."""

    def __init__(
        self, metrics: Metrics, workers: int = 1, budget: float = 2.0, command: Sequence[str] = COMMAND
    ) -> None:
        self._metrics, self._budget, self._command = metrics, budget, command
        self._places: asyncio.LifoQueue[Worker | None] = asyncio.LifoQueue()
        for _ in range(workers):
            self._places.put_nowait(None)
        self._workers: set[Worker] = set()
        self._warming: set[asyncio.Task[None]] = set()
        self._encode = msgspec.msgpack.Encoder().encode

    @property
    def ready(self) -> int:
        """How many processes run."""
        return len(self._workers)

    def warm(self) -> None:
        """Have a process ready soon, without waiting for it: a game with bots is about to begin."""
        if self._workers or self._warming:
            return
        task = asyncio.create_task(self._start_one())
        self._warming.add(task)
        task.add_done_callback(self._warming.discard)

    async def _start_one(self) -> None:
        """Start the process of a free place. Whoever asks meanwhile waits for it, as it would for its own."""
        worker = await self._places.get()
        try:
            if worker is None:
                worker = await Worker.start(self._command)
                self._workers.add(worker)
        except (TimeoutError, OSError, EOFError, msgspec.MsgspecError) as problem:
            logger.warning("no process for bots could be started", extra={"why": type(problem).__name__})
        finally:
            self._places.put_nowait(worker)

    async def ask(self, question: BotQuestion) -> BotAnswer | None:
        """What the bot does, or None if it took too long or failed."""
        with self._metrics.bots_waiting.track_inprogress():
            worker = await self._places.get()
        try:
            if worker is None:
                worker = await Worker.start(self._command)
                self._workers.add(worker)
            async with asyncio.timeout(self._budget):
                answer = DECODE(await worker.ask(self._encode(question)))
            if answer.problem:
                self._failed(question, answer.problem)
            return None if answer.problem else answer
        except (TimeoutError, OSError, EOFError, msgspec.MsgspecError) as problem:
            self._failed(question, type(problem).__name__)
            await self._drop(worker)
            worker = None
            return None
        except asyncio.CancelledError:
            await self._drop(worker)
            worker = None
            raise
        finally:
            self._places.put_nowait(worker)

    def _failed(self, question: BotQuestion, why: str) -> None:
        self._metrics.bot_failures.inc()
        logger.warning("a bot was replaced", extra={"bot": question.bot, "why": why})

    async def _drop(self, worker: Worker | None) -> None:
        if worker is not None:
            self._workers.discard(worker)
            await worker.end()

    async def close(self) -> None:
        """End all processes."""
        for task in list(self._warming):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        for worker in list(self._workers):
            await self._drop(worker)
