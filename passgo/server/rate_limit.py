"""Rate limits: buckets that refill with time, by address."""

import asyncio
import ipaddress
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

MOST_ADDRESSES = 10_000
"""Addresses remembered; the one not seen for longest is forgotten."""


def address_of(scope: Mapping[str, Any]) -> str:
    """Where a request or a connection comes from."""
    client = scope.get("client")
    return neighbourhood(str(client[0])) if client else "unknown"


def neighbourhood(address: str) -> str:
    """An address as limits count it. Whoever has one address of IPv6 has 2**64 of them, so they count as one.

    >>> neighbourhood("192.0.2.7"), neighbourhood("2001:db8:1:2:3:4:5:6"), neighbourhood("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::', '192.0.2.7')
    """
    if ":" not in address:
        return address
    try:
        six = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if six.ipv4_mapped is not None:
        return str(six.ipv4_mapped)
    return str(ipaddress.IPv6Address(int(six) >> 64 << 64))


def seconds() -> float:
    """The time of the event loop, which nobody can set."""
    return asyncio.get_running_loop().time()


class Bucket:
    """A bucket of tokens: it holds a burst and refills at a rate.

    >>> async def take_three() -> list[bool]:
    ...     bucket = Bucket(rate=0, burst=2)
    ...     return [bucket.take() for _ in range(3)]
    >>> asyncio.run(take_three())
    [True, True, False]
    """

    __slots__ = ("_burst", "_last", "_left", "_rate", "_seconds")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst, self._left = rate, burst, burst
        self._seconds = asyncio.get_running_loop().time  # to look for the loop each time costs a system call
        self._last = self._seconds()

    def take(self, count: int = 1) -> bool:
        """Take so many tokens, if they are there."""
        at = self._seconds()
        left = self._left + (at - self._last) * self._rate
        left = left if left < self._burst else self._burst  # `min` would take as long as all of the rest
        enough = left >= count
        self._left, self._last = left - count if enough else left, at
        return enough

    def wait(self) -> float:
        """Take a token, in advance if there is none; the seconds to wait for it."""
        if self.take():
            return 0.0
        self._left -= 1
        return -self._left / self._rate if self._rate else 1.0


class Buckets:
    """A bucket for each address."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._by_address: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, count: int = 1) -> bool:
        """Take so many tokens from the bucket of an address, if they are there."""
        bucket = self._by_address.get(address)
        if bucket is None:
            bucket = self._by_address[address] = Bucket(self._rate, self._burst)
            if len(self._by_address) > MOST_ADDRESSES:
                self._by_address.popitem(last=False)
        self._by_address.move_to_end(address)
        return bucket.take(count)
