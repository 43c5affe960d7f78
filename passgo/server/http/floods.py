"""What one address may ask by HTTP, counted below the application, and in what order requests are let in.

Connections, pieces of requests, kilobytes and requests are counted together. Whoever asks for more is refused with a
bare answer and an ended connection; whoever goes on is shut out for a little while: then new connections end at once,
which costs next to nothing. Sockets that are open stay open: games go on, also at that address.
"""

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable

from passgo.server.config import Limits
from passgo.server.metrics import Metrics
from passgo.server.rate_limit import MOST_ADDRESSES, Buckets, seconds

logger = logging.getLogger(__name__)
STRIKES, STRIKES_PER_SECOND = 20, 1.0
"""So often an address may be refused before it is shut out."""
SHUT_OUT_S = 5.0
"""An address is shut out for so long after it last asked for too much."""
LOG_AGAIN_S = 60.0
LET_IN = 4
"""Requests that are let in during one turn of the event loop. Sockets have their turn in between."""


class HttpBudget:
    """What addresses have asked lately.

    >>> async def flood() -> list[bool]:
    ...     budget = HttpBudget(Limits(http_per_second=1, http_burst=1), Metrics(), lambda address: None)
    ...     asked = [budget.take("192.0.2.7") for _ in range(30)]
    ...     return [asked[0], asked[1], budget.is_shut_out("192.0.2.7"), budget.is_shut_out("192.0.2.8")]
    >>> asyncio.run(flood())
    [True, False, True, False]
    """

    def __init__(self, limits: Limits, metrics: Metrics, on_shut_out: Callable[[str], None]) -> None:
        self._metrics, self._on_shut_out = metrics, on_shut_out
        self._asked = Buckets(limits.http_per_second, limits.http_burst)
        self._strikes = Buckets(STRIKES_PER_SECOND, STRIKES)
        self._shut_out: OrderedDict[str, float] = OrderedDict()
        """Until when each address is shut out."""
        self._logged = -LOG_AGAIN_S

    def take(self, address: str, count: int = 1) -> bool:
        """May an address ask for so much more? Whoever may not, and goes on, is shut out."""
        if self._asked.take(address, count):
            return True
        self._metrics.refused.labels("flood").inc()
        if address in self._shut_out or not self._strikes.take(address):
            self._shut(address)
        return False

    def take_behind_proxy(self, address: str) -> bool:
        """May the client of a proxy ask once more? Nobody is shut out: the proxy's connections are for everybody."""
        if self._asked.take(address):
            return True
        self._metrics.refused.labels("flood").inc()
        return False

    def is_shut_out(self, address: str) -> bool:
        """Does an address get no connection now?"""
        until = self._shut_out.get(address)
        if until is None:
            return False
        if until > seconds():
            return True
        del self._shut_out[address]
        return False

    def _shut(self, address: str) -> None:
        begins = not self.is_shut_out(address)
        self._shut_out[address] = seconds() + SHUT_OUT_S
        if not begins:
            return
        if len(self._shut_out) > MOST_ADDRESSES:
            self._shut_out.popitem(last=False)
        self._metrics.shut_out.inc()
        if seconds() - self._logged >= LOG_AGAIN_S:
            self._logged = seconds()
            logger.warning("an address asks for too much by HTTP, and is shut out for a while")
        self._on_shut_out(address)


class Turnstile:
    """Lets requests in: a few in each turn of the event loop, and one address after the other.

    A thousand requests that come at once would otherwise be one long turn, and every player would wait for its end.
    """

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._places, self._turning = LET_IN, False

    async def enter(self, address: str) -> None:
        """Wait for one's turn."""
        loop = asyncio.get_running_loop()
        if not self._turning:
            self._turning = True
            loop.call_soon(self._turn)
        if self._places and not self._waiting:
            self._places -= 1
            return
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        await turn

    def _turn(self) -> None:
        """The loop has gone round: let the next ones in."""
        self._places = LET_IN
        while self._waiting and self._places:
            address, queue = self._waiting.popitem(last=False)
            turn = queue.popleft()
            if queue:
                self._waiting[address] = queue
            if not turn.done():
                turn.set_result(None)
                self._places -= 1
        self._turning = bool(self._waiting) or self._places < LET_IN
        if self._turning:
            asyncio.get_running_loop().call_soon(self._turn)
