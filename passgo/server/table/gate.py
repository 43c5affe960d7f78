"""A gate: a few may pass at a time, and who is urgent passes first."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Gate:
    """A gate with so many places.

    >>> async def in_order() -> list[str]:
    ...     gate, order = Gate(1), []
    ...     async def load(game: str, urgent: bool) -> None:
    ...         async with gate.place(game, urgent):
    ...             order.append(game)
    ...             await asyncio.sleep(0)
    ...     await asyncio.gather(load("first", False), load("watched", False), load("played", True))
    ...     return order
    >>> asyncio.run(in_order())
    ['first', 'played', 'watched']
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._urgent: dict[str, asyncio.Future[None]] = {}
        self._patient: dict[str, asyncio.Future[None]] = {}

    @asynccontextmanager
    async def place(self, name: str, urgent: bool) -> AsyncIterator[None]:
        """Wait for a place, and hold it. No two of one name wait at the same time."""
        if self._free > 0:
            self._free -= 1
        else:
            turn = asyncio.get_running_loop().create_future()
            (self._urgent if urgent else self._patient)[name] = turn
            try:
                await turn
            except BaseException:
                self._urgent.pop(name, None)
                self._patient.pop(name, None)
                if turn.done() and not turn.cancelled():
                    self._pass_on()
                raise
        try:
            yield
        finally:
            self._pass_on()

    def hurry(self, name: str) -> None:
        """Somebody urgent waits for this one, too."""
        if name in self._patient:
            self._urgent[name] = self._patient.pop(name)

    def _pass_on(self) -> None:
        """Give a place to the next who waits."""
        for waiting in (self._urgent, self._patient):
            while waiting:
                turn = waiting.pop(next(iter(waiting)))
                if not turn.done():
                    turn.set_result(None)
                    return
        self._free += 1
