"""What a proxy in front tells of the client: address, scheme and host. Only proxies that were named are believed."""

import ipaddress
from collections.abc import Iterable, MutableMapping
from typing import Any

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
SCHEMES = {"http": "ws", "https": "wss"}
"""What a proxy calls the scheme, and what it is called for a WebSocket."""


class Proxies:
    """The proxies that were named, by address or network.

    >>> proxies = Proxies(["127.0.0.1", "10.0.0.0/8"])
    >>> "10.1.2.3" in proxies, "192.0.2.1" in proxies
    (True, False)
    """

    def __init__(self, named: Iterable[str] = ()) -> None:
        self._networks = tuple(parse_network(name) for name in named)

    def __contains__(self, address: object) -> bool:
        if not self._networks:
            return False
        parsed = parse_address(str(address))
        return parsed is not None and any(parsed in network for network in self._networks)

    def believe(self, scope: MutableMapping[str, Any]) -> bool:
        """Put what a named proxy says of a request into its scope; whether it comes from one.

        What anybody else says stays a header.
        """
        client = scope.get("client")
        if not client or client[0] not in self:
            return False
        said = forwarded(scope["headers"])
        address = self._first_stranger(said.get(b"x-forwarded-for", ""))
        if address:
            scope["client"] = (address, 0)
        scheme = said.get(b"x-forwarded-proto", "").rpartition(",")[2].strip().lower()
        if scheme in SCHEMES:
            scope["scheme"] = SCHEMES[scheme] if scope["type"] == "websocket" else scheme
        host = said.get(b"x-forwarded-host", "").rpartition(",")[2].strip()
        if host:
            others = [(name, value) for name, value in scope["headers"] if name != b"host"]
            scope["headers"] = [*others, (b"host", host.encode("latin-1"))]
        return True

    def _first_stranger(self, told: str) -> str | None:
        """The last address of a list that is no proxy: each proxy adds whom it heard, the rest is hearsay."""
        for text in reversed(told.split(",")):
            address = parse_address(without_port(text.strip()))
            if address is None:
                return None
            if str(address) not in self:
                return str(address)
        return None


def forwarded(headers: Iterable[tuple[bytes, bytes]]) -> dict[bytes, str]:
    """What headers say was forwarded; of several with one name, all, in order."""
    said: dict[bytes, str] = {}
    for name, value in headers:
        if name.startswith(b"x-forwarded-"):
            text = value.decode("latin-1")
            said[name] = f"{said[name]},{text}" if name in said else text
    return said


def parse_network(name: str) -> Network:
    """A network, or one address of it; ValueError says what is wrong."""
    try:
        return ipaddress.ip_network(name.strip(), strict=False)
    except ValueError:
        raise ValueError(f"a proxy is named by its address or network, like 10.0.0.0/8, not {name!r}") from None


def parse_address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address; None if it is none. One of version 4 in the clothes of version 6 is one of version 4."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def without_port(text: str) -> str:
    """An address without its port.

    >>> without_port("192.0.2.1:99"), without_port("[2001:db8::1]:99"), without_port("2001:db8::1")
    ('192.0.2.1', '2001:db8::1', '2001:db8::1')
    """
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
