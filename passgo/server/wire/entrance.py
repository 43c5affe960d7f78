"""The entrance: whoever is in is served before the next are let in.

After a restart everybody comes back at once. If all handshakes were made first, then all games loaded, then all
welcomes sent, everybody would wait for the last one. So handshakes are made a few at a time, and fewer while many who
have said hello wait for their welcome: the first to come plays while the last still stands outside.

Nobody waits here for a client: what holds the entrance up is our own work, and a few are let in even then.
"""

import asyncio
from collections import deque
from collections.abc import Callable

AT_ONCE = 8
"""Handshakes in one turn of the loop."""
MOST_UNSERVED = 64
"""While so many wait for their welcome, the next are let in one by one."""
HOLD_SECONDS = 0.005
"""How long the next one waits then."""


class Entrance:
    """The entrance of one server process.

    >>> async def in_order() -> list[int]:
    ...     entrance, came = Entrance(), []
    ...     for n in range(20):
    ...         entrance.come(lambda n=n: came.append(n))
    ...     at_once = len(came)
    ...     while len(came) < 20:
    ...         await asyncio.sleep(0)
    ...     return [at_once, *came[-3:]]
    >>> asyncio.run(in_order())
    [8, 17, 18, 19]
    """

    def __init__(self) -> None:
        self._outside: deque[Callable[[], None]] = deque()
        self._unserved: set[object] = set()
        self._left = AT_ONCE
        """Handshakes that may still be made in this turn."""
        self._opens_again = False

    def come(self, enter: Callable[[], None]) -> bool:
        """Let somebody enter, now or when those before have entered; False if it is not now."""
        if self._outside or not self._left:
            self._outside.append(enter)
            return False
        self._enter(enter)
        return True

    def greet(self, guest: object) -> None:
        """Somebody has said hello, and waits for a welcome."""
        self._unserved.add(guest)

    def serve(self, guest: object) -> None:
        """Somebody is welcomed, or gone."""
        self._unserved.discard(guest)

    def _enter(self, enter: Callable[[], None]) -> None:
        self._left -= 1
        if not self._opens_again:
            self._opens_again = True
            loop = asyncio.get_running_loop()
            if len(self._unserved) < MOST_UNSERVED:
                loop.call_soon(self._open_again)
            else:
                self._left = 0
                loop.call_later(HOLD_SECONDS, self._open_again)
        enter()

    def _open_again(self) -> None:
        """The next turn: let those in who wait outside."""
        self._left, self._opens_again = AT_ONCE, False
        while self._outside and self._left:
            self._enter(self._outside.popleft())
