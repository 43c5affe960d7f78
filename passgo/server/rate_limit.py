"""Rate limits: buckets that refill with time, and counts of connections, by address."""

import ipaddress
import time
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


class Bucket:
    """A bucket of tokens: it holds a burst and refills at a rate.

    >>> bucket = Bucket(rate=0, burst=2)
    >>> bucket.take(), bucket.take(), bucket.take()
    (True, True, False)
    """

    __slots__ = ("_burst", "_last", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst, self._left = rate, burst, burst
        self._last = time.monotonic()

    def take(self) -> bool:
        """Take a token, if there is one."""
        at = time.monotonic()
        self._left = min(self._burst, self._left + (at - self._last) * self._rate)
        self._last = at
        if self._left < 1:
            return False
        self._left -= 1
        return True

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

    def take(self, address: str) -> bool:
        """Take a token from the bucket of an address, if there is one."""
        bucket = self._by_address.get(address)
        if bucket is None:
            bucket = self._by_address[address] = Bucket(self._rate, self._burst)
            if len(self._by_address) > MOST_ADDRESSES:
                self._by_address.popitem(last=False)
        self._by_address.move_to_end(address)
        return bucket.take()


class Counts:
    """How many connections each address has open."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._by_address: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        """Count one more connection, if the address has not too many."""
        count = self._by_address.get(address, 0)
        if count >= self._most:
            return False
        self._by_address[address] = count + 1
        return True

    def leave(self, address: str) -> None:
        """Count one connection fewer."""
        count = self._by_address.get(address, 0) - 1
        if count > 0:
            self._by_address[address] = count
        else:
            self._by_address.pop(address, None)
