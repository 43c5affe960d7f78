"""The server's clocks: the time of day, and the time that the server has lived through.

People set clocks, laptops are closed, processes are stopped and go on. None of that is a player's fault, so none of it
may end a player's time. Tables therefore count the time that the server has lived through (`LiveGame.now`): it comes
from the event loop's clock, which nobody can set, and it does not run while the process stands still.
"""

import asyncio
import time
from collections.abc import Callable

LOOK_SECONDS = 0.5
"""How often the server looks at the clock."""
STILL_MS = 2_000
"""A server that has not looked for so long has stood still."""


def wall_ms() -> int:
    """The system's clock: milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def steady_ms() -> int:
    """A clock that nobody can set: that of the event loop."""
    return int(asyncio.get_running_loop().time() * 1000)


def steady_clock() -> Callable[[], int]:
    """The same clock without looking for the loop each time, which costs a system call."""
    seconds = asyncio.get_running_loop().time
    return lambda: int(seconds() * 1000)


class Clock:
    """The clocks of one server process.

    >>> steady = [70]
    >>> clock = Clock(lambda: 5_000, lambda: steady[0])
    >>> steady[0] += 1_000
    >>> clock.lived()
    1000
    >>> steady[0] += 3_600_000  # the process is stopped for an hour
    >>> clock.lived()
    1500
    """

    __slots__ = ("_lived", "_looked", "_steady", "_wall")

    def __init__(self, wall: Callable[[], int] = wall_ms, steady: Callable[[], int] | None = None) -> None:
        self._wall, self._steady = wall, steady or steady_clock()
        self._looked, self._lived = self._steady(), 0

    def now(self) -> int:
        """The time of day: milliseconds since 1970."""
        return self._wall()

    def lived(self) -> int:
        """Milliseconds that this process has lived through. If nobody asked for `STILL_MS`, it has stood still."""
        steady = self._steady()
        passed, self._looked = steady - self._looked, steady
        self._lived += passed if passed <= STILL_MS else int(LOOK_SECONDS * 1000)
        return self._lived

    @property
    def stands_still(self) -> bool:
        """Has nobody looked for too long?"""
        return self._steady() - self._looked > STILL_MS
