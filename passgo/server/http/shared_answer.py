"""An answer that is the same for everybody who asks within a second."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")
FRESH_S = 1.0


class SharedAnswer(Generic[T]):
    """Asks at most once a second, however many want to know; those who come while it asks share the answer."""

    def __init__(self, ask: Callable[[], Awaitable[T]]) -> None:
        self._ask = ask
        self._asking: asyncio.Task[T] | None = None
        self._asked = 0.0

    async def get(self) -> T:
        """The answer, at most a second old."""
        if self._asking is None or (self._asking.done() and time.monotonic() - self._asked >= FRESH_S):
            self._asking = asyncio.create_task(self._once())
        return await asyncio.shield(self._asking)

    async def _once(self) -> T:
        try:
            return await self._ask()
        finally:
            self._asked = time.monotonic()
