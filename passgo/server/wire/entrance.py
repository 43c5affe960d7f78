"""The entrance: whoever is in is served before the next are let in.

After a restart everybody comes back at once. If all handshakes were made first, then all games loaded, then all
welcomes sent, everybody would wait for the last one. So handshakes are made a few at a time, and fewer while many who
have said hello wait for their welcome: the first to come plays while the last still stands outside.

A game needs one of its players to go on: the one whom it asks. Whoever says that they are asked, in the address of the
socket, goes first; nothing is proved by it, so one in eight who are let in is somebody who does not say so.

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
        self._asked: deque[Callable[[], None]] = deque()
        self._others: deque[Callable[[], None]] = deque()
        """Those who wait outside: whom their games ask, and all others."""
        self._unserved: set[object] = set()
        self._entered = 0
        self._left = AT_ONCE
        """Handshakes that may still be made in this turn."""
        self._opens_again = False

    def come(self, enter: Callable[[], None], asked: bool = False) -> bool:
        """Let somebody enter, now or when those before have entered; False if it is not now.

        `asked` says that a game waits for somebody: then those before are only who say the same.
        """
        if self._asked or self._others or not self._left:
            (self._asked if asked else self._others).append(enter)
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
        while self._left and (self._asked or self._others):
            self._enter(self._next())

    def _next(self) -> Callable[[], None]:
        """Who is to enter next: whoever is asked, but one in so many is somebody else."""
        self._entered += 1
        first, second = self._asked, self._others
        if self._entered % AT_ONCE == 0:
            first, second = second, first
        return (first or second).popleft()
